title-wall = Meja bakarat: paparan
wall-last = Terkini: { $outcome }
