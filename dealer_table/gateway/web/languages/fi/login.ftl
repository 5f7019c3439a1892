login-title = Kirjaudu sisään
login-title_again = Kirjaudu uudelleen
login-text_again = Täällä ei ole tehty hetkeen mitään. Peli jatkuu: kirjaudu ennen seuraavaa komentoa.
login-text_expired = Käyttöoikeutesi on päättynyt. Jatka kirjautumalla sisään.
login-name = Nimi
login-password = Salasana tai PIN-koodi
login-send = Kirjaudu sisään
login-out = Kirjaudu ulos
login-again_done = Olet taas kirjautunut sisään. Katso pöytää ja paina sitten uudelleen.
login-supervisors_only = Pelisali on pelivalvojille. Jakajat kirjautuvat omassa pöydässään.
login-no_answer = Vastausta ei tullut. Tarkista verkkoyhteys ja yritä uudelleen.
login-refused-wrong_login = Nimi tai salasana on väärä.
login-refused-locked_out =
    { $minutes ->
        [one] Liian monta väärää yritystä. Odota minuutti tai pyydä pelivalvojaa avaamaan lukitus.
       *[other] Liian monta väärää yritystä. Odota { $minutes } minuuttia tai pyydä pelivalvojaa avaamaan lukitus.
    }
login-refused-locked = Nimesi on lukittu. Käänny pelivalvojan puoleen.
login-refused-other_table = Tunnuksesi on toista pöytää varten.
login-refused-too_fast = Liian monta kirjautumista kerralla. Odota hetki ja yritä uudelleen.
login-refused-journal_failed = Kirjautumista ei voida tallentaa, joten ketään ei päästetä sisään. Kutsu pelivalvoja.
login-refused-other = Kirjautuminen ei onnistunut. Yritä uudelleen.
