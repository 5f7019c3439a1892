title-floor = The floor
floor-heading = The floor
floor-tables = Tables
floor-calm =
    { $count ->
        [one] One table, and nothing waits for you
       *[other] { $count } tables, and nothing waits for you
    }
floor-waits_for_you = You are needed: { $tables }.
floor-waits_for_dealers = The dealer must act: { $tables }.
floor-must_act-dealer = The dealer must act
floor-must_act-supervisor = You must act
floor-patrons =
    { $count ->
        [one] { $count } patron
       *[other] { $count } patrons
    }
floor-token_missing = The floor needs a supervisor's link: it ends in #token=…
floor-coups = Last coups
floor-coup = Shoe { $shoe }, coup { $coup }
floor-read_record = Read the record
floor-correct = Put right
floor-correct_title = Put coup { $coup } right
floor-correct_text = Say what the cards truly were, in the order they were dealt. The difference is settled, and everybody is told.
floor-no_card = no third card
floor-save_coups = Save as a table
floor-save_record = Save as a file
floor-record_title = Table { $table }, shoe { $shoe }, coup { $coup }
floor-record_begun = Begun { $time } by { $who }
floor-record_void = Void by { $who }: { $reason }
floor-record_patrons = Patrons
floor-record_stake = { $bet }: { $staked } staked, { $returned } back
floor-record_entries = Every record, in order
floor-status-open = in play
floor-status-settled = settled
floor-status-free = free
floor-status-void = void
floor-status-corrected = corrected
floor-status-cancelled = broken off
refusal-not_a_coup = with these cards the coup would not have ended so
refusal-same_cards = the coup stands so already
refusal-coup_needed = only the last coups of this shoe can be put right
