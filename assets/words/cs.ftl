# Everything a player reads, in Czech. The nouns are those of the Czech rulebook of Hawaii.
# What a player types is English in every language: { $typed } is such a line.
# What is filled in stands in the nominative: sentences are built around it, with a colon, quotes or brackets.

## Goods

goods-shells = { $n ->
    [one] { $n } mušle
    [few] { $n } mušle
   *[other] { $n } mušlí
}
goods-feet = { $n ->
    [one] { $n } šlápota
    [few] { $n } šlápoty
   *[other] { $n } šlápot
}
goods-fruits = { $n ->
    [one] { $n } ovoce
   *[other] { $n } ovoce
}
goods-nothing = nic
decimal-mark = ,
list-and = { $first } a { $last }
list-comma = { $first }, { $last }
list-apart = { $first }; { $last }

## Tiles

tile-shell-hut = mušlová chýše
tile-foot-hut = šlápotová chýše
tile-spear-hut = oštěpová chýše
tile-exchange-hut = směnná chýše
tile-long-hut = dlouhá chýše
tile-breadfruit = chlebovník
tile-taro = taro
tile-coconut = kokos
tile-banana = banán
tile-irrigation = zavlažování
tile-surfer = surfař
tile-hula = tanečnice hula
tile-boat = člun
tile-kahuna = kahuna
tile-tiki = tiki
tile-ku = KU
tile-kane = KANE
tile-pele = PELE
tile-lono = LONO
tile-laka = LAKA
tile-kanaloa = KANALOA
tile-one = { $tile } I
tile-two = { $tile } II
kahunas = { $n ->
    [one] { $n } kahuna
    [few] { $n } kahuny
   *[other] { $n } kahun
}
tikis = { $n ->
    [one] { $n } tiki
   *[other] { $n } tiki
}
points = { $n ->
    [one] { $n } bod
    [few] { $n } body
   *[other] { $n } bodů
}

## Places

place-gods = bohové
place-tikis = tiki
place-kahunas = kahuny
place-long-huts = dlouhé chýše
place-spears-and-exchange = oštěpy a směna
place-shells-and-feet = mušle a šlápoty
place-dancers-and-surfers = tanečnice a surfaři
place-boats-and-water = čluny a zavlažování
place-breadfruit-and-taro = chlebovník a taro
place-coconut-and-banana = kokos a banán
at-beach = na pláži
at-cove = v rybářské zátoce
at-dock = v doku { $dock }
at-place = na místě „{ $place }“
at-left = pasuje, políčko { $space }

## Prices, boats, fish

price-plain = { $worth }
price-spears = { $worth }⚔
boat-fishing = rybářský člun
boat-one = { $n ->
    [one] { $n } člun I
    [few] { $n } čluny I
   *[other] { $n } člunů I
}
boat-two = { $n ->
    [one] { $n } člun II
    [few] { $n } čluny II
   *[other] { $n } člunů II
}
fish-tokens = { $n ->
    [one] { $n } žeton { $fish ->
        [one] s { $fish } rybou
       *[other] se { $fish } rybami
    }
    [few] { $n } žetony po { $fish ->
        [one] { $fish } rybě
       *[other] { $fish } rybách
    }
   *[other] { $n } žetonů po { $fish ->
        [one] { $fish } rybě
       *[other] { $fish } rybách
    }
}

## What happens

event-moved-place = { $who } jde na místo „{ $place }“.
event-moved-stay = { $who } zůstává na místě „{ $place }“.
event-moved-beach = { $who } jde na pláž a čeká.
event-moved-cove = { $who } jde do rybářské zátoky.
event-moved-dock = { $who } jde do doku { $dock }.
event-paid = { $goods ->
    [nic] { $who } neplatí nic.
   *[other] { $who } platí: { $goods }.
}
event-gave-kane = { $who } dává bohu KANE: { $goods }.
event-took-price = { $who } bere z místa „{ $place }“ cenový žeton { $price }.
event-built = { $who } přidává do vesnice { $row }: { $tile }.
event-got-boat = { $who } získává { $boat }.
event-got-kahunas = { $who } získává: { $kahunas }.
event-got-tikis = { $who } získává { $tikis }.
event-gained-income = { $who } dostává příjem: { $goods }.
event-gained-irrigation = { $who } získává díky zavlažování: { $goods }.
event-gained-island = { $who } získává na ostrově: { $goods }.
event-gained-space = { $who } získává za obsazené políčko: { $goods }.
event-scored-spears = { $who } získává { $points } za zkřížené oštěpy.
event-scored-dock = { $who } získává { $points } za dok.
event-scored-island = { $who } získává { $points } na ostrově.
event-scored-people = { $who } získává { $points } za spokojený lid.
event-scored-lono = { $who } získává { $points } za boha LONO.
event-scored-first-space = { $who } získává { $points } za políčko 1.
event-fished = { $who } bere ze zátoky { $catch }.
event-launched = { $who } posílá na moře { $boats }.
event-visited = { $who } navštěvuje ostrov: { $gift }.
event-no-gift-none-left = Takové destičky už došly, a tak { $who } získává jen body za dok.
event-no-gift-no-room = { $who } nemá pro destičku místo a získává jen body za dok.
event-declined = { $who } nedává bohu KANE nic.
event-left = { $who } pasuje a obsazuje políčko { $space } v pořadí hráčů.
event-left-price = { $who } pasuje, obsazuje políčko { $space } v pořadí hráčů a bere si cenový žeton { $price }.
event-god-uncovered = Na vrchu sloupečku je teď { $god }.
event-god-last = Tento sloupeček bohů je prázdný.
event-summed-pleased = { $who } má součet { $sum } a potřebuje { $needed }: lid je spokojený.
event-summed-missed = { $who } má součet { $sum } a potřebuje { $needed }: lid spokojený není.
event-round-over = Konec { $round }. kola.
event-round-begins = Začíná { $round }. kolo.
event-final = { $who } získává v závěrečném bodování { $points }: kahuny { $kahunas }, zavlažování { $irrigations }, tanečnice hula { $hulas }, dlouhé chýše { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-tile = { $tile }
gift-fruit-tile = ovocná destička II
gift-gone = navštívený

## What can be done

action-move = move { $name }: jít na místo „{ $place }“
action-move-stay = move { $name }: zůstat na místě „{ $place }“
action-fish = fish { $list }: vzít { $catch }
action-sail = sail { $dock }: navštívit ostrov ({ $gift })
action-wait = wait: nedělat nic a čekat na pláži
action-pass = pass { $space }: pasovat a obsadit políčko { $space }
action-pass-price = pass { $space }: pasovat, obsadit políčko { $space } a vzít si cenový žeton { $price }
action-buy = buy { $name } { $price }: { $tile } za { $cost }
action-buy-double = buy { $name } { $price } double: { $tile } za { $cost }
action-pay = { $typed }: { $goods ->
    [nic] neplatit nic
   *[other] zaplatit ({ $goods })
}
action-launch = { $typed }: poslat na moře { $boats }
action-pick = { $typed }: vzít si destičku „{ $tile }“
action-build = build in village { $row }: přidat do vesnice { $row }
action-build-new = begin village { $row }: založit vesnici { $row }
action-left-stack = take it from the left stack: vzít z levého sloupečku, kde { $n ->
    [one] je { $n } bůh
    [few] jsou { $n } bohové
   *[other] je { $n } bohů
 }
action-right-stack = take it from the right stack: vzít z pravého sloupečku, kde { $n ->
    [one] je { $n } bůh
    [few] jsou { $n } bohové
   *[other] je { $n } bohů
 }
action-offer = { $typed }: { $goods } bohu KANE za tiki
action-decline = give KANE nothing: nedat bohu KANE nic
action-harvest = { $typed }: { $goods } ze zavlažování

## Why something cannot be done

refusal-game-over = Hra skončila.
refusal-something-else-first = Tohle teď udělat nejde.
refusal-answer-first = Nejdřív odpověz na tohle: { $question }
refusal-no-price-token = Na místě „{ $place }“ už není žádný cenový žeton.
refusal-no-tile = Na místě „{ $place }“ už není žádná destička.
refusal-nothing-fits = Nic z toho, co se prodává na místě „{ $place }“, nemáš podle pravidel kam dát.
refusal-nothing-left-to-buy-with = Kde se zastavíš, tam musíš něco koupit. Po této cestě by ti ale na nejlevnější destičku { $missing ->
    [one] chyběla { $missing } mušle
    [few] chyběly { $missing } mušle
   *[other] chybělo { $missing } mušlí
 }.
refusal-not-sold-here = Na místě „{ $place }“ se neprodává: { $tile }.
refusal-no-such-price = Cenový žeton { $price } tu není.
refusal-too-few-tiles = Destiček „{ $tile }“ už nezbývá dost: chybí { $missing }.
refusal-god-not-on-top = { $god } není na vrchu žádného ze sloupečků.
refusal-no-kahuna-space = Pro kahuny ti chybí { $missing ->
    [one] { $missing } volné políčko
    [few] { $missing } volná políčka
   *[other] { $missing } volných políček
 }.
refusal-no-tiki-space = Pro tiki ti chybí { $missing ->
    [one] { $missing } volné políčko
    [few] { $missing } volná políčka
   *[other] { $missing } volných políček
 }.
refusal-no-village-for = Destičku „{ $tile }“ už nejde přidat do žádné tvé vesnice.
refusal-god-only-once = { $god } už ve tvé říši je a každého boha můžeš mít jen jednou.
refusal-one-god-per-village = Ve vesnici { $row } už jeden bůh je.
refusal-second-of-its-kind = Ve vesnici { $row } už taková destička je: { $tile }.
refusal-village-needs-hut = Vesnice { $row } zatím není založená a založit ji můžeš jen chýší.
refusal-row-skipped = Vesnice se zakládají shora a bez mezer: na řadě je vesnice { $next }.
refusal-too-little = Na to ti ještě chybí { $good ->
    [shells] { $missing ->
        [one] { $missing } mušle
        [few] { $missing } mušle
       *[other] { $missing } mušlí
    }
    [feet] { $missing ->
        [one] { $missing } šlápota
        [few] { $missing } šlápoty
       *[other] { $missing } šlápot
    }
   *[fruits] { $missing } ovoce
 }.
refusal-wrong-sum = Cena je { $cost }, tvoje platba má ale hodnotu { $paid }.
refusal-not-in-purse = Na takovou platbu ti chybí { $good ->
    [shells] { $missing ->
        [one] { $missing } mušle
        [few] { $missing } mušle
       *[other] { $missing } mušlí
    }
    [feet] { $missing ->
        [one] { $missing } šlápota
        [few] { $missing } šlápoty
       *[other] { $missing } šlápot
    }
   *[fruits] { $missing } ovoce
 }.
refusal-mixed = V jedné platbě nejde míchat různé suroviny. { $power ->
    [0] Pomohla by směnná chýše.
    [one] Směnou můžeš nahradit { $power } surovinu, tady je ale potřeba nahradit { $turned }.
    [few] Směnou můžeš nahradit { $power } suroviny, tady je ale potřeba nahradit { $turned }.
   *[other] Směnou můžeš nahradit { $power } surovin, tady je ale potřeba nahradit { $turned }.
}
refusal-cove-empty = Rybářská zátoka je prázdná.
refusal-fish-nothing = Vyber aspoň jeden rybí žeton.
refusal-not-in-cove = V zátoce není tolik žetonů { $fish ->
    [one] s { $fish } rybou
   *[other] se { $fish } rybami
 }: chybí { $missing }.
refusal-boats-too-small = Na člunech ti chybí místo pro { $missing ->
    [one] { $missing } šlápotu
    [few] { $missing } šlápoty
   *[other] { $missing } šlápot
}.
refusal-not-ashore = Takové čluny na břehu nemáš.
refusal-more-boats-than-needed = Tolik člunů není potřeba.
refusal-no-island = Ostrov u doku { $dock } už v tomto kole někdo navštívil.
refusal-everybody-waited = Všichni už se v čekání vystřídali: teď musíš něco udělat, nebo pasovat.
refusal-no-such-space = V této hře má pořadí hráčů jen { $spaces ->
    [one] { $spaces } políčko
    [few] { $spaces } políčka
   *[other] { $spaces } políček
 }: vyber si číslo od 1 do { $spaces }.
refusal-space-taken = Políčko { $space } už je obsazené.
refusal-no-fruit-tile = Destičky „{ $tile }“ už došly.
refusal-kane-takes = KANE chce přesně { $goods ->
    [one] { $goods } surovinu
    [few] { $goods } suroviny
   *[other] { $goods } surovin
 }, nebo nic.

## The board

board-title = Hawaii, { $round }. kolo z 5. Lid chce součet { $sum }. Body: první místo { $first }, druhé { $second }, ostatní { $others }.
board-over = Hra skončila.
board-turn = Na tahu je { $who }.
board-order = Pořadí hráčů: { $list }
board-spaces = Políčka v pořadí hráčů: { $list }
board-space-free = { $space } (volné)
board-space-price = { $space } (žeton { $price })
board-space-taken = { $space } ({ $who })
board-row = { $row }. řada od pláže
board-place = { $name }: { $wares }; ceny: { $prices }
board-place-nobody = žádné
board-here = stojí tu: { $list }
board-cove = Rybářská zátoka: { $catch }
board-cove-empty = nic
board-dock = Dok { $dock }: { $feet } za { $points }; ostrov: { $gift }
board-islands = Ostrovy ležící lícem dolů: { $hidden }.
board-gods = { $gods } ({ $left ->
    [one] zbývá { $left }
    [few] zbývají { $left }
   *[other] zbývá { $left }
 })
board-gods-gone = prázdný sloupeček
board-realm = { $who }, místo u stolu { $seat }: { $points }, { $at }
board-goods = suroviny: { $goods }
board-goods-hidden = suroviny za zástěnou
board-village = vesnice { $row }: { $tiles } (délka { $length }{ $scored ->
    [yes] , dosahuje k tiki
   *[no] {""}
})
board-start-hut = počáteční chýše
board-spirits = { $kahunas }, { $tikis }
board-boats = čluny na břehu: { $ashore }; na moři: { $launched }
board-none = žádné
board-tokens = žetony v tomto kole: { $prices } (součet { $sum }, potřeba { $needed }); rybí žetony: { $fish }
board-end = závěrečné bodování by přidalo { $points }

## The end

standing = { $rank }. { $who }: { $points }
winner = { $who } vítězí.
winner-of-tie = Při rovnosti bodů vítězí { $who }.
winners = O vítězství se dělí { $who }.

## At the terminal

terminal-welcome = Sedíš na místě { $seat }. Napiš help a dozvíš se, co všechno můžeš psát.
terminal-seed = Tato hra má semínko { $seed }: s `--seed { $seed }` si ji zahraješ znovu.
play-turn = Jsi na tahu. Co uděláš?
play-shop = Co koupíš?
play-pay = Cena je { $cost }. Jak ji zaplatíš?
play-launch = Které čluny pošleš na moře?
play-pick = Kterou ovocnou destičku si vezmeš?
play-build = Kam dáš destičku „{ $tile }“?
play-which-stack = Na vrchu obou sloupečků je { $god }. Ze kterého si tuto destičku vezmeš?
play-kane = Dáš bohu KANE { $goods ->
    [one] { $goods } surovinu
    [few] { $goods } suroviny
   *[other] { $goods } surovin
 } za tiki?
play-harvest = Co si vezmeš ze zavlažování?
terminal-choose = Napiš choose a číslo:
play-unknown = Slovo „{ $word }“ neznám. Napiš help a dozvíš se, co všechno můžeš psát.
play-which = „{ $word }“ může znamenat: { $list }.
play-none-such = Nic s názvem „{ $word }“ tu není.
play-unlike = Nic s názvem „{ $word }“ tu není. Nejpodobnější názvy: { $list }.
play-needs = Napiš to takhle: { $usage }.
play-no-choice = Možnost číslo { $number } teď na výběr není.
play-no-such-number = Nic s číslem { $word } tu není.
play-no-such-disc = Žeton { $word } neexistuje: číselné žetony jsou od 1 do { $last }.
play-walk-first = Kupovat můžeš jen tam, kde stojíš: nejdřív se přesuň na nějaké místo.
play-not-heeded = Tohle jde, ale ne s vesnicí nebo platbou, kterou uvádíš. Zkus ji vynechat.
play-asks-first = Nejdřív je potřeba rozhodnout něco jiného: { $list }. Připiš i odpověď, nebo vynech způsob platby.
terminal-undone = Vzato zpět.
terminal-not-undone = Nemáš co vzít zpět: tvůj poslední krok odhalil něco skrytého, nebo po tobě už hrál někdo jiný.
terminal-hint = { $n }. { $turn }: na konci asi { $points }, šance na výhru { $chance } %
terminal-hint-why = Proč: { $reasons }.
terminal-bye = U stolu už nesedíš.
play-help =
    move PLACE          jít na místo, nebo na něm zůstat (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        koupit destičku; když cenu neuvedeš, s nejlevnějším žetonem
    fish N ...          vzít ze zátoky žetony podle počtu ryb (fish 3 1)
    sail DOCK           navštívit ostrov u doku
    wait                nedělat nic a čekat na pláži
    pass SPACE          pasovat: skončit v tomto kole a obsadit políčko v pořadí hráčů
    choose N            odpovědět na otázku číslem
    village N, take TARO, give KANE 2 shells, launch the fishing boat: další odpovědi
    pay 2 shells ...    jak zaplatit, na konci move, buy, fish nebo sail
    board, realms       ukázat hrací desku, nebo co kdo má
    options             ukázat všechno, co teď můžeš udělat
    hint                poradit nejlepší tah
    rules [TOPIC]       pravidla ve zkratce, nebo k jednomu heslu (rules tiki)
    undo                vzít zpět poslední krok
    quit                odejít od stolu

# --- Haleakala ---

## Pieces

hal-card-statue = socha
hal-card-lava-priestess = lávová kněžka
hal-card-shell = mušle
hal-card-lava = láva
hal-card-white-pearl = bílá perla
hal-card-black-pearl = černá perla
hal-card-nautilus = nautilus
hal-card-fish = { $n ->
    [one] { $n } koš ryb
    [few] { $n } koše ryb
   *[other] { $n } košů ryb
}
hal-a-card-statue = socha
hal-a-card-lava-priestess = lávová kněžka
hal-a-card-shell = mušle
hal-a-card-lava = láva
hal-a-card-white-pearl = bílá perla
hal-a-card-black-pearl = černá perla
hal-a-card-nautilus = nautilus
hal-card-butterflies = motýli
hal-card-statue-majority = převaha soch
hal-card-complete-segment = celý úsek
hal-card-forest-statues = sochy v lese
hal-card-mountain-statues = sochy na hoře
hal-grassland = louka
hal-forest = les
hal-mountain = hora
hal-site = { $terrain } { $segment }
hal-hut = chýše na pláži { $segment }
hal-clockwise = po směru hodinových ručiček
hal-counterclockwise = proti směru hodinových ručiček

## What happens

hal-event-placed = { $who } pokládá žeton { $disc } na pláž { $segment }.
hal-event-invoked = { $who } přidává vyvolávací žeton.
hal-event-took-back = { $who } bere žeton { $disc } zpět z pláže { $segment }.
hal-event-walked = { $who } přesouvá šamana na pole { $site }.
hal-event-sailed = Loď doplouvá k úseku { $segment }.
hal-event-received = { $who } dostává kartu „{ $card }“.
hal-event-nothing-left = { $who } odchází s prázdnou.
hal-event-built = { $who } staví sochu na poli { $site }.
hal-event-no-statue = { $who } teď nemůže postavit sochu.
hal-event-no-lava-to-move = { $who } má kněžku, ale na sopce není žádná láva.
hal-event-lava-moved = { $who } přesouvá lávu z kráteru { $from } do kráteru { $to }.
hal-event-lava-left = { $who } nechává lávu tam, kde je.
hal-event-invocation-back = { $who } bere zpět vyvolávací žeton.
hal-event-bought = { $who } kupuje kartu „{ $ware }“ za { $shells ->
    [one] { $shells } mušli.
    [few] { $shells } mušle.
   *[other] { $shells } mušlí.
}
hal-event-bought-nothing = { $who } nekupuje nic.
hal-event-discs-back = Číselné žetony z pláže { $segment } se vracejí hráčům.
hal-event-laid = Nová karta u úseku { $segment }: { $card }.
hal-event-lava-card = Karta lávy! V kráteru { $segment } stoupá láva.
hal-event-lava-rose = V kráteru { $segment } stoupá láva.
hal-event-no-lava-left = Všechny čtyři lávové žetony už jsou ve hře.
hal-event-first-scoring = Balíček se dvěma palmami je prázdný: následuje první bodování.
hal-event-second-scoring = Loď už nenachází žádné karty: následuje druhé a poslední bodování.
hal-event-destroyed = Láva ničí sochu na poli { $site }. Přichází o ni { $who }.
hal-event-scored = { $who } získává { $points }: sochy { $statues }, ryby { $fish }, perly { $pearls }, nautilus { $nautilus }, bodovací karty { $cards }, mušle { $shells }.
hal-event-second-round = Začíná druhé kolo.

## What can be done

hal-action-place = place { $disc } { $segment }: položit žeton { $disc } na pláž { $segment }
hal-action-invoke = invoke { $disc }: položit žeton { $disc } k lodi i s vyvolávacím žetonem
hal-action-take = take { $disc }: vzít žeton { $disc } zpět do ruky
hal-action-boat = boat: posunout loď o jeden úsek
hal-action-walk = { $typed }: přesunout šamana na pole { $site }
hal-action-stay = stay: nechat šamana tam, kde je
hal-action-choose = { $typed }: vzít si kartu „{ $card }“
hal-action-lava = { $typed }: přesunout lávu z kráteru { $segment } { $direction }
hal-action-leave-lava = leave: nechat lávu tam, kde je
hal-action-buy = { $typed }: koupit kartu „{ $ware }“ za { $shells ->
    [one] { $shells } mušli
    [few] { $shells } mušle
   *[other] { $shells } mušlí
}
hal-action-buy-nothing = buy nothing: nekupovat nic

## Why something cannot be done

hal-refusal-disc-not-in-hand = Tvůj žeton { $disc } už leží na pláži { $segment }.
hal-refusal-disc-in-hand = Žeton { $disc } máš ještě v ruce.
hal-refusal-equal-sums = Oba součty na pláži { $segment } by byly stejné ({ $sum }), a to nejde: musí se lišit.
hal-refusal-no-invocation = V základní hře vyvolávací žetony nejsou.
hal-refusal-invocation-not-in-hand = Tvůj vyvolávací žeton už leží na pláži { $segment }.
hal-refusal-discs-in-hand = Loď můžeš posunout, až položíš všechny své číselné žetony: v ruce ti jich ještě { $discs ->
    [one] zbývá { $discs }
    [few] zbývají { $discs }
   *[other] zbývá { $discs }
 }.
hal-refusal-too-many-quiet-turns = Už { $turns ->
    [one] { $turns } tah
    [few] { $turns } tahy
   *[other] { $turns } tahů
 } nikdo nedostal kartu. Podle domácího pravidla teď nejde brát žetony zpět, dokud ji někdo nedostane.
hal-refusal-too-far = Šaman udělá nanejvýš dva kroky, z toho jen jeden do kopce, a nikdy nesmí na pláž ani do kráteru.
hal-refusal-other-shaman = Stojí tam druhý šaman.
hal-refusal-no-such-card = Taková karta tu není: { $card }.
hal-refusal-no-lava = V kráteru { $segment } žádná láva není.
hal-refusal-must-move-lava = Když je na sopce láva, kněžka musí nějakou přesunout.
hal-refusal-sold = Tato karta už je prodaná: { $card }.
hal-refusal-priestess-gone = Lávovou kněžku z nabídky už si v tomto kole někdo koupil.
hal-refusal-too-few-shells = Na to ti ještě chybí { $missing ->
    [one] { $missing } mušle.
    [few] { $missing } mušle.
   *[other] { $missing } mušlí.
}

## The board

hal-board-title = Haleakala, { $round }. kolo ze 2.
hal-board-segment = Úsek { $segment }: { $cards }
hal-board-discs = { $who } má { $discs } (součet { $sum })
hal-board-invocation = vyvolávací žeton ({ $who })
hal-board-statue = socha: { $terrain } ({ $who })
hal-board-lava = { $n } × láva
hal-board-boat = loď
hal-board-piles = Zbývající karty: { $one } s jednou palmou, { $two } se dvěma, { $three } se třemi.
hal-board-quiet = Tahy bez karty: { $n } ze { $most }.
hal-board-display = Nabídka: { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] { $shells } mušle
    [few] { $shells } mušle
   *[other] { $shells } mušlí
})
hal-board-sold = { $ware } (má { $who })
hal-board-player = { $who }, místo u stolu { $seat }: { $points }; šaman: { $at }; žetony v ruce: { $discs }; mušle: { $shells }; nasbírané karty: { $kept }; zbývající sochy: { $statues }
hal-board-now = bodování by teď přidalo { $points }

## At the terminal

hal-play-shaman = Kam půjde tvůj šaman?
hal-play-choose = Kterou kartu si vezmeš?
hal-play-priestess = Kterou lávu přesuneš?
hal-play-purchase = Co koupíš?
hal-play-help =
    place DISC SEGMENT  položit číselný žeton na pláž: u lodi posune loď,
                        jinde může tvůj šaman popojít (place 3 5)
    invoke DISC         položit číselný žeton k lodi i s vyvolávacím žetonem
    take DISC           vzít číselný žeton zpět; potom může tvůj šaman popojít
    boat                posunout loď o jeden úsek, až položíš všechny své žetony
    move TERRAIN N      kam šaman půjde: grassland, forest nebo mountain (move forest 3); stay
    take CARD           kterou kartu si vezmeš (take shell)
    lava N clockwise    kterou lávu kněžka přesune, nebo counterclockwise; leave
    buy NAME            koupit z nabídky (buy forest); buy nothing
    choose N            odpovědět na otázku číslem
    board, players      ukázat sopku, nebo co oba hráči mají
    options             ukázat všechno, co teď můžeš udělat
    hint                poradit nejlepší tah
    rules [TOPIC]       pravidla ve zkratce, nebo k jednomu heslu (rules láva)
    undo                vzít zpět poslední krok
    quit                odejít od stolu

