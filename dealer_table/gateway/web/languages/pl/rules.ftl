title-rules = Bakarat: zasady gry
rules-live = Stół na żywo
rules-touch = Baccarat Touch
rules-aim = Cel gry
rules-aim_text = Rozdawane są dwie ręce, Gracza i Bankiera. Obstawiasz, która z nich będzie bliżej 9, albo remis. To tylko nazwy rąk: możesz postawić na każdą z nich.
rules-packs_live = W bucie { $packs ->
    [one] jest { $packs } talia
    [few] są { $packs } talie
   *[other] jest { $packs } talii
} po 52 karty, bez jokerów. Karty rozdaje się na przemian: Gracz, Bankier, Gracz, Bankier, potem trzecie karty.
rules-packs_touch = Grasz w pojedynkę, 8 taliami po 52 karty, bez jokerów. Przed każdą rundą są one razem tasowane od nowa.
rules-values = Punktacja
rules-values_text = As liczy się za 1, karty od 2 do 9 według liczby, dziesiątki i figury za 0. Kolory nie mają znaczenia.
rules-score_text = Wynik ręki to ostatnia cyfra sumy, czyli od 0 do 9: 8 i 7 dają razem 15, więc wynik to 5. Wygrywa wyższy wynik; równe wyniki to remis.
rules-example = Na przykład as, 3 i 5 dają 9 i wygrywają z waletem, 2 i asem, które dają 3.
rules-natural = Natural
rules-natural_text = Dwie pierwsze karty o wyniku 8 lub 9 to natural, czyli naturalna ósemka lub dziewiątka. Wtedy nie dobiera się już kart, bez względu na inne zasady.
rules-third = Trzecia karta
rules-third_player = Gracz dobiera trzecią kartę przy wyniku od 0 do 5, a przy 6 lub 7 nie dobiera.
rules-third_stood = Jeśli Gracz nie dobrał, Bankier dobiera przy wyniku od 0 do 5, a przy 6 lub 7 nie dobiera.
rules-third_drew = Jeśli Gracz dobrał, decydują wynik Bankiera i karta dobrana przez Gracza:
rules-banker_score = Wynik Bankiera
rules-player_third = Trzecia karta Gracza
rules-draws = dobiera
rules-stands = pas
rules-bets = Zakłady i wypłaty
rules-bet = Zakład
rules-pays = Wypłata
rules-condition = gdy { $conditions }
rules-return = Zwrot dla gracza
rules-no_paytable = Tabela wypłat pojawi się po połączeniu ze stołem.
rules-to_one = 8:1 oznacza, że za stawkę 1 otrzymujesz 8 oraz zwrot stawki.
rules-closes = Tylko do rozdania { $coup } z buta
rules-tie_text = Przy remisie stawki na Gracza i Bankiera są zwracane.
rules-commission_text = Wygrana na Bankiera jest wypłacana 1:1, minus 5% prowizji.
rules-no_commission_text = Od wygranej na Bankiera nie ma prowizji; przy wygranej z wynikiem 6 wypłacana jest tylko połowa stawki.
rules-ez_text = Od wygranej na Bankiera nie ma prowizji; przy wygranej trzema kartami z wynikiem 7 stawka jest tylko zwracana.
rules-rounding_text = Kwotę zwracaną z pola zaokrągla się w dół do najmniejszej jednostki waluty, raz dla wszystkiego, co na nim leży.
rules-rounding_example = Przy prowizji stawka { $stake } na Bankiera daje zwrot { $returned }.
rules-table = Cały stół
rules-differential = Stawki na Gracza i Bankiera mogą się różnić najwyżej o { $amount }.
rules-limits = Limity
rules-limits_text = Każdy zakład ma minimum i maksimum. Większość maksimów jest podwójna: dla Ciebie i dla wszystkich przy stole razem.
rules-differential_text = Gracz i Bankier mają wspólny limit stołu: określa on, o ile suma stawek po jednej stronie może przewyższać sumę stawek po drugiej. Dlatego każda stawka po jednej stronie zwalnia miejsce po drugiej.
rules-refused_text = Zakład, który przekracza limit, jest złożony za późno lub nie ma pokrycia w saldzie, zostaje odrzucony w całości, z podaniem powodu.
rules-shoe = But z kartami
rules-burn_text = Pierwsza karta nowego buta jest pokazywana, po czym spala się bez pokazania tyle kart, ile wynosi jej wartość: dziesięć za dziesiątkę lub figurę. Dopiero potem zaczyna się obstawianie.
rules-cut_text = Blisko końca buta umieszczona jest karta tnąca. Gdy wyjdzie, bieżące rozdanie jest ostatnie; potem wszystkie karty są tasowane do nowego buta.
rules-incidents = Gdy coś pójdzie nie tak
rules-scanner_text = Każdą kartę odczytuje skaner. Jeśli mu się nie uda, krupier skanuje kartę ponownie, aż zostanie odczytana. Liczą się tylko karty odczytane przez skaner lub wpisane przez inspektora.
rules-void_text = Rozdanie, którego nie da się naprawić, zostaje unieważnione: wszystkie stawki są zwracane, a powód podajemy wszystkim.
rules-link_text = Rozpoczęte rozdanie toczy się do końca, nawet gdy utracisz połączenie lub obraz; wynik zobaczysz po powrocie. Rozdanie, które się nie zaczęło, zostaje odwołane, a stawki są zwracane.
rules-correction_text = Błąd wykryty po rozliczeniu jest poprawiany jawnie: rozliczana jest różnica, a oba zapisy pozostają.
rules-idle_text = Po { $ask } { $ask ->
    [one] rozdaniu
   *[other] rozdaniach
} bez zakładu pytamy, czy nadal grasz; po { $leave } miejsce zostaje zwolnione.
rules-highest_return = Najwyższy teoretyczny zwrot w tej grze wynosi { $percent }, przy zakładzie na Bankiera.
rules-how = Jak grać
rules-how_chip = Wybierz żeton: aktywny jest jeden nominał naraz, pozostałe znajdziesz, przewijając w lewo i w prawo.
rules-how_place = Każde dotknięcie pola GRACZ, BANKIER lub REMIS dodaje jeden żeton tego nominału.
rules-how_deal = „Rozdaj” rozpoczyna rundę.
rules-how_clear = „Wyczyść stawkę” zdejmuje wszystkie żetony; tak samo działa dotknięcie żetonów leżących na stole.
rules-how_rebet = „Powtórz stawkę” stawia zakłady z poprzedniej rundy i rozpoczyna rundę. „Powtórz stawkę ×2” robi to samo z podwojonymi zakładami.
rules-how_limits = Najmniejszy i największy zakład są podane przy MIN i MAKS.
rules-how_fun = W grze dla zabawy nie wszystkie funkcje są dostępne.
rules-touch_pays = GRACZ wypłaca 2 do 1: podwójną stawkę, wliczając postawioną. BANKIER wypłaca 2 do 1 minus 5% wygranej. REMIS wypłaca 9 do 1, a stawki na GRACZ i BANKIER są wtedy zwracane (push).
rules-more = Więcej informacji
rules-touch_unfinished = Co dzieje się z nieukończoną rundą i po jakim czasie kończy się nieaktywna sesja, określa regulamin kasyna.
rules-touch_malfunction = Usterka gry unieważnia rundy, których dotknęła; stawki z nich są zwracane.
rules-touch_fair = Kolejność kart jest ustalona, zanim postawisz: jej odcisk cyfrowy widać wcześniej, a samą kolejność później.
rules-terms = Terminy gry
rules-terms_english = Po angielsku
rules-terms_here = Tutaj
