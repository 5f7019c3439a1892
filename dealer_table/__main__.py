"""Lets `python -m dealer_table` be the command. I/O: all that the command does."""

from dealer_table.cli import main

main()