# --- In few words ---
# A turn is a line of parts, with dots between them: **Ana** · bohové, 2 šlápoty · KANE I ve vesnici 1 (4 mušle).

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
brief-times = { $part } ({ $n }×)
brief-other = { $who }: { $what }
brief-place = { $place }
brief-stay = opět { $place }
brief-cove = rybářská zátoka
brief-dock = dok { $dock }
brief-waits = čeká na pláži
brief-paid = { $part }, { $goods }
brief-bought = { $what } ({ $cost })
brief-built = { $tile } ve vesnici { $row }
brief-kane = { $goods } pro boha KANE
brief-declined = nic pro boha KANE
brief-gained = +{ $goods }
brief-spears = +{ $points } (oštěpy)
brief-no-gift = z ostrova nic
brief-left = pasuje, políčko { $space }
brief-left-price = bere žeton { $price }
brief-uncovered = objevuje se { $god }
brief-earlier = { $n ->
    [one] Ještě { $n } dřívější tah najdeš pod tlačítkem „{ $button }“.
    [few] Ještě { $n } dřívější tahy najdeš pod tlačítkem „{ $button }“.
   *[other] Ještě { $n } dřívějších tahů najdeš pod tlačítkem „{ $button }“.
}
brief-round-over = **Konec { $round }. kola.** Součet žetonů / potřeba, body, příjem:
brief-round-row = `{ $sum } / { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Konec { $round }. kola.** Součet žetonů / potřeba, body:
brief-last-round-row = `{ $sum } / { $needed } { $points }` **{ $who }**

hal-brief-placed = žeton { $disc } na pláž { $segment }
hal-brief-invoked = s vyvolávacím žetonem
hal-brief-took-back = žeton { $disc } zpět z pláže { $segment }
hal-brief-walked = šaman na pole { $site }
hal-brief-sailed = loď k úseku { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = { $who } nedostává nic
hal-brief-built = na poli { $site }
hal-brief-in-vain = bez účinku
hal-brief-lava-moved = láva z kráteru { $from } do { $to }
hal-brief-lava-left = láva zůstává
hal-brief-bought = kupuje { $what }
hal-brief-ware = kartu „{ $ware }“ za { $shells ->
    [one] { $shells } mušli
    [few] { $shells } mušle
   *[other] { $shells } mušlí
}
hal-brief-lava-rose = v kráteru { $segment } stoupá láva
hal-brief-no-lava-left = všechny lávové žetony už jsou ve hře
hal-brief-first-scoring = **První bodování.**
hal-brief-second-scoring = **Druhé bodování.**
hal-brief-destroyed = Láva ničí sochu na poli { $site }. Přichází o ni { $who }.
hal-brief-scored = `{ $points }` **{ $who }** · { $list }
hal-brief-scored-nothing = `{ $points }` **{ $who }**

# The end: who won, everybody, and a table of all points, whose rows have short names.
podium-title = **{ $winner }**
podium-line = { $rank } **{ $who }** · { $points }
decided = Co rozhodlo: { $what }, { $more } proti { $less }.
sheet-people = lid
sheet-lono = LONO
sheet-spears = oštěpy
sheet-dock = doky
sheet-island = ostrovy
sheet-first-space = políčko 1
sheet-kahunas = kahuny
sheet-irrigations = zavlažování
sheet-hulas = tanečnice
sheet-long-huts = dl. chýše
sheet-laka = LAKA
sheet-kanaloa = KANALOA
sheet-statues = sochy
sheet-fish = ryby
sheet-pearls = perly
sheet-nautilus = nautilus
sheet-cards = karty
sheet-shells = mušle
sheet-total = celkem

# --- The chat ---

## Tables

title-hawaii = Hawaii
title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **Stůl pro hru { $game }.** { $free ->
    [0] Všechna místa jsou obsazená.
    [one] Jedno místo je volné.
    [few] { $free } místa jsou volná.
   *[other] { $free } míst je volných.
}
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (přidává slovo k míchání)
chat-lobby-computer = • { $who } (počítač, { $level })
chat-level-random = náhodný
chat-level-greedy = chamtivý
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = K odvetě ještě chybí: { $players }. Své místo zabereš tlačítkem „{ chat-button-join }“.
chat-lobby-options = Odchylky od tištěných pravidel:
chat-lobby-option = - { $meaning }
chat-lobby-closed = Tento stůl nejde sledovat z jiných kanálů.
option-hawaii-goods-open = Mušle, šlápoty a ovoce leží odkrytě: všichni vidí, co kdo má.
option-hawaii-tikis-seven = Do říše se vejde sedm tiki, ne jen šest.
option-hawaii-last_first_space-scores_nothing = Po posledním kole nepřináší políčko 1 žádné body.
option-hawaii-tie_break-shared = Při rovnosti bodů je vítězství společné: zbylé suroviny nerozhodují.
option-hawaii-rows-may_be_skipped = Novou vesnici jde založit v kterékoli prázdné řadě.
option-hawaii-exchange-each_payment = Směnná chýše pomáhá při každé platbě v tahu, ne jen při jedné.
option-hawaii-ranking-everyone = Na konci kola se řadí všechny součty, i ty příliš nízké, za které body nejsou.
option-haleakala-lava-invoked = Taktická varianta: lávu řídí vyvolávací žetony a těsně před bodováním nikdo nic nekupuje.
option-haleakala-priestess-may_decline = Lávová kněžka smí nechat lávu tam, kde je.
option-haleakala-shuffling-forty_turns = Když čtyřicet tahů nikdo nedostane kartu, nejde brát žetony zpět, dokud ji někdo nedostane.
chat-shuffle-sealed = -# Míchání je zapečetěné.
chat-button-shuffle = O míchání
chat-shuffle-about = Stůl má od otevření tajné číslo, podle kterého se míchá. Tahle pečeť dokazuje, že se nemění: { $commitment }
chat-shuffle-word = Chceš míchání ovlivnit? Než hra začne, přidej k němu vlastní slovo.
chat-shuffle-check = K tajnému číslu se přidají slova hráčů a ID zprávy o začátku hry, které předem nikdo nezná. Po hře si podle záznamu může míchání každý ověřit.
chat-button-join = Přisednout
chat-button-leave = Odejít
chat-button-word = Přidat slovo
chat-button-invite = Pozvat
chat-invite-menu = Koho chceš pozvat?
chat-invite-pick = Vyber někoho
chat-button-set-up = Nastavit
chat-set-up = **Nastav tento stůl.** Každá volba platí hned a uvidí ji všichni.
chat-set-up-seats = Počet míst: { $n }
chat-about-seats = Počet hráčů i s tebou: { $n }
chat-about-pace-none = Čas nikomu nevyprší, jen připomenu, kdo je na tahu
chat-about-pace-turn = Tak dlouho smí trvat každý tah
chat-about-pace-bank = Každý má zásobu času a každý tah k ní něco přidá
chat-about-pace-live = Hra naživo: všichni zůstávají u stolu
chat-timeout-word = Po vypršení času: jen oznámit
chat-timeout-turn = Po vypršení času: zahrát tah
chat-timeout-seat = Po vypršení času: zaskočit
chat-about-timeout-word = Jen se to všem oznámí
chat-about-timeout-turn = Tento tah zahraje počítač
chat-about-timeout-seat = Počítač hraje, dokud se hráč nevrátí
chat-set-up-rules = Tištěná pravidla; vyber, co má být jinak
panel-too-few-seats = Obsazených míst už je { $n } a méně míst stůl mít nemůže.
chat-set-up-pick-seats = Kolik míst
chat-set-up-pick-pace = Časový limit
chat-set-up-pick-late = Po vypršení času
chat-set-up-pick-level = Jak dobře hrají počítače
option-hawaii-printed-name = Tištěná pravidla
option-hawaii-online-name = Online vydání
option-haleakala-base-name = Základní hra
option-haleakala-tactical-name = Taktická hra
option-hawaii-goods-hidden-name = Suroviny skrytě
option-hawaii-tikis-six-name = Šest tiki
option-hawaii-last_first_space-scores-name = Políčko 1 boduje
option-hawaii-tie_break-goods_left-name = Při rovnosti rozhodují suroviny
option-hawaii-rows-without_gaps-name = Vesnice bez mezer
option-hawaii-exchange-once_per_turn-name = Směna jednou za tah
option-hawaii-ranking-those_who_score-name = Řadí se jen bodující
option-haleakala-lava-drawn-name = Láva se losuje
option-haleakala-priestess-must_act-name = Přísná kněžka
option-haleakala-shuffling-unlimited-name = Vracení bez omezení
option-hawaii-goods-open-name = Suroviny odkrytě
option-hawaii-tikis-seven-name = Sedm tiki
option-hawaii-last_first_space-scores_nothing-name = Políčko 1 nic nepřináší
option-hawaii-tie_break-shared-name = Společné vítězství
option-hawaii-rows-may_be_skipped-name = Vesnice v kterékoli řadě
option-hawaii-exchange-each_payment-name = Směna při každé platbě
option-hawaii-ranking-everyone-name = Řadí se všichni
option-haleakala-lava-invoked-name = Taktická varianta
option-haleakala-priestess-may_decline-name = Mírná kněžka
option-haleakala-shuffling-forty_turns-name = Konec nekonečného vracení
chat-button-start = Začít
chat-add-computer = Přidat počítač
chat-add-level-keiki = Keiki, dítě
chat-about-level-keiki = Zná pravidla, ale leccos přehlédne: ideální pro první hru
chat-add-level-makua = Makua, rodič
chat-about-level-makua = Hraje dobře a přehlédne jen málo
chat-add-level-kupuna = Kupuna, stařešina
chat-about-level-kupuna = Hraje, jak nejlíp umí, a trochu déle přemýšlí
chat-button-remove-computer = Odebrat počítač
chat-button-turn = Zahrát tah
chat-button-realm = Co mám
chat-button-undo = Vzít zpět
chat-button-record = Záznam
chat-button-again = Odveta
chat-button-do = Potvrdit
chat-button-back = Zpátky
chat-button-signs = Co je co?
chat-button-own-turn = Zvolit vlastní tah
chat-signs = **Co znamenají značky na hrací desce.**
chat-signs-closed = **Teď nejde:** { $list }
chat-signs-closed-spot = { $marks }: { $reason }
chat-signs-line = **{ $number }** · { $text }
sign-hawaii-sum = Součet žetonů, který chce lid v tomto kole. Když ho dosáhneš, boduješ.
sign-hawaii-income = Co dostanou všichni po tomto kole.
sign-hawaii-points = Body za nejvyšší součet, druhý nejvyšší a všechny ostatní, které stačí.
sign-hawaii-tile = Destička na prodej. Číslo říká, kolik jich zbývá.
sign-hawaii-path = Tečkovaně: cesta. Každý krok stojí 1 šlápotu.
sign-hawaii-price = Cenový žeton. Strana I stojí tolik mušlí, kolik žeton ukazuje, strana II dvojnásobek. Žeton si necháš.
sign-hawaii-spears = Žeton se zkříženými oštěpy: s oštěpovou chýší nebo bohem KU přináší i body.
sign-hawaii-empty = Tady už v tomto kole žádný žeton není.
sign-hawaii-chieftain = Náčelník s prvním písmenem jména hráče.
sign-hawaii-cove = Rybářská zátoka a zbývající rybí žetony. Každý stojí 1 šlápotu a 1 místo na člunu.
sign-hawaii-dock = Ostrov: cena ve šlápotách, body a co tam dostaneš.
sign-hawaii-order = Vlevo pořadí hráčů v tomto kole, potom políčka pro příští.
sign-hawaii-player = Hráč: body, součet žetonů a potřebný součet, kahuny, tiki, čluny, ryby, suroviny.
sign-haleakala-round = Kolo. Hra má dvě.
sign-haleakala-piles = Zbývající karty s jednou, dvěma a třemi palmami.
sign-haleakala-boat = Loď. Žeton na její pláži ji pošle dál. Kde loď zastaví, tam se rozdávají karty.
sign-haleakala-segment = Číslo úseku a jeho pláže.
sign-haleakala-cards = Dvě karty úseku: první si vybírá hráč s vyšším součtem.
sign-haleakala-sum = Součet žetonů hráče na této pláži.
sign-haleakala-shaman = Šaman. Kde stojí, tam se stavějí sochy.
sign-haleakala-statue = Socha hráče.
sign-haleakala-lava = Lávový žeton. Při výbuchu ničí jeden žeton sochu na hoře, druhý v lese a třetí na louce.
sign-haleakala-stock = Zbývající lávové žetony.
sign-haleakala-player = Hráč: body, žetony v ruce, mušle, sochy, ryby a karty.
sign-haleakala-display = Nabídka: karty ke koupi, každá s cenou v mušlích.
chat-button-whole = Celá deska
chat-button-close = Přiblížit
chat-button-more = Další
chat-opened-thread = { $who } otevírá stůl pro hru { $game }: { $place }
chat-again-called = { $called }: { $who } zve na odvetu ve hře { $game }.
chat-again-opened = { $who } zve stejnou partu na odvetu ve hře { $game }: { $place }
chat-again-stands = Stůl pro odvetu už je otevřený: { $place }
chat-opened-here = Stůl pro hru { $game } je tady: { $place }.
chat-joined = Sedíš na místě { $seat } u stolu { $game }.
chat-joined-word = Sedíš na místě { $seat } u stolu { $game } a tvoje slovo se přidá k míchání.
chat-left = U stolu už nesedíš.
chat-started = Hra { $game } začíná.
chat-closed = Stůl pro hru { $game } je zavřený: všichni odešli.
chat-word-title = Slovo k míchání
chat-word-label = Jakékoli slovo: přidá se k míchání
chat-you-resigned = Vzdáváš se. Tvoje místo přebírá počítač.
chat-you-resigned-over = Vzdáváš se a hra tím končí.
chat-record = Záznam hry: příkaz `lanai replay { $file }` ji přehraje a ověří každý krok i míchání.
chat-list-empty = Na tomto serveru zatím není žádný stůl, nebo aspoň žádný nevidíš. Nový otevřeš příkazem `/{ cmd-table-name } { cmd-table-open-name }`.
chat-listed-open = { $place }: { $game } – { $players }, hra ještě nezačala
chat-listed-running = { $place }: { $game } – { $players }
chat-listed-over = { $place }: { $game } – { $players }, hra skončila
chat-listed-yours = **{ $line }** (tvůj stůl)

## Why a turn is good: each is part of a list after "why:"

reason-points = hned { $points }
reason-pleases = spokojený lid
reason-nearer = blíž k součtu, který chce lid (chybí už jen { $n })
reason-fish = { $n ->
    [one] rybí žeton
    [few] { $n } rybí žetony
   *[other] { $n } rybích žetonů
} na konec kola
reason-reaches = vesnice { $row } dosáhne k tiki (a přinese body)
reason-longer = delší vesnice { $row } (k tiki jí chybí { $n })
reason-brings = { $what }
reason-scoring = na konci hry o { $points } víc ({ $what })
reason-income = { $goods } navíc v každém kole
reason-boat = další člun
reason-last = poslední kus: na ostatní už nezbude ({ $tile })
reason-closes = poslední cenový žeton na místě „{ $place }“ (v tomto kole už tam nikdo jiný nekoupí)
reason-order = políčko { $space } v pořadí hráčů
scored-kahunas = kahuny
scored-irrigations = zavlažování
scored-hulas = tanečnice hula
scored-long-huts = dlouhé chýše
scored-laka = LAKA
scored-kanaloa = KANALOA
hal-reason-ahead = vedení na pláži { $segment }
hal-reason-stronger = lepší pozice na pláži { $segment }
hal-reason-statue = socha: { $site }
hal-reason-card = karta „{ $card }“
hal-reason-in-hand = { $n ->
    [one] žeton v ruce
    [few] { $n } žetony v ruce
   *[other] { $n } žetonů v ruce
} na další tahy
hal-reason-shaman = šaman na poli { $site }
hal-reason-bought = koupená karta „{ $ware }“
hal-reason-scoring = v příštím bodování o { $points } víc

## Hints and reviews

chat-button-hint = Poradit
chat-button-hint-of = Ukázat { $n }
chat-hint = { $n ->
    [one] Za řeč stojí jen jeden tah:
   *[other] Podle toho, co můžeš vědět, vypadá nejlíp tohle:
}
chat-hint-turn = **{ $n }.** { $turn }
    _Na konci asi { $points }, šance na výhru { $chance } %._
panel-hint-why = -# Proč: { $reasons }.
panel-no-hints = Rady jsou u tohoto stolu vypnuté.
chat-hints-on = Rady jsou u tohoto stolu zapnuté: kdo je na tahu, může si o radu říct.
chat-hints-off = Rady jsou u tohoto stolu vypnuté.
chat-hints-begun = Hra začala bez rad a už to tak zůstane.
chat-button-review = Rozbor
chat-button-review-again = Podívat se znovu
chat-review-going = Rozebírám hru: tah { $n } z { $of }…
panel-review = **Rozbor hry**: { $n ->
    [one] { $n } tah, posouzený
    [few] { $n } tahy, každý posouzený
   *[other] { $n } tahů, každý posouzený
} podle toho, co se v té chvíli dalo vědět.
panel-review-seat = - { $who }: přesnost { $accuracy } ze 100
panel-review-how = -# 100 znamená, že se nic lepšího nenašlo. Tah, který ubere 10 procentních bodů šance na výhru nebo 20 bodů ve hře, má přesnost 61.
panel-review-turn = **Tah { $n }, { $who }**
panel-review-taken = **1.** Zahráno: { $turn }
    _Na konci asi { $points }, šance na výhru { $chance } %._
panel-review-better = **2.** Lepší: { $turn }
    _Asi { $points }, { $chance } %._
panel-review-not-over = Rozbor bude, až hra skončí. Do té doby ti k tvému tahu poradí `/{ cmd-hint-name }`.
chat-review-menu = Tahy, které stály nejvíc, popořadě
chat-review-option = Tah { $n } · { $who }
chat-review-cost = ztráta: { $chance } % šance na výhru, { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
}
chat-lobby-no-hints = Rady jsou u tohoto stolu vypnuté.

## What everybody hears

chat-begins = Hra začíná. Hrají: { $players }.
chat-small = -# { $text }
chat-your-turn = { $who }, jsi na tahu.
chat-your-turn-live = { $who }, jsi na tahu. Čas ti vyprší { $until }.
chat-turn-of = Na tahu je { $who }.
chat-took-back = { $who } bere zpět poslední krok.
chat-took-back-computers = { $who } bere zpět poslední krok i to, co pak zahrál počítač.
chat-resigned = { $who } se vzdává a místo u stolu přebírá počítač.
chat-resigned-over = { $who } se vzdává a hra tím končí.
chat-won = Vítězí { $who }.
panel-given-up = Hra zůstala nedohraná.
chat-ended = Všichni souhlasí: hra tím končí bez vítěze.
chat-awarded-draw = Všichni souhlasí: hra tím končí remízou.
chat-awarded-won = Všichni souhlasí: hra tím končí a vítězí { $who }.

## A turn

panel-dock-and-way = { $what }, cena: { $feet }
panel-kind-wait = Čekat
panel-kind-boat = Posunout loď
panel-place-and-wares = { $place }: { $wares }
chat-disc = žeton { $disc }
panel-beach = pláž { $segment }
panel-beach-boat = pláž { $segment }, u lodi
panel-ware = { $ware }
panel-purse = { $goods ->
    [nic] Už nemáš žádné suroviny.
   *[other] Máš tyto suroviny: { $goods }.
}
chat-turn-elsewhere = Jsi na tahu ve hře { $game }: { $place }.
panel-spot-cove = Lovit ryby
panel-spot-dock = Dok { $dock }
panel-spot-leave = Pasovat, { $space }
panel-spot-disc = Položit { $disc }
panel-spot-invoke = Vyvolat: { $disc }
chat-refused-spot = **Teď to nejde:** { $reason }
panel-change = Změnit to
panel-change-pay = Zaplatit jinak: { $cost }
chat-pick-dropped = -# Jedna z tvých voleb už není možná, proto odpadla. Všechny ostatní platí dál.
panel-change-buy = Jiná destička, strana nebo žeton
panel-change-village = Dát do jiné vesnice
panel-change-boats = Poslat jiné čluny
panel-change-walk = Poslat šamana jinam
panel-change-card = Vzít si jinou kartu
panel-change-lava = Přesunout jinou lávu
panel-change-purchase = Koupit z nabídky
panel-choice-fish = Rybařit: { $catch }
panel-choice-sail = Dok { $dock }: { $gift }
panel-choice-pass = Políčko { $space }
panel-choice-pass-price = Políčko { $space }, žeton { $price }
panel-choice-buy = { $tile } · { $price }
panel-short-buy = I · { $price }
panel-short-buy-double = II · { $price }
panel-choice-buy-double = { $tile } · 2 × { $price }
panel-choice-village = Vesnice { $row }
panel-choice-place = { $disc } na pláž { $segment }
panel-choice-place-boat = { $disc } k lodi, na pláž { $segment }
panel-choice-invoke = { $disc } k lodi, s vyvolávacím žetonem
panel-choice-take = { $disc } z pláže { $segment }
outcome-pay = platíš: { $goods }
outcome-get = získáš: { $goods }
outcome-points = { $points }
outcome-left = { $goods ->
    [nic] nic ti nezbude
   *[other] zbude: { $goods }
}
outcome-village = vesnice { $row }: { $n ->
    [one] { $n } destička
    [few] { $n } destičky
   *[other] { $n } destiček
}
outcome-village-tiki = vesnice { $row }: { $n ->
    [one] { $n } destička
    [few] { $n } destičky
   *[other] { $n } destiček
}, dosahuje k tiki
outcome-village-short = vesnice { $row }: { $n ->
    [one] { $n } destička
    [few] { $n } destičky
   *[other] { $n } destiček
}, k tiki chybí { $short }
outcome-sum = žetony: součet { $sum }, potřeba { $needed }
outcome-sum-rivals = součty ostatních: { $list }
outcome-sails = loď popluje k úseku { $segment }
outcome-you-choose = vybíráš jako první: { $cards }
outcome-chooses = jako první vybírá { $who }: { $cards }
outcome-nobody = nikdo tam nemá žetony
outcome-last = nejsou tam karty: poslední bodování
outcome-you-get = dostaneš kartu „{ $card }“
outcome-gets = { $who } dostane kartu „{ $card }“
outcome-buys = koupíš kartu „{ $ware }“ za { $shells ->
    [one] { $shells } mušli
    [few] { $shells } mušle
   *[other] { $shells } mušlí
}
outcome-walks = šaman půjde na pole { $site }
outcome-sum-there = tvůj součet { $sum }, soupeřův { $other }
chat-no-way-back = **Nejde vzít zpět:** odhalí se něco skrytého.
chat-confirm = Tohle by byl tvůj tah: { $story }
chat-undone = Vzato zpět.
chat-late = Někdo tě předběhl, nebo už tento panel neplatí. Takhle vypadá hrací deska teď.
chat-late-still = Na desce se mezitím něco změnilo. Tvoje volba je ale pořád možná:
chat-undo-late = Na vrácení už je pozdě: hra šla dál a teď vypadá takhle.

## Why something was not done

panel-no-table = V tomto kanálu není žádný stůl. Otevři ho příkazem `/{ cmd-table-name } { cmd-table-open-name }`, nebo si nějaký najdi příkazem `/{ cmd-table-name } { cmd-table-list-name }`.
panel-occupied = V tomto kanálu už jeden stůl je. Nejdřív u něj dohraj, nebo otevři svůj v jiném kanálu.
panel-stale = Už několikrát po sobě tě někdo předběhl. Zkus to prosím znovu.
panel-begun = Hra už začala.
chat-starting = Hra každou chvíli začne: místa ani slova už nejde měnit.
chat-fixed = Hra { $game } začíná.
chat-fixed-word = - { $who }: { $word }
chat-cannot-begin = Tvoje hra { $game } nemohla začít, protože v { $place } nemůžu psát. Stůl je zase otevřený. Až tam budu moct psát (co k tomu chybí, tam ukáže `/{ cmd-check-name }`), použij `/{ cmd-table-name } { cmd-table-start-name }`, nebo stůl přesuň příkazem `/{ cmd-table-name } { cmd-table-move-name }`.
panel-not-begun = Hra ještě nezačala. Klikni na „{ chat-button-start }“, nebo použij `/{ cmd-table-name } { cmd-table-start-name }`.
chat-over = Hra skončila.
panel-not-over = Záznam dostaneš až po hře, protože odhaluje všechno skryté.
panel-still-played = Tato hra ještě neskončila.
panel-not-played = Tuto hru hráli jiní, a tak si odvetu můžou dát jen oni. Vlastní stůl otevřeš příkazem `/{ cmd-table-name } { cmd-table-open-name }`.
panel-full = Všechna místa jsou obsazená.
panel-seated = U tohoto stolu už sedíš.
panel-other-channel = Ke stolu se můžeš připojit jen v jeho vlastním kanálu.
panel-not-seated = U tohoto stolu nesedíš, ale klidně se dívej: `/{ cmd-table-name } { cmd-table-show-name }`.
panel-not-your-turn = Teď nejsi na tahu ty, ale hráč na místě { $seat }.
chat-not-turn-but = Na tahu je { $who }. Až přijde řada na tebe, ozvu se.
panel-too-few = Než bude moct hra začít, musí přisednout ještě { $n ->
    [one] jeden hráč
    [few] { $n } hráči
   *[other] { $n } hráčů
}.
panel-owner-begins = Ještě je tu volno. Začít v menším počtu může jen ten, kdo stůl otevřel.
chat-owner-begins-who = Ještě je tu volno. Začít v menším počtu může jen { $who }. Jinak počkej, až někdo přisedne.
panel-too-many-tables = Máš už { $n ->
    [one] { $n } otevřený stůl, kde
    [few] { $n } otevřené stoly, kde
   *[other] { $n } otevřených stolů, kde
} hra ještě neskončila. Nejdřív u některého dohraj, nebo od něj odejdi: seznam ukáže `/{ cmd-mine-name }`.
panel-too-soon = Nových stolů už je na chvíli dost. Zahraj si prosím nejdřív u některého z nich: tvoje stoly ukáže `/{ cmd-mine-name }`.
panel-owner-arranges = Nastavit stůl může jen ten, kdo ho otevřel.
panel-no-computer = U tohoto stolu žádný počítač není.
panel-too-many-computers = Musí zbýt místo i pro tebe: zvol míň počítačů, nebo víc hráčů.
input-wrong-number = { $game } je hra pro { $least } až { $most } hráčů, ne pro { $asked }.
input-no-preset = Předvolba „{ $name }“ neexistuje. Na výběr: { $known }. Nebo napiš jednotlivé volby jako název=hodnota.
input-no-choice = Volba „{ $name }“ neexistuje. Na výběr: { $known }.
input-no-value = Volba „{ $name }“ nemůže mít hodnotu „{ $value }“. Na výběr: { $known }.
panel-shown = Tvůj poslední krok nebo tah počítače po něm odhalil něco skrytého, takže to nejde vzít zpět.
panel-acted-since = Po tobě už hrál někdo jiný (na místě { $seat }), takže tvůj krok nejde vzít zpět.
chat-acted-since-who = Další krok už má za sebou { $who }, takže ten tvůj nejde vzít zpět.
panel-nothing-yet = Zatím není co vzít zpět.
chat-no-such-verb = Hra { $game } příkaz { $verb } nezná. Klikni na „{ chat-button-turn }“, nebo zkus `/{ cmd-help-name }`.
chat-say-verb = Napiš, co chceš udělat: seznam příkazů ukáže `/{ cmd-help-name }`.
chat-old-button = Toto tlačítko už neplatí. Stůl si zobraz příkazem `/{ cmd-table-name } { cmd-table-show-name }`.
chat-other-edition = Tuto hru rozehrála moje novější verze, a tak na ni nesahám. Nic se neztratilo: půjde dál, jakmile mě můj provozovatel aktualizuje.
chat-trouble = Něco se pokazilo a chyba je zapsaná. Než to zkusíš znovu, zkontroluj stůl příkazem `/{ cmd-table-name } { cmd-table-show-name }`.
chat-suggestions-failed = Tenhle seznam teď nejde načíst. Zkus to za chvíli znovu.
chat-closing = Zrovna se restartuji, takže se nic nestalo. Zkus to prosím za chvilku znovu.
chat-not-understood = Tomu nerozumím. Vyber si prosím z toho, co nabízím.
chat-server-only = Stoly jsou jen na serverech: použij příkaz v kanálu některého serveru.
chat-may-not-write = (V tomto kanálu nesmím psát, takže ostatní tohle neuvidí. Co chybí, ukáže `/{ cmd-check-name }`.)

## Help and rights

chat-help = **S Lanai si zahraješ Hawaii a Haleakala, tah po tahu.**
    - **Táhnout:** `/{ cmd-turn-name }` má tlačítko pro každý tah, `/{ cmd-hint-name }` nějaký poradí, `/{ cmd-table-name } { cmd-table-undo-name }` vrátí poslední krok.
    - **Podívat se, jak to stojí:** `/{ cmd-table-name } { cmd-table-show-name }` ukáže hrací desku, `/{ cmd-realm-name }` to, co máš, `/{ cmd-recap-name }` to, co ti uteklo.
    - **Začít hru:** `/{ cmd-play-name }` najde spoluhráče, `/{ cmd-table-name } { cmd-table-open-name }` otevře stůl, `/{ cmd-table-name } { cmd-table-invite-name }` k němu někoho pozve.
    - **Naučit se hrát:** `/{ cmd-learn-name }` je lekce, `/{ cmd-rules-name }` vyhledá pravidlo.
    - **Nespěchat:** `/{ cmd-remind-name }` nastaví připomínky, `/{ cmd-snooze-name }` poprosí o víc času, `/{ cmd-ahead-name }` rozhodne tvůj tah předem, `/{ cmd-note-name }` uloží tvoji poznámku.
    - **Najít hry:** `/{ cmd-mine-name }` ukáže, kde se na tebe čeká, `/{ cmd-table-name } { cmd-table-list-name }` stoly na tomto serveru. `/{ cmd-watch-name }` sleduje stůl z jiného kanálu, `/{ cmd-history-name }` najde skončené hry.
    - **Soutěžit:** `/{ cmd-contest-name } { cmd-contest-open-name }` otevře ligu nebo turnaj, `/{ cmd-leaderboard-name }` je žebříček, `/{ cmd-stats-name }` spočítá tvoje hry.
    - **Přestat:** `/{ cmd-table-name } { cmd-table-pause-name }` navrhne pauzu, `/{ cmd-table-name } { cmd-table-end-name }` konec, příkazem `/{ cmd-table-name } { cmd-table-resign-name }` se vzdáš.
    - **Spravovat tento server:** `/{ cmd-check-name }` řekne, co tu smím, `/{ cmd-admin-name } { cmd-admin-settings-name }` nastaví, co tu platí.
chat-help-no-table = V tomto kanálu zatím není žádný stůl.
chat-help-game-hawaii = Ve hře Hawaii tě `/{ cmd-move-name }` dovede na místo a `/{ cmd-buy-name }` tam koupí destičku. `/{ cmd-fish-name }` loví ryby, `/{ cmd-sail-name }` navštíví ostrov, `/{ cmd-wait-name }` čeká na pláži a příkazem `/{ cmd-pass-name }` v tomto kole končíš. `/{ cmd-choose-name }` odpoví na otázku. Co vynecháš, zařídím co nejlevněji.
chat-help-game-haleakala = Ve hře Haleakala `/{ cmd-place-name }` položí číselný žeton a `/{ cmd-take-name }` ho vezme zpět, nebo vezme kartu. `/{ cmd-boat-name }` posune loď, až položíš všechny své žetony, `/{ cmd-move-name }` přesune šamana nebo lávu a `/{ cmd-buy-name }` koupí kartu z nabídky. `/{ cmd-choose-name }` odpoví na otázku.
chat-check-fine = Všechno je v pořádku: mám tu všechna oprávnění, která potřebuji.
chat-check-missing = { $n ->
    [one] Chybí mi tu jedno oprávnění. Přidat mi ho může správce serveru.
    [few] Chybí mi tu { $n } oprávnění. Přidat mi je může správce serveru.
   *[other] Chybí mi tu { $n } oprávnění. Přidat mi je může správce serveru.
}
chat-right-view = Zobrazit kanál: ať tu vůbec můžu být
chat-right-send = Posílat zprávy: ať můžu říct, kdo je na tahu
chat-right-embed = Vkládat odkazy: ať můžu pod textem ukázat hrací desku
chat-right-files = Přikládat soubory: ať můžu posílat obrázky a záznamy
chat-right-history = Číst historii zpráv: ať se po restartu neopakuji
chat-right-threads = Vytvářet veřejná vlákna: ať má každý stůl svoje
chat-right-in-threads = Posílat zprávy ve vláknech: ať se v nich dá hrát

## Commands

cmd-table = Stoly: otevřít, přisednout, začít, podívat se, vzít krok zpět
cmd-table-name = stůl
cmd-table-open = Otevřít stůl
cmd-table-open-name = otevřít
cmd-table-open-game = Která hra
cmd-table-open-game-name = hra
cmd-table-open-game-hawaii = Hawaii
cmd-table-open-game-haleakala = Haleakala
cmd-table-open-seats = Kolik bude hráčů
cmd-table-open-seats-name = hráči
cmd-table-open-computers = Za kolik hráčů bude hrát počítač
cmd-table-open-computers-name = počítače
cmd-table-open-level = Jak dobře počítače hrají; jinak makua
cmd-table-open-level-name = úroveň
cmd-table-open-level-keiki = Keiki: zná pravidla, ale leccos přehlédne
cmd-table-open-level-makua = Makua: hraje dobře
cmd-table-open-level-kupuna = Kupuna: hraje, jak nejlíp umí
cmd-table-open-options = Podle jakých pravidel se hraje: předvolby a volby oddělené čárkami
cmd-table-open-options-name = pravidla
cmd-table-join = Přisednout ke stolu v tomto kanálu
cmd-table-join-name = přisednout
cmd-table-join-word = Slovo k míchání
cmd-table-join-word-name = slovo
cmd-table-leave = Odejít od stolu, než hra začne
cmd-table-leave-name = odejít
cmd-table-start = Začít hru
cmd-table-start-name = začít
cmd-table-show = Podívat se, jak to u stolu vypadá
cmd-table-show-name = ukázat
cmd-table-show-text = Jako text, bez obrázků
cmd-table-show-text-name = text
cmd-table-show-contrast = S výraznějšími barvami
cmd-table-show-contrast-name = kontrast
cmd-table-list = Ukázat všechny stoly na tomto serveru
cmd-table-list-name = seznam
cmd-table-undo = Vzít zpět svůj poslední krok
cmd-table-undo-name = vzít-zpět
cmd-table-resign = Vzdát hru
cmd-table-resign-name = vzdát
cmd-table-record = Získat záznam dohrané hry
cmd-table-record-name = záznam
cmd-turn = Zahrát tah pomocí tlačítek a nabídek
cmd-turn-name = tah
cmd-move = Jít na místo (Hawaii), nebo přesunout šamana či lávu (Haleakala)
cmd-move-name = jít
cmd-move-to = Kam
cmd-move-to-name = kam
cmd-move-pay = Jak zaplatit cestu; jinak co nejlevněji
cmd-move-pay-name = platba
cmd-buy = Koupit destičku tam, kde stojíš (Hawaii), nebo kartu z nabídky (Haleakala)
cmd-buy-name = koupit
cmd-buy-what = Co koupit
cmd-buy-what-name = co
cmd-buy-price = Který cenový žeton si vzít; jinak nejlevnější
cmd-buy-price-name = cena
cmd-buy-double = Zaplatit dvojnásobek za lepší stranu
cmd-buy-double-name = dvojnásobek
cmd-buy-pay = Jak zaplatit; jinak bez ovoce
cmd-buy-pay-name = platba
cmd-buy-village = Do které vesnice destičku dát
cmd-buy-village-name = vesnice
cmd-fish = Vzít si rybí žetony ze zátoky (Hawaii)
cmd-fish-name = rybařit
cmd-fish-tokens = Které žetony, podle počtu ryb, třeba 3 1
cmd-fish-tokens-name = žetony
cmd-fish-pay = Jak ryby zaplatit
cmd-fish-pay-name = platba
cmd-sail = Navštívit ostrov (Hawaii)
cmd-sail-name = plout
cmd-sail-dock = Který dok
cmd-sail-dock-name = dok
cmd-sail-pay = Jak návštěvu zaplatit
cmd-sail-pay-name = platba
cmd-sail-village = Do které vesnice dát destičku z ostrova
cmd-sail-village-name = vesnice
cmd-wait = Nedělat nic a čekat na pláži (Hawaii)
cmd-wait-name = čekat
cmd-pass = Skončit v tomto kole a obsadit políčko v pořadí hráčů (Hawaii)
cmd-pass-name = pasovat
cmd-pass-space = Které políčko
cmd-pass-space-name = políčko
cmd-place = Položit číselný žeton na pláž (Haleakala)
cmd-place-name = položit
cmd-place-disc = Který žeton
cmd-place-disc-name = žeton
cmd-place-beach = Na kterou pláž
cmd-place-beach-name = pláž
cmd-place-invocation = Přidat u lodi i vyvolávací žeton
cmd-place-invocation-name = vyvolání
cmd-take = Vzít žeton zpět, nebo si vzít kartu (Haleakala)
cmd-take-name = vzít
cmd-take-what = Co vzít
cmd-take-what-name = co
cmd-boat = Posunout loď o jeden úsek, až položíš všechny své číselné žetony (Haleakala)
cmd-boat-name = loď
cmd-choose = Odpovědět na otázku, nebo udělat cokoli, co teď jde
cmd-choose-name = vybrat
cmd-choose-choice = Kterou možnost
cmd-choose-choice-name = možnost
cmd-hint = Poradit, které tahy vypadají nejlíp a proč
cmd-hint-name = rada
cmd-table-hints = Zapnout nebo vypnout rady u tohoto stolu
cmd-table-hints-name = rady
cmd-table-hints-allowed = Jsou tu rady povolené?
cmd-table-hints-allowed-name = povolit
cmd-review = Rozebrat dohranou hru: co který tah stál
cmd-review-name = rozbor
cmd-realm = Podívat se, co máš, nebo co je vidět u jiného hráče
cmd-realm-name = říše
cmd-realm-who = Čí říše; jinak tvoje
cmd-realm-who-name = čí
cmd-realm-text = Jako text, bez obrázků
cmd-realm-text-name = text
cmd-realm-contrast = S výraznějšími barvami
cmd-realm-contrast-name = kontrast
cmd-check = Zjistit, která oprávnění má bot v tomto kanálu a která mu chybí
cmd-check-name = kontrola
cmd-help = Jak se tu hraje
cmd-help-name = nápověda

# --- On pictures: few words, as they have to fit ---

draw-round = { $round }. kolo
draw-over = Konec
draw-wanted = Lid chce
draw-order = Pořadí
draw-cove = Zátoka
draw-beach = Pláž
draw-dock = Dok { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } / { $needed }
draw-legend-way = cesta náčelníka
draw-legend-turn = číslo tahu
draw-legend-done = nákup či návštěva
draw-legend-choice = jde vybrat

# --- Descriptions of pictures ---

alt-island = Ostrov Hawaii, { $round }. kolo z 5. Lid chce součet { $sum }.
alt-realms = Hawaii, říše: { $round }. kolo z 5.
alt-player = { $who }: { $points }, { $at }, { $kahunas }, { $tikis }, žetony { $sum } / { $needed }.
alt-of = { $who } – { $what }.
alt-tokens = { $sum } / { $needed }
alt-tokens-of = žetony { $list }
alt-boats = { $n ->
    [one] { $n } člun
    [few] { $n } čluny
   *[other] { $n } člunů
}
alt-order = Pořadí hráčů, součty žetonů:
alt-places = Místa: co zbývá; ceny.
alt-place = { $name }: { $wares }; { $prices }.
alt-closed = zavřeno
alt-docks = Doky (šlápoty, body, ostrov): { $list }.
alt-dock = { $dock }: { $feet }, { $points }, { $gift }
alt-cove = Zátoka: { $catch }.
alt-fish = { $n } × { $fish } { $fish ->
    [one] ryba
    [few] ryby
   *[other] ryb
}
alt-spaces = Políčka pořadí: { $list }.
alt-free = volné
alt-points = Body za lid: { $first }, { $second }, { $others }.
alt-income = Příjem: { $goods }.
alt-rest = Zbytek jako text: /{ cmd-table-name } { cmd-table-show-name } { cmd-table-show-text-name }:True.

# --- The picture of Haleakala ---

draw-hal-round = Kolo
draw-hal-legend-quiet = { $turns } / { $most }
draw-hal-legend-turn = tah
draw-hal-legend-way = cesta
draw-hal-legend-done = změna
draw-hal-legend-gone = pryč
draw-hal-legend-choice = volba
draw-hal-turn = na tahu
draw-hal-winner = vítěz
hal-alt-segment = { $segment }: { $list }.
hal-alt-disc = { $who } má { $disc }
hal-alt-statues = sochy ({ $who }): { $list }
hal-alt-invocation = vyvolávací
hal-alt-holds = { $who }: žetony { $discs }; mušle { $shells }; sochy { $statues }; karty: { $kept }
hal-alt-now = bodování teď: { $points }
hal-alt-display = Nabídka za mušle: { $list }.
draw-hal-alt-boat = Loď: úsek { $segment }. Úseky od něj dál:
draw-hal-alt-player = { $who }: { $points }, šaman: { $at }.

# The chart of scores at the end.
draw-scores = Body, tah po tahu
draw-chances = Šance na výhru
alt-scores = Body v průběhu hry, kolo po kole.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha! Můžeš si tu zahrát dvě deskové hry, tah po tahu: Hawaii a Haleakala.**
    Stačí kliknout na tlačítko a hraješ proti počítači: hrací deska se hned objeví ve vlastním vlákně. Chceš hrát s ostatními? Použij `/{ cmd-table-name } { cmd-table-open-name }`. Víc ti řekne `/{ cmd-help-name }`.
chat-button-play-hawaii = Hrát Hawaii proti dvěma počítačům
chat-button-play-haleakala = Hrát Haleakala proti počítači
chat-ready-to-play = Tvůj stůl pro hru { $game } je připravený: { $place }.
chat-first-hawaii = Takhle začneš: klikni pod hrací deskou na **{ chat-button-turn }**, nebo použij `/{ cmd-move-name }`, vyber si místo a kup tam destičku.
chat-first-haleakala = Takhle začneš: klikni pod hrací deskou na **{ chat-button-turn }**, nebo použij `/{ cmd-place-name }` a polož číselný žeton na pláž.

## Days between turns

# What people may type, with commas between.
typed-minutes = m, min, minuta, minuty, minut, minutu
typed-hours = h, hod, hodina, hodinu, hodiny, hodin
typed-days = d, den, dny, dní, dnů
typed-weeks = t, týd, týden, týdny, týdnů
typed-never = nikdy, vypnout, vyp, ne, žádné, žádný, bez
typed-usual = obvykle, jako tady
typed-evening = dnes večer, večer
typed-morning = zítra ráno, ráno
typed-tomorrow = zítra, zítra večer
span-days = { $n ->
    [one] { $n } den
    [few] { $n } dny
   *[other] { $n } dní
}
span-hours = { $n } h
span-minutes = { $n } min
span-moment = chvilka
chat-button-recap = Co mi uteklo
chat-button-recap-all = Poslední tahy
chat-button-replay = Tah po tahu
chat-button-snooze = Potřebuji víc času
chat-button-mute = Tento tah už nepřipomínat
chat-button-agree = Souhlasím
chat-button-disagree = Ne
chat-button-back-again = Jsem zpátky
chat-button-resign = Ano, vzdát se
chat-reminder = { $who }, { $game } ({ $place }) na tebe čeká od { $since }.
chat-nudge = { $who }, tvůj tah ve hře { $game } je rozehraný, ale ještě není hotový: { $place }.
chat-call = { $who }, jsi na tahu ve hře { $game }: { $place }.
chat-next = Ve hře { $game } ({ $place }) jsi další na řadě. Teď hraje { $who }.
chat-deadline = Čas vyprší { $until }.
chat-silent = { $who } nereaguje na připomínky a stůl čeká od { $since }. Dál už připomínat nebudu. Kdokoli u stolu může použít `/{ cmd-table-name } { cmd-table-replace-name }`.
chat-snoozed = { $who } prosí o čas do { $until }.
chat-you-snoozed = Dobře, znovu se připomenu { $until }. Ostatní to vidí.
chat-snooze-how-long = Kolik času potřebuješ? Ostatní to uvidí.
chat-snooze-menu = Kdy se mám ozvat?
chat-snooze-hours = Za 3 hodiny
chat-snooze-evening = Dnes večer
chat-snooze-morning = Zítra ráno
chat-snooze-tomorrow = Zítra večer
chat-snooze-days = Za 2 dny
chat-snooze-week = Za týden
chat-muted = Tento tah už ti připomínat nebudu.
chat-timed-out-word = { $who }: čas vypršel.
chat-timed-out-turn = { $who }: čas vypršel a tento tah zahraje počítač.
chat-timed-out-seat = { $who }: čas vypršel a až do návratu zaskakuje počítač.
chat-is-back = { $who } je zpátky.
chat-you-are-back = Vítej zpátky. Místo je zase tvoje.
chat-stood-in = Tvůj čas vypršel, a tak za tebe hraje počítač. Chceš své místo zpátky?
panel-still-here = Není koho nahrazovat: tento hráč je pořád tady. Nahradit můžeš toho, kdo odešel ze serveru, komu vypršel čas nebo kdo nereagoval na několik připomínek.
chat-replaced-until = { $who } teď nehraje. Až do návratu zaskakuje počítač.
chat-replaced-by = { $who } už nehraje a místo přebírá { $by }.
chat-you-replaced = Hotovo, místo je obsazené.
panel-asks-pause = { $who } navrhuje pauzu na { $time }. Začne, jakmile budou všichni souhlasit.
panel-asks-resume = { $who } navrhuje pokračovat. Hra půjde dál, jakmile budou všichni souhlasit.
panel-asks-end = { $who } navrhuje ukončit hru už teď, bez vítěze. Skončí, jakmile budou všichni souhlasit.
panel-asks-draw = { $who } navrhuje ukončit hru už teď remízou: všichni, kdo hrají, se dělí o první místo. Skončí, jakmile budou všichni souhlasit. Po příštím tahu už návrh neplatí.
panel-asks-won = { $who } navrhuje ukončit hru už teď: vítězí { $winner } a ostatní se dělí o druhé místo. Skončí, jakmile budou všichni souhlasit. Po příštím tahu už návrh neplatí.
chat-end-which = Uveď vítěze, nebo vyber výsledek, ne obojí.
chat-agreed = Všichni souhlasí.
chat-declined-proposal = { $who } nesouhlasí, takže všechno zůstává, jak je.
chat-you-declined-proposal = Dobře, všechno zůstává, jak je. Ostatní to uvidí.
chat-agreed-open = Zapsáno. Ještě musí souhlasit { $n ->
    [one] jeden hráč
    [few] { $n } hráči
   *[other] { $n } hráčů
}.
panel-not-asked = Teď nikdo nic nenavrhuje.
panel-not-paused = Hra teď pauzu nemá.
panel-not-away = Na svém místě hraješ ty, takže není co brát zpátky.
panel-plays-already = Počítač tam už zaskakuje, dokud se tento hráč nevrátí.
panel-not-there = Tento hráč u stolu nesedí.
chat-stands-in-for-you = { $who }, ve hře { $game } za tebe zaskakuje počítač, dokud se nevrátíš: { $place }.
chat-played-for-you = { $who }, ve hře { $game } ti vypršel čas a tah za tebe zahrál počítač: { $place }.
panel-no-such-time = Ten čas už minul, nebo je moc daleko.
chat-paused = Hra má pauzu do { $until }, nebo dokud se všichni nedohodnou, že se pokračuje (`/{ cmd-table-name } { cmd-table-resume-name }`).
chat-resumed = Hra pokračuje.
chat-resign-sure = Opravdu se chceš vzdát? Hra ve dvou tím skončí, v jiné převezme tvoje místo počítač.
chat-shut = Tvůj stůl { $game } je v { $place }, kde už nemůžu psát: někdo mi vzal oprávnění, nebo zavřel vlákno. Co chybí, tam ukáže `/{ cmd-check-name }`. Zkouším to dál a připomínky zatím posílám do přímých zpráv.
chat-shut-gone = Kanál { $place } s tvým stolem { $game } už neexistuje, takže tam hra pokračovat nemůže. Nic se neztratilo: použij `/{ cmd-table-name } { cmd-table-move-name }` v jiném kanálu serveru a hra půjde dál tam.
chat-status-open = Čeká se na hráče.
chat-status-points = Body: { $list }
chat-status-turn = Na tahu je { $who } od { $since }.
chat-status-late = Čas vypršel { $until }.
panel-status-banks = Ostatním zbývá čas: { $list }.
panel-status-away = { $who } má dovolenou do { $until }.
panel-status-stands-in = { $who } teď nehraje. Až do návratu zaskakuje počítač.
chat-manners-word = potom se to jen všem oznámí
chat-manners-turn = potom tah zahraje počítač
chat-manners-seat = potom zaskakuje počítač, dokud se hráč nevrátí
chat-manners-turn-time = Časový limit: { $time } na tah; { $late }.
chat-manners-bank = Časový limit: { $start } pro každého a k tomu { $more } za každý tah; { $late }.
chat-pace-none = Bez časového limitu
chat-pace-turn = { $time } na tah
chat-pace-bank = { $start } pro každého a k tomu { $more } za každý tah
chat-no-pace = Takovému časovému limitu nerozumím. Napiš čas na jeden tah, třeba `24h` nebo `3 dny`, nebo zásobu času a kolik k ní každý tah přidá, třeba `72h+8h`. Nejmíň je jedna minuta, nejvíc šedesát dní a zásoba musí být větší než to, co tah přidává.
chat-late-without-pace = Bez časového limitu čas nikdy nevyprší: zvol `{ cmd-table-open-pace-name }`, nebo vynech `{ cmd-table-open-late-name }`.
chat-no-span = Takhle zadané době nerozumím. Napiš ji třeba jako `8h`, `2 dny` nebo `1 týden`.
chat-no-zone = Časové pásmo „{ $zone }“ neznám. Vyber si některé z těch, která se nabízejí při psaní, třeba Europe/Prague.
chat-no-hours = Hodiny klidu napiš jako `22-8` nebo `21:30-6:30`, nebo napiš `vypnout`.
chat-no-holiday = Napiš, jak dlouho budeš pryč, třeba `10 dní`, nebo do kdy, třeba `2027-01-06`: nejvíc 60 dní. Nebo napiš `vypnout`.
chat-every = jednou za { $time }
chat-every-never = nikdy
chat-every-usual = jak je tu zvykem
chat-pick-switches = Zapnout nebo vypnout
chat-remind-switch-direct = Výzvy k tahu v přímých zprávách
chat-remind-switch-next = Dát mi vědět, až budu další na řadě
chat-remind-switch-text = Text místo obrázků
chat-remind-switch-invitations = Ostatní mě smějí zvát
chat-quiet-off = žádné hodiny klidu
chat-remind-me = Připomínky ti chodí { $every }.
chat-remind-loud-anywhere = Ozvat se můžu v kteroukoli hodinu. Když mi prozradíš své `{ cmd-remind-zone-name }` a hodiny klidu (`{ cmd-remind-quiet-name }`), dám ti v tu dobu pokoj.
chat-remind-loud = Ozvat se můžu v kteroukoli hodinu. Tvoje časové pásmo je { $zone }.
chat-remind-quiet = Hodiny klidu: { $hours }, časové pásmo { $zone }.
chat-remind-which-zone = Tvoje časové pásmo neznám, a tak počítám s UTC. Nastavíš ho příkazem `/{ cmd-remind-name } { cmd-remind-zone-name }:`.
chat-remind-direct = Výzvy k tahu i připomínky ti chodí do přímých zpráv.
chat-remind-next = Dám ti vědět, až budeš další na řadě.
chat-remind-away = Máš dovolenou do { $until }: nikdo ti nic nepřipomíná a tvůj čas stojí.
chat-remind-text = Místo obrázků vidíš text: v panelu, u stolu i v přehledu toho, co máš. Když v příkazu zadáš `{ cmd-realm-text-name }:False`, obrázky se pro tentokrát ukážou.
chat-remind-change = Změnit to můžeš v nabídkách. Časové pásmo a dovolenou nastavíš příkazem `/{ cmd-remind-name }`.
chat-remind-table = { $every ->
    [nikdy] U tohoto stolu připomínky nechodí. Neplatí to pro toho, kdo má vlastní nastavení.
   *[other] U tohoto stolu chodí připomínky { $every }. Neplatí to pro toho, kdo má vlastní nastavení.
}
chat-remind-server = { $every ->
    [nikdy] Na tomto serveru připomínky nechodí. Neplatí to pro lidi a stoly s vlastním nastavením.
   *[other] Na tomto serveru chodí připomínky { $every }. Neplatí to pro lidi a stoly s vlastním nastavením.
}
chat-recap-all = Co se zatím stalo:
chat-recap = Od tvého posledního tahu:
chat-recap-nothing = Od tvého posledního tahu se nic nestalo.
chat-recap-earlier = { $n ->
    [one] Předtím ještě { $n } tah, potom:
    [few] Předtím ještě { $n } tahy, potom:
   *[other] Předtím ještě { $n } tahů, potom:
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Tah { $n } z { $of }.**
chat-realms-small = Všechny říše uvidíš, když klikneš na malý obrázek.
chat-film = Celá hra, tah po tahu.
chat-watching = **{ $game }**, hraje se v { $place }
chat-watch-begins = Tento kanál teď sleduje hru { $game } v { $place }: jedna zpráva tu ukazuje, jak to vypadá, a obnovuje se jednou za minutu. Sledování ukončí `/{ cmd-unwatch-name }`.
chat-watch-already = Tento kanál už hru { $game } v { $place } sleduje.
chat-watch-which = Takový stůl na tomto serveru není, nebo ho nevidíš. Vyber si některý z těch, které se nabízejí při psaní.
chat-watch-not-you = V tomto kanálu nesmíš psát, a tak tu nemůžeš ani zapnout sledování stolu.
chat-watch-not-me = V tomto kanálu nesmím psát: co chybí, ukáže `/{ cmd-check-name }`.
chat-came = Hra se přesunula sem a pokračuje.
chat-moved = { $who } přesouvá hru { $game } do { $place }.
chat-move-which = Takový stůl na tomto serveru nemáš. Vyber si některý z těch, které se nabízejí při psaní.
chat-move-not-you = V tomto kanálu nesmíš psát, a tak sem nemůžeš ani přesunout hru.
chat-move-not-me = V tomto kanálu nesmím psát: co chybí, ukáže `/{ cmd-check-name }`.
panel-watch-closed = Tento stůl nejde sledovat z jiných kanálů.
chat-watch-ends = Hru { $game } v { $place } už sledovat nejde, a tak ji tento kanál přestává ukazovat.
panel-watch-here = Tento stůl je přímo v tomto kanálu.
chat-watchers-open = Ostatní teď můžou tento stůl sledovat z jiných kanálů.
chat-watchers-closed = Z jiných kanálů už tento stůl nikdo sledovat nemůže.
chat-unwatched = { $n ->
    [0] Tento kanál žádný stůl nesleduje.
    [one] Tento kanál už ten stůl nesleduje.
    [few] Tento kanál už ty { $n } stoly nesleduje.
   *[other] Tento kanál už těch { $n } stolů nesleduje.
}
chat-mine = { $n ->
    [0] Žádný stůl na tebe nečeká.
    [one] Čeká na tebe jeden stůl:
    [few] Čekají na tebe { $n } stoly:
   *[other] Čeká na tebe { $n } stolů:
}
chat-mine-line = • { $game } ({ $place }) – { $players }, od { $since }.
chat-mine-others = Tady se čeká na ostatní:
chat-mine-open = Čeká se na hráče.
chat-more = { $n ->
    [one] … a ještě jeden.
    [few] … a ještě { $n } další.
   *[other] … a ještě { $n } dalších.
}
chat-mine-other = • { $game } ({ $place }) – { $players }.

cmd-table-open-pace = Časový limit: 24h nebo 3 dny na tah, nebo zásoba času, třeba 72h+8h
cmd-table-open-pace-name = limit
cmd-table-open-late = Co se stane, když čas vyprší
cmd-table-open-late-name = po-limitu
cmd-table-open-late-word = Jen se to oznámí
cmd-table-open-late-turn = Tento tah zahraje počítač
cmd-table-open-late-seat = Zaskakuje počítač, dokud se hráč nevrátí
cmd-table-pause = Navrhnout všem pauzu
cmd-table-pause-name = pauza
cmd-table-pause-time = Na jak dlouho; jinak na týden
cmd-table-pause-time-name = doba
cmd-table-resume = Navrhnout všem předčasný konec pauzy
cmd-table-resume-name = pokračovat
cmd-table-end = Navrhnout všem konec hry už teď, bez vítěze nebo s výsledkem
cmd-table-end-name = ukončit
cmd-table-end-result = Jak hra skončí; jinak bez vítěze
cmd-table-end-result-name = výsledek
cmd-table-end-result-without = Bez vítěze
cmd-table-end-result-draw = Remíza: všichni se dělí o první místo
cmd-table-end-result-won = Vyhrávám já
cmd-table-end-winner = Kdo vyhrává, pokud to nejsi ty
cmd-table-end-winner-name = vítěz
cmd-table-back = Vzít si své místo zpátky od počítače
cmd-table-back-name = návrat
cmd-table-replace = Předat místo po tom, kdo odešel, počítači nebo někomu jinému
cmd-table-replace-name = nahradit
cmd-table-replace-who = Kdo odešel; jinak ten, na koho stůl čeká
cmd-table-replace-who-name = koho
cmd-table-replace-by = Kdo převezme místo; jinak počítač
cmd-table-replace-by-name = kým
cmd-table-replay = Přehrát si hru tah po tahu; uvidíš ji jen ty
cmd-table-replay-name = přehrát
cmd-table-move = Přesunout do tohoto kanálu některý ze svých stolů
cmd-table-move-name = přesunout
cmd-table-move-table = Který stůl
cmd-table-move-table-name = stůl
cmd-table-watchers = Určit, jestli můžou ostatní sledovat tento stůl z jiných kanálů
cmd-table-watchers-name = diváci
cmd-table-watchers-open = Smí se sledovat odjinud?
cmd-table-watchers-open-name = povolit
cmd-remind = Zjistit nebo změnit, jak ti připomínám tahy a co vidíš
cmd-remind-name = připomínky
cmd-remind-every = Jak často: 8h, 2 dny, nikdy
cmd-remind-every-name = jak-často
cmd-remind-zone = Tvoje časové pásmo, třeba Europe/Prague
cmd-remind-zone-name = časové-pásmo
cmd-remind-quiet = Kdy tě nemám rušit, třeba 22-8
cmd-remind-quiet-name = klid
cmd-remind-direct = Posílat výzvy k tahu a připomínky do přímých zpráv
cmd-remind-direct-name = soukromě
cmd-remind-next = Dát ti vědět, až budeš další na řadě
cmd-remind-next-name = předem
cmd-remind-away = Do kdy máš dovolenou: 10 dní, 2027-01-06, vypnout
cmd-remind-away-name = dovolená
cmd-remind-text = Odteď ti místo obrázků ukazovat text
cmd-remind-text-name = text
cmd-remind-whose = Čí připomínky; jinak tvoje
cmd-remind-whose-name = čí
cmd-remind-whose-me = Moje
cmd-remind-whose-table = Tohoto stolu
cmd-remind-whose-server = Tohoto serveru
cmd-snooze = Poprosit v tomto tahu o víc času: ostatní to uvidí a já se pak znovu připomenu
cmd-snooze-name = odklad
cmd-snooze-until = Do kdy
cmd-snooze-until-name = do-kdy
cmd-recap = Zjistit, co se stalo od tvého posledního tahu
cmd-recap-name = co-mi-uteklo
cmd-watch = Sledovat v tomto kanálu některý stůl z tohoto serveru
cmd-watch-name = sledovat
cmd-watch-table = Který stůl
cmd-watch-table-name = stůl
cmd-unwatch = Přestat tu sledovat stůl
cmd-unwatch-name = nesledovat
cmd-unwatch-table = Který stůl; jinak všechny
cmd-unwatch-table-name = stůl
cmd-mine = Ukázat všechny stoly, které na tebe čekají, ať jsou kdekoli
cmd-mine-name = moje-stoly
alt-film = Film celé hry: hrací deska po každém tahu od začátku do konce a potom graf bodů.
chat-turn-yours = Jsi na tahu.
chat-your-turn-still = { $who }, pořád jsi na tahu.
chat-replay-start = **Před prvním tahem.**
chat-no-every = Takovému odstupu mezi připomínkami nerozumím, nebo je moc krátký. Napiš třeba `8h`, `2 dny` nebo `nikdy`. Nejkratší je jedna hodina.
chat-remind-every-only = Pro stůl jde nastavit jen `{ cmd-remind-every-name }:`, pro server i `{ cmd-remind-elsewhere-name }:`. Všechno ostatní si nastavuje každý sám.
chat-remind-me-here = Připomínky ti chodí { $every }, stejně jako každému, kdo si tu nezvolil nic jiného.
chat-remind-me-never = Připomínky ti nechodí.
chat-every-day = jednou denně
chat-snooze-clock = Tvůj čas ale běží dál: vyprší { $until }.
chat-mine-stood-in = Hraje tam za tebe počítač: své místo si vezmeš zpátky příkazem `/{ cmd-table-name } { cmd-table-back-name }`.
panel-time-was-up = Čas vypršel a tah zahrál počítač, takže ho nejde vzít zpět.
panel-watch-many = Tento stůl už sleduje příliš mnoho kanálů, nebo tento kanál sleduje příliš mnoho stolů. Místo uvolní `/{ cmd-unwatch-name }`.
panel-not-themselves = Kdo chce místo převzít, musí si o ně říct sám: příkazem `/{ cmd-table-name } { cmd-table-replace-name }`, kde jako `{ cmd-table-replace-by-name }` uvede sebe. Když `{ cmd-table-replace-by-name }` vynecháš, převezme místo počítač.
input-wrong-number-exactly = { $game } je hra pro { $least ->
    [one] { $least } hráče
    [few] { $least } hráče
   *[other] { $least } hráčů
}, ne pro { $asked }.

# --- The rules in short ---
# What is filled in comes from the printed figures and from the options of the table. Behind `-also` stands what else people
# may type to find it, with commas between.

list-or = { $first } nebo { $last }
topic-does = { $tile }: { $does }
topic-does-one = { $tile } I: { $does }
topic-does-two = { $tile } II: { $does }

## What a tile does: the end of a sentence that names it

does-income = po každém kole navíc { $goods }
does-spears = { $points } za každý cenový žeton se zkříženými oštěpy, který si vezmeš
does-exchange = { $n ->
    [one] v jedné platbě může 1 surovina zastoupit jinou
    [few] v jedné platbě můžou { $n } suroviny zastoupit jiné
   *[other] v jedné platbě může { $n } surovin zastoupit jiné
}
does-long-hut = jen prodlužuje svou vesnici
does-long-hut-two = na konci { $points }, když se její vesnice počítá
does-irrigation = na konci, když se jeho vesnice počítá, za 1 až 4 ovocné destičky v ní { $points } bodů
does-irrigation-two = na konci, když se jeho vesnice počítá, za 1 až 4 ovocné destičky v ní { $points } bodů; po každém kole { $n ->
    [one] { $n } surovina
    [few] { $n } suroviny
   *[other] { $n } surovin
} podle tvého výběru
does-surfer = lid po tobě chce o { $n } míň
does-hula = na konci, když se její vesnice počítá, { $points } za každou destičku v ní
does-boat = při rybaření a návštěvách ostrovů uveze { $n ->
    [one] { $n } šlápotu
    [few] { $n } šlápoty
   *[other] { $n } šlápot
}
does-boat-two = při rybaření a návštěvách ostrovů uveze { $n ->
    [one] { $n } šlápotu
    [few] { $n } šlápoty
   *[other] { $n } šlápot
} a přidá { $feet ->
    [one] { $feet } vlastní
    [few] { $feet } vlastní
   *[other] { $feet } vlastních
}
does-kahuna = na konci body, pokud se počítá vesnice, u které stojí
does-tiki = na konci se počítají vesnice, které dosáhnou až pod něj
does-ku = { $points } za každý cenový žeton se zkříženými oštěpy, který si vezmeš; po každém kole navíc { $goods }
does-kane = po každém kole navíc { $goods }; když ho kupuješ, nabízí 1 tiki za { $n ->
    [one] { $n } surovinu
    [few] { $n } suroviny
   *[other] { $n } surovin
}
does-pele = cena cesty je vždycky nanejvýš { $goods }
does-lono = { $points } navíc pokaždé, když je lid spokojený
does-laka = na konci { $points } za každé ovoce na tvých ovocných destičkách
does-kanaloa = na konci { $points } za každý člun a každého surfaře
hal-does-statue = postavíš ji tam, kde stojí tvůj šaman
hal-does-lava-priestess = přesune lávový žeton do sousedního kráteru
hal-does-shell = můžeš koupit něco z nabídky; našetřená platí při dalším nákupu; zbylá přináší na konci { $points }
hal-does-fish = při každém bodování { $points } pro toho, kdo má víc ryb
hal-does-pearl = { $points } při každém bodování; obě perly dohromady { $both }
hal-does-nautilus = { $points } při druhém bodování
hal-does-butterfly = { $does }; na kartě je motýl
hal-does-butterflies = { $points } za každého motýla na tvých kartách
hal-does-statue-majority = { $points } za každý typ krajiny, kde máš víc soch než soupeř
hal-does-complete-segment = { $points } za každý úsek se třemi tvými sochami
hal-does-forest-statues = { $points } navíc za každou tvou sochu v lese
hal-does-mountain-statues = { $points } navíc za každou tvou sochu na hoře

## Hawaii

topic-reconstructed = Některá z těchto čísel jsou rekonstruovaná, protože jsme k tištěným nenašli zdroj.
topic-hawaii-aim = Cíl hry
topic-hawaii-aim-text = Hra má { $rounds ->
        [one] { $rounds } kolo
        [few] { $rounds } kola
       *[other] { $rounds } kol
    }. Chodíš po ostrově, kupuješ destičky, rybaříš, navštěvuješ další ostrovy a buduješ až pět vesnic. Body získáváš po každém kole za spokojený lid, za návštěvy ostrovů a na konci za své vesnice. Kdo má potom nejvíc bodů, vítězí. Na začátku dostaneš: { $start }. Kdo není v pořadí hráčů první, dostane navíc ovoce.
topic-hawaii-aim-also = cíl, výhra, vyhrát, vítězství, body, začátek, přehled, jak se hraje
topic-hawaii-setup = Příprava a nová kola
topic-hawaii-setup-text = Místa, ostrovy a první pořadí hráčů se losují. Na začátku mají všichni: { $start }, rybářský člun, počáteční chýši v první vesnici a ovoce podle pořadí hráčů: { $start_fruits }. Každé kolo začíná stejně: náčelníci a čluny jsou zpátky a všechny cenové žetony se losují znovu. Když poslední žeton vylosovaný pro místo zvedne součet jeho žetonů nad předtištěné číslo, jde jako rybí žeton do zátoky. Místo, kterému nezbyl žádný žeton, je v tomto kole zavřené. Žetony v pořadí hráčů leží vzestupně. Nenavštívené ostrovy se posunou k levnějším dokům a zbylé doky dostanou nové.
topic-hawaii-setup-also = příprava, nové kolo, zavřené místo, pytlík, ovoce na začátku, los
topic-hawaii-turn = Tah
topic-hawaii-turn-text = Náčelníci se střídají podle pořadí hráčů, znovu a znovu, dokud všichni nepasují. Ve svém tahu uděláš jednu z těchto věcí: jdeš na místo a koupíš tam destičku; rybaříš v zátoce; navštívíš ostrov; čekáš na pláži; nebo pasuješ a v tomto kole končíš. Když se v čekání hned po sobě vystřídají všichni, kdo v kole ještě jsou, další hráč už musí udělat něco jiného.
topic-hawaii-turn-also = čekat, čekání, pláž, co můžu dělat, co můžu udělat, na tahu, akce
topic-hawaii-walk = Chůze
topic-hawaii-walk-text = Každý krok stojí 1 šlápotu. Z pláže vkročíš jen na místa hned vedle ní (jsou jen { $beach }), z místa na kterékoli sousední, i úhlopříčně. Projít můžeš přes kterékoli místo. Zastavit se smíš jen tam, kde můžeš koupit: musí tam být cenový žeton, na který máš, a destička, kterou máš kam dát. Pak ale koupit musíš. Zůstat na místě a koupit tam znovu stojí taky 1 šlápotu. Cesta zpátky na pláž je zadarmo, je to ale tvůj tah: na pláži rybaříš, navštívíš ostrov, čekáš, nebo pasuješ.
topic-hawaii-walk-also = jít, chodit, pohyb, přesun, cesta, krok, kroky, šlápota, šlápoty, zůstat
topic-hawaii-buy = Nákup
topic-hawaii-buy-text = Vyber si na svém místě jeden z cenových žetonů a zaplať tolik mušlí, kolik ukazuje. Vezmi si za to destičku, která se tam prodává: za tah jen jednu. Žeton si necháš do konce kola, protože jeho číslo se počítá do součtu, který chce lid. Když zmizí poslední žeton, nikdo už tam v tomto kole nic nekoupí. Červené žetony se zkříženými oštěpy přinášejí body tomu, kdo má oštěpovou chýši nebo boha KU.
topic-hawaii-buy-also = koupit, kupovat, cena, ceny, cenový žeton, žeton, žetony, červený, oranžový, oštěpy, zkřížené oštěpy, kolečko, ⚔, mušle
topic-hawaii-sides = Strana I a strana II
topic-hawaii-sides-text = Za cenu na žetonu dostaneš destičku obyčejnou stranou (I) nahoru, za dvojnásobek lepší stranou (II). Strana II má na obrázcích zlatý okraj. Do součtu pro lid se žeton i tak počítá jen jednou. Kahuny a tiki mají jen jednu stranu: za dvojnásobek dostaneš dva kusy, když dva zbývají a máš pro oba místo. Později už se žádná destička neotáčí.
topic-hawaii-sides-also = strana, strany, dvojnásobek, dvakrát, i, ii, zlatý okraj, lepší strana
topic-hawaii-payment = Placení
topic-hawaii-payment-text = Mušlemi se platí destičky, šlápotami kroky, ryby a ostrovy. Jedno ovoce může zastoupit jednu mušli nebo jednu šlápotu. V jedné platbě nesmíš suroviny míchat, ledaže ti to dovolí směnná chýše. Cesta a destička jsou dvě platby. { $goods ->
        [open] U tohoto stolu všichni vidí, co kdo má.
       *[other] Co máš, leží skryté za tvou zástěnou.
    }
topic-hawaii-payment-also = platit, zaplatit, platba, ovoce, míchat, suroviny, zástěna, měna
topic-hawaii-fish = Rybaření
topic-hawaii-fish-text = V zátoce si vezmeš tolik rybích žetonů, kolik chceš. Každý stojí 1 šlápotu a jedno místo na tvých člunech. Ryby na žetonu vidíš, jeho číslo od { $least } do { $most } ne: to se na konci kola počítá do součtu, který chce lid. Čluny, které vypluly, máš v příštím kole zase zpátky.
topic-hawaii-fish-also = ryby, ryba, rybařit, zátoka, rybářská zátoka, rybí žeton, rybí žetony, úlovek, chytat
topic-hawaii-fish-line = { $fish ->
    [one] { $fish } ryba
    [few] { $fish } ryby
   *[other] { $fish } ryb
}: číslo { $numbers }
topic-hawaii-islands = Ostrovy
topic-hawaii-islands-text = U každého ze čtyř doků leží jeden ostrov. Zaplatíš tolik šlápot, kolik stojí dok, a tvoje čluny je musí uvézt. Získáš body za dok a k tomu to, co ukazuje ostrov. Destičky se dvěma stranami dostáváš stranou II nahoru. Žeton si nebereš, takže se návštěva nepočítá do součtu, který chce lid. Každý ostrov jde navštívit jednou za kolo. Když se ze dvou kahun nebo tiki vejde nebo zbývá jen jeden kus, dostaneš ten jeden. Když destičku nemáš kam dát nebo už žádná nezbývá, získáš jen body za dok.
topic-hawaii-islands-also = ostrov, dok, doky, plout, plavba, navštívit, návštěva, molo, dárek
topic-hawaii-dock-line = Dok { $dock }: { $feet }, { $points }
topic-hawaii-order = Pasování a pořadí hráčů
topic-hawaii-order-text = Když už v kole nic dalšího udělat nechceš, pasuj: obsaď volné políčko v pořadí hráčů a vezmi si cenový žeton pod ním. I ten se počítá do součtu, který chce lid. U políčka 1 žádný žeton není. Políčka určují pořadí hráčů v příštím kole. { $last_first_space ->
        [scores_nothing] Po posledním kole nepřináší políčko 1 nic.
       *[scores] Po posledním kole přináší políčko 1 { $bonus }.
    }
topic-hawaii-order-also = pořadí hráčů, pořadí, pasovat, skončit, odejít, políčko, políčka, příští kolo
topic-hawaii-people = Co chce lid
topic-hawaii-people-text = Po každém kole si sečteš čísla na všech žetonech, které z něj máš, i na rybích. Kdo dosáhne čísla daného kola, má spokojený lid a boduje: nejvyšší součet přináší nejvíc bodů, druhý nejvyšší míň a všichni ostatní, kdo čísla dosáhli, dostanou pár bodů. Když má nejvyšší součet víc hráčů, všichni bodují jako první a jako druhý nikdo. Když má víc hráčů druhý nejvyšší, všichni bodují jako druzí. Surfaři ti potřebné číslo snižují.{ $ranking ->
        [everyone] {" "}U tohoto stolu zabere místo v pořadí i ten, kdo čísla nedosáhne, ale neboduje.
       *[those_who_score] {""}
    }
topic-hawaii-people-also = lid, lidé, lid chce, číslo, součet, želva, potřeba, spokojený, druhý
topic-hawaii-round-line = { $round }. kolo: lid chce součet { $sum }. Body: první místo { $first }, druhé { $second }, ostatní { $others }
topic-hawaii-income = Po kole
topic-hawaii-income-text = Po každém kole kromě posledního dostanou všichni mušle a šlápoty, pokaždé o něco míň. Něco k tomu přidávají mušlové a šlápotové chýše, ovocné destičky, KU, KANE a zavlažování na straně II. Ovoce přitom dostaneš jen z destiček. Co neutratíš, to ti zůstává.
topic-hawaii-income-also = příjem, zásoba, mušle, šlápoty, dostat, konec kola
topic-hawaii-income-line = Po { $round }. kole: { $goods }
topic-hawaii-villages = Vesnice
topic-hawaii-villages-text = Každá řada tvé říše je jedna vesnice a řad je pět. Vesnice začíná chýší. První vesnice má počáteční chýši už předtištěnou. { $rows ->
        [may_be_skipped] Novou vesnici můžeš založit v kterékoli prázdné řadě.
       *[without_gaps] Vesnice se zakládají shora a bez mezer.
    } Žádný druh destičky nesmí být ve vesnici dvakrát, ani obrácený na druhou stranu. Čtyři ovocné destičky jsou ale čtyři různé druhy a počáteční chýše se za druh nepočítá. V každé vesnici smí být nejvýš jeden bůh a každého boha smíš mít jen jednou. Čluny, kahuny a tiki vesnici neprodlužují. Co už stojí, to se nepřesouvá.
topic-hawaii-villages-also = vesnice, říše, řada, stavět, založit, chýše, začátek, délka
topic-hawaii-end = Závěrečné bodování
topic-hawaii-end-text = Po { $rounds }. kole se počítají jen vesnice, které dosáhnou k tvému tiki nejvíc vlevo; bez tiki se nepočítá žádná. Počáteční chýše se počítá jako destička. Ve vesnicích, které se počítají, přinášejí body kahuny, tanečnice hula, zavlažování a dlouhé chýše II, a taky LAKA a KANALOA. Tiki stojí nad sloupci { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, v tomto pořadí: čím víc jich máš, tím kratší může vesnice být. { $tie_break ->
        [shared] Při rovnosti bodů je vítězství společné.
       *[goods_left] Při rovnosti bodů vítězí ten, komu dohromady zbývá nejvíc mušlí, šlápot a ovoce. Když ani to nerozhodne, je vítězství společné.
    }
topic-hawaii-end-also = bodování, konec, konec hry, remíza, rovnost, vítěz, tiki, body
topic-hawaii-signs = Značky na obrázcích
topic-hawaii-signs-text = Zlatý okraj a II znamenají stranu II. Červený žeton se zkříženými oštěpy přináší body s oštěpovou chýší nebo bohem KU. Číslo na sloupečku říká, kolik kusů zbývá. Čárkovaně je vyznačené, co jde vybrat, a písmena patří k možnostem v nabídkách. Šipka ukazuje cestu, světlý rámeček to, co se koupilo nebo navštívilo, a číslo v kroužku říká, kolikátý tah to byl. Každý hráč má svou barvu, svůj tvar a své písmeno.
topic-hawaii-signs-also = legenda, značky, symboly, ikony, čárky, šipka, rámeček, písmena, barvy
topic-hawaii-sold = { $gods ->
    [yes] Prodává se na místě „{ $place }“. Jsou tam dva sloupečky a koupit můžeš jen to, co leží navrchu. Počet kusů od každého boha: { $n }.
   *[no] Prodává se na místě „{ $place }“. Počet kusů v krabici: { $n }.
}
topic-hawaii-shell-hut-text = Chýší můžeš založit vesnici.
topic-hawaii-shell-hut-also = mušle, příjem, chýše
topic-hawaii-foot-hut-text = Chýší můžeš založit vesnici.
topic-hawaii-foot-hut-also = šlápoty, příjem, chýše
topic-hawaii-spear-hut-text = Pomáhá až od tvého dalšího tahu po nákupu. Platí i pro žetony z pořadí hráčů, ale nikdy pro rybí žetony. Když máš oštěpových chýší víc, jejich body se sčítají. Chýší můžeš založit vesnici.
topic-hawaii-spear-hut-also = zkřížené oštěpy, oštěpy, ⚔, červený, chýše
topic-hawaii-exchange-hut-text = { $exchange ->
        [each_payment] U tohoto stolu pomáhá každá směnná chýše při každé platbě v tahu, a to až od tvého dalšího tahu po nákupu.
       *[once_per_turn] Každá směnná chýše pomáhá při jedné platbě v tahu, a to až od tvého dalšího tahu po nákupu. Co nevymění, to pro ten tah propadá.
    } Chýší můžeš založit vesnici.
topic-hawaii-exchange-hut-also = směna, výměna, vyměnit, míchat, chýše
topic-hawaii-long-hut-text = Chýší můžeš založit vesnici.
topic-hawaii-long-hut-also = dlouhý dům, chýše
topic-hawaii-fruit-tiles = Ovocné destičky
draw-chieftain = tvůj náčelník
topic-hawaii-fruit-tile = ovocná destička
topic-hawaii-fruit-tiles-text = Chlebovník, taro, kokos a banán jsou čtyři druhy, takže se do jedné vesnice vejdou všechny. Na konci je počítá zavlažování a LAKA.
topic-hawaii-fruit-tiles-also = chlebovník, taro, kokos, banán, ovoce
topic-hawaii-irrigation-text = Počítají se jen ovocné destičky ve stejné vesnici. Na straně II si vybíráš mezi mušlí, šlápotou a ovocem.
topic-hawaii-irrigation-also = voda, zavlažovací systém, ovoce
topic-hawaii-surfer-text = Platí na konci každého kola, i toho právě hraného. Když jich máš víc, sčítají se. Surfaře počítá i KANALOA.
topic-hawaii-surfer-also = surf, surfování, lid, číslo
topic-hawaii-hula-text = Počítá i sebe a počáteční chýši.
topic-hawaii-hula-also = tanečnice, tanec, hula
topic-hawaii-boat-text = Každý začíná s rybářským člunem, který uveze { $fishing ->
        [one] { $fishing } šlápotu
        [few] { $fishing } šlápoty
       *[other] { $fishing } šlápot
    }. Člun vyplouvá jednou za kolo, ať je plný, nebo ne. Člun II vypluje, jen když na něj něco naložíš i ty. Šlápota na člunu II se počítá stejně jako zaplacená. Čluny počítá i KANALOA.
topic-hawaii-boat-also = čluny, loď, rybářský člun, vyplout, naložit
topic-hawaii-kahuna-text = První stojí u první vesnice, druhá u druhé a tak dál. Shora dolů přinášejí tyto body: { $kahunas }. Na některých políčkách jsou mušle, které dostaneš hned. Kahuna smí stát i u vesnice, která ještě není založená.
topic-hawaii-kahuna-also = kahuny, expert, kněz
topic-hawaii-tiki-text = Vejde se jich { $tikis ->
        [seven] sedm
       *[six] šest
    }. Stojí nad sloupci { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, zprava doleva. Na některých políčkách jsou šlápoty, které dostaneš hned.
topic-hawaii-tiki-also = socha, sošky, sloupec, dosáhnout
topic-hawaii-ku-text = Pomáhá až od tvého dalšího tahu po nákupu.
topic-hawaii-ku-also = bůh, bohové, oštěpy, zkřížené oštěpy, ⚔
topic-hawaii-kane-text = Dát mu můžeš { $kane ->
        [one] { $kane } libovolnou surovinu
        [few] { $kane } libovolné suroviny, klidně i různé
       *[other] { $kane } libovolných surovin, klidně i různých
    }, ale jen hned po jeho koupi, a jen když nějaké tiki zbývá a máš pro ně místo.
topic-hawaii-kane-also = bůh, bohové, tiki
topic-hawaii-pele-text = Na délce cesty nezáleží. Cesta o jednom kroku stojí pořád 1 šlápotu.
topic-hawaii-pele-also = bůh, bohové, bohyně, chůze, cesta
topic-hawaii-lono-text = Nezáleží na tom, jestli máš nejvyšší součet.
topic-hawaii-lono-also = bůh, bohové, lid
topic-hawaii-laka-text = LAKA i ovocné destičky musí stát ve vesnicích, které se počítají. Ovocná destička na straně II má dvě ovoce.
topic-hawaii-laka-also = bůh, bohové, bohyně, ovoce
topic-hawaii-kanaloa-text = KANALOA musí stát ve vesnici, která se počítá. Body přinášejí všechny tvoje čluny, i rybářský, a surfaři ve vesnicích, které se počítají, ať na straně I, nebo II.
topic-hawaii-kanaloa-also = bůh, bohové, čluny, surfaři

## Haleakala

topic-haleakala-aim = Cíl hry
topic-haleakala-aim-text = Dva hráči kladou číselné žetony na pláže kolem sopky a posílají okolo ní loď, která přiváží karty. S nimi stavějí sochy, sbírají ryby a perly a přesouvají lávu. Hrají se dvě kola: na konci každého sopka vybuchne a potom se boduje. Kdo má po druhém bodování nejvíc bodů, vítězí.
topic-haleakala-aim-also = cíl, výhra, vyhrát, vítězství, přehled, začátek, jak se hraje
topic-haleakala-setup = Příprava
topic-haleakala-setup-text = Kdo začíná, se losuje. Oba šamani stojí ve svých chýších na protilehlých plážích a loď je u úseku { $jetty }. U každého úseku leží dvě karty s jednou palmou; ostatní čekají ve třech balíčcích podle počtu palem.
topic-haleakala-setup-also = příprava, balíčky, začátek, los, chýše
topic-haleakala-turn = Tah
topic-haleakala-turn-text = Uděláš jednu z těchto věcí: položíš číselný žeton na pláž; vezmeš si některý svůj zpět; nebo, když v ruce žádný číselný žeton nemáš, posuneš loď o jeden úsek. { $shuffling ->
        [forty_turns] Když u tohoto stolu čtyřicet tahů nikdo nedostane kartu, nejde vzít zpět žádný žeton, dokud ji někdo nedostane.
       *[unlimited] {""}
    }
topic-haleakala-turn-also = co můžu dělat, co můžu udělat, na tahu, akce
topic-haleakala-discs = Číselné žetony
topic-haleakala-discs-text = Máš žetony 1 až 5. Když položíš žeton na pláž, u které není loď, nebo si některý vezmeš zpět, může potom tvůj šaman popojít. Na žádné pláži nesmějí mít obě barvy nikdy stejný součet, ledaže tam žeton nemá ani jedna. Příklad: když tam má druhá barva žeton 3, smíš položit 2, ale ne 3, a ani 1 ke své 2.
topic-haleakala-discs-also = žeton, žetony, číslo, položit, vzít zpět, součet, součty, stejný
topic-haleakala-boat = Loď
topic-haleakala-boat-text = Začíná u úseku { $jetty }. Když položíš žeton na pláž jejího úseku, popluje po směru hodinových ručiček o tolik úseků, kolik na žetonu stojí. Žeton zůstane na té pláži. Kde loď zastaví, tam se rozdávají karty.
topic-haleakala-boat-also = člun, rybářský člun, plout, po směru hodinových ručiček, úsek
topic-haleakala-cards = Kdo dostane karty
topic-haleakala-cards-text = Kde loď zastaví, tam si jednu ze dvou karet vybere ten, kdo má vyšší součet žetonů. Druhý hráč dostane tu, která zbyla, pokud tam nějaký žeton má. Kartu nejde odmítnout. Když jsou obě karty stejné, dostane jednu jen ten s vyšším součtem. Všechny tamní číselné žetony se vrátí hráčům a vyloží se nové karty: nejdřív ty s jednou palmou, potom se dvěma, potom se třemi. Když tam nikdo žeton nemá, nestane se nic.
topic-haleakala-cards-also = rozdávání, karta, karty, vybrat, palma, palmy, balíček, balíčky
topic-haleakala-shaman = Šaman
topic-haleakala-shaman-text = Šaman začíná v chýši na pláži a první cestou dojde jen na louku. Udělá až dva kroky, z toho nejvýš jeden do kopce. Chodí po loukách, lesích a horách, nikdy ne do kráteru ani na pláž, a nezastaví se tam, kde stojí druhý šaman. Kde stojí tvůj šaman, tam se stavějí tvoje sochy.
topic-haleakala-shaman-also = jít, chůze, pohyb, do kopce, krok, kroky
topic-haleakala-lava = Láva
topic-haleakala-lava-text = { $lava ->
        [invoked] U tohoto stolu přinášejí lávu jen vyvolávací žetony, viz taktickou variantu.
       *[drawn] Když se při vykládání objeví karta lávy, přibude lávový žeton v kráteru úseku, kde je loď, a vyloží se další karta.
    } Před každým bodováním sopka vybuchne: jeden žeton v kráteru zničí sochu na hoře pod ním, dva i sochu v lese, tři i sochu na louce; čtvrtý už nic. Šamanům se nikdy nic nestane. Potom je všechna láva pryč a zničenou sochu můžeš postavit znovu. { $discs ->
        [one] Ve hře je { $discs } lávový žeton.
        [few] Ve hře jsou { $discs } lávové žetony.
       *[other] Ve hře je { $discs } lávových žetonů.
    }
topic-haleakala-lava-also = kráter, výbuch, sopka, zničit, zničená, karta lávy, lávový žeton
topic-haleakala-shells = Nákup z nabídky
topic-haleakala-shells-text = Když dostaneš mušli, můžeš si koupit jednu kartu z nabídky. Stojí jednu nebo dvě mušle a platit můžeš i těmi, které máš našetřené. { $lava ->
        [invoked] U tohoto stolu se před bodováním nic nekupuje.
       *[drawn] Před každým bodováním si oba hráči můžou koupit ještě jednu; začíná ten, čí tah bodování spustí.
    } Bodovací karty se počítají při nejbližším bodování a po prvním se vracejí do nabídky. Lávová kněžka z nabídky jde koupit jednou za kolo.
topic-haleakala-shells-also = koupit, kupovat, nabídka, mušle, nákup, bodovací karty
topic-haleakala-scoring = Bodování
topic-haleakala-scoring-text = Body za sochu: na hoře { $mountain }, v lese { $forest }, na louce { $grassland }. Kdo má víc košů ryb, získává { $fish }. Perly, a při druhém bodování i nautilus, přinášejí tolik, kolik na nich stojí, a stejně tak bodovací karty, které máš koupené. Při druhém bodování přináší každá zbylá mušle { $shell }.
topic-haleakala-scoring-also = body, sochy, ryby, perly
topic-haleakala-end = Dvě kola
topic-haleakala-end-text = První bodování nastane, když se vyloží poslední karta se dvěma palmami. Druhé nastane, když v balíčcích nezbývá žádná karta a loď zastaví u úseku bez karet. Po prvním bodování hra pokračuje dalším tahem. Při rovnosti bodů vítězí ten, kdo má na desce víc soch, a když ani to nerozhodne, ten, kdo hru nezačínal.
topic-haleakala-end-also = konec, konec hry, kolo, kola, remíza, rovnost, první bodování, druhé bodování
topic-haleakala-tactical = Taktická varianta
topic-haleakala-tactical-text = Karty lávy se netahají. Když položíš číselný žeton k lodi, můžeš přidat svůj vyvolávací žeton: loď popluje a v kráteru úseku, kde zastaví, přibude lávový žeton, pokud nějaký zbývá. Vyvolávací žeton se ti vrátí, až loď příště zastaví u pláže, kde leží, nebo díky lávové kněžce; jen tak si ho zpět vzít nemůžeš. Těsně před bodováním nikdo nekupuje.
topic-haleakala-tactical-also = vyvolání, vyvolávací žeton, vyvolat, varianta
topic-haleakala-signs = Značky na obrázku
topic-haleakala-signs-text = Kroužky na pláži jsou číselné žetony v barvách hráčů a červené žetony uprostřed jsou láva. Karty leží vedle svých úseků. Čárkovaně je vyznačené, co jde vybrat, a písmena patří k možnostem v nabídkách. Šipka ukazuje cestu, prstenec to, co se změnilo, křížek to, co je pryč, a číslo v kroužku říká, kolikátý tah to byl. Každý hráč má svou barvu, svůj tvar a své písmeno.
topic-haleakala-signs-also = legenda, značky, symboly, ikony, čárky, šipka, prstenec, křížek, písmena, barvy
topic-haleakala-cost = V nabídce za { $shells ->
    [one] { $shells } mušli
    [few] { $shells } mušle
   *[other] { $shells } mušlí
}.
topic-haleakala-statue-text = Na každém poli může stát jen jedna socha, ať patří komukoli; na pláži žádná. Máš { $statues ->
        [one] { $statues } sochu
        [few] { $statues } sochy
       *[other] { $statues } soch
    }. Když stavět nemůžeš, karta propadá.
topic-haleakala-statue-also = sochy, stavět, postavit
topic-haleakala-lava-priestess-text = { $priestess ->
        [may_decline] Lávu smí i nechat tam, kde je.
       *[must_act] Když je na sopce láva, musí nějakou přesunout.
    } Láva se přesouvá do sousedního kráteru na jednu nebo druhou stranu, nikdy přes střed. { $lava ->
        [invoked] Kněžka ti taky vrátí vyvolávací žeton.
       *[drawn] {""}
    }
topic-haleakala-lava-priestess-also = kněžka, láva
topic-haleakala-shell-text = Mušli utratíš, jen když něco koupíš. Jinak ti zůstane.
topic-haleakala-shell-also = mušle, koupit, kupovat
topic-haleakala-fish = Koše ryb
topic-haleakala-fish-text = Necháváš si je: počítají se při obou bodováních. Když mají oba hráči košů stejně, za ryby neboduje nikdo.
topic-haleakala-fish-also = ryby, ryba, koš, koše
topic-haleakala-pearls = Perly
topic-haleakala-pearls-text = Necháváš si je: počítají se při obou bodováních.
topic-haleakala-pearls-also = perla, bílá perla, černá perla
topic-haleakala-nautilus-text = Je mezi kartami se třemi palmami.
topic-haleakala-nautilus-also = nautilus, loděnka
topic-haleakala-butterflies-text = Počítají se motýli na kartách, které máš ve sbírce.
topic-haleakala-butterflies-also = motýl
topic-haleakala-statue-majority-text = Typy krajiny jsou louka, les a hora. Když máte soch stejně, převahu nemá nikdo.
topic-haleakala-statue-majority-also = převaha, většina, víc soch
topic-haleakala-complete-segment-text = Sochy musí stát na louce, v lese a na hoře téhož úseku.
topic-haleakala-complete-segment-also = úsek, tři sochy
topic-haleakala-forest-statues-text = Body se přičítají k těm, které socha přináší tak jako tak.
topic-haleakala-forest-statues-also = les
topic-haleakala-mountain-statues-text = Body se přičítají k těm, které socha přináší tak jako tak.
topic-haleakala-mountain-statues-also = hora

## The game in one picture: few words to a line

sum-turn = Tah
sum-round = Kolo
sum-points = Body
sum-hawaii-walk = Jdi, krok za 1 šlápotu, a v cíli kup destičku
sum-hawaii-sides = Strana I za cenu na žetonu, strana II za dvojnásobek
sum-hawaii-fish = Rybař: za žeton 1 šlápota a místo na člunech
sum-hawaii-islands = Navštiv na člunech ostrov: body a dárek
sum-hawaii-leave = Nebo pasuj: vyber si políčko na příští kolo
sum-hawaii-sum = Všichni sečtou své žetony
sum-hawaii-people = Kdo dosáhne čísla, které chce lid, boduje
sum-hawaii-income = Pak přijdou mušle a šlápoty, pokaždé míň
sum-hawaii-rounds = { $rounds ->
    [one] { $rounds } kolo
    [few] { $rounds } kola
   *[other] { $rounds } kol
}, pak závěrečné bodování
sum-hawaii-tiki = Bodují jen vesnice, které dosáhnou k tiki
sum-hawaii-kahuna = Kahuny: { $kahunas }
sum-hawaii-hula = Tanečnice hula: destičky v její vesnici
sum-hawaii-irrigation = Zavlažování: { $irrigated } za 1 až 4 ovocné destičky
sum-hawaii-gods = LAKA: ovoce. KANALOA: čluny a surfaři
sum-haleakala-place = Polož žeton na pláž, pak může šaman popojít
sum-haleakala-boat = Žeton u lodi ji posune o tolik, kolik ukazuje
sum-haleakala-take = Nebo vezmi žeton zpět a popojdi; bez žetonu v ruce posuň loď o 1
sum-haleakala-sums = Oba součty na pláži se vždycky liší
sum-haleakala-choose = Kdo má u lodi vyšší součet, vybírá jako první
sum-haleakala-build = Sochy se stavějí tam, kde je šaman
sum-haleakala-shell = Za mušle se kupují karty z nabídky
sum-haleakala-lava = Láva ničí sochy od hory dolů
sum-haleakala-rounds = Dvě kola, po každém bodování
sum-haleakala-statues = Hora { $mountain }, les { $forest }, louka { $grassland }
sum-haleakala-fish = Víc ryb: { $fish }
sum-haleakala-pearls = Perly a na konci nautilus
sum-haleakala-cards = Bodovací karty: co která slibuje

## The rules in the chat

chat-button-rules = Pravidla
chat-button-rules-of-hawaii = Pravidla hry Hawaii
chat-button-rules-of-haleakala = Pravidla hry Haleakala
chat-rules-menu = Průběh hry
chat-rules-menu-pieces = K čemu co slouží
chat-rules-menu-rulings = Otázky k pravidlům
chat-rules-menu-rulings-part = Otázky k pravidlům: { $first } až { $last }
chat-rules-summary = **{ $game } na jednom obrázku.** Víc se dozvíš, když si níž vybereš téma.
chat-rules-topic = **{ $game }: { $topic }**
chat-rules-table = U tohoto stolu se hraje jinak než podle tištěných pravidel:
chat-rules-none = V pravidlech hry { $game } se nic nejmenuje „{ $name }“. Vyber si níž některé téma.
chat-rules-back = Vše na jednom obrázku
panel-labelled = { $label }: { $text }
chat-meaning = -# { $tile }: { $does }.
cmd-rules = Přečíst si pravidla ve zkratce: celou hru na jednom obrázku, nebo jedno téma
cmd-rules-name = pravidla
cmd-rules-topic = Co tě zajímá: destička, karta, značka nebo třeba jen slovo
cmd-rules-topic-name = téma
cmd-rules-game = Která hra; jinak ta u tohoto stolu
cmd-rules-game-name = hra
cmd-rules-game-hawaii = Hawaii
cmd-rules-game-haleakala = Haleakala
alt-rules-part = { $part }: { $list }.
alt-rules-topic = Na obrázku: { $list }.

# --- Rulings ---

## Questions about the rules of Hawaii that were decided: what is asked, what we play, and why

ruling-hawaii-the_printed_hut_is_of_no_kind-question = Smějí v první vesnici stát vedle počáteční chýše ještě chýše všech druhů?
ruling-hawaii-the_printed_hut_is_of_no_kind-answer = Ano. Počáteční chýše nic nedělá, ale vesnici zakládá a počítá se do její délky.
ruling-hawaii-the_printed_hut_is_of_no_kind-because = Příloha počítá počáteční chýši jen u tanečnice hula. Jinak pravidla mlčí.
ruling-hawaii-twelve_gods_in_two_stacks-question = Kolik je destiček bohů a které jde koupit?
ruling-hawaii-twelve_gods_in_two_stacks-answer = Dvanáct: šest bohů, každý dvakrát. Leží zamíchané ve dvou sloupečcích po šesti. Vidět a koupit jde jen ty navrchu.
ruling-hawaii-twelve_gods_in_two_stacks-because = Dvanáct jich vychází ze 126 destiček. Podle anglických pravidel jsou sloupečky dva a stejně vysoké.
ruling-hawaii-equal_tops_are_the_buyers_choice-question = Na vrchu obou sloupečků je stejný bůh: ze kterého se bere?
ruling-hawaii-equal_tops_are_the_buyers_choice-answer = Určí to ten, kdo kupuje. Když jsou sloupečky stejně vysoké, neptáme se: bere se z levého.
ruling-hawaii-equal_tops_are_the_buyers_choice-because = Pravidla mlčí. Pod poslední destičkou nižšího sloupečku už žádný bůh není, takže na volbě záleží. Stejně vysoké sloupečky jsou k nerozeznání.
ruling-hawaii-the_cove_is_stirred-question = Smí si hráč vybrat rybí žeton podle místa, ze kterého pochází?
ruling-hawaii-the_cove_is_stirred-answer = Ne. Zátoka je zamíchaná: vybírá se podle počtu ryb a žetony se stejným počtem jsou zaměnitelné.
ruling-hawaii-the_cove_is_stirred-because = Naše vlastní pravidlo. V textu je jen: „pamatujte, že leží čísla dolů“. Bankéř ale čísla předtím sčítá odkrytě a původ žetonu by jeho číslo prozradil.
ruling-hawaii-a_walk_needs_a_purchase-question = Smí se náčelník zastavit tam, kde jeho hráč nemůže nic koupit?
ruling-hawaii-a_walk_needs_a_purchase-answer = Ne: musí tam být cenový žeton a destička, kterou hráč má kam dát, a po cestě mu na ni musí zbýt suroviny.
ruling-hawaii-a_walk_needs_a_purchase-because = Podle anglických pravidel musí koupit každý, kdo jde na místo, a co kupuje, musí mít kam dát.
ruling-hawaii-the_beach_is_no_short_cut-question = Smí cesta z místa na místo vést zadarmo přes pláž?
ruling-hawaii-the_beach_is_no_short_cut-answer = Ne. Náčelník ale může jít na pláž, nedělat nic a v některém dalším tahu se vydat do vnitrozemí.
ruling-hawaii-the_beach_is_no_short_cut-because = Říká to poznámka v českém překladu, která se odvolává na autora.
ruling-hawaii-everybody_waits_only_once-question = Nic nezakazuje čekat na pláži donekonečna: smějí tak čekat všichni?
ruling-hawaii-everybody_waits_only_once-answer = Ne. Jakmile se v čekání hned po sobě vystřídají všichni, kdo v kole ještě jsou, musí další hráč něco udělat, nebo pasovat.
ruling-hawaii-everybody_waits_only_once-because = Je to naše pojistka, aby každé kolo skončilo. Text takovou mez nezná: hraje se dál, dokud někdo může nebo chce náčelníkem táhnout.
ruling-hawaii-double_needs_room_for_two-question = Smí hráč zaplatit za kahuny nebo tiki dvojnásobek, když se vejde nebo zbývá jen jeden kus?
ruling-hawaii-double_needs_room_for_two-answer = Ne. Na ostrově se ale bere ten jeden, který se vejde.
ruling-hawaii-double_needs_room_for_two-because = U ostrovů to dovolují všechna znění. O nákupech mlčí.
ruling-hawaii-kahunas_may_come_before_their_village-question = Smí kahuna stát v čele vesnice, která ještě není založená?
ruling-hawaii-kahunas_may_come_before_their_village-answer = Ano.
ruling-hawaii-kahunas_may_come_before_their_village-because = Říká to anglická příloha.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-question = Pomáhá oštěpová chýše, směnná chýše nebo KU už při vlastním nákupu?
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-answer = Ne.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-because = Anglická pravidla to říkají o obou chýších; o KU mlčí, ale ten působí jako oštěpová chýše.
ruling-hawaii-fish_tokens_show_no_spears-question = Přinášejí rybí žetony s červeným rubem body za oštěpy?
ruling-hawaii-fish_tokens_show_no_spears-answer = Ne: rub nikdo nevidí, dokud kolo neskončí.
ruling-hawaii-fish_tokens_show_no_spears-because = Pravidla mlčí.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-question = Které směnné chýše se při platbě použijí?
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-answer = Ty, které vymění tolik surovin, kolik je potřeba, a co nejmíň promrhají. Co chýše nevymění, to pro ten tah propadá. Neplatí to u stolu, kde chýše pomáhají při každé platbě.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-because = Podle anglických pravidel pomáhá každá chýše jednou za tah, výhoda se nedělí a účinky se sčítají. Že se chýše vybírají za hráče, je naše volba.
ruling-hawaii-an_exchanged_unit_fills_a_boat-question = Smí člun vézt surovinu, kterou směnná chýše vymění za šlápotu, a může s ní vyplout i člun II?
ruling-hawaii-an_exchanged_unit_fills_a_boat-answer = Ano, počítá se jako šlápota, kterou zastupuje.
ruling-hawaii-an_exchanged_unit_fills_a_boat-because = O člunu II text říká: „musí zaplatit aspoň jedno ovoce nebo šlápotu“. Dáváme přednost chýši: hráč „může nahradit jednu surovinu (šlápotu, mušli nebo ovoce) za jednu jinou“.
ruling-hawaii-a_boat_ii_takes_at_least_one-question = Smí člun II vyplout jen se svou předtištěnou šlápotou?
ruling-hawaii-a_boat_ii_takes_at_least_one-answer = Ne: za každý člun II se zaplatí aspoň jedna surovina.
ruling-hawaii-a_boat_ii_takes_at_least_one-because = Říkají to anglická, česká i online pravidla; francouzská mlčí.
ruling-hawaii-a_printed_foot_is_always_used-question = Smí hráč nechat předtištěnou šlápotu člunu II ležet a zaplatit o jednu víc?
ruling-hawaii-a_printed_foot_is_always_used-answer = Ne. Předtištěná šlápota vyplouvajícího člunu II se počítá vždy, ledaže už stačí ta jedna surovina, kterou je potřeba zaplatit.
ruling-hawaii-a_printed_foot_is_always_used-because = Podle textu se počítá jako šlápota z hráčovy zásoby. O tom, že by se nepoužila, text mlčí.
ruling-hawaii-no_boat_goes_out_in_vain-question = Smí vyplout víc člunů, než je potřeba?
ruling-hawaii-no_boat_goes_out_in_vain-answer = Ne, ledaže člun navíc ušetří šlápotu. Na potřebném člunu ale může zůstat volné místo.
ruling-hawaii-no_boat_goes_out_in_vain-because = Podle všech znění se otáčejí použité čluny. O dalších člunech pravidla mlčí.
ruling-hawaii-pele_caps_walks_only-question = Zlevňuje PELE i rybaření a ostrovy?
ruling-hawaii-pele_caps_walks_only-answer = Ne, jen cesty.
ruling-hawaii-pele_caps_walks_only-because = Anglická pravidla mluví jen o přesunu náčelníka.
ruling-hawaii-kane_asks_only_his_buyer-question = Kdy jde dát suroviny bohu KANE a co to přinese?
ruling-hawaii-kane_asks_only_his_buyer-answer = Jen hned po jeho koupi: libovolné dvě suroviny za jedno tiki bez cenového žetonu, pokud nějaké zbývá a je pro ně místo.
ruling-hawaii-kane_asks_only_his_buyer-because = Říká to anglická příloha.
ruling-hawaii-an_islands_gift_comes_before_the_payment-question = Smí se návštěva zaplatit surovinami, které ostrov teprve dá?
ruling-hawaii-an_islands_gift_comes_before_the_payment-answer = Ano, pokud má hráč na návštěvu i bez nich: nejdřív přijdou body a dárek, potom platba.
ruling-hawaii-an_islands_gift_comes_before_the_payment-because = Platí se až nakonec: „Dále hráč musí za návštěvu ostrova zaplatit šlápotami.“ O kahuně text říká, že hráč „nemůže použít k placení mušle, které mu tato kahuna takto získala“; na ostrovy to nevztahujeme.
ruling-hawaii-a_gift_must_be_taken-question = Smí hráč při návštěvě odmítnout, co ostrov dává?
ruling-hawaii-a_gift_must_be_taken-answer = Ne. U samotných bodů za dok zůstane, jen když dárek nemá kam dát nebo už žádný nezbývá.
ruling-hawaii-a_gift_must_be_taken-because = Podle anglických pravidel si hráč potom bere, co je na ostrově zobrazeno.
ruling-hawaii-an_empty_dock_cannot_be_visited-question = Smí náčelník do doku jen pro body, když tamní ostrov už v tomto kole někdo navštívil?
ruling-hawaii-an_empty_dock_cannot_be_visited-answer = Ne. Každý ostrov jde navštívit jednou za kolo a jeho dok zůstává do dalšího kola prázdný.
ruling-hawaii-an_empty_dock_cannot_be_visited-because = Text: „Jestliže hráč chce navštívit některý ostrov, přesune svého náčelníka do doku ostrova dle svého výběru.“ O doku bez ostrova mlčí.
ruling-hawaii-spaces_are_as_many_as_players-question = Která políčka v pořadí hráčů jde obsadit?
ruling-hawaii-spaces_are_as_many_as_players-answer = Od políčka 1 tolik, kolik je hráčů. Cenové žetony leží až od políčka 2.
ruling-hawaii-spaces_are_as_many_as_players-because = Naše volba. Stupnice má podle textu pět políček a náčelník jde na „prázdné políčko (neobsazené jiným náčelníkem) dle svého výběru“; žetony se ale kladou jen pod podnáčelníky.
ruling-hawaii-only_the_pleased_are_ranked-question = Hraje o umístění i ten, kdo čísla nedosáhne, ale má vyšší součet než někdo se surfaři?
ruling-hawaii-only_the_pleased_are_ranked-answer = Ne: o umístění hrají jen ti, kdo dosáhnou svého čísla. Stůl si může zvolit, že se řadí všechny součty.
ruling-hawaii-only_the_pleased_are_ranked-because = Tak to čteme. Text mluví o hráči „s nejvyšším součtem“ až poté, co řekne, kdo boduje. Doslova vzato by součet 16, který nestačí na 17, byl první a součet 15, který stačí na 13, až druhý.
ruling-hawaii-surfers_change_the_number_not_the_sum-question = Zvyšuje surfař součet, podle kterého se určuje umístění?
ruling-hawaii-surfers_change_the_number_not_the_sum-answer = Ne, jen snižuje číslo, kterého je potřeba dosáhnout.
ruling-hawaii-surfers_change_the_number_not_the_sum-because = Podle anglických pravidel snižuje surfař svému hráči velké číslo.
ruling-hawaii-lono_scores_with_the_help_of_surfers-question = Přináší LONO body, i když hráč čísla dosáhne jen díky surfařům?
ruling-hawaii-lono_scores_with_the_help_of_surfers-answer = Ano: lid je spokojený, a o to jde.
ruling-hawaii-lono_scores_with_the_help_of_surfers-because = Podle anglických pravidel stačí, když se součet velkému číslu rovná nebo ho převyšuje, a to číslo surfaři svému hráči snižují.
ruling-hawaii-irrigations_choose_before_the_next_round-question = Kdy si vybírá ten, kdo má zavlažování na straně II?
ruling-hawaii-irrigations_choose_before_the_next_round-answer = Po výplatě příjmu, v pořadí hráčů z končícího kola, než se vyloží žetony.
ruling-hawaii-irrigations_choose_before_the_next_round-because = O pořadí pravidla mlčí.
ruling-hawaii-goods_never_run_out-question = Co když dojdou mušle, šlápoty nebo ovoce?
ruling-hawaii-goods_never_run_out-answer = Nedojdou: dřevěné kousky slouží jen k počítání.
ruling-hawaii-goods_never_run_out-because = Pravidla mlčí; žádné znění suroviny neomezuje.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-question = Kdy se míchají navštívené ostrovy?
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-answer = Jakmile se z hromádky dobere poslední ostrov, který ležel lícem dolů.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-because = Podle anglických pravidel se míchá, když se v hromádce objeví ostrovy lícem nahoru.
ruling-hawaii-boats_always_count_for_kanaloa-question = Co počítá KANALOA a kde musí stát?
ruling-hawaii-boats_always_count_for_kanaloa-answer = Všechny čluny, i rybářský, a surfaře v bodovaných vesnicích; v některé z nich musí stát i KANALOA.
ruling-hawaii-boats_always_count_for_kanaloa-because = Francouzský text to říká jasně a anglický příklad s tím souhlasí.
ruling-hawaii-laka_counts_fruits_in_scored_villages-question = Které ovoce počítá LAKA?
ruling-hawaii-laka_counts_fruits_in_scored_villages-answer = Ovoce na ovocných destičkách v bodovaných vesnicích. Na straně II jsou dvě.
ruling-hawaii-laka_counts_fruits_in_scored_villages-because = Francouzský text to říká jasně; anglický ostatní vesnice nejdřív odstraňuje.
ruling-hawaii-laka_stands_in_a_scored_village-question = Musí LAKA stát v bodované vesnici?
ruling-hawaii-laka_stands_in_a_scored_village-answer = Ano. V příliš krátké vesnici nepřináší LAKA nic, ať je ovoce kdekoli.
ruling-hawaii-laka_stands_in_a_scored_village-because = Francouzský text to říká o obou bozích; anglický takovou vesnici před bodováním odstraňuje.
ruling-hawaii-a_village_may_outgrow_its_board-question = Jak dlouhá může vesnice být?
ruling-hawaii-a_village_may_outgrow_its_board-answer = Může mít tolik destiček, kolik je druhů: třináct, a k tomu počáteční chýši.
ruling-hawaii-a_village_may_outgrow_its_board-because = V anglickém příkladu má jedna vesnice osm destiček a žádné znění strop neuvádí.
ruling-hawaii-every_payment_is_asked_for-question = Zaplatí se rovnou, když je jen jeden způsob, jak zaplatit?
ruling-hawaii-every_payment_is_asked_for-answer = Ne: ostatním by to prozradilo, že jiný není. Na platbu, na čluny a na boha KANE se proto ptáme vždycky.
ruling-hawaii-every_payment_is_asked_for-because = Naše rozhodnutí: z průběhu tahu se nesmí poznat, co je za zástěnou.
ruling-hawaii-payments_are_made_in_the_open-question = Co vidí ostatní ze surovin za zástěnou?
ruling-hawaii-payments_are_made_in_the_open-answer = Jako u opravdového stolu vidí, co přibývá a co se platí, ale ne to, co za zástěnou leží.
ruling-hawaii-payments_are_made_in_the_open-because = Anglická pravidla říkají, že se suroviny dávají za zástěny a platí se do zásoby. O tom, kdo se smí dívat, mlčí.

## Questions about the rules of Haleakala that were decided: what is asked, what we play, and why

ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question = Loď podle pravidel začíná na pláži a pluje po plážích, deska pro ni ale má políčka ve vodě. Kde tedy leží?
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-answer = Leží ve vodě u pláže svého úseku a pluje z úseku do úseku.
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-because = Seznam součástí uvádí v každém úseku políčko pro loď ve vodě; příprava hry ji staví na pláž s molem. Nic na tom nezávisí.
ruling-haleakala-beside_the_boat_is_its_own_segment-question = Která pláž sousedí s lodí?
ruling-haleakala-beside_the_boat_is_its_own_segment-answer = Ta v jejím úseku, žádná jiná.
ruling-haleakala-beside_the_boat_is_its_own_segment-because = Taktická varianta mluví o pláži, před kterou je loď. Potvrzuje to i několik recenzí.
ruling-haleakala-a_disc_beside_the_boat_moves_it-question = Jeden příklad označuje položení dvojky a posun lodi jako akci 1a: je to správně?
ruling-haleakala-a_disc_beside_the_boat_moves_it-answer = Ne, je to akce 1b: říká to tabulka i text.
ruling-haleakala-a_disc_beside_the_boat_moves_it-because = Je to tisková chyba.
ruling-haleakala-sums_differ_on_each_beach-question = Musí se součty lišit na každé pláži, nebo celkem?
ruling-haleakala-sums_differ_on_each_beach-answer = Na každé pláži. Pláž, kde nikdo nemá žeton, se nepočítá jako pláž se stejnými součty.
ruling-haleakala-sums_differ_on_each_beach-because = Příklad porovnává součty na jedné pláži.
ruling-haleakala-taking_back_may_not_make_sums_equal-question = Smí se součty na pláži vyrovnat tím, že se žeton vezme zpět?
ruling-haleakala-taking_back_may_not_make_sums_equal-answer = Ne, ledaže jsou oba nulové.
ruling-haleakala-taking_back_may_not_make_sums_equal-because = Nadpis mluví o pokládání i vracení a text říká „v každé chvíli“.
ruling-haleakala-one_of_two_steps_may_go_up-question = Šaman smí do kopce nejvýš o jedno pole, jinam o dvě: může druhý krok vést jinam?
ruling-haleakala-one_of_two_steps_may_go_up-answer = Ano: dva kroky, z nich nejvýš jeden do kopce, v libovolném pořadí.
ruling-haleakala-one_of_two_steps_may_go_up-because = Text i recenze se shodují.
ruling-haleakala-the_first_walk_ends_on_grassland-question = Na kterou louku může šaman jít z chýše?
ruling-haleakala-the_first_walk_ends_on_grassland-answer = Na louku úseku, ve kterém chýše stojí, nebo ještě druhým krokem na kteroukoli sousední louku. Může i zůstat v chýši.
ruling-haleakala-the_first_walk_ends_on_grassland-because = Podle textu dojde šaman první cestou jen na louku a udělá nejvýš dva kroky.
ruling-haleakala-action_cards_must_be_carried_out-question = Karty akcí se musí provést, když to jde, ale kněžka lávu přesunout „může“: musí to udělat?
ruling-haleakala-action_cards_must_be_carried_out-answer = Ano, pokud na sopce nějaká láva je; stůl si ale může zvolit pravidlo, že nemusí.
ruling-haleakala-action_cards_must_be_carried_out-because = Obecné pravidlo jmenuje sochu i kněžku.
ruling-haleakala-identical_cards_show_the_same_face-question = Kdy jsou dvě karty stejné?
ruling-haleakala-identical_cards_show_the_same_face-answer = Když je na nich totéž. Jiný počet ryb je jiná karta.
ruling-haleakala-identical_cards_show_the_same_face-because = Plyne to z významu slova „stejné“.
ruling-haleakala-one_card_goes_to_the_higher_sum-question = Kdo dostane jedinou kartu úseku?
ruling-haleakala-one_card_goes_to_the_higher_sum-answer = Hráč s vyšším součtem; druhý nedostane nic a žetony si bere zpět stejně jako první.
ruling-haleakala-one_card_goes_to_the_higher_sum-because = Pravidla mlčí; vyšší součet vybírá první.
ruling-haleakala-an_empty_beach_does_nothing-question = Loď zastaví tam, kde nikdo nemá číselný žeton: kdo dostane karty?
ruling-haleakala-an_empty_beach_does_nothing-answer = Nikdo. Karty zůstávají, nic se nedoplňuje a tah končí.
ruling-haleakala-an_empty_beach_does_nothing-because = Říká to text: nikdo nedostane kartu a obě zůstávají v úseku. Zbytek z toho plyne.
ruling-haleakala-one_purchase_for_each_shell-question = Smí si hráč při získání jedné mušle koupit víc karet?
ruling-haleakala-one_purchase_for_each_shell-answer = Jen jednu.
ruling-haleakala-one_purchase_for_each_shell-because = Text říká „můžeš si koupit bodovací kartu“, tedy jednu.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-question = Před bodováním si každý hráč může koupit kartu z nabídky: i kněžku?
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-answer = Ano, a její akce přijde ještě před výbuchem.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-because = Text jednou říká „bodovací karta“ a jednou „karta z desky“.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-question = První bodování nastane, když se vyloží poslední karta se dvěma palmami. Co když je to karta lávy?
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-answer = Její žeton přijde na sopku a hned se boduje; místo se doplní až potom.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-because = Pravidla mlčí; kolo končí, když dojde balíček.
ruling-haleakala-the_lava_supply_is_four_discs-question = Co když má přibýt lávový žeton, a žádný už nezbývá?
ruling-haleakala-the_lava_supply_is_four_discs-answer = Nepřibude žádný. Karty lávy jsou v balíčku nejvýš čtyři, takže se to může stát jen při vyvolávání.
ruling-haleakala-the_lava_supply_is_four_discs-because = Říká to taktická varianta; základní hra mlčí.
ruling-haleakala-lava_destroys_statues_under_shamans-question = Zachrání šaman sochu, u které stojí?
ruling-haleakala-lava_destroys_statues_under_shamans-answer = Ne: šamanovi se nestane nic, ale socha je zničená.
ruling-haleakala-lava_destroys_statues_under_shamans-because = Text dává výjimku jen šamanovi.
ruling-haleakala-no_majority_no_points-question = Kdo má převahu v typu krajiny, kde mají oba hráči stejně soch?
ruling-haleakala-no_majority_no_points-answer = Nikdo.
ruling-haleakala-no_majority_no_points-because = Pravidla mlčí. U košů ryb to platí stejně.
ruling-haleakala-the_scoring_track_is_walked_again-question = Bodovací stupnice začíná i končí na políčku 0/50: co když má někdo víc než 50 bodů?
ruling-haleakala-the_scoring_track_is_walked_again-answer = Počítá se dál, druhým okruhem.
ruling-haleakala-the_scoring_track_is_walked_again-because = Pravidla mlčí; na políčku jsou obě čísla.
ruling-haleakala-play_goes_on_after_the_first_scoring-question = Kdo začíná druhé kolo a co se vrací?
ruling-haleakala-play_goes_on_after_the_first_scoring-answer = Hra pokračuje dalším tahem. Žetony, loď, šamani, sochy, karty a mušle zůstávají.
ruling-haleakala-play_goes_on_after_the_first_scoring-because = Pravidla mlčí; přehled přípravy druhého kola jmenuje jen lávu, bodovací karty a kněžku.
ruling-haleakala-the_last_segment_is_not_delivered-question = Loď na konci připluje k úseku bez karet: co s žetony na jeho pláži?
ruling-haleakala-the_last_segment_is_not_delivered-answer = Nic: hned přichází druhé bodování. U úseku s jednou kartou se ještě rozdává.
ruling-haleakala-the_last_segment_is_not_delivered-because = Podle textu stačí, že se loď posune k úseku bez karet.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-question = Loď při vyvolání zastaví u úseku bez karet a hra končí: přibude ještě lávový žeton?
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-answer = Ano. Nejdřív se položí lávový žeton, potom začne druhé bodování a žeton se při výbuchu počítá.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-because = Podle textu se lávový žeton pokládá ještě před určením součtů. O posledním úseku text mlčí.
ruling-haleakala-cards_are_never_shuffled_again-question = Vracejí se odhozené karty do hry?
ruling-haleakala-cards_are_never_shuffled_again-answer = Ne.
ruling-haleakala-cards_are_never_shuffled_again-because = Pravidla mlčí.
ruling-haleakala-no_ninth_statue-question = Co když už stojí všechny sochy jedné barvy?
ruling-haleakala-no_ninth_statue-answer = Karta sochy propadá bez účinku.
ruling-haleakala-no_ninth_statue-because = V krabici jich je osm; zničené jde použít znovu.
ruling-haleakala-discs_may_be_shuffled_for_ever-question = Nic nezakazuje pokládat žetony a brát je zpět donekonečna: smí se to?
ruling-haleakala-discs_may_be_shuffled_for_ever-answer = Ano, ledaže u stolu platí domácí pravidlo, které to po čtyřiceti tazích bez karty ukončí.
ruling-haleakala-discs_may_be_shuffled_for_ever-because = Pravidla mlčí; domácí pravidlo je naše.
ruling-haleakala-clockwise_is_seen_from_above-question = Kterým směrem to je „po směru hodinových ručiček“?
ruling-haleakala-clockwise_is_seen_from_above-answer = Při pohledu shora: od úseku 1 k úseku 2 a od 6 k 1.
ruling-haleakala-clockwise_is_seen_from_above-because = Plyne to z významu těch slov.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-question = Smí hráč položit vyvolávací žeton, když už jsou všechny lávové žetony ve hře?
ruling-haleakala-an_invocation_without_lava_left_is_lawful-answer = Ano, ale bez účinku.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-because = Text říká, že už nejde přidat další lávu, ne že nejde položit vyvolávací žeton.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-question = Vrátí se vyvolávací žeton, když kněžka nenajde lávu nebo je koupená z nabídky?
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-answer = Ano, v obou případech.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-because = Příloha to říká o obou kněžkách; o kněžce bez lávy mlčí.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-question = Kdy kněžka vrací vyvolávací žeton?
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-answer = Po své akci, až se láva přesune nebo zůstane na místě.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-because = Podle přílohy se vrací po akci lávové kněžky.

## At the terminal

rules-none = V pravidlech hry { $game } se nic nejmenuje „{ $name }“.
ruling-question = Otázka: { $question }
ruling-answer = U nás: { $answer }
ruling-because = Důvod: { $because }
ruling-basis-text = Opora: stojí to v textu.
ruling-basis-silent = Opora: texty mlčí.
ruling-basis-ours = Opora: je to naše volba.

# --- First games ---

cmd-learn = Naučit se hru při hraní: první hra proti počítači, jen pro tebe
cmd-learn-name = naučit
cmd-learn-game = Kterou hru
cmd-learn-game-name = hra
cmd-learn-game-hawaii = Hawaii
cmd-learn-game-haleakala = Haleakala
learn-button = Naučit se hrát
learn-game-hawaii = Lekce: Hawaii
learn-game-haleakala = Lekce: Haleakala
learn-show = Ukázat
learn-give-up = Vzdát tuto hru
learn-on = Dál
chat-direct-messages = naše přímé zprávy
learn-place = hra jen pro tebe
learn-second-part = Druhá část
lesson-hawaii-first = **Vítej ve hře { $game }.** Kula je počítač. Hru vidíš jen ty. Zpátky sem tě vrátí `/{ cmd-learn-name }`.
lesson-hawaii-second = **{ $game }, druhá část.** Čtyři kola za tebe odehrál počítač. Tohle je poslední.
lesson-haleakala-first = **Vítej ve hře { $game }.** Kula je počítač. Hru vidíš jen ty. Zpátky sem tě vrátí `/{ cmd-learn-name }`.
lesson-haleakala-second = **{ $game }, druhá část.** Skoro celé první kolo za tebe odehrál počítač. Na jeho konci vybuchne sopka a sochy, ryby, perly a bodovací karty přinesou body.
learn-goes-on = Tvoje hra pokračuje tam, kde přestala: { $game }.
learn-step = **{ $part ->
    [first] První část
   *[second] Druhá část
}, krok { $n } z { $of }.**
learn-part = **{ $part ->
    [first] První část
   *[second] Druhá část
}.**
learn-try = **Zkus tohle:** { $turn }.
lesson-hawaii-village = Tvůj náčelník stojí na pláži. Jdi na některé místo (každý krok stojí 1 šlápotu) a kup tam destičku: vezmeš si jeden z cenových žetonů a zaplatíš tolik mušlí, kolik ukazuje. Destičky patří do tvých vesnic, tedy do pěti řad tvé říše. Chýší můžeš vesnici založit. Mušlové a šlápotové chýše navíc po každém kole přinesou suroviny, takže se vyplatí koupit je brzy.
lesson-hawaii-sides = Za dvojnásobnou cenu dostaneš destičku lepší stranou (II) nahoru. Je to drahé, ale často to přinese dvakrát tolik a cesta přitom stojí stejně.
lesson-hawaii-fish = Rybí žetony nestojí žádné mušle: za každý zaplatíš 1 šlápotu a místo na člunu. Číslo pod rybami je skryté a počítá se do součtu, který chce lid.
lesson-hawaii-people = Na konci kola se tvoje žetony sečtou. Když jejich součet dosáhne čísla, které chce lid, boduješ, a nejvyšší součet přináší nejvíc. I drahý žeton je tedy k něčemu dobrý.
lesson-hawaii-order = Až utratíš, co utratit chceš, pasuj: obsadíš políčko v pořadí hráčů a vezmeš si žeton pod ním, pokud tam nějaký je. Co ti zůstane, máš i v dalším kole.
lesson-hawaii-first-end = **To bylo jedno z pěti kol.** Body jsou rozdané, přibyly mušle a šlápoty a začíná nové kolo. Druhá část ti ukáže poslední kolo: čluny, ostrovy, tiki a bodování vesnic. Nebo tuto hru hraj dál tady jako každou jinou: tlačítko *{ chat-button-hint }* poradí v každém tahu.
lesson-hawaii-boat = Na ryby a na ostrovy potřebuješ čluny. Každý uveze několik šlápot a vyplouvá jednou za kolo. Koupíš ho jako každou destičku, ale leží vedle vesnic a žádnou neprodlouží.
lesson-hawaii-island = Teď tvoje čluny doplují k ostrovu. Zaplatíš tolik šlápot, kolik stojí jeho dok, hned získáš body za dok a k tomu to, co ukazuje ostrov. Žeton si nebereš, takže se návštěva nepočítá do součtu, který chce lid.
lesson-hawaii-tiki = Na konci se počítají jen vesnice, které dosáhnou k tvému tiki nejvíc vlevo. Každé nové tiki stojí víc vlevo. S více tiki se tedy počítají i kratší vesnice.
lesson-hawaii-kahuna = Kahuna stojí v čele vesnice a přináší body, pokud se ta vesnice počítá. První patří k první vesnici, další ke druhé a tak dál.
lesson-hawaii-irrigation = Zavlažování boduje za ovocné destičky ve své vesnici, tanečnice hula za všechny destičky v té své. Surfaři snižují číslo, které chce lid. V žádné vesnici nesmějí být dvě destičky stejného druhu.
lesson-hawaii-end = Až ti nic dalšího body nepřinese, pasuj. Žetony se sečtou naposledy a potom se bodují tvoje vesnice.
lesson-hawaii-second-end = **To byla celá hra.** Vesnice, které dosáhly k tiki, bodovaly za kahuny, zavlažování, tanečnice hula, dlouhé chýše a bohy. Co která destička umí, řekne tlačítko *{ chat-button-rules }*. Teď víš všechno, co potřebuješ: na serveru ti `/{ cmd-help-name }` nabídne hru proti dvěma počítačům a `/{ cmd-table-name } { cmd-table-open-name }` hru s ostatními.
lesson-haleakala-disc = Chceš karty a ty přiváží loď. Polož číselný žeton na pláž, kde loď brzy zastaví: kdo tam má vyšší součet, vybírá první. Když u té pláže loď není, smí pak tvůj šaman jít až dva kroky. Kde stojí, tam se stavějí tvoje sochy.
lesson-haleakala-sums = Polož další žeton, sem nebo na jinou pláž. Na žádné pláži nesmí být tvůj součet stejný jako součet soupeře.
lesson-haleakala-delivery = Žeton položený u lodi ji pošle dál o tolik úseků, kolik ukazuje. Pošli ji tam, kde máš vyšší součet: kartu si vybereš jako první a všechny žetony z té pláže se vrátí.
lesson-haleakala-first-end = **To byla jedna zastávka lodi.** Z takových zastávek se skládá celá hra. Druhá část ti ukáže sochy, lávu, nabídku karet a bodování. Nebo tuto hru hraj dál tady jako každou jinou: tlačítko *{ chat-button-hint }* poradí v každém tahu.
lesson-haleakala-priestess = V kráteru je láva. Až sopka vybuchne, každý žeton v kráteru zničí jednu sochu pod ním, nejdřív tu na hoře. Lávová kněžka ti dovolí přesunout žeton do sousedního kráteru.
lesson-haleakala-statue = S kartou sochy postavíš sochu tam, kde stojí tvůj šaman. Výš má socha větší hodnotu, ale láva tam udeří nejdřív.
lesson-haleakala-shell = Za mušli si můžeš koupit kartu z nabídky. Bodovací karty přinášejí body za motýly, za sochy v lese nebo na hoře, za celý úsek nebo za převahu soch.
lesson-haleakala-eruption = Kolo končí, když se vyloží poslední karta se dvěma palmami. Do té doby sbírej, co můžeš.
lesson-haleakala-second-end = **Sopka vybuchla a oba máte body.** Následuje druhé kolo a po něm další výbuch a bodování. Při něm se počítá i nautilus a tvoje mušle. Tuto hru hraj dál tady jako každou jinou. Teď víš všechno, co je potřeba ke hře s ostatními.
first-turn-hawaii-1 = -# Každé písmeno označuje jedno místo: na některé klikni. Značky na desce vysvětlí tlačítko *{ chat-button-signs }*
first-turn-hawaii-2 = -# Kupuj jinde, rybař nebo navštiv ostrov. Za dvojnásobnou cenu dostaneš lepší stranu II.
first-turn-hawaii-3 = -# Tvoje žetony se sečtou na konci kola. Až utratíš dost, pasuj.
first-turn-haleakala-1 = -# Tvůj první tah: polož číselný žeton na pláž, kde loď brzy zastaví. Kdo tam má vyšší součet, vybírá si kartu jako první.
first-turn-haleakala-2 = -# Žeton u lodi ji pošle dál o tolik úseků, kolik ukazuje. Polož žeton na jinou pláž a tvůj šaman smí popojít.
first-turn-haleakala-3 = -# Sochy se stavějí tam, kde stojí tvůj šaman: výš mají větší hodnotu, ale láva teče shora.

# --- The page of the porch ---

page-skip = Přejít k psaní zprávy
page-title = { $count ->
    [0] {""}
   *[other] ({ $count }){" "}
}{ $channel } · Veranda
page-channels = Kanály
page-direct = Jen vy dva
page-threads-of = Vlákna kanálu { $channel }
page-archived = { $count ->
    [one] { $count } zavřené vlákno
    [few] { $count } zavřená vlákna
   *[other] { $count } zavřených vláken
}
page-closed = zavřené
page-drawer = Kanály
page-unread = { $count ->
    [one] { $count } nepřečtená zpráva
    [few] { $count } nepřečtené zprávy
   *[other] { $count } nepřečtených zpráv
}
page-calls = { $count ->
    [one] { $count } nepřečtená zpráva
    [few] { $count } nepřečtené zprávy
   *[other] { $count } nepřečtených zpráv
}, i se zmínkou o tobě
page-messages = Zprávy
page-composer = Napsat zprávu
page-say = { $channel }: napiš zprávu, nebo / pro příkazy
page-say-locked = Toto vlákno je zamčené
page-say-help = Lomítko otevře seznam příkazů. Šipkami vybíráš, Tab nebo Enter potvrdí, Escape seznam zavře.
page-send = Odeslat
page-suggestions = Návrhy
page-no-such-command = Takový příkaz tu není. Klávesou Escape uvidíš všechny.
page-no-commands = Žádný bot tu zatím nemá příkazy.
page-no-such-option = Tento příkaz takovou volbu nemá.
page-asking = { $bot } hledá možnosti…
page-no-choices = Tady není co nabídnout. Můžeš ale něco napsat.
page-choices-failed = { $bot } neodpovídá. Můžeš ale odeslat, co máš napsané.
page-the-bot = bot
page-required = povinné
page-optional = nepovinné
page-add-option = Přidat volbu { $name }
page-leave-command = Zahodit tento příkaz
page-needed = Ještě chybí { $name }.
page-ready-to-send = Odešleš to klávesou Enter
page-yes = Ano
page-no = Ne
page-beginning = Tady začíná { $channel }.
page-empty-hint = Zatím tu nikdo nic nenapsal. Napiš dole / a uvidíš, co pro tebe { $bot } umí.
page-empty-button = Ukaž mi to
page-no-bot = Bot tu ještě není. Za chvilku přijde.
page-earlier = Zobrazit starší zprávy
page-fresh = { $count ->
    [0] Na nejnovější ↓
    [one] { $count } nová zpráva ↓
    [few] { $count } nové zprávy ↓
   *[other] { $count } nových zpráv ↓
}
page-fresh-line = nové
page-bot = bot
page-used = { $name } zadává příkaz
page-used-by-you = Zadáváš příkaz
page-used-by-somebody = Někdo zadává příkaz
page-edited = upraveno
page-only-you = Vidíš to jen ty
page-dismiss = Skrýt
page-thinking = { $name } přemýšlí…
page-thread-here = Vlákno: { $name }
page-picture = Obrázek
page-no-description = Obrázek bez popisu
page-previous = Předchozí obrázek
page-next = Další obrázek
page-close = Zavřít
page-activity = Aktivita: { $bot }
page-leave-activity = Opustit aktivitu
page-whole-picture = Celý obrázek
page-larger = Větší
page-actual-size = Plná velikost
page-picture-of = { $number } z { $count }
page-missing = Tento obrázek už není k dispozici.
page-new-tab = otevře se v nové kartě
page-choose-one = Vyber
page-choose-just = Vyber { $least }
page-choose-some = Vyber { $least } až { $most }
page-done = Hotovo
page-failed = { $bot } neodpovídá. Zkus to prosím znovu.
page-no-porch = Veranda neodpovídá. Je ještě otevřená?
page-lost = Spojení vypadlo. Hledám cestu zpátky na verandu…
page-back = Spojení je zpátky.
page-cancel = Zrušit
page-submit = Odeslat
page-letters = { $count } / { $most } znaků
page-person-menu = Přepnout na někoho jiného
page-sit-as = Být tu jako
page-add-person = Někdo nový…
page-new-person = Někdo nový
page-name = Jméno
page-language = Jazyk
page-sit-down = Přisednout
page-scheme = Tmavé barvy
page-everyone = všichni
page-unknown-channel = smazaný kanál
page-somebody = někdo
page-spoiler = Spoiler: kliknutím si ho přečteš

# --- The command line ---

## Help: what a command does, and what each of its options means. Those that several commands share are called cli-arg-.
# What stands between ` is typed as it is.

