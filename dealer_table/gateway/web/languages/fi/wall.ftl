title-wall = Baccarat-pöytä: näyttö
wall-last = Viimeksi: { $outcome }
