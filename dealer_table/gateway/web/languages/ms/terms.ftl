term-player = PEMAIN
term-banker = PERBANKAN
term-tie = SERI
term-pays_9_for_1 = MEMBAYAR 9 UNTUK 1
term-push = Seri
term-returns = Pulangan teori kepada pemain
