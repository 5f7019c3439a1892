title-wall = Meja bakarat: paparan
wall-last = Terakhir: { $outcome }
