login-title = Log in
login-title_again = Log in again
login-text_again = Nothing was done here for a while. The table goes on: log in before your next command.
login-text_expired = Your access has run out. Log in to go on.
login-name = Name
login-password = Password or PIN
login-send = Log in
login-out = Log out
login-again_done = You are logged in again. Look at the table, then press again what you wanted.
login-supervisors_only = The floor is for supervisors. Dealers log in at their table.
login-no_answer = No answer came. Check the network and try again.
login-refused-wrong_login = The name or the password is wrong.
login-refused-locked_out =
    { $minutes ->
        [one] Too many wrong tries. Wait one minute, or have a supervisor unlock your account.
       *[other] Too many wrong tries. Wait { $minutes } minutes, or have a supervisor unlock your account.
    }
login-refused-locked = Your account is locked. Speak to the supervisor.
login-refused-other_table = Your account is for another table.
login-refused-too_fast = Too many logins at once. Wait a moment and try again.
login-refused-journal_failed = The login cannot be put on record, so nobody is let in. Call the supervisor.
login-refused-other = That did not work. Try again.