terminal-about = Dvě havajské deskové hry, tah po tahu.
terminal-after = Bez příkazu běží bot: na Discordu, když je nastavený `DISCORD_TOKEN`, jinak na verandě, malém Discordu přímo na tomto počítači.
terminal-usage = Použití:
terminal-commands = Příkazy
terminal-arguments = Argumenty
terminal-options = Přepínače
terminal-default = [výchozí: { $value }]
terminal-settings = Nastavení v proměnných prostředí nebo v souboru .env ve složce, odkud se program spouští
setting-discord-token = Token bota, z portálu pro vývojáře Discordu. Bez něj `lanai` otevře verandu a `lanai serve` se odmítne spustit.
setting-discord-token-file = Soubor, ve kterém je token, třeba tajemství kontejneru nebo systemd.
setting-lanai-database = Soubor pro všechny stoly, nebo adresa serveru PostgreSQL, třeba postgres://lanai:PASSWORD@localhost/lanai. V hesle piš / jako %2F, ? jako %3F, # jako %23 a @ jako %40. Bez tohoto nastavení bot použije lanai.db a veranda po zavření své stoly zapomene.
setting-lanai-database-file = Soubor, ve kterém je jméno nebo adresa databáze, aby heslo nebylo v nastavení.
setting-lanai-porch = Adresa verandy. Dostane se na ni jen tento počítač.
setting-lanai-log = Jak podrobný je log: error, warn, info, debug nebo trace. Tokeny, zprávy a skryté věci v něm nejsou nikdy.
setting-lanai-log-format = Podoba logu: text pro lidi, nebo json pro programy, jeden objekt na řádek.
setting-lanai-metrics = Adresa pro metriky (/metrics, pro Prometheus) a stav (/health), třeba 127.0.0.1:9095. Heslo se nevyžaduje: údaje přečte každý počítač, který se k adrese dostane.
setting-lanai-web = Adresa, na které je deska pro prohlížeče, třeba 127.0.0.1:8061. Veranda ji má sama od sebe na následujícím portu.
setting-discord-client-secret = Client secret aplikace z portálu pro vývojáře Discordu. S ním a se zapnutými aktivitami se deska otevírá přímo v Discordu.
setting-discord-client-secret-file = Soubor, který obsahuje client secret.
setting-lanai-web-url = Veřejná adresa desky, třeba https://deska.example.org, za proxy, která mluví https. Hráči na ni dostávají odkazy.
setting-lanai-posts-per-second = Kolik zpráv za sekundu bot nejvýš pošle; odpovědi se nepočítají. Discord dovolí padesát požadavků.
setting-lanai-presses = Kolik tlačítek a příkazů smí jeden člověk použít za deset sekund. Potom se dozví, kdy může pokračovat.
setting-lanai-pictures-within = Kolik milisekund zpráva čeká na obrázky, než desku popíše slovy. 0 znamená žádné obrázky ani emoji.
setting-lanai-shards = Nejmenší počet shardů. Discord říká, kolik jich bot potřebuje; při větším počtu se o události podělí víc procesů na jednom PostgreSQL.
setting-lanai-forget-after = Jak dlouho zůstanou data serveru, který bota odebral, třeba 30d, 12h nebo 4w; never znamená napořád. Server, který bota včas vezme zpátky, o nic nepřijde.
setting-lanai-thinking-cores = Na kolika jádrech najednou přemýšlejí počítačoví hráči. Bez tohoto nastavení na všech kromě jednoho.
setting-lanai-words = Složka s dalšími texty, třeba it.ftl nebo pt-BR.ftl: jiné jazyky nebo vlastní věty. Zkontroluje je `lanai words FILE`.
setting-lanai-proxy = Adresa verandy nebo jiné proxy, která se použije místo Discordu.
setting-lanai-limiter = Omezovač rychlosti v knihovně: on, nebo off. Proxy nebere v úvahu, takže když nějakou nastavíš, je vypnutý.
cli-arg-help = Ukázat nápovědu
cli-arg-version = Ukázat verzi
cli-arg-language = V jakém jazyce, třeba `en`, `de` nebo `fr`; jinak v jazyce systému
cli-arg-game = Která hra: `hawaii`, kde dva až pět hráčů chodí po ostrově, rybaří, navštěvuje další ostrovy a buduje vesnice, nebo `haleakala`, kde dva hráči posílají rybářskou loď kolem sopky, stavějí sochy a vyhýbají se lávě
cli-arg-players = Kolik bude hráčů; jinak 3, nebo tolik, kolik hra potřebuje
cli-arg-seed = Číslo, nebo 64 šestnáctkových číslic: se stejným semínkem vyjde totéž
cli-arg-options = Podle jakých pravidel se hraje: předvolby (Hawaii: `printed`, `online`; Haleakala: `base`, `tactical`) a jednotlivé volby, třeba `online,goods=hidden`
cli-arg-minds = Kdo hraje: `random`, `greedy`, `keiki`, `makua` nebo `kupuna`; jedno jméno pro všechna místa, nebo pro každé místo jedno, oddělená čárkami
cli-arg-file = Záznam
cli-arg-at = Po kterém kroku; jinak po posledním
cli-arg-viewer = Kdo se dívá: číslo místa u stolu, nebo `table` pro to, co vidí všichni
cli-arg-output = Do kterého souboru výsledek zapsat; jinak do terminálu
cli-porch = Otevřít verandu bez bota Lanai, pro vlastního bota napsaného pomocí kterékoli knihovny
cli-porch-address = Na které adrese verandu otevřít; jinak na 127.0.0.1:8060 nebo na té z nastavení
cli-porch-name = Jak se tvůj bot jmenuje
cli-porch-permissions = Co tvůj bot smí: číslo oprávnění z jeho zvacího odkazu; 8 znamená všechno
cli-porch-shards = Kolik shardů má tvůj bot podle verandy použít
cli-porch-max-concurrency = Kolik shardů se smí připojit během každých pěti sekund
cli-porch-intents = Které privilegované intenty má tvůj bot zapnuté, oddělené čárkami: members, presences, message-content
cli-porch-activity = Zapnout aktivity a ukázat aktivitu, jejíž server na tomto počítači má tuto URL
cli-serve = Běžet na Discordu jako služba
cli-serve-more = Jako `lanai` bez příkazu, ale bez `DISCORD_TOKEN` se program odmítne spustit, místo aby otevřel verandu.
cli-serve-adopt = Nechat tohoto bota převzít databázi, která patří jinému botovi nebo verandě. Servery, na kterých tento bot není, se berou jako opuštěné.
cli-health = Zeptat se bota, který tu běží, jestli je všechno v pořádku
cli-health-more = Ptá se stránky na adrese `LANAI_METRICS`. Návratový kód je 0, když je všechno v pořádku, jinak 1. Hodí se pro kontrolu stavu kontejneru.
cli-store = Zkopírovat databázi bota, nebo ji převést na novou verzi
cli-store-copy = Zkopírovat všechno z jedné databáze do jiné, prázdné, a ověřit, že nic nechybí
cli-store-copy-more = Obě databáze zadej stejně jako v `LANAI_DATABASE`: jako soubor, nebo jako adresu PostgreSQL. Nejdřív zastav bota. Databáze, ze které se kopíruje, zůstane, jak je. Když se kopírování přeruší, spusť stejný příkaz znovu a bude pokračovat.
cli-store-copy-from = Ze které databáze kopírovat
cli-store-copy-to = Do které databáze kopírovat: soubor, který ještě neexistuje, nebo prázdná databáze PostgreSQL
cli-backup = Zálohovat databázi bota, i když zrovna běží, a zálohu ověřit
cli-backup-more = Jde o databázi z nastavení, `LANAI_DATABASE`. Záloha je jeden soubor a číst ho můžeš jen ty. Své jméno dostane, až když se každá hra v ní přehraje podle záznamu.
cli-backup-place = Soubor, který se má zapsat a ještě neexistuje, nebo složka, kde každá záloha dostane vlastní jméno
cli-backup-keep = Kolik záloh ve složce nechat: jakmile je nová ověřená, nejstarší se smažou
cli-verify = Ověřit, že je záloha celá, a přehrát každou hru v ní
cli-verify-more = Záloha sama se jen čte. Ověřuje se její kopie ve složce pro dočasné soubory, kde je potřeba ještě jednou tolik místa.
cli-verify-file = Záloha
cli-restore = Obnovit databázi bota ze zálohy
cli-restore-more = Nejdřív zastav bota. Jde o databázi z nastavení, `LANAI_DATABASE`. Pokud je to soubor, odloží se pod jiným jménem; databáze PostgreSQL musí být prázdná. Předtím se přehraje každá hra ze zálohy.
cli-restore-file = Záloha
cli-restore-unproven = Obnovit zálohu, i když se některé hry nedají ověřit
cli-store-migrate = Převést databázi bota na novou verzi, nebo to vyzkoušet
cli-store-migrate-more = Novější verze to udělá sama, když se spustí. Jde o databázi z nastavení, `LANAI_DATABASE`. Nejdřív zastav bota. Nemusíš jen tehdy, když je databáze soubor a převod pouze zkoušíš.
cli-store-migrate-dry-run = Jen říct, co by se udělalo, a vyzkoušet to: databáze zůstane, jak je
cli-doctor = Zkontrolovat vše, co bot potřebuje k běhu, a říct, co opravit
cli-doctor-more = Podívá se na nastavení, databázi a disk a zeptá se Discordu na bota; nic nemění. ✓ znamená v pořádku, ! upozornění a × závadu, kterou je potřeba odstranit. Když se nějaká závada najde, návratový kód je 1.
cli-doctor-live = Navíc vyzkoušet v kanálu s tímto ID všechno, co bot dělá se zprávami, a porovnat odpovědi Discordu s verandou; co přitom vznikne, se smaže
cli-away = Odpovídat všem, že tu bot teď není
cli-away-more = Na dobu údržby: zastav bota, spusť tento příkaz a zastav ho, než zase spustíš bota. Potřebuje token, ale žádnou databázi. Hry zatím čekají a nikomu neběží čas.
cli-away-reason = Co chceš lidem říct: proč a na jak dlouho
cli-play = Hrát v tomto terminálu, s počítačem na ostatních místech
cli-play-seed = Číslo, nebo 64 šestnáctkových číslic: se stejným semínkem vyjde stejná hra; bez něj začne nová
cli-play-name = Tvoje jméno
cli-play-seat = Tvoje místo u stolu
cli-play-output = Kam krok za krokem ukládat záznam hry: soubor, který ještě neexistuje
cli-record = Nechat počítač odehrát jednu hru a zapsat ji jako záznam
cli-record-full = Připojit po každém kroku celý stav hry a všechny povolené akce, pro programy, které Lanai kontrolují
cli-replay = Přehrát záznam a ověřit každý krok
cli-replay-full = Zapsat záznam znovu, po každém kroku s celým stavem hry a všemi povolenými akcemi, pro programy, které Lanai kontrolují
cli-review = Rozebrat záznam: co který tah stál a co by bylo lepší
cli-review-turns = Kolik tahů u každého hráče ukázat, od těch, které stály nejvíc
cli-show = Ukázat hrací desku ze záznamu po kterémkoli kroku, jak ji vidí některý hráč nebo celý stůl
cli-show-json = Vypsat tento pohled jako JSON
cli-draw = Nakreslit a popsat hru ze záznamu po kterémkoli kroku, jak ji vidí některý hráč nebo celý stůl, nebo z ní udělat film
cli-draw-since = Vyznačit čísly všechny tahy po tomto kroku; jinak jen poslední tah
cli-draw-what = Co nakreslit; jinak hrací desku. Hawaii má ostrov (`island`), říši (`realm`) na místě uvedeném za `--as` a všechny říše (`all`) na jednom listu, Haleakala má sopku (`volcano`); obě hry mají `scores`, graf bodů až do daného kroku, a `film`, který ukáže všechny tahy až k němu
cli-draw-look = Jak to vypadá: `calm`, tak jak je to nakreslené, nebo `contrast`, s tmavšími čarami a výraznějšími barvami
cli-draw-output = Do kterého souboru obrázek zapsat: PNG, pro film GIF
cli-words = Zkontrolovat soubory s texty v jiném jazyce, nebo vypsat naše
cli-words-files = Které soubory zkontrolovat, každý pojmenovaný podle svého jazyka: `de.ftl`, `pt-BR.ftl`
cli-words-of = Vypsat soubor tohoto jazyka jako základ pro vlastní: směrodatný je `en`
cli-rules = Ukázat pravidla ve zkratce, nebo jedno téma z nich
cli-rules-topic = Co tě zajímá: téma, destička, karta, značka; jinak přehled
cli-rules-options = O která pravidla jde: předvolby a jednotlivé volby, jako na začátku hry
cli-rulings = Ukázat odpovědi na otázky k pravidlům a jejich oporu v textech

