"""A client of the table for programs: follows it, asks it, bets at it. I/O: WebSocket."""
