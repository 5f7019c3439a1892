"""Bets and money at the live table: limits, the book of a coup, settlement, what is posted where. Pure."""
