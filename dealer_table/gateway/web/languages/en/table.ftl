language = Language
title-watcher = Baccarat table
brand = Baccarat
table = Table { $table }
shoe_number = Shoe { $number }
coup_number = Coup { $number }
free_coup = Free coup, no bets
letter-player = P
letter-banker = B
letter-tie = T
side-player = Player
side-banker = Banker
side-tie = Tie
position-player_1 = Player's first card
position-banker_1 = Banker's first card
position-player_2 = Player's second card
position-banker_2 = Banker's second card
position-player_3 = Player's third card
position-banker_3 = Banker's third card
ordinal-1 = 1st
ordinal-2 = 2nd
ordinal-3 = 3rd
rank-2 = Two
rank-3 = Three
rank-4 = Four
rank-5 = Five
rank-6 = Six
rank-7 = Seven
rank-8 = Eight
rank-9 = Nine
rank-A = Ace
rank-T = Ten
rank-J = Jack
rank-Q = Queen
rank-K = King
suit-S = spades
suit-H = hearts
suit-C = clubs
suit-D = diamonds
card_name = { $rank } of { $suit }
card_back = Card face down
keyed = keyed in
total_of = { $side } total
badge-natural = Natural { $total }
badge-pair = Pair
badge-wins = Wins
phase-closed = The table is closed
phase-shoe_change = The shoe is being changed
phase-burn = Burning cards
phase-ready = Next coup in a moment
phase-betting = Place your bets
phase-no_more_bets = No more bets
phase-dealing = Dealing
phase-result = Confirming the result
phase-on_hold = One moment, please
phase-shoe_over = This shoe is over
phase-void = This coup is void
outcome-player = Player wins
outcome-banker = Banker wins
outcome-tie = Tie
score = { $high } to { $low }
burn-indicator_due = The first card says how many are burned
burn-indicator = The first card was the { $card }
burn-progress = { $done } of { $due } burned
hold-misread = The dealer is reading a card again
hold-impossible_card = A card is being checked
hold-card_before_close = A card came before betting closed; how the game goes on is being decided
hold-excess_card = One card too many was drawn; what becomes of it is being decided
hold-wrong_position = A card is being put in its right place
hold-face_up_card = A card lay face up in the shoe; what becomes of it is being decided
hold-reads_lost = The cards on the table are being compared with the screen
hold-draw_timeout = The next card is late; the dealer has been told
hold-outcome_mismatch = The result is being checked by the supervisor
hold-other = The dealer has stopped for a check
notice-void = Coup void: { $reason }. Every stake goes back.
notice-corrected = Coup { $coup } was put right: { $outcome }. Reason: { $reason }.
notice-last_coup = Last coup of this shoe
notice-cut_card = The cut card is out
notice-closing = The table closes after this coup
roads-heading = Roads
roads-bead_plate = Bead plate
roads-big_road = Big road
roads-big_eye_boy = Big eye boy
roads-small_road = Small road
roads-cockroach_pig = Cockroach pig
roads-ask_player = If Player
roads-ask_banker = If Banker
roads-no_mark = no mark
roads-ink-red = red
roads-ink-blue = blue
roads-described = { $count ->
    [one] { $road }: one mark, { $last }
   *[other] { $road }: { $count } marks, the last one { $last }
}
roads-empty = { $road }: empty
roads-next = { $road }: { $ink }
roads-legend = P is Player, B is Banker, T is a tie. Red marks are whole, blue marks are broken. A slash is a tie. A corner dot is a pair: Banker above, Player below.
statistics-heading = This shoe
statistics-coups = Coups
statistics-share = { $name }: { $count }, { $percent }
statistics-player_pairs = Player pairs
statistics-banker_pairs = Banker pairs
statistics-player_naturals = Player naturals
statistics-banker_naturals = Banker naturals
statistics-voids = Void coups
statistics-free = Free coups
shoe-heading = The shoe
shoe-left = { $left } of { $all } cards left
link-connecting = Connecting
link-live = Live
link-reconnecting = Reconnecting
link-refused = Not connected
said-card = { $side }: { $card }. { $side } has { $total }.
said-result = { $outcome }, { $score }.
said-burn_done = The burn is done.
said-burn_due = { $card }: { $burns ->
    [one] one card is burned
   *[other] { $burns } cards are burned
}.
said-betting = Place your bets. { $seconds ->
    [one] One second
   *[other] { $seconds } seconds
}.
said-hold_over = The game goes on.
said-corrected = { $position } is the { $card }.

picture = Studio picture
picture-delay = { $seconds ->
    [0] live
   *[other] { $seconds } s behind the table
}
picture-connecting = The picture is coming …
picture-failed = The picture does not come; the table goes on without it.
picture-unsupported = This browser cannot play this picture; the table goes on without it.
