# Everything a player reads, in German. The nouns are those of German board gamers for Hawaii and Haus der Sonne (Haleakala).
# One word for one thing: table Tisch, seat Platz, game Partie, round Runde, turn Zug, step Schritt, to undo zurücknehmen,
# panel Bedienfeld, board Spielplan, realm Gebiet, place Ort, space Feld, dock Steg, tile Plättchen, price token
# Preisplättchen, to leave the round passen, income Ertrag, time limit Bedenkzeit, record Protokoll, invocation disc Beschwörungsscheibe.
# What a player types is English in every language: { $typed } is such a line.

## Goods

goods-shells = { $n ->
    [one] 1 Muschel
   *[other] { $n } Muscheln
}
goods-feet = { $n ->
    [one] 1 Fuß
   *[other] { $n } Füße
}
goods-fruits = { $n ->
    [one] 1 Frucht
   *[other] { $n } Früchte
}
goods-nothing = nichts
decimal-mark = ,
list-and = { $first } und { $last }
list-comma = { $first }, { $last }
list-apart = { $first }; { $last }

## Tiles

tile-shell-hut = Muschelhütte
tile-foot-hut = Fußhütte
tile-spear-hut = Speerhütte
tile-exchange-hut = Tauschhütte
tile-long-hut = Langhütte
tile-breadfruit = Brotfrucht
tile-taro = Taro
tile-coconut = Kokosnuss
tile-banana = Banane
tile-irrigation = Bewässerung
tile-surfer = Surfer
tile-hula = Hula-Tänzerin
tile-boat = Boot
tile-kahuna = Kahuna
tile-tiki = Tiki
tile-ku = KU
tile-kane = KANE
tile-pele = PELE
tile-lono = LONO
tile-laka = LAKA
tile-kanaloa = KANALOA
tile-one = { $tile } I
tile-two = { $tile } II
kahunas = { $n ->
    [one] 1 Kahuna
   *[other] { $n } Kahunas
}
tikis = { $n ->
    [one] 1 Tiki
   *[other] { $n } Tikis
}
points = { $n ->
    [one] 1 Punkt
   *[other] { $n } Punkte
}

## Places

place-gods = Götter
place-tikis = Tikis
place-kahunas = Kahunas
place-long-huts = Langhütten
place-spears-and-exchange = Speere und Tausch
place-shells-and-feet = Muscheln und Füße
place-dancers-and-surfers = Hula und Surfer
place-boats-and-water = Boote und Wasser
place-breadfruit-and-taro = Brotfrucht und Taro
place-coconut-and-banana = Kokos und Bananen
at-beach = am Strand
at-cove = in der Fischerbucht
at-dock = an Steg { $dock }
at-place = am Ort „{ $place }“
at-left = gepasst (Feld { $space })

## Prices, boats, fish

price-plain = { $worth }
price-spears = { $worth }⚔
boat-fishing = das Fischerboot
boat-one = { $n ->
    [one] 1 Boot I
   *[other] { $n } Boote I
}
boat-two = { $n ->
    [one] 1 Boot II
   *[other] { $n } Boote II
}
fish-tokens = { $n ->
    [one] 1 Plättchen mit { $fish ->
        [one] 1 Fisch
       *[other] { $fish } Fischen
    }
   *[other] { $n } Plättchen mit je { $fish ->
        [one] 1 Fisch
       *[other] { $fish } Fischen
    }
}

## What happens

