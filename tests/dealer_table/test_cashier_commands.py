"""The cashier by hand, at a table that is served. I/O: sockets, SQLite."""

import asyncio
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from dealer_table.cashier_commands import register
from dealer_table.procedure.words import Role
from tests.dealer_table.betting.felt_at_work import ANN
from tests.dealer_table.gateway.patrons_at_work import PLAYER_NATURAL
from tests.dealer_table.gateway.test_patrons_served import Floor, running_floor


def run(*arguments: object) -> Result:
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, ["cashier", *map(str, arguments)])


class Cage:
    """A cashier with a slip for each order, who works beside the table."""

    def __init__(self, floor: Floor, folder: Path, role: Role = Role.ADMINISTRATOR) -> None:
        self.url = f"ws{floor.address.removeprefix('http')}/ws"
        self.token_file = folder / "token"
        self.token_file.write_text(f"{floor.staff(role)}\n", "utf-8")
        self._slips = 0

    async def does(self, command: str, *order: object, slip: str = "") -> tuple[int, str]:
        """Return the exit code and what was said."""
        self._slips += 1
        where = ("--token-file", self.token_file, "--url", self.url, "--reference", slip or f"slip {self._slips}")
        result = await asyncio.to_thread(run, command, *order, *where)
        return result.exit_code, result.output.strip()


DONE = (0, "done, and on record")


async def test_money_comes_in_and_goes_out_once_a_slip(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor:
        cage = Cage(floor, tmp_path)
        assert await cage.does("deposit", "ann", "EUR", 500, slip="a") == DONE
        code, said = await cage.does("deposit", "ann", "EUR", 500, slip="a")
        assert (code, said.partition("(")[0]) == (1, "refused, reference_used: this was done before ")
        assert await cage.does("withdraw", "ann", "EUR", 1_500) == DONE
        said = "refused, insufficient_funds: the account holds less (balance 0, needed 1)"
        assert await cage.does("withdraw", "ann", "EUR", 1) == (1, said)
    assert floor.t1.ledger("patron:ann") == 0


async def test_what_a_correction_left_owing_is_settled(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor, floor.tab(token=floor.token()) as tab:
        await tab.hears("patron", balance=1_000)
        assert (await tab.bet())["ok"]
        await floor.t1.play_coup(PLAYER_NATURAL)
        cage = Cage(floor, tmp_path)
        assert await cage.does("withdraw", "ann", "EUR", 1_300) == DONE
        await floor.t1.correct("4S 4H", "2H 7H")
        assert floor.t1.ledger("owed:ann") == -600
        assert await cage.does("settle-debt", "ann", "EUR", 100, "--means", "cash") == DONE
        assert await cage.does("deposit", "ann", "EUR", 300) == DONE
        assert await cage.does("settle-debt", "ann", "EUR", 200, "--means", "account") == DONE
        await tab.hears("patron", balance=300)
        await tab.hears("patron", balance=100)
        forgiven = ("settle-debt", "ann", "EUR", 300, "--means", "forgiven")
        assert (await cage.does(*forgiven))[1].startswith("refused, reason_needed")
        assert await cage.does(*forgiven, "--reason", "the scanner was at fault") == DONE
        said = "refused, owes_less: the patron owes less than that (owed 0, asked 300)"
        assert await cage.does(*forgiven, "--reason", "again") == (1, said)
    assert (floor.t1.ledger("owed:ann"), floor.t1.has(ANN)) == (0, 100)


async def test_only_an_administrator_of_the_table_is_a_cashier(tmp_path: Path) -> None:
    async with running_floor(tmp_path) as floor:
        cage = Cage(floor, tmp_path, Role.SUPERVISOR)
        assert (await cage.does("deposit", "ann", "EUR", 500))[1].startswith("refused, not_allowed")
        cage.token_file.write_text("forged", "utf-8")
        code, said = await cage.does("deposit", "ann", "EUR", 500)
        assert (code, said.splitlines()[-1]) == (2, "the table refuses this client: token_refused")
        cage.token_file.unlink()
        assert (await cage.does("deposit", "ann", "EUR", 500))[0] == 2
    assert floor.t1.has(ANN) == 1_000
