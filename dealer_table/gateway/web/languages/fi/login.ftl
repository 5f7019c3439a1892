login-title = Kirjaudu sisään
login-title_again = Kirjaudu uudelleen
login-text_again = Sivua ei ole käytetty hetkeen. Peli jatkuu: kirjaudu ennen seuraavaa komentoa.
login-text_expired = Käyttöaikasi on päättynyt. Jatka kirjautumalla sisään.
login-name = Nimi
login-password = Salasana tai PIN-koodi
login-send = Kirjaudu sisään
login-out = Kirjaudu ulos
login-again_done = Olet taas kirjautunut sisään. Katso pöytää ja anna sitten komento uudelleen.
login-supervisors_only = Pelisaliin pääsevät vain pelivalvojat. Jakajat kirjautuvat sisään omassa pöydässään.
login-no_answer = Vastausta ei tullut. Tarkista verkkoyhteys ja yritä uudelleen.
login-refused-wrong_login = Nimi tai salasana on väärä.
login-refused-locked_out =
    { $minutes ->
        [one] Liian monta virheellistä yritystä. Odota minuutti tai pyydä pelivalvojaa avaamaan lukitus.
       *[other] Liian monta virheellistä yritystä. Odota { $minutes } minuuttia tai pyydä pelivalvojaa avaamaan lukitus.
    }
login-refused-locked = Tunnuksesi on lukittu. Käänny pelivalvojan puoleen.
login-refused-other_table = Tunnuksesi on toista pöytää varten.
login-refused-too_fast = Liian monta kirjautumista yhtä aikaa. Odota hetki ja yritä uudelleen.
login-refused-journal_failed = Kirjautumista ei voida tallentaa, joten ketään ei päästetä sisään. Kutsu pelivalvoja.
login-refused-other = Kirjautuminen ei onnistunut. Yritä uudelleen.
