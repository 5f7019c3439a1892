"""Everything a WebSocket client may send, as pydantic models. Pure."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dealer_table.baccarat.cards import Card
from dealer_table.baccarat.coup import Outcome
from dealer_table.baccarat.hand import Position
from dealer_table.betting.words import Means
from dealer_table.errors import WireError
from dealer_table.procedure.words import Resolution
from dealer_table.wire.card_read import first_fault
from dealer_table.wire.from_patron import Amount, BetRequest, DealRequest, HistoryRequest, LeaveRequest, RecallRequest
from dealer_table.wire.from_staff import CoupRecordRequest
from dealer_table.wire.launch_token import NO_CONTROLS

PROTOCOL = 1


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Hello(_Message):
    """The first message of a connection; `epoch` and `version` together ask for what was missed since."""

    type: Literal["hello"]
    protocol: int
    table: str | None = Field(default=None, max_length=64)
    token: str | None = Field(default=None, max_length=4096)
    epoch: str | None = Field(default=None, max_length=64)
    version: int | None = Field(default=None, ge=0)


class Ping(_Message):
    """Ask for the server's time; `sent` comes back as it was."""

    type: Literal["ping"]
    sent: float | None = None


class _DeskCommand(_Message):
    """A dealer's or supervisor's request; `id` comes back in the one answer."""

    type: Literal["command"]
    id: str = Field(min_length=1, max_length=64)


class OpenTableRequest(_DeskCommand):
    """Open the table."""

    command: Literal["open_table"]


class CloseTableRequest(_DeskCommand):
    """Close the table after the coup in play."""

    command: Literal["close_table"]


class ChangeShoeRequest(_DeskCommand):
    """Take the shoe off the table."""

    command: Literal["change_shoe"]
    reason: str = Field(default="", max_length=200)


class LoadShoeRequest(_DeskCommand):
    """Put a fresh shoe on the table."""

    command: Literal["load_shoe"]


class OpenBettingRequest(_DeskCommand):
    """Open the betting."""

    command: Literal["open_betting"]
    seconds: int | None = Field(default=None, ge=1, le=600)


class CloseBettingRequest(_DeskCommand):
    """No more bets."""

    command: Literal["close_betting"]


class StartFreeCoupRequest(_DeskCommand):
    """Deal a coup without bets."""

    command: Literal["start_free_coup"]


class ConfirmResultRequest(_DeskCommand):
    """The result as the dealer sees it, or agreement with the screen."""

    command: Literal["confirm_result"]
    outcome: Outcome | None = None


class DeclareCutCardRequest(_DeskCommand):
    """The cut card is out."""

    command: Literal["declare_cut_card"]


class DeclareFaceUpCardRequest(_DeskCommand):
    """A card lies face up in the shoe."""

    command: Literal["declare_face_up_card"]


class VoidCoupRequest(_DeskCommand):
    """Void the coup in play."""

    command: Literal["void_coup"]
    reason: str = Field(min_length=1, max_length=200)


class ResolveHoldRequest(_DeskCommand):
    """End the hold."""

    command: Literal["resolve_hold"]
    resolution: Resolution
    card: Card | None = None
    position: Position | None = None
    reason: str = Field(default="", max_length=200)


class SwapScannerRequest(_DeskCommand):
    """Deal by another scanner."""

    command: Literal["swap_scanner"]
    scanner: str = Field(min_length=1, max_length=64)


class StartDeckCheckRequest(_DeskCommand):
    """Run the next shoe's cards through the scanner."""

    command: Literal["start_deck_check"]


class EndDeckCheckRequest(_DeskCommand):
    """All cards have been run through."""

    command: Literal["end_deck_check"]


class TakeShiftRequest(_DeskCommand):
    """Be the dealer on duty."""

    command: Literal["take_shift"]


class EndShiftRequest(_DeskCommand):
    """Let the dealer on duty go."""

    command: Literal["end_shift"]


class CorrectCoupRequest(_DeskCommand):
    """Put the cards of a coup right after its settlement; the difference is settled."""

    command: Literal["correct_coup"]
    coup: int = Field(ge=1)
    player: tuple[Card, ...] = Field(min_length=2, max_length=3)
    banker: tuple[Card, ...] = Field(min_length=2, max_length=3)
    reason: str = Field(min_length=1, max_length=200)


class _Cashier(_DeskCommand):
    # `reference` is the cashier's own, unique: a deposit with one that was used is refused.
    patron: str = Field(min_length=1, max_length=64, pattern=NO_CONTROLS)
    currency: str = Field(min_length=1, max_length=16)
    amount: Amount
    reference: str = Field(min_length=1, max_length=64, pattern=NO_CONTROLS)


class DepositFundsRequest(_Cashier):
    """Pay money into a patron's account in this house; only an administrator may."""

    command: Literal["deposit_funds"]


class WithdrawFundsRequest(_Cashier):
    """Pay money out of a patron's account in this house; only an administrator may."""

    command: Literal["withdraw_funds"]


class SettleDebtRequest(_Cashier):
    """Let a patron owe less than a correction left owing, paid or forgiven; only an administrator may."""

    # `cash` is paid at the cage, `account` out of what the patron has here, `forgiven` by the house, with a reason.
    command: Literal["settle_debt"]
    means: Means
    reason: str = Field(default="", max_length=200)


DeskRequest = Annotated[
    OpenTableRequest
    | CloseTableRequest
    | ChangeShoeRequest
    | LoadShoeRequest
    | OpenBettingRequest
    | CloseBettingRequest
    | StartFreeCoupRequest
    | ConfirmResultRequest
    | DeclareCutCardRequest
    | DeclareFaceUpCardRequest
    | VoidCoupRequest
    | ResolveHoldRequest
    | SwapScannerRequest
    | StartDeckCheckRequest
    | EndDeckCheckRequest
    | TakeShiftRequest
    | EndShiftRequest
    | CorrectCoupRequest
    | DepositFundsRequest
    | WithdrawFundsRequest
    | SettleDebtRequest,
    Field(discriminator="command"),
]
PatronRequest = BetRequest | DealRequest | HistoryRequest | LeaveRequest
# What is looked up in the record, and changes nothing.
RecordRequest = RecallRequest | CoupRecordRequest
FromClient = Annotated[
    Hello
    | Ping
    | DeskRequest
    | BetRequest
    | DealRequest
    | HistoryRequest
    | RecallRequest
    | LeaveRequest
    | CoupRecordRequest,
    Field(discriminator="type"),
]

FROM_CLIENT: TypeAdapter[Hello | Ping | DeskRequest | PatronRequest | RecordRequest] = TypeAdapter(FromClient)


def parse_from_client(text: str | bytes) -> Hello | Ping | DeskRequest | PatronRequest | RecordRequest:
    """Read one client message; WireError says what is wrong with it."""
    try:
        return FROM_CLIENT.validate_json(text)
    except ValidationError as error:
        raise WireError(first_fault(error)) from None
