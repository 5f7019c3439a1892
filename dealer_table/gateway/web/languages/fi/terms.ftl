term-player = PELAAJA
term-banker = PANKKIIRI
term-tie = TASAN
term-pays_9_for_1 = Voittaa 9 1:lle
term-push = Tasan
term-returns = Teoreettinen palautus pelaajalle
