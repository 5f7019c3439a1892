term-player = GRACZ
term-banker = BANKIER
term-tie = REMIS
term-pays_9_for_1 = WYPŁACA 9 DO 1
term-push = Push
term-returns = Teoretyczny zwrot dla gracza
