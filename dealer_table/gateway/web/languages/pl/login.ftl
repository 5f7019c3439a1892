login-title = Zaloguj się
login-title_again = Zaloguj się ponownie
login-text_again = Od dłuższego czasu nie było tu aktywności. Gra toczy się dalej: zaloguj się przed następnym poleceniem.
login-text_expired = Twój dostęp wygasł. Zaloguj się, aby kontynuować.
login-name = Nazwa użytkownika
login-password = Hasło lub PIN
login-send = Zaloguj się
login-out = Wyloguj się
login-again_done = Zalogowano ponownie. Spójrz na stół, a potem ponów polecenie.
login-supervisors_only = Strona „Sala” jest tylko dla inspektorów. Krupierzy logują się przy swoim stole.
login-no_answer = Brak odpowiedzi. Sprawdź sieć i spróbuj ponownie.
login-refused-wrong_login = Nieprawidłowa nazwa użytkownika lub hasło.
login-refused-locked_out =
    { $minutes ->
        [one] Zbyt wiele nieudanych prób. Poczekaj minutę albo poproś inspektora o odblokowanie konta.
        [few] Zbyt wiele nieudanych prób. Poczekaj { $minutes } minuty albo poproś inspektora o odblokowanie konta.
       *[other] Zbyt wiele nieudanych prób. Poczekaj { $minutes } minut albo poproś inspektora o odblokowanie konta.
    }
login-refused-locked = Twoje konto jest zablokowane. Zgłoś się do inspektora.
login-refused-other_table = Twoje konto jest przypisane do innego stołu.
login-refused-too_fast = Zbyt wiele logowań naraz. Poczekaj chwilę i spróbuj ponownie.
login-refused-journal_failed = Zapis logowania jest niemożliwy, więc nikt nie może się zalogować. Wezwij inspektora.
login-refused-other = Nie udało się zalogować. Spróbuj ponownie.
