title-floor = Pelisali
floor-heading = Pelisali
floor-tables = Pöydät
floor-calm =
    { $count ->
        [one] Yksi pöytä, ei odottavia tehtäviä
       *[other] { $count } pöytää, ei odottavia tehtäviä
    }
floor-waits_for_you = Sinua tarvitaan: { $tables }.
floor-waits_for_dealers = Jakajan on toimittava: { $tables }.
floor-must_act-dealer = Jakajan on toimittava
floor-must_act-supervisor = Sinun on toimittava
floor-patrons =
    { $count ->
        [one] { $count } asiakas
       *[other] { $count } asiakasta
    }
floor-token_missing = Pelisaliin tarvitaan pelivalvojan linkki: sen lopussa on #token=…
floor-coups = Viimeisimmät kierrokset
floor-coup = Kenkä { $shoe }, kierros { $coup }
floor-read_record = Näytä merkinnät
floor-correct = Korjaa
floor-correct_title = Korjaa kierros { $coup }
floor-correct_text = Ilmoita kortit sellaisina kuin ne todella olivat, jakojärjestyksessä. Erotus tasataan ja kaikille kerrotaan.
floor-no_card = ei kolmatta korttia
floor-save_coups = Tallenna taulukkona
floor-save_record = Tallenna tiedostona
floor-record_title = Pöytä { $table }, kenkä { $shoe }, kierros { $coup }
floor-record_begun = Alkoi { $time }, aloitti { $who }
floor-record_void = Mitätöinyt { $who }: { $reason }
floor-record_patrons = Asiakkaat
floor-record_stake = { $bet }: panos { $staked }, palautus { $returned }
floor-record_entries = Kaikki merkinnät järjestyksessä
floor-status-open = kesken
floor-status-settled = ratkaistu
floor-status-free = vapaa
floor-status-void = mitätön
floor-status-corrected = korjattu
floor-status-cancelled = keskeytynyt
refusal-not_a_coup = näillä korteilla kierros ei olisi päättynyt näin
refusal-same_cards = kierros on jo kirjattu näin
refusal-coup_needed = vain tämän kengän viimeisimpiä kierroksia voi korjata
