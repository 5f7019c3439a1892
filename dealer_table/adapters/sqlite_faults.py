"""What the failures of SQLite and of the disk mean for the table, and what to do about each. Pure."""

import errno
import sqlite3

from dealer_table.errors import JournalError

_DISK_FULL = "the disk is full: free some space, then repeat what was not recorded"
_DISK_FAILED = "the disk failed: check it and the space on it, then repeat what was not recorded"
_NOT_WRITABLE = "check the owner and permissions of the file and its directory, and how the disk is mounted"
_NO_PLACE = "check that its directory exists"

_SQLITE_REMEDIES = {
    sqlite3.SQLITE_FULL: _DISK_FULL,
    sqlite3.SQLITE_IOERR: _DISK_FAILED,
    sqlite3.SQLITE_READONLY: _NOT_WRITABLE,
    sqlite3.SQLITE_PERM: _NOT_WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _NOT_WRITABLE,
    sqlite3.SQLITE_CORRUPT: "the file is damaged: keep it, and restore the last good copy",
    sqlite3.SQLITE_NOTADB: "this is not a journal: check the path",
    sqlite3.SQLITE_BUSY: "another program is writing to it: stop that one",
}
_SYSTEM_REMEDIES = {
    errno.ENOSPC: _DISK_FULL,
    errno.EIO: _DISK_FAILED,
    errno.EACCES: _NOT_WRITABLE,
    errno.EPERM: _NOT_WRITABLE,
    errno.EROFS: _NOT_WRITABLE,
    errno.ENOENT: _NO_PLACE,
    errno.ENOTDIR: _NO_PLACE,
    errno.EISDIR: "this is a directory: name a file in it",
}
_PRIMARY_CODE = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def journal_error(path: object, error: sqlite3.Error | OSError | OverflowError) -> JournalError:
    """Tell in the table's words what `error` did to the journal at `path`, and the way out."""
    return JournalError(f"journal {path}: {explained(error)}")


def explained(error: sqlite3.Error | OSError | OverflowError) -> str:
    """Tell what failed, and the way out when there is one."""
    if isinstance(error, OSError):
        what, remedy = error.strerror or str(error), _SYSTEM_REMEDIES.get(error.errno or 0)
    else:
        code = getattr(error, "sqlite_errorcode", None)  # absent on what the module itself raises
        what, remedy = str(error), _SQLITE_REMEDIES.get(code & _PRIMARY_CODE) if isinstance(code, int) else None
    return what + (f"; {remedy}" if remedy else "")