## What cannot be done: each goes on after "lanai: "

terminal-no-seed = semínko je číslo, nebo 64 šestnáctkových číslic
terminal-long-name = jméno má nejvýš { $most ->
    [one] { $most } znak
    [few] { $most } znaky
   *[other] { $most } znaků
}
terminal-bad-figures = tištěná čísla hry nejde použít: { $why }
terminal-in-file = { $file }: { $why }
terminal-exists = { $file } už existuje: zvol pro záznam jiný soubor, nebo tento přesuň jinam
terminal-same-file = { $file } je přímo ten záznam: zvol pro výstup jiný soubor
terminal-required = do terminálu nejde psát: { $why }
terminal-listening = z terminálu nejde číst: { $why }
terminal-minds = uvedených počítačů je { $minds }, ale hráčů { $players }: uveď jeden pro všechna místa, nebo pro každé místo jeden
terminal-no-seat = místo { $seat } u stolu není: vyber si číslo od 1 do { $seats }
terminal-no-picture-hawaii = ve hře hawaii jde nakreslit ostrov, říši na kterémkoli místě, všechny říše na jednom listu, graf bodů a film
terminal-no-picture-haleakala = ve hře haleakala jde nakreslit sopku, graf bodů a film
terminal-whose-realm = uveď místo, jehož říši chceš nakreslit, třeba `--as 2`
terminal-no-language = jazyk „{ $asked }“ Lanai neumí; na výběr: { $known }
terminal-flawed-words = opravit je potřeba { $n ->
    [one] { $n } chybu
    [few] { $n } chyby
   *[other] { $n } chyb
}; chybějící věty se ukážou anglicky
terminal-theme = obrázky nejde nakreslit: { $why }
terminal-ours = tohle by se nemělo stát; nahlas nám to prosím: { $why }

