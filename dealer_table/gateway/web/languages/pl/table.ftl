language = Język
title-watcher = Stół do bakarata
brand = Baccarat
table = Stół { $table }
shoe_number = But { $number }
coup_number = Rozdanie { $number }
free_coup = Rozdanie bez zakładów
letter-player = P
letter-banker = B
letter-tie = T
side-player = Gracz
side-banker = Bankier
side-tie = Remis
position-player_1 = pierwsza karta Gracza
position-banker_1 = pierwsza karta Bankiera
position-player_2 = druga karta Gracza
position-banker_2 = druga karta Bankiera
position-player_3 = trzecia karta Gracza
position-banker_3 = trzecia karta Bankiera
ordinal-1 = 1.
ordinal-2 = 2.
ordinal-3 = 3.
rank-2 = dwójka
rank-3 = trójka
rank-4 = czwórka
rank-5 = piątka
rank-6 = szóstka
rank-7 = siódemka
rank-8 = ósemka
rank-9 = dziewiątka
rank-A = as
rank-T = dziesiątka
rank-J = walet
rank-Q = dama
rank-K = król
suit-S = pik
suit-H = kier
suit-C = trefl
suit-D = karo
card_name = { $rank } { $suit }
card_back = Zakryta karta
keyed = wpisana
total_of = { $side }, punkty
badge-natural = Natural { $total }
badge-pair = Para
badge-wins = Wygrywa
phase-closed = Stół jest zamknięty
phase-shoe_change = Wymiana buta
phase-burn = Spalanie kart
phase-ready = Za chwilę następne rozdanie
phase-betting = Proszę obstawiać
phase-no_more_bets = Koniec obstawiania
phase-dealing = Rozdawanie kart
phase-result = Potwierdzanie wyniku
phase-on_hold = Prosimy o chwilę cierpliwości
phase-shoe_over = Koniec tego buta
phase-void = Rozdanie unieważnione
outcome-player = Wygrywa Gracz
outcome-banker = Wygrywa Bankier
outcome-tie = Remis
score = { $high } do { $low }
burn-indicator_due = Pierwsza karta wskaże, ile kart zostanie spalonych
burn-indicator = Pierwsza karta: { $card }
burn-progress = Spalono { $done } z { $due }
hold-misread = Krupier ponownie skanuje kartę
hold-impossible_card = Trwa sprawdzanie karty
hold-card_before_close = Karta wyszła przed końcem obstawiania; trwa ustalanie, co dalej
hold-excess_card = Wyciągnięto o jedną kartę za dużo; trwa ustalanie, co się z nią stanie
hold-wrong_position = Karta jest przekładana na właściwe miejsce
hold-face_up_card = W bucie leżała odkryta karta; trwa ustalanie, co się z nią stanie
hold-reads_lost = Karty na stole są porównywane z ekranem
hold-draw_timeout = Czekamy na następną kartę; krupier został wezwany
hold-outcome_mismatch = Inspektor sprawdza wynik
hold-other = Krupier przerwał grę, aby coś sprawdzić
notice-void = Rozdanie unieważnione: { $reason }. Wszystkie stawki są zwracane.
notice-corrected = Rozdanie { $coup } poprawiono: { $outcome }. Powód: { $reason }.
notice-last_coup = Ostatnie rozdanie z tego buta
notice-cut_card = Wyszła karta tnąca
notice-closing = Po tym rozdaniu stół zostanie zamknięty
roads-heading = Drogi
roads-bead_plate = Koraliki
roads-big_road = Duża droga
roads-big_eye_boy = Wielkie oko
roads-small_road = Mała droga
roads-cockroach_pig = Karaluch
roads-ask_player = Jeśli Gracz
roads-ask_banker = Jeśli Bankier
roads-no_mark = brak znaku
roads-ink-red = znak czerwony
roads-ink-blue = znak niebieski
roads-described = { $road }, liczba znaków: { $count }, ostatni: { $last }
roads-empty = { $road }: brak znaków
roads-next = { $road }: { $ink }
roads-legend = P – Gracz, B – Bankier, T – remis. Czerwone znaki są pełne, niebieskie przerwane. Ukośnik to remis. Kropka w rogu to para: u góry Bankiera, u dołu Gracza.
statistics-heading = Ten but
statistics-coups = Rozdania
statistics-share = { $name }: { $count }, { $percent }
statistics-player_pairs = Pary Gracza
statistics-banker_pairs = Pary Bankiera
statistics-player_naturals = Naturale Gracza
statistics-banker_naturals = Naturale Bankiera
statistics-voids = Rozdania unieważnione
statistics-free = Rozdania bez zakładów
shoe-heading = But z kartami
shoe-left = Pozostało kart: { $left } z { $all }
link-connecting = Łączenie
link-live = Na żywo
link-reconnecting = Ponowne łączenie
link-refused = Brak połączenia
said-card = { $side }: { $card }. { $side } ma { $total ->
    [one] { $total } punkt
    [few] { $total } punkty
   *[other] { $total } punktów
}.
said-result = { $outcome }, { $score }.
said-burn_done = Karty zostały spalone.
said-burn_due = { $card }: { $burns ->
    [one] zostanie spalona { $burns } karta
    [few] zostaną spalone { $burns } karty
   *[other] zostanie spalonych { $burns } kart
}.
said-betting = Proszę obstawiać. { $seconds ->
    [one] { $seconds } sekunda
    [few] { $seconds } sekundy
   *[other] { $seconds } sekund
}.
said-hold_over = Wznawiamy grę.
said-corrected = Poprawka: { $position } to { $card }.

picture = Obraz ze studia
picture-delay = { $seconds ->
    [0] na żywo
   *[other] opóźnienie { $seconds } s
}
picture-connecting = Łączenie z obrazem…
picture-failed = Brak obrazu; gra toczy się bez niego.
picture-unsupported = Ta przeglądarka nie odtworzy obrazu; gra toczy się bez niego.
