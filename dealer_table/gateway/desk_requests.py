"""From what a page of the staff sends to the command for the table or its cashier. Pure."""

from collections.abc import Callable, Mapping

from dealer_table.betting.commands import DepositFunds, SettleDebt, WithdrawFunds
from dealer_table.betting.words import Patron
from dealer_table.procedure import commands
from dealer_table.procedure.words import Actor, Role
from dealer_table.wire import from_client as wire

StaffCommand = commands.PersonCommand | DepositFunds | WithdrawFunds | SettleDebt
_CASHIERS = (wire.DepositFundsRequest, wire.WithdrawFundsRequest, wire.SettleDebtRequest)

# Commands of which only who and when is told.
_PLAIN: Mapping[str, Callable[[int, Actor], commands.PersonCommand]] = {
    "open_table": commands.OpenTable,
    "close_table": commands.CloseTable,
    "load_shoe": commands.LoadShoe,
    "close_betting": commands.CloseBetting,
    "start_free_coup": commands.StartFreeCoup,
    "declare_cut_card": commands.DeclareCutCard,
    "declare_face_up_card": commands.DeclareFaceUpCard,
    "start_deck_check": commands.StartDeckCheck,
    "end_deck_check": commands.EndDeckCheck,
    "take_shift": commands.TakeShift,
    "end_shift": commands.EndShift,
}


def only_for(request: wire.DeskRequest) -> Role | None:
    """Return whose alone a request is, None when the procedure decides who may."""
    return Role.ADMINISTRATOR if isinstance(request, _CASHIERS) else None


def command_of(request: wire.DeskRequest, *, by: Actor, at: int) -> StaffCommand:
    """Return the command a request asks for, in the name of the person the token names."""
    match request:
        case wire.ChangeShoeRequest(reason=reason):
            return commands.ChangeShoe(at, by, reason)
        case wire.OpenBettingRequest(seconds=seconds):
            return commands.OpenBetting(at, by, seconds)
        case wire.ConfirmResultRequest(outcome=outcome):
            return commands.ConfirmResult(at, by, outcome)
        case wire.VoidCoupRequest(reason=reason):
            return commands.VoidCoup(at, by, reason)
        case wire.ResolveHoldRequest(resolution=resolution, card=card, position=position, reason=reason):
            return commands.ResolveHold(at, by, resolution, card, position, reason)
        case wire.SwapScannerRequest(scanner=scanner):
            return commands.SwapScanner(at, by, scanner)
        case wire.CorrectCoupRequest(coup=coup, player=player, banker=banker, reason=reason):
            return commands.CorrectCoup(at, by, coup, player, banker, reason)
        case wire.DepositFundsRequest(amount=amount, reference=reference):
            return DepositFunds(at, by, Patron(request.patron, request.currency), amount, reference)
        case wire.WithdrawFundsRequest(amount=amount, reference=reference):
            return WithdrawFunds(at, by, Patron(request.patron, request.currency), amount, reference)
        case wire.SettleDebtRequest(amount=amount, means=means, reference=reference, reason=reason):
            return SettleDebt(at, by, Patron(request.patron, request.currency), amount, means, reference, reason)
        case _:
            return _PLAIN[request.command](at, by)