## What is wrong with a record

fault-unreadable = toto není záznam, nebo je poškozený: { $why }
fault-format = záznam má formát { $found }, ale tento program čte formát { $known }
fault-other-game = toto je záznam hry { $found }, ne hry { $asked }
fault-edition = tato hra se hrála podle pravidel ve vydání { $found }, které tento program nezná
fault-partly-full = celý stav musí být všude, nebo nikde: { $path } se v tom liší od začátku záznamu
fault-long-name = jméno nebo slovo na místě { $seat } má { $letters ->
    [one] { $letters } znak
    [few] { $letters } znaky
   *[other] { $letters } znaků
}; v záznamu smí mít nejvýš { $most }
fault-no-step = krok { $asked } neexistuje; záznam má { $steps ->
    [one] { $steps } krok
    [few] { $steps } kroky
   *[other] { $steps } kroků
}
fault-step = krok { $step }: { $why }
fault-end = konec: { $why }
fault-commitment = tato pečeť nevychází z tajemství a hodnoty nonce
fault-seed = semínko nevychází z tajemství, slov a zprávy
fault-seat = v záznamu je místo { $recorded }, ale na tahu je místo { $found }
fault-after-end = je v záznamu navíc, protože hra už předtím skončila
fault-refused = pravidla nedovolují akci { $action }: { $why }
fault-value = { $path }: v záznamu je { $recorded }, ale ve hře { $found }

