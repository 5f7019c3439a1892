"""What happened to the table's own process: its start, its stop, its files looked at (GLI-19 2.3.2, 2.9.5). Pure."""

from dataclasses import dataclass

from dealer_table.procedure.integrity import FilesFound


@dataclass(frozen=True, slots=True)
class ProcessStarted:
    """The table's process is at work: this release, this program, this configuration, against the start before.

    The first start on record has every file as changed, so all of them together tell what each start had. `approved` is
    the SHA-256 of the file of approved digests that it agrees with, empty where the house has none.
    """

    at: int
    release: str
    program: FilesFound
    configuration: FilesFound
    approved: str


@dataclass(frozen=True, slots=True)
class ProcessStopped:
    """The table's process was told to end, and ends in order; after a crash there is none."""

    at: int


@dataclass(frozen=True, slots=True)
class IntegrityChecked:
    """Program and configuration were looked at again, against the start of the process.

    `no_new_coup`: the house begins no coup while anything of it is changed.
    """

    at: int
    program: FilesFound
    configuration: FilesFound
    no_new_coup: bool

    @property
    def altered(self) -> bool:
        """Tell whether anything is other than it was at the start."""
        return bool(self.program.changed or self.configuration.changed)


ProcessEvent = ProcessStarted | ProcessStopped | IntegrityChecked
