title-wall = Stół do bakarata: ekran
wall-last = Ostatnio: { $outcome }