## What is wrong with a file of words

flaw-line = řádek { $line }: { $why }
flaw-missing = { $name } chybí
flaw-unknown = { $name }: taková věta v angličtině není
flaw-twice = { $name } je tu dvakrát
flaw-unfilled = { $name }: za { $variable } se nic nedosazuje
flaw-astray = { $name }: věta jménem { $other } neexistuje
flaw-too-long = { $name } má { $letters ->
    [one] { $letters } znak
    [few] { $letters } znaky
   *[other] { $letters } znaků
}, ale Discord jich dovolí nejvýš { $most }
flaw-no-name = { $name } musí být jedno slovo z malých písmen, číslic a spojovníků
words-complete = { $file }: nic nechybí

## What commands tell

progress-bar = { $what } [{ $bar }] { $done } z { $of }, zbývá { $left }
progress-line = { $what }: { $done } z { $of }
progress-turns = Tahy
progress-copying = Kopírování řádků
progress-comparing = Porovnávání řádků
progress-replaying = Přehrávání her
progress-backing-up = Zálohování stránek
progress-trying = Zkoušení kroků
replay-done = { $file }: { $n ->
    [one] { $n } krok, přesně podle záznamu
    [few] { $n } kroky, všechny přesně podle záznamu
   *[other] { $n } kroků, všechny přesně podle záznamu
}
replay-edition = Hrálo se podle pravidel ve vydání { $edition }.
replay-figures-same = Všechna tištěná čísla se shodují s těmi, která má Lanai.
replay-figures-differ = Tato tištěná čísla se liší od těch, která má Lanai:
replay-figure = { $path }: { $recorded } v záznamu, { $shipped } v Lanai
replay-over = Hra skončila. { $n ->
    [one] Vítěz
   *[other] Vítězové
}: { $who }.
replay-not-over = Hra neskončila, takže výsledek není.
replay-no-origin = Záznam neříká, odkud jeho semínko pochází. Při zápisu šlo zvolit jakékoli, takže o míchání nic nedokazuje.
replay-compare = Semínko vychází z tajemství a z hodnot níže. Porovnej je s tím, co bylo veřejné: u stolu před začátkem hry a ve zprávě, která začátek oznámila.
replay-commitment = pečeť { $commitment }
replay-seat = místo { $seat }, { $who }: { $word }
replay-word = „{ $word }“
replay-no-word = bez slova
replay-no-message = Semínko nezávisí na žádné veřejné zprávě: provozovatel bota znal tajemství a mohl zkoušet slova, dokud se mu míchání nezalíbilo.
replay-message-after = zpráva { $message }, odeslaná { $posted }: { $n } s po posledním slově nebo poslední změně u stolu, { $settled }
replay-message-before = zpráva { $message }, odeslaná { $posted }: { $n } s před posledním slovem nebo poslední změnou u stolu, { $settled }
replay-no-time = v nemožném čase
replay-message = Když všechno souhlasí, nikdo si míchání nemohl předem vybrat: každý další pokus by znamenal další zprávu. Smazaná zpráva ale nezanechá stopu, takže se zeptej, pokud mezi poslední změnou a zprávou uplynulo hodně času.
replay-message-too-early = Podle těchto časů se u stolu něco změnilo až po zprávě. Provozovatel bota mohl zkoušet slova, dokud se mu míchání nezalíbilo.
review-head = { $n ->
    [one] { $n } tah, posouzený
    [few] { $n } tahy, každý posouzený
   *[other] { $n } tahů, každý posouzený
} podle toho, co se v té chvíli dalo vědět.
review-accuracy = { $who }: přesnost { $accuracy }
review-no-choice = { $who }: nebylo z čeho volit
review-turn = Tah { $n }, { $who } – { $cost }
review-played = zahráno: { $turn }
review-better = lepší: { $turn }
review-why = Proč: { $list }.
porch-name = Veranda
porch-open = Veranda je otevřená: v prohlížeči ji najdeš na { $address }. Zavřeš ji klávesami Ctrl+C.
porch-forgets = Hry vydrží jen do jejího zavření. Když si je chceš nechat, nastav LANAI_DATABASE=lanai.db.
porch-lent = API Discordu je na { $api } a brána na { $gateway }.
porch-token = Token pro bota je { $token }
porch-foreign-database = databáze { $file } patří botovi na Discordu, a proto ji veranda neotevře: nastav DISCORD_TOKEN, aby ten bot běžel, nebo uveď v LANAI_DATABASE jinou databázi
serve-no-token = DISCORD_TOKEN není nastavený, takže nejde spustit žádného bota: doplň token, nebo spusť `lanai` bez příkazu a hraj na tomhle počítači
health-no-address = LANAI_METRICS není nastavené, takže se bota není jak zeptat: nastav adresu, třeba 127.0.0.1:9095
health-no-answer = bot na { $address } neodpovídá: { $why }
copy-stopped = kopírování se zastavilo před koncem; spusť stejný příkaz znovu a bude pokračovat
copy-differs = tabulka { $table } není v { $to } stejná: spusť stejný příkaz znovu, ten ji opraví
copy-same = { $table }, řádků v obou: { $rows }, SHA-256 { $digest }
copy-differs-at = { $table } SE LIŠÍ, poprvé tady: { $place }; řádků: { $from }, SHA-256 { $before }; v kopii řádků: { $to }, SHA-256 { $after }
copy-end = konec tabulky
copy-done = V { $to } je všechno, co je v { $from }: nastav LANAI_DATABASE na tuto novou adresu a spusť bota.
copy-unproven = { $n ->
    [one] v { $to } je totéž co v { $from }, ale { $n } hra nejde ověřit ani v jedné z obou databází: viz výše
    [few] v { $to } je totéž co v { $from }, ale { $n } hry nejdou ověřit ani v jedné z obou databází: viz výše
   *[other] v { $to } je totéž co v { $from }, ale { $n } her nejde ověřit ani v jedné z obou databází: viz výše
}
copy-proven = { $n ->
    [one] { $n } hra se znovu přehrála z uložených kroků a odpovídá uloženému stavu
    [few] { $n } hry se znovu přehrály z uložených kroků a všechny odpovídají uloženému stavu
   *[other] { $n } her se znovu přehrálo z uložených kroků a všechny odpovídají uloženému stavu
}
copy-not-begun = { $n ->
    [one] { $n } stůl nemá co přehrát, protože hra u něj nikdy nezačala
    [few] { $n } stoly nemají co přehrát, protože hra u nich nikdy nezačala
   *[other] { $n } stolů nemá co přehrát, protože hra u nich nikdy nezačala
}
copy-other-edition = stůl { $table } se nepřehrál: pravidla ve vydání { $edition } tento program nezná

## Jak se zálohují databáze (`lanai backup`, `lanai restore`)

backup-stopped = zálohování se zastavilo před koncem; nic se neuložilo
backup-done = V { $file } je všechno, co bylo v { $from }, když zálohování začalo ({ $kilobytes } kB)
backup-unproven = { $n ->
    [one] záloha { $file } se uložila, ale jedna z her se nedá ověřit: viz výše; žádná starší záloha se nesmazala
    [few] záloha { $file } se uložila, ale { $n } hry se nedají ověřit: viz výše; žádná starší záloha se nesmazala
   *[other] záloha { $file } se uložila, ale { $n } her se nedá ověřit: viz výše; žádná starší záloha se nesmazala
}
backup-deleted = Stará záloha { $file } se smazala
verify-stopped = ověřování se zastavilo před koncem; nic se nezměnilo
verify-done = Záloha { $file } je celá a každá hra v ní, kterou tento program umí přehrát, souhlasí s tím, co je uložené
verify-unproven = { $n ->
    [one] jedna z her v záloze { $file } se nedá ověřit: viz výše
    [few] { $n } hry v záloze { $file } se nedají ověřit: viz výše
   *[other] { $n } her v záloze { $file } se nedá ověřit: viz výše
}
restore-stopped = obnova se zastavila před koncem; spusť stejný příkaz znovu
restore-unproven = { $n ->
    [one] nic se neobnovilo, protože jedna z her se nedá ověřit: viz výše; s --unproven se záloha obnoví i tak
    [few] nic se neobnovilo, protože { $n } hry se nedají ověřit: viz výše; s --unproven se záloha obnoví i tak
   *[other] nic se neobnovilo, protože { $n } her se nedá ověřit: viz výše; s --unproven se záloha obnoví i tak
}
restore-aside = Předchozí databáze je teď v { $aside }
restore-done = V { $to } je teď všechno, co je v { $file }: spusť bota
migrate-stopped = převod databáze se zastavil před koncem; spusť stejný příkaz znovu
migrate-nothing = Databáze { $file } už je v nové verzi
migrate-to-come = Migrace { $number }: { $name }
migrate-tried = Všechny migrace projdou; databáze { $file } se nezměnila
migrate-done = Databáze { $file } je teď v nové verzi
migrate-unproven = { $n ->
    [one] jedna z her se nedá ověřit: viz výše
    [few] { $n } hry se nedají ověřit: viz výše
   *[other] { $n } her se nedá ověřit: viz výše
}
unfit-no-file = databáze { $file } neexistuje
unfit-no-tables = databáze { $file } nemá tabulky Lanai
unfit-part = databáze { $file } je nedokončená kopie { $of }: použij originál
unfit-damaged = databáze { $file } je poškozená: { $what }
unfit-served = databáze { $file } se používá: zastav bota, který ji používá, se všemi jeho procesy, a spusť stejný příkaz znovu
unfit-replica = databáze { $file } nepřijímá změny, jako by byla replika: uveď server, který je přijímá
unfit-old-server = databáze { $file } je na PostgreSQL { $version }: je potřeba PostgreSQL 15 nebo novější
unfit-no-rights = uživatel databáze { $file } v ní nesmí vytvářet tabulky: udělej ho jejím vlastníkem, nebo v ní spusť `grant create on schema public to UŽIVATEL`
unfit-pooled = databáze { $file } je za poolerem v transakčním režimu: přepni ho do režimu relací, nebo uveď přímo server
backup-differs = tabulka { $table } není v záloze stejná: spusť stejný příkaz znovu
backup-exists = { $file } už existuje: zvol jiné jméno
backup-place = { $file } se nedá zapsat: { $why }

## Co se říká, když je bot pryč (`lanai away`)

away-no-token = bez DISCORD_TOKEN nejde nikomu nic říct
away-begun = Kdo teď bota použije, dozví se, že tu není. Zastav tento příkaz, než spustíš bota.

## Co najde doktor (`lanai doctor`)

