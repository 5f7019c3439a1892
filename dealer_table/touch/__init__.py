"""Baccarat Touch: a patron's own table, dealt by the system's chance and committed to before the bet. Pure."""
