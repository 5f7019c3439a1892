title-floor = Lantai kasino
floor-heading = Lantai kasino
floor-tables = Meja
floor-calm =
    { $count ->
       *[other] { $count } meja, tiada yang menunggu anda
    }
floor-waits_for_you = Anda diperlukan: { $tables }.
floor-waits_for_dealers = Pembahagi perlu bertindak: { $tables }.
floor-must_act-dealer = Pembahagi perlu bertindak
floor-must_act-supervisor = Anda perlu bertindak
floor-patrons =
    { $count ->
       *[other] { $count } pelanggan
    }
floor-token_missing = Halaman ini memerlukan pautan penyelia: pautan itu berakhir dengan #token=…
floor-coups = Pusingan terkini
floor-coup = Kasut { $shoe }, pusingan { $coup }
floor-read_record = Baca rekod
floor-correct = Betulkan
floor-correct_title = Betulkan pusingan { $coup }
floor-correct_text = Nyatakan kad yang sebenar mengikut turutan diedarkan. Perbezaan bayaran diselesaikan dan semua orang diberitahu.
floor-no_card = tiada kad ketiga
floor-save_coups = Simpan sebagai jadual
floor-save_record = Simpan sebagai fail
floor-record_title = Meja { $table }, kasut { $shoe }, pusingan { $coup }
floor-record_begun = Bermula { $time } oleh { $who }
floor-record_void = Dibatalkan oleh { $who }: { $reason }
floor-record_patrons = Pelanggan
floor-record_stake = { $bet }: taruhan { $staked }, kembali { $returned }
floor-record_entries = Setiap rekod mengikut turutan
floor-status-open = sedang berjalan
floor-status-settled = selesai
floor-status-free = percuma
floor-status-void = terbatal
floor-status-corrected = dibetulkan
floor-status-cancelled = dihentikan
refusal-not_a_coup = dengan kad ini pusingan tidak akan tamat begitu
refusal-same_cards = pusingan sudah begitu
refusal-coup_needed = hanya pusingan terkini kasut ini boleh dibetulkan