doctor-well = Všechno, co bot potřebuje, tu je
doctor-ill = { $n ->
    [one] jednu věc je potřeba napravit, viz ×
    [few] { $n } věci je potřeba napravit, viz ×
   *[other] { $n } věcí je potřeba napravit, viz ×
}
doctor-settings = Nastavení: všechna se dají použít
doctor-settings-wrong = Nastavení: { $why }. Na ostatní dojde, až to napravíš
doctor-settings-limiter = Nastavení: s proxy nastav LANAI_LIMITER=off, jinak by token šel skutečnému Discordu
doctor-settings-words = Nastavení: texty v LANAI_WORDS se nedají použít: { $why }
doctor-settings-open = Nastavení: ostatní na tomto počítači můžou číst soubor { $file } (práva { $mode }), ve kterém může být tajný údaj; napiš `chmod 600 { $file }`
doctor-pictures = Obrázky: všechna písmena i figurky se dají nakreslit
doctor-pictures-wrong = Obrázky: { $why }. Program je poškozený: nainstaluj ho znovu
doctor-database = Databáze: { $file } { $kind ->
        [file] je celá a v aktuální verzi
       *[server] má tabulky aktuální verze
    }
doctor-database-new = Databáze: v { $file } zatím nic není; bot si tam tabulky vytvoří, až se spustí
doctor-database-older = Databáze: { $file } { $kind ->
        [file] je celá, ale ve starší verzi
       *[server] má tabulky starší verze
    }; bot ji při spuštění převede na novou a `lanai store migrate --dry-run` to vyzkouší předem
doctor-database-wrong = Databáze: { $why }
doctor-latency = Odezva: databáze odpovídá do { $ms } ms
doctor-latency-far = Odezva: databáze odpovídá až za { $ms } ms a jeden tah potřebuje asi dvě desítky odpovědí; dej ji na stejný počítač nebo nejvýš 1 ms daleko
doctor-disk = Disk: v { $folder } je volných { $free } MB
doctor-disk-full = Disk: v { $folder } je volných jen { $free } MB; uvolni místo, protože na plný disk se žádný tah neuloží
doctor-disk-unseen = Disk: kolik je v { $folder } volného místa, se nedá zjistit: { $why }
doctor-backups = Zálohy: nejnovější v { $folder } je stará { $hours } h
doctor-backups-old = Zálohy: nejnovější v { $folder } je stará { $hours } h; zjisti, proč tu není novější
doctor-leftovers = Zbytky: po přerušených zálohách tu zůstalo { $list }; příští záloha je uklidí
doctor-board = Deska: { $address } odpovídá
doctor-board-wrong = Deska: { $address } neodpovídá jako deska ({ $why }); spusť bota a ověř, že proxy vede na LANAI_WEB
doctor-board-no-address = Deska: LANAI_WEB_URL je nastavené, ale LANAI_WEB ne, takže žádná deska není; nastav adresu, na které ji proxy najde
doctor-board-no-url = Deska: LANAI_WEB je nastavené, ale LANAI_WEB_URL ne, takže hráči dostávají odkazy, které otevře jen tento počítač
doctor-board-unsafe = Deska: { $address } odpovídá, ale bez https by přenos mohl někdo cestou číst; dej ji za proxy, která mluví https
doctor-network = Síť: { $address } odpovídá do { $ms } ms
doctor-network-wrong = Síť: { $address } neodpovídá ({ $why }); zkontroluj připojení, firewall a LANAI_PROXY, pokud je nastavené
doctor-clock = Hodiny: na tomto počítači jdou stejně jako na Discordu
doctor-clock-fast = Hodiny: na tomto počítači jdou proti Discordu o { $n } s napřed; seřiď je přes NTP, protože se jimi řídí připomínky i časové limity
doctor-clock-slow = Hodiny: na tomto počítači jdou proti Discordu o { $n } s pozadu; seřiď je přes NTP, protože se jimi řídí připomínky i časové limity
doctor-clock-untold = Hodiny: žádný zdroj času neodpověděl, takže čas tohoto počítače se nedá zkontrolovat
doctor-token = Token: patří botovi { $name }
doctor-token-none = Token: žádný není, takže by program otevřel verandu; dej token bota z portálu pro vývojáře Discordu do DISCORD_TOKEN
doctor-token-wrong = Token: Discord ho nezná; do DISCORD_TOKEN dej token bota z portálu pro vývojáře Discordu
doctor-gateway = Brána: { $address } odpovídá a relací na dnešek zbývá { $left } z { $total }
doctor-gateway-few = Brána: relací na dnešek zbývá jen { $left } z { $total } a bez nich se bot nevrátí; v jeho logu zjisti, proč se tak často přihlašuje
doctor-gateway-wrong = Brána: neodpovídá ({ $why }); zkontroluj firewall
doctor-intents = Intents: bot potřebuje jen GUILDS, a ten má každý bot
doctor-intents-more = Intents: bot potřebuje jen GUILDS, a ten má každý bot; ostatní můžeš v portálu pro vývojáře vypnout: { $list }
doctor-permissions =
    { $n ->
        [one] Oprávnění: bot má na svém serveru všechna, která potřebuje; na jednotlivý kanál se zeptej příkazem /{ cmd-check-name }
        [few] Oprávnění: bot má na všech { $n } serverech všechna, která potřebuje; na jednotlivý kanál se zeptej příkazem /{ cmd-check-name }
       *[other] Oprávnění: bot má na všech { $n } serverech všechna, která potřebuje; na jednotlivý kanál se zeptej příkazem /{ cmd-check-name }
    }
doctor-permissions-missing = Oprávnění: na { $n } z { $all } serverů něco chybí: { $list }; dej tam roli bota chybějící oprávnění, nebo bota pozvi znovu: { $link }
doctor-permissions-nowhere = Oprávnění: bot zatím není na žádném serveru; pozvi ho: { $link }
doctor-commands = Příkazy: všech { $n } je registrovaných tak, jak je má tato verze
doctor-commands-other = Příkazy: jinak než v této verzi je jich registrovaných { $n }, například { $list }; bot to napraví, až se spustí, a pokud už pár minut běží, důvod najdeš v jeho logu
doctor-untold = Discord: na některé otázky neodpověděl ({ $why }); zkus to za minutu znovu

## Co doktor zkouší v kanálu (`lanai doctor --live`)

live-says = Kontrola od doktora Lanai: tahle zpráva za chvilku sama zmizí
live-no-channel = Kanál: bot žádný textový kanál { $channel } nevidí; klikni v Discordu na kanál pravým tlačítkem a zkopíruj jeho ID (v nastavení k tomu zapni vývojářský režim)
live-fine = { $step }: jako na verandě
live-forbidden = { $step }: to tu bot nesmí
live-other-answer = { $step }: Discord odpovídá { $found } a veranda { $porch }; nahlas to prosím
live-no-limits = { $step }: Discord neříká, jak často se ho smíme ptát; nahlas to prosím
live-differs = { $step }: na místě { $path } má Discord toto: { $found }, a veranda toto: { $porch }; nahlas to prosím
live-broken-off = Nevyzkoušelo se všechno: { $why }
live-stopped = zkouška se zastavila před koncem
live-left = Vlákno { $thread } je zavřené, ale pořád tam je: smazat ho může jen ten, kdo spravuje vlákna
live-stay = { $n ->
    [one] Jedna zpráva se nedala smazat; smaž ji prosím ručně
    [few] { $n } zprávy se nedaly smazat; smaž je prosím ručně
   *[other] { $n } zpráv se nedalo smazat; smaž je prosím ručně
}
trial-channel = Podívat se na kanál
trial-post = Napsat zprávu
trial-post-again = Napsat totéž znovu (má se ukázat jednou)
trial-edit = Upravit zprávu
trial-buttons = Přidat tlačítka a nabídku
trial-read = Přečíst zprávu
trial-read-channel = Přečíst kanál
trial-picture = Nahrát obrázek
trial-picture-other = Vyměnit obrázek
trial-picture-gone = Odstranit obrázek
trial-too-long = Napsat příliš dlouhou zprávu
trial-empty = Napsat prázdnou zprávu
trial-same-button = Poslat dvě tlačítka se stejným ID
trial-unknown = Upravit neexistující zprávu
trial-thread = Založit vlákno
trial-thread-post = Napsat do vlákna
trial-thread-close = Zavřít vlákno
trial-thread-wake = Napsat do zavřeného vlákna
trial-thread-open = Podívat se na vlákno, které se znovu otevřelo
trial-delete = Smazat zprávu
trial-deleted = Přečíst smazanou zprávu
trial-delete-again = Smazat smazanou zprávu
live-kind-nothing = nic
live-kind-flag = ano nebo ne
live-kind-number = číslo
live-kind-list = seznam
live-kind-object = objekt
live-kind-id = ID
live-kind-time = čas
live-kind-text = text

## Games that are over

cmd-history = Vyhledat skončené hry: svoje, cizí, společné hry dvou hráčů nebo všechny na tomto serveru
cmd-history-name = historie
cmd-history-player = Čí hry; jinak tvoje
cmd-history-player-name = hráč
cmd-history-with = Jen hry s tímto hráčem
cmd-history-with-name = s-kým
cmd-history-server = Všechny hry na tomto serveru
cmd-history-server-name = server
chat-history-yours = **Tvoje skončené hry**
chat-history-person = **Skončené hry:** { $who }
chat-history-pair = **Skončené společné hry:** { $who } **a** { $other }
chat-history-server = **Skončené hry na tomto serveru**
chat-history-none = Zatím si tu žádnou hru prohlédnout nemůžeš.
chat-history-no-more = Starší už nejsou.
chat-history-menu = Podívat se na konečný stav
chat-history-newest = Nejnovější
chat-history-older = Starší
chat-history-player = { $who } { $points }
chat-history-game = **{ $game }**, { $when }: { $players }
chat-history-agreed = ukončeno dohodou
chat-history-draw = remíza dohodou
chat-history-won = dohodou vítězí { $who }
chat-history-winner = vítězí { $who }
chat-history-resigned = vzdává se { $who }
chat-history-replaced = odchází { $who }

## How well people play

