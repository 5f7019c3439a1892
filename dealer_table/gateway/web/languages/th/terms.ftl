term-player = ผู้เล่น
term-banker = เจ้ามือ
term-tie = เสมอ
term-pays_9_for_1 = จ่าย 9 ต่อ 1
term-push = พุช
term-returns = ผลตอบแทนต่อผู้เล่นทางทฤษฎี
