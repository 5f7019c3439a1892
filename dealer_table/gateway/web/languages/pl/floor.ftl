title-floor = Sala
floor-heading = Sala
floor-tables = Stoły
floor-calm =
    { $count ->
        [one] { $count } stół, nic nie czeka na Ciebie
        [few] { $count } stoły, nic nie czeka na Ciebie
       *[other] { $count } stołów, nic nie czeka na Ciebie
    }
floor-waits_for_you = Na Ciebie czeka: { $tables }.
floor-waits_for_dealers = Na krupiera czeka: { $tables }.
floor-must_act-dealer = Czeka na krupiera
floor-must_act-supervisor = Czeka na Ciebie
floor-patrons =
    { $count ->
        [one] { $count } gracz
        [few] { $count } graczy
       *[other] { $count } graczy
    }
floor-token_missing = Sala wymaga linku inspektora: kończy się on na #token=…
floor-coups = Ostatnie rozdania
floor-coup = But { $shoe }, rozdanie { $coup }
floor-read_record = Pokaż zapis
floor-correct = Popraw
floor-correct_title = Popraw rozdanie { $coup }
floor-correct_text = Podaj faktyczne karty, w kolejności rozdania. Różnica zostanie rozliczona, a poprawkę zobaczą wszyscy.
floor-no_card = bez trzeciej karty
floor-save_coups = Zapisz jako tabelę
floor-save_record = Zapisz jako plik
floor-record_title = Stół { $table }, but { $shoe }, rozdanie { $coup }
floor-record_begun = Początek: { $time }, krupier: { $who }
floor-record_void = Unieważnienie, { $who }: { $reason }
floor-record_patrons = Gracze
floor-record_stake = { $bet }: stawka { $staked }, zwrot { $returned }
floor-record_entries = Wszystkie zapisy po kolei
floor-status-open = w toku
floor-status-settled = rozliczono
floor-status-free = bez zakładów
floor-status-void = unieważniono
floor-status-corrected = poprawiono
floor-status-cancelled = przerwano
refusal-not_a_coup = z tymi kartami rozdanie nie mogłoby się tak skończyć
refusal-same_cards = takie karty są już w zapisie
refusal-coup_needed = poprawić można tylko ostatnie rozdania tego buta