cmd-stats = Ukázat, jak dopadly tvoje hry a jak dobře kdo hraje
cmd-stats-name = statistika
cmd-stats-player = Čí hodnocení; jinak všechno o tvých hrách
cmd-stats-player-name = hráč
cmd-stats-public = Smí každý vidět tvoje hodnocení?
cmd-stats-public-name = veřejně
cmd-leaderboard = Ukázat, kdo na tomto serveru hraje nejlíp, podle hodnocených her
cmd-leaderboard-name = žebříček
cmd-leaderboard-game = Která hra
cmd-leaderboard-game-name = hra
cmd-leaderboard-game-hawaii = Hawaii
cmd-leaderboard-game-haleakala = Haleakala
cmd-leaderboard-seats = U stolů pro kolik hráčů; jinak pro 2
cmd-leaderboard-seats-name = hráči
cmd-table-open-rated = Má se hra počítat do hodnocení? Jinak se nepočítá
cmd-table-open-rated-name = hodnocená
chat-lobby-rated = Tato hra se počítá do hodnocení: rady v ní nejsou a krok, na který už odpověděl počítač, nejde vzít zpět.
chat-hints-rated = U tohoto stolu rady nejsou: hra se počítá do hodnocení.
chat-rated = Hodnocení: { $list }
chat-rating = { $points } ± { $within }
chat-rating-provisional = { $points } ± { $within } (zatím nejisté)
chat-stats-yours = **Jak dopadly tvoje hry**
chat-stats-person = **Jak dobře hraje** { $who }
chat-stats-none = Zatím nemáš dohranou žádnou hru.
chat-stats-none-rated = Do hodnocení se zatím žádná hra nezapočítala.
chat-stats-line = { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: { $games ->
    [one] { $games } hra
    [few] { $games } hry
   *[other] { $games } her
}, { $won ->
    [one] { $won } výhra
    [few] { $won } výhry
   *[other] { $won } výher
}, průměrně { $average } bodu, nejvíc { $best }.
chat-stats-rating = Hodnocení: { $rating }.
chat-stats-rated = { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: { $rating }, po { $games ->
    [one] { $games } hře
   *[other] { $games } hrách
}
chat-stats-private = { $who } tu svoje hodnocení neukazuje.
chat-stats-unlisted = Ostatní tvoje hodnocení nevidí. Změníš to příkazem `/{ cmd-stats-name } { cmd-stats-public-name }:True`.
chat-stats-public = Ostatní zase vidí tvoje hodnocení a jsi v žebříčcích.
chat-stats-hidden = Ostatní už tvoje hodnocení nevidí a v žebříčcích nejsi.
chat-leaderboard = **{ $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: nejlepší na tomto serveru**
chat-leaderboard-line = { $rank }. { $who } { $rating }, { $games ->
    [one] { $games } hra
    [few] { $games } hry
   *[other] { $games } her
}
chat-leaderboard-none = Nikdo tu zatím nemá { $n } hodnocených her. Stůl pro takovou hru otevře `/{ cmd-table-name } { cmd-table-open-name } { cmd-table-open-rated-name }:True`.
cmd-stats-server = Všechny hry na tomto serveru, které můžeš vidět
cmd-stats-server-name = server
chat-stats-wins = Výhry podle pořadí na začátku: { $list }.
chat-stats-win = { $percent } % z místa { $place }
chat-stats-counted = { $who } ({ $n })
chat-stats-likes = { $kind }, nejčastěji: { $list }.
chat-stats-pace = Průměrná délka tvého tahu: { $time }.
chat-stats-awarded = { $n ->
    [one] { $n } další hra skončila
    [few] { $n } další hry skončily
   *[other] { $n } dalších her skončilo
} výsledkem, na kterém se všichni dohodli; tvoje první místa: { $won }.
chat-stats-best = Nejlepší hra { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
}, { $day }.
chat-stats-server-line = { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: { $games ->
    [one] { $games } hra
    [few] { $games } hry
   *[other] { $games } her
}, průměrně { $average } bodu, nejvíc { $best }.
chat-stats-server-none = Z her, které můžeš vidět, se zatím žádná nedohrála.
chat-stats-active = Nejvíc her: { $list }.
stats-hawaii-god = Bohové
stats-hawaii-tile = Destičky
stats-haleakala-card = Karty
stats-haleakala-ware = Nákupy
draw-stats-kind = { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}
draw-stats-server = Hry na tomto serveru
draw-stats-games = Hry
draw-stats-points = Body: průměr · nejvíc
draw-stats-wins = Výhry podle pořadí na začátku
draw-stats-none = Zatím se žádná hra nedohrála.
draw-stats-rating = Hodnocení v průběhu času
draw-stats-unrated = Do hodnocení se zatím žádná hra nezapočítala.
draw-stats-provisional = tečkovaně: zatím nejisté
draw-stats-favourites = Oblíbené volby
draw-stats-no-favourites = Zatím se nic neví.
draw-stats-pace = { $time } na tah
draw-stats-best = { $game }: nejvíc { $points }
draw-stats-active = Nejvíc her
draw-stats-nobody = Nikdo tu neukazuje své jméno.
draw-stats-often = Jak často se hrálo
draw-leaderboard = { $game }, { $seats ->
    [one] { $seats } hráč
    [few] { $seats } hráči
   *[other] { $seats } hráčů
}: nejlepší zde
alt-stats = Statistika: { $who }.
alt-stats-rest = Zbytek je ve zprávě.

## Co se o lidech uchovává

somebody = Někdo
cmd-privacy = Podívat se, co o tobě bot uchovává, nechat si to všechno poslat nebo smazat
cmd-privacy-name = soukromí
cmd-privacy-about = Přečíst si, co se o tobě uchovává, proč a jak dlouho
cmd-privacy-about-name = přehled
cmd-privacy-export = Dostat všechno, co se o tobě uchovává, v souboru, který vidíš jen ty
cmd-privacy-export-name = export
cmd-privacy-forget = Nechat smazat všechno, co se o tobě uchovává
cmd-privacy-forget-name = zapomenout
chat-privacy = **Co o tobě uchovávám a proč**
    • Tvoje ID na Discordu a jméno, které máš u každého stolu, aby bylo jasné, kdo je na tahu.
    • Hry, které hraješ, i ty dohrané: tahy, výsledky, tvoje hodnocení a soutěže. Vznikají z nich `/{ cmd-history-name }`, `/{ cmd-stats-name }` a záznamy. Zůstanou, dokud nepožádáš o zapomenutí.
    • Tvoje nastavení, poznámky, předem rozhodnuté tahy a sledované stoly, dokud o ně stojíš. Hledání spoluhráčů na jiných serverech nejvýš týden.
    • Zprávy pro tebe, než se odešlou, a po jeden den ID každého kliknutí a příkazu, aby platily jen jednou.
    • Kde tě moderátoři serveru nepouštějí ke stolům a proč, a taky co děláš jako moderátor.
    Tvoje zprávy číst nemůžu a nikomu nic nepředávám. Kdo mě provozuje, vidí, co uchovávám.
chat-privacy-servers = Když mě server odebere, zapomenu na něj po této době: { $time }.
chat-privacy-servers-never = Když mě server odebere, to, co o něm uchovávám, zůstane.
chat-privacy-policy = Celé zásady ochrany soukromí jsou tady: <{ $link }>
chat-privacy-policy-file = Celé zásady ochrany soukromí jsou v souboru u této zprávy, v angličtině.
chat-button-export = Pošli mi všechno
chat-button-forget = Zapomeň na mě
chat-export = Tohle je všechno, co o tobě uchovávám: `{ $file }`. Nikdo jiný tuto zprávu nevidí.
chat-export-about = Tohle je všechno, co o tobě uchovává discordový bot Lanai. Ostatní jsou v tom jen pod jmény, která měli u tvých stolů. Ze hry, která ještě běží, dostáváš to, co je vidět z tvého místa, z dohrané celý záznam.
chat-export-without-moves = Soubor je tak velký, jak Discord dovolí, a proto v něm chybějí tahy { $n ->
    [one] jedné starší hry
   *[other] { $n } starších her
}. Jednotlivě je pořád dostaneš příkazem `/{ cmd-table-name } { cmd-table-record-name }`.
chat-export-left-out = { $n ->
    [one] Nejstarší hra v něm není vůbec. Ukáže ji `/{ cmd-history-name }`.
    [few] { $n } nejstarší hry v něm nejsou vůbec. Ukáže je `/{ cmd-history-name }`.
   *[other] { $n } nejstarších her v něm není vůbec. Ukáže je `/{ cmd-history-name }`.
}
chat-forget = **Mám na tebe zapomenout?** Stane se to hned a nikdo to nemůže vrátit.
chat-forget-running = • Vzdáš { $n ->
    [one] hru, kterou právě hraješ
    [few] { $n } hry, které právě hraješ
   *[other] { $n } her, které právě hraješ
}. Hra ve dvou tím končí, v jiné převezme tvoje místo počítač.
chat-forget-open = • Odejdeš od { $n ->
    [one] stolu, kde čekáš
   *[other] { $n } stolů, kde čekáš
}, až hra začne.
chat-forget-means = • Odstoupíš ze všech soutěží.
    • Tvoje nastavení, poznámky, hledání spoluhráčů a všechno ostatní, co je jen tvoje, se smaže.
    • Tvoje dohrané hry zůstanou tvým spoluhráčům. Tvoje místo v nich nemá jméno a nic od něj nevede zpátky k tobě. Přijdeš tedy i o historii a hodnocení.
    • Moje zprávy v kanálech zůstanou. Smazat je můžou moderátoři serveru.
    • Kde tě moderátoři nepouštějí ke stolům, tam to platí dál.
    Když si později zase zahraješ, začneš znovu.
chat-button-forget-yes = Ano, zapomeň na mě
chat-forgotten = Hotovo, už o tobě nic nevím. Až si budeš chtít zase zahrát, klidně přijď.
chat-contest-no-reason = (důvod už se neuchovává)

## Finding others to play with

cmd-table-invite = Pozvat někoho ke stolu v tomto kanálu, nebo o něm dát vědět roli
cmd-table-invite-name = pozvat
cmd-table-invite-player = Koho pozvat
cmd-table-invite-player-name = hráč
cmd-table-invite-role = Které roli dát vědět; nikdo nedostane upozornění
cmd-table-invite-role-name = role
cmd-play = Přisednout na tomto serveru ke stolu, kde někdo chybí, nebo stůl otevřít
cmd-play-name = hrát
cmd-play-game = Která hra
cmd-play-game-name = hra
cmd-play-game-hawaii = Hawaii
cmd-play-game-haleakala = Haleakala
cmd-play-seats = Kolik bude hráčů; jinak libovolný počet
cmd-play-seats-name = hráči
cmd-play-pace = Časový limit; jinak jakýkoli
cmd-play-pace-name = limit
cmd-remind-invitations = Smí tě každý zvát ke svému stolu?
cmd-remind-invitations-name = pozvánky
menu-challenge = Vyzvat ke hře
chat-challenge-which = Kterou hru si chcete zahrát ty a { $who }?
chat-challenge-sent = { $who } dostává tvoji výzvu ke hře { $game }: { $place }
chat-challenge-whom = Vyber někoho jiného: sebe ani bota vyzvat nejde.
chat-invite-whom = Koho chceš pozvat? Uveď `{ cmd-table-invite-player-name }` nebo `{ cmd-table-invite-role-name }`.
chat-invite-sent = Pozvánka je tady v kanálu.
chat-invite-unwanted = { $who } si nepřeje pozvánky ke stolům.
chat-invite-too-soon = Pozvánek už je na chvíli dost. Zkus to znovu za pár minut.
chat-invite-person = { $called }: { $who } si s tebou chce zahrát hru { $game }.
chat-invite-role = { $called }: { $who } shání hráče na hru { $game }.
chat-invite-declined = { $who } tentokrát nemůže.
chat-invite-not-yours = Tato pozvánka patří někomu jinému: { $who }.
chat-button-decline = Ne, díky
chat-button-never-invite = Už mě nezvat
panel-sits-there = Tento hráč už u stolu sedí.
chat-play-joined = Sedíš u stolu pro hru { $game }, kde ještě někdo chyběl: { $place }
chat-lapsed = Stůl pro hru { $game } je zavřený: { $time } nikdo nepřišel ani neodešel.
chat-remind-uninvited = Ke stolům tě nikdo zvát nesmí.
cmd-note = Poznamenat si něco k tomuto stolu; přečteš si to jen ty
cmd-note-name = poznámka
cmd-note-text = Nová poznámka místo té dosavadní; jinak se dosavadní ukáže
cmd-note-text-name = text
cmd-note-clear = Smazat poznámku
cmd-note-clear-name = smazat
chat-note = Tvoje poznámka k tomuto stolu: { $note }
chat-note-none = K tomuto stolu žádnou poznámku nemáš. Uložíš ji příkazem `/{ cmd-note-name }`, kde vyplníš `{ cmd-note-text-name }`: ukáže se ti v panelu a nikdo jiný ji nepřečte.
chat-note-panel = -# Tvoje poznámka: { $note }
chat-again-gone = Server, kde se tahle hra hrála, mě odebral, a tak si ji tam znovu zahrát nejde.
chat-again-elsewhere = Tato hra se hrála jinde: stůl pro odvetu otevři tam, v { $place }.
panel-alone = Nehraje tu nikdo další, kdo by mohl souhlasit: hru ukončí `/{ cmd-table-name } { cmd-table-resign-name }`.
chat-watchers-rated = Tato hra se počítá do hodnocení, a tak ji ostatní můžou dál sledovat.
chat-history-none-here = Z nejnovějších her si žádnou prohlédnout nemůžeš.

# --- Deciding ahead ---

cmd-ahead = Rozhodnout se už teď, co uděláš, až budeš na tahu; nikdo jiný to neuvidí
cmd-ahead-name = předem
cmd-ahead-turn = Co uděláš, třeba „jít bohové; koupit pele“; když nic nenapíšeš, vybereš v panelu
cmd-ahead-turn-name = tah
cmd-ahead-otherwise = Co uděláš, když to nepůjde, třeba „pasovat 3“
cmd-ahead-otherwise-name = jinak
cmd-ahead-condition = Kdy má tah platit
cmd-ahead-condition-name = podmínka
cmd-ahead-condition-same = Jen když se cena ani zisk nezmění
cmd-ahead-condition-unpassed = Jen dokud nikdo nepřekoná můj součet
cmd-ahead-condition-whatever = Ať se stane cokoli
cmd-ahead-forget = Zapomenout, co máš rozhodnuto
cmd-ahead-forget-name = zapomenout
chat-button-ahead = Rozhodnout předem
chat-button-ahead-do = Udělat to, až budu na tahu
chat-button-ahead-always = Udělat a vždy tak odpovídat
chat-button-ahead-same = Jen při stejné ceně a zisku
chat-button-ahead-unpassed = Jen když mě nikdo nepřekoná
chat-button-ahead-whatever = Ať se stane cokoli
chat-button-ahead-else = A když to nepůjde…
chat-button-ahead-forget = Zapomenout
chat-ahead-panel = Ještě nejsi na tahu, ale můžeš se už teď rozhodnout, co pak uděláš. Takhle by to vypadalo, kdyby teď byla řada na tobě. Co si vybereš, nikdo jiný neuvidí.
chat-ahead-panel-else = Co uděláš, když to, co máš rozhodnuto, nepůjde?
chat-ahead-yours = Teď jsi na tahu, takže předem už není co rozhodovat.
chat-ahead-turn = Až budeš na tahu, hned se stane tohle: { $story }
chat-ahead-otherwise = Když to nepůjde: { $story }
chat-ahead-same = **Podmínka:** cena ani zisk se nezmění. Jinak se tah neprovede a dám ti vědět.
chat-ahead-unpassed = **Podmínka:** nikdo nepřekoná součet tvých žetonů. Jinak se tah neprovede a dám ti vědět.
chat-ahead-whatever = **Ať se stane cokoli**, pokud to pravidla dovolí.
chat-ahead-answers = Kdykoli přijde otázka, odpovíš: { $list }.
chat-ahead-always = Odteď takhle odpovídám za tebe. Své odpovědi uvidíš a můžeš změnit příkazem `/{ cmd-ahead-name }`.
chat-ahead-forgotten = Zapomenuto. Až budeš na tahu, ozvu se.
chat-ahead-off = -# Něco do toho přišlo, a tak se tvůj předem rozhodnutý tah neprovedl.
chat-ahead-dropped = { $who }, ve hře { $game } ({ $place }) do toho něco přišlo: tvoje předem připravené rozhodnutí už neplatí.
panel-ahead-not-yet = Předem teď rozhodovat nejde: buď už máš toto kolo za sebou, nebo se musí nejdřív rozhodnout někdo jiný.
panel-ahead-moved = Na desce se mezitím něco stalo. Podívej se prosím znovu.
panel-ahead-enough = Víc než { $n ->
    [one] { $n } možnost
    [few] { $n } možnosti
   *[other] { $n } možností
} si nezapamatuji.
panel-ahead-answers-enough = Na { $n } otázek už odpovídám za tebe a víc si jich nezapamatuji. Ukáže ti je `/{ cmd-ahead-name }`.
panel-ahead-nothing = U tohoto stolu nemáš nic rozhodnuto předem.
chat-ahead-too-far = Tvůj tah by skončil dřív, než by došlo na „{ $step }“.
chat-took-back-ahead = { $who } bere zpět poslední krok i odpověď, která na něj byla předem připravená.
brief-ahead = { $turn } · *rozhodnuto předem*

# --- Tables for those who are invited ---

cmd-table-open-private = Mají stůl vidět jen pozvaní? Jinak je veřejný
cmd-table-open-private-name = soukromý
chat-opened-private = Soukromý stůl pro hru { $game } je otevřený: { $place }. Hráče tam pozveš příkazem `/{ cmd-table-name } { cmd-table-invite-name }`; nikdo jiný ho neuvidí.
chat-lobby-private = Tento stůl je soukromý: vidí ho jen pozvaní.
panel-private-stays = Soukromý stůl nejde přesunout ani zveřejnit.
panel-private-cannot = Soukromé vlákno tu otevřít nemůžu. Potřebuji oprávnění *Vytvářet soukromá vlákna*. Příkaz zadej v kanálu, ne ve vlákně.
chat-private-rated = Hra, která se počítá do hodnocení, musí být veřejná.
chat-invite-role-private = K soukromému stolu se lidé zvou jednotlivě: celé roli se o něm říct nedá.
chat-invite-not-in = { $who } se do tohoto vlákna nedostane, a tak pozvánka neodešla. Vidí vůbec tento kanál?

# --- Contests: leagues and tournaments ---

cmd-contest = Ligy a turnaje: přihlásit se a podívat se, kdo vede
cmd-contest-name = soutěž
cmd-contest-open = Otevřít v tomto kanálu ligu nebo turnaj
cmd-contest-open-name = otevřít
cmd-contest-open-game = Která hra
cmd-contest-open-game-name = hra
cmd-contest-open-game-hawaii = Hawaii
cmd-contest-open-game-haleakala = Haleakala
cmd-contest-open-kind = Jaký druh soutěže
cmd-contest-open-kind-name = typ
cmd-contest-open-kind-league = Liga: divize po čtyřech nebo pěti, postupuje se a sestupuje
cmd-contest-open-kind-swiss = Švýcarský systém: potkávají se hráči s podobným počtem bodů a nikdo nevypadává
cmd-contest-open-kind-knockout = Vyřazovací systém: od každého stolu postupuje lepší polovina
cmd-contest-open-title = Název soutěže
cmd-contest-open-title-name = název
cmd-contest-open-seats = Kolik hráčů bude u stolu pro hru Hawaii: 3, 4 nebo 5; jinak 4
cmd-contest-open-seats-name = hráči
cmd-contest-open-rounds = Kolik stolů každý odehraje; v lize ve hře pro dva to, kolikrát se každá dvojice potká
cmd-contest-open-rounds-name = kola
cmd-contest-open-options = Podle jakých pravidel se hraje: předvolby a volby oddělené čárkami
cmd-contest-open-options-name = pravidla
cmd-contest-open-pace = Časový limit; jinak 72h+12h
cmd-contest-open-pace-name = limit
cmd-contest-join = Přihlásit se do soutěže v tomto kanálu
cmd-contest-join-name = přihlásit
cmd-contest-leave = Odejít ze soutěže v tomto kanálu
cmd-contest-leave-name = odejít
cmd-contest-start = Začít svou soutěž se všemi, kdo se přihlásili
cmd-contest-start-name = začít
cmd-contest-standings = Podívat se na pořadí; uvidíš ho jen ty
cmd-contest-standings-name = pořadí
cmd-contest-log = Přečíst si, co se stalo mimo stoly, včetně oprav
cmd-contest-log-name = deník
cmd-contest-correct = Přidat nebo ubrat hráči body ve své soutěži
cmd-contest-correct-name = opravit
cmd-contest-correct-player = Kterému hráči
cmd-contest-correct-player-name = hráč
cmd-contest-correct-points = Kolik bodů; s minusem se ubírají
cmd-contest-correct-points-name = body
cmd-contest-correct-reason = Proč; přečíst si to může každý
cmd-contest-correct-reason-name = důvod
cmd-contest-remove = Vyřadit hráče ze své soutěže
cmd-contest-remove-name = vyřadit
cmd-contest-remove-player = Kterého hráče
cmd-contest-remove-player-name = hráč
cmd-contest-remove-reason = Proč; přečíst si to může každý
cmd-contest-remove-reason-name = důvod
cmd-contest-annul = Nechat ve své soutěži znovu odehrát některý stůl z právě hraného kola
cmd-contest-annul-name = opakovat
cmd-contest-annul-table = Číslo stolu v soutěži
cmd-contest-annul-table-name = stůl
cmd-contest-annul-reason = Proč; přečíst si to může každý
cmd-contest-annul-reason-name = důvod
cmd-contest-end = Předčasně ukončit svou soutěž
cmd-contest-end-name = ukončit
cmd-contest-end-reason = Proč; přečíst si to může každý
cmd-contest-end-reason-name = důvod
chat-contest-title = **{ $name }**
chat-contest-league = Liga ve hře { $game }: v divizích po čtyřech nebo pěti odehraje každý { $rounds ->
    [one] jeden stůl
    [few] { $rounds } stoly
   *[other] { $rounds } stolů
}. Na konci první z každé divize postoupí výš a poslední sestoupí. Pořádá { $who }.
chat-contest-league-pairs = Liga ve hře { $game }: v divizích po čtyřech nebo pěti hraje každý s každým { $rounds ->
    [one] jednou
    [2] dvakrát
   *[other] { $rounds }krát
}. Na konci první z každé divize postoupí výš a poslední sestoupí. Pořádá { $who }.
chat-contest-swiss = Turnaj švýcarským systémem ve hře { $game }: { $rounds ->
    [one] jedno kolo
    [few] { $rounds } kola
   *[other] { $rounds } kol
} u stolů pro { $seats ->
    [one] { $seats } hráče
    [few] { $seats } hráče
   *[other] { $seats } hráčů
}. Potkávají se hráči s podobným počtem bodů a nikdo nevypadává. Pořádá { $who }.
chat-contest-knockout = Vyřazovací turnaj ve hře { $game } u stolů pro { $seats ->
    [one] { $seats } hráče
    [few] { $seats } hráče
   *[other] { $seats } hráčů
}: od každého stolu postupuje lepší polovina. Pořádá { $who }.
chat-contest-manners = Přihlásíš se tlačítkem *{ chat-contest-button-join }*. Stoly otevírám já a vždycky se ti ozvu. Když ti vyprší čas, zaskakuje počítač, dokud se nevrátíš. Všechny hry se počítají do hodnocení.
chat-contest-nobody = Zatím se nikdo nepřihlásil.
chat-contest-entrants = { $n ->
    [one] Přihlásil se jeden hráč:
    [few] Přihlásili se { $n } hráči:
   *[other] Přihlásilo se { $n } hráčů:
} { $list }
chat-contest-more = { $n ->
    [one] a ještě { $n } další
    [few] a ještě { $n } další
   *[other] a ještě { $n } dalších
}
chat-contest-tables = Právě se hraje: { $list }
chat-contest-place = { $place }. { $who } { $points }
chat-contest-place-up = { $place }. { $who } { $points } ↑
chat-contest-place-down = { $place }. { $who } { $points } ↓
chat-contest-leaders = V čele: { $list }
chat-contest-division = { $division }. divize: { $list }
chat-contest-reserves = Náhradníci: { $list }
chat-contest-won = **Vítězí { $who }!**
chat-contest-ended = Soutěž skončila předčasně: { $reason }
chat-contest-yours = Jsi na { $place }. místě a máš { $points ->
    [one] jeden bod
    [few] { $points } body
   *[other] { $points } bodů
}.
chat-contest-thread = { $name } { $number }: { $players }
chat-contest-button-join = Přihlásit se
chat-contest-button-leave = Odhlásit se
chat-contest-button-begin = Začít
chat-contest-button-reserve = Přihlásit se jako náhradník
chat-contest-button-drop = Odstoupit
chat-contest-button-next = Další sezóna
chat-contest-opened = Soutěž „{ $name }“ je otevřená: za chvilku se tu objeví zpráva s tlačítkem pro přihlášení.
chat-contest-joined = Tvoje přihláška do soutěže „{ $name }“ je zapsaná. Až se otevře tvůj první stůl, ozvu se.
chat-contest-reserve = Soutěž „{ $name }“ už začala, a tak jsi mezi náhradníky: když někdo odstoupí, převezmeš od příštího kola jeho místo.
chat-contest-returned = Vítej zpátky. Od příštího kola zase hraješ v soutěži „{ $name }“.
chat-contest-left = Tvoje přihláška do soutěže „{ $name }“ je zrušená.
chat-contest-dropped-out = Ze soutěže „{ $name }“ odstupuješ. U stolu, kde teď sedíš, prosím dohraj; další už nebude.
chat-contest-started = Soutěž „{ $name }“ začíná: otevírám stoly.
chat-contest-righted = Hotovo. Důvod si každý může přečíst příkazem `/{ cmd-contest-name } { cmd-contest-log-name }`: { $reason }
chat-contest-reason = Uveď prosím důvod: přečíst si ho může každý.
chat-contest-pace = Soutěž potřebuje časový limit, jinak by jeden hráč, který se neozývá, mohl zdržet všechny ostatní.
chat-contest-no-threads = Soutěž otevírá pro každý stůl nové vlákno. Potřebuji tu oprávnění posílat zprávy, vytvářet veřejná vlákna a psát v nich. Příkaz zadej v kanálu, ne ve vlákně. Které oprávnění chybí, ukáže `/{ cmd-check-name }`.
chat-contest-stuck = Stůl soutěže „{ $name }“ nemůžu otevřít: Discord mi tu nedovolí vytvořit vlákno. Které oprávnění chybí, ukáže `/{ cmd-check-name }`. Zkouším to dál.
chat-contest-log = Co se stalo v soutěži „{ $name }“, od nejnovějšího:
chat-contest-newer = Novější
chat-contest-older = Starší
chat-contest-log-opened = { $who } otevírá soutěž.
chat-contest-log-began = { $who } zahajuje soutěž: { $n ->
    [one] hraje jeden hráč
    [few] hrají { $n } hráči
   *[other] hraje { $n } hráčů
}.
chat-contest-log-round = { $division }. divize: začíná { $round }. kolo u { $n ->
    [one] jednoho stolu
   *[other] { $n } stolů
}.
chat-contest-log-left = { $player } odstupuje.
chat-contest-log-silent = Hra u stolu skončila a { $player } je pořád pryč, a tak v soutěži končí.
chat-contest-log-abandoned = Ke stolu { $number } se nikdo nevrátil: je opuštěný a body nepřináší.
chat-contest-log-returned = { $player } se vrací.
chat-contest-log-replaced = Místo uvolňuje { $player } a nastupuje { $other }.
chat-contest-log-corrected = { $who } opravuje body ({ $player } { $points }): { $reason }
chat-contest-log-removed = { $who } rozhoduje, že { $player } v soutěži končí: { $reason }
chat-contest-log-annulled = { $who } nechává znovu odehrát stůl { $number }: { $reason }
chat-contest-log-ended = { $who } soutěž předčasně ukončuje: { $reason }
chat-contest-log-finished = Všechny stoly jsou dohrané.
chat-contest-log-homeless = Kanál už neexistuje, a soutěž tedy taky ne.
panel-contest-seats = Tento stůl patří k soutěži, takže je dané, kdo u něj sedí.
chat-contest-none = V tomto kanálu žádná soutěž není. Otevři ji příkazem `/{ cmd-contest-name } { cmd-contest-open-name }`.
chat-contest-here = V tomto kanálu už jedna soutěž je a ještě neskončila.
chat-contest-followed = Další sezóna už je otevřená.
chat-contest-many = Pořádáš už { $n ->
    [one] { $n } soutěž, která ještě neskončila
    [few] { $n } soutěže, které ještě neskončily
   *[other] { $n } soutěží, které ještě neskončily
}, a víc jich být nemůže.
chat-contest-signed-up = Přihlášku už máš podanou.
chat-contest-not-signed-up = Do této soutěže nemáš podanou přihlášku.
chat-contest-no-entrant = Tento hráč se soutěže neúčastní.
chat-contest-full = { $n ->
    [one] Přihlásil se už { $n } hráč
    [few] Přihlásili se už { $n } hráči
   *[other] Přihlásilo se už { $n } hráčů
} a víc se jich nevejde.
chat-contest-removed = Pořadatel rozhodl, že v soutěži končíš. Vrátit se nemůžeš.
chat-contest-no-points = Ve vyřazovacím turnaji body nerozhodují o tom, kdo postupuje, takže není co opravovat. Příkazem `/{ cmd-contest-name } { cmd-contest-annul-name }` můžeš nechat stůl odehrát znovu.
chat-contest-begun = Tato soutěž už začala.
chat-contest-over = Tato soutěž už skončila.
chat-contest-too-few = { $n ->
    [one] Nejdřív se musí přihlásit ještě jeden hráč.
    [few] Nejdřív se musí přihlásit ještě { $n } hráči.
   *[other] Nejdřív se musí přihlásit ještě { $n } hráčů.
}
chat-contest-not-organiser = To může udělat jen ten, kdo soutěž otevřel, nebo kdo spravuje tento server.
chat-contest-no-heat = Stůl s tímto číslem v soutěži není, nebo už ho nejde odehrát znovu.
chat-contest-round-over = To kolo už skončilo a další na něm závisí. Body můžeš opravit příkazem `/{ cmd-contest-name } { cmd-contest-correct-name }`.
draw-contest-division = { $division }. divize
draw-contest-final = Finále
draw-contest-round = { $round }. kolo
draw-contest-played = hry
draw-contest-points = body
cmd-play-level = Jak silní mají být spoluhráči; jinak na tom nezáleží
cmd-play-level-name = úroveň
cmd-play-level-any = Jakákoli
cmd-play-level-mine = Přibližně moje
cmd-play-elsewhere = Hledat i na jiných serverech a hrát v přímých zprávách se mnou
cmd-play-elsewhere-name = jinde
cmd-remind-elsewhere = Smí se odsud hrát s lidmi z jiných serverů?
cmd-remind-elsewhere-name = jinde
chat-play-hidden = Ostatní tvoje hodnocení nevidí, takže tě nejde s nikým porovnat. Změníš to příkazem `/{ cmd-stats-name } { cmd-stats-public-name }:True`.
chat-lobby-company = `/{ cmd-play-name }` sem přivede hráče přibližně stejné úrovně.
chat-lobby-between = Našli jste se napříč servery: nikdo jiný tento stůl nevidí.
chat-button-stop-seeking = Přestat hledat
chat-elsewhere-off = Tento server se her s jinými servery neúčastní. Změnit to můžou moderátoři: `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-elsewhere-name }:True`.
chat-elsewhere-seats = Hra { $game } není pro { $seats ->
    [one] { $seats } hráče
    [few] { $seats } hráče
   *[other] { $seats } hráčů
}.
chat-elsewhere-plays = S lidmi z jiných serverů už jednu hru hraješ, v našich přímých zprávách. Taková hra může být vždycky jen jedna.
panel-elsewhere-others = Hru mezi servery hrají ti, kdo se pro ni našli. Další spoluhráče najdeš na některém serveru příkazem `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-too-soon = Hledání už je na chvíli dost. Zkus to znovu za pár minut.
chat-elsewhere-closed = Nemůžu ti psát přímé zprávy, a takové hry se hrají právě v nich. Povol přímé zprávy od členů tohoto serveru a zkus to znovu.
chat-elsewhere-looking = Hledám na jiných serverech spoluhráče na hru { $game } u stolu pro { $seats ->
    [one] { $seats } hráče
    [few] { $seats } hráče
   *[other] { $seats } hráčů
}. Až jich bude dost, hra začne přímo tady. Když se za { $time } nikdo nenajde, dám ti vědět.
chat-elsewhere-waits = Na takovou hru { $game } teď nikdo nečeká. Budu hledat ještě { $time }. Až bude hráčů dost, hra začne v našich přímých zprávách.
chat-elsewhere-begins = Tvoje hra { $game } začíná v našich přímých zprávách. Spoluhráči: { $players }.
chat-elsewhere-found = Někdo si s tebou chce hned teď zahrát hru { $game }: za chvilku tady začne.
chat-elsewhere-stopped = Na jiných serverech už pro tebe nikoho nehledám.
chat-elsewhere-nothing = Na jiných serverech pro tebe teď nikoho nehledám: už se někdo našel, nebo je to příliš dávno.
chat-elsewhere-lapsed = Na hru { $game } se za { $time } nikdo nenašel, a tak už nehledám. Nové hledání spustíš na některém serveru příkazem `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-of-server = Hra s jinými servery se nastavuje pro celý server: přidej `{ cmd-remind-whose-name }:{ cmd-remind-whose-server }`.
chat-elsewhere-on-here = Odsud se smí hrát s lidmi z jiných serverů: `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-off-here = Odsud se s lidmi z jiných serverů nehraje.
chat-elsewhere-cannot-begin = Tvoje hra { $game } nemohla začít, protože se nepodařilo zastihnout všechny. Příkazem `/{ cmd-table-name } { cmd-table-start-name }` to tady zkusíš znovu, příkazem `/{ cmd-table-name } { cmd-table-leave-name }` od stolu odejdeš.

## Moderators

language-name = Čeština
cmd-admin = Pro moderátory: nastavení serveru, zákazy, zavírání stolů, záznamy
cmd-admin-name = admin
cmd-admin-settings = Prohlédnout si nebo změnit, co na tomto serveru platí pro stoly
cmd-admin-settings-name = nastavení
cmd-admin-settings-moderators = S jakým oprávněním je tu někdo moderátorem
cmd-admin-settings-moderators-name = moderátoři
cmd-admin-settings-moderators-server = Spravovat server
cmd-admin-settings-moderators-channels = Spravovat kanály
cmd-admin-settings-moderators-messages = Spravovat zprávy
cmd-admin-settings-moderators-members = Dočasně vyloučit členy
cmd-admin-settings-channels = V kterých kanálech jde otevírat stoly
cmd-admin-settings-channels-name = kanály
cmd-admin-settings-channels-all = Ve všech kromě zakázaných
cmd-admin-settings-channels-named = Jen v povolených
cmd-admin-settings-threads = Dostanou stoly vlastní vlákna?
cmd-admin-settings-threads-name = vlákna
cmd-admin-settings-per_person = Kolik nedohraných stolů tu smí mít jeden člověk otevřených; 0 znamená bez omezení
cmd-admin-settings-per_person-name = na-osobu
cmd-admin-settings-per_channel = Kolik nedohraných stolů smí být v kanálu a jeho vláknech; 0 znamená bez omezení
cmd-admin-settings-per_channel-name = na-kanál
cmd-admin-settings-openers = Jakou roli je třeba mít k otevírání stolů; @everyone pro všechny
cmd-admin-settings-openers-name = role
cmd-admin-settings-pace = Časový limit nových stolů, pokud si nikdo nezvolí jiný
cmd-admin-settings-pace-name = limit
cmd-admin-settings-quiet = Kdy na tomto serveru nikoho nerušit, třeba 22-8
cmd-admin-settings-quiet-name = klid
cmd-admin-settings-zone = Časové pásmo těchto hodin klidu, třeba Europe/Prague
cmd-admin-settings-zone-name = časové-pásmo
cmd-admin-settings-language = V jakém jazyce tu mluvím ke všem
cmd-admin-settings-language-name = jazyk
cmd-admin-settings-every = Jak často se připomínat těm, kdo si nic nezvolili: 8h, 2 dny, nikdy
cmd-admin-settings-every-name = jak-často
cmd-admin-settings-elsewhere = Smí se odsud hrát s lidmi z jiných serverů?
cmd-admin-settings-elsewhere-name = jinde
cmd-admin-channel = Povolit v některém kanálu stoly, nebo je tam zakázat
cmd-admin-channel-name = kanál
cmd-admin-channel-channel = Který kanál
cmd-admin-channel-channel-name = kanál
cmd-admin-channel-allowed = Povolit stoly v něm a v jeho vláknech?
cmd-admin-channel-allowed-name = povoleno
cmd-admin-options = Zvolit pravidla nových stolů, pokud si nikdo nezvolí jiná
cmd-admin-options-name = pravidla
cmd-admin-options-game = Která hra
cmd-admin-options-game-name = hra
cmd-admin-options-game-hawaii = Hawaii
cmd-admin-options-game-haleakala = Haleakala
cmd-admin-options-options = Předvolby a volby oddělené čárkami
cmd-admin-options-options-name = pravidla
cmd-admin-bar = Zakázat někomu přístup ke stolům na tomto serveru
cmd-admin-bar-name = vyloučit
cmd-admin-bar-player = Koho
cmd-admin-bar-player-name = hráč
cmd-admin-bar-reason = Proč; dotyčný si to může přečíst
cmd-admin-bar-reason-name = důvod
cmd-admin-unbar = Pustit někoho zpátky ke stolům na tomto serveru
cmd-admin-unbar-name = pustit
cmd-admin-unbar-player = Koho
cmd-admin-unbar-player-name = hráč
cmd-admin-close = Zavřít stůl; kdo u něj sedí, může si přečíst proč
cmd-admin-close-name = zavřít
cmd-admin-close-table = Který stůl
cmd-admin-close-table-name = stůl
cmd-admin-close-reason = Proč; kdo u stolu sedí, může si to přečíst
cmd-admin-close-reason-name = důvod
cmd-admin-close-result = Jak hra skončí; jinak bez vítěze
cmd-admin-close-result-name = výsledek
cmd-admin-close-result-without = Bez vítěze
cmd-admin-close-result-draw = Remíza
cmd-admin-close-result-won = S vítězem
cmd-admin-close-winner = Kdo vyhrává
cmd-admin-close-winner-name = vítěz
cmd-admin-log = Prohlédnout si, co tu moderátoři udělali
cmd-admin-log-name = záznamy
cmd-admin-undo = Vzít zpět něco, co moderátoři udělali
cmd-admin-undo-name = vrátit
cmd-admin-undo-act = Číslo záznamu
cmd-admin-undo-act-name = záznam
# Settings of a server.
chat-admin-settings = **Co na tomto serveru platí**
chat-setting-line = **{ $name }:** { $value }
chat-setting-yes = ano
chat-setting-no = ne
chat-setting-no-limit = bez omezení
chat-setting-everybody = všichni
chat-setting-nobody = nikdo
chat-setting-moderators = Moderátoři
chat-setting-moderators-about = Moderátorem je tu každý s tímto oprávněním i každý správce. Změníš to volbou `{ cmd-admin-settings-moderators-name }:`.
chat-setting-channels = Stoly jde otevírat
chat-setting-channels-all = ve všech kanálech kromě zakázaných
chat-setting-channels-named = jen v povolených kanálech
chat-setting-channels-about = Změníš to volbou `{ cmd-admin-settings-channels-name }:`, pro jeden kanál příkazem `/{ cmd-admin-name } { cmd-admin-channel-name }`.
chat-setting-channels-open = Povoleno: { $list }
chat-setting-channels-closed = Zakázáno: { $list }
chat-setting-channel = Stoly v { $about }
chat-setting-channel-some = Stoly v jednom kanálu
chat-setting-channel-open = povoleny
chat-setting-channel-closed = zakázány
chat-setting-channel-usual = jako v ostatních kanálech
chat-setting-threads = Vlákna pro stoly
chat-setting-threads-about = Bez vláken je v kanálu vždy jen jeden stůl a nejsou ani soukromé stoly, ani soutěže. Změníš to volbou `{ cmd-admin-settings-threads-name }:`.
chat-setting-per-person = Nedohrané stoly na osobu
chat-setting-per-person-about = Kolik jich tu smí mít jeden člověk zároveň otevřených. Změníš to volbou `{ cmd-admin-settings-per_person-name }:`.
chat-setting-per-channel = Nedohrané stoly na kanál
chat-setting-per-channel-about = I s těmi v jeho vláknech; stoly soutěží se nepočítají. Změníš to volbou `{ cmd-admin-settings-per_channel-name }:`.
chat-setting-openers = Kdo otevírá stoly
chat-setting-openers-about = K otevřeným stolům si může sednout každý. Změníš to volbou `{ cmd-admin-settings-openers-name }:`.
chat-setting-pace = Obvyklý časový limit
chat-setting-pace-about = U nových stolů, pokud si nikdo nezvolí jiný. Změníš to volbou `{ cmd-admin-settings-pace-name }:`.
chat-setting-options = Obvyklá pravidla hry { $about }
chat-setting-options-none = jak jsou vytištěná
chat-setting-options-about = U nových stolů, pokud si nikdo nezvolí jiná. Změníš to příkazem `/{ cmd-admin-name } { cmd-admin-options-name }`.
chat-setting-player = { $about }
chat-setting-player-barred = má zákaz: { $reason }
chat-setting-player-free = nemá zákaz
chat-setting-barred = Zákaz mají
chat-setting-barred-about = Nemůžou tu otevírat stoly ani si k nim sedat. Zákaz dává `/{ cmd-admin-name } { cmd-admin-bar-name }` a ruší `/{ cmd-admin-name } { cmd-admin-unbar-name }`.
chat-setting-unbarred-some = Někdo už zákaz nemá
chat-setting-quiet = Hodiny klidu
chat-setting-hours = { $hours }, časové pásmo { $zone }
chat-setting-quiet-about = Dokud neskončí, píšu bez zvuku a nikomu se tu nic nepřipomíná. Změníš to volbami `{ cmd-admin-settings-quiet-name }:` a `{ cmd-admin-settings-zone-name }:`.
chat-admin-which-zone = Tento server ještě nemá časové pásmo, takže tyto hodiny platí v UTC. Nastavíš ho příkazem `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-zone-name }:`.
chat-setting-zone = Časové pásmo hodin klidu
chat-setting-language = Jazyk
chat-language-usual = ten, který má server na Discordu
chat-language-usual-is = { $language }, jako na Discordu
chat-setting-language-about = Tímto jazykem mluvím u nových stolů ke všem. S každým zvlášť mluvím jeho jazykem. Změníš to volbou `{ cmd-admin-settings-language-name }:`.
chat-setting-every = Připomínky
chat-setting-every-about = Pro lidi a stoly bez vlastního nastavení. Změníš to volbou `{ cmd-admin-settings-every-name }:`.
chat-setting-switch-channels = Stoly ve všech kanálech
chat-setting-switch-threads = Vlákna pro stoly
chat-setting-switch-elsewhere = Hra s jinými servery
chat-setting-elsewhere = Hra s jinými servery
chat-setting-elsewhere-about = Najde ji příkaz `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`. Změníš to volbou `{ cmd-admin-settings-elsewhere-name }:`.
chat-admin-done = Hotovo. Najdeš to v `/{ cmd-admin-name } { cmd-admin-log-name }` a zpět to vezme `/{ cmd-admin-name } { cmd-admin-undo-name }`.
chat-admin-same = Nic se nemění: už to tak je.
chat-admin-not-you = To je věc moderátorů tohoto serveru: je k tomu třeba oprávnění *{ $permission }*.
chat-admin-not-appointing = Kdo je na tomto serveru moderátorem, určují jen lidé s oprávněním *{ $permission }*.
chat-admin-no-language = Tímto jazykem nemluvím. Vyber si některý z těch, které se nabízejí při psaní.
chat-admin-channel-all = Stoly se smějí otevírat ve všech kanálech, kde to není zakázáno. Pokud to má jít jen v povolených, zvol to příkazem `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-channels-name }:`.
chat-admin-channel-named = Stoly se stejně smějí otevírat jen v povolených kanálech.
chat-admin-enough = Víc už přidat nejde: zákaz může mít nejvýš { $people } lidí a stoly jde povolit nebo zakázat nejvýš v { $channels } kanálech.
chat-admin-reason = Uveď prosím důvod.
chat-admin-barred = { $player } má teď zákaz: nemůže tu otevírat stoly, sedat si k nim, dostávat pozvánky, hlásit se do soutěží ani odsud hrát s jinými servery. Rozehrané hry pokračují, a rozehrané soutěže taky: vyřadit z nich hráče jde příkazem `/{ cmd-contest-name } { cmd-contest-remove-name }`. Důvod, který si dotyčný může přečíst: { $reason }
chat-admin-not-barred = { $player } tu zákaz nemá.
chat-admin-unbarred = { $player } si tu zase může sedat ke stolům.
chat-admin-undone = Záznam { $number } je vzatý zpět. Teď je to zase jako předtím. { $what }
chat-admin-closed = Stůl { $game } je zavřený. Kdo u něj sedí, může si přečíst proč: { $reason }
chat-close-who = Kdo vyhrál? Uveď to ve volbě `{ cmd-admin-close-winner-name }:`.
chat-close-plays = U toho stolu hraješ, a tak není na tobě, jak hra skončí. Domluv se s ostatními (`/{ cmd-table-name } { cmd-table-end-name }`), nebo požádej jiného moderátora.
chat-close-contest = Tento stůl patří k soutěži. V kanálu soutěže ho nechá odehrát znovu `/{ cmd-contest-name } { cmd-contest-annul-name } { cmd-contest-annul-table-name }:{ $n }` a celou soutěž ukončí `/{ cmd-contest-name } { cmd-contest-end-name }`.
# Why something cannot be done on a server.
chat-barred = Moderátoři tohoto serveru tě nepouštějí ke stolům. Hry, které hraješ, pokračují.
chat-barred-why = Důvod: { $reason }
chat-barred-there = Moderátoři tohoto serveru toho člověka ke stolům nepouštějí.
chat-channel-closed = V tomto kanálu se stoly otevírat nesmějí: moderátoři serveru vybrali jiné.
chat-per-person = { $n ->
    [one] Máš tu už otevřený { $n } nedohraný stůl a víc jich na tomto serveru nikdo mít nesmí. Nejdřív u něj dohraj, nebo od něj odejdi.
    [few] Máš tu už otevřené { $n } nedohrané stoly a víc jich na tomto serveru nikdo mít nesmí. Nejdřív u některého dohraj, nebo od něj odejdi.
   *[other] Máš tu už otevřených { $n } nedohraných stolů a víc jich na tomto serveru nikdo mít nesmí. Nejdřív u některého dohraj, nebo od něj odejdi.
}
chat-per-channel =
    { $n ->
        [one] V tomto kanálu už je { $n } nedohraný stůl a víc jich na tomto serveru v jednom kanálu být nesmí. Ukáže ho `/{ cmd-table-name } { cmd-table-list-name }`.
        [few] V tomto kanálu už jsou { $n } nedohrané stoly a víc jich na tomto serveru v jednom kanálu být nesmí. Ukáže je `/{ cmd-table-name } { cmd-table-list-name }`.
       *[other] V tomto kanálu už je { $n } nedohraných stolů a víc jich na tomto serveru v jednom kanálu být nesmí. Ukáže je `/{ cmd-table-name } { cmd-table-list-name }`.
    }
chat-openers = Na tomto serveru otevírají stoly jen lidé s rolí { $role }. K otevřeným stolům si sednout můžeš: ukáže je `/{ cmd-table-name } { cmd-table-list-name }`.
chat-threads-off = Stoly na tomto serveru vlákna nedostávají, a tak tu nejsou ani soukromé stoly, ani soutěže.
# What moderators did.
chat-log = **Co tu moderátoři udělali, nejnovější první**
chat-log-empty = Zatím nic.
chat-act = `{ $number }` { $when } { $who } – { $what }
chat-act-set = { $name }: { $before } → { $now }
chat-act-undid = vzat zpět záznam { $n }. { $what }
chat-act-undone = { $line } *(vzato zpět záznamem { $n })*
chat-act-closed = zavřen stůl { $table }: { $reason }
chat-act-closed-draw = zavřen stůl { $table } remízou: { $reason }
chat-act-closed-won = zavřen stůl { $table }, vyhrává { $winner }: { $reason }
chat-act-closed-private = zavřen soukromý stůl: { $reason }
chat-act-none = Záznam s tímto číslem neexistuje.
chat-act-undone-already = To už je vzato zpět, a to záznamem { $n }.
chat-act-final = Zavřený stůl nejde znovu otevřít a jeho hra nemůže pokračovat. Hráči si můžou otevřít nový.
chat-act-since = To se od té doby znovu změnilo, a to záznamem { $n }. Vezmi nejdřív zpět ten, nebo zvol, co má platit teď.
chat-stopped = Moderátoři tohoto serveru zavřeli tento stůl: { $reason }
chat-decided-draw = Moderátoři tohoto serveru rozhodli, že hra končí remízou.
chat-decided-won = Moderátoři tohoto serveru rozhodli, že vyhrává { $who }.
chat-history-stopped = zavřeli ji moderátoři
chat-history-decided-draw = remíza z rozhodnutí moderátorů
chat-history-decided-won = z rozhodnutí moderátorů vítězí { $who }
chat-too-fast = To bylo na pár vteřin hodně. Poslouchat tě zase budu { $until }.
chat-busy = Teď po mně chce něco tolik lidí najednou, že se k tobě nedostanu. Nic se nestalo: zkus to prosím znovu za minutu.
chat-away = Na chvíli tu nejsem. Všechny hry jsou v bezpečí a čekají: nikomu neběží čas. Teď se nic nestalo; zkus to prosím později.

## Deska v prohlížeči

chat-button-board = Otevřít desku
chat-button-board-short = Deska
chat-board-link = Tvoje deska je připravená. Odkaz je jen pro tebe: funguje jen jednou, a to do deseti minut.
chat-board-off = Tady žádná deska není, protože ji provozovatel nezapnul.
panel-board-spent = Tento odkaz už někdo použil, nebo je příliš starý. Otevři desku znovu z chatu.
web-hint-expected = Na konci asi { $points }, šance na výhru { $chance } %.
web-no-undo = Tohle nejde vzít zpět, protože se odhalí něco skrytého.
web-outdated = Hra mezitím pokračovala. Takhle to vypadá teď.
web-paused = Hra má pauzu.
web-proposed = Ostatní musí taky souhlasit: otázka na ně čeká v chatu.
web-refused = To tady nejde. Udělej to prosím v chatu.
web-unknown-visitor = Discord tě tady nezná. Zavři desku a otevři ji znovu.
web-too-fast = To bylo moc najednou. Počkej prosím pár vteřin.
web-broken = Něco se pokazilo a provozovatel to má zapsané. Zkus to prosím znovu.
# --- The page of the interactive board: none of these sentences has variables. ---

web-board = Deska
web-realm = Říše
web-players = Hráči
web-points = body:
web-you = to jsi ty
web-to-act = na tahu
web-computer = počítač
web-hint = Poradit
web-thinking = Hledám dobrý tah…
web-no-hint = Na tohle žádná rada není.
web-undo = Vzít zpět
web-turns = Tahy
web-more = Více
web-pause = Navrhnout pauzu
web-resume = Hrát dál
web-resign = Vzdát hru
web-resign-ask = Chceš hru vzdát?
web-resign-about = Tvoje místo převezme počítač, nebo hra skončí. Vrátit se to nedá.
web-cancel = Hrát dál
web-confirm = Tohle by byl tvůj tah
web-do = Potvrdit
web-do-ahead = Zahrát, až budu na tahu
web-back = Zpátky
web-impossible = Teď to nejde
web-closer = Zvětšit, co můžu vybrat
web-news = Co se stalo
web-show-last = Ukázat na desce
web-standings = Konečné body
web-over = Hra skončila. Novou hru rozehraješ zpátky v chatu.
web-watching = Tuhle hru sleduješ.
web-ahead = Rozhodnout předem
web-ahead-offer = Už teď můžeš rozhodnout, co ve svém tahu uděláš. Nikdo jiný to neuvidí.
web-ahead-about = Ještě nejsi na tahu. Takhle by to vypadalo, kdyby ano.
web-premove = Rozhodnuto předem
web-forget = Zapomenout
web-position = Průběh hry
web-setup = Příprava hry
web-earlier = O tah zpět
web-later = O tah dál
web-past = Díváš se zpátky. Tady se nedá nic vybrat.
web-present = Takhle hra vypadá teď.
web-now = Zpět do přítomnosti
web-changed = Hra šla dál, takže tvůj tah začíná znovu.
web-lost = Spojení se ztratilo. Zkouším to znovu…
web-connected = Spojení je zpátky.
web-failed = To se nepovedlo. Zkus to prosím znovu.
web-ended = Tvoje návštěva u desky skončila.
web-open-again = Otevři prosím desku znovu z chatu.
