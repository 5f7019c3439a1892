title-wall = Baccarat table: display
wall-last = Last coup: { $outcome }
