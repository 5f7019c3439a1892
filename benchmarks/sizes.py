"""How much is measured: enough to trust, or enough to see that it runs. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of every benchmark; `warm_up` comes before what counts, and no `bridge_drivers` are all there are."""

    brokers: tuple[str, ...] = ("mosquitto", "embedded")
    watchers: tuple[int, ...] = (1, 200, 1000)
    cards: int = 120
    warm_up: int = 20
    commands_inside: int = 600
    fan_out_watchers: int = 1000
    fan_out_rounds: int = 60
    fan_out_round: int = 4
    batches: tuple[int, ...] = (1, 16, 256)
    commands: int = 1024
    command_rounds: int = 5
    patrons: int = 1000
    bets: int = 4096
    settled_bets: int = 5000
    settled_rounds: int = 5
    bettors: int = 600
    bet_rates: tuple[int, ...] = (300, 3000, 10000)
    bet_seconds: float = 10.0
    fold_rounds: int = 15
    shoes: int = 100
    bridge_reads: int = 60
    bridge_drivers: tuple[str, ...] = ()
    decoder_seconds: float = 0.5


FULL = Sizes()
QUICK = Sizes(
    watchers=(1, 200),
    cards=30,
    warm_up=6,
    fan_out_watchers=200,
    fan_out_rounds=6,
    fan_out_round=5,
    commands=256,
    command_rounds=2,
    patrons=100,
    bets=512,
    settled_bets=500,
    settled_rounds=2,
    bettors=100,
    bet_rates=(100, 1000),
    bet_seconds=2.0,
    fold_rounds=3,
    shoes=5,
    bridge_reads=15,
    decoder_seconds=0.1,
)