event-moved-place = { $who } zieht zum Ort „{ $place }“.
event-moved-stay = { $who } bleibt am Ort „{ $place }“.
event-moved-beach = { $who } zieht an den Strand und wartet.
event-moved-cove = { $who } zieht zur Fischerbucht.
event-moved-dock = { $who } zieht zu Steg { $dock }.
event-paid = { $who } zahlt { $goods }.
event-gave-kane = { $who } gibt KANE { $goods }.
event-took-price = { $who } nimmt am Ort „{ $place }“ das Preisplättchen { $price }.
event-built = { $who } baut in Dorf { $row }: { $tile }.
event-got-boat = { $who } bekommt { $boat }.
event-got-kahunas = { $who } bekommt { $kahunas }.
event-got-tikis = { $who } bekommt { $tikis }.
event-gained-income = { $who } bekommt { $goods } als Ertrag.
event-gained-irrigation = { $who } bekommt { $goods } aus der Bewässerung.
event-gained-island = { $who } bekommt { $goods } von der Insel.
event-gained-space = { $who } bekommt { $goods } für das belegte Feld.
event-scored-spears = { $who } bekommt { $points } für gekreuzte Speere.
event-scored-dock = { $who } bekommt { $points } am Steg.
event-scored-island = { $who } bekommt { $points } auf der Insel.
event-scored-people = { $who } bekommt { $points }, weil das Volk zufrieden ist.
event-scored-lono = { $who } bekommt { $points } durch LONO.
event-scored-first-space = { $who } bekommt { $points } für Feld 1.
event-fished = { $who } fischt { $catch }.
event-launched = { $who } lässt { $boats } auslaufen.
event-visited = { $who } besucht eine Insel: { $gift }.
event-no-gift-none-left = Was die Insel zeigt, ist nicht mehr da: { $who } bekommt nur die Punkte am Steg.
event-no-gift-no-room = { $who } hat keinen Platz für das, was die Insel zeigt, und bekommt nur die Punkte am Steg.
event-declined = { $who } gibt KANE nichts.
event-left = { $who } passt und nimmt Feld { $space } der Spielreihenfolge.
event-left-price = { $who } passt und nimmt Feld { $space } der Spielreihenfolge samt Preisplättchen { $price }.
event-god-uncovered = { $god } wird aufgedeckt.
event-god-last = Dieser Götterstapel ist jetzt leer.
event-summed-pleased = { $who } kommt auf die Summe { $sum } und braucht { $needed }: Das Volk ist zufrieden.
event-summed-missed = { $who } kommt auf die Summe { $sum } und braucht { $needed }: Das Volk ist nicht zufrieden.
event-round-over = Runde { $round } ist zu Ende.
event-round-begins = Runde { $round } beginnt.
event-final = { $who } bekommt { $points } in der Schlusswertung: Kahunas { $kahunas }, Bewässerung { $irrigations }, Hula-Tänzerinnen { $hulas }, Langhütten { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-tile = { $tile }
gift-fruit-tile = Fruchtplättchen II
gift-gone = besucht

## What can be done

action-move = move { $name }: zum Ort „{ $place }“ ziehen
action-move-stay = move { $name }: am Ort „{ $place }“ bleiben
action-fish = fish { $list }: { $catch } nehmen
action-sail = sail { $dock }: die Insel besuchen ({ $gift })
action-wait = wait: am Strand nichts tun
action-pass = pass { $space }: passen und Feld { $space } nehmen
action-pass-price = pass { $space }: passen und Feld { $space } mit Preisplättchen { $price } nehmen
action-buy = buy { $name } { $price }: { $tile } für { $cost }
action-buy-double = buy { $name } { $price } double: { $tile } für { $cost }
action-pay = { $typed }: { $goods } zahlen
action-launch = { $typed }: { $boats } auslaufen lassen
action-pick = { $typed }: { $tile } nehmen
action-build = build in village { $row }: in Dorf { $row } bauen
action-build-new = begin village { $row }: Dorf { $row } gründen
action-left-stack = take it from the left stack: vom linken Stapel ({ $n ->
    [one] noch 1 Gott
   *[other] noch { $n } Götter
 })
action-right-stack = take it from the right stack: vom rechten Stapel ({ $n ->
    [one] noch 1 Gott
   *[other] noch { $n } Götter
 })
action-offer = { $typed }: KANE { $goods } für einen Tiki geben
action-decline = give KANE nothing: KANE nichts geben
action-harvest = { $typed }: { $goods } aus der Bewässerung nehmen

## Why something cannot be done

refusal-game-over = Die Partie ist zu Ende.
refusal-something-else-first = Das geht gerade nicht.
refusal-answer-first = Beantworte zuerst diese Frage: { $question }
refusal-no-price-token = Am Ort „{ $place }“ liegt kein Preisplättchen mehr.
refusal-no-tile = Am Ort „{ $place }“ gibt es keine Plättchen mehr.
refusal-nothing-fits = Nichts von dem, was es am Ort „{ $place }“ zu kaufen gibt, passt in dein Gebiet.
refusal-nothing-left-to-buy-with = Wo du anhältst, musst du auch etwas kaufen. Nach diesem Weg { $missing ->
    [one] würde dir für das billigste Plättchen dort 1 Muschel fehlen.
   *[other] würden dir für das billigste Plättchen dort { $missing } Muscheln fehlen.
}
refusal-not-sold-here = Das gibt es am Ort „{ $place }“ nicht zu kaufen: { $tile }.
refusal-no-such-price = Hier liegt kein Preisplättchen { $price }.
refusal-too-few-tiles = Von diesem Plättchen sind nicht genug da: { $tile }, { $missing } zu wenig.
refusal-god-not-on-top = { $god } liegt auf keinem der beiden Stapel obenauf.
refusal-no-kahuna-space = Du brauchst Platz für { $missing ->
    [one] 1 weiteren Kahuna
   *[other] { $missing } weitere Kahunas
 }.
refusal-no-tiki-space = Du brauchst Platz für { $missing ->
    [one] 1 weiteren Tiki
   *[other] { $missing } weitere Tikis
 }.
refusal-no-village-for = Dieses Plättchen passt in keins deiner Dörfer mehr: { $tile }.
refusal-god-only-once = { $god } hast du schon, und jeden Gott darfst du nur einmal haben.
refusal-one-god-per-village = In Dorf { $row } wohnt schon ein Gott.
refusal-second-of-its-kind = In Dorf { $row } liegt diese Art schon: { $tile }.
refusal-village-needs-hut = Dorf { $row } ist noch nicht gegründet, und das geht nur mit einer Hütte.
refusal-row-skipped = Dörfer werden von oben nach unten gegründet, ohne Lücke: Als Nächstes kommt Dorf { $next }.
refusal-too-little = Dafür brauchst du noch { $good ->
    [shells] { $missing ->
        [one] 1 Muschel
       *[other] { $missing } Muscheln
    }
    [feet] { $missing ->
        [one] 1 Fuß
       *[other] { $missing } Füße
    }
   *[fruits] { $missing ->
        [one] 1 Frucht
       *[other] { $missing } Früchte
    }
 }.
refusal-wrong-sum = Das kostet { $cost }, du zahlst aber { $paid }.
refusal-not-in-purse = Um so zu bezahlen, brauchst du noch { $good ->
    [shells] { $missing ->
        [one] 1 Muschel
       *[other] { $missing } Muscheln
    }
    [feet] { $missing ->
        [one] 1 Fuß
       *[other] { $missing } Füße
    }
   *[fruits] { $missing ->
        [one] 1 Frucht
       *[other] { $missing } Früchte
    }
 }.
refusal-mixed = Bei einer Zahlung darfst du Waren nicht mischen. { $power ->
    [0] Dafür bräuchtest du eine Tauschhütte.
    [one] Du kannst höchstens 1 Ware tauschen, hier müssten es { $turned } sein.
   *[other] Du kannst höchstens { $power } Waren tauschen, hier müssten es { $turned } sein.
}
refusal-cove-empty = Die Fischerbucht ist leer.
refusal-fish-nothing = Wähle mindestens ein Fischplättchen.
refusal-not-in-cove = So viele Plättchen mit { $fish ->
    [one] 1 Fisch
   *[other] { $fish } Fischen
 } liegen nicht in der Fischerbucht: { $missing } zu wenig.
refusal-boats-too-small = In deinen Booten fehlt Platz für { $missing ->
    [one] 1 Fuß.
   *[other] { $missing } Füße.
}
refusal-not-ashore = Diese Boote hast du nicht an Land.
refusal-more-boats-than-needed = So viele Boote brauchst du nicht.
refusal-no-island = Die Insel an Steg { $dock } wurde in dieser Runde schon besucht.
refusal-everybody-waited = Alle haben reihum gewartet: Jetzt musst du etwas tun oder passen.
refusal-no-such-space = Die Spielreihenfolge hat in dieser Partie { $spaces } Felder: Wähle 1 bis { $spaces }.
refusal-space-taken = Feld { $space } ist schon belegt.
refusal-no-fruit-tile = Von diesem Plättchen ist keins mehr da: { $tile }.
refusal-kane-takes = KANE nimmt genau { $goods ->
    [one] 1 Ware
   *[other] { $goods } Waren
 } oder gar nichts.

## The board

board-title = Hawaii, Runde { $round } von 5. Das Volk will { $sum }. Punkte: Erste { $first }, Zweite { $second }, Übrige { $others }.
board-over = Die Partie ist zu Ende.
board-turn = { $who } ist am Zug.
board-order = Spielreihenfolge: { $list }
board-spaces = Felder der Spielreihenfolge: { $list }
board-space-free = Feld { $space } frei
board-space-price = Feld { $space } mit Preisplättchen { $price }
board-space-taken = Feld { $space } belegt von { $who }
board-row = { $row }. Reihe vom Strand aus
board-place = { $name }: { $wares }; Preise: { $prices }
board-place-nobody = keine
board-here = hier: { $list }
board-cove = Fischerbucht: { $catch }
board-cove-empty = leer
board-dock = Steg { $dock }: { $feet } für { $points }; Insel: { $gift }
board-islands = Noch verdeckte Inseln: { $hidden }.
board-gods = { $gods } (noch { $left })
board-gods-gone = ein leerer Stapel
board-realm = { $who }, Platz { $seat }: { $points }, { $at }
board-goods = Vorrat: { $goods }
board-goods-hidden = Vorrat hinter dem Sichtschirm
board-village = Dorf { $row }: { $tiles } (Länge { $length }{ $scored ->
    [yes] , reicht bis zu einem Tiki
   *[no] {""}
})
board-start-hut = Starthütte
board-spirits = { $kahunas }, { $tikis }
board-boats = Boote an Land: { $ashore }; ausgelaufen: { $launched }
board-none = keine
board-tokens = Preisplättchen in dieser Runde: { $prices } (Summe { $sum }, nötig { $needed }); Fischplättchen: { $fish }
board-end = die Schlusswertung brächte { $points }

## The end

standing = { $rank }. { $who }: { $points }
winner = { $who } gewinnt.
winner-of-tie = Bei gleich vielen Punkten gewinnt { $who } den Stichentscheid.
winners = { $who } teilen sich den Sieg.

## At the terminal

terminal-welcome = Du sitzt auf Platz { $seat }. Tippe help, um zu sehen, was du eingeben kannst.
terminal-seed = Diese Partie hat den Startwert { $seed }: Mit `--seed { $seed }` spielst du sie noch einmal.
play-turn = Du bist am Zug. Was machst du?
play-shop = Was kaufst du?
play-pay = Das kostet { $cost }: Womit bezahlst du?
play-launch = Welche Boote lässt du auslaufen?
play-pick = Welches Fruchtplättchen nimmst du?
play-build = Wohin kommt dieses Plättchen: { $tile }?
play-which-stack = Beide Stapel zeigen { $god }. Von welchem nimmst du das Plättchen?
play-kane = Gibst du KANE { $goods ->
    [one] 1 Ware
   *[other] { $goods } Waren
 } für einen Tiki?
play-harvest = Was nimmst du aus der Bewässerung?
terminal-choose = Tippe choose und eine Nummer:
play-unknown = „{ $word }“ kenne ich nicht. Tippe help, um zu sehen, was du eingeben kannst.
play-which = „{ $word }“ ist nicht eindeutig: { $list }.
play-none-such = Hier gibt es nichts, was „{ $word }“ heißt.
play-unlike = Hier gibt es nichts mit dem Namen „{ $word }“. Am nächsten kommen: { $list }.
play-needs = Das gibst du so ein: { $usage }.
play-no-choice = Die Nummer { $number } steht gerade nicht zur Wahl.
play-no-such-number = Die Nummer { $word } gibt es hier nicht.
play-no-such-disc = Eine Scheibe { $word } gibt es nicht: Die Zahlenscheiben gehen von 1 bis { $last }.
play-walk-first = Du kannst nur dort kaufen, wo du stehst: Zieh zuerst zu einem Ort.
play-not-heeded = Das geht, aber nicht mit diesem Dorf oder dieser Zahlung: Lass die Angabe weg.
play-asks-first = Vorher ist noch etwas anderes zu klären: { $list }. Gib das mit an, oder lass weg, wie du bezahlst.
terminal-undone = Zurückgenommen.
terminal-not-undone = Du kannst nichts zurücknehmen: Dein letzter Schritt hat etwas aufgedeckt, oder seitdem hat schon jemand weitergespielt.
terminal-hint = { $n }. { $turn }: am Ende etwa { $points }, Gewinnchance { $chance } %
terminal-hint-why = Dieser Zug { $reasons }.
terminal-bye = Du bist vom Tisch aufgestanden.
play-help =
    move PLACE          zu einem Ort ziehen oder dort bleiben (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        ein Plättchen kaufen, ohne Angabe zum niedrigsten Preis
    fish N ...          Plättchen mit so vielen Fischen aus der Bucht nehmen (fish 3 1)
    sail DOCK           die Insel an einem Steg besuchen
    wait                am Strand nichts tun
    pass SPACE          passen und ein Feld der Spielreihenfolge nehmen
    choose N            eine Frage mit einer Nummer beantworten
    village N, take TARO, give KANE 2 shells, launch the fishing boat: andere Antworten
    pay 2 shells ...    womit du bezahlst, am Ende von move, buy, fish oder sail
    board, realms       die Insel ansehen, oder was alle haben
    options             alles ansehen, was du jetzt tun kannst
    hint                welche Züge jetzt am besten aussehen
    rules [TOPIC]       die Regeln in Kürze oder zu einem Stichwort (rules tikis)
    undo                deinen letzten Schritt zurücknehmen
    quit                vom Tisch aufstehen

# --- Haleakala ---

## Pieces

hal-card-statue = Statue
hal-card-lava-priestess = Lavapriesterin
hal-card-shell = Muschel
hal-card-lava = Lava
hal-card-white-pearl = weiße Perle
hal-card-black-pearl = schwarze Perle
hal-card-nautilus = Nautilus
hal-card-fish = { $n ->
    [one] 1 Fischkorb
   *[other] { $n } Fischkörbe
}
hal-a-card-statue = eine Statue
hal-a-card-lava-priestess = eine Lavapriesterin
hal-a-card-shell = eine Muschel
hal-a-card-lava = Lava
hal-a-card-white-pearl = die weiße Perle
hal-a-card-black-pearl = die schwarze Perle
hal-a-card-nautilus = den Nautilus
hal-card-butterflies = Schmetterlinge
hal-card-statue-majority = Statuenmehrheit
hal-card-complete-segment = volles Segment
hal-card-forest-statues = Waldstatuen
hal-card-mountain-statues = Bergstatuen
hal-grassland = Grasland
hal-forest = Wald
hal-mountain = Berg
hal-site = { $terrain } { $segment }
hal-hut = Hütte an Strand { $segment }
hal-clockwise = im Uhrzeigersinn
hal-counterclockwise = gegen den Uhrzeigersinn

## What happens

hal-event-placed = { $who } legt die { $disc } an Strand { $segment }.
hal-event-invoked = { $who } legt die Beschwörungsscheibe dazu.
hal-event-took-back = { $who } nimmt die { $disc } von Strand { $segment } zurück.
hal-event-walked = { $who } zieht den Schamanen auf { $site }.
hal-event-sailed = Das Boot fährt zu Segment { $segment }.
hal-event-received = { $who } bekommt { $card }.
hal-event-nothing-left = Für { $who } bleibt nichts übrig.
hal-event-built = { $who } baut eine Statue auf { $site }.
hal-event-no-statue = { $who } kann keine Statue bauen.
hal-event-no-lava-to-move = Für die Lavapriesterin von { $who } gibt es keine Lava zu verschieben.
hal-event-lava-moved = { $who } verschiebt Lava von Krater { $from } nach Krater { $to }.
hal-event-lava-left = { $who } lässt die Lava, wo sie ist.
hal-event-invocation-back = { $who } nimmt die Beschwörungsscheibe zurück.
hal-event-bought = { $who } kauft die Karte „{ $ware }“ für { $shells ->
    [one] 1 Muschel.
   *[other] { $shells } Muscheln.
}
hal-event-bought-nothing = { $who } kauft nichts.
hal-event-discs-back = Die Zahlenscheiben von Strand { $segment } kommen zurück auf die Hand.
hal-event-laid = Neue Karte in Segment { $segment }: { $card }.
hal-event-lava-card = Eine Lavakarte: In Krater { $segment } steigt Lava auf.
hal-event-lava-rose = In Krater { $segment } steigt Lava auf.
hal-event-no-lava-left = Alle vier Lavachips sind schon im Spiel.
hal-event-first-scoring = Der Stapel mit zwei Palmen ist leer: Zeit für die erste Wertung.
hal-event-second-scoring = Das Boot findet keine Karten mehr: Zeit für die zweite und letzte Wertung.
hal-event-destroyed = Die Lava zerstört die Statue von { $who } auf { $site }.
hal-event-scored = { $who } bekommt { $points }: Statuen { $statues }, Fische { $fish }, Perlen { $pearls }, Nautilus { $nautilus }, Wertungskarten { $cards }, Muscheln { $shells }.
hal-event-second-round = Die zweite Runde beginnt.

## What can be done

hal-action-place = place { $disc } { $segment }: die { $disc } an Strand { $segment } legen
hal-action-invoke = invoke { $disc }: die { $disc } neben das Boot legen, mit der Beschwörungsscheibe
hal-action-take = take { $disc }: die { $disc } zurück auf die Hand nehmen
hal-action-boat = boat: das Boot ein Segment weiterziehen
hal-action-walk = { $typed }: den Schamanen auf { $site } ziehen
hal-action-stay = stay: den Schamanen stehen lassen
hal-action-choose = { $typed }: die Karte „{ $card }“ nehmen
hal-action-lava = { $typed }: Lava aus Krater { $segment } { $direction } verschieben
hal-action-leave-lava = leave: die Lava lassen, wo sie ist
hal-action-buy = { $typed }: „{ $ware }“ für { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
 } kaufen
hal-action-buy-nothing = buy nothing: nichts kaufen

## Why something cannot be done

hal-refusal-disc-not-in-hand = Deine Scheibe { $disc } liegt schon an Strand { $segment }.
hal-refusal-disc-in-hand = Deine Scheibe { $disc } hast du noch auf der Hand.
hal-refusal-equal-sums = Beide hätten an Strand { $segment } die Summe { $sum }, aber die Summen müssen verschieden sein.
hal-refusal-no-invocation = Im Grundspiel gibt es keine Beschwörungsscheiben.
hal-refusal-invocation-not-in-hand = Deine Beschwörungsscheibe liegt schon an Strand { $segment }.
hal-refusal-discs-in-hand = Du darfst das Boot erst weiterziehen, wenn alle deine Zahlenscheiben liegen. Noch auf der Hand: { $discs ->
    [one] { $discs } Scheibe
   *[other] { $discs } Scheiben
}.
hal-refusal-too-many-quiet-turns = Seit { $turns ->
    [one] einem Zug
   *[other] { $turns } Zügen
 } hat niemand eine Karte bekommen. Nach der Hausregel darf keine Scheibe zurückgenommen werden, bis es wieder eine Karte gibt.
hal-refusal-too-far = Der Schamane zieht höchstens zwei Felder weit, davon nur eins bergauf, und nie auf einen Strand oder in einen Krater.
hal-refusal-other-shaman = Dort steht der andere Schamane.
hal-refusal-no-such-card = Diese Karte gibt es hier nicht: { $card }.
hal-refusal-no-lava = In Krater { $segment } ist keine Lava.
hal-refusal-must-move-lava = Die Priesterin muss Lava verschieben, wenn es welche gibt.
hal-refusal-sold = Diese Karte ist schon verkauft: { $card }.
hal-refusal-priestess-gone = Die Lavapriesterin aus der Auslage wurde in dieser Runde schon gekauft.
hal-refusal-too-few-shells = Dafür brauchst du noch { $missing ->
    [one] 1 Muschel.
   *[other] { $missing } Muscheln.
}

## The board

hal-board-title = Haleakala, Runde { $round } von 2.
hal-board-segment = Segment { $segment }: { $cards ->
    [keine] keine Karten
   *[other] { $cards }
}
hal-board-discs = { $who } mit { $discs } (Summe { $sum })
hal-board-invocation = Beschwörungsscheibe von { $who }
hal-board-statue = Statue von { $who } ({ $terrain })
hal-board-lava = { $n ->
    [one] 1 Lavachip
   *[other] { $n } Lavachips
}
hal-board-boat = das Boot
hal-board-piles = Karten übrig: { $one } mit einer Palme, { $two } mit zwei, { $three } mit drei.
hal-board-quiet = Züge ohne Karte: { $n } von { $most }.
hal-board-display = Auslage: { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
})
hal-board-sold = { $ware } (bei { $who })
hal-board-player = { $who }, Platz { $seat }: { $points }, Schamane: { $at }; Scheiben auf der Hand: { $discs }; Muscheln: { $shells }; gesammelte Karten: { $kept }; Statuen übrig: { $statues }
hal-board-now = eine Wertung brächte jetzt { $points }

## At the terminal

hal-play-shaman = Wohin zieht dein Schamane?
hal-play-choose = Welche Karte nimmst du?
hal-play-priestess = Welche Lava verschiebst du?
hal-play-purchase = Was kaufst du?
hal-play-help =
    place DISC SEGMENT  eine Zahlenscheibe an einen Strand legen: Liegt dort das Boot, fährt es
                        weiter, sonst darf dein Schamane ziehen (place 3 5)
    invoke DISC         eine Zahlenscheibe neben das Boot legen, mit der Beschwörungsscheibe
    take DISC           eine Zahlenscheibe zurücknehmen; dann darf dein Schamane ziehen
    boat                das Boot ein Segment weiterziehen, wenn alle deine Zahlenscheiben liegen
    move TERRAIN N      wohin der Schamane zieht: grassland, forest, mountain (move forest 3); stay
    take CARD           welche Karte du nimmst (take shell)
    lava N clockwise    welche Lava die Priesterin verschiebt, auch counterclockwise; leave
    buy NAME            aus der Auslage kaufen (buy forest); buy nothing
    choose N            eine Frage mit einer Nummer beantworten
    board, players      den Vulkan ansehen, oder was beide haben
    options             alles ansehen, was du jetzt tun kannst
    hint                welche Züge jetzt am besten aussehen
    rules [TOPIC]       die Regeln in Kürze oder zu einem Stichwort (rules lava)
    undo                deinen letzten Schritt zurücknehmen
    quit                vom Tisch aufstehen

# --- In few words ---
# A turn is a line of parts, with dots between them: **Ana** · Götter, 2 Füße · KANE I in Dorf 1 für 4 Muscheln.

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
brief-times = { $part } ({ $n }-mal)
brief-other = { $who }: { $what }
brief-place = { $place }
brief-stay = bleibt: { $place }
brief-cove = Fischerbucht
brief-dock = Steg { $dock }
brief-waits = wartet am Strand
brief-paid = { $part }, { $goods }
brief-bought = { $what } für { $cost }
brief-built = { $tile } in Dorf { $row }
brief-kane = { $goods } für KANE
brief-declined = nichts für KANE
brief-gained = +{ $goods }
brief-spears = +{ $points } (Speere)
brief-no-gift = nimmt nichts mit
brief-left = passt, Feld { $space }
brief-left-price = nimmt Preisplättchen { $price }
brief-uncovered = { $god } aufgedeckt
brief-earlier = { $n ->
    [one] Davor noch ein Zug, siehe „{ $button }“.
   *[other] Davor noch { $n } Züge, siehe „{ $button }“.
}
brief-round-over = **Runde { $round } ist zu Ende.** Summe (und wie viel nötig war), Punkte, Ertrag:
brief-round-row = `{ $sum } von { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Runde { $round } ist zu Ende.** Summe (und wie viel nötig war), Punkte:
brief-last-round-row = `{ $sum } von { $needed } { $points }` **{ $who }**

hal-brief-placed = die { $disc } an Strand { $segment }
hal-brief-invoked = mit Beschwörungsscheibe
hal-brief-took-back = die { $disc } von Strand { $segment } zurück
hal-brief-walked = Schamane auf { $site }
hal-brief-sailed = Boot zu Segment { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = nichts für { $who }
hal-brief-built = auf { $site }
hal-brief-in-vain = ohne Wirkung
hal-brief-lava-moved = Lava von { $from } nach { $to }
hal-brief-lava-left = Lava bleibt liegen
hal-brief-bought = kauft { $what }
hal-brief-ware = „{ $ware }“ für { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
}
hal-brief-lava-rose = in Krater { $segment } steigt Lava auf
hal-brief-no-lava-left = alle Lavachips im Spiel
hal-brief-first-scoring = **Erste Wertung.**
hal-brief-second-scoring = **Zweite Wertung.**
hal-brief-destroyed = Die Lava holt sich die Statue von { $who } auf { $site }.
hal-brief-scored = `{ $points }` **{ $who }** · { $list }
hal-brief-scored-nothing = `{ $points }` **{ $who }**

# The end: who won, everybody, and a table of all points, whose rows have short names.
podium-title = **{ $winner }**
podium-line = { $rank } **{ $who }** · { $points }
decided = Das gab den Ausschlag: { $what }, { $more } zu { $less }.
sheet-people = Volk
sheet-lono = LONO
sheet-spears = Speere
sheet-dock = Stege
sheet-island = Inseln
sheet-first-space = Feld 1
sheet-kahunas = Kahunas
sheet-irrigations = Bewässerung
sheet-hulas = Hula
sheet-long-huts = Langhütten
sheet-laka = LAKA
sheet-kanaloa = KANALOA
sheet-statues = Statuen
sheet-fish = Fische
sheet-pearls = Perlen
sheet-nautilus = Nautilus
sheet-cards = Karten
sheet-shells = Muscheln
sheet-total = Gesamt

# --- The chat ---

## Tables

title-hawaii = Hawaii
title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **Ein Tisch für { $game }.** { $free ->
    [0] Alle Plätze sind besetzt.
    [one] Ein Platz ist noch frei.
   *[other] { $free } Plätze sind noch frei.
}
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (hat ein Wort fürs Mischen beigesteuert)
chat-lobby-computer = • { $who } (Computer, { $level })
chat-level-random = zufällig
chat-level-greedy = gierig
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = Wieder eingeladen: { $players }. Mit „{ chat-button-join }“ bekommt ihr euren Platz.
chat-lobby-options = Abweichend von den gedruckten Regeln:
chat-lobby-option = - { $meaning }
chat-lobby-closed = Diesem Tisch kann man nicht aus anderen Kanälen folgen.
option-hawaii-goods-open = Muscheln, Füße und Früchte liegen offen: Alle sehen, was die anderen haben.
option-hawaii-tikis-seven = In einem Gebiet ist Platz für sieben Tikis statt für sechs.
option-hawaii-last_first_space-scores_nothing = Nach der letzten Runde bringt Feld 1 keine Punkte.
option-hawaii-tie_break-shared = Bei gleich vielen Punkten wird der Sieg geteilt; übrige Waren zählen dann nicht.
option-hawaii-rows-may_be_skipped = Ein neues Dorf darf man in jeder leeren Reihe gründen.
option-hawaii-exchange-each_payment = Eine Tauschhütte hilft in einem Zug bei jeder Zahlung, nicht nur bei einer.
option-hawaii-ranking-everyone = Auch wer am Rundenende die Zahl verfehlt, belegt einen Rang, bekommt aber keine Punkte.
option-haleakala-lava-invoked = Taktische Variante: Beschwörungsscheiben lenken die Lava; vor Wertungen kauft niemand.
option-haleakala-priestess-may_decline = Eine Lavapriesterin darf die Lava lassen, wo sie ist.
option-haleakala-shuffling-forty_turns = Nach vierzig Zügen ohne Karte bleiben Scheiben liegen, bis es wieder eine Karte gibt.
chat-shuffle-sealed = -# Die geheime Zahl zum Mischen ist versiegelt.
chat-button-shuffle = Zum Mischen
chat-shuffle-about = Als dieser Tisch eröffnet wurde, habe ich eine geheime Zahl zum Mischen gezogen. Dieses Siegel beweist, dass sie gleich bleibt: { $commitment }
chat-shuffle-word = Möchtest du mitmischen? Steuere vor dem Start ein Wort bei: Es wird mit eingemischt.
chat-shuffle-check = Dazu kommen eure Wörter und die Nummer der Startnachricht, die vorher niemand kennt. Nach der Partie könnt ihr mit dem Protokoll alles nachprüfen.
chat-button-join = Mitspielen
chat-button-leave = Aufstehen
chat-button-word = Wort beisteuern
chat-button-invite = Einladen
chat-invite-menu = Wen möchtest du einladen?
chat-invite-pick = Such jemanden aus
chat-button-set-up = Einrichten
chat-set-up = **Richte diesen Tisch ein.** Jede Auswahl gilt sofort, und alle am Tisch sehen sie.
chat-set-up-seats = { $n } Plätze
chat-about-seats = Für { $n } Personen, dich eingerechnet
chat-about-pace-none = Niemandem läuft die Zeit davon; ich erinnere nur an den Zug
chat-about-pace-turn = So lange darf jeder Zug dauern
chat-about-pace-bank = Alle haben ein Zeitkonto, und mit jedem Zug kommt etwas dazu
chat-about-pace-live = In einem Rutsch: Alle bleiben am Tisch
chat-timeout-word = Zeit um: nur ansagen
chat-timeout-turn = Zeit um: Computer macht den Zug
chat-timeout-seat = Zeit um: Computer übernimmt
chat-about-timeout-word = Alle erfahren es, sonst passiert nichts
chat-about-timeout-turn = Der Computer macht diesen Zug
chat-about-timeout-seat = Der Computer spielt, bis die Person wieder da ist
chat-set-up-rules = Gedruckte Regeln; wähl aus, was anders sein soll
panel-too-few-seats = Hier sitzen schon { $n } Personen: So viele Plätze braucht der Tisch mindestens.
chat-set-up-pick-seats = Wie viele Plätze
chat-set-up-pick-pace = Bedenkzeit
chat-set-up-pick-late = Wenn die Zeit um ist
chat-set-up-pick-level = Wie gut die Computer spielen
option-hawaii-printed-name = Gedruckte Regeln
option-hawaii-online-name = Online-Fassung
option-haleakala-base-name = Grundspiel
option-haleakala-tactical-name = Taktisches Spiel
option-hawaii-goods-hidden-name = Verdeckte Waren
option-hawaii-tikis-six-name = Sechs Tikis
option-hawaii-last_first_space-scores-name = Feld 1 bringt Punkte
option-hawaii-tie_break-goods_left-name = Übrige Waren entscheiden bei Gleichstand
option-hawaii-rows-without_gaps-name = Dörfer ohne Lücken
option-hawaii-exchange-once_per_turn-name = Tauschen einmal pro Zug
option-hawaii-ranking-those_who_score-name = Nur wer punktet, hat einen Rang
option-haleakala-lava-drawn-name = Lava wird gezogen
option-haleakala-priestess-must_act-name = Strenge Priesterin
option-haleakala-shuffling-unlimited-name = Unbegrenztes Zurücknehmen
option-hawaii-goods-open-name = Offene Waren
option-hawaii-tikis-seven-name = Sieben Tikis
option-hawaii-last_first_space-scores_nothing-name = Feld 1 bringt nichts
option-hawaii-tie_break-shared-name = Geteilter Sieg
option-hawaii-rows-may_be_skipped-name = Dörfer in jeder Reihe
option-hawaii-exchange-each_payment-name = Tauschen bei jeder Zahlung
option-hawaii-ranking-everyone-name = Alle in der Rangfolge
option-haleakala-lava-invoked-name = Taktische Variante
option-haleakala-priestess-may_decline-name = Sanfte Priesterin
option-haleakala-shuffling-forty_turns-name = Kein endloses Zurücknehmen
chat-button-start = Starten
chat-add-computer = Computer dazusetzen
chat-add-level-keiki = Keiki, noch ein Kind
chat-about-level-keiki = Kennt die Regeln, übersieht aber viel: gut für die erste Partie
chat-add-level-makua = Makua, schon erwachsen
chat-about-level-makua = Spielt gut und übersieht wenig
chat-add-level-kupuna = Kupuna, alt und weise
chat-about-level-kupuna = Spielt, so gut es geht, und denkt etwas länger nach
chat-button-remove-computer = Computer wegschicken
chat-button-turn = Zug machen
chat-button-realm = Was ich habe
chat-button-undo = Zurücknehmen
chat-button-record = Protokoll
chat-button-again = Noch eine Partie
chat-button-do = So mache ich’s
chat-button-back = Zurück
chat-button-signs = Was ist das?
chat-button-own-turn = Selbst wählen
chat-signs = **Was die Zeichen auf dem Spielplan bedeuten.**
chat-signs-closed = **Jetzt nicht möglich:** { $list }
chat-signs-closed-spot = { $marks }: { $reason }
chat-signs-line = **{ $number }** · { $text }
sign-hawaii-sum = Was das Volk in dieser Runde will: Erreiche diese Summe mit deinen Preisplättchen, und du bekommst Punkte.
sign-hawaii-income = Was alle nach dieser Runde bekommen.
sign-hawaii-points = Punkte für die höchste Summe, die zweithöchste und alle anderen, die die Zahl erreichen.
sign-hawaii-tile = Ein Plättchen, das du kaufen kannst. Die Zahl sagt, wie viele noch da sind.
sign-hawaii-path = Gepunktet: ein Weg. Jeder Schritt kostet 1 Fuß.
sign-hawaii-price = Ein Preisplättchen: die Muscheln für Seite I, das Doppelte für Seite II. Du behältst es nach dem Kauf.
sign-hawaii-spears = Ein Preisplättchen mit gekreuzten Speeren: Es zählt auch für Speerhütten und KU.
sign-hawaii-empty = Hier gibt es in dieser Runde kein Preisplättchen mehr.
sign-hawaii-chieftain = Ein Häuptling mit dem Anfangsbuchstaben der Person, die mit ihm spielt.
sign-hawaii-cove = Die Fischerbucht und ihre Fischplättchen. Jedes kostet 1 Fuß und einen Platz in deinen Booten.
sign-hawaii-dock = Eine Insel: die Füße, die sie kostet, die Punkte, die sie bringt, und was es dort gibt.
sign-hawaii-order = Links die Spielreihenfolge dieser Runde, dann die Felder für die nächste.
sign-hawaii-player = Wer mitspielt: Punkte, Summe der Plättchen und nötige Summe, Kahunas, Tikis, Boote, Fische, Waren.
sign-haleakala-round = Die Runde. Eine Partie hat zwei.
sign-haleakala-piles = Die restlichen Karten mit einer, zwei und drei Palmen.
sign-haleakala-boat = Das Boot. Eine Scheibe an seinem Strand schickt es weiter; wo es anhält, werden Karten verteilt.
sign-haleakala-segment = Die Nummer eines Segments und seines Strands.
sign-haleakala-cards = Die zwei Karten eines Segments: Wer dort die höhere Summe hat, wählt zuerst.
sign-haleakala-sum = Die Summe der Scheiben, die jemand an diesem Strand hat.
sign-haleakala-shaman = Ein Schamane. Wo er steht, werden Statuen gebaut.
sign-haleakala-statue = Eine Statue.
sign-haleakala-lava = Ein Lavachip. Beim Ausbruch trifft einer den Berg, zwei auch den Wald, drei auch das Grasland.
sign-haleakala-stock = Die Lavachips, die noch da sind.
sign-haleakala-player = Wer mitspielt: Punkte, Scheiben auf der Hand, Muscheln, Statuen, Fische und Karten.
sign-haleakala-display = Die Auslage: Karten, die du kaufen kannst, jede mit ihrem Preis in Muscheln.
chat-button-whole = Ganzer Spielplan
chat-button-close = Näher ran
chat-button-more = Mehr
chat-opened-thread = { $who } hat einen Tisch für { $game } eröffnet: { $place }
chat-again-called = { $called }: { $who } lädt zu einer weiteren Partie { $game } ein.
chat-again-opened = { $who } lädt dieselben Leute zu einer weiteren Partie { $game } ein: { $place }
chat-again-stands = Für die nächste Partie gibt es schon einen Tisch: { $place }
chat-opened-here = Der Tisch für { $game } ist hier, in { $place }.
chat-joined = Du hast Platz { $seat } bei { $game }.
chat-joined-word = Du hast Platz { $seat } bei { $game }, und dein Wort wird mit eingemischt.
chat-left = Du bist vom Tisch aufgestanden.
chat-started = Die Partie { $game } beginnt.
chat-closed = Der Tisch für { $game } ist geschlossen: Alle sind aufgestanden.
chat-word-title = Ein Wort fürs Mischen
chat-word-label = Irgendein Wort: Es wird mit eingemischt
chat-you-resigned = Du hast aufgegeben. Der Computer übernimmt deinen Platz.
chat-you-resigned-over = Du hast aufgegeben, und damit ist die Partie zu Ende.
chat-record = Das Protokoll der Partie: Mit `lanai replay { $file }` lässt sich jeder Schritt nachspielen und prüfen, auch das Mischen.
chat-list-empty = Auf diesem Server gibt es noch keinen Tisch, oder keinen, den du sehen kannst. Mit `/{ cmd-table-name } { cmd-table-open-name }` eröffnest du einen.
chat-listed-open = { $place }: { $game } mit { $players }, noch nicht gestartet
chat-listed-running = { $place }: { $game } mit { $players }
chat-listed-over = { $place }: { $game } mit { $players }, zu Ende
chat-listed-yours = **{ $line }** (du bist dabei)

## Why a turn is good: each ends a sentence that begins with "Dieser Zug"

reason-points = bringt sofort { $points }
reason-pleases = stellt das Volk zufrieden
reason-nearer = bringt dich bis auf { $n } an das heran, was das Volk will
reason-fish = bringt { $n ->
    [one] ein Fischplättchen
   *[other] { $n } Fischplättchen
} fürs Rundenende
reason-reaches = lässt Dorf { $row } bis zu einem Tiki reichen (damit zählt es)
reason-longer = verlängert Dorf { $row } (noch { $n } Plättchen bis zu einem Tiki)
reason-brings = bringt { $what }
reason-scoring = bringt am Ende { $points } mehr ({ $what })
reason-income = bringt in jeder Runde { $goods } mehr
reason-boat = bringt ein weiteres Boot
reason-last = nimmt das letzte dieser Plättchen ({ $tile })
reason-closes = nimmt am Ort „{ $place }“ das letzte Preisplättchen weg (in dieser Runde kann dort niemand mehr kaufen)
reason-order = sichert dir Feld { $space } der Spielreihenfolge
scored-kahunas = Kahunas
scored-irrigations = Bewässerung
scored-hulas = Hula-Tänzerinnen
scored-long-huts = Langhütten
scored-laka = LAKA
scored-kanaloa = KANALOA
hal-reason-ahead = bringt dich an Strand { $segment } in Führung
hal-reason-stronger = macht dich an Strand { $segment } stärker
hal-reason-statue = baut eine Statue auf { $site }
hal-reason-card = bringt { $card }
hal-reason-in-hand = lässt dir { $n ->
    [one] eine Scheibe
   *[other] { $n } Scheiben
} auf der Hand
hal-reason-shaman = bringt deinen Schamanen auf { $site }
hal-reason-bought = kauft die Karte „{ $ware }“
hal-reason-scoring = bringt dir { $points } mehr bei der nächsten Wertung

## Hints and reviews

chat-button-hint = Tipp
chat-button-hint-of = Tipp { $n } zeigen
chat-hint = { $n ->
    [one] Nur ein Zug lohnt sich:
   *[other] Nach allem, was du wissen kannst, sehen diese Züge am besten aus:
}
chat-hint-turn = **{ $n }.** { $turn }
    _Am Ende etwa { $points }, Gewinnchance { $chance } %._
panel-hint-why = -# Dieser Zug { $reasons }.
panel-no-hints = An diesem Tisch gibt es keine Tipps.
chat-hints-on = An diesem Tisch gibt es Tipps: Wer am Zug ist, darf sich einen holen.
chat-hints-off = An diesem Tisch gibt es keine Tipps.
chat-hints-begun = Die Partie hat ohne Tipps begonnen, und dabei bleibt es.
chat-button-review = Analyse
chat-button-review-again = Noch mal nachsehen
chat-review-going = Ich gehe die Partie durch: Zug { $n } von { $of } …
panel-review = **Analyse der Partie**: { $n ->
    [one] 1 Zug, beurteilt
   *[other] { $n } Züge, jeder beurteilt
} nach dem, was man in dem Moment wissen konnte.
panel-review-seat = - { $who }: Genauigkeit { $accuracy } von 100
panel-review-how = -# 100 heißt, dass nichts Besseres zu finden war. Ein Zug, der zehn Prozentpunkte Gewinnchance oder zwanzig Punkte kostet, kommt auf 61.
panel-review-turn = **Zug { $n }, { $who }**
panel-review-taken = **1.** Gespielt: { $turn }
    _Am Ende etwa { $points }, Gewinnchance { $chance } %._
panel-review-better = **2.** Besser: { $turn }
    _Etwa { $points }, { $chance } %._
panel-review-not-over = Ich kann eine Partie erst analysieren, wenn sie zu Ende ist. Bis dahin hilft dir `/{ cmd-hint-name }` bei deinem Zug.
chat-review-menu = Die teuersten Züge, der Reihe nach
chat-review-option = Zug { $n } · { $who }
chat-review-cost = kostet { $chance } % Gewinnchance, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
chat-lobby-no-hints = An diesem Tisch gibt es keine Tipps.

## What everybody hears

chat-begins = Die Partie beginnt. Es spielen: { $players }.
chat-small = -# { $text }
chat-your-turn = { $who }, du bist am Zug.
chat-your-turn-live = { $who }, du bist am Zug. Deine Zeit ist { $until } um.
chat-turn-of = { $who } ist am Zug.
chat-took-back = { $who } nimmt den letzten Schritt zurück.
chat-took-back-computers = { $who } nimmt den letzten Schritt zurück, und damit auch, was der Computer danach getan hat.
chat-resigned = { $who } gibt auf; der Computer übernimmt.
chat-resigned-over = { $who } gibt auf, und damit ist die Partie zu Ende.
chat-won = { $who } hat gewonnen.
panel-given-up = Die Partie wurde nicht zu Ende gespielt.
chat-ended = Alle sind einverstanden: Die Partie ist beendet, und niemand hat gewonnen.
chat-awarded-draw = Alle sind einverstanden: Die Partie endet unentschieden.
chat-awarded-won = Alle sind einverstanden: Die Partie ist beendet, und { $who } hat gewonnen.

## A turn

panel-dock-and-way = { $what }, kostet { $feet }
panel-kind-wait = Warten
panel-kind-boat = Boot weiterziehen
panel-place-and-wares = { $place }: { $wares }
chat-disc = Nummer { $disc }
panel-beach = Strand { $segment }
panel-beach-boat = Strand { $segment }, neben dem Boot
panel-ware = { $ware }
panel-purse = { $goods ->
    [nichts] Du hast nichts mehr.
   *[other] Du hast { $goods }.
}
chat-turn-elsewhere = Du bist bei { $game } am Zug: { $place }.
panel-spot-cove = Fischen
panel-spot-dock = Steg { $dock }
panel-spot-leave = Passen, { $space }
panel-spot-disc = { $disc } legen
panel-spot-invoke = Mit { $disc } beschwören
chat-refused-spot = **Jetzt nicht:** { $reason }
panel-change = Etwas anderes wählen
panel-change-pay = { $cost } anders bezahlen
chat-pick-dropped = -# Eine deiner Entscheidungen passt nicht mehr und entfällt. Alle anderen bleiben.
panel-change-buy = Anderes Plättchen, andere Seite, anderer Preis
panel-change-village = In einem anderen Dorf bauen
panel-change-boats = Andere Boote auslaufen lassen
panel-change-walk = Den Schamanen woandershin ziehen
panel-change-card = Eine andere Karte nehmen
panel-change-lava = Andere Lava verschieben
panel-change-purchase = Aus der Auslage kaufen
panel-choice-fish = Fischen: { $catch }
panel-choice-sail = Steg { $dock }: { $gift }
panel-choice-pass = Feld { $space }
panel-choice-pass-price = Feld { $space }, mit Preisplättchen { $price }
panel-choice-buy = { $tile } · { $price }
panel-short-buy = I · { $price }
panel-short-buy-double = II · { $price }
panel-choice-buy-double = { $tile } · 2 × { $price }
panel-choice-village = Dorf { $row }
panel-choice-place = Die { $disc } an Strand { $segment }
panel-choice-place-boat = Die { $disc } zum Boot (Strand { $segment })
panel-choice-invoke = Die { $disc } zum Boot, mit Beschwörungsscheibe
panel-choice-take = Die { $disc } von Strand { $segment }
outcome-pay = du zahlst { $goods }
outcome-get = du bekommst { $goods }
outcome-points = { $points }
outcome-left = übrig: { $goods }
outcome-village = Dorf { $row }: { $n } Plättchen
outcome-village-tiki = Dorf { $row }: { $n } Plättchen, reicht bis zu einem Tiki
outcome-village-short = Dorf { $row }: { $n } Plättchen, noch { $short } bis zu einem Tiki
outcome-sum = Summe { $sum } von { $needed }
outcome-sum-rivals = Summen der anderen: { $list }
outcome-sails = das Boot fährt zu Segment { $segment }
outcome-you-choose = du wählst zuerst: { $cards }
outcome-chooses = { $who } wählt zuerst: { $cards }
outcome-nobody = dort liegen keine Scheiben
outcome-last = dort liegen keine Karten: letzte Wertung
outcome-you-get = du bekommst { $card }
outcome-gets = { $who } bekommt { $card }
outcome-buys = du kaufst „{ $ware }“ für { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
}
outcome-walks = dein Schamane zieht auf { $site }
outcome-sum-there = deine Summe { $sum }, die andere { $other }
chat-no-way-back = **Kein Zurück:** Verdecktes wird aufgedeckt.
chat-confirm = Das wäre dein Zug: { $story }
chat-undone = Zurückgenommen.
chat-late = Jemand war schneller, oder dieses Bedienfeld ist veraltet. So sieht der Spielplan jetzt aus.
chat-late-still = Auf dem Spielplan hat sich inzwischen etwas getan. Was du gewählt hast, geht immer noch:
chat-undo-late = Das lässt sich nicht mehr zurücknehmen: Die Partie ist weitergegangen. So steht es jetzt.

## Why something was not done

panel-no-table = In diesem Kanal gibt es keinen Tisch. Eröffne mit `/{ cmd-table-name } { cmd-table-open-name }` einen, oder such dir mit `/{ cmd-table-name } { cmd-table-list-name }` einen aus.
panel-occupied = In diesem Kanal gibt es schon einen Tisch. Spielt hier erst zu Ende, oder eröffne deinen in einem anderen Kanal.
panel-stale = Andere waren mehrmals hintereinander schneller. Bitte versuch es noch einmal.
panel-begun = Die Partie hat schon begonnen.
chat-starting = Gleich geht es los: Plätze und Wörter stehen fest.
chat-fixed = Die Partie { $game } geht los.
chat-fixed-word = - { $who }: { $word }
chat-cannot-begin = Eure Partie { $game } konnte nicht beginnen, weil ich in { $place } nicht schreiben kann. Der Tisch ist wieder offen. `/{ cmd-check-name }` sagt dort, was mir fehlt. Sobald das behoben ist, startest du die Partie mit `/{ cmd-table-name } { cmd-table-start-name }`. Oder zieh mit `/{ cmd-table-name } { cmd-table-move-name }` in einen anderen Kanal um.
panel-not-begun = Die Partie hat noch nicht begonnen. Drück auf „{ chat-button-start }“, oder gib `/{ cmd-table-name } { cmd-table-start-name }` ein.
chat-over = Die Partie ist zu Ende.
panel-not-over = Das Protokoll gibt es erst nach der Partie, denn es deckt alles auf.
panel-still-played = Diese Partie läuft noch.
panel-not-played = Du hast bei dieser Partie nicht mitgespielt, deshalb können nur die anderen eine weitere starten. Mit `/{ cmd-table-name } { cmd-table-open-name }` eröffnest du deinen eigenen Tisch.
panel-full = Alle Plätze sind besetzt.
panel-seated = Du hast hier schon einen Platz.
panel-other-channel = An einen Tisch kannst du dich nur in seinem eigenen Kanal setzen.
panel-not-seated = Du hast an diesem Tisch keinen Platz. Zuschauen kannst du gern: `/{ cmd-table-name } { cmd-table-show-name }`.
panel-not-your-turn = Nicht du bist am Zug, sondern Platz { $seat }.
chat-not-turn-but = { $who } ist am Zug. Ich rufe dich, wenn du dran bist.
panel-too-few = { $n ->
    [one] Es fehlt noch eine Person, dann kann die Partie beginnen.
   *[other] Es fehlen noch { $n } Personen, dann kann die Partie beginnen.
}
panel-owner-begins = Es ist noch Platz. Nur wer den Tisch eröffnet hat, kann mit weniger Leuten starten.
chat-owner-begins-who = Es ist noch Platz. { $who } hat diesen Tisch eröffnet und kann auch mit weniger Leuten starten, oder ihr wartet, bis noch jemand kommt.
panel-too-many-tables = Du hast schon { $n } Tische eröffnet, an denen noch nicht zu Ende gespielt ist. Spiel erst an einem zu Ende, oder steh von einem auf: `/{ cmd-mine-name }` zählt sie auf.
panel-too-soon = Das sind viele neue Tische in wenigen Minuten. Spiel bitte erst an einem davon: `/{ cmd-mine-name }` zeigt dir deine Tische.
panel-owner-arranges = Nur wer diesen Tisch eröffnet hat, kann ihn einrichten.
panel-no-computer = An diesem Tisch sitzt kein Computer.
panel-too-many-computers = Für dich muss auch ein Platz bleiben: Nimm weniger Computer oder mehr Plätze.
input-wrong-number = { $game } spielt man mit { $least } bis { $most } Personen, nicht mit { $asked }.
input-no-preset = Die Voreinstellung „{ $name }“ gibt es nicht. Zur Wahl stehen { $known }, oder einzelne Regeln als name=wert.
input-no-choice = Die Regel „{ $name }“ gibt es nicht. Zur Wahl stehen { $known }.
input-no-value = „{ $value }“ geht bei { $name } nicht. Zur Wahl stehen { $known }.
panel-shown = Dein letzter Schritt oder der Computer danach hat etwas aufgedeckt, deshalb lässt sich dein Schritt nicht zurücknehmen.
panel-acted-since = Platz { $seat } hat seitdem weitergespielt, deshalb lässt sich dein Schritt nicht zurücknehmen.
chat-acted-since-who = { $who } hat seitdem weitergespielt, deshalb lässt sich dein Schritt nicht zurücknehmen.
panel-nothing-yet = Es gibt noch nichts zurückzunehmen.
chat-no-such-verb = { $verb } gibt es bei { $game } nicht. Drück auf „{ chat-button-turn }“, oder sieh bei `/{ cmd-help-name }` nach.
chat-say-verb = Sag, was du tun willst: `/{ cmd-help-name }` zählt die Befehle auf.
chat-old-button = Dieser Knopf gilt nicht mehr. Mit `/{ cmd-table-name } { cmd-table-show-name }` siehst du den Tisch.
chat-other-edition = Diese Partie hat mit einer neueren Version von mir begonnen, deshalb fasse ich sie nicht an. Verloren ist nichts: Sie geht weiter, sobald ich auf dem neuesten Stand bin.
chat-trouble = Da ist etwas schiefgegangen; ich habe es mir notiert. Sieh erst mit `/{ cmd-table-name } { cmd-table-show-name }` nach, bevor du es noch einmal versuchst.
chat-suggestions-failed = Die Vorschläge lassen sich gerade nicht laden. Versuch es gleich noch einmal.
chat-closing = Ich starte gerade neu, deshalb ist nichts passiert. Versuch es bitte gleich noch einmal.
chat-not-understood = Das habe ich nicht verstanden. Bitte wähle etwas aus, was dir angeboten wird.
chat-server-only = Tische gibt es nur auf Servern: Gib den Befehl dort in einem Kanal ein.
chat-may-not-write = (Ich darf in diesem Kanal nicht schreiben, deshalb sehen die anderen das nicht. `/{ cmd-check-name }` sagt, was fehlt.)

## Help and rights

chat-help = **Bei Lanai spielt ihr Hawaii und Haleakala, Zug um Zug.**
    - **Ziehen:** `/{ cmd-turn-name }` hat einen Knopf für jeden Zug, `/{ cmd-hint-name }` schlägt gute Züge vor, `/{ cmd-table-name } { cmd-table-undo-name }` nimmt deinen letzten Schritt zurück.
    - **Sehen, wie es steht:** `/{ cmd-table-name } { cmd-table-show-name }` zeigt den Spielplan, `/{ cmd-realm-name }` alles, was du hast, `/{ cmd-recap-name }`, was du verpasst hast.
    - **Eine Partie beginnen:** `/{ cmd-play-name }` findet Mitspielende, `/{ cmd-table-name } { cmd-table-open-name }` eröffnet einen Tisch, `/{ cmd-table-name } { cmd-table-invite-name }` lädt jemanden ein.
    - **Lernen:** `/{ cmd-learn-name }` ist eine Lektion, `/{ cmd-rules-name }` schlägt eine Regel nach.
    - **Dir Zeit lassen:** `/{ cmd-remind-name }` stellt deine Erinnerungen ein, `/{ cmd-snooze-name }` bittet um mehr Zeit, `/{ cmd-ahead-name }` legt deinen Zug vorab fest, `/{ cmd-note-name }` merkt sich, was du notierst.
    - **Partien finden:** `/{ cmd-mine-name }` nennt Partien, die auf dich warten, `/{ cmd-table-name } { cmd-table-list-name }` alle auf diesem Server. `/{ cmd-watch-name }` zeigt hier eine Partie aus einem anderen Kanal, `/{ cmd-history-name }` findet beendete Partien.
    - **Dich messen:** `/{ cmd-contest-name } { cmd-contest-open-name }` eröffnet eine Liga oder ein Turnier, `/{ cmd-leaderboard-name }` ist die Rangliste, `/{ cmd-stats-name }` zählt deine Partien.
    - **Aufhören:** `/{ cmd-table-name } { cmd-table-pause-name }` bittet um eine Pause, `/{ cmd-table-name } { cmd-table-end-name }` um das Ende, mit `/{ cmd-table-name } { cmd-table-resign-name }` gibst du auf.
    - **Diesen Server leiten:** `/{ cmd-check-name }` sagt, was ich hier darf, `/{ cmd-admin-name } { cmd-admin-settings-name }` legt fest, was hier üblich ist.
chat-help-no-table = In diesem Kanal gibt es noch keinen Tisch.
chat-help-game-hawaii = Bei Hawaii: `/{ cmd-move-name }` bringt dich zu einem Ort, `/{ cmd-buy-name }` kauft dort ein Plättchen. Am Strand gibt es `/{ cmd-fish-name }`, `/{ cmd-sail-name }` für eine Insel und `/{ cmd-wait-name }`. Mit `/{ cmd-pass-name }` steigst du aus der Runde aus. `/{ cmd-choose-name }` beantwortet eine Frage. Was du nicht angibst, wähle ich so günstig wie möglich.
chat-help-game-haleakala = Bei Haleakala: `/{ cmd-place-name }` legt eine Zahlenscheibe, `/{ cmd-take-name }` nimmt eine zurück oder nimmt eine Karte. `/{ cmd-boat-name }` zieht das Boot weiter, wenn alle deine Scheiben liegen. `/{ cmd-move-name }` bewegt den Schamanen oder die Lava, `/{ cmd-buy-name }` kauft aus der Auslage. `/{ cmd-choose-name }` beantwortet eine Frage.
chat-check-fine = Alles in Ordnung: Ich habe hier alle Berechtigungen, die ich brauche.
chat-check-missing = { $n ->
    [one] Hier fehlt mir eine Berechtigung. Wer diesen Server verwaltet, kann sie mir geben.
   *[other] Hier fehlen mir { $n } Berechtigungen. Wer diesen Server verwaltet, kann sie mir geben.
}
chat-right-view = Kanal ansehen: um überhaupt hier zu sein
chat-right-send = Nachrichten senden: um zu sagen, wer am Zug ist
chat-right-embed = Links einbetten: um den Spielplan unter dem Text zu zeigen
chat-right-files = Dateien anhängen: um Bilder und Protokolle zu schicken
chat-right-history = Nachrichtenverlauf anzeigen: um mich nach einem Neustart nicht zu wiederholen
chat-right-threads = Öffentliche Threads erstellen: um jedem Tisch einen eigenen Thread zu geben
chat-right-in-threads = Nachrichten in Threads senden: um dort zu spielen

## Commands

cmd-table = Alles rund um Tische: eröffnen, mitspielen, starten, ansehen
cmd-table-name = tisch
cmd-table-open = Einen Tisch eröffnen
cmd-table-open-name = eröffnen
cmd-table-open-game = Welches Spiel
cmd-table-open-game-name = spiel
cmd-table-open-game-hawaii = Hawaii
cmd-table-open-game-haleakala = Haleakala
cmd-table-open-seats = Wie viele mitspielen
cmd-table-open-seats-name = plätze
cmd-table-open-computers = Wie viele Plätze Computer bekommen
cmd-table-open-computers-name = computer
cmd-table-open-level = Wie gut die Computer spielen; ohne Angabe makua
cmd-table-open-level-name = stärke
cmd-table-open-level-keiki = Keiki: kennt die Regeln und übersieht viel
cmd-table-open-level-makua = Makua: spielt gut
cmd-table-open-level-kupuna = Kupuna: spielt so gut wie möglich
cmd-table-open-options = Nach welchen Regeln: Voreinstellungen und einzelne Regeln, durch Kommas getrennt
cmd-table-open-options-name = regeln
cmd-table-join = Am Tisch in diesem Kanal mitspielen
cmd-table-join-name = mitspielen
cmd-table-join-word = Ein Wort fürs Mischen
cmd-table-join-word-name = wort
cmd-table-leave = Vor dem Start vom Tisch aufstehen
cmd-table-leave-name = aufstehen
cmd-table-start = Die Partie starten
cmd-table-start-name = starten
cmd-table-show = Ansehen, wie es an diesem Tisch steht
cmd-table-show-name = zeigen
cmd-table-show-text = Als Text, ohne Bilder
cmd-table-show-text-name = text
cmd-table-show-contrast = Mit kräftigeren Farben
cmd-table-show-contrast-name = kontrast
cmd-table-list = Alle Tische auf diesem Server ansehen
cmd-table-list-name = liste
cmd-table-undo = Deinen letzten Schritt zurücknehmen
cmd-table-undo-name = zurücknehmen
cmd-table-resign = Die Partie aufgeben
cmd-table-resign-name = aufgeben
cmd-table-record = Das Protokoll der beendeten Partie holen
cmd-table-record-name = protokoll
cmd-turn = Deinen Zug mit Knöpfen und Menüs machen
cmd-turn-name = zug
cmd-move = Zu einem Ort ziehen (Hawaii), den Schamanen ziehen oder Lava verschieben (Haleakala)
cmd-move-name = ziehen
cmd-move-to = Wohin
cmd-move-to-name = wohin
cmd-move-pay = Womit du den Weg bezahlst; ohne Angabe so günstig wie möglich
cmd-move-pay-name = zahlung
cmd-buy = Ein Plättchen kaufen, wo du stehst (Hawaii), oder etwas aus der Auslage (Haleakala)
cmd-buy-name = kaufen
cmd-buy-what = Was du kaufst
cmd-buy-what-name = was
cmd-buy-price = Welches Preisplättchen du nimmst; ohne Angabe das günstigste
cmd-buy-price-name = preis
cmd-buy-double = Für die bessere Seite doppelt bezahlen
cmd-buy-double-name = doppelt
cmd-buy-pay = Womit du bezahlst; ohne Angabe nicht mit Früchten
cmd-buy-pay-name = zahlung
cmd-buy-village = In welchem Dorf du baust
cmd-buy-village-name = dorf
cmd-fish = Fischplättchen aus der Fischerbucht nehmen (Hawaii)
cmd-fish-name = fischen
cmd-fish-tokens = Welche Plättchen: wie viele Fische darauf sind, zum Beispiel 3 1
cmd-fish-tokens-name = plättchen
cmd-fish-pay = Womit du die Fische bezahlst
cmd-fish-pay-name = zahlung
cmd-sail = Eine Insel besuchen (Hawaii)
cmd-sail-name = segeln
cmd-sail-dock = An welchem Steg
cmd-sail-dock-name = steg
cmd-sail-pay = Womit du den Besuch bezahlst
cmd-sail-pay-name = zahlung
cmd-sail-village = In welches Dorf das Plättchen der Insel kommt
cmd-sail-village-name = dorf
cmd-wait = Am Strand nichts tun (Hawaii)
cmd-wait-name = warten
cmd-pass = Aus der Runde aussteigen und ein Feld der Spielreihenfolge nehmen (Hawaii)
cmd-pass-name = passen
cmd-pass-space = Welches Feld
cmd-pass-space-name = feld
cmd-place = Eine Zahlenscheibe an einen Strand legen (Haleakala)
cmd-place-name = legen
cmd-place-disc = Welche Scheibe
cmd-place-disc-name = scheibe
cmd-place-beach = An welchen Strand
cmd-place-beach-name = strand
cmd-place-invocation = Neben dem Boot die Beschwörungsscheibe dazulegen
cmd-place-invocation-name = beschwörung
cmd-take = Eine Scheibe zurücknehmen oder eine Karte nehmen (Haleakala)
cmd-take-name = nehmen
cmd-take-what = Was du nimmst
cmd-take-what-name = was
cmd-boat = Das Boot ein Segment weiterziehen, wenn alle deine Scheiben liegen (Haleakala)
cmd-boat-name = boot
cmd-choose = Eine Frage beantworten oder irgendetwas tun, was jetzt möglich ist
cmd-choose-name = wählen
cmd-choose-choice = Welche Möglichkeit
cmd-choose-choice-name = wahl
cmd-hint = Tipps holen: welche Züge am besten aussehen und warum
cmd-hint-name = tipp
cmd-table-hints = Tipps an diesem Tisch erlauben oder verbieten
cmd-table-hints-name = tipps
cmd-table-hints-allowed = Ob es Tipps geben darf
cmd-table-hints-allowed-name = erlaubt
cmd-review = Die beendete Partie analysieren: was jeder Zug gekostet hat
cmd-review-name = analyse
cmd-realm = Ansehen, was du hast oder was die anderen zeigen
cmd-realm-name = gebiet
cmd-realm-who = Wessen Gebiet; ohne Angabe deins
cmd-realm-who-name = wessen
cmd-realm-text = Als Text, ohne Bilder
cmd-realm-text-name = text
cmd-realm-contrast = Mit kräftigeren Farben
cmd-realm-contrast-name = kontrast
cmd-check = Prüfen, welche Berechtigungen ich in diesem Kanal habe und welche fehlen
cmd-check-name = prüfen
cmd-help = Wie man hier spielt
cmd-help-name = hilfe

# --- On pictures: few words, as they have to fit ---

draw-round = Runde { $round }
draw-over = Ende
draw-wanted = Das Volk will
draw-order = Reihe
draw-cove = Bucht
draw-beach = Strand
draw-dock = Steg { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } / { $needed }
draw-legend-way = gezogener Weg
draw-legend-turn = Nummer des Zugs
draw-legend-done = gekauft, besucht
draw-legend-choice = zur Wahl

# --- Descriptions of pictures ---

alt-island = Hawaii, Runde { $round } von 5. Das Volk will { $sum }.
alt-realms = Gebiete auf Hawaii, Runde { $round } von 5.
alt-player = { $who }: { $points }, { $at }, { $kahunas }, { $tikis }, Summe { $sum } von { $needed }.
alt-of = { $who }: { $what }.
alt-tokens = Summe { $sum } von { $needed }
alt-tokens-of = Preisplättchen { $list }
alt-boats = { $n ->
    [one] 1 Boot
   *[other] { $n } Boote
}
alt-order = In der Spielreihenfolge:
alt-places = Orte: was noch da ist; Preise.
alt-place = { $name }: { $wares }; { $prices }.
alt-closed = zu
alt-docks = Füße, Punkte, Insel an den Stegen. { $list }.
alt-dock = Steg { $dock }: { $feet }, { $points }, { $gift }
alt-cove = Fischerbucht: { $catch }.
alt-fish = { $n } × { $fish ->
    [one] 1 Fisch
   *[other] { $fish } Fische
}
alt-spaces = Nächste Reihenfolge: { $list }.
alt-free = frei
alt-points = Punkte vom Volk: Erste { $first }, Zweite { $second }, Übrige { $others }.
alt-income = Ertrag: { $goods }.
alt-rest = Der Rest als Text: /{ cmd-table-name } { cmd-table-show-name } { cmd-table-show-text-name }:True.

# --- The picture of Haleakala ---

draw-hal-round = Runde
draw-hal-legend-quiet = { $turns } / { $most }
draw-hal-legend-turn = Zug
draw-hal-legend-way = Weg
draw-hal-legend-done = neu
draw-hal-legend-gone = zerstört
draw-hal-legend-choice = Wahl
draw-hal-turn = am Zug
draw-hal-winner = gewinnt
hal-alt-segment = Segment { $segment }: { $list }.
hal-alt-disc = { $who } mit { $disc }
hal-alt-statues = Statuen von { $who } ({ $list })
hal-alt-invocation = Beschwörungsscheibe
hal-alt-holds = { $who } hat Scheiben: { $discs }; Muscheln: { $shells }; Statuen übrig: { $statues }; Karten: { $kept }
hal-alt-now = Wertung jetzt: { $points }
hal-alt-display = Auslage, Preise in Muscheln: { $list }.
draw-hal-alt-boat = Das Boot liegt an Segment { $segment }.
draw-hal-alt-player = { $who }: { $points }, Schamane: { $at }.

# The chart of scores at the end.
draw-scores = Punkte, Zug für Zug
draw-chances = Gewinnchancen
alt-scores = Punkte im Lauf der Partie, Runde für Runde.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha! Bei mir gibt es zwei Brettspiele, Zug um Zug: Hawaii und Haleakala.**
    Ein Knopfdruck, und du spielst gegen den Computer: Dein Spielplan erscheint sofort, in einem eigenen Thread. Willst du mit anderen spielen, gib `/{ cmd-table-name } { cmd-table-open-name }` ein. Mehr erfährst du mit `/{ cmd-help-name }`.
chat-button-play-hawaii = Hawaii gegen zwei Computer
chat-button-play-haleakala = Haleakala gegen den Computer
chat-ready-to-play = Dein Tisch für { $game } steht bereit: { $place }.
chat-first-hawaii = So fängst du an: Drück unter dem Spielplan auf **{ chat-button-turn }** (oder gib `/{ cmd-move-name }` ein), such dir einen Ort aus und kauf dort ein Plättchen.
chat-first-haleakala = So fängst du an: Drück unter dem Spielplan auf **{ chat-button-turn }**, oder leg mit `/{ cmd-place-name }` eine Zahlenscheibe an einen Strand.

## Days between turns

# What people may type, with commas between.
typed-minutes = m, min, minute, minuten
typed-hours = h, std, stunde, stunden
typed-days = d, t, tag, tage, tagen
typed-weeks = w, woche, wochen
typed-never = nie, aus, nein, kein, keine
typed-usual = normal, üblich, wie hier
typed-evening = heute abend, abend
typed-morning = morgen früh
typed-tomorrow = morgen, morgen abend
span-days = { $n ->
    [one] 1 Tag
   *[other] { $n } Tage
}
span-hours = { $n ->
    [one] 1 Stunde
   *[other] { $n } Stunden
}
span-minutes = { $n ->
    [one] 1 Minute
   *[other] { $n } Minuten
}
span-moment = einen Moment
chat-button-recap = Seit meinem letzten Zug
chat-button-recap-all = Die letzten Züge
chat-button-replay = Zug für Zug
chat-button-snooze = Ich brauche mehr Zeit
chat-button-mute = Diesmal nicht mehr erinnern
chat-button-agree = Einverstanden
chat-button-disagree = Nein
chat-button-back-again = Ich bin wieder da
chat-button-resign = Ja, aufgeben
chat-reminder = { $who }, { $game } in { $place } wartet seit dem { $since } auf dich.
chat-nudge = { $who }, du hast deinen Zug bei { $game } angefangen, aber noch nicht beendet: { $place }.
chat-call = { $who }, du bist bei { $game } am Zug: { $place }.
chat-next = Gleich bist du bei { $game } dran: Noch ist { $who } am Zug, in { $place }.
chat-deadline = Die Bedenkzeit läuft am { $until } ab.
chat-silent = { $who } wurde mehrmals erinnert, und der Tisch wartet seit dem { $since }. Ich schicke keine weiteren Erinnerungen. Wer hier mitspielt, kann diesen Platz mit `/{ cmd-table-name } { cmd-table-replace-name }` neu besetzen.
chat-snoozed = { $who } bittet um Zeit bis zum { $until }.
chat-you-snoozed = In Ordnung: Ich erinnere dich wieder am { $until }. Die anderen können das sehen.
chat-snooze-how-long = Wie viel Zeit brauchst du? Die anderen sehen deine Antwort.
chat-snooze-menu = Bis wann?
chat-snooze-hours = In 3 Stunden
chat-snooze-evening = Heute Abend
chat-snooze-morning = Morgen früh
chat-snooze-tomorrow = Morgen Abend
chat-snooze-days = In 2 Tagen
chat-snooze-week = In einer Woche
chat-muted = Ich erinnere dich nicht mehr an diesen Zug.
chat-timed-out-word = Die Zeit von { $who } ist um.
chat-timed-out-turn = Die Zeit von { $who } ist um: Diesen Zug macht der Computer.
chat-timed-out-seat = Die Zeit von { $who } ist um: Der Computer spielt, bis { $who } wieder da ist.
chat-is-back = { $who } ist wieder da.
chat-you-are-back = Willkommen zurück: Der Platz gehört wieder dir.
chat-stood-in = Deine Zeit war um, deshalb spielt der Computer für dich. Willst du deinen Platz zurück?
panel-still-here = Hier muss niemand ersetzt werden: Diese Person ist noch da. Du kannst nur Leute ersetzen, die den Server verlassen haben, deren Zeit um ist oder die mehrere Erinnerungen nicht beachtet haben.
chat-replaced-until = Ab jetzt spielt der Computer für { $who }, bis { $who } wieder da ist.
chat-replaced-by = Ab jetzt spielt { $by } für { $who }.
chat-you-replaced = Erledigt: Der Platz ist besetzt.
panel-asks-pause = { $who } bittet um eine Pause ({ $time }). Sie beginnt, sobald alle einverstanden sind.
panel-asks-resume = { $who } möchte weiterspielen. Es geht weiter, sobald alle einverstanden sind.
panel-asks-end = { $who } möchte die Partie hier beenden, ohne dass jemand gewinnt. Sie endet, sobald alle einverstanden sind.
panel-asks-draw = { $who } möchte die Partie hier unentschieden beenden: Alle, die mitspielen, teilen sich Platz 1. Dem müssen alle zustimmen; mit dem nächsten Zug verfällt der Vorschlag.
panel-asks-won = { $who } möchte die Partie hier beenden: { $winner } hat gewonnen, und die anderen teilen sich Platz 2. Dem müssen alle zustimmen; mit dem nächsten Zug verfällt der Vorschlag.
chat-end-which = Gib an, wer gewonnen hat, oder wähle ein Ergebnis, nicht beides.
chat-agreed = Alle sind einverstanden.
chat-declined-proposal = { $who } ist nicht einverstanden, also bleibt alles, wie es ist.
chat-you-declined-proposal = Gut, alles bleibt, wie es ist. Die anderen sehen, dass du abgelehnt hast.
chat-agreed-open = { $n ->
    [one] Notiert. Eine Person muss noch zustimmen.
   *[other] Notiert. { $n } Personen müssen noch zustimmen.
}
panel-not-asked = Im Moment bittet niemand um etwas.
panel-not-paused = Die Partie macht gerade keine Pause.
panel-not-away = Du spielst selbst auf deinem Platz: Es gibt nichts zurückzuholen.
panel-plays-already = Dort spielt schon der Computer, bis diese Person wieder da ist.
panel-not-there = Diese Person hat an diesem Tisch keinen Platz.
chat-stands-in-for-you = { $who }, der Computer spielt bei { $game } in { $place } für dich, bis du wieder da bist.
chat-played-for-you = { $who }, deine Zeit bei { $game } in { $place } war um: Der Computer hat diesen Zug für dich gemacht.
panel-no-such-time = Dieser Zeitpunkt ist schon vorbei oder zu weit weg.
chat-paused = Die Partie macht Pause bis zum { $until }, oder bis alle weiterspielen wollen (`/{ cmd-table-name } { cmd-table-resume-name }`).
chat-resumed = Die Partie geht weiter.
chat-resign-sure = Willst du wirklich aufgeben? Der Computer übernimmt deinen Platz; zu zweit ist die Partie damit zu Ende.
chat-shut = Euer Tisch für { $game } ist in { $place }, und dort kann ich nicht mehr schreiben: Jemand hat mir eine Berechtigung genommen oder den Thread geschlossen. `/{ cmd-check-name }` sagt dort, was fehlt. Ich versuche es weiter; bis dahin kommen Erinnerungen als Direktnachricht.
chat-shut-gone = Den Kanal { $place } mit eurem Tisch für { $game } gibt es nicht mehr, deshalb kann die Partie dort nicht weitergehen. Verloren ist nichts: Gib in einem anderen Kanal des Servers `/{ cmd-table-name } { cmd-table-move-name }` ein, und sie geht dort weiter.
chat-status-open = Wartet noch auf Mitspielende.
chat-status-points = Punkte: { $list }
chat-status-turn = { $who } ist am Zug, seit dem { $since }.
chat-status-late = Die Zeit ist seit dem { $until } um.
panel-status-banks = So viel Zeit haben die anderen noch: { $list }.
panel-status-away = { $who } ist bis zum { $until } im Urlaub.
panel-status-stands-in = Der Computer spielt für { $who }, bis { $who } wieder da ist.
chat-manners-word = danach sage ich nur an, dass sie um ist
chat-manners-turn = danach macht der Computer diesen Zug
chat-manners-seat = danach spielt der Computer, bis die Person wieder da ist
chat-manners-turn-time = Bedenkzeit: { $time } pro Zug; { $late }.
chat-manners-bank = Bedenkzeit: { $start } pro Person und { $more } mehr mit jedem Zug; { $late }.
chat-pace-none = Unbegrenzte Bedenkzeit
chat-pace-turn = { $time } pro Zug
chat-pace-bank = { $start } pro Person und { $more } mehr mit jedem Zug
chat-no-pace = Diese Bedenkzeit verstehe ich nicht. Schreib eine Zeit pro Zug, etwa `24h` oder `3 Tage`, oder ein Zeitkonto und was mit jedem Zug dazukommt, etwa `72h+8h`. Mindestens eine Minute, höchstens sechzig Tage, und auf dem Zeitkonto muss mehr sein, als mit einem Zug dazukommt.
chat-late-without-pace = Ohne `{ cmd-table-open-pace-name }` ist die Zeit nie um: Gib eine Bedenkzeit an, oder lass `{ cmd-table-open-late-name }` weg.
chat-no-span = Diese Zeitspanne verstehe ich nicht. Schreib zum Beispiel `8h`, `2 Tage` oder `1 Woche`.
chat-no-zone = Ich kenne keine Zeitzone „{ $zone }“. Wähle eine von denen, die beim Tippen erscheinen, etwa Europe/Berlin.
chat-no-hours = Schreib die Ruhezeit so: `22-8` oder `21:30-6:30`, oder `aus`.
chat-no-holiday = Schreib, wie lange du weg bist, etwa `10 Tage`, oder bis wann, etwa `2027-01-06`: höchstens 60 Tage. Oder schreib `aus`.
chat-every = Abstand { $time }
chat-every-never = nie
chat-every-usual = wie hier üblich
chat-pick-switches = An oder aus
chat-remind-switch-direct = Ruf mich per Direktnachricht
chat-remind-switch-next = Sag mir, wenn ich gleich dran bin
chat-remind-switch-text = Text statt Bilder
chat-remind-switch-invitations = Andere dürfen mich einladen
chat-quiet-off = keine Ruhezeit
chat-remind-me = Du wirst regelmäßig erinnert: { $every }.
chat-remind-loud-anywhere = Erinnerungen kommen zu jeder Uhrzeit: Nenn mir deine `{ cmd-remind-zone-name }` und deine `{ cmd-remind-quiet-name }`, dann lasse ich dich in dieser Zeit in Ruhe.
chat-remind-loud = Erinnerungen kommen zu jeder Uhrzeit. Deine Zeitzone ist { $zone }.
chat-remind-quiet = Ruhezeit: { $hours }, in der Zeitzone { $zone }.
chat-remind-which-zone = Ich kenne deine Zeitzone nicht, deshalb nehme ich UTC. Stell sie mit `/{ cmd-remind-name } { cmd-remind-zone-name }:` ein.
chat-remind-direct = Ich rufe und erinnere dich per Direktnachricht.
chat-remind-next = Ich sage dir Bescheid, wenn du gleich dran bist.
chat-remind-away = Du bist bis zum { $until } im Urlaub: Niemand erinnert dich, und deine Uhr steht still.
chat-remind-text = Du siehst Text statt Bildern: im Bedienfeld, am Tisch und bei `/{ cmd-realm-name }`. Mit `{ cmd-realm-text-name }:False` zeigt ein Befehl ausnahmsweise Bilder.
chat-remind-change = Du kannst das in den Menüs ändern. Zeitzone und Urlaub sind Optionen von `/{ cmd-remind-name }`.
chat-remind-table = { $every ->
    [nie] Keine Erinnerungen an diesem Tisch, außer für Leute, die etwas anderes eingestellt haben.
   *[other] Erinnerungen an diesem Tisch: { $every }, außer für Leute, die etwas anderes eingestellt haben.
}
chat-remind-server = { $every ->
    [nie] Keine Erinnerungen auf diesem Server, außer für Leute und Tische, die etwas anderes eingestellt haben.
   *[other] Erinnerungen auf diesem Server: { $every }, außer für Leute und Tische, die etwas anderes eingestellt haben.
}
chat-recap-all = Was bisher geschah:
chat-recap = Seit deinem letzten Zug:
chat-recap-nothing = Seit deinem letzten Zug ist nichts passiert.
chat-recap-earlier = { $n ->
    [one] Nach einem früheren Zug:
   *[other] Nach { $n } früheren Zügen:
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Zug { $n } von { $of }.**
chat-realms-small = Alle Gebiete: Drück auf das kleine Bild.
chat-film = Die ganze Partie, Zug für Zug.
chat-watching = **{ $game }**, gespielt in { $place }
chat-watch-begins = Dieser Kanal folgt ab jetzt der Partie { $game } in { $place }: Eine Nachricht hier zeigt, wie es steht, und wird einmal in der Minute erneuert. Mit `/{ cmd-unwatch-name }` folgt der Kanal der Partie nicht mehr.
chat-watch-already = Dieser Kanal folgt der Partie { $game } in { $place } schon.
chat-watch-which = So einen Tisch gibt es auf diesem Server nicht, oder du kannst ihn nicht sehen. Wähle einen von denen, die beim Tippen erscheinen.
chat-watch-not-you = Du darfst in diesem Kanal nicht schreiben, deshalb kannst du hier keinem Tisch folgen.
chat-watch-not-me = Ich darf in diesem Kanal nicht schreiben: `/{ cmd-check-name }` sagt, was fehlt.
chat-came = Die Partie ist hierher umgezogen und geht weiter.
chat-moved = { $who } ist mit der Partie { $game } nach { $place } umgezogen.
chat-move-which = So einen Tisch hast du auf diesem Server nicht. Wähle einen von denen, die beim Tippen erscheinen.
chat-move-not-you = Du darfst in diesem Kanal nicht schreiben, deshalb kannst du mit keiner Partie hierher umziehen.
chat-move-not-me = Ich darf in diesem Kanal nicht schreiben: `/{ cmd-check-name }` sagt, was fehlt.
panel-watch-closed = Diesem Tisch kann man nicht aus anderen Kanälen folgen.
chat-watch-ends = Der Partie { $game } in { $place } kann man nicht mehr folgen, deshalb folgt ihr auch dieser Kanal nicht mehr.
panel-watch-here = Dieser Tisch ist genau hier, in diesem Kanal.
chat-watchers-open = Diesem Tisch kann man jetzt aus anderen Kanälen folgen.
chat-watchers-closed = Diesem Tisch kann man nicht mehr aus anderen Kanälen folgen.
chat-unwatched = { $n ->
    [0] Dieser Kanal folgt keinem Tisch.
    [one] Dieser Kanal folgt diesem Tisch nicht mehr.
   *[other] Dieser Kanal folgt diesen { $n } Tischen nicht mehr.
}
chat-mine = { $n ->
    [0] Kein Tisch wartet auf dich.
    [one] Ein Tisch wartet auf dich:
   *[other] { $n } Tische warten auf dich:
}
chat-mine-line = • { $game } in { $place } mit { $players }, seit dem { $since }.
chat-mine-others = Diese Tische warten auf andere:
chat-mine-open = Wartet noch auf Mitspielende.
chat-more = { $n ->
    [one] … und noch einer.
   *[other] … und noch { $n }.
}
chat-mine-other = • { $game } in { $place } mit { $players }.

cmd-table-open-pace = Bedenkzeit: 24h oder 3 Tage pro Zug, oder ein Zeitkonto wie 72h+8h
cmd-table-open-pace-name = bedenkzeit
cmd-table-open-late = Was passiert, wenn die Zeit um ist
cmd-table-open-late-name = zeitablauf
cmd-table-open-late-word = Es wird angesagt, sonst nichts
cmd-table-open-late-turn = Der Computer macht diesen Zug
cmd-table-open-late-seat = Der Computer spielt, bis die Person wieder da ist
cmd-table-pause = Alle um eine Pause bitten
cmd-table-pause-name = pause
cmd-table-pause-time = Wie lange; ohne Angabe eine Woche
cmd-table-pause-time-name = dauer
cmd-table-resume = Alle bitten, schon vor dem Ende der Pause weiterzuspielen
cmd-table-resume-name = weiterspielen
cmd-table-end = Alle bitten, die Partie hier zu beenden, ohne Sieg oder mit einem Ergebnis
cmd-table-end-name = beenden
cmd-table-end-result = Das Ergebnis; ohne Angabe gewinnt niemand
cmd-table-end-result-name = ergebnis
cmd-table-end-result-without = Niemand gewinnt
cmd-table-end-result-draw = Unentschieden: Alle teilen sich Platz 1
cmd-table-end-result-won = Ich habe gewonnen
cmd-table-end-winner = Wer gewonnen hat, wenn nicht du selbst
cmd-table-end-winner-name = gewonnen
cmd-table-back = Deinen Platz vom Computer zurückholen
cmd-table-back-name = wieder-da
cmd-table-replace = Den Platz einer Person, die weg ist, dem Computer oder jemand anderem geben
cmd-table-replace-name = ersetzen
cmd-table-replace-who = Wer weg ist; ohne Angabe die Person, auf die der Tisch wartet
cmd-table-replace-who-name = wen
cmd-table-replace-by = Wer übernimmt; ohne Angabe der Computer
cmd-table-replace-by-name = durch
cmd-table-replay = Die Partie Zug für Zug ansehen; das siehst nur du
cmd-table-replay-name = zug-für-zug
cmd-table-move = Mit einem deiner Tische in diesen Kanal umziehen
cmd-table-move-name = umziehen
cmd-table-move-table = Welcher Tisch
cmd-table-move-table-name = tisch
cmd-table-watchers = Festlegen, ob man diesem Tisch aus anderen Kanälen folgen darf
cmd-table-watchers-name = publikum
cmd-table-watchers-open = Ob mit Publikum
cmd-table-watchers-open-name = erlaubt
cmd-remind = Ansehen oder ändern, wie ich dich an deine Züge erinnere und was du siehst
cmd-remind-name = erinnern
cmd-remind-every = Wie oft: 8h, 2 Tage, nie
cmd-remind-every-name = wie-oft
cmd-remind-zone = Deine Zeitzone, etwa Europe/Berlin
cmd-remind-zone-name = zeitzone
cmd-remind-quiet = Wann ich dich nicht stören soll, etwa 22-8
cmd-remind-quiet-name = ruhezeit
cmd-remind-direct = Dich per Direktnachricht rufen und erinnern
cmd-remind-direct-name = direkt
cmd-remind-next = Dir Bescheid sagen, wenn du gleich dran bist
cmd-remind-next-name = vorwarnung
cmd-remind-away = Wie lange oder bis wann du im Urlaub bist: 10 Tage, 2027-01-06, aus
cmd-remind-away-name = urlaub
cmd-remind-text = Dir ab jetzt Text statt Bilder zeigen
cmd-remind-text-name = text
cmd-remind-whose = Wessen Erinnerungen; ohne Angabe deine
cmd-remind-whose-name = wessen
cmd-remind-whose-me = Meine
cmd-remind-whose-table = Die von diesem Tisch
cmd-remind-whose-server = Die von diesem Server
cmd-snooze = Für diesen Zug um mehr Zeit bitten: Die anderen sehen es; danach erinnere ich dich wieder
cmd-snooze-name = mehr-zeit
cmd-snooze-until = Bis wann
cmd-snooze-until-name = bis
cmd-recap = Nachlesen, was seit deinem letzten Zug passiert ist
cmd-recap-name = rückblick
cmd-watch = In diesem Kanal einem Tisch dieses Servers folgen
cmd-watch-name = folgen
cmd-watch-table = Welchem Tisch
cmd-watch-table-name = tisch
cmd-unwatch = Einem Tisch hier nicht mehr folgen
cmd-unwatch-name = entfolgen
cmd-unwatch-table = Welchem Tisch; ohne Angabe allen
cmd-unwatch-table-name = tisch
cmd-mine = Alle Tische auflisten, die auf dich warten, egal wo
cmd-mine-name = meine-tische
alt-film = Ein Film der ganzen Partie: der Spielplan nach jedem Zug, vom Anfang bis zum Ende, dann ein Diagramm der Punkte.
chat-turn-yours = Du bist am Zug.
chat-your-turn-still = { $who }, du bist immer noch am Zug.
chat-replay-start = **Vor dem ersten Zug.**
chat-no-every = Diesen Abstand verstehe ich nicht, oder er ist zu kurz. Schreib `8h`, `2 Tage` (mindestens eine Stunde) oder `nie`.
chat-remind-every-only = Für einen Tisch lässt sich nur `{ cmd-remind-every-name }:` einstellen, für einen Server auch `{ cmd-remind-elsewhere-name }:`. Alles andere stellt jede Person für sich selbst ein.
chat-remind-me-here = Du wirst regelmäßig erinnert ({ $every }), wie alle hier, die nichts anderes eingestellt haben.
chat-remind-me-never = Du wirst nicht erinnert.
chat-every-day = einmal am Tag
chat-snooze-clock = Deine Uhr läuft allerdings weiter: Du hast Zeit bis zum { $until }.
chat-mine-stood-in = Dort spielt der Computer für dich: `/{ cmd-table-name } { cmd-table-back-name }` gibt dir deinen Platz zurück.
panel-time-was-up = Die Zeit war um, und der Computer hat gespielt: Das lässt sich nicht zurücknehmen.
panel-watch-many = Diesem Tisch folgen schon zu viele Kanäle, oder dieser Kanal folgt schon zu vielen Tischen. `/{ cmd-unwatch-name }` schafft Platz.
panel-not-themselves = Das muss die Person selbst tun: `/{ cmd-table-name } { cmd-table-replace-name }` mit dem eigenen Namen bei `{ cmd-table-replace-by-name }`. Ohne `{ cmd-table-replace-by-name }` übernimmt der Computer.
input-wrong-number-exactly = { $game } spielt man mit { $least } Personen, nicht mit { $asked }.

# --- The rules in short ---
# What is filled in comes from the printed figures and from the options of the table. Behind `-also` stands what else people
# may type to find it, with commas between.

list-or = { $first } oder { $last }
topic-does = { $tile }: { $does }
topic-does-one = { $tile } I: { $does }
topic-does-two = { $tile } II: { $does }

## What a tile does: the end of a sentence that names it

does-income = nach jeder Runde { $goods } mehr
does-spears = { $points } für jedes Preisplättchen mit gekreuzten Speeren, das du nimmst
does-exchange = { $n ->
    [one] beim Bezahlen darf 1 Ware als eine andere gelten
   *[other] beim Bezahlen dürfen { $n } Waren als andere gelten
}
does-long-hut = macht nur ihr Dorf länger
does-long-hut-two = am Ende { $points }, wenn ihr Dorf zählt
does-irrigation = am Ende, wenn ihr Dorf zählt, { $points } Punkte für 1, 2, 3, 4 Fruchtplättchen darin
does-irrigation-two = am Ende, wenn ihr Dorf zählt, { $points } Punkte für 1, 2, 3, 4 Fruchtplättchen darin; nach jeder Runde { $n ->
    [one] 1 Ware
   *[other] { $n } Waren
} deiner Wahl
does-surfer = das Volk will von dir { $n } weniger
does-hula = am Ende, wenn ihr Dorf zählt, { $points } für jedes Plättchen darin
does-boat = trägt { $n ->
    [one] 1 Fuß
   *[other] { $n } Füße
}, wenn du fischst oder Inseln besuchst
does-boat-two = trägt { $n ->
    [one] 1 Fuß
   *[other] { $n } Füße
} und steuert selbst { $feet ->
    [one] 1 Fuß
   *[other] { $feet } Füße
} bei, wenn du fischst oder Inseln besuchst
does-kahuna = am Ende Punkte, wenn sein Dorf zählt
does-tiki = Dörfer, die bis unter ihn reichen, zählen am Ende
does-ku = { $points } für jedes Preisplättchen mit gekreuzten Speeren, das du nimmst; nach jeder Runde { $goods } mehr
does-kane = nach jeder Runde { $goods } mehr; beim Kauf 1 Tiki für { $n ->
    [one] 1 Ware
   *[other] { $n } Waren
}
does-pele = ein Weg kostet dich nie mehr als { $goods }
does-lono = jedes Mal { $points } mehr, wenn das Volk mit dir zufrieden ist
does-laka = am Ende { $points } für jede Frucht auf deinen Fruchtplättchen
does-kanaloa = am Ende { $points } für jedes Boot und jeden Surfer
hal-does-statue = baut eine Statue, wo dein Schamane steht
hal-does-lava-priestess = verschiebt einen Lavachip in einen Krater nebenan
hal-does-shell = erlaubt einen Kauf aus der Auslage; du darfst sie auch für später aufheben; bleibt sie am Ende übrig, ist sie { $points } wert
hal-does-fish = wer mehr Fische hat, bekommt in jeder Wertung { $points }
hal-does-pearl = { $points } in jeder Wertung; beide Perlen zusammen { $both }
hal-does-nautilus = { $points } in der zweiten Wertung
hal-does-butterfly = { $does }; zeigt einen Schmetterling
hal-does-butterflies = { $points } für jeden Schmetterling auf deinen Karten
hal-does-statue-majority = { $points } für jede Landschaft, in der du mehr Statuen hast
hal-does-complete-segment = { $points } für jedes Segment mit drei Statuen von dir
hal-does-forest-statues = { $points } mehr für jede deiner Statuen in einem Wald
hal-does-mountain-statues = { $points } mehr für jede deiner Statuen auf einem Berg

## Hawaii

topic-reconstructed = Einige dieser Zahlen sind rekonstruiert: Für die gedruckten haben wir keine Quelle gefunden.
topic-hawaii-aim = Worum es geht
topic-hawaii-aim-text = Eine Partie hat { $rounds } Runden. Du ziehst über die Insel, kaufst Plättchen, fischst, besuchst andere Inseln und baust bis zu fünf Dörfer. Punkte gibt es nach jeder Runde, wenn das Volk mit dir zufrieden ist, für besuchte Inseln und am Ende für deine Dörfer. Wer dann die meisten Punkte hat, gewinnt. Am Anfang hast du { $start }, dazu Früchte, wenn in der Spielreihenfolge andere vor dir sind.
topic-hawaii-aim-also = ziel, spielziel, gewinnen, sieg, punkte, start, anfang, beginn, überblick
topic-hawaii-setup = Aufbau und neue Runden
topic-hawaii-setup-text = Orte, Inseln und die erste Spielreihenfolge werden ausgelost. Am Anfang hat jede Person { $start }, ein Fischerboot, die aufgedruckte Starthütte und Früchte nach der Spielreihenfolge: { $start_fruits }. Jede Runde beginnt gleich: Häuptlinge und Boote sind zurück, und alle Preisplättchen werden neu gezogen. Das letzte Preisplättchen für einen Ort darf die Summe dort nicht über die aufgedruckte Zahl heben; sonst kommt es als Fischplättchen in die Bucht. Ein Ort ganz ohne Preisplättchen bleibt in dieser Runde geschlossen. Die Preisplättchen der Spielreihenfolge liegen aufsteigend sortiert. Nicht besuchte Inseln rücken zu den billigeren Stegen, und neue füllen die übrigen.
topic-hawaii-setup-also = aufbau, neue runde, geschlossen, beutel, startfrüchte, zufall
topic-hawaii-turn = Ein Zug
topic-hawaii-turn-text = Die Häuptlinge kommen in der Spielreihenfolge dran, immer wieder, bis alle gepasst haben. In deinem Zug tust du genau eins: zu einem Ort ziehen und dort ein Plättchen kaufen, in der Fischerbucht fischen, eine Insel besuchen, am Strand warten oder passen und damit aus der Runde aussteigen. Haben alle, die noch in der Runde sind, nacheinander gewartet, muss die nächste Person etwas anderes tun.
topic-hawaii-turn-also = warten, strand, was kann ich tun, was kann ich machen, möglichkeiten, ziehen, häuptling
topic-hawaii-walk = Wege
topic-hawaii-walk-text = Jeder Schritt kostet 1 Fuß: vom Strand zu einem der { $beach } Orte direkt daneben oder von einem Ort zu einem benachbarten, auch schräg. Du darfst über jeden Ort hinwegziehen. Anhalten darfst du nur, wo du ein Preisplättchen bezahlen kannst und Platz für ein Plättchen hast; und dann musst du auch kaufen. Bleibst du am selben Ort, um noch einmal zu kaufen, kostet auch das 1 Fuß. Zurück zum Strand geht es umsonst, aber das ist dein Zug: Dort fischst du, besuchst eine Insel, wartest oder passt.
topic-hawaii-walk-also = weg, gehen, laufen, ziehen, schritt, schritte, fuß, füße, bleiben
topic-hawaii-buy = Kaufen
topic-hawaii-buy-text = Such dir an deinem Ort ein Preisplättchen aus, zahle so viele Muscheln, wie darauf steht, und nimm ein Plättchen, das es dort zu kaufen gibt: eins pro Zug. Das Preisplättchen behältst du bis zum Ende der Runde, denn seine Zahl zählt für das, was das Volk will. Ist das letzte Preisplättchen weg, kann dort in dieser Runde niemand mehr kaufen. Rote Preisplättchen mit gekreuzten Speeren bringen Punkte, wenn du eine Speerhütte oder KU hast.
topic-hawaii-buy-also = kauf, preis, preisplättchen, rot, orange, speere, gekreuzte speere, kreis, ⚔, muscheln
topic-hawaii-sides = Seite I und Seite II
topic-hawaii-sides-text = Für die Zahl auf dem Preisplättchen bekommst du ein Plättchen mit der einfachen Seite I. Für das Doppelte bekommst du die bessere Seite II, die auf den Bildern einen goldenen Rand hat; das Preisplättchen zählt für das Volk trotzdem nur einmal. Kahunas und Tikis haben nur eine Seite: Für das Doppelte bekommst du zwei davon, wenn noch zwei da sind und du Platz für beide hast. Ein Plättchen wird später nie umgedreht.
topic-hawaii-sides-also = doppelt, das doppelte, zweimal, i, ii, goldener rand, bessere seite, umdrehen
topic-hawaii-payment = Bezahlen
topic-hawaii-payment-text = Mit Muscheln bezahlst du Plättchen, mit Füßen Schritte, Fische und Inseln. Eine Frucht gilt als Muschel oder als Fuß. Bei einer Zahlung darfst du Waren nicht mischen, außer wenn eine Tauschhütte es erlaubt. Der Weg und das Plättchen sind zwei Zahlungen. { $goods ->
        [open] An diesem Tisch sehen alle, was die anderen haben.
       *[other] Was du hast, liegt verdeckt hinter deinem Sichtschirm.
    }
topic-hawaii-payment-also = zahlen, zahlung, früchte, frucht, mischen, waren, sichtschirm, geld, währung
topic-hawaii-fish = Fischen
topic-hawaii-fish-text = In der Fischerbucht nimmst du so viele Fischplättchen, wie du willst. Jedes kostet 1 Fuß und einen Platz in deinen Booten. Du siehst die Fische auf einem Plättchen, aber nicht seine Zahl von { $least } bis { $most }: Sie zählt am Ende der Runde für das, was das Volk will. Boote, die ausgelaufen sind, hast du in der nächsten Runde wieder.
topic-hawaii-fish-also = bucht, fischerbucht, fischplättchen, fang, fische, angeln
topic-hawaii-fish-line = { $fish ->
    [one] 1 Fisch
   *[other] { $fish } Fische
}: Zahl { $numbers }
topic-hawaii-islands = Inseln
topic-hawaii-islands-text = An jedem der vier Stege liegt eine Insel. Zahle die Füße, die der Steg verlangt; deine Boote müssen sie tragen können. Dafür bekommst du die Punkte des Stegs und das, was die Insel zeigt. Plättchen mit zwei Seiten kommen mit Seite II. Du nimmst kein Preisplättchen, also zählt ein Besuch nicht für das Volk. Jede Insel kann einmal pro Runde besucht werden. Passt von zwei Kahunas oder Tikis nur einer oder ist nur noch einer da, bekommst du den einen. Hast du für ein Plättchen keinen Platz oder ist keins mehr da, bekommst du nur die Punkte des Stegs.
topic-hawaii-islands-also = insel, steg, stege, segeln, besuchen, besuch, anlegen, geschenk
topic-hawaii-dock-line = Steg { $dock }: { $feet }, { $points }
topic-hawaii-order = Passen
topic-hawaii-order-text = Willst du in dieser Runde nichts mehr tun, dann passe: Nimm ein freies Feld der Spielreihenfolge und das Preisplättchen darunter, das für das zählt, was das Volk will. Unter Feld 1 liegt keins. Die Felder ergeben die Spielreihenfolge der nächsten Runde. { $last_first_space ->
        [scores_nothing] Nach der letzten Runde ist Feld 1 nichts wert.
       *[scores] Nach der letzten Runde ist Feld 1 { $bonus } wert.
    }
topic-hawaii-order-also = spielreihenfolge, reihenfolge, aussteigen, feld, felder, nächste runde
topic-hawaii-people = Was das Volk will
topic-hawaii-people-text = Nach jeder Runde zählst du die Zahlen aller Preisplättchen zusammen, die du genommen hast, auch die der Fischplättchen. Wer die Zahl der Runde erreicht, hat das Volk zufriedengestellt und bekommt Punkte: die höchste Summe am meisten, die zweithöchste weniger, und alle anderen, die die Zahl erreicht haben, ein wenig. Haben mehrere die höchste Summe, bekommen sie alle die Punkte für Erste, und die für Zweite bekommt niemand. Haben mehrere die zweithöchste, bekommen sie alle die Punkte für Zweite. Surfer machen die Zahl für dich kleiner.{ $ranking ->
        [everyone] {" "}An diesem Tisch belegt auch einen Rang, wer die Zahl verfehlt; Punkte gibt es dafür aber nicht.
       *[those_who_score] {""}
    }
topic-hawaii-people-also = volk, das volk will, zahl, summe, schildkröte, nötig, zufrieden, zweite
topic-hawaii-round-line = Runde { $round }: Das Volk will { $sum }. Erste { $first }, Zweite { $second }, Übrige { $others } Punkte
topic-hawaii-income = Nach der Runde
topic-hawaii-income-text = Nach jeder Runde außer der letzten bekommt jede Person Muscheln und Füße, jedes Mal weniger. Dazu kommt, was Muschelhütten, Fußhütten, Fruchtplättchen, KU, KANE und Bewässerungen mit Seite II bringen. Früchte gibt es dabei nur durch Plättchen. Was du nicht ausgegeben hast, behältst du.
topic-hawaii-income-also = ertrag, einkommen, vorrat, muscheln, füße, bekommen
topic-hawaii-income-line = Nach Runde { $round }: { $goods }
topic-hawaii-villages = Dörfer
topic-hawaii-villages-text = Dein Gebiet hat fünf Reihen, und jede ist ein Dorf. Ein Dorf beginnt mit einer Hütte; dein erstes hat schon die aufgedruckte Starthütte. { $rows ->
        [may_be_skipped] Ein neues Dorf darfst du in jeder leeren Reihe gründen.
       *[without_gaps] Dörfer gründest du von oben nach unten, ohne Lücke.
    } Keine Art von Plättchen darf in einem Dorf zweimal vorkommen, auch nicht mit der anderen Seite. Die vier Früchte sind aber vier Arten, und die Starthütte zählt dabei nicht mit. In jedem Dorf ist Platz für höchstens einen Gott, und jeden Gott darfst du nur einmal haben. Boote, Kahunas und Tikis machen ein Dorf nicht länger. Was liegt, bleibt liegen.
topic-hawaii-villages-also = dorf, gebiet, reihe, bauen, gründen, hütte, hütten, starthütte, länge
topic-hawaii-end = Die Schlusswertung
topic-hawaii-end-text =
    Nach Runde { $rounds } zählen nur Dörfer, die bis zu deinem Tiki ganz links reichen; ohne Tiki zählt keins. Die Starthütte zählt als Plättchen. In Dörfern, die zählen, bringen Kahunas, Hula-Tänzerinnen, Bewässerungen, Langhütten II, LAKA und KANALOA Punkte. Tikis stehen über den Spalten { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] { "" }
    }, in dieser Reihenfolge: Je mehr du hast, desto kürzer darf ein Dorf sein. { $tie_break ->
        [shared] Bei gleich vielen Punkten wird der Sieg geteilt.
       *[goods_left] Bei gleich vielen Punkten gewinnt, wer insgesamt die meisten Muscheln, Füße und Früchte übrig hat; ist auch das gleich, wird der Sieg geteilt.
    }
topic-hawaii-end-also = ende, wertung, schlusswertung, gleichstand, stichentscheid, sieg, tiki, tikis, punkte
topic-hawaii-signs = Zeichen auf den Bildern
topic-hawaii-signs-text = Ein goldener Rand mit II ist Seite II. Ein rotes Preisplättchen mit gekreuzten Speeren zählt für Speerhütten und KU. Die Zahl auf einem Stapel sagt, wie viele noch da sind. Gestrichelte Linien zeigen, was zur Wahl steht, und jeder Buchstabe gehört zu einem Knopf. Ein Pfeil ist ein gezogener Weg, ein heller Rahmen zeigt, was gekauft oder besucht wurde, und eine Zahl im Kreis sagt, der wievielte Zug es war. Wer mitspielt, hat eine Farbe, eine Form und einen Buchstaben.
topic-hawaii-signs-also = legende, zeichen, symbole, striche, gestrichelt, pfeil, rahmen, buchstaben, farben
topic-hawaii-sold = { $gods ->
    [yes] Zu kaufen am Ort „{ $place }“: Dort liegen zwei Stapel, und kaufen kannst du nur, was obenauf liegt. Von jedem Gott gibt es { $n }.
   *[no] Zu kaufen am Ort „{ $place }“. In der Schachtel sind { $n }.
}
topic-hawaii-shell-hut-text = Mit einer Hütte kannst du ein Dorf gründen.
topic-hawaii-shell-hut-also = muscheln, ertrag, hütte
topic-hawaii-foot-hut-text = Mit einer Hütte kannst du ein Dorf gründen.
topic-hawaii-foot-hut-also = füße, ertrag, hütte
topic-hawaii-spear-hut-text = Sie hilft ab dem Zug nach dem Kauf, auch bei den Preisplättchen der Spielreihenfolge, aber nie bei Fischplättchen. Mehrere zählen zusammen. Mit einer Hütte kannst du ein Dorf gründen.
topic-hawaii-spear-hut-also = gekreuzte speere, speere, ⚔, rot, hütte
topic-hawaii-exchange-hut-text = { $exchange ->
        [each_payment] An diesem Tisch hilft jede Tauschhütte bei allen Zahlungen eines Zugs, ab dem Zug nach dem Kauf.
       *[once_per_turn] Jede Tauschhütte hilft bei einer Zahlung pro Zug, ab dem Zug nach dem Kauf; was sie dabei nicht tauscht, verfällt für diesen Zug.
    } Mit einer Hütte kannst du ein Dorf gründen.
topic-hawaii-exchange-hut-also = tauschen, tausch, mischen, hütte
topic-hawaii-long-hut-text = Mit einer Hütte kannst du ein Dorf gründen.
topic-hawaii-long-hut-also = langhaus, hütte
topic-hawaii-fruit-tiles = Fruchtplättchen
draw-chieftain = dein Häuptling
topic-hawaii-fruit-tile = Fruchtplättchen
topic-hawaii-fruit-tiles-text = Brotfrucht, Taro, Kokosnuss und Banane sind vier Arten, deshalb passen alle vier in ein Dorf. Bewässerungen und LAKA zählen sie am Ende.
topic-hawaii-fruit-tiles-also = brotfrucht, taro, kokosnuss, banane, frucht, früchte, obst
topic-hawaii-irrigation-text = Nur Fruchtplättchen im selben Dorf zählen. Die Ware von Seite II ist eine Muschel, ein Fuß oder eine Frucht.
topic-hawaii-irrigation-also = wasser, bewässerungsanlage, frucht
topic-hawaii-surfer-text = Er zählt am Ende jeder Runde, auch der laufenden. Mehrere zählen zusammen. KANALOA zählt Surfer.
topic-hawaii-surfer-also = surfen, volk, zahl
topic-hawaii-hula-text = Sie selbst und die Starthütte zählen mit.
topic-hawaii-hula-also = hula, tänzerin, tanz, tanzen
topic-hawaii-boat-text = Alle haben am Anfang ein Fischerboot mit Platz für { $fishing ->
    [one] 1 Fuß
   *[other] { $fishing } Füße
}. Ein Boot läuft einmal pro Runde aus, voll oder nicht. Ein Boot II läuft nur aus, wenn du selbst etwas hineinlädst. Sein aufgedruckter Fuß zählt, als hättest du ihn bezahlt. KANALOA zählt Boote.
topic-hawaii-boat-also = boote, fischerboot, auslaufen, laden, beladen
topic-hawaii-kahuna-text = Der erste steht neben dem ersten Dorf, der zweite neben dem zweiten und so weiter: Von oben nach unten sind sie { $kahunas } Punkte wert. Manche Felder zeigen Muscheln, die du sofort bekommst. Ein Kahuna darf kommen, bevor sein Dorf gegründet ist.
topic-hawaii-kahuna-also = kahunas, experte, priester
topic-hawaii-tiki-text = Du hast Platz für { $tikis ->
        [seven] sieben
       *[six] sechs
    }. Sie stehen über den Spalten { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, von rechts nach links. Manche Felder zeigen Füße, die du sofort bekommst.
topic-hawaii-tiki-also = tikis, spalte, reichen
topic-hawaii-ku-text = KU hilft ab dem Zug nach dem Kauf.
topic-hawaii-ku-also = gott, götter, speere, gekreuzte speere, ⚔
topic-hawaii-kane-text = Du darfst { $kane } beliebige Waren geben, auch gemischt, aber nur direkt nach dem Kauf. Es muss noch ein Tiki da sein, und du musst Platz für ihn haben.
topic-hawaii-kane-also = gott, götter, tiki
topic-hawaii-pele-text = Das gilt, egal wie weit der Weg ist. Ein einzelner Schritt kostet weiterhin 1 Fuß.
topic-hawaii-pele-also = gott, götter, göttin, weg, gehen, ziehen
topic-hawaii-lono-text = Ob du dabei die höchste Summe hast, ist egal.
topic-hawaii-lono-also = gott, götter, volk
topic-hawaii-laka-text = LAKA muss in einem Dorf liegen, das zählt, und die Fruchtplättchen auch. Ein Fruchtplättchen mit Seite II zeigt zwei Früchte.
topic-hawaii-laka-also = gott, götter, göttin, frucht, früchte
topic-hawaii-kanaloa-text = KANALOA muss in einem Dorf liegen, das zählt. Es zählen alle deine Boote, auch das Fischerboot, und Surfer in Dörfern, die zählen, egal mit welcher Seite.
topic-hawaii-kanaloa-also = gott, götter, boote, surfer

## Haleakala

topic-haleakala-aim = Worum es geht
topic-haleakala-aim-text = Zu zweit legt ihr Zahlenscheiben an die Strände eines Vulkans und schickt ein Boot um ihn herum: Es bringt euch Karten. Mit ihnen baut ihr Statuen, sammelt Fische und Perlen und verschiebt Lava. Es gibt zwei Runden; am Ende jeder Runde bricht der Vulkan aus, und dann wird gewertet. Wer nach der zweiten Wertung die meisten Punkte hat, gewinnt.
topic-haleakala-aim-also = ziel, spielziel, gewinnen, sieg, überblick, start, anfang
topic-haleakala-setup = Aufbau
topic-haleakala-setup-text = Wer beginnt, wird ausgelost. Beide Schamanen stehen bei ihren Hütten an gegenüberliegenden Stränden, und das Boot liegt an Segment { $jetty }. An jedem Segment liegen zwei Karten mit einer Palme; die anderen warten in drei Stapeln, nach Palmen geordnet.
topic-haleakala-setup-also = aufbau, stapel, beginn, zufall, hütten
topic-haleakala-turn = Ein Zug
topic-haleakala-turn-text = In deinem Zug tust du genau eins: eine Zahlenscheibe an einen Strand legen, eine eigene zurücknehmen oder, wenn du keine Zahlenscheibe auf der Hand hast, das Boot ein Segment weiterziehen. { $shuffling ->
        [forty_turns] Hat vierzig Züge lang niemand eine Karte bekommen, darf an diesem Tisch keine Scheibe zurückgenommen werden, bis es wieder eine Karte gibt.
       *[unlimited] {""}
    }
topic-haleakala-turn-also = was kann ich tun, was kann ich machen, möglichkeiten, ziehen
topic-haleakala-discs = Zahlenscheiben
topic-haleakala-discs-text = Du hast die Scheiben 1 bis 5. Legst du eine an einen Strand ohne Boot oder nimmst du eine zurück, darf danach dein Schamane ziehen. An keinem Strand dürfen die beiden Farben jemals die gleiche Summe haben, außer wenn dort gar keine Scheibe liegt. Ein Beispiel: Liegt dort eine 3 der anderen Farbe, darfst du eine 2 dazulegen, aber keine 3, und auch keine 1 zu deiner 2.
topic-haleakala-discs-also = scheibe, scheiben, zahl, legen, zurücknehmen, summe, summen, gleich
topic-haleakala-boat = Das Boot
topic-haleakala-boat-text = Am Anfang liegt das Boot an Segment { $jetty }. Legst du eine Scheibe an den Strand seines Segments, fährt es im Uhrzeigersinn so viele Segmente weiter, wie die Scheibe zeigt; die Scheibe bleibt an diesem Strand liegen. Wo das Boot anhält, werden Karten verteilt.
topic-haleakala-boat-also = boot, fischerboot, fahren, segeln, uhrzeigersinn, segment
topic-haleakala-cards = Wer die Karten bekommt
topic-haleakala-cards-text = Wer dort, wo das Boot anhält, die höhere Summe hat, wählt zuerst eine der beiden Karten; die übrige bekommt die andere Person, wenn sie dort eine Scheibe hat. Niemand darf eine Karte ablehnen. Von zwei gleichen Karten bekommt nur die höhere Summe eine. Alle Zahlenscheiben dort kommen zurück auf die Hand, und neue Karten werden ausgelegt: erst die mit einer Palme, dann die mit zwei, dann die mit drei. Hat dort niemand eine Scheibe, passiert nichts.
topic-haleakala-cards-also = lieferung, karte, karten, wählen, palme, palmen, stapel
topic-haleakala-shaman = Der Schamane
topic-haleakala-shaman-text = Der Schamane beginnt in einer Hütte an einem Strand, und sein erster Weg führt nur auf Grasland. Er zieht bis zu zwei Schritte weit, höchstens einen davon bergauf, über Grasland, Wald und Berg, nie in einen Krater oder auf einen Strand. Wo der andere Schamane steht, darf er nicht anhalten. Wo dein Schamane steht, werden deine Statuen gebaut.
topic-haleakala-shaman-also = schamane, ziehen, gehen, bergauf, schritt, schritte
topic-haleakala-lava = Lava
topic-haleakala-lava-text = { $lava ->
        [invoked] An diesem Tisch kommt Lava nur durch Beschwörungsscheiben (siehe „Die taktische Variante“).
       *[drawn] Wird beim Auslegen neuer Karten eine Lavakarte gezogen, kommt ein Lavachip in den Krater des Segments, an dem das Boot liegt, und eine andere Karte wird gezogen.
    } Vor jeder Wertung bricht der Vulkan aus: Ein Lavachip in einem Krater zerstört die Statue auf dem Berg darunter, zwei auch die im Wald, drei auch die auf dem Grasland; ein vierter bewirkt nichts. Schamanen passiert nie etwas. Danach ist alle Lava weg, und eine zerstörte Statue kann wieder gebaut werden. Es gibt { $discs } Lavachips.
topic-haleakala-lava-also = krater, ausbruch, ausbrechen, vulkan, zerstört, lavakarte, lavachip
topic-haleakala-shells = Aus der Auslage kaufen
topic-haleakala-shells-text = Bekommst du eine Muschel, darfst du eine Karte aus der Auslage kaufen. Sie kostet eine oder zwei Muscheln; auch aufgehobene darfst du dafür ausgeben. { $lava ->
        [invoked] An diesem Tisch entfällt der Kauf vor den Wertungen.
       *[drawn] Vor jeder Wertung dürfen beide noch eine Karte kaufen; den Anfang macht, wer die Wertung ausgelöst hat.
    } Wertungskarten zählen in der nächsten Wertung und kommen nach der ersten zurück in die Auslage. Die Lavapriesterin dort kann einmal pro Runde gekauft werden.
topic-haleakala-shells-also = kaufen, kauf, auslage, muschel, wertungskarte, wertungskarten
topic-haleakala-scoring = Wertung
topic-haleakala-scoring-text = Jede Statue bringt Punkte: auf einem Berg { $mountain }, in einem Wald { $forest }, auf Grasland { $grassland }. Wer mehr Fischkörbe hat, bekommt { $fish }. Perlen und in der zweiten Wertung der Nautilus bringen, was auf ihnen steht, und ebenso die Wertungskarten, die du gekauft hast. In der zweiten Wertung ist jede übrige Muschel { $shell } wert.
topic-haleakala-scoring-also = punkte, statuen, fische, perlen
topic-haleakala-end = Die zwei Runden
topic-haleakala-end-text = Zur ersten Wertung kommt es, wenn die letzte Karte mit zwei Palmen ausgelegt wird; danach geht es mit dem nächsten Zug weiter. Zur zweiten kommt es, wenn in den Stapeln keine Karte mehr ist und das Boot an einem Segment ohne Karten anhält. Bei gleich vielen Punkten gewinnt, wer mehr Statuen auf dem Spielplan hat; ist auch das gleich, gewinnt, wer nicht begonnen hat.
topic-haleakala-end-also = ende, runde, runden, gleichstand, stichentscheid, erste wertung, zweite wertung
topic-haleakala-tactical = Die taktische Variante
topic-haleakala-tactical-text = Lava wird nicht gezogen. Legst du eine Zahlenscheibe neben das Boot, darfst du deine Beschwörungsscheibe dazulegen: Das Boot fährt, und in den Krater des Segments, an dem es anhält, kommt ein Lavachip, wenn noch einer da ist. Du bekommst die Beschwörungsscheibe zurück, wenn das Boot das nächste Mal an dem Strand anhält, an dem sie liegt, oder durch eine Lavapriesterin; einfach zurücknehmen kannst du sie nicht. Der Kauf vor den Wertungen entfällt.
topic-haleakala-tactical-also = beschwörungsscheibe, beschwörung, beschwören, taktisch, variante
topic-haleakala-signs = Zeichen auf dem Bild
topic-haleakala-signs-text = Die Kreise an einem Strand sind Zahlenscheiben in euren beiden Farben; die roten Chips in der Mitte sind Lavachips. Karten liegen neben jedem Segment. Gestrichelte Linien zeigen, was zur Wahl steht, und jeder Buchstabe gehört zu einem Knopf. Ein Pfeil ist ein Weg, ein Ring zeigt, was sich geändert hat, ein Kreuz, was weg ist, und eine Zahl im Kreis sagt, der wievielte Zug es war. Wer mitspielt, hat eine Farbe, eine Form und einen Buchstaben.
topic-haleakala-signs-also = legende, zeichen, symbole, striche, gestrichelt, pfeil, ring, kreuz, buchstaben, farben
topic-haleakala-cost = In der Auslage für { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
}.
topic-haleakala-statue-text = Auf jedem Feld ist Platz für eine Statue, egal von wem; am Strand steht keine. Du hast { $statues } Statuen. Kannst du nicht bauen, verfällt die Karte trotzdem.
topic-haleakala-statue-also = statuen, bauen
topic-haleakala-lava-priestess-text = { $priestess ->
        [may_decline] Sie darf die Lava auch lassen, wo sie ist.
       *[must_act] Sie muss Lava verschieben, wenn es welche gibt.
    } Die Lava wandert in einen der beiden Krater nebenan, nie quer über die Mitte. { $lava ->
        [invoked] Außerdem bringt sie deine Beschwörungsscheibe zurück.
       *[drawn] {""}
    }
topic-haleakala-lava-priestess-also = priesterin, lava
topic-haleakala-shell-text = Muscheln gibst du nur beim Kaufen aus.
topic-haleakala-shell-also = muscheln, kaufen
topic-haleakala-fish = Fischkörbe
topic-haleakala-fish-text = Du behältst sie: Sie zählen in beiden Wertungen. Bei gleich vielen Körben bekommt niemand Punkte für Fische.
topic-haleakala-fish-also = fisch, fische, korb, körbe, fischkorb
topic-haleakala-pearls = Perlen
topic-haleakala-pearls-text = Du behältst sie: Sie zählen in beiden Wertungen.
topic-haleakala-pearls-also = perle, weiße perle, schwarze perle
topic-haleakala-nautilus-text = Er ist eine der Karten mit drei Palmen.
topic-haleakala-nautilus-also = nautilus
topic-haleakala-butterflies-text = Es zählen die Schmetterlinge auf den Karten, die du gesammelt hast.
topic-haleakala-butterflies-also = schmetterling
topic-haleakala-statue-majority-text = Die Landschaften sind Grasland, Wald und Berg. Bei gleich vielen Statuen gibt es keine Punkte.
topic-haleakala-statue-majority-also = mehrheit, mehr statuen, landschaft
topic-haleakala-complete-segment-text = In so einem Segment steht je eine deiner Statuen auf dem Grasland, im Wald und auf dem Berg.
topic-haleakala-complete-segment-also = segment, drei statuen
topic-haleakala-forest-statues-text = Diese Punkte bekommst du zusätzlich zu dem, was die Statue sowieso wert ist.
topic-haleakala-forest-statues-also = wald
topic-haleakala-mountain-statues-text = Diese Punkte bekommst du zusätzlich zu dem, was die Statue sowieso wert ist.
topic-haleakala-mountain-statues-also = berg

## The game in one picture: few words to a line

sum-turn = Ein Zug
sum-round = Eine Runde
sum-points = Punkte
sum-hawaii-walk = Zieh (1 Fuß pro Schritt) und kauf, wo du anhältst
sum-hawaii-sides = Preis zahlen: Seite I. Das Doppelte: Seite II
sum-hawaii-fish = Fischen: je Plättchen 1 Fuß und Platz im Boot
sum-hawaii-islands = Mit Booten zur Insel: Punkte und ein Geschenk
sum-hawaii-leave = Oder passen: ein Feld der nächsten Reihenfolge
sum-hawaii-sum = Preis- und Fischplättchen zusammenzählen
sum-hawaii-people = Wer die Zahl des Volks erreicht, punktet
sum-hawaii-income = Dann gibt es Muscheln und Füße, jedes Mal weniger
sum-hawaii-rounds = { $rounds } Runden, dann die Schlusswertung
sum-hawaii-tiki = Nur Dörfer, die einen Tiki erreichen, zählen
sum-hawaii-kahuna = Kahunas: { $kahunas }
sum-hawaii-hula = Hula: jedes Plättchen im selben Dorf
sum-hawaii-irrigation = Bewässerung: { $irrigated } für 1 bis 4 Fruchtplättchen
sum-hawaii-gods = LAKA: Früchte. KANALOA: Boote und Surfer
sum-haleakala-place = Scheibe an einen Strand, dann darf dein Schamane ziehen
sum-haleakala-boat = Beim Boot: Es fährt so weit, wie die Scheibe zeigt
sum-haleakala-take = Oder Scheibe zurücknehmen und ziehen; liegen alle, Boot um 1 weiter
sum-haleakala-sums = An keinem Strand sind die Summen gleich
sum-haleakala-choose = Hält das Boot, nimmt die höhere Summe zuerst eine Karte
sum-haleakala-build = Gebaut wird, wo dein Schamane steht
sum-haleakala-shell = Mit Muscheln Karten aus der Auslage kaufen
sum-haleakala-lava = Lava zerstört Statuen, vom Berg abwärts
sum-haleakala-rounds = Zwei Runden, nach jeder eine Wertung
sum-haleakala-statues = Berg { $mountain }, Wald { $forest }, Grasland { $grassland }
sum-haleakala-fish = Mehr Fische: { $fish }
sum-haleakala-pearls = Perlen, am Ende auch der Nautilus
sum-haleakala-cards = Wertungskarten: siehe Karte

## The rules in the chat

chat-button-rules = Regeln
chat-button-rules-of-hawaii = Regeln von Hawaii
chat-button-rules-of-haleakala = Regeln von Haleakala
chat-rules-menu = Wie das Spiel abläuft
chat-rules-menu-pieces = Was die Teile bewirken
chat-rules-menu-rulings = Fragen zu den Regeln
chat-rules-menu-rulings-part = Fragen zu den Regeln: { $first } bis { $last }
chat-rules-summary = **{ $game } auf einem Bild.** Such dir unten ein Thema aus, wenn du mehr lesen willst.
chat-rules-topic = **{ $game }: { $topic }**
chat-rules-table = An diesem Tisch wird anders gespielt als in der gedruckten Anleitung:
chat-rules-none = In den Regeln von { $game } gibt es nichts, was „{ $name }“ heißt. Such dir unten ein Thema aus.
chat-rules-back = Auf einem Bild
panel-labelled = { $label }: { $text }
chat-meaning = -# { $tile }: { $does }.
cmd-rules = Die Regeln in Kurzform: das ganze Spiel auf einem Bild, oder ein Thema
cmd-rules-name = regeln
cmd-rules-topic = Was du wissen willst: ein Plättchen, eine Karte, ein Zeichen, ein Wort
cmd-rules-topic-name = thema
cmd-rules-game = Welches Spiel; ohne Angabe das von diesem Tisch
cmd-rules-game-name = spiel
cmd-rules-game-hawaii = Hawaii
cmd-rules-game-haleakala = Haleakala
alt-rules-part = { $part }: { $list }.
alt-rules-topic = Zu sehen: { $list }.

# --- Rulings ---

## Questions about the rules of Hawaii that were decided: what is asked, what we play, and why

ruling-hawaii-the_printed_hut_is_of_no_kind-question = Darf im ersten Dorf trotz der Starthütte jede Art von Hütte liegen?
ruling-hawaii-the_printed_hut_is_of_no_kind-answer = Ja. Die Starthütte bewirkt nichts, aber mit ihr beginnt das Dorf, und sie zählt für seine Länge.
ruling-hawaii-the_printed_hut_is_of_no_kind-because = Im Anhang zählt die Starthütte nur für die Hula-Tänzerin; sonst steht nirgends etwas dazu.
ruling-hawaii-twelve_gods_in_two_stacks-question = Wie viele Götter gibt es, und welche kann man kaufen?
ruling-hawaii-twelve_gods_in_two_stacks-answer = Von jedem zwei, gemischt und auf zwei Stapel zu je sechs verteilt; zu sehen und zu kaufen ist nur, was obenauf liegt.
ruling-hawaii-twelve_gods_in_two_stacks-because = Dass es zwölf sind, ergibt sich aus den 126 Plättchen; laut englischem Text bildet man beim Aufbau aus den Göttern zwei gleiche Stapel.
ruling-hawaii-equal_tops_are_the_buyers_choice-question = Beide Götterstapel zeigen denselben Gott: Von welchem nimmt man ihn?
ruling-hawaii-equal_tops_are_the_buyers_choice-answer = Wer ihn kauft, darf es sich aussuchen. Sind die Stapel gleich hoch, wird nicht gefragt: Dann kommt er vom linken.
ruling-hawaii-equal_tops_are_the_buyers_choice-because = Dazu steht nirgends etwas. Unter dem letzten Plättchen des niedrigeren Stapels kommt nichts zum Vorschein, also ist es nicht egal, welchen man wählt; gleich hohe Stapel kann man nicht unterscheiden.
ruling-hawaii-the_cove_is_stirred-question = Darf man ein Fischplättchen danach aussuchen, woher es kam?
ruling-hawaii-the_cove_is_stirred-answer = Nein. In der Bucht wird gemischt: Man wählt nach den Fischen, die zu sehen sind, und gleiche Plättchen sind austauschbar.
ruling-hawaii-the_cove_is_stirred-because = Unsere Hausregel. Im englischen Text steht nur, dass die Zahlen verdeckt liegen; vorher werden sie offen zusammengezählt, und woher ein Plättchen kam, würde seine Zahl verraten.
ruling-hawaii-a_walk_needs_a_purchase-question = Darf ein Häuptling anhalten, wo man nichts kaufen kann?
ruling-hawaii-a_walk_needs_a_purchase-answer = Nein: Dort müssen ein Preisplättchen und ein Plättchen liegen, das ins Gebiet passt, und nach dem Weg müssen noch genug Waren dafür übrig sein.
ruling-hawaii-a_walk_needs_a_purchase-because = So der englische Text: Wer zu einem Ort zieht, muss dort kaufen und das Gekaufte unterbringen können.
ruling-hawaii-the_beach_is_no_short_cut-question = Darf ein Weg von Ort zu Ort umsonst über den Strand führen?
ruling-hawaii-the_beach_is_no_short_cut-answer = Nein. Aber ein Häuptling darf zum Strand ziehen, nichts tun und in einem späteren Zug wieder landeinwärts ziehen.
ruling-hawaii-the_beach_is_no_short_cut-because = So steht es in einer Anmerkung des tschechischen Textes, die sich auf den Autor beruft.
ruling-hawaii-everybody_waits_only_once-question = Nichts verbietet, ewig am Strand zu warten: Dürfen alle das tun?
ruling-hawaii-everybody_waits_only_once-answer = Nein. Haben alle, die noch in der Runde sind, nacheinander gewartet, muss die nächste Person etwas tun oder passen.
ruling-hawaii-everybody_waits_only_once-because = So stellen wir sicher, dass jede Runde endet. Der englische Text kennt keine solche Grenze: Es geht weiter, bis niemand mehr ziehen kann oder will.
ruling-hawaii-double_needs_room_for_two-question = Darf man für Kahunas oder Tikis doppelt zahlen, wenn nur einer passt oder nur einer da ist?
ruling-hawaii-double_needs_room_for_two-answer = Nein. Nur auf einer Insel bekommt man dann den einen.
ruling-hawaii-double_needs_room_for_two-because = Bei Inseln erlauben alle Texte, nur einen zu nehmen; zu Käufen sagen sie nichts.
ruling-hawaii-kahunas_may_come_before_their_village-question = Darf ein Kahuna vor einem Dorf stehen, das noch nicht gegründet ist?
ruling-hawaii-kahunas_may_come_before_their_village-answer = Ja.
ruling-hawaii-kahunas_may_come_before_their_village-because = So steht es im Anhang des englischen Textes.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-question = Helfen Speerhütte, Tauschhütte und KU schon bei dem Kauf, der sie bringt?
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-answer = Nein.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-because = So steht es im englischen Text für beide Hütten. Zu KU sagt er nichts, aber KU wirkt wie eine Speerhütte.
ruling-hawaii-fish_tokens_show_no_spears-question = Bringen Fischplättchen, deren Rückseite rot ist, Punkte für Speere?
ruling-hawaii-fish_tokens_show_no_spears-answer = Nein: Die Rückseite sieht niemand, bevor die Runde zu Ende ist.
ruling-hawaii-fish_tokens_show_no_spears-because = Dazu steht nirgends etwas.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-question = Welche Tauschhütten werden für eine Zahlung benutzt?
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-answer = Die, die genug Waren tauschen und dabei am wenigsten verschwenden. Was eine Hütte nicht tauscht, verfällt für diesen Zug, außer wenn Hütten an diesem Tisch bei jeder Zahlung helfen.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-because = Laut englischem Text hilft jede einmal pro Zug, ihre Wirkung lässt sich nicht aufteilen, und mehrere zählen zusammen. Dass die Hütten für dich ausgesucht werden, ist unsere eigene Regel.
ruling-hawaii-an_exchanged_unit_fills_a_boat-question = Kann man eine Ware, die eine Tauschhütte zum Fuß macht, in ein Boot laden, und läuft damit ein Boot II aus?
ruling-hawaii-an_exchanged_unit_fills_a_boat-answer = Ja, sie gilt als der Fuß, für den sie steht.
ruling-hawaii-an_exchanged_unit_fills_a_boat-because = Der englische Text verlangt für ein Boot II mindestens eine Frucht oder einen Fuß. Bei uns geht die Hütte vor: Mit ihr zahlt man eine Ware anstelle einer anderen.
ruling-hawaii-a_boat_ii_takes_at_least_one-question = Darf ein Boot II nur mit seinem aufgedruckten Fuß auslaufen?
ruling-hawaii-a_boat_ii_takes_at_least_one-answer = Nein: Für jedes Boot II wird mindestens eine Ware gezahlt.
ruling-hawaii-a_boat_ii_takes_at_least_one-because = So steht es im englischen und im tschechischen Text und in der Online-Fassung; der französische sagt nichts dazu.
ruling-hawaii-a_printed_foot_is_always_used-question = Darf man den aufgedruckten Fuß eines Boots II ungenutzt lassen und einen mehr zahlen?
ruling-hawaii-a_printed_foot_is_always_used-answer = Nein. Der aufgedruckte Fuß eines Boots II, das ausläuft, zählt immer mit, außer wenn die eine Ware, die das Boot mindestens braucht, schon reicht.
ruling-hawaii-a_printed_foot_is_always_used-because = Laut englischem Text zählt er wie ein Fuß aus dem eigenen Vorrat. Ob man ihn ungenutzt lassen darf, steht nirgends.
ruling-hawaii-no_boat_goes_out_in_vain-question = Darf man mehr Boote auslaufen lassen, als man braucht?
ruling-hawaii-no_boat_goes_out_in_vain-answer = Nein, außer wenn das weitere Boot einen Fuß spart. Auf einem Boot, das gebraucht wird, darf Platz frei bleiben.
ruling-hawaii-no_boat_goes_out_in_vain-because = In allen Texten werden die benutzten Boote gedreht; von weiteren Booten steht nirgends etwas.
ruling-hawaii-pele_caps_walks_only-question = Macht PELE auch das Fischen und die Inseln billiger?
ruling-hawaii-pele_caps_walks_only-answer = Nein, nur Wege.
ruling-hawaii-pele_caps_walks_only-because = Im englischen Text heißt es: „für das Ziehen des Häuptlings“.
ruling-hawaii-kane_asks_only_his_buyer-question = Wann kann man KANE Waren geben, und was bringt das?
ruling-hawaii-kane_asks_only_his_buyer-answer = Nur direkt nach dem Kauf: zwei beliebige Waren für einen Tiki, ohne Preisplättchen, wenn Platz ist.
ruling-hawaii-kane_asks_only_his_buyer-because = So steht es im Anhang des englischen Textes.
ruling-hawaii-an_islands_gift_comes_before_the_payment-question = Darf man einen Besuch mit Waren von der Insel selbst bezahlen?
ruling-hawaii-an_islands_gift_comes_before_the_payment-answer = Ja, wenn man den Besuch auch ohne sie hätte bezahlen können: Erst kommen Punkte und Geschenk, dann die Zahlung.
ruling-hawaii-an_islands_gift_comes_before_the_payment-because = Im englischen Text wird zuletzt gezahlt. Dort steht aber auch, dass die Muscheln eines Kahunas nicht helfen, ihn zu bezahlen; auf Inseln wenden wir das nicht an.
ruling-hawaii-a_gift_must_be_taken-question = Darf man ablehnen, was eine Insel gibt?
ruling-hawaii-a_gift_must_be_taken-answer = Nein. Nur wenn für das Geschenk kein Platz oder keins mehr da ist, bleibt es bei den Punkten des Stegs.
ruling-hawaii-a_gift_must_be_taken-because = Laut englischem Text nimmt man, was auf der Insel zu sehen ist.
ruling-hawaii-an_empty_dock_cannot_be_visited-question = Darf man einen Steg nur wegen der Punkte besuchen, wenn seine Insel in dieser Runde schon besucht wurde?
ruling-hawaii-an_empty_dock_cannot_be_visited-answer = Nein. Jede Insel kann nur einmal pro Runde besucht werden, und ihr Steg bleibt danach bis zur nächsten Runde leer.
ruling-hawaii-an_empty_dock_cannot_be_visited-because = Im englischen Text zieht man zu einem Steg, um eine Insel zu besuchen. Von einem Steg ohne Insel steht nirgends etwas.
ruling-hawaii-spaces_are_as_many_as_players-question = Welche Felder der Spielreihenfolge darf man nehmen?
ruling-hawaii-spaces_are_as_many_as_players-answer = Zu zweit die Felder 1 und 2, zu dritt 1 bis 3 und so weiter; Preisplättchen gibt es erst ab Feld 2.
ruling-hawaii-spaces_are_as_many_as_players-because = Unsere Entscheidung. Im englischen Text hat die Leiste fünf Felder, und man nimmt ein beliebiges leeres; Preisplättchen werden aber nur unter die Unterhäuptlinge gelegt.
ruling-hawaii-only_the_pleased_are_ranked-question = Kommt in die Rangfolge, wer die Zahl verfehlt, aber eine höhere Summe hat als jemand, dem Surfer helfen?
ruling-hawaii-only_the_pleased_are_ranked-answer = Nein: In die Rangfolge kommt nur, wer die eigene Zahl erreicht. Ein Tisch kann aber so spielen, dass alle Summen zählen.
ruling-hawaii-only_the_pleased_are_ranked-because = So lesen wir es. Der englische Text nennt die höchste Summe erst, nachdem er gesagt hat, wer Punkte bekommt. Wörtlich genommen wäre eine 16, die 17 verfehlt, vorn, und eine 15, die 13 erreicht, nur Zweite.
ruling-hawaii-surfers_change_the_number_not_the_sum-question = Erhöht ein Surfer die Summe, die für die Rangfolge verglichen wird?
ruling-hawaii-surfers_change_the_number_not_the_sum-answer = Nein, er senkt nur die Zahl, die zu erreichen ist.
ruling-hawaii-surfers_change_the_number_not_the_sum-because = Laut englischem Text senkt er die große Zahl für die Person, der er gehört.
ruling-hawaii-lono_scores_with_the_help_of_surfers-question = Bringt LONO Punkte, wenn die Zahl nur erreicht wird, weil Surfer sie senken?
ruling-hawaii-lono_scores_with_the_help_of_surfers-answer = Ja: Das Volk ist zufrieden, und mehr verlangt LONO nicht.
ruling-hawaii-lono_scores_with_the_help_of_surfers-because = Laut englischem Text muss die Summe die große Zahl erreichen oder übertreffen, und Surfer senken diese Zahl.
ruling-hawaii-irrigations_choose_before_the_next_round-question = Wann wird gewählt, was Bewässerungen mit Seite II bringen?
ruling-hawaii-irrigations_choose_before_the_next_round-answer = Nach dem Ertrag, in der Spielreihenfolge der Runde, die gerade endet, und bevor neue Preisplättchen ausgelegt werden.
ruling-hawaii-irrigations_choose_before_the_next_round-because = Zur Reihenfolge steht nirgends etwas.
ruling-hawaii-goods_never_run_out-question = Was ist, wenn Muscheln, Füße oder Früchte ausgehen?
ruling-hawaii-goods_never_run_out-answer = Sie gehen nicht aus: Das Material dient nur zum Zählen.
ruling-hawaii-goods_never_run_out-because = Dazu steht nirgends etwas; kein Text begrenzt sie.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-question = Wann werden die besuchten Inseln gemischt?
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-answer = Sobald die letzte verdeckte Insel gezogen ist.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-because = Laut englischem Text wird gemischt, wenn im Stapel offene Inseln auftauchen.
ruling-hawaii-boats_always_count_for_kanaloa-question = Was zählt für KANALOA, und wo muss KANALOA liegen?
ruling-hawaii-boats_always_count_for_kanaloa-answer = Alle Boote, auch das Fischerboot, und Surfer in Dörfern, die gewertet werden; KANALOA selbst muss in so einem Dorf liegen.
ruling-hawaii-boats_always_count_for_kanaloa-because = Der französische Text sagt es klar; das englische Beispiel passt dazu.
ruling-hawaii-laka_counts_fruits_in_scored_villages-question = Welche Früchte zählen für LAKA?
ruling-hawaii-laka_counts_fruits_in_scored_villages-answer = Die auf Fruchtplättchen in Dörfern, die gewertet werden; ein Plättchen mit Seite II zeigt zwei.
ruling-hawaii-laka_counts_fruits_in_scored_villages-because = Der französische Text sagt es klar; im englischen kommen die anderen Dörfer vorher weg.
ruling-hawaii-laka_stands_in_a_scored_village-question = Muss LAKA in einem Dorf liegen, das gewertet wird?
ruling-hawaii-laka_stands_in_a_scored_village-answer = Ja. In einem zu kurzen Dorf bringt LAKA nichts, wo auch immer die Früchte liegen.
ruling-hawaii-laka_stands_in_a_scored_village-because = Der französische Text sagt es von LAKA und KANALOA; im englischen kommt so ein Dorf vor der Wertung weg.
ruling-hawaii-a_village_may_outgrow_its_board-question = Wie lang darf ein Dorf werden?
ruling-hawaii-a_village_may_outgrow_its_board-answer = Bis zu dreizehn Plättchen, von jeder Art eins; im ersten Dorf kommt die Starthütte dazu.
ruling-hawaii-a_village_may_outgrow_its_board-because = Im englischen Beispiel hat ein Dorf die Länge acht; kein Text nennt eine Grenze.
ruling-hawaii-every_payment_is_asked_for-question = Wird ungefragt bezahlt, wenn es nur eine Möglichkeit gibt?
ruling-hawaii-every_payment_is_asked_for-answer = Nein: Sonst wüssten die anderen, dass es nur die eine gibt. Deshalb wird nach Zahlungen, Booten und KANE immer gefragt.
ruling-hawaii-every_payment_is_asked_for-because = Unsere Regel: Was hinter einem Sichtschirm liegt, darf der Ablauf eines Zugs nicht verraten.
ruling-hawaii-payments_are_made_in_the_open-question = Was sehen die anderen von Waren hinter einem Sichtschirm?
ruling-hawaii-payments_are_made_in_the_open-answer = Wie am echten Tisch sehen sie, was dazukommt und was gezahlt wird, aber nicht, was dahinter liegt.
ruling-hawaii-payments_are_made_in_the_open-because = Laut englischem Text legt man Waren hinter den Sichtschirm und zahlt in den Vorrat. Wer zusehen darf, sagt er nicht.

## Questions about the rules of Haleakala that were decided: what is asked, what we play, and why

ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question = Im Text zieht das Boot über Strandfelder, der Plan hat aber Bootsfelder im Wasser: Wo liegt es?
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-answer = Es liegt im Wasser neben dem Strand seines Segments und fährt von Segment zu Segment.
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-because = Laut Materialliste hat jedes Segment ein Bootsfeld im Wasser; beim Aufbau wird das Boot aber an den Strand mit dem Steg gestellt. Für das Spiel macht das keinen Unterschied.
ruling-haleakala-beside_the_boat_is_its_own_segment-question = Welcher Strand liegt neben dem Boot?
ruling-haleakala-beside_the_boat_is_its_own_segment-answer = Der seines Segments, kein anderer.
ruling-haleakala-beside_the_boat_is_its_own_segment-because = Die taktische Variante spricht von dem Strand, vor dem das Boot liegt; mehrere Besprechungen sagen dasselbe.
ruling-haleakala-a_disc_beside_the_boat_moves_it-question = In einem Beispiel bewegt eine 2 das Boot, und das heißt dort Aktion 1a: Stimmt das?
ruling-haleakala-a_disc_beside_the_boat_moves_it-answer = Nein, es ist Aktion 1b: So steht es in der Tabelle und im Text.
ruling-haleakala-a_disc_beside_the_boat_moves_it-because = Wir halten das Beispiel für einen Druckfehler.
ruling-haleakala-sums_differ_on_each_beach-question = Müssen die Summen an jedem Strand verschieden sein oder insgesamt?
ruling-haleakala-sums_differ_on_each_beach-answer = An jedem Strand. Hat an einem Strand niemand eine Scheibe, gilt das nicht als gleiche Summe.
ruling-haleakala-sums_differ_on_each_beach-because = Im Beispiel werden die Summen an einem einzelnen Strand verglichen.
ruling-haleakala-taking_back_may_not_make_sums_equal-question = Dürfen die Summen an einem Strand gleich werden, weil eine Scheibe zurückgenommen wird?
ruling-haleakala-taking_back_may_not_make_sums_equal-answer = Nein, außer wenn dort gar keine Scheibe mehr liegt.
ruling-haleakala-taking_back_may_not_make_sums_equal-because = Die Überschrift nennt das Legen und das Zurücknehmen, und im Text heißt es: „zu jeder Zeit“.
ruling-haleakala-one_of_two_steps_may_go_up-question = Bergauf zieht ein Schamane höchstens ein Feld, sonst zwei: Darf er nach einem Schritt bergauf noch einen anderen machen?
ruling-haleakala-one_of_two_steps_may_go_up-answer = Ja: zwei Schritte, davon höchstens einer bergauf, in beliebiger Reihenfolge.
ruling-haleakala-one_of_two_steps_may_go_up-because = Text und Besprechungen sind sich einig.
ruling-haleakala-the_first_walk_ends_on_grassland-question = Auf welches Grasland kann ein Schamane von der Hütte aus ziehen?
ruling-haleakala-the_first_walk_ends_on_grassland-answer = Auf das Grasland seines Segments oder mit dem zweiten Schritt auf eins der beiden daneben; er darf auch stehen bleiben.
ruling-haleakala-the_first_walk_ends_on_grassland-because = Laut Text darf er im ersten Zug nur auf das Grasland und zieht höchstens zwei Felder weit.
ruling-haleakala-action_cards_must_be_carried_out-question = Aktionskarten muss man ausführen, doch die Priesterin „kann“ Lava verschieben: Muss sie?
ruling-haleakala-action_cards_must_be_carried_out-answer = Ja, wenn ein Lavachip da ist; ein Tisch kann aber so spielen, dass sie nicht muss.
ruling-haleakala-action_cards_must_be_carried_out-because = Die allgemeine Regel nennt beide Aktionskarten, die Statue und die Lavapriesterin.
ruling-haleakala-identical_cards_show_the_same_face-question = Wann sind zwei Karten gleich?
ruling-haleakala-identical_cards_show_the_same_face-answer = Wenn sie dasselbe zeigen. Zeigen zwei Karten verschieden viele Fische, sind sie nicht gleich.
ruling-haleakala-identical_cards_show_the_same_face-because = Das besagt schon das Wort „gleich“.
ruling-haleakala-one_card_goes_to_the_higher_sum-question = Wer bekommt die einzige Karte eines Segments?
ruling-haleakala-one_card_goes_to_the_higher_sum-answer = Wer die höhere Summe hat; die andere Person bekommt nichts, und beide nehmen ihre Scheiben zurück.
ruling-haleakala-one_card_goes_to_the_higher_sum-because = Dazu steht nirgends etwas; aber auch von zwei Karten wählt die höhere Summe zuerst.
ruling-haleakala-an_empty_beach_does_nothing-question = Das Boot hält, wo niemand eine Zahlenscheibe hat: Wer bekommt die Karten?
ruling-haleakala-an_empty_beach_does_nothing-answer = Niemand. Die Karten bleiben, nachgelegt wird nichts, und der Zug ist zu Ende.
ruling-haleakala-an_empty_beach_does_nothing-because = So steht es im Text: Niemand bekommt eine Karte, und beide Karten bleiben im Segment. Der Rest folgt daraus.
ruling-haleakala-one_purchase_for_each_shell-question = Darf man mehrere Karten kaufen, wenn man eine Muschel bekommt?
ruling-haleakala-one_purchase_for_each_shell-answer = Nur eine.
ruling-haleakala-one_purchase_for_each_shell-because = Laut Text darf man dann „eine Wertungskarte oder die Lavapriesterin“ kaufen.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-question = Vor einer Wertung können beide eine Karte aus der Auslage kaufen: auch die Priesterin?
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-answer = Ja, und sie wirkt noch vor dem Ausbruch.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-because = Im Text steht einmal „Wertungskarte“ und einmal „Karte vom Wertungsplan“.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-question = Die letzte Karte mit zwei Palmen löst die erste Wertung aus: Was ist, wenn sie eine Lavakarte ist?
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-answer = Ihr Lavachip kommt in den Krater, und die Wertung folgt sofort; der leere Kartenplatz wird danach gefüllt.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-because = Dazu steht nirgends etwas; mit dem Stapel endet die Runde.
ruling-haleakala-the_lava_supply_is_four_discs-question = Was ist, wenn ein Lavachip kommen soll und keiner mehr da ist?
ruling-haleakala-the_lava_supply_is_four_discs-answer = Dann kommt keiner. Weil in keinem Stapel mehr als vier Lavakarten sind, passiert das nur mit Beschwörungsscheiben.
ruling-haleakala-the_lava_supply_is_four_discs-because = So steht es in der taktischen Variante; das Grundspiel sagt nichts dazu.
ruling-haleakala-lava_destroys_statues_under_shamans-question = Rettet ein Schamane die Statue auf seinem Feld?
ruling-haleakala-lava_destroys_statues_under_shamans-answer = Nein: Dem Schamanen passiert nichts, aber die Statue wird zerstört.
ruling-haleakala-lava_destroys_statues_under_shamans-because = Der Text nimmt nur den Schamanen aus.
ruling-haleakala-no_majority_no_points-question = Wer hat in einer Landschaft die Mehrheit, wenn beide gleich viele Statuen haben?
ruling-haleakala-no_majority_no_points-answer = Niemand.
ruling-haleakala-no_majority_no_points-because = Dazu steht nirgends etwas; bei den Fischkörben ist es ebenso.
ruling-haleakala-the_scoring_track_is_walked_again-question = Die Punkteleiste beginnt und endet auf demselben Feld, 0/50: Was ist mit mehr als 50 Punkten?
ruling-haleakala-the_scoring_track_is_walked_again-answer = Sie werden weitergezählt, auf der Leiste noch einmal von vorn.
ruling-haleakala-the_scoring_track_is_walked_again-because = Dazu steht nirgends etwas; das Feld hat beide Zahlen.
ruling-haleakala-play_goes_on_after_the_first_scoring-question = Wer beginnt die zweite Runde, und was kommt zurück?
ruling-haleakala-play_goes_on_after_the_first_scoring-answer = Es geht mit dem nächsten Zug weiter. Scheiben, Boot, Schamanen, Statuen, Karten und Muscheln bleiben.
ruling-haleakala-play_goes_on_after_the_first_scoring-because = Dazu steht nirgends etwas; die Übersicht zum Aufbau der zweiten Runde nennt nur Lava, Wertungskarten und Priesterin.
ruling-haleakala-the_last_segment_is_not_delivered-question = Am Ende kommt das Boot zu einem Segment ohne Karten: Was ist mit den Scheiben dort?
ruling-haleakala-the_last_segment_is_not_delivered-answer = Nichts: Die zweite Wertung folgt sofort. An einem Segment mit einer Karte wird noch verteilt.
ruling-haleakala-the_last_segment_is_not_delivered-because = Im Text heißt es: „wird zu einem Segment ohne Karten gezogen“.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-question = Jemand legt die Beschwörungsscheibe, und das Boot beendet die Partie an einem Segment ohne Karten: Kommt noch ein Lavachip?
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-answer = Ja. Erst kommt der Lavachip, dann beginnt die zweite Wertung, und der Lavachip zählt beim Ausbruch mit.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-because = Im Text kommt er, noch bevor die Summen verglichen werden. Zum letzten Segment steht nirgends etwas.
ruling-haleakala-cards_are_never_shuffled_again-question = Kommen abgelegte Karten wieder ins Spiel?
ruling-haleakala-cards_are_never_shuffled_again-answer = Nein.
ruling-haleakala-cards_are_never_shuffled_again-because = Dazu steht nirgends etwas.
ruling-haleakala-no_ninth_statue-question = Was ist, wenn alle Statuen einer Farbe stehen?
ruling-haleakala-no_ninth_statue-answer = Dann lässt sich die Karte nicht ausführen.
ruling-haleakala-no_ninth_statue-because = In der Schachtel sind acht Statuen je Farbe; zerstörte darf man wieder verwenden.
ruling-haleakala-discs_may_be_shuffled_for_ever-question = Nichts verbietet, ewig Scheiben zu legen und zurückzunehmen: Darf man das?
ruling-haleakala-discs_may_be_shuffled_for_ever-answer = Ja, außer wenn der Tisch mit der Hausregel spielt, die das nach vierzig Zügen ohne Karte beendet.
ruling-haleakala-discs_may_be_shuffled_for_ever-because = Dazu steht nirgends etwas; die Hausregel ist von uns.
ruling-haleakala-clockwise_is_seen_from_above-question = Wie herum geht der Uhrzeigersinn?
ruling-haleakala-clockwise_is_seen_from_above-answer = Von oben gesehen: von Segment 1 zu 2 und von 6 zu 1.
ruling-haleakala-clockwise_is_seen_from_above-because = Das besagt schon das Wort „Uhrzeigersinn“.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-question = Darf man eine Beschwörungsscheibe legen, wenn alle Lavachips im Spiel sind?
ruling-haleakala-an_invocation_without_lava_left_is_lawful-answer = Ja, ohne Wirkung.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-because = Im Text steht nur, dass keine Lava mehr dazukommen kann, aber nicht, dass man die Scheibe nicht legen darf.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-question = Kommt die Beschwörungsscheibe auch zurück, wenn es für die Priesterin keine Lava gibt oder wenn die Priesterin gekauft wurde?
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-answer = Ja, in beiden Fällen.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-because = Der Anhang sagt es von beiden Priesterinnen; zu einer Priesterin ohne Lava sagt er nichts.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-question = Wann bringt eine Priesterin die Beschwörungsscheibe zurück?
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-answer = Nach ihrer Aktion, wenn die Lava verschoben ist oder bleibt, wo sie ist.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-because = Im Anhang heißt es: „nach der Aktion der Lavapriesterin“.

## At the terminal

rules-none = In den Regeln von { $game } gibt es nichts, was „{ $name }“ heißt.
ruling-question = Frage: { $question }
ruling-answer = So spielen wir: { $answer }
ruling-because = Grund: { $because }
ruling-basis-text = Grundlage: Es steht im Text.
ruling-basis-silent = Grundlage: Die Texte sagen nichts dazu.
ruling-basis-ours = Grundlage: Es ist unsere eigene Entscheidung.

# --- First games ---

cmd-learn = Spielend lernen: eine erste Partie gegen den Computer, nur für dich
cmd-learn-name = lernen
cmd-learn-game = Welches Spiel
cmd-learn-game-name = spiel
cmd-learn-game-hawaii = Hawaii
cmd-learn-game-haleakala = Haleakala
learn-button = Spielend lernen
learn-game-hawaii = Hawaii lernen
learn-game-haleakala = Haleakala lernen
learn-show = Zeig es mir
learn-give-up = Diese Partie aufgeben
learn-on = Weiter
chat-direct-messages = Direktnachrichten mit mir
learn-place = Kulas Lektion
learn-second-part = Weiter zu Teil 2
lesson-hawaii-first = **Willkommen bei { $game }.** Du spielst gegen Kula, den Computer. Diese Partie siehst nur du, und `/{ cmd-learn-name }` bringt dich hierher zurück.
lesson-hawaii-second = **{ $game }, Teil 2.** Der Computer hat vier Runden für dich gespielt. Das hier ist die letzte.
lesson-haleakala-first = **Willkommen bei { $game }.** Du spielst gegen Kula, den Computer. Diese Partie siehst nur du, und `/{ cmd-learn-name }` bringt dich hierher zurück.
lesson-haleakala-second = **{ $game }, Teil 2.** Der Computer hat fast die ganze erste Runde für dich gespielt. An ihrem Ende bricht der Vulkan aus: Dann bringen Statuen, Fische, Perlen und Wertungskarten Punkte.
learn-goes-on = Deine Partie { $game } geht weiter, wo du aufgehört hast.
learn-step = **{ $part ->
    [first] Teil 1
   *[second] Teil 2
}, Schritt { $n } von { $of }.**
learn-part = **{ $part ->
    [first] Teil 1
   *[second] Teil 2
}.**
learn-try = **Versuch es damit:** { $turn }.
lesson-hawaii-village = Du bist ein Häuptling am Strand. Zieh zu einem Ort, 1 Fuß pro Schritt, und kauf dort ein Plättchen: Du nimmst eins der Preisplättchen und zahlst so viele Muscheln, wie darauf steht. Plättchen kommen in deine Dörfer, die fünf Reihen deines Gebiets. Mit einer Hütte kannst du ein Dorf gründen. Muschel- und Fußhütten bringen außerdem nach jeder Runde Waren: Früh gekauft, zahlen sie sich aus.
lesson-hawaii-sides = Für das Doppelte der Zahl auf dem Preisplättchen bekommst du ein Plättchen mit der besseren Seite II. Das ist teuer, bringt aber oft doppelt so viel und spart dir einen zweiten Weg.
lesson-hawaii-fish = Fischplättchen kosten keine Muscheln: Jedes kostet 1 Fuß und einen Platz in deinem Boot. Die Zahl auf der Rückseite siehst du nicht; am Ende der Runde zählt sie für das, was das Volk will.
lesson-hawaii-people = Am Ende der Runde zählst du die Zahlen der Preis- und Fischplättchen zusammen, die du genommen hast. Erreicht die Summe, was das Volk will, bekommst du Punkte, und die höchste Summe bekommt am meisten. Auch ein teures Preisplättchen ist also zu etwas gut.
lesson-hawaii-order = Hast du ausgegeben, was du ausgeben willst, dann passe: Du nimmst ein Feld der Spielreihenfolge und das Preisplättchen darunter, wenn dort eines liegt. Waren, die du behältst, hast du in der nächsten Runde noch.
lesson-hawaii-first-end = **Das war eine von fünf Runden.** Das Volk hat seine Punkte vergeben, Muscheln und Füße kamen dazu, und eine neue Runde beginnt. Teil 2 zeigt dir die letzte Runde: Boote, Inseln, Tikis und was Dörfer bringen. Oder spiel hier weiter wie in jeder anderen Partie: „{ chat-button-hint }“ hilft dir bei jedem Zug.
lesson-hawaii-boat = Für Fische und Inseln brauchst du Boote. Jedes hat Platz für ein paar Füße und läuft einmal pro Runde aus. Du kaufst ein Boot wie jedes andere Plättchen, aber es liegt neben deinen Dörfern und macht keins länger.
lesson-hawaii-island = Jetzt erreichen deine Boote eine Insel. Du zahlst so viele Füße, wie der Steg verlangt. Dafür bekommst du sofort die Punkte des Stegs und dazu, was die Insel zeigt. Du nimmst kein Preisplättchen, also zählt ein Besuch nicht für das, was das Volk will.
lesson-hawaii-tiki = Am Ende zählen nur Dörfer, die bis zu deinem Tiki ganz links reichen. Jeder neue Tiki steht weiter links. Mit mehr Tikis zählen also auch kürzere Dörfer.
lesson-hawaii-kahuna = Ein Kahuna steht am Anfang eines Dorfs und bringt Punkte, wenn das Dorf zählt. Dein erster kommt zum ersten Dorf, der nächste zum zweiten und so weiter.
lesson-hawaii-irrigation = Eine Bewässerung bringt Punkte für die Fruchtplättchen ihres Dorfs, eine Hula-Tänzerin für alle Plättchen dort. Mit Surfern will das Volk weniger von dir. In keinem Dorf dürfen zwei Plättchen derselben Art liegen.
lesson-hawaii-end = Kannst du keine Punkte mehr holen, dann passe. Das Volk vergibt ein letztes Mal Punkte, dann werden deine Dörfer gewertet.
lesson-hawaii-second-end = **Das war eine ganze Partie.** Dörfer, die bis zu einem Tiki reichen, haben für Kahunas, Bewässerungen, Hula-Tänzerinnen, Langhütten und Götter Punkte gebracht. „{ chat-button-rules }“ sagt, was jedes Plättchen kann. Jetzt weißt du alles, was du brauchst: Auf einem Server bietet dir `/{ cmd-help-name }` eine Partie gegen zwei Computer an und `/{ cmd-table-name } { cmd-table-open-name }` eine mit anderen.
lesson-haleakala-disc = Du willst Karten, und die bringt das Boot. Leg eine Zahlenscheibe an einen Strand, an dem es bald anhält: Dort wählt die höhere Summe zuerst. Liegt das Boot woanders, darf danach dein Schamane bis zu zwei Schritte ziehen. Wo er steht, werden deine Statuen gebaut.
lesson-haleakala-sums = Leg noch eine Scheibe dazu, hier oder an einen anderen Strand. An keinem Strand dürft ihr beide jemals die gleiche Summe haben.
lesson-haleakala-delivery = Eine Scheibe neben dem Boot schickt es so viele Segmente weiter, wie sie zeigt. Lass es anhalten, wo du die höhere Summe hast: Dann wählst du zuerst eine Karte, und alle Scheiben dort kommen zurück.
lesson-haleakala-first-end = **So kommst du an Karten.** Das wiederholt sich das ganze Spiel über. Teil 2 zeigt dir Statuen, Lava, die Auslage und was Punkte bringt. Oder spiel hier weiter wie in jeder anderen Partie: „{ chat-button-hint }“ hilft dir bei jedem Zug.
lesson-haleakala-priestess = In einem Krater ist Lava. Bricht der Vulkan aus, trifft der erste Lavachip dort den Berg darunter, der zweite den Wald, der dritte das Grasland; eine getroffene Statue wird zerstört. Mit einer Lavapriesterin verschiebst du einen Lavachip in einen Krater nebenan.
lesson-haleakala-statue = Mit einer Statuenkarte baust du eine Statue, wo dein Schamane steht. Weiter oben ist sie mehr wert, aber die Lava kommt von oben.
lesson-haleakala-shell = Mit einer Muschel kannst du eine Karte aus der Auslage kaufen. Wertungskarten bringen Punkte für Schmetterlinge, für Statuen im Wald oder auf Bergen, für ein volles Segment oder für die meisten Statuen.
lesson-haleakala-eruption = Die Runde endet, wenn die letzte Karte mit zwei Palmen ausgelegt wird. Sammle bis dahin, was du kannst.
lesson-haleakala-second-end = **Der Vulkan ist ausgebrochen, und ihr habt beide gepunktet.** Es folgt eine zweite Runde und danach noch einmal dasselbe: Dann zählen auch der Nautilus und deine Muscheln. Spiel hier weiter wie in jeder anderen Partie. Jetzt weißt du alles, was du brauchst, um mit anderen zu spielen.
first-turn-hawaii-1 = -# Drück auf einen Buchstaben, um zu sehen, was du dort tun kannst. „{ chat-button-signs }“ erklärt den Spielplan.
first-turn-hawaii-2 = -# Kauf woanders, fisch oder besuch eine Insel. Der doppelte Preis bringt Seite II.
first-turn-hawaii-3 = -# Genug ausgegeben? Dann passe: Am Ende der Runde zählen deine Preis- und Fischplättchen.
first-turn-haleakala-1 = -# Dein erster Zug: Leg eine Zahlenscheibe an einen Strand, an dem das Boot bald anhält. Die höhere Summe dort wählt zuerst eine Karte.
first-turn-haleakala-2 = -# Eine Scheibe neben dem Boot schickt es so viele Segmente weiter, wie sie zeigt. Legst du sie an einen anderen Strand, darf dein Schamane ziehen.
first-turn-haleakala-3 = -# Statuen werden gebaut, wo dein Schamane steht: Weiter oben sind sie mehr wert, doch von oben kommt die Lava.

# --- The page of the porch ---

page-skip = Zum Eingabefeld springen
page-title = { $count ->
    [0] { $channel }
   *[other] ({ $count }) { $channel }
} · Die Veranda
page-channels = Kanäle
page-direct = Nur ihr beide
page-threads-of = Threads von { $channel }
page-archived = { $count ->
    [one] 1 geschlossener Thread
   *[other] { $count } geschlossene Threads
}
page-closed = geschlossen
page-drawer = Kanäle
page-unread = { $count } ungelesen
page-calls = { $count } ungelesen, du wirst erwähnt
page-messages = Nachrichten
page-composer = Nachricht schreiben
page-say = Nachricht an { $channel }, oder / für Befehle
page-say-locked = Dieser Thread ist gesperrt
page-say-help = Tippe einen Schrägstrich, um die Befehle zu sehen. Mit den Pfeiltasten wählst du aus, Tab oder Enter übernimmt, Esc schließt die Liste.
page-send = Senden
page-suggestions = Vorschläge
page-no-such-command = Diesen Befehl gibt es nicht. Mit Esc siehst du alle.
page-no-commands = Noch hat kein Bot Befehle angemeldet.
page-no-such-option = Diese Option hat der Befehl nicht.
page-asking = { $bot } wird gefragt …
page-no-choices = Hier gibt es nichts vorzuschlagen. Du kannst selbst etwas eintippen.
page-choices-failed = { $bot } antwortet nicht. Du kannst senden, was du getippt hast.
page-the-bot = der Bot
page-required = erforderlich
page-optional = optional
page-add-option = { $name } hinzufügen
page-leave-command = Diesen Befehl verwerfen
page-needed = { $name } fehlt noch.
page-ready-to-send = Zum Senden Enter drücken
page-yes = Ja
page-no = Nein
page-beginning = Hier beginnt { $channel }.
page-empty-hint = Hier hat noch niemand etwas geschrieben. Tippe unten /, um zu sehen, was { $bot } für dich tun kann.
page-empty-button = Zeig es mir
page-no-bot = Der Bot ist noch nicht da. Er kommt gleich.
page-earlier = Frühere Nachrichten zeigen
page-fresh = { $count ->
    [0] Zu den neuesten ↓
    [one] 1 neue Nachricht ↓
   *[other] { $count } neue Nachrichten ↓
}
page-fresh-line = neu
page-bot = Bot
page-used = { $name } hat eingegeben:
page-used-by-you = Du hast eingegeben:
page-used-by-somebody = Jemand hat eingegeben:
page-edited = bearbeitet
page-only-you = Nur du kannst das sehen
page-dismiss = Ausblenden
page-thinking = { $name } überlegt …
page-thread-here = Thread: { $name }
page-picture = Bild
page-no-description = Bild ohne Beschreibung
page-previous = Voriges Bild
page-next = Nächstes Bild
page-close = Schließen
page-activity = Aktivität: { $bot }
page-leave-activity = Aktivität verlassen
page-whole-picture = Ganzes Bild
page-larger = Größer
page-actual-size = Volle Größe
page-picture-of = { $number } von { $count }
page-missing = Dieses Bild gibt es nicht mehr.
page-new-tab = öffnet einen neuen Tab
page-choose-one = Auswählen
page-choose-just = Wähle { $least }
page-choose-some = Wähle { $least } bis { $most }
page-done = Fertig
page-failed = { $bot } hat nicht geantwortet. Bitte versuch es noch einmal.
page-no-porch = Die Veranda antwortet nicht. Ist sie noch offen?
page-lost = Verbindung verloren. Neuer Versuch …
page-back = Wieder verbunden.
page-cancel = Abbrechen
page-submit = Senden
page-letters = { $count } von { $most } Zeichen
page-person-menu = Zu einer anderen Person wechseln
page-sit-as = Dabei sein als
page-add-person = Neue Person …
page-new-person = Neue Person
page-name = Name
page-language = Sprache
page-sit-down = Dazukommen
page-scheme = Dunkle Farben
page-everyone = alle
page-unknown-channel = ein gelöschter Kanal
page-somebody = jemand
page-spoiler = Spoiler: zum Lesen drücken

# --- The command line ---

## Help: what a command does, and what each of its options means. Those that several commands share are called cli-arg-.
# What stands between ` is typed as it is.

terminal-about = Zwei hawaiianische Brettspiele, Zug um Zug.
terminal-after = Ohne Befehl läuft der Bot: auf Discord, wenn `DISCORD_TOKEN` gesetzt ist, sonst auf der Veranda, einem kleinen Discord auf diesem Rechner.
terminal-usage = Aufruf:
terminal-commands = Befehle
terminal-arguments = Argumente
terminal-options = Optionen
terminal-default = [Standard: { $value }]
terminal-settings = Einstellungen, als Umgebungsvariablen oder in einer Datei .env dort, wo das Programm startet
setting-discord-token = Das Token des Bots, aus dem Entwicklerportal von Discord. Ohne Token öffnet `lanai` die Veranda, und `lanai serve` startet nicht.
setting-discord-token-file = Eine Datei, in der das Token steht, etwa ein Secret eines Containers oder von systemd.
setting-lanai-database = Die Datei für alle Tische oder die Adresse eines PostgreSQL-Servers, etwa postgres://lanai:PASSWORD@localhost/lanai. Im Passwort wird / zu %2F, ? zu %3F, # zu %23 und @ zu %40. Ohne diese Angabe nimmt der Bot lanai.db, und die Veranda vergisst ihre Tische, wenn sie schließt.
setting-lanai-database-file = Eine Datei, in der Name oder Adresse der Datenbank steht, damit das Passwort nicht offen liegt.
setting-lanai-porch = Die Adresse der Veranda. Nur dieser Rechner erreicht sie.
setting-lanai-log = Wie viel im Log steht: error, warn, info, debug oder trace. Tokens, Nachrichten und Verborgenes stehen nie darin.
setting-lanai-log-format = Das Format des Logs: text für Menschen oder json für Programme, ein Objekt je Zeile.
setting-lanai-metrics = Die Adresse für Messwerte (/metrics, für Prometheus) und Zustand (/health), etwa 127.0.0.1:9095. Ein Passwort gibt es nicht: Jeder Rechner, der die Adresse erreicht, kann mitlesen.
setting-lanai-web = Die Adresse, unter der das Spielbrett für Browser bereitsteht, etwa 127.0.0.1:8061. Die Veranda hat von sich aus eine, auf dem Port nach ihrem eigenen.
setting-discord-client-secret = Das Client-Secret der Anwendung, aus Discords Entwicklerportal. Sind dort auch Aktivitäten eingeschaltet, öffnet sich damit das Spielbrett in Discord.
setting-discord-client-secret-file = Eine Datei, die das Client-Secret enthält.
setting-lanai-web-url = Die öffentliche Adresse des Spielbretts, etwa https://brett.example.org, hinter einem Proxy, der https spricht. Wer mitspielt, bekommt Links dorthin.
setting-lanai-posts-per-second = Wie viele Nachrichten der Bot höchstens pro Sekunde schickt, Antworten nicht mitgezählt. Discord erlaubt fünfzig Anfragen.
setting-lanai-presses = Wie viele Knöpfe und Befehle jemand in zehn Sekunden benutzen darf. Wer mehr benutzt, erfährt, wann es weitergeht.
setting-lanai-pictures-within = Wie viele Millisekunden eine Nachricht auf ihre Bilder wartet, bevor sie den Spielplan in Worten beschreibt. Bei 0 gibt es weder Bilder noch Emojis.
setting-lanai-shards = Wie viele Shards es mindestens gibt. Discord sagt, wie viele ein Bot braucht; mit mehr Shards können sich mehr Prozesse auf einem PostgreSQL-Server die Ereignisse teilen.
setting-lanai-forget-after = Wie lange die Daten eines Servers bleiben, der den Bot entfernt hat, etwa 30d, 12h oder 4w, oder never für immer. Nimmt er den Bot rechtzeitig wieder auf, geht nichts verloren.
setting-lanai-thinking-cores = Auf wie vielen Kernen Computer gleichzeitig nachdenken. Ohne Angabe auf allen bis auf einen.
setting-lanai-words = Ein Ordner mit weiteren Wortdateien, etwa it.ftl oder pt-BR.ftl: andere Sprachen oder eigene Sätze. `lanai words FILE` prüft sie.
setting-lanai-proxy = Die Adresse einer Veranda oder eines anderen Proxys anstelle von Discord.
setting-lanai-limiter = Die eigene Ratenbegrenzung der Bibliothek: on oder off. Sie umgeht Proxys und ist deshalb aus, wenn einer angegeben ist.
cli-arg-help = Hilfe zeigen
cli-arg-version = Version zeigen
cli-arg-language = In welcher Sprache, etwa `en`, `de` oder `fr`; ohne Angabe in der des Systems
cli-arg-game = Welches Spiel: `hawaii` (zu zweit bis fünft: über die Insel ziehen, fischen, Inseln besuchen, Dörfer bauen) oder `haleakala` (zu zweit: ein Fischerboot um einen Vulkan schicken, Statuen bauen, der Lava ausweichen)
cli-arg-players = Wie viele mitspielen; ohne Angabe 3, oder so viele, wie das Spiel verlangt
cli-arg-seed = Eine Zahl oder 64 hexadezimale Ziffern: Derselbe Startwert ergibt dasselbe Ergebnis
cli-arg-options = Nach welchen Regeln: Voreinstellungen (Hawaii: `printed`, `online`; Haleakala: `base`, `tactical`) und einzelne Regeln, etwa `online,goods=hidden`
cli-arg-minds = Wer spielt: `random`, `greedy`, `keiki`, `makua` oder `kupuna`; ein Name für alle Plätze oder einer für jeden, durch Kommas getrennt
cli-arg-file = Das Protokoll
cli-arg-at = Nach welchem Schritt; ohne Angabe nach dem letzten
cli-arg-viewer = Aus wessen Sicht: die Nummer eines Platzes, oder `table` für das, was alle sehen können
cli-arg-output = In welche Datei die Ausgabe geht; ohne Angabe ins Terminal
cli-porch = Die Veranda ohne den Bot von Lanai öffnen, für einen eigenen Bot, egal mit welcher Bibliothek er geschrieben ist
cli-porch-address = Die Adresse der Veranda, wenn nicht 127.0.0.1:8060 oder die aus den Einstellungen
cli-porch-name = Wie dein Bot heißt
cli-porch-permissions = Was dein Bot darf: die Zahl für die Berechtigungen aus seinem Einladungslink; 8 steht für alles
cli-porch-shards = Wie viele Shards deinem Bot vorgegeben werden
cli-porch-max-concurrency = Wie viele Shards sich alle fünf Sekunden gleichzeitig verbinden dürfen
cli-porch-intents = Welche privilegierten Intents für deinen Bot eingeschaltet sind, durch Kommas getrennt: members, presences, message-content
cli-porch-activity = Aktivitäten einschalten und die eine zeigen, die auf diesem Rechner unter dieser URL läuft
cli-serve = Den Bot als Dienst auf Discord laufen lassen
cli-serve-more = Wie `lanai` ohne Befehl. Fehlt aber `DISCORD_TOKEN`, startet das Programm nicht und öffnet auch nicht die Veranda.
cli-serve-adopt = Diesen Bot eine Datenbank übernehmen lassen, die einem anderen Bot oder der Veranda gehört. Server, auf denen er nicht ist, gelten als verlassen.
cli-health = Den Bot, der hier läuft, fragen, ob alles in Ordnung ist
cli-health-more = Fragt die Seite unter `LANAI_METRICS` ab. Der Exit-Code ist 0, wenn alles in Ordnung ist, sonst 1: für den Health-Check eines Containers.
cli-store = Die Datenbank eines Bots kopieren oder auf den neuesten Stand bringen
cli-store-copy = Alles aus einer Datenbank in eine andere, leere kopieren und prüfen, ob alles angekommen ist
cli-store-copy-more = Gib beide so an wie in `LANAI_DATABASE`: als Datei oder als PostgreSQL-Adresse. Halte vorher den Bot an. Die Datenbank, aus der kopiert wird, bleibt, wie sie ist. Wurde das Kopieren unterbrochen, setzt derselbe Befehl es fort.
cli-store-copy-from = Aus welcher Datenbank kopiert wird
cli-store-copy-to = Wohin kopiert wird: in eine Datei, die es noch nicht gibt, oder in eine leere PostgreSQL-Datenbank
cli-backup = Die Datenbank des Bots sichern, auch während er läuft, und die Sicherung prüfen
cli-backup-more = Gesichert wird die Datenbank aus den Einstellungen, `LANAI_DATABASE`. Die Sicherung ist eine einzige Datei, die nur du lesen kannst. Ihren Namen bekommt sie erst, wenn jede Partie darin aus ihrem Verlauf nachgespielt ist.
cli-backup-place = Die Datei, die geschrieben wird und die es noch nicht geben darf; oder ein Ordner, in dem jede Sicherung einen eigenen Namen bekommt
cli-backup-keep = Wie viele Sicherungen im Ordner bleiben: Ist eine neue geprüft, werden die ältesten gelöscht
cli-verify = Prüfen, ob eine Sicherung heil ist, und jede Partie darin nachspielen
cli-verify-more = Die Sicherung selbst wird nur gelesen. Geprüft wird eine Kopie im Ordner für temporäre Dateien; dort wird noch einmal so viel Platz gebraucht.
cli-verify-file = Die Sicherung
cli-restore = Eine Sicherung an die Stelle der Datenbank des Bots setzen
cli-restore-more = Halte vorher den Bot an. Ersetzt wird die Datenbank aus den Einstellungen, `LANAI_DATABASE`. Ist sie eine Datei, wird sie unter anderem Namen beiseitegelegt; eine PostgreSQL-Datenbank muss leer sein. Vorher wird jede Partie der Sicherung nachgespielt.
cli-restore-file = Die Sicherung
cli-restore-unproven = Auch dann einspielen, wenn sich einige Partien der Sicherung nicht bestätigen lassen
cli-store-migrate = Die Datenbank des Bots auf den neuesten Stand bringen oder das ausprobieren
cli-store-migrate-more = Eine neuere Fassung tut das beim Start von selbst. Gemeint ist die Datenbank aus den Einstellungen, `LANAI_DATABASE`. Halte vorher den Bot an, außer wenn sie eine Datei ist und du es nur ausprobierst.
cli-store-migrate-dry-run = Nur sagen, was zu tun wäre, und es ausprobieren: Die Datenbank bleibt, wie sie ist
cli-doctor = Alles prüfen, was der Bot zum Laufen braucht, und sagen, was zu tun ist
cli-doctor-more = Sieht sich die Einstellungen, die Datenbank und den Datenträger an und fragt Discord nach dem Bot, ändert aber nichts. Eine Zeile mit ✓ ist in Ordnung, eine mit ! gut zu wissen, und was mit × beginnt, muss behoben werden. Bei mindestens einem × ist der Exit-Code 1.
cli-doctor-live = Außerdem alles, was der Bot mit Nachrichten tut, im Kanal mit dieser ID ausprobieren und die Antworten von Discord mit denen der Veranda vergleichen; hinterher wird alles gelöscht
cli-away = Allen, die den Bot benutzen, sagen, dass er gerade nicht da ist
cli-away-more = Für die Zeit, in der du umziehst, wiederherstellst oder reparierst, was der Bot braucht: Halte den Bot an, starte diesen Befehl, und beende ihn, bevor du den Bot wieder startest. Er braucht das Token, aber keine Datenbank. Die Partien warten so lange, und niemandem läuft die Zeit ab.
cli-away-reason = Was du außerdem sagen willst: warum und wie lange
cli-play = Hier im Terminal spielen, mit dem Computer auf den anderen Plätzen
cli-play-seed = Eine Zahl oder 64 hexadezimale Ziffern: Derselbe Startwert ergibt dieselbe Partie; ohne Angabe eine neue
cli-play-name = Wie du heißt
cli-play-seat = Auf welchem Platz du sitzt
cli-play-output = In welche Datei das Protokoll Schritt für Schritt kommt; es darf sie noch nicht geben
cli-record = Den Computer eine Partie spielen lassen und ihr Protokoll ausgeben
cli-record-full = Nach jedem Schritt den ganzen Spielstand und alle erlaubten Aktionen dazuschreiben, für Programme, die Lanai prüfen
cli-replay = Ein Protokoll nachspielen und jeden Schritt prüfen
cli-replay-full = Das Protokoll neu ausgeben, nach jedem Schritt mit dem ganzen Spielstand und allen erlaubten Aktionen, für Programme, die Lanai prüfen
cli-review = Ein Protokoll analysieren: was jeder Zug gekostet hat und was besser gewesen wäre
cli-review-turns = Wie viele der teuersten Züge pro Person zu sehen sind
cli-show = Den Spielplan aus einem Protokoll nach einem beliebigen Schritt zeigen, aus der Sicht eines Platzes oder des ganzen Tischs
cli-show-json = Die Ansicht als JSON ausgeben
cli-draw = Den Spielstand nach einem beliebigen Schritt eines Protokolls zeichnen und beschreiben, aus der Sicht eines Platzes oder des ganzen Tischs; oder einen Film daraus machen
cli-draw-since = Alle Züge nach diesem Schritt mit Nummern markieren; ohne Angabe nur den letzten Zug
cli-draw-what = Was zu zeichnen ist; ohne Angabe der Spielplan. Hawaii hat eine Insel (`island`), das Gebiet (`realm`) des Platzes hinter `--as` und alle Gebiete (`all`) auf einem Blatt, Haleakala einen Vulkan (`volcano`); beide haben `scores`, ein Diagramm der Punkte bis zu dem Schritt, und `film`, einen Film aller Züge bis dorthin
cli-draw-look = Das Aussehen: `calm`, wie ursprünglich gezeichnet, oder `contrast`, mit dunkleren Linien und kräftigeren Farben
cli-draw-output = Die Datei für das Bild: PNG, oder GIF für einen Film
cli-words = Dateien mit Texten in einer anderen Sprache prüfen oder eine von unseren ausgeben
cli-words-files = Die Dateien, die zu prüfen sind, jede nach ihrer Sprache benannt: `de.ftl`, `pt-BR.ftl`
cli-words-of = Stattdessen die Datei dieser Sprache ausgeben, als Grundlage für eine eigene: `en` ist die maßgebliche
cli-rules = Die Regeln in Kurzform zeigen, oder ein Thema daraus
cli-rules-topic = Was du wissen willst: ein Thema, ein Plättchen, eine Karte, ein Zeichen; ohne Angabe ein Überblick
cli-rules-options = Um welche Regeln es geht: Voreinstellungen und einzelne Regeln, wie am Anfang einer Partie
cli-rulings = Zeigen, wie Regelfragen entschieden sind und ob die Antwort in den Anleitungen steht

## What cannot be done: each goes on after "lanai: "

terminal-no-seed = ein Startwert ist eine Zahl oder besteht aus 64 hexadezimalen Ziffern
terminal-long-name = ein Name hat höchstens { $most } Zeichen
terminal-bad-figures = mit den Werten des Spiels stimmt etwas nicht: { $why }
terminal-in-file = { $file }: { $why }
terminal-exists = { $file } gibt es schon: Nimm für das Protokoll eine andere Datei, oder verschieb diese
terminal-same-file = { $file } ist das Protokoll selbst: Nimm für die Ausgabe eine andere Datei
terminal-required = ins Terminal lässt sich nichts schreiben: { $why }
terminal-listening = aus dem Terminal lässt sich nichts lesen: { $why }
terminal-minds = { $minds } Computer passen nicht zu { $players } Plätzen: Nenn einen für alle oder einen für jeden Platz
terminal-no-seat = Platz { $seat } gibt es nicht: Wähle 1 bis { $seats }
terminal-no-picture-hawaii = von einer Partie Hawaii gibt es die Insel, das Gebiet jedes Platzes, alle Gebiete auf einem Blatt, die Punkte und einen Film
terminal-no-picture-haleakala = von einer Partie Haleakala gibt es den Vulkan, die Punkte und einen Film
terminal-whose-realm = nenn den Platz, dessen Gebiet du sehen willst, etwa `--as 2`
terminal-no-language = { $asked } spricht Lanai nicht: Zur Wahl stehen { $known }
terminal-flawed-words = { $n ->
    [one] einer dieser Fehler muss behoben werden; was fehlt, wird auf Englisch gesagt
   *[other] { $n } dieser Fehler müssen behoben werden; was fehlt, wird auf Englisch gesagt
}
terminal-theme = die Bilder lassen sich nicht zeichnen: { $why }
terminal-ours = das sollte nicht passieren, bitte melde es uns: { $why }

## What is wrong with a record

fault-unreadable = das ist kein Protokoll, oder es ist beschädigt: { $why }
fault-format = das ist Format { $found }; dieses Programm liest Format { $known }
fault-other-game = das ist eine Partie { $found }, nicht { $asked }
fault-edition = diese Partie wurde nach Fassung { $found } der Regeln gespielt, die dieses Programm nicht kennt
fault-partly-full = entweder hat jeder Eintrag den ganzen Spielstand oder keiner: { $path } weicht vom ersten ab
fault-long-name = der Name oder das Wort von Platz { $seat } hat { $letters } Zeichen; in einem Protokoll dürfen es höchstens { $most } sein
fault-no-step = Schritt { $asked } gibt es nicht; das Protokoll geht bis Schritt { $steps }
fault-step = Schritt { $step }: { $why }
fault-end = am Ende: { $why }
fault-commitment = Geheimnis und Nonce passen nicht zu diesem Siegel
fault-seed = der Startwert ergibt sich nicht aus dem Geheimnis, den Wörtern und der Nachricht
fault-seat = aufgezeichnet für Platz { $recorded }, aber am Zug ist Platz { $found }
fault-after-end = aufgezeichnet, aber die Partie war schon zu Ende
fault-refused = die Regeln erlauben die Aktion { $action } nicht: { $why }
fault-value = bei { $path } steht im Protokoll { $recorded }, in der Partie aber { $found }

## What is wrong with a file of words

flaw-line = Zeile { $line }: { $why }
flaw-missing = { $name } fehlt
flaw-unknown = { $name }: Diesen Satz gibt es auf Englisch nicht
flaw-twice = { $name } kommt zweimal vor
flaw-unfilled = { $name }: Für { $variable } wird nichts eingesetzt
flaw-astray = { $name }: Einen Satz namens { $other } gibt es nicht
flaw-too-long = { $name } hat { $letters } Zeichen, und Discord erlaubt höchstens { $most }
flaw-no-name = { $name } muss ein einziges Wort aus Kleinbuchstaben, Ziffern und Bindestrichen sein
words-complete = { $file }: vollständig

## What commands tell

progress-bar = { $what } [{ $bar }] { $done } von { $of }, noch { $left }
progress-line = { $what }: { $done } von { $of }
progress-turns = Züge
progress-copying = Kopierte Zeilen
progress-comparing = Verglichene Zeilen
progress-replaying = Nachgespielte Partien
progress-backing-up = Gesicherte Seiten
progress-trying = Ausprobierte Schritte
replay-done = { $file }: { $n ->
    [one] 1 Schritt, genau wie aufgezeichnet
   *[other] { $n } Schritte, alle genau wie aufgezeichnet
}
replay-edition = Gespielt nach Fassung { $edition } der Regeln.
replay-figures-same = Alle gedruckten Zahlen sind die, die Lanai mitbringt.
replay-figures-differ = Diese gedruckten Zahlen sind nicht die, die Lanai mitbringt:
replay-figure = { $path }: { $recorded } im Protokoll, { $shipped } in Lanai
replay-over = Die Partie ist zu Ende: { $n ->
    [one] { $who } hat
   *[other] { $who } haben
} gewonnen.
replay-not-over = Die Partie ist nicht zu Ende: kein Ergebnis.
replay-no-origin = Das Protokoll sagt nicht, woher sein Startwert kommt. Wer es geschrieben hat, konnte sich einen aussuchen; über das Mischen beweist es also gar nichts.
replay-compare = Der Startwert kommt aus einem Geheimnis und aus den Angaben unten. Vergleiche sie mit dem, was alle sehen konnten: am Tisch vor dem Start und in der Nachricht, die den Start ansagte.
replay-commitment = Siegel { $commitment }
replay-seat = Platz { $seat }, { $who }: { $word }
replay-word = „{ $word }“
replay-no-word = kein Wort
replay-no-message = In den Startwert ging keine öffentliche Nachricht ein: Wer den Bot betrieb, kannte das Geheimnis und konnte Wörter ausprobieren, bis das Mischen gefiel.
replay-message-after = Nachricht { $message }, gesendet { $posted }: { $n } s nach dem letzten Wort oder der letzten Änderung am Tisch, { $settled }
replay-message-before = Nachricht { $message }, gesendet { $posted }: { $n } s vor dem letzten Wort oder der letzten Änderung am Tisch, { $settled }
replay-no-time = zu einer unmöglichen Zeit
replay-message = Stimmt alles überein, konnte sich niemand vorher aussuchen, wie gemischt wird: Jeder neue Versuch wäre eine neue Nachricht gewesen. Eine gelöschte Nachricht hinterlässt keine Spur; frag also nach, wenn zwischen der letzten Änderung und der Nachricht viel Zeit lag.
replay-message-too-early = Diesen Zeiten zufolge hat sich am Tisch nach der Nachricht noch etwas geändert. Wer den Bot betrieb, konnte Wörter ausprobieren, bis das Mischen gefiel.
review-head = { $n ->
    [one] 1 Zug, beurteilt
   *[other] { $n } Züge, jeder beurteilt
} nach dem, was man in dem Moment wissen konnte.
review-accuracy = { $who }: Genauigkeit { $accuracy }
review-no-choice = { $who }: keine Wahl, die sich beurteilen ließe
review-turn = Zug { $n }, { $who }: { $cost }
review-played = gespielt: { $turn }
review-better = besser: { $turn }
review-why = Dieser Zug { $list }.
porch-name = Die Veranda
porch-open = Die Veranda ist offen: Geh im Browser auf { $address }. Mit Strg+C schließt du sie.
porch-forgets = Spiele bleiben nur erhalten, bis sie schließt. Sollen sie länger bleiben, setze LANAI_DATABASE=lanai.db.
porch-lent = Die API von Discord ist unter { $api } zu finden, das Gateway unter { $gateway }.
porch-token = Das Token deines Bots ist { $token }
porch-foreign-database = die Datenbank { $file } gehört einem Bot auf Discord, deshalb öffnet die Veranda sie nicht: Setze DISCORD_TOKEN, damit dieser Bot läuft, oder nenne in LANAI_DATABASE eine andere Datenbank
serve-no-token = DISCORD_TOKEN ist nicht gesetzt, also gibt es keinen Bot, der laufen könnte: Trag das Token ein, oder starte `lanai` ohne Befehl, um auf diesem Rechner zu spielen
health-no-address = LANAI_METRICS ist nicht gesetzt, also lässt sich der Bot nicht fragen: Setze es auf eine Adresse wie 127.0.0.1:9095
health-no-answer = der Bot antwortet nicht unter { $address }: { $why }
copy-stopped = angehalten, bevor alles kopiert war; derselbe Befehl setzt das Kopieren fort
copy-differs = die Tabelle { $table } weicht in { $to } ab: Gib denselben Befehl noch einmal ein, um sie zu reparieren
copy-same = { $table } { $rows } Zeilen in beiden, SHA-256 { $digest }
copy-differs-at = { $table } WEICHT AB (erste Stelle: { $place }): { $from } Zeilen, SHA-256 { $before }; in der Kopie { $to } Zeilen, SHA-256 { $after }
copy-end = Tabellenende
copy-done = In { $to } steht jetzt alles, was in { $from } steht: Setze LANAI_DATABASE auf diese neue Adresse, und starte den Bot.
copy-unproven = { $n ->
    [one] { $to } gleicht { $from }, doch eine Partie lässt sich in beiden nicht prüfen: siehe oben
   *[other] { $to } gleicht { $from }, doch { $n } Partien lassen sich in beiden nicht prüfen: siehe oben
}
copy-proven = { $n ->
    [one] 1 Partie wurde aus ihrem Verlauf nachgespielt und stimmt mit dem überein, was gespeichert ist
   *[other] { $n } Partien wurden aus ihrem Verlauf nachgespielt, und alle stimmen mit dem überein, was gespeichert ist
}
copy-not-begun = { $n ->
    [one] An 1 Tisch gibt es nichts nachzuspielen, weil die Partie nie begonnen hat
   *[other] An { $n } Tischen gibt es nichts nachzuspielen, weil die Partie nie begonnen hat
}
copy-other-edition = Tisch { $table } wurde nicht nachgespielt: Fassung { $edition } der Regeln kennt dieses Programm nicht

## Wie Datenbanken gesichert werden (`lanai backup`, `lanai restore`)

backup-stopped = angehalten, bevor die Sicherung vollständig war; nichts wurde behalten
backup-done = In { $file } steht alles, was zu Beginn der Sicherung in { $from } stand ({ $kilobytes } kB)
backup-unproven = { $n ->
    [one] { $file } wurde behalten, aber eine der Partien lässt sich nicht bestätigen, siehe oben; keine ältere Sicherung wurde gelöscht
   *[other] { $file } wurde behalten, aber { $n } der Partien lassen sich nicht bestätigen, siehe oben; keine ältere Sicherung wurde gelöscht
}
backup-deleted = Die alte Sicherung { $file } wurde gelöscht
verify-stopped = angehalten, bevor die Sicherung geprüft war; nichts wurde geändert
verify-done = { $file } ist heil, und jede Partie darin, die dieses Programm nachspielen kann, stimmt mit dem überein, was gespeichert ist
verify-unproven = { $n ->
    [one] eine der Partien in { $file } lässt sich nicht bestätigen, siehe oben
   *[other] { $n } der Partien in { $file } lassen sich nicht bestätigen, siehe oben
}
restore-stopped = angehalten, bevor die Sicherung eingespielt war; gib denselben Befehl noch einmal ein
restore-unproven = { $n ->
    [one] nichts wurde eingespielt, denn eine der Partien lässt sich nicht bestätigen, siehe oben; mit --unproven wird die Sicherung trotzdem eingespielt
   *[other] nichts wurde eingespielt, denn { $n } der Partien lassen sich nicht bestätigen, siehe oben; mit --unproven wird die Sicherung trotzdem eingespielt
}
restore-aside = Was vorher da war, liegt jetzt in { $aside }
restore-done = In { $to } steht jetzt alles, was in { $file } steht: Starte den Bot
migrate-stopped = angehalten, bevor die Datenbank auf dem neuesten Stand war; gib denselben Befehl noch einmal ein
migrate-nothing = { $file } ist auf dem neuesten Stand
migrate-to-come = Migration { $number }: { $name }
migrate-tried = Alle Migrationen lassen sich ausführen; { $file } ist unverändert
migrate-done = { $file } ist jetzt auf dem neuesten Stand
migrate-unproven = { $n ->
    [one] eine der Partien lässt sich nicht bestätigen, siehe oben
   *[other] { $n } der Partien lassen sich nicht bestätigen, siehe oben
}
unfit-no-file = es gibt keine Datenbank { $file }
unfit-no-tables = die Datenbank { $file } hat keine Tabellen von Lanai
unfit-part = die Datenbank { $file } ist eine unfertige Kopie von { $of }: Nimm das Original
unfit-damaged = die Datenbank { $file } ist beschädigt: { $what }
unfit-served = die Datenbank { $file } wird benutzt: Halte den Bot an, der sie benutzt, mit allen seinen Prozessen, und gib denselben Befehl noch einmal ein
unfit-replica = die Datenbank { $file } nimmt keine Änderungen an, wie ein Replikat: Nenn den Server, der sie annimmt
unfit-old-server = die Datenbank { $file } liegt auf PostgreSQL { $version }: Nötig ist PostgreSQL 15 oder neuer
unfit-no-rights = der Benutzer der Datenbank { $file } darf dort keine Tabellen anlegen: Mach ihn zu ihrem Eigentümer, oder gib in ihr `grant create on schema public to BENUTZER` ein
unfit-pooled = vor der Datenbank { $file } steht ein Pooler im Transaktionsmodus: Stell ihn auf den Sitzungsmodus, oder nenn den Server selbst
backup-differs = die Tabelle { $table } weicht in der Sicherung ab: Gib denselben Befehl noch einmal ein
backup-exists = { $file } gibt es schon: Nimm einen anderen Namen
backup-place = { $file } lässt sich nicht schreiben: { $why }

## Was gesagt wird, solange der Bot weg ist (`lanai away`)

away-no-token = ohne DISCORD_TOKEN kann niemandem etwas gesagt werden
away-begun = Wer den Bot jetzt benutzt, erfährt, dass er nicht da ist. Beende diesen Befehl, bevor du den Bot startest.

## Was der Doktor findet (`lanai doctor`)

doctor-well = Alles, was der Bot braucht, ist da
doctor-ill = { $n ->
    [one] etwas muss behoben werden, siehe ×
   *[other] { $n } Dinge müssen behoben werden, siehe ×
}
doctor-settings = Einstellungen: Alle sind brauchbar
doctor-settings-wrong = Einstellungen: { $why }. Alles andere kommt an die Reihe, sobald das behoben ist
doctor-settings-limiter = Einstellungen: Wenn du einen Proxy benutzt, setze LANAI_LIMITER=off, sonst ginge das Token an das echte Discord
doctor-settings-words = Einstellungen: Die Wortdateien in LANAI_WORDS sind nicht zu gebrauchen: { $why }
doctor-settings-open = Einstellungen: Andere auf diesem Rechner dürfen die Datei { $file } lesen (Modus { $mode }), in der ein Geheimnis stehen kann; gib `chmod 600 { $file }` ein
doctor-pictures = Bilder: Alle Buchstaben und Spielsteine lassen sich zeichnen
doctor-pictures-wrong = Bilder: { $why }. Das Programm ist beschädigt: Installier es neu
doctor-database = Datenbank: { $file } { $kind ->
        [file] ist heil und in der jetzigen Fassung
       *[server] hat die Tabellen der jetzigen Fassung
    }
doctor-database-new = Datenbank: In { $file } ist noch nichts; der Bot legt seine Tabellen beim Start an
doctor-database-older = Datenbank: { $file } { $kind ->
        [file] ist heil, aber in einer früheren Fassung
       *[server] hat die Tabellen einer früheren Fassung
    }; der Bot bringt sie beim Start auf den neuesten Stand, und `lanai store migrate --dry-run` probiert das vorher aus
doctor-database-wrong = Datenbank: { $why }
doctor-latency = Latenz: Die Datenbank antwortet innerhalb von { $ms } ms
doctor-latency-far = Latenz: Die Datenbank braucht { $ms } ms für eine Antwort, und ein Zug braucht rund zwei Dutzend Antworten; sie sollte auf demselben Rechner liegen oder höchstens 1 ms entfernt
doctor-disk = Datenträger: In { $folder } sind { $free } MB frei
doctor-disk-full = Datenträger: In { $folder } sind nur { $free } MB frei; schaff Platz, denn auf einem vollen Datenträger lässt sich kein Zug festhalten
doctor-disk-unseen = Datenträger: Wie viel in { $folder } frei ist, lässt sich nicht feststellen: { $why }
doctor-backups = Sicherungen: Die neueste in { $folder } ist { $hours } h alt
doctor-backups-old = Sicherungen: Die neueste in { $folder } ist { $hours } h alt; sieh nach, warum es keine neuere gibt
doctor-leftovers = Reste: Abgebrochene Sicherungen haben { $list } hinterlassen; die nächste Sicherung dort räumt diese Reste weg
doctor-board = Spielbrett: { $address } antwortet
doctor-board-wrong = Spielbrett: { $address } antwortet nicht wie das Spielbrett ({ $why }); starte den Bot und sieh nach, ob der Proxy zu LANAI_WEB führt
doctor-board-no-address = Spielbrett: LANAI_WEB_URL ist gesetzt, aber LANAI_WEB nicht, also gibt es kein Spielbrett; setze die Adresse, unter der der Proxy es findet
doctor-board-no-url = Spielbrett: LANAI_WEB ist gesetzt, aber LANAI_WEB_URL nicht, also lassen sich die Links zum Spielbrett nur auf diesem Rechner öffnen
doctor-board-unsafe = Spielbrett: { $address } antwortet, aber ohne https könnten andere unterwegs mitlesen; stell es hinter einen Proxy, der https spricht
doctor-network = Netz: { $address } antwortet innerhalb von { $ms } ms
doctor-network-wrong = Netz: { $address } antwortet nicht ({ $why }); prüf die Verbindung, die Firewall und LANAI_PROXY, falls du es gesetzt hast
doctor-clock = Uhr: Die Uhr dieses Rechners geht wie die von Discord
doctor-clock-fast = Uhr: Die Uhr dieses Rechners geht gegenüber der von Discord { $n } s vor; stell sie per NTP, denn Erinnerungen und Bedenkzeiten richten sich nach ihr
doctor-clock-slow = Uhr: Die Uhr dieses Rechners geht gegenüber der von Discord { $n } s nach; stell sie per NTP, denn Erinnerungen und Bedenkzeiten richten sich nach ihr
doctor-clock-untold = Uhr: Keine Zeitquelle hat geantwortet, also lässt sich die Uhr dieses Rechners nicht prüfen
doctor-token = Token: Es gehört { $name }
doctor-token-none = Token: Es gibt keines, also würde das Programm die Veranda öffnen; trag das Token des Bots aus Discords Entwicklerportal in DISCORD_TOKEN ein
doctor-token-wrong = Token: Discord kennt es nicht; trag das des Bots aus Discords Entwicklerportal in DISCORD_TOKEN ein
doctor-gateway = Gateway: { $address } antwortet, und von { $total } Sitzungen sind heute noch { $left } übrig
doctor-gateway-few = Gateway: Von { $total } Sitzungen sind heute nur noch { $left } übrig, und ohne Sitzung kann sich der Bot nicht neu verbinden; sieh in seinem Log nach, warum er so oft neu beginnt
doctor-gateway-wrong = Gateway: Es antwortet nicht ({ $why }); prüf die Firewall
doctor-intents = Intents: Der Bot braucht nur GUILDS, und diesen Intent hat jeder Bot
doctor-intents-more = Intents: Der Bot braucht nur GUILDS, und diesen Intent hat jeder Bot; die anderen kannst du im Entwicklerportal abschalten: { $list }
doctor-permissions = { $n ->
    [one] Berechtigungen: Der Bot hat auf seinem Server alle, die er braucht; über einen einzelnen Kanal gibt `/{ cmd-check-name }` Auskunft
   *[other] Berechtigungen: Der Bot hat auf allen { $n } Servern alle, die er braucht; über einen einzelnen Kanal gibt `/{ cmd-check-name }` Auskunft
}
doctor-permissions-missing = Berechtigungen: Auf { $n } von { $all } Servern fehlt etwas: { $list }; gib der Rolle des Bots dort, was sie braucht, oder lade ihn neu ein: { $link }
doctor-permissions-nowhere = Berechtigungen: Der Bot ist noch auf keinem Server; lade ihn ein: { $link }
doctor-commands = Befehle: Alle { $n } sind so registriert, wie diese Fassung sie kennt
doctor-commands-other = Befehle: { $n ->
    [one] 1 ist anders registriert, als diese Fassung ihn kennt, nämlich { $list }
   *[other] { $n } sind anders registriert, als diese Fassung sie kennt, etwa { $list }
}; der Bot bringt das beim Start in Ordnung, und läuft er schon einige Minuten, steht in seinem Log, warum das nicht geklappt hat
doctor-untold = Discord: Nicht jede Frage wurde beantwortet ({ $why }); versuch es in einer Minute noch einmal

## Was der Doktor in einem Kanal ausprobiert (`lanai doctor --live`)

live-says = Hier prüft Lanais Doktor etwas: Diese Nachricht verschwindet gleich von selbst
live-no-channel = Kanal: Der Bot sieht keinen Textkanal { $channel }; klick in Discord mit rechts auf einen Kanal und kopier seine ID (dafür brauchst du in deinen Einstellungen den Entwicklermodus)
live-fine = { $step }: wie auf der Veranda
live-forbidden = { $step }: Das darf der Bot hier nicht
live-other-answer = { $step }: Discord antwortet { $found } und die Veranda { $porch }; bitte melde das
live-no-limits = { $step }: Discord sagt nicht, wie oft man fragen darf; bitte melde das
live-differs = { $step }: Unter { $path } steht bei Discord { $found } und auf der Veranda { $porch }; bitte melde das
live-broken-off = Nicht alles wurde ausprobiert: { $why }
live-stopped = die Prüfung wurde mittendrin abgebrochen
live-left = Der Thread { $thread } ist geschlossen, aber noch da: Löschen kann ihn nur, wer Threads verwalten darf
live-stay = { $n ->
    [one] Eine Nachricht ließ sich nicht löschen; bitte lösch sie selbst
   *[other] { $n } Nachrichten ließen sich nicht löschen; bitte lösch sie selbst
}
trial-channel = Den Kanal ansehen
trial-post = Eine Nachricht schreiben
trial-post-again = Dieselbe Nachricht noch einmal schreiben, ohne dass sie doppelt erscheint
trial-edit = Eine Nachricht bearbeiten
trial-buttons = Knöpfe und ein Menü hinzufügen
trial-read = Eine Nachricht lesen
trial-read-channel = Den Kanal lesen
trial-picture = Ein Bild hochladen
trial-picture-other = Ein Bild ersetzen
trial-picture-gone = Ein Bild entfernen
trial-too-long = Eine zu lange Nachricht schreiben
trial-empty = Eine leere Nachricht schreiben
trial-same-button = Zwei Knöpfe mit derselben ID hinzufügen
trial-unknown = Eine Nachricht bearbeiten, die es nicht gibt
trial-thread = Einen Thread eröffnen
trial-thread-post = In einen Thread schreiben
trial-thread-close = Einen Thread schließen
trial-thread-wake = In einen geschlossenen Thread schreiben
trial-thread-open = Einen Thread ansehen, der wieder offen ist
trial-delete = Eine Nachricht löschen
trial-deleted = Eine gelöschte Nachricht lesen
trial-delete-again = Eine gelöschte Nachricht löschen
live-kind-nothing = nichts
live-kind-flag = Ja oder Nein
live-kind-number = eine Zahl
live-kind-list = eine Liste
live-kind-object = ein Objekt
live-kind-id = eine ID
live-kind-time = eine Zeit
live-kind-text = Text

## Games that are over

cmd-history = Beendete Partien nachschlagen: deine, die von anderen, gemeinsame oder alle auf diesem Server
cmd-history-name = verlauf
cmd-history-player = Wessen Partien; ohne Angabe deine
cmd-history-player-name = person
cmd-history-with = Nur Partien mit dieser Person
cmd-history-with-name = mit
cmd-history-server = Alle Partien auf diesem Server
cmd-history-server-name = server
chat-history-yours = **Deine beendeten Partien**
chat-history-person = **Beendete Partien von** { $who }
chat-history-pair = **Gemeinsame beendete Partien von** { $who } **und** { $other }
chat-history-server = **Beendete Partien auf diesem Server**
chat-history-none = Es gibt noch keine beendeten Partien, die du nachschlagen kannst.
chat-history-no-more = Ältere Partien gibt es nicht.
chat-history-menu = Einen Endstand ansehen
chat-history-newest = Neueste
chat-history-older = Ältere
chat-history-player = { $who } { $points }
chat-history-game = **{ $game }**, { $when }: { $players }
chat-history-agreed = einvernehmlich beendet
chat-history-draw = einvernehmlich unentschieden
chat-history-won = einvernehmlicher Sieg für { $who }
chat-history-winner = { $who } hat gewonnen
chat-history-resigned = { $who } hat aufgegeben
chat-history-replaced = { $who } ist gegangen

## How well people play

cmd-stats = Ansehen, wie deine Partien ausgingen und wie gut jemand spielt
cmd-stats-name = statistik
cmd-stats-player = Wessen Wertungszahl; ohne Angabe alles über deine eigenen Partien
cmd-stats-player-name = person
cmd-stats-public = Ob andere deine Wertungszahl nachschlagen können
cmd-stats-public-name = öffentlich
cmd-leaderboard = Ansehen, wer auf diesem Server am besten spielt, nach den gewerteten Partien
cmd-leaderboard-name = rangliste
cmd-leaderboard-game = Welches Spiel
cmd-leaderboard-game-name = spiel
cmd-leaderboard-game-hawaii = Hawaii
cmd-leaderboard-game-haleakala = Haleakala
cmd-leaderboard-seats = An Tischen mit wie vielen Plätzen; ohne Angabe 2
cmd-leaderboard-seats-name = plätze
cmd-table-open-rated = Ob die Partie gewertet wird; ohne Angabe nicht
cmd-table-open-rated-name = gewertet
chat-lobby-rated = Diese Partie wird gewertet: Es gibt keine Tipps, und sobald ein Computer auf einen Schritt geantwortet hat, lässt sich dieser nicht mehr zurücknehmen.
chat-hints-rated = An diesem Tisch gibt es keine Tipps: Die Partie wird gewertet.
chat-rated = Wertungszahlen: { $list }
chat-rating = { $points } ± { $within }
chat-rating-provisional = { $points } ± { $within } (vorläufig)
chat-stats-yours = **Wie deine Partien ausgingen**
chat-stats-person = **Wie gut** { $who } **spielt**
chat-stats-none = Du hast noch keine Partie zu Ende gespielt.
chat-stats-none-rated = Von dieser Person wurde noch keine Partie gewertet.
chat-stats-line = { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}, { $won } gewonnen, im Schnitt { $average } Punkte, bestes Ergebnis { $best }.
chat-stats-rating = Wertungszahl: { $rating }.
chat-stats-rated = { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: { $rating }, nach { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
chat-stats-private = { $who } zeigt hier keine Wertungszahl.
chat-stats-unlisted = Andere können deine Wertungszahl nicht nachschlagen. Mit `/{ cmd-stats-name } { cmd-stats-public-name }:True` änderst du das.
chat-stats-public = Andere können deine Wertungszahl wieder nachschlagen, und du stehst auf Ranglisten.
chat-stats-hidden = Andere können deine Wertungszahl nicht mehr nachschlagen, und du stehst auf keiner Rangliste.
chat-leaderboard = **{ $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: die Besten auf diesem Server**
chat-leaderboard-line = { $rank }. { $who }: { $rating }, { $games } Partien
chat-leaderboard-none = Hier hat noch niemand { $n } gewertete Partien gespielt. Mit `/{ cmd-table-name } { cmd-table-open-name } { cmd-table-open-rated-name }:True` eröffnest du einen Tisch dafür.
cmd-stats-server = Alle Partien auf diesem Server, die du sehen kannst
cmd-stats-server-name = server
chat-stats-wins = Gewonnen je Startplatz: { $list }.
chat-stats-win = { $percent } % auf Platz { $place }
chat-stats-counted = { $who } ({ $n })
chat-stats-likes = { $kind }, am häufigsten: { $list }.
chat-stats-pace = Ein Zug dauert bei dir im Schnitt { $time }.
chat-stats-awarded = { $n ->
    [one] 1 weitere Partie endete
   *[other] { $n } weitere Partien endeten
} mit einem Ergebnis, auf das sich alle geeinigt haben; auf Platz 1 warst du dabei { $won }-mal.
chat-stats-best = Beste Partie { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: { $points } Punkte, { $day }.
chat-stats-server-line = { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}, im Schnitt { $average } Punkte, bestes Ergebnis { $best }.
chat-stats-server-none = Von den Partien, die du sehen kannst, wurde noch keine zu Ende gespielt.
chat-stats-active = Die meisten Partien: { $list }.
stats-hawaii-god = Götter
stats-hawaii-tile = Plättchen
stats-haleakala-card = Karten
stats-haleakala-ware = Gekauft
draw-stats-kind = { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}
draw-stats-server = Partien auf diesem Server
draw-stats-games = Partien
draw-stats-points = Punkte: Schnitt · Bestes
draw-stats-wins = Gewonnen je Startplatz
draw-stats-none = Noch wurde keine Partie zu Ende gespielt.
draw-stats-rating = Wertungszahl im Lauf der Zeit
draw-stats-unrated = Noch wurde keine Partie gewertet.
draw-stats-provisional = gepunktet: vorläufig
draw-stats-favourites = Am häufigsten genommen
draw-stats-no-favourites = Noch ist nichts bekannt.
draw-stats-pace = { $time } pro Zug
draw-stats-best = { $game }: bestes Ergebnis { $points }
draw-stats-active = Die meisten Partien
draw-stats-nobody = Niemand möchte genannt werden.
draw-stats-often = Wie oft gespielt wurde
draw-leaderboard = { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}: die Besten hier
alt-stats = Statistik von { $who }.
alt-stats-rest = Der Rest steht in der Nachricht.

## Was über Leute gespeichert wird

somebody = Jemand
cmd-privacy = Sehen, was der Bot über dich speichert, es herunterladen oder löschen lassen
cmd-privacy-name = datenschutz
cmd-privacy-about = Nachlesen, was über dich gespeichert wird, warum und wie lange
cmd-privacy-about-name = info
cmd-privacy-export = Alles, was über dich gespeichert ist, in einer Datei bekommen, die nur du siehst
cmd-privacy-export-name = export
cmd-privacy-forget = Alles, was über dich gespeichert ist, löschen lassen
cmd-privacy-forget-name = vergessen
chat-privacy = **Was ich über dich speichere, und warum**
    • Deine Discord-ID und wie du an jedem Tisch heißt, damit ich weiß, wer dran ist.
    • Die Partien, die du spielst und gespielt hast: ihre Züge und Ergebnisse, deine Wertungszahlen und Wettbewerbe. Daraus entstehen `/{ cmd-history-name }`, `/{ cmd-stats-name }` und die Protokolle. Sie bleiben, bis du mich bittest, dich zu vergessen.
    • Deine Einstellungen und Notizen, was du vorab festgelegt hast und welchen Tischen du folgst, solange du das willst. Eine Suche nach Mitspielenden auf anderen Servern bleibt höchstens eine Woche.
    • Nachrichten an dich, bis sie abgeschickt sind, und einen Tag lang die ID jedes Knopfdrucks und jedes Befehls, damit nichts doppelt zählt.
    • Wo die Moderation eines Servers dich ausgeschlossen hat und warum; und was du selbst in der Moderation getan hast.
    Deine Nachrichten kann ich nicht lesen, und ich gebe nichts weiter. Wer mich betreibt, kann sehen, was ich speichere.
chat-privacy-servers = Entfernt mich ein Server, behalte ich, was ich über ihn gespeichert habe, noch { $time }.
chat-privacy-servers-never = Entfernt mich ein Server, behalte ich, was ich über ihn gespeichert habe.
chat-privacy-policy = Die ganze Datenschutzerklärung steht hier: <{ $link }>
chat-privacy-policy-file = Die ganze Datenschutzerklärung hängt als Datei an dieser Nachricht, auf Englisch.
chat-button-export = Schick mir alles
chat-button-forget = Vergiss mich
chat-export = Das ist alles, was ich über dich gespeichert habe: `{ $file }`. Niemand sonst sieht diese Nachricht.
chat-export-about = Das ist alles, was der Discord-Bot Lanai über dich speichert. Andere kommen darin nur mit den Namen vor, die sie an deinen Tischen hatten. Von einer laufenden Partie bekommst du, was dein Platz sehen kann, von einer beendeten das ganze Protokoll.
chat-export-without-moves = Die Datei ist so groß, wie Discord es erlaubt. Deshalb fehlen die Züge von { $n ->
    [one] einer älteren Partie
   *[other] { $n } älteren Partien
}. Einzeln bekommst du sie weiterhin mit `/{ cmd-table-name } { cmd-table-record-name }`.
chat-export-left-out = { $n ->
    [one] Die älteste Partie fehlt ganz. Mit `/{ cmd-history-name }` findest du sie.
   *[other] Die { $n } ältesten Partien fehlen ganz. Mit `/{ cmd-history-name }` findest du sie.
}
chat-forget = **Soll ich dich vergessen?** Das geschieht sofort, und niemand kann es rückgängig machen.
chat-forget-running = • Du gibst { $n ->
    [one] die Partie
   *[other] die { $n } Partien
} auf, die du gerade spielst. Der Computer übernimmt deinen Platz; eine Partie zu zweit ist damit vorbei.
chat-forget-open = • Du verlässt { $n ->
    [one] den Tisch, an dem
   *[other] die { $n } Tische, an denen
} du auf den Beginn einer Partie wartest.
chat-forget-means = • Du scheidest aus allen Wettbewerben aus.
    • Deine Einstellungen, Notizen und Suchen und alles andere, was nur dir gehört, werden gelöscht.
    • Deine beendeten Partien bleiben für die, mit denen du gespielt hast. Dein Platz hat dort keinen Namen, und nichts führt von ihm zu dir zurück. Also sind auch dein Verlauf und deine Wertungszahlen weg.
    • Was ich in Kanälen geschrieben habe, bleibt dort stehen. Die Moderation eines Servers kann es löschen.
    • Wo dich eine Moderation ausgeschlossen hat, bleibst du ausgeschlossen.
    Spielst du später wieder, fängst du neu an.
chat-button-forget-yes = Ja, vergiss mich
chat-forgotten = Erledigt: Ich weiß nichts mehr über dich. Wenn du wieder einmal spielen magst, bist du willkommen.
chat-contest-no-reason = (die Begründung ist nicht mehr gespeichert)

## Finding others to play with

cmd-table-invite = Jemanden an den Tisch in diesem Kanal einladen oder eine Rolle auf ihn hinweisen
cmd-table-invite-name = einladen
cmd-table-invite-player = Wen du einladen möchtest
cmd-table-invite-player-name = person
cmd-table-invite-role = Welche Rolle du meinst; niemand wird benachrichtigt
cmd-table-invite-role-name = rolle
cmd-play = An einem Tisch auf diesem Server mitspielen, an dem noch jemand fehlt, oder einen eröffnen
cmd-play-name = spielen
cmd-play-game = Welches Spiel
cmd-play-game-name = spiel
cmd-play-game-hawaii = Hawaii
cmd-play-game-haleakala = Haleakala
cmd-play-seats = Wie viele mitspielen; ohne Angabe egal wie viele
cmd-play-seats-name = plätze
cmd-play-pace = Bedenkzeit; ohne Angabe egal welche
cmd-play-pace-name = bedenkzeit
cmd-remind-invitations = Ob andere dich an ihre Tische einladen dürfen
cmd-remind-invitations-name = einladungen
menu-challenge = Zu einer Partie herausfordern
chat-challenge-which = Welches Spiel möchtest du mit { $who } spielen?
chat-challenge-sent = Du hast { $who } zu { $game } herausgefordert: { $place }
chat-challenge-whom = Wähle jemand anderen: Dich selbst und Bots kannst du nicht herausfordern.
chat-invite-whom = Wen möchtest du einladen? Nenn eine `{ cmd-table-invite-player-name }` oder eine `{ cmd-table-invite-role-name }`.
chat-invite-sent = Die Einladung steht hier im Kanal.
chat-invite-unwanted = { $who } möchte nicht an Tische eingeladen werden.
chat-invite-too-soon = Du hast gerade viele Leute eingeladen. Versuch es in ein paar Minuten wieder.
chat-invite-person = { $called }: { $who } möchte mit dir { $game } spielen.
chat-invite-role = { $called }: { $who } sucht Mitspielende für { $game }.
chat-invite-declined = { $who } kann diesmal nicht kommen.
chat-invite-not-yours = Diese Einladung gilt { $who }.
chat-button-decline = Nein, danke
chat-button-never-invite = Mich nie mehr einladen
panel-sits-there = Diese Person hat an diesem Tisch schon einen Platz.
chat-play-joined = An einem Tisch für { $game } fehlte noch jemand, und jetzt hast du dort einen Platz: { $place }
chat-lapsed = Der Tisch für { $game } ist geschlossen: { $time } lang ist niemand gekommen oder gegangen.
chat-remind-uninvited = Niemand darf dich an Tische einladen.
cmd-note = Etwas zu diesem Tisch notieren; nur du kannst es lesen
cmd-note-name = notiz
cmd-note-text = Was du notierst, anstelle deiner bisherigen Notiz; ohne Angabe siehst du diese
cmd-note-text-name = text
cmd-note-clear = Deine Notiz löschen
cmd-note-clear-name = löschen
chat-note = Deine Notiz zu diesem Tisch: { $note }
chat-note-none = Du hast zu diesem Tisch keine Notiz. Mit `/{ cmd-note-name }` und einem `{ cmd-note-text-name }` schreibst du eine: Dein Bedienfeld zeigt sie, und niemand sonst kann sie lesen.
chat-note-panel = -# Deine Notiz: { $note }
chat-again-gone = Der Server, auf dem ihr diese Partie gespielt habt, hat mich entfernt. Dort könnt ihr sie nicht noch einmal spielen.
chat-again-elsewhere = Diese Partie wurde anderswo gespielt: Noch eine startest du dort, in { $place }.
panel-alone = Außer dir kann hier niemand zustimmen: `/{ cmd-table-name } { cmd-table-resign-name }` beendet die Partie.
chat-watchers-rated = Diese Partie wird gewertet, deshalb kann man ihrem Tisch immer aus anderen Kanälen folgen.
chat-history-none-here = Von den neuesten Partien kannst du keine nachschlagen.

# --- Deciding ahead ---

cmd-ahead = Jetzt schon festlegen, was du tust, wenn du dran bist; niemand sonst sieht es
cmd-ahead-name = vorab
cmd-ahead-turn = Was du tust, z. B. „ziehen götter; kaufen pele“; ohne Angabe wählst du im Bedienfeld
cmd-ahead-turn-name = zug
cmd-ahead-otherwise = Ersatz, wenn der Zug nicht geht, z. B. „passen 3“
cmd-ahead-otherwise-name = sonst
cmd-ahead-condition = Unter welcher Bedingung
cmd-ahead-condition-name = bedingung
cmd-ahead-condition-same = Nur, wenn Kosten und Ertrag gleich bleiben
cmd-ahead-condition-unpassed = Nur, wenn niemand meine Summe übertrifft
cmd-ahead-condition-whatever = Egal, was passiert
cmd-ahead-forget = Vergessen, was du festgelegt hast
cmd-ahead-forget-name = vergessen
chat-button-ahead = Vorab festlegen
chat-button-ahead-do = So, wenn ich dran bin
chat-button-ahead-always = Immer so antworten
chat-button-ahead-same = Nur bei gleichem Ergebnis
chat-button-ahead-unpassed = Nur, wenn mich niemand überholt
chat-button-ahead-whatever = Egal, was passiert
chat-button-ahead-else = Und wenn das nicht geht …
chat-button-ahead-forget = Vergessen
chat-ahead-panel = Du bist noch nicht dran, kannst aber jetzt schon festlegen, was du dann tust. So wäre es, wenn du jetzt am Zug wärst. Was du wählst, sieht niemand sonst.
chat-ahead-panel-else = Was tust du, wenn das, was du festgelegt hast, nicht geht?
chat-ahead-yours = Du bist jetzt am Zug, also gibt es nichts mehr vorab festzulegen.
chat-ahead-turn = Sobald du dran bist, geschieht dies: { $story }
chat-ahead-otherwise = Wenn das nicht geht: { $story }
chat-ahead-same = **Nur, wenn** es dann noch dasselbe kostet und bringt. Sonst gilt es nicht mehr, und ich sage dir Bescheid.
chat-ahead-unpassed = **Nur, solange** niemand die Summe deiner Plättchen übertrifft. Sonst gilt es nicht mehr, und ich sage dir Bescheid.
chat-ahead-whatever = **Egal, was passiert**, solange die Regeln es erlauben.
chat-ahead-answers = Immer, wenn du gefragt wirst, antwortest du: { $list }.
chat-ahead-always = Ab jetzt antworte ich so für dich. `/{ cmd-ahead-name }` zeigt es, und dort kannst du es dir anders überlegen.
chat-ahead-forgotten = Vergessen. Ich rufe dich, wenn du dran bist.
chat-ahead-off = -# Es ist etwas dazwischengekommen, deshalb ist nicht geschehen, was du vorab festgelegt hattest.
chat-ahead-dropped = { $who }, bei { $game } ({ $place }) ist etwas dazwischengekommen: Was du vorab festgelegt hattest, gilt nicht mehr.
panel-ahead-not-yet = Du kannst gerade nichts vorab festlegen: Du bist aus der Runde ausgestiegen, oder jemand muss erst etwas entscheiden.
panel-ahead-moved = Auf dem Spielplan ist inzwischen etwas geschehen. Bitte sieh noch einmal hin.
panel-ahead-enough = Mehr als { $n } Möglichkeiten kann ich mir nicht merken.
panel-ahead-answers-enough = Ich beantworte schon { $n } Fragen für dich. Mehr kann ich mir nicht merken. `/{ cmd-ahead-name }` zeigt sie.
panel-ahead-nothing = Du hast an diesem Tisch nichts vorab festgelegt.
chat-ahead-too-far = Vor „{ $step }“ wäre dein Zug schon zu Ende.
chat-took-back-ahead = { $who } nimmt den letzten Schritt zurück, und damit auch die Antwort, die vorab festgelegt war.
brief-ahead = { $turn } · *vorab festgelegt*

# --- Tables for those who are invited ---

cmd-table-open-private = Ob nur die vom Tisch wissen, die du einlädst; ohne Angabe ist er öffentlich
cmd-table-open-private-name = privat
chat-opened-private = Du hast einen privaten Tisch für { $game } eröffnet: { $place }. Lade dort mit `/{ cmd-table-name } { cmd-table-invite-name }` Leute ein; sonst sieht ihn niemand.
chat-lobby-private = Dieser Tisch ist privat: Nur wer eingeladen ist, sieht ihn.
panel-private-stays = Ein privater Tisch kann nicht umziehen und nicht öffentlich werden.
panel-private-cannot = Hier kann ich keinen privaten Thread eröffnen. Ich brauche die Berechtigung *Private Threads erstellen*, und du musst den Befehl in einem Kanal eingeben, nicht in einem Thread.
chat-private-rated = Eine Partie, die gewertet wird, ist öffentlich; privat kann sie nicht sein.
chat-invite-role-private = Zu einem privaten Tisch lädst du Leute einzeln ein: Eine Rolle lässt sich dorthin nicht einladen.
chat-invite-not-in = Ich konnte { $who } nicht in diesen Thread holen, deshalb gibt es keine Einladung. Kann { $who } diesen Kanal sehen?

# --- Contests: leagues and tournaments ---

cmd-contest = Ligen und Turniere: mitspielen und sehen, wer vorn liegt
cmd-contest-name = wettbewerb
cmd-contest-open = In diesem Kanal eine Liga oder ein Turnier eröffnen
cmd-contest-open-name = eröffnen
cmd-contest-open-game = Welches Spiel
cmd-contest-open-game-name = spiel
cmd-contest-open-game-hawaii = Hawaii
cmd-contest-open-game-haleakala = Haleakala
cmd-contest-open-kind = Wer auf wen trifft
cmd-contest-open-kind-name = art
cmd-contest-open-kind-league = Liga: Divisionen zu viert oder zu fünft, mit Auf- und Abstieg
cmd-contest-open-kind-swiss = Schweizer System: Man trifft auf Leute mit ähnlich vielen Punkten, und niemand scheidet aus
cmd-contest-open-kind-knockout = K.-o.-System: Von jedem Tisch kommt die bessere Hälfte weiter
cmd-contest-open-title = Wie der Wettbewerb heißt
cmd-contest-open-title-name = name
cmd-contest-open-seats = Wie viele bei Hawaii an einem Tisch sitzen: 3, 4 oder 5; ohne Angabe 4
cmd-contest-open-seats-name = plätze
cmd-contest-open-rounds = Wie viele Partien jede Person spielt; in Haleakala-Ligen, wie oft sich jedes Paar trifft
cmd-contest-open-rounds-name = runden
cmd-contest-open-options = Nach welchen Regeln: Voreinstellungen und einzelne Regeln, durch Kommas getrennt
cmd-contest-open-options-name = regeln
cmd-contest-open-pace = Bedenkzeit; ohne Angabe 72h+12h
cmd-contest-open-pace-name = bedenkzeit
cmd-contest-join = Dich zum Wettbewerb in diesem Kanal anmelden
cmd-contest-join-name = mitspielen
cmd-contest-leave = Aus dem Wettbewerb in diesem Kanal aussteigen
cmd-contest-leave-name = aussteigen
cmd-contest-start = Deinen Wettbewerb mit allen starten, die angemeldet sind
cmd-contest-start-name = starten
cmd-contest-standings = Ansehen, wie es steht; das siehst nur du
cmd-contest-standings-name = stand
cmd-contest-log = Nachlesen, was neben den Partien geschah, auch alle Korrekturen
cmd-contest-log-name = chronik
cmd-contest-correct = In deinem Wettbewerb jemandem Punkte geben oder abziehen
cmd-contest-correct-name = korrigieren
cmd-contest-correct-player = Wem
cmd-contest-correct-player-name = person
cmd-contest-correct-points = Wie viele Punkte; mit einem Minus werden sie abgezogen
cmd-contest-correct-points-name = punkte
cmd-contest-correct-reason = Der Grund; alle sehen ihn
cmd-contest-correct-reason-name = grund
cmd-contest-remove = Jemanden aus deinem Wettbewerb herausnehmen
cmd-contest-remove-name = herausnehmen
cmd-contest-remove-player = Wen
cmd-contest-remove-player-name = person
cmd-contest-remove-reason = Der Grund; alle sehen ihn
cmd-contest-remove-reason-name = grund
cmd-contest-annul = In deinem Wettbewerb an einem Tisch der laufenden Runde noch einmal spielen lassen
cmd-contest-annul-name = wiederholen
cmd-contest-annul-table = Die Nummer, die der Tisch im Wettbewerb hat
cmd-contest-annul-table-name = tisch
cmd-contest-annul-reason = Der Grund; alle sehen ihn
cmd-contest-annul-reason-name = grund
cmd-contest-end = Deinen Wettbewerb vorzeitig beenden
cmd-contest-end-name = beenden
cmd-contest-end-reason = Der Grund; alle sehen ihn
cmd-contest-end-reason-name = grund
chat-contest-title = **{ $name }**
chat-contest-league = Eine Liga für { $game }, in Divisionen zu viert oder zu fünft: Jede Person spielt { $rounds ->
    [one] eine Partie
   *[other] { $rounds } Partien
    }. Am Ende steigt in jeder Division auf, wer ganz vorn liegt, und ab, wer ganz hinten liegt. { $who } leitet die Liga.
chat-contest-league-pairs = Eine Liga für { $game }, in Divisionen zu viert oder zu fünft: Jede Person spielt { $rounds ->
    [one] einmal
    [2] zweimal
   *[other] { $rounds }-mal
    } gegen jede andere. Am Ende steigt in jeder Division auf, wer ganz vorn liegt, und ab, wer ganz hinten liegt. { $who } leitet die Liga.
chat-contest-swiss = Ein Turnier für { $game } im Schweizer System: { $rounds ->
    [one] eine Runde
   *[other] { $rounds } Runden
    } an Tischen mit { $seats } Plätzen. Man trifft auf Leute mit ähnlich vielen Punkten, und niemand scheidet aus. { $who } leitet das Turnier.
chat-contest-knockout = Ein K.-o.-Turnier für { $game } an Tischen mit { $seats } Plätzen: Von jedem Tisch kommt die bessere Hälfte weiter. { $who } leitet das Turnier.
chat-contest-manners = *{ chat-contest-button-join }* meldet dich an. Ich eröffne die Tische und rufe dich; ist deine Zeit um, spielt der Computer, bis du wieder da bist. Alle Partien werden gewertet.
chat-contest-nobody = Noch ist niemand angemeldet.
chat-contest-entrants = { $n ->
    [one] Eine Person ist angemeldet:
   *[other] { $n } Personen sind angemeldet:
    } { $list }
chat-contest-more = und noch { $n }
chat-contest-tables = Hier wird gerade gespielt: { $list }
chat-contest-place = { $place }. { $who } { $points }
chat-contest-place-up = { $place }. { $who } { $points } ↑
chat-contest-place-down = { $place }. { $who } { $points } ↓
chat-contest-leaders = An der Spitze: { $list }
chat-contest-division = Division { $division }: { $list }
chat-contest-reserves = Auf der Warteliste: { $list }
chat-contest-won = **{ $who } hat gewonnen!**
chat-contest-ended = Der Wettbewerb wurde vorzeitig beendet: { $reason }
chat-contest-yours = Du liegst auf Platz { $place }, mit { $points ->
    [one] einem Punkt
   *[other] { $points } Punkten
    }.
chat-contest-thread = { $name } { $number }: { $players }
chat-contest-button-join = Mitspielen
chat-contest-button-leave = Abmelden
chat-contest-button-begin = Starten
chat-contest-button-reserve = Auf die Warteliste
chat-contest-button-drop = Aussteigen
chat-contest-button-next = Nächste Saison
chat-contest-opened = „{ $name }“ ist eröffnet: Die Nachricht zum Anmelden erscheint gleich hier.
chat-contest-joined = Du bist bei „{ $name }“ angemeldet. Ich rufe dich, sobald dein erster Tisch eröffnet ist.
chat-contest-reserve = „{ $name }“ hat schon begonnen, deshalb stehst du auf der Warteliste: Steigt jemand aus, rückst du in der nächsten Runde nach.
chat-contest-returned = Willkommen zurück. Ab der nächsten Runde spielst du bei „{ $name }“ wieder mit.
chat-contest-left = Du hast dich von „{ $name }“ abgemeldet.
chat-contest-dropped-out = Du bist aus „{ $name }“ ausgestiegen. Spiel bitte an dem Tisch, an dem du sitzt, noch zu Ende; weitere Tische bekommst du nicht.
chat-contest-started = „{ $name }“ beginnt: Ich eröffne die Tische.
chat-contest-righted = Erledigt. Mit `/{ cmd-contest-name } { cmd-contest-log-name }` können alle auch deinen Grund nachlesen: { $reason }
chat-contest-reason = Bitte nenn einen Grund: Alle können ihn lesen.
chat-contest-pace = Ein Wettbewerb braucht eine begrenzte Bedenkzeit, sonst könnte eine einzige Person, die nicht spielt, alle anderen aufhalten.
chat-contest-no-threads = Bei einem Wettbewerb bekommt jeder Tisch einen eigenen Thread. Dafür muss ich hier schreiben, öffentliche Threads erstellen und in ihnen schreiben dürfen. Gib den Befehl in einem Kanal ein, nicht in einem Thread. `/{ cmd-check-name }` sagt, was fehlt.
chat-contest-stuck = Ich kann einen Tisch von „{ $name }“ nicht eröffnen: Discord lässt mich hier keinen Thread erstellen. `/{ cmd-check-name }` zeigt, welche Berechtigung fehlt. Ich versuche es weiter.
chat-contest-log = Was bei „{ $name }“ geschah, das Neueste zuerst:
chat-contest-newer = Neuere
chat-contest-older = Ältere
chat-contest-log-opened = { $who } hat den Wettbewerb eröffnet.
chat-contest-log-began = { $who } hat den Wettbewerb gestartet, mit { $n ->
    [one] einer Person
   *[other] { $n } Personen
    }.
chat-contest-log-round = Runde { $round } hat in Division { $division } begonnen, an { $n ->
    [one] einem Tisch
   *[other] { $n } Tischen
    }.
chat-contest-log-left = { $player } ist ausgestiegen.
chat-contest-log-silent = { $player } war am Ende einer Partie immer noch nicht wieder da und gilt als ausgestiegen.
chat-contest-log-abandoned = An Tisch { $number } kam niemand zurück: Er gilt als aufgegeben und bringt keine Punkte.
chat-contest-log-returned = { $player } ist wieder dabei.
chat-contest-log-replaced = { $other } rückt für { $player } nach.
chat-contest-log-corrected = { $who } hat die Punkte von { $player } um { $points } korrigiert: { $reason }
chat-contest-log-removed = { $who } hat { $player } herausgenommen: { $reason }
chat-contest-log-annulled = { $who } lässt an Tisch { $number } noch einmal spielen: { $reason }
chat-contest-log-ended = { $who } hat den Wettbewerb vorzeitig beendet: { $reason }
chat-contest-log-finished = An allen Tischen ist zu Ende gespielt.
chat-contest-log-homeless = Den Kanal gibt es nicht mehr, also auch den Wettbewerb nicht.
panel-contest-seats = Dieser Tisch gehört zu einem Wettbewerb, deshalb steht fest, wer hier sitzt.
chat-contest-none = In diesem Kanal gibt es keinen Wettbewerb. Mit `/{ cmd-contest-name } { cmd-contest-open-name }` eröffnest du einen.
chat-contest-here = In diesem Kanal gibt es schon einen Wettbewerb, und der ist noch nicht zu Ende.
chat-contest-followed = Die nächste Saison ist schon eröffnet worden.
chat-contest-many = Du leitest schon { $n } Wettbewerbe, die noch nicht zu Ende sind. Mehr sind nicht erlaubt.
chat-contest-signed-up = Du bist schon angemeldet.
chat-contest-not-signed-up = Du bist bei diesem Wettbewerb nicht angemeldet.
chat-contest-no-entrant = Diese Person spielt bei diesem Wettbewerb nicht mit.
chat-contest-full = Es sind schon { $n } Personen angemeldet: Mehr können nicht mitspielen.
chat-contest-removed = Wer diesen Wettbewerb leitet, hat dich herausgenommen. Du kannst nicht wieder mitspielen.
chat-contest-no-points = In einem K.-o.-Turnier entscheiden Punkte nicht, wer weiterkommt. Deshalb gibt es nichts zu korrigieren; mit `/{ cmd-contest-name } { cmd-contest-annul-name }` kannst du an einem Tisch noch einmal spielen lassen.
chat-contest-begun = Dieser Wettbewerb hat schon begonnen.
chat-contest-over = Dieser Wettbewerb ist zu Ende.
chat-contest-too-few = { $n ->
    [one] Erst muss sich noch eine Person anmelden.
   *[other] Erst müssen sich noch { $n } Personen anmelden.
    }
chat-contest-not-organiser = Das kann nur, wer den Wettbewerb eröffnet hat oder diesen Server verwaltet.
chat-contest-no-heat = Bei diesem Wettbewerb gibt es keinen Tisch mit dieser Nummer, an dem noch einmal gespielt werden könnte.
chat-contest-round-over = Diese Runde ist vorbei, und die nächste hängt von ihr ab. Punkte kannst du mit `/{ cmd-contest-name } { cmd-contest-correct-name }` korrigieren.
draw-contest-division = Division { $division }
draw-contest-final = Finale
draw-contest-round = Runde { $round }
draw-contest-played = gespielt
draw-contest-points = Punkte
cmd-play-level = Mit Leuten welcher Stärke; ohne Angabe egal welcher
cmd-play-level-name = stärke
cmd-play-level-any = Egal welche
cmd-play-level-mine = Etwa meine
cmd-play-elsewhere = Auch auf anderen Servern suchen; gespielt wird in unseren Direktnachrichten
cmd-play-elsewhere-name = anderswo
cmd-remind-elsewhere = Ob Leute von diesem Server mit Leuten von anderen spielen dürfen
cmd-remind-elsewhere-name = anderswo
chat-play-hidden = Andere können deine Wertungszahl nicht nachschlagen, deshalb lässt sich niemand mit dir vergleichen. Mit `/{ cmd-stats-name } { cmd-stats-public-name }:True` änderst du das.
chat-lobby-company = `/{ cmd-play-name }` führt Leute von etwa gleicher Stärke an diesen Tisch.
chat-lobby-between = Ihr habt euch über Servergrenzen hinweg gefunden: Niemand sonst sieht diesen Tisch.
chat-button-stop-seeking = Nicht mehr suchen
chat-elsewhere-off = Dieser Server macht bei Partien mit anderen Servern nicht mit. Die Moderation kann das ändern: `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-elsewhere-name }:True`.
chat-elsewhere-seats = Zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
} wird { $game } nicht gespielt.
chat-elsewhere-plays = Du spielst schon mit Leuten von anderen Servern, in unseren Direktnachrichten. Mehr als eine solche Partie auf einmal geht nicht.
panel-elsewhere-others = Eine Partie zwischen Servern spielt man mit denen, die dafür gefunden wurden. Neue Mitspielende findest du auf einem Server mit `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-too-soon = Du hast gerade oft nach Mitspielenden gesucht. Versuch es in ein paar Minuten wieder.
chat-elsewhere-closed = Ich kann dir keine Direktnachrichten schreiben, aber solche Partien werden in Direktnachrichten gespielt. Erlaube Direktnachrichten von Mitgliedern dieses Servers und versuch es noch einmal.
chat-elsewhere-looking = Ich suche auf anderen Servern Mitspielende für eine Partie { $game } zu { $seats ->
    [2] zweit
    [3] dritt
    [4] viert
   *[other] fünft
}. Sobald genug da sind, geht es genau hier los. Findet sich { $time } lang niemand, sage ich dir Bescheid.
chat-elsewhere-waits = Auf so eine Partie { $game } wartet gerade niemand. Ich suche { $time } lang weiter; sobald genug da sind, geht es in unseren Direktnachrichten los.
chat-elsewhere-begins = Deine Partie { $game } mit { $players } beginnt in unseren Direktnachrichten.
chat-elsewhere-found = Jemand möchte jetzt mit dir { $game } spielen: Gleich geht es hier los.
chat-elsewhere-stopped = Ich suche für dich nicht mehr auf anderen Servern.
chat-elsewhere-nothing = Ich suche für dich gerade nicht auf anderen Servern: Es hat sich schon jemand gefunden, oder deine Suche ist zu lange her.
chat-elsewhere-lapsed = { $time } lang hat sich niemand für { $game } gefunden, deshalb suche ich nicht mehr. Mit `/{ cmd-play-name } { cmd-play-elsewhere-name }:True` auf einem Server fange ich von vorn an.
chat-elsewhere-of-server = Ob man mit anderen Servern spielt, lässt sich nur für einen ganzen Server einstellen: Gib auch `{ cmd-remind-whose-name }:{ cmd-remind-whose-server }` an.
chat-elsewhere-on-here = Von hier aus darf man mit Leuten von anderen Servern spielen: `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-off-here = Von hier aus spielt man nicht mit Leuten von anderen Servern.
chat-elsewhere-cannot-begin = Eure Partie { $game } konnte nicht beginnen, weil ich nicht alle erreicht habe. `/{ cmd-table-name } { cmd-table-start-name }` versucht es hier noch einmal. Mit `/{ cmd-table-name } { cmd-table-leave-name }` steigst du aus.

## Moderators

language-name = Deutsch
cmd-admin = Für die Moderation: Einstellungen dieses Servers, Ausschlüsse, Tische schließen, Protokoll
cmd-admin-name = admin
cmd-admin-settings = Ansehen oder ändern, was auf diesem Server für Tische gilt
cmd-admin-settings-name = einstellungen
cmd-admin-settings-moderators = Mit welcher Berechtigung jemand hier moderiert
cmd-admin-settings-moderators-name = moderation
cmd-admin-settings-moderators-server = Server verwalten
cmd-admin-settings-moderators-channels = Kanäle verwalten
cmd-admin-settings-moderators-messages = Nachrichten verwalten
cmd-admin-settings-moderators-members = Mitglieder in Timeout versetzen
cmd-admin-settings-channels = In welchen Kanälen Tische eröffnet werden dürfen
cmd-admin-settings-channels-name = kanäle
cmd-admin-settings-channels-all = In allen, die nicht gesperrt sind
cmd-admin-settings-channels-named = Nur in den freigegebenen
cmd-admin-settings-threads = Ob Tische eigene Threads bekommen
cmd-admin-settings-threads-name = threads
cmd-admin-settings-per_person = Wie viele offene Tische jemand hier eröffnet haben darf; 0 für beliebig viele
cmd-admin-settings-per_person-name = pro-person
cmd-admin-settings-per_channel = Wie viele offene Tische ein Kanal samt seinen Threads haben darf; 0 für beliebig viele
cmd-admin-settings-per_channel-name = pro-kanal
cmd-admin-settings-openers = Welche Rolle man braucht, um Tische zu eröffnen; @everyone für alle
cmd-admin-settings-openers-name = rolle
cmd-admin-settings-pace = Bedenkzeit an neuen Tischen, wenn niemand etwas anderes wählt
cmd-admin-settings-pace-name = bedenkzeit
cmd-admin-settings-quiet = Wann auf diesem Server niemand gestört werden soll, etwa 22-8
cmd-admin-settings-quiet-name = ruhezeit
cmd-admin-settings-zone = Die Zeitzone dieser Ruhezeit, etwa Europe/Berlin
cmd-admin-settings-zone-name = zeitzone
cmd-admin-settings-language = In welcher Sprache ich hier zu allen spreche
cmd-admin-settings-language-name = sprache
cmd-admin-settings-every = Wie oft erinnert wird, wer nichts gewählt hat: 8h, 2 Tage, nie
cmd-admin-settings-every-name = wie-oft
cmd-admin-settings-elsewhere = Ob man von hier aus mit Leuten anderer Server spielen darf
cmd-admin-settings-elsewhere-name = anderswo
cmd-admin-channel = Einen Kanal für Tische freigeben oder sperren
cmd-admin-channel-name = kanal
cmd-admin-channel-channel = Welcher Kanal
cmd-admin-channel-channel-name = kanal
cmd-admin-channel-allowed = Ob dort, auch in Threads, Tische eröffnet werden dürfen
cmd-admin-channel-allowed-name = erlaubt
cmd-admin-options = Die üblichen Regeln für neue Tische festlegen
cmd-admin-options-name = regeln
cmd-admin-options-game = Welches Spiel
cmd-admin-options-game-name = spiel
cmd-admin-options-game-hawaii = Hawaii
cmd-admin-options-game-haleakala = Haleakala
cmd-admin-options-options = Voreinstellungen und einzelne Regeln, durch Kommas getrennt
cmd-admin-options-options-name = regeln
cmd-admin-bar = Jemanden von den Tischen dieses Servers ausschließen
cmd-admin-bar-name = ausschließen
cmd-admin-bar-player = Wen
cmd-admin-bar-player-name = person
cmd-admin-bar-reason = Der Grund; die Person sieht ihn
cmd-admin-bar-reason-name = grund
cmd-admin-unbar = Jemanden wieder an die Tische dieses Servers lassen
cmd-admin-unbar-name = zulassen
cmd-admin-unbar-player = Wen
cmd-admin-unbar-player-name = person
cmd-admin-close = Einen Tisch schließen; wer dort sitzt, kann lesen, warum
cmd-admin-close-name = schließen
cmd-admin-close-table = Welchen Tisch
cmd-admin-close-table-name = tisch
cmd-admin-close-reason = Der Grund; wer dort sitzt, sieht ihn
cmd-admin-close-reason-name = grund
cmd-admin-close-result = Wie die Partie endet; ohne Angabe hat niemand gewonnen
cmd-admin-close-result-name = ergebnis
cmd-admin-close-result-without = Niemand gewinnt
cmd-admin-close-result-draw = Unentschieden
cmd-admin-close-result-won = Jemand gewinnt
cmd-admin-close-winner = Wer gewonnen hat
cmd-admin-close-winner-name = gewonnen
cmd-admin-log = Ansehen, was die Moderation hier getan hat
cmd-admin-log-name = protokoll
cmd-admin-undo = Etwas zurücknehmen, was die Moderation getan hat
cmd-admin-undo-name = zurücknehmen
cmd-admin-undo-act = Was: die Nummer im Protokoll
cmd-admin-undo-act-name = eintrag
# Settings of a server.
chat-admin-settings = **Was auf diesem Server gilt**
chat-setting-line = **{ $name }:** { $value }
chat-setting-yes = ja
chat-setting-no = nein
chat-setting-no-limit = beliebig viele
chat-setting-everybody = alle
chat-setting-nobody = niemand
chat-setting-moderators = Moderation
chat-setting-moderators-about = Wer diese Berechtigung hat oder den Server administriert, moderiert ihn. Ändern: `{ cmd-admin-settings-moderators-name }:`
chat-setting-channels = Tische eröffnen
chat-setting-channels-all = in allen Kanälen, die nicht gesperrt sind
chat-setting-channels-named = nur in freigegebenen Kanälen
chat-setting-channels-about = `/{ cmd-admin-name } { cmd-admin-channel-name }` gibt einen einzelnen Kanal frei oder sperrt ihn. Ändern: `{ cmd-admin-settings-channels-name }:`
chat-setting-channels-open = Freigegeben: { $list }
chat-setting-channels-closed = Gesperrt: { $list }
chat-setting-channel = Tische in { $about }
chat-setting-channel-some = Tische in einem Kanal
chat-setting-channel-open = erlaubt
chat-setting-channel-closed = nicht erlaubt
chat-setting-channel-usual = wie in anderen Kanälen
chat-setting-threads = Threads für Tische
chat-setting-threads-about = Ohne Threads steht in einem Kanal immer nur ein Tisch, und es gibt weder private Tische noch Wettbewerbe. Ändern: `{ cmd-admin-settings-threads-name }:`
chat-setting-per-person = Offene Tische pro Person
chat-setting-per-person-about = So viele darf jemand hier zugleich eröffnet haben. Ändern: `{ cmd-admin-settings-per_person-name }:`
chat-setting-per-channel = Offene Tische pro Kanal
chat-setting-per-channel-about = Tische in seinen Threads zählen mit, Tische von Wettbewerben nicht. Ändern: `{ cmd-admin-settings-per_channel-name }:`
chat-setting-openers = Tische eröffnen dürfen
chat-setting-openers-about = An offene Tische setzen dürfen sich alle. Ändern: `{ cmd-admin-settings-openers-name }:`
chat-setting-pace = Übliche Bedenkzeit
chat-setting-pace-about = Gilt an neuen Tischen, wenn niemand etwas anderes wählt. Ändern: `{ cmd-admin-settings-pace-name }:`
chat-setting-options = Übliche Regeln von { $about }
chat-setting-options-none = wie gedruckt
chat-setting-options-about = Gelten an neuen Tischen, wenn niemand andere wählt. Ändern: `/{ cmd-admin-name } { cmd-admin-options-name }`
chat-setting-player = { $about }
chat-setting-player-barred = ausgeschlossen: { $reason }
chat-setting-player-free = nicht ausgeschlossen
chat-setting-barred = Ausgeschlossen
chat-setting-barred-about = Wer ausgeschlossen ist, kann hier keine Tische eröffnen und sich an keinen setzen. `/{ cmd-admin-name } { cmd-admin-bar-name }` schließt jemanden aus, `/{ cmd-admin-name } { cmd-admin-unbar-name }` lässt jemanden wieder zu.
chat-setting-unbarred-some = Jemand wurde wieder zugelassen
chat-setting-quiet = Ruhezeit
chat-setting-hours = { $hours }, in der Zeitzone { $zone }
chat-setting-quiet-about = In dieser Zeit schreibe ich lautlos, und niemand wird hier erinnert. Ändern: `{ cmd-admin-settings-quiet-name }:` und `{ cmd-admin-settings-zone-name }:`
chat-admin-which-zone = Dieser Server hat noch keine Zeitzone, deshalb gelten diese Stunden in UTC. Stell sie mit `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-zone-name }:` ein.
chat-setting-zone = Zeitzone der Ruhezeit
chat-setting-language = Sprache
chat-language-usual = die des Servers in Discord
chat-language-usual-is = { $language }, wie in Discord
chat-setting-language-about = So spreche ich an neuen Tischen zu allen; zu jeder einzelnen Person spreche ich in ihrer eigenen Sprache. Ändern: `{ cmd-admin-settings-language-name }:`
chat-setting-every = Erinnerungen
chat-setting-every-about = Gilt für Leute und Tische, die nichts anderes gewählt haben. Ändern: `{ cmd-admin-settings-every-name }:`
chat-setting-switch-channels = Tische in allen Kanälen
chat-setting-switch-threads = Threads für Tische
chat-setting-switch-elsewhere = Mit anderen Servern spielen
chat-setting-elsewhere = Mit anderen Servern spielen
chat-setting-elsewhere-about = Das geht mit `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`. Ändern: `{ cmd-admin-settings-elsewhere-name }:`
chat-admin-done = Erledigt. Es steht in `/{ cmd-admin-name } { cmd-admin-log-name }`, und `/{ cmd-admin-name } { cmd-admin-undo-name }` kann es zurücknehmen.
chat-admin-same = Daran ändert sich nichts: Es ist schon so.
chat-admin-not-you = Das ist Sache der Moderation dieses Servers: Man braucht dafür die Berechtigung „{ $permission }“.
chat-admin-not-appointing = Wer diesen Server moderiert, bestimmen nur Leute mit der Berechtigung „{ $permission }“.
chat-admin-no-language = Diese Sprache spreche ich nicht. Wähle eine von denen, die beim Tippen erscheinen.
chat-admin-channel-all = Tische können in allen Kanälen eröffnet werden, die nicht gesperrt sind. Wenn es nur in freigegebenen gehen soll, wähle das mit `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-channels-name }:`.
chat-admin-channel-named = Tische können ohnehin nur in freigegebenen Kanälen eröffnet werden.
chat-admin-enough = Mehr geht nicht: Höchstens { $people } Leute können ausgeschlossen und { $channels } Kanäle freigegeben oder gesperrt werden.
chat-admin-reason = Bitte nenn einen Grund.
chat-admin-barred = { $player } ist jetzt ausgeschlossen und kann hier keine Tische eröffnen und sich an keinen setzen. Auch Einladungen, Anmeldungen für Wettbewerbe und Partien mit anderen Servern gehen nicht mehr. Laufende Partien und begonnene Wettbewerbe gehen weiter: `/{ cmd-contest-name } { cmd-contest-remove-name }` nimmt jemanden aus einem Wettbewerb heraus. Der Grund, den die Person lesen kann: { $reason }
chat-admin-not-barred = { $player } ist nicht ausgeschlossen.
chat-admin-unbarred = { $player } kann sich hier wieder an Tische setzen.
chat-admin-undone = Eintrag { $number } ist zurückgenommen. Jetzt ist es wieder wie vorher. { $what }
chat-admin-closed = Der Tisch { $game } ist geschlossen. Wer dort sitzt, kann lesen, warum: { $reason }
chat-close-who = Wer hat gewonnen? Nenn die Person bei `{ cmd-admin-close-winner-name }:`.
chat-close-plays = Du spielst dort selbst, deshalb entscheidest nicht du, wie es ausgeht. Einigt euch (`/{ cmd-table-name } { cmd-table-end-name }`), oder frag jemand anderen aus der Moderation.
chat-close-contest = Dieser Tisch gehört zu einem Wettbewerb. Im Kanal des Wettbewerbs lässt `/{ cmd-contest-name } { cmd-contest-annul-name } { cmd-contest-annul-table-name }:{ $n }` dort noch einmal spielen, und `/{ cmd-contest-name } { cmd-contest-end-name }` beendet den Wettbewerb.
# Why something cannot be done on a server.
chat-barred = Die Moderation dieses Servers hat dich von seinen Tischen ausgeschlossen. Partien, die du schon spielst, gehen weiter.
chat-barred-why = Grund: { $reason }
chat-barred-there = Die Moderation dieses Servers hat diese Person von seinen Tischen ausgeschlossen.
chat-channel-closed = In diesem Kanal können keine Tische eröffnet werden: Die Moderation dieses Servers hat andere dafür bestimmt.
chat-per-person = { $n ->
    [one] Du hast hier schon einen Tisch eröffnet, an dem noch nicht zu Ende gespielt ist. Mehr als einer pro Person ist auf diesem Server nicht erlaubt. Spiel erst zu Ende, oder steh auf.
   *[other] Du hast hier schon { $n } Tische eröffnet, an denen noch nicht zu Ende gespielt ist. Mehr pro Person sind auf diesem Server nicht erlaubt. Spiel erst an einem zu Ende, oder steh von einem auf.
}
chat-per-channel = { $n ->
    [one] In diesem Kanal gibt es schon einen Tisch, an dem noch nicht zu Ende gespielt ist. Mehr als einer ist auf diesem Server nicht erlaubt. `/{ cmd-table-name } { cmd-table-list-name }` zeigt ihn.
   *[other] In diesem Kanal gibt es schon { $n } Tische, an denen noch nicht zu Ende gespielt ist. Mehr sind auf diesem Server nicht erlaubt. `/{ cmd-table-name } { cmd-table-list-name }` zeigt sie.
}
chat-openers = Auf diesem Server dürfen nur Leute mit der Rolle { $role } Tische eröffnen. An offene Tische kannst du dich setzen: `/{ cmd-table-name } { cmd-table-list-name }` zeigt sie.
chat-threads-off = Auf diesem Server bekommen Tische keine Threads, deshalb gibt es weder private Tische noch Wettbewerbe.
# What moderators did.
chat-log = **Was die Moderation hier getan hat, das Neueste zuerst**
chat-log-empty = Noch nichts.
chat-act = `{ $number }` { $when } { $who } – { $what }
chat-act-set = { $name }: { $before } → { $now }
chat-act-undid = Eintrag { $n } zurückgenommen. { $what }
chat-act-undone = { $line } *(zurückgenommen mit Eintrag { $n })*
chat-act-closed = den Tisch { $table } geschlossen: { $reason }
chat-act-closed-draw = den Tisch { $table } unentschieden geschlossen: { $reason }
chat-act-closed-won = den Tisch { $table } mit einem Sieg für { $winner } geschlossen: { $reason }
chat-act-closed-private = einen privaten Tisch geschlossen: { $reason }
chat-act-none = Im Protokoll gibt es keinen Eintrag mit dieser Nummer.
chat-act-undone-already = Das ist schon zurückgenommen, mit Eintrag { $n }.
chat-act-final = Ein geschlossener Tisch kann nicht wieder geöffnet werden, und seine Partie kann nicht weitergehen. Wer dort saß, kann einen neuen eröffnen.
chat-act-since = Dasselbe wurde danach noch einmal geändert, mit Eintrag { $n }. Nimm erst diesen zurück, oder wähle, was jetzt gelten soll.
chat-stopped = Die Moderation dieses Servers hat diesen Tisch geschlossen: { $reason }
chat-decided-draw = Die Moderation dieses Servers hat entschieden: Die Partie endet unentschieden.
chat-decided-won = Die Moderation dieses Servers hat entschieden: { $who } hat gewonnen.
chat-history-stopped = von der Moderation geschlossen
chat-history-decided-draw = unentschieden durch Entscheidung der Moderation
chat-history-decided-won = Sieg für { $who } durch Entscheidung der Moderation
chat-too-fast = Das war sehr viel in wenigen Sekunden. Ich höre dir { $until } wieder zu.
chat-busy = Gerade wollen so viele etwas von mir, dass ich nicht zu dir komme. Es ist nichts geschehen: Versuch es bitte in einer Minute noch einmal.
chat-away = Ich bin eine Weile nicht da. Alle Partien sind sicher und warten: Niemandem läuft die Zeit davon. Deine Eingabe hat nichts bewirkt; versuch es bitte später noch einmal.

## Das Spielbrett im Browser

chat-button-board = Spielbrett öffnen
chat-button-board-short = Brett
chat-board-link = Dein Spielbrett ist bereit. Der Link ist nur für dich: Er gilt einmal und zehn Minuten lang.
chat-board-off = Hier gibt es kein Spielbrett: Wer mich betreibt, hat es nicht eingeschaltet.
panel-board-spent = Dieser Link wurde schon benutzt oder ist zu alt. Öffne das Spielbrett noch einmal aus dem Chat.
web-hint-expected = Am Ende etwa { $points }, Gewinnchance { $chance } %.
web-no-undo = Danach gibt es kein Zurück, weil Verdecktes aufgedeckt wird.
web-outdated = Die Partie ist weitergegangen. So steht es jetzt.
web-paused = Die Partie macht Pause.
web-proposed = Die anderen müssen auch zustimmen: Ich habe sie im Chat gefragt.
web-refused = Das geht hier nicht. Bitte mach es im Chat.
web-unknown-visitor = Discord kennt dich hier nicht. Schließ das Spielbrett und öffne es noch einmal.
web-too-fast = Das war viel auf einmal. Bitte warte ein paar Sekunden.
web-broken = Da ist etwas schiefgegangen; wer mich betreibt, findet es im Log. Bitte versuch es noch einmal.
# --- The page of the interactive board: none of these sentences has variables. ---

web-board = Spielplan
web-realm = Gebiet
web-players = Mitspielende
web-points = Punkte:
web-you = das bist du
web-to-act = am Zug
web-computer = Computer
web-hint = Tipp
web-thinking = Ich suche einen guten Zug …
web-no-hint = Dafür gibt es keinen Tipp.
web-undo = Zurücknehmen
web-turns = Züge
web-more = Mehr
web-pause = Um eine Pause bitten
web-resume = Weiterspielen
web-resign = Aufgeben
web-resign-ask = Möchtest du aufgeben?
web-resign-about = Der Computer übernimmt deinen Platz, oder die Partie endet. Das lässt sich nicht zurücknehmen.
web-cancel = Weiterspielen
web-confirm = Das wäre dein Zug
web-do = So mache ich’s
web-do-ahead = So, wenn ich dran bin
web-back = Zurück
web-impossible = Geht gerade nicht
web-closer = Vergrößern, was ich wählen kann
web-news = Was geschah
web-show-last = Auf dem Spielplan zeigen
web-standings = Endstand
web-over = Die Partie ist vorbei. Im Chat geht es weiter, zum Beispiel mit einer neuen Partie.
web-watching = Du siehst dieser Partie zu.
web-ahead = Vorab festlegen
web-ahead-offer = Du kannst jetzt schon festlegen, was du in deinem Zug tust. Das sieht sonst niemand.
web-ahead-about = Du bist noch nicht dran. So sähe dein Zug jetzt aus.
web-premove = Vorab festgelegt
web-forget = Vergessen
web-position = Stelle in der Partie
web-setup = Aufbau
web-earlier = Einen Zug zurück
web-later = Einen Zug weiter
web-past = Du blickst zurück. Hier kannst du nichts wählen.
web-present = So steht es jetzt.
web-now = Zum neuesten Zug
web-changed = Die Partie ist weitergegangen, darum beginnt dein Zug von vorn.
web-lost = Verbindung verloren. Neuer Versuch …
web-connected = Wieder verbunden.
web-failed = Das hat nicht geklappt. Bitte versuch es noch einmal.
web-ended = Das Spielbrett ist geschlossen.
web-open-again = Öffne das Spielbrett noch einmal aus dem Chat.
