from dealer_table.adapters.system_chance import SystemChance


def test_as_many_bytes_come_as_were_asked_for_and_never_the_same() -> None:
    chance = SystemChance()
    assert [len(chance.draw(count)) for count in (0, 1, 832)] == [0, 1, 832]
    assert len({chance.draw(32) for _ in range(100)}) == 100
