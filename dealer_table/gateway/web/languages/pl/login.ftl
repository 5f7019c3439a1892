login-title = Zaloguj się
login-title_again = Zaloguj się ponownie
login-text_again = Przez dłuższy czas nic tu nie robiono. Gra toczy się dalej: zaloguj się przed następnym poleceniem.
login-text_expired = Twój dostęp wygasł. Zaloguj się, aby kontynuować.
login-name = Nazwa użytkownika
login-password = Hasło lub PIN
login-send = Zaloguj się
login-out = Wyloguj się
login-again_done = Zalogowano ponownie. Spójrz na stół i naciśnij jeszcze raz.
login-supervisors_only = Sala jest dla inspektorów. Krupierzy logują się przy swoim stole.
login-no_answer = Brak odpowiedzi. Sprawdź sieć i spróbuj ponownie.
login-refused-wrong_login = Nieprawidłowa nazwa lub hasło.
login-refused-locked_out =
    { $minutes ->
        [one] Zbyt wiele błędnych prób. Poczekaj minutę albo poproś inspektora o odblokowanie.
        [few] Zbyt wiele błędnych prób. Poczekaj { $minutes } minuty albo poproś inspektora o odblokowanie.
       *[other] Zbyt wiele błędnych prób. Poczekaj { $minutes } minut albo poproś inspektora o odblokowanie.
    }
login-refused-locked = Twoje konto jest zablokowane. Zgłoś się do inspektora.
login-refused-other_table = Twoje konto jest przypisane do innego stołu.
login-refused-too_fast = Zbyt wiele logowań naraz. Poczekaj chwilę i spróbuj ponownie.
login-refused-journal_failed = Nie można zapisać logowania, więc nikt nie zostanie wpuszczony. Wezwij inspektora.
login-refused-other = Nie udało się zalogować. Spróbuj ponownie.
