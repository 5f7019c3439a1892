from dealer_table.gateway.staff_watch import StaffWatch
from dealer_table.procedure.words import Role
from dealer_table.wire.launch_token import LaunchToken

MINUTE = 60_000
NOW = 1_800_000_000_000
LIMIT = 30 * MINUTE


def a_token(*, logged_in: bool = True, issued_at: int = NOW) -> LaunchToken:
    return LaunchToken(Role.DEALER, "Dana", "t1", NOW + 600 * MINUTE, issued_at, logged_in)


def test_who_did_nothing_for_the_limit_must_log_in() -> None:
    watch, token = StaffWatch(LIMIT), a_token()
    watch.greet(token, NOW)
    assert not watch.must_log_in(token, NOW + LIMIT - 1)
    assert watch.must_log_in(token, NOW + LIMIT)


def test_what_is_done_counts_and_coming_again_does_not() -> None:
    watch, token = StaffWatch(LIMIT), a_token()
    watch.greet(token, NOW)
    watch.acted(token, NOW + 10 * MINUTE)
    watch.greet(token, NOW + 35 * MINUTE)
    assert not watch.must_log_in(token, NOW + 40 * MINUTE - 1)
    assert watch.must_log_in(token, NOW + 40 * MINUTE)


def test_after_a_restart_a_login_of_long_ago_must_be_done_again() -> None:
    watch = StaffWatch(LIMIT)
    watch.greet(a_token(issued_at=NOW - LIMIT), NOW)
    assert watch.must_log_in(a_token(issued_at=NOW - LIMIT), NOW)


def test_a_fresh_login_of_the_same_person_is_another_session() -> None:
    watch, old = StaffWatch(LIMIT), a_token()
    watch.greet(old, NOW)
    fresh = LaunchToken(Role.DEALER, "Dana", "t1", old.expires_at + LIMIT, NOW + LIMIT, logged_in=True)
    watch.greet(fresh, NOW + LIMIT)
    assert (watch.must_log_in(old, NOW + LIMIT), watch.must_log_in(fresh, NOW + LIMIT)) == (True, False)


def test_links_are_asked_only_where_the_house_wants_it_and_from_when_they_were_opened() -> None:
    link = a_token(logged_in=False, issued_at=NOW - 10 * LIMIT)
    for watch, asked in ((StaffWatch(LIMIT), False), (StaffWatch(LIMIT, links_too=True), True)):
        watch.greet(link, NOW)
        assert not watch.must_log_in(link, NOW + LIMIT - 1)
        assert watch.must_log_in(link, NOW + LIMIT) is asked


def test_without_a_limit_nobody_is_asked() -> None:
    watch = StaffWatch(0, links_too=True)
    watch.greet(a_token(), NOW)
    assert not watch.must_log_in(a_token(), NOW + 1_000 * LIMIT)


def test_a_login_is_over_when_its_account_is_gone_or_changed_and_a_link_never() -> None:
    watch, token, link = StaffWatch(), a_token(issued_at=NOW), a_token(logged_in=False)
    assert not watch.is_over(token)  # nobody has looked yet
    watch.hear_accounts({"dana": NOW + 999})
    assert not watch.is_over(token)
    watch.hear_accounts({"dana": NOW + 1_000})
    assert (watch.is_over(token), watch.is_over(link)) == (True, False)
    watch.hear_accounts({})
    assert (watch.is_over(token), watch.is_over(link)) == (True, False)
    watch.admit("DANA", NOW)
    assert not watch.is_over(token)
