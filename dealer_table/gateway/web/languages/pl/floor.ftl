title-floor = Sala
floor-heading = Sala
floor-tables = Stoły
floor-calm =
    { $count ->
        [one] Jeden stół i nic nie czeka na ciebie
        [few] { $count } stoły i nic nie czeka na ciebie
       *[other] { $count } stołów i nic nie czeka na ciebie
    }
floor-waits_for_you = Jesteś potrzebny: { $tables }.
floor-waits_for_dealers = Działać musi krupier: { $tables }.
floor-must_act-dealer = Działać musi krupier
floor-must_act-supervisor = Musisz działać
floor-patrons =
    { $count ->
        [one] { $count } gracz
        [few] { $count } graczy
       *[other] { $count } graczy
    }
floor-token_missing = Sala wymaga łącza inspektora: kończy się na #token=…
floor-coups = Ostatnie rozdania
floor-coup = But { $shoe }, rozdanie { $coup }
floor-read_record = Czytaj zapis
floor-correct = Popraw
floor-correct_title = Popraw rozdanie { $coup }
floor-correct_text = Podaj, jakie karty były naprawdę, w kolejności rozdania. Różnica zostanie rozliczona, a wszyscy się dowiedzą.
floor-no_card = bez trzeciej karty
floor-save_coups = Zapisz jako tabelę
floor-save_record = Zapisz jako plik
floor-record_title = Stół { $table }, but { $shoe }, rozdanie { $coup }
floor-record_begun = Początek { $time }, krupier { $who }
floor-record_void = Unieważnił(a) { $who }: { $reason }
floor-record_patrons = Gracze
floor-record_stake = { $bet }: stawka { $staked }, zwrot { $returned }
floor-record_entries = Wszystkie zapisy po kolei
floor-status-open = w toku
floor-status-settled = rozliczone
floor-status-free = wolne
floor-status-void = nieważne
floor-status-corrected = poprawione
floor-status-cancelled = przerwane
refusal-not_a_coup = z tymi kartami rozdanie nie skończyłoby się tak
refusal-same_cards = rozdanie już tak wygląda
refusal-coup_needed = poprawić można tylko ostatnie rozdania tego buta
