# The words on the layout, as the game's own table of terms has them.
term-player = PLAYER
term-banker = BANKER
term-tie = TIE
term-pays_9_for_1 = PAYS 9 FOR 1
term-push = Push
term-returns = Theoretical return to the player
