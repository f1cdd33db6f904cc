# Everything a player reads, in German. The nouns are those of German board gamers for Hawaii and Haus der Sonne (Haleakala).
# One word for one thing: table Tisch, seat Platz, game Partie, round Runde, turn Zug, step Schritt, to undo zurücknehmen,
# panel Bedienfeld, board Spielplan, realm Gebiet, place Ort, space Feld, dock Steg, tile Plättchen, price token
# Preisplättchen, to leave the round passen, income Ertrag, time limit Bedenkzeit, record Protokoll, invocation disc Lavascheibe.
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
list-and = { $first } und { $last }
list-comma = { $first }, { $last }

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
event-no-gift-none-left = Davon ist nichts mehr da: { $who } bekommt nur die Punkte am Steg.
event-no-gift-no-room = { $who } kann das nicht unterbringen und bekommt nur die Punkte am Steg.
event-declined = { $who } gibt KANE nichts.
event-left = { $who } passt und nimmt Feld { $space } der Spielreihenfolge.
event-left-price = { $who } passt und nimmt Feld { $space } der Spielreihenfolge samt Preisplättchen { $price }.
event-god-uncovered = { $god } wird aufgedeckt.
event-god-last = Dieser Götterstapel ist jetzt leer.
event-summed-pleased = { $who } hat { $sum } und braucht { $needed }: Das Volk ist zufrieden.
event-summed-missed = { $who } hat { $sum } und braucht { $needed }: Das Volk ist nicht zufrieden.
event-round-over = Runde { $round } ist zu Ende.
event-round-begins = Runde { $round } beginnt.
event-final = { $who } bekommt { $points } in der Schlusswertung: Kahunas { $kahunas }, Bewässerung { $irrigations }, Hula-Tänzerinnen { $hulas }, Langhütten { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-points = { $points }
gift-fruits = { $fruits }
gift-tile = { $tile }
gift-fruit-tile = Fruchtplättchen II
gift-kahunas = { $kahunas }
gift-tikis = { $tikis }
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
refusal-nothing-fits = Für das, was es am Ort „{ $place }“ zu kaufen gibt, hast du kein erlaubtes Feld frei.
refusal-nothing-left-to-buy-with = Wo du anhältst, musst du auch etwas kaufen. Nach diesem Weg { $missing ->
    [one] würde dir für das billigste Plättchen dort 1 Muschel fehlen.
   *[other] würden dir für das billigste Plättchen dort { $missing } Muscheln fehlen.
}
refusal-not-sold-here = Das gibt es am Ort „{ $place }“ nicht zu kaufen: { $tile }.
refusal-no-such-price = Hier liegt kein Preisplättchen { $price }.
refusal-too-few-tiles = Davon sind nicht genug da ({ $tile }): { $missing } zu wenig.
refusal-god-not-on-top = { $god } liegt auf keinem der beiden Stapel obenauf.
refusal-no-kahuna-space = Du brauchst Platz für { $missing ->
    [one] 1 weiteren Kahuna
   *[other] { $missing } weitere Kahunas
 }.
refusal-no-tiki-space = Du brauchst Platz für { $missing ->
    [one] 1 weiteren Tiki
   *[other] { $missing } weitere Tikis
 }.
refusal-no-village-for = Dieses Plättchen kann keines deiner Dörfer mehr aufnehmen: { $tile }.
refusal-god-only-once = { $god } hast du schon, und jeden Gott darfst du nur einmal haben.
refusal-one-god-per-village = In Dorf { $row } wohnt schon ein Gott.
refusal-second-of-its-kind = Davon liegt in Dorf { $row } schon eins: { $tile }.
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
    [0] Eine Tauschhütte würde helfen.
    [one] Deine Tauschhütten können 1 Ware tauschen, hier müssten es { $turned } sein.
   *[other] Deine Tauschhütten können { $power } Waren tauschen, hier müssten es { $turned } sein.
}
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
refusal-no-fruit-tile = Davon ist nichts mehr da: { $tile }.
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
board-space-free = { $space }: frei
board-space-price = { $space }: { $price }
board-space-taken = { $space }: { $who }
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
winner-of-tie = Gleich viele Punkte, doch { $who } gewinnt den Stichentscheid.
winners = { $who } teilen sich den Sieg.

## At the terminal

play-welcome = Du sitzt auf Platz { $seat }. Tippe help, um zu sehen, was du eingeben kannst.
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
play-choose = Tippe choose und eine Nummer:
play-unknown = „{ $word }“ kenne ich nicht. Tippe help, um zu sehen, was du eingeben kannst.
play-which = „{ $word }“ ist nicht eindeutig: { $list }.
play-none-such = Hier gibt es nichts, was „{ $word }“ heißt.
play-unlike = Hier gibt es nichts mit dem Namen „{ $word }“. Am nächsten kommen: { $list }.
play-needs = Das gibst du so ein: { $usage }.
play-no-choice = Die Nummer { $number } steht gerade nicht zur Wahl.
play-no-such-number = Die Nummer { $word } gibt es hier nicht.
play-walk-first = Kaufen kannst du nur dort, wo du stehst: Zieh zuerst zu einem Ort.
play-not-heeded = Das geht, aber nicht mit diesem Dorf oder dieser Zahlung: Lass die Angabe weg.
play-asks-first = Vorher ist noch etwas anderes zu klären: { $list }. Gib das mit an, oder lass weg, wie du bezahlst.
play-undone = Zurückgenommen.
play-not-undone = Du kannst nichts zurücknehmen: Dein letzter Schritt hat etwas aufgedeckt, oder seitdem hat schon jemand weitergespielt.
play-bye = Du bist vom Tisch aufgestanden.
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
hal-event-invoked = { $who } legt die Lavascheibe dazu.
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
hal-event-invocation-back = { $who } nimmt die Lavascheibe zurück.
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
hal-action-invoke = invoke { $disc }: die { $disc } neben das Boot legen, mit der Lavascheibe
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

hal-refusal-disc-not-in-hand = Deine { $disc } liegt schon an Strand { $segment }.
hal-refusal-disc-in-hand = Deine { $disc } hast du noch auf der Hand.
hal-refusal-equal-sums = Beide hätten an Strand { $segment } die Summe { $sum }, aber die Summen müssen verschieden sein.
hal-refusal-no-invocation = Im Grundspiel gibt es keine Lavascheiben.
hal-refusal-invocation-not-in-hand = Deine Lavascheibe liegt schon an Strand { $segment }.
hal-refusal-discs-in-hand = Das Boot darfst du erst weiterziehen, wenn alle deine Zahlenscheiben liegen: Du hast noch { $discs } auf der Hand.
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
hal-board-discs = { $who } { $discs } (Summe { $sum })
hal-board-invocation = Lavascheibe von { $who }
hal-board-statue = Statue von { $who } ({ $terrain })
hal-board-lava = Lava { $n }
hal-board-boat = das Boot
hal-board-piles = Karten übrig: { $one } mit einer Palme, { $two } mit zwei, { $three } mit drei.
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
    invoke DISC         eine Zahlenscheibe neben das Boot legen, mit der Lavascheibe
    take DISC           eine Zahlenscheibe zurücknehmen; dann darf dein Schamane ziehen
    boat                das Boot ein Segment weiterziehen, wenn alle deine Zahlenscheiben liegen
    move TERRAIN N      wohin der Schamane zieht: grassland, forest, mountain (move forest 3); stay
    take CARD           welche Karte du nimmst (take shell)
    lava N clockwise    welche Lava die Priesterin verschiebt, auch counterclockwise; leave
    buy NAME            aus der Auslage kaufen (buy forest); buy nothing
    choose N            eine Frage mit einer Nummer beantworten
    board, players      den Vulkan ansehen, oder was beide haben
    options             alles ansehen, was du jetzt tun kannst
    undo                deinen letzten Schritt zurücknehmen
    quit                vom Tisch aufstehen

# --- In few words ---
# A turn is a line of parts, with dots between them: **Ana** · Götter, 2 Füße · KANE I in Dorf 1 für 4 Muscheln.

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
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
    [one] Davor noch ein Zug, siehe „{ chat-button-recap }“.
   *[other] Davor noch { $n } Züge, siehe „{ chat-button-recap }“.
}
brief-round-over = **Runde { $round } ist zu Ende.** Summe (und wie viel nötig war), Punkte, Ertrag:
brief-round-row = `{ $sum } von { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Runde { $round } ist zu Ende.** Summe (und wie viel nötig war), Punkte:
brief-last-round-row = `{ $sum } von { $needed } { $points }` **{ $who }**

hal-brief-placed = die { $disc } an Strand { $segment }
hal-brief-invoked = mit Lavascheibe
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

chat-title-hawaii = Hawaii
chat-title-haleakala = Haleakala
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
chat-lobby-options = Regeln: { $options }
chat-lobby-option = - { $meaning }
chat-lobby-closed = Diesem Tisch kann man nicht aus anderen Kanälen folgen.
option-hawaii-goods-open = Muscheln, Füße und Früchte liegen offen: Alle sehen, was die anderen haben.
option-hawaii-tikis-seven = In einem Gebiet ist Platz für sieben Tikis statt für sechs.
option-hawaii-last_first_space-scores_nothing = Nach der letzten Runde bringt Feld 1 keine Punkte.
option-hawaii-tie_break-shared = Bei gleich vielen Punkten wird der Sieg geteilt; übrige Waren zählen dann nicht.
option-hawaii-rows-may_be_skipped = Ein neues Dorf darf man in jeder leeren Reihe gründen.
option-hawaii-exchange-each_payment = Eine Tauschhütte hilft in einem Zug bei jeder Zahlung, nicht nur bei einer.
option-haleakala-lava-invoked = Taktische Variante: Die Lavascheiben bestimmen, wo Lava fließt, und kurz vor einer Wertung wird nichts gekauft.
option-haleakala-priestess-may_decline = Eine Lavapriesterin darf die Lava lassen, wo sie ist.
option-haleakala-shuffling-forty_turns = Hat vierzig Züge lang niemand eine Karte bekommen, darf keine Scheibe zurückgenommen werden, bis es wieder eine Karte gibt.
chat-lobby-chance = -# Das Mischen ist versiegelt: { $commitment }. Steuert vor dem Start gern ein Wort bei; mit dem Protokoll kann man später alles nachprüfen.
chat-button-join = Mitspielen
chat-button-leave = Aufstehen
chat-button-word = Wort beisteuern
chat-button-start = Starten
chat-add-computer = Computer dazusetzen
chat-add-keiki = Keiki, noch ein Kind
chat-about-keiki = Kennt die Regeln, übersieht aber viel: gut für die erste Partie
chat-add-makua = Makua, schon erwachsen
chat-about-makua = Spielt gut und übersieht wenig
chat-add-kupuna = Kupuna, alt und weise
chat-about-kupuna = Spielt, so gut es geht, und denkt etwas länger nach
chat-button-remove-computer = Computer wegschicken
chat-button-turn = Zug machen
chat-button-realm = Was ich habe
chat-button-undo = Zurücknehmen
chat-button-record = Protokoll
chat-button-again = Noch eine Partie
chat-button-do = So mache ich’s
chat-button-back = Zurück
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
reason-reaches = verlängert Dorf { $row } bis zu einem Tiki (damit zählt es)
reason-longer = verlängert Dorf { $row } (noch { $n } Plättchen bis zu einem Tiki)
reason-brings = bringt { $what }
reason-scoring = bringt am Ende { $points } mehr ({ $what })
reason-income = bringt in jeder Runde { $goods } mehr
reason-boat = bringt ein weiteres Boot
reason-last = lässt den anderen nichts davon übrig ({ $tile })
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
hal-reason-in-hand = bringt dir { $n ->
    [one] eine Scheibe
   *[other] { $n } Scheiben
} auf die Hand
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
chat-hint-why = -# Dieser Zug { $reasons }.
chat-no-hints = An diesem Tisch gibt es keine Tipps.
chat-hints-on = An diesem Tisch gibt es Tipps: Wer am Zug ist, darf sich einen holen.
chat-hints-off = An diesem Tisch gibt es keine Tipps.
chat-hints-begun = Die Partie hat ohne Tipps begonnen, und dabei bleibt es.
chat-button-review = Analyse
chat-button-review-again = Noch mal nachsehen
chat-review-going = Ich gehe die Partie durch: Zug { $n } von { $of } …
chat-review = **Analyse der Partie**: { $n ->
    [one] 1 Zug, beurteilt
   *[other] { $n } Züge, jeder beurteilt
} nach dem, was man in dem Moment wissen konnte.
chat-review-seat = - { $who }: Genauigkeit { $accuracy } von 100
chat-review-how = -# 100 heißt, dass nichts Besseres zu finden war. Ein Zug, der ein Zehntel der Gewinnchance oder zwanzig Punkte kostet, kommt auf 61.
chat-review-turn = **Zug { $n }, { $who }**
chat-review-taken = **1.** Gespielt: { $turn }
    _Am Ende etwa { $points }, Gewinnchance { $chance } %._
chat-review-better = **2.** Besser: { $turn }
    _Etwa { $points }, { $chance } %._
chat-review-not-over = Analysieren kann ich eine Partie erst, wenn sie zu Ende ist. Bis dahin hilft dir `/{ cmd-hint-name }` bei deinem Zug.
chat-review-menu = Die teuersten Züge
chat-review-option = Zug { $n } · { $who }
chat-review-cost = { $chance } % Gewinnchance, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
chat-lobby-no-hints = An diesem Tisch gibt es keine Tipps.

## What everybody hears

chat-begins = Die Partie beginnt: { $players }.
chat-begins-chance = -# Das Mischen war versiegelt, bevor das erste Wort dazukam: { $commitment }.
chat-your-turn = { $who }, du bist am Zug.
chat-turn-of = { $who } ist am Zug.
chat-took-back = { $who } nimmt den letzten Schritt zurück.
chat-took-back-computers = { $who } nimmt den letzten Schritt zurück, und damit auch, was der Computer danach getan hat.
chat-resigned = { $who } gibt auf; der Computer übernimmt.
chat-resigned-over = { $who } gibt auf, und damit ist die Partie zu Ende.
chat-given-up = Die Partie wurde aufgegeben.

## A turn

chat-dock-and-way = { $what }, kostet { $feet }
chat-kind-wait = Warten
chat-kind-boat = Boot weiterziehen
chat-place-and-wares = { $place }: { $wares }
chat-disc = Nummer { $disc }
chat-beach = Strand { $segment }
chat-beach-boat = Strand { $segment }, neben dem Boot
chat-ware = { $ware }
chat-purse = { $goods ->
    [nichts] Du hast nichts mehr.
   *[other] Du hast { $goods }.
}
chat-menu = { $n ->
    [one] Eine Möglichkeit
   *[other] Wähle aus { $n } Möglichkeiten
}
chat-turn-elsewhere = Du bist bei { $game } am Zug: { $place }.
chat-menu-walk = Zu einem Ort ziehen und dort kaufen
chat-menu-beach = Fischen, eine Insel besuchen oder warten
chat-menu-pass = Passen und aus der Runde aussteigen
chat-menu-place = Eine Scheibe legen
chat-menu-invoke = Eine Scheibe legen, mit Lavascheibe
chat-menu-take = Eine Scheibe zurücknehmen
chat-menu-boat = Das Boot weiterziehen
chat-change = Etwas anderes wählen
chat-change-pay = Anders bezahlen
chat-change-buy = Anderes Plättchen, andere Seite, anderer Preis
chat-change-village = In einem anderen Dorf bauen
chat-change-boats = Andere Boote auslaufen lassen
chat-change-walk = Den Schamanen woandershin ziehen
chat-change-card = Eine andere Karte nehmen
chat-change-lava = Andere Lava verschieben
chat-change-purchase = Aus der Auslage kaufen
chat-choice-fish = Fischen: { $catch }
chat-choice-sail = Steg { $dock }: { $gift }
chat-choice-pass = Feld { $space }
chat-choice-pass-price = Feld { $space }, mit Preisplättchen { $price }
chat-choice-buy = { $tile } · Preis { $price }
chat-choice-buy-double = { $tile } · 2 × Preis { $price }
chat-choice-village = Dorf { $row }
chat-choice-place = Die { $disc } an Strand { $segment }
chat-choice-place-boat = Die { $disc } zum Boot (Strand { $segment })
chat-choice-invoke = Die { $disc } zum Boot, mit Lavascheibe
chat-choice-take = Die { $disc } von Strand { $segment }
chat-outcome-pay = du zahlst { $goods }
chat-outcome-get = du bekommst { $goods }
chat-outcome-points = { $points }
chat-outcome-left = übrig: { $goods }
chat-outcome-village = Dorf { $row }: { $n } Plättchen
chat-outcome-village-tiki = Dorf { $row }: { $n } Plättchen, reicht bis zu einem Tiki
chat-outcome-village-short = Dorf { $row }: { $n } Plättchen, noch { $short } bis zu einem Tiki
chat-outcome-sum = Summe { $sum } von { $needed }
chat-outcome-sails = das Boot fährt zu Segment { $segment }
chat-outcome-you-choose = du wählst zuerst: { $cards }
chat-outcome-chooses = { $who } wählt zuerst: { $cards }
chat-outcome-nobody = dort liegen keine Scheiben
chat-outcome-you-get = du bekommst { $card }
chat-outcome-gets = { $who } bekommt { $card }
chat-outcome-buys = du kaufst „{ $ware }“ für { $shells ->
    [one] 1 Muschel
   *[other] { $shells } Muscheln
}
chat-outcome-walks = dein Schamane zieht auf { $site }
chat-outcome-sum-there = Summen dort: deine { $sum }, die andere { $other }
chat-lack = { $wish }: noch { $goods } nötig
chat-out-of-reach = -# Außer Reichweite: { $list }
chat-no-way-back = **Kein Zurück:** Dabei wird etwas aufgedeckt, deshalb kannst du den Zug nicht zurücknehmen.
chat-confirm = Das wäre dein Zug: { $story }
chat-undone = Zurückgenommen.
chat-late = Jemand war schneller, oder dieses Bedienfeld ist veraltet. So sieht der Spielplan jetzt aus.
chat-late-still = Auf dem Spielplan hat sich inzwischen etwas getan. Was du gewählt hast, geht immer noch:
chat-undo-late = Das lässt sich nicht mehr zurücknehmen: Die Partie ist weitergegangen. So steht sie jetzt.

## Why something was not done

chat-no-table = In diesem Kanal gibt es keinen Tisch. Eröffne mit `/{ cmd-table-name } { cmd-table-open-name }` einen, oder such dir mit `/{ cmd-table-name } { cmd-table-list-name }` einen aus.
chat-occupied = In diesem Kanal gibt es schon einen Tisch. Spielt hier erst zu Ende, oder eröffne deinen in einem anderen Kanal.
chat-stale = Andere waren mehrmals hintereinander schneller. Bitte versuch es noch einmal.
chat-begun = Die Partie hat schon begonnen.
chat-starting = Gleich geht es los: Plätze und Wörter stehen fest.
chat-fixed = Die Partie { $game } geht los: Alle Wörter stehen fest.
chat-fixed-word = - { $who }: { $word }
chat-fixed-no-word = - { $who }: kein Wort
chat-fixed-chance = -# Siegel des Mischens: { $commitment }. Gemischt wird aus diesem Siegel, diesen Wörtern und der Nummer genau dieser Nachricht, die vorher niemand kannte: Ein neuer Versuch wäre eine andere Nachricht gewesen. Mit dem Protokoll kann man alles nachprüfen.
chat-cannot-begin = Eure Partie { $game } konnte nicht beginnen, weil ich in { $place } nicht schreiben kann. Der Tisch ist wieder offen. Sobald ich dort schreiben darf (`/{ cmd-check-name }` sagt dort, was fehlt), starte sie mit `/{ cmd-table-name } { cmd-table-start-name }`; oder zieh mit `/{ cmd-table-name } { cmd-table-move-name }` in einen anderen Kanal um.
chat-not-begun = Die Partie hat noch nicht begonnen. Drück auf „{ chat-button-start }“, oder gib `/{ cmd-table-name } { cmd-table-start-name }` ein.
chat-over = Die Partie ist zu Ende.
chat-not-over = Das Protokoll gibt es erst nach der Partie, denn es deckt alles auf.
chat-still-played = Diese Partie läuft noch.
chat-not-played = Du hast bei dieser Partie nicht mitgespielt, deshalb können nur die anderen eine weitere starten. Mit `/{ cmd-table-name } { cmd-table-open-name }` eröffnest du deinen eigenen Tisch.
chat-full = Alle Plätze sind besetzt.
chat-seated = Du hast hier schon einen Platz.
chat-not-seated = Du hast an diesem Tisch keinen Platz. Zuschauen kannst du gern: `/{ cmd-table-name } { cmd-table-show-name }`.
chat-not-your-turn = Du bist nicht am Zug, sondern Platz { $seat }.
chat-not-turn-but = { $who } ist am Zug. Ich rufe dich, wenn du dran bist.
chat-too-few = { $n ->
    [one] Es fehlt noch eine Person, dann kann die Partie beginnen.
   *[other] Es fehlen noch { $n } Personen, dann kann die Partie beginnen.
}
chat-owner-begins = Ein Platz ist noch frei. Mit weniger Leuten starten kann nur, wer den Tisch eröffnet hat.
chat-owner-begins-who = Ein Platz ist noch frei. { $who } hat diesen Tisch eröffnet und kann auch mit weniger Leuten starten; oder ihr wartet, bis noch jemand kommt.
chat-too-many-tables = Du hast schon { $n } Tische eröffnet, die noch nicht fertig sind. Spiel erst an einem zu Ende, oder steh von einem auf: `/{ cmd-mine-name }` zählt sie auf.
chat-too-soon = Das sind viele neue Tische in wenigen Minuten. Spiel bitte erst an einem davon: `/{ cmd-mine-name }` zeigt dir deine.
chat-owner-arranges = Computer dazusetzen oder wegschicken kann nur, wer diesen Tisch eröffnet hat.
chat-no-computer = An diesem Tisch sitzt kein Computer.
chat-too-many-computers = Für dich muss auch ein Platz bleiben: Nimm weniger Computer oder mehr Plätze.
chat-wrong-number = { $game } spielt man mit { $least } bis { $most } Personen, nicht mit { $asked }.
chat-no-preset = Die Voreinstellung „{ $name }“ gibt es nicht. Zur Wahl stehen { $known }, oder einzelne Regeln als name=wert.
chat-no-choice = Die Regel „{ $name }“ gibt es nicht. Zur Wahl stehen { $known }.
chat-no-value = „{ $value }“ geht bei { $name } nicht. Zur Wahl stehen { $known }.
chat-shown = Durch deinen letzten Schritt oder durch den Computer danach wurde etwas aufgedeckt, deshalb lässt sich dein Schritt nicht zurücknehmen.
chat-acted-since = Platz { $seat } hat seitdem weitergespielt, deshalb lässt sich dein Schritt nicht zurücknehmen.
chat-acted-since-who = { $who } hat seitdem weitergespielt, deshalb lässt sich dein Schritt nicht zurücknehmen.
chat-nothing-yet = Es gibt noch nichts zurückzunehmen.
chat-no-such-verb = { $verb } gibt es bei { $game } nicht. Drück auf „{ chat-button-turn }“, oder sieh bei `/{ cmd-help-name }` nach.
chat-say-verb = Sag, was du tun willst: `/{ cmd-help-name }` zählt die Befehle auf.
chat-old-button = Dieser Knopf gilt nicht mehr. Mit `/{ cmd-table-name } { cmd-table-show-name }` siehst du den Tisch.
chat-other-edition = Diese Partie hat mit einer neueren Version von mir begonnen, deshalb fasse ich sie nicht an. Verloren ist nichts: Sie geht weiter, sobald ich auf dem neuesten Stand bin.
chat-trouble = Da ist etwas schiefgegangen; ich habe es mir notiert. Sieh erst mit `/{ cmd-table-name } { cmd-table-show-name }` nach, bevor du es noch einmal versuchst.
chat-closing = Ich starte gerade neu, deshalb ist nichts passiert. Versuch es bitte gleich noch einmal.
chat-not-understood = Das habe ich nicht verstanden. Bitte wähle etwas von dem aus, was dir angeboten wird.
chat-server-only = Tische gibt es nur auf Servern: Gib das dort in einem Kanal ein.
chat-may-not-write = (Ich darf in diesem Kanal nicht schreiben, deshalb sehen die anderen das nicht. `/{ cmd-check-name }` sagt, was fehlt.)

## Help and rights

chat-help = **Bei Lanai spielt ihr Hawaii und Haleakala, Zug um Zug.**
    Mit `/{ cmd-table-name } { cmd-table-open-name }` fängt alles an, mit `/{ cmd-table-name } { cmd-table-join-name }` nimmst du Platz, mit `/{ cmd-table-name } { cmd-table-start-name }` geht es los. `/{ cmd-turn-name }` öffnet ein Bedienfeld, in dem du alles mit Knöpfen tun kannst. Mit `/{ cmd-table-name } { cmd-table-undo-name }` nimmst du deinen letzten Schritt zurück. `/{ cmd-table-name } { cmd-table-show-name }` zeigt dir den Spielplan, `/{ cmd-realm-name }` alles, was du hast, `/{ cmd-table-name } { cmd-table-list-name }` alle Tische auf diesem Server und `/{ cmd-check-name }` meine Berechtigungen hier.
chat-help-days = Eine Partie darf Tage dauern: Mit `/{ cmd-remind-name }` stellst du ein, wann und wie ich dich erinnere, mit `/{ cmd-snooze-name }` bittest du um mehr Zeit, `/{ cmd-recap-name }` erzählt dir, was du verpasst hast, `/{ cmd-mine-name }` zählt die Partien auf, die auf dich warten, und mit `/{ cmd-watch-name }` folgst du einem Tisch aus einem anderen Kanal. `/{ cmd-table-name } { cmd-table-pause-name }` bittet alle um eine Pause, `/{ cmd-table-name } { cmd-table-replay-name }` zeigt die Partie Zug für Zug.
chat-help-no-table = In diesem Kanal gibt es noch keinen Tisch.
chat-help-hawaii = Bei Hawaii: `/{ cmd-move-name }` zu einem Ort und dort `/{ cmd-buy-name }`, `/{ cmd-fish-name }`, `/{ cmd-sail-name }` zu einer Insel, `/{ cmd-wait-name }`, oder `/{ cmd-pass-name }`, um aus der Runde auszusteigen. `/{ cmd-choose-name }` beantwortet eine Frage. Was du weglässt, wird so günstig wie möglich geregelt.
chat-help-haleakala = Bei Haleakala: `/{ cmd-place-name }` für eine Zahlenscheibe, `/{ cmd-take-name }`, um eine zurückzunehmen oder eine Karte zu nehmen, `/{ cmd-boat-name }`, um das Boot weiterzuziehen, wenn alle deine Scheiben liegen, `/{ cmd-move-name }` für den Schamanen oder die Lava, `/{ cmd-buy-name }` für die Auslage. `/{ cmd-choose-name }` beantwortet eine Frage.
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

cmd-table = Tische: eröffnen, mitspielen, starten, ansehen, zurücknehmen
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
cmd-table-show = Den Tisch ansehen, wie er gerade steht
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
cmd-buy-village = In welches Dorf es kommt
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
cmd-place-invocation = Neben dem Boot die Lavascheibe dazulegen
cmd-place-invocation-name = lavascheibe
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
draw-first = Erste
draw-second = Zweite
draw-others = Übrige
draw-income = Ertrag
draw-order = Reihe
draw-cove = Bucht
draw-beach = Strand
draw-dock = Steg { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } von { $needed }
draw-legend-way = gezogener Weg
draw-legend-turn = Nummer des Zugs
draw-legend-done = gekauft, besucht
draw-legend-choice = zur Wahl

# --- Descriptions of pictures ---

alt-island = Hawaii, Runde { $round } von 5. Das Volk will { $sum }.
alt-realms = Gebiete auf Hawaii, Runde { $round } von 5.
alt-player = { $who }: { $points }, { $at }, { $kahunas }, { $tikis }, Summe { $sum } von { $needed }.
alt-of = { $who }: { $what }.
alt-tokens = { $sum } von { $needed }
alt-tokens-of = Preisplättchen { $list }
alt-boats = { $n ->
    [one] 1 Boot
   *[other] { $n } Boote
}
alt-order = Der Reihe nach, mit der Summe:
alt-places = Orte: was noch da ist; Preise.
alt-place = { $name }: { $wares }; { $prices }.
alt-closed = zu
alt-docks = Stege: Füße, Punkte, Insel: { $list }.
alt-dock = { $dock }: { $feet }, { $points }, { $gift }
alt-cove = Fischerbucht: { $catch }.
alt-fish = { $n } × { $fish ->
    [one] 1 Fisch
   *[other] { $fish } Fische
}
alt-spaces = Felder: { $list }.
alt-free = frei
alt-points = Ist das Volk zufrieden: { $first }, { $second }, { $others }.
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
hal-alt-segment = { $segment }: { $list }.
hal-alt-disc = { $who } { $disc }
hal-alt-statues = Statuen von { $who }: { $list }
hal-alt-invocation = Lavascheibe
hal-alt-holds = { $who } hat Scheiben: { $discs }; Muscheln: { $shells }; Statuen: { $statues }; gesammelte Karten: { $kept }
hal-alt-now = jetzt { $points } wert
hal-alt-display = Auslage, Preise in Muscheln: { $list }.
draw-hal-alt-boat = Das Boot liegt an Segment { $segment }. Alle Segmente von dort aus:
draw-hal-alt-player = { $who }: { $points }, Schamane: { $at }.

# The chart of scores at the end.
draw-scores = Punkte, Zug für Zug
draw-chances = Gewinnchancen
alt-scores = Punkte im Lauf der Partie, Runde für Runde.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha! Bei mir gibt es zwei Brettspiele, Zug um Zug: Hawaii und Haleakala.**
    Ein Knopfdruck, und du spielst gegen den Computer: Dein Spielplan erscheint sofort, in einem eigenen Thread. Willst du mit anderen spielen, gib `/{ cmd-table-name } { cmd-table-open-name }` ein. Mehr erfährst du mit `/{ cmd-help-name }`.
chat-button-play-hawaii = Hawaii gegen den Computer
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
chat-button-replay = Zug für Zug
chat-button-snooze = Ich brauche mehr Zeit
chat-button-mute = Diesmal nicht mehr erinnern
chat-button-agree = Einverstanden
chat-button-back-again = Ich bin wieder da
chat-button-resign = Ja, aufgeben
chat-reminder = { $who }, { $game } in { $place } wartet seit dem { $since } auf dich.
chat-nudge = { $who }, du hast deinen Zug bei { $game } angefangen, aber noch nicht beendet: { $place }.
chat-call = { $who }, du bist bei { $game } am Zug: { $place }.
chat-next = Gleich bist du bei { $game } dran: Noch ist { $who } am Zug, in { $place }.
chat-deadline = Zeit ist bis zum { $until }.
chat-silent = { $who } wurde mehrmals erinnert, und der Tisch wartet seit dem { $since }. Ich erinnere nicht weiter. Wer hier mitspielt, kann diesen Platz mit `/{ cmd-table-name } { cmd-table-replace-name }` neu besetzen.
chat-snoozed = { $who } bittet um Zeit bis zum { $until }.
chat-you-snoozed = In Ordnung: Ich erinnere dich wieder am { $until }. Die anderen können das sehen.
chat-snooze-how-long = Wie viel Zeit brauchst du? Die anderen können es sehen.
chat-snooze-menu = Bis wann?
chat-snooze-hours = In 3 Stunden
chat-snooze-evening = Heute Abend
chat-snooze-morning = Morgen früh
chat-snooze-tomorrow = Morgen Abend
chat-snooze-days = In 2 Tagen
chat-snooze-week = In einer Woche
chat-muted = An diesen Zug erinnere ich dich nicht mehr.
chat-late-word = Die Zeit von { $who } ist um.
chat-late-turn = Die Zeit von { $who } ist um: Diesen Zug macht der Computer.
chat-late-seat = Die Zeit von { $who } ist um: Der Computer spielt, bis { $who } wieder da ist.
chat-is-back = { $who } ist wieder da.
chat-you-are-back = Willkommen zurück: Der Platz gehört wieder dir.
chat-stood-in = Deine Zeit war um, deshalb spielt der Computer auf deinem Platz. Willst du ihn zurück?
chat-still-here = Hier muss niemand ersetzt werden: Diese Person ist noch da. Ersetzen kannst du nur Personen, die den Server verlassen haben, deren Zeit um ist oder die mehrere Erinnerungen nicht beachtet haben.
chat-replaced = Ab jetzt spielt der Computer für { $who }.
chat-replaced-until = Ab jetzt spielt der Computer für { $who }, bis { $who } wieder da ist.
chat-replaced-by = Ab jetzt spielt { $by } für { $who }.
chat-you-replaced = Erledigt: Der Platz ist besetzt.
chat-asks-pause = { $who } bittet um eine Pause ({ $time }). Sie beginnt, sobald alle einverstanden sind.
chat-asks-resume = { $who } möchte weiterspielen. Es geht weiter, sobald alle einverstanden sind.
chat-agreed = Alle sind einverstanden.
chat-agreed-open = { $n ->
    [one] Notiert. Eine Person muss noch zustimmen.
   *[other] Notiert. { $n } Personen müssen noch zustimmen.
}
chat-not-asked = Im Moment bittet niemand um etwas.
chat-is-paused = Die Partie macht schon Pause: Im Moment wartet niemand.
chat-not-paused = Die Partie macht gerade keine Pause.
chat-not-away = Du spielst selbst auf deinem Platz: Es gibt nichts zurückzuholen.
chat-plays-already = Dort spielt schon der Computer, bis diese Person wieder da ist.
chat-not-there = Diese Person hat an diesem Tisch keinen Platz.
chat-stands-in-for-you = { $who }, der Computer spielt bei { $game } in { $place } für dich, bis du wieder da bist.
chat-played-for-you = { $who }, deine Zeit bei { $game } in { $place } war um: Der Computer hat diesen Zug für dich gemacht.
chat-no-such-time = Dieser Zeitpunkt ist schon vorbei oder zu weit weg.
chat-paused = Die Partie macht Pause bis zum { $until }, oder bis alle weiterspielen wollen (`/{ cmd-table-name } { cmd-table-resume-name }`).
chat-resumed = Die Partie geht weiter.
chat-resign-sure = Willst du wirklich aufgeben? Der Computer übernimmt deinen Platz; zu zweit ist die Partie damit zu Ende.
chat-shut = Euer Tisch für { $game } ist in { $place }, und dort kann ich nicht mehr schreiben: Jemand hat mir eine Berechtigung genommen oder den Thread geschlossen. `/{ cmd-check-name }` sagt dort, was fehlt. Ich versuche es weiter; bis dahin kommen Erinnerungen als Direktnachricht.
chat-shut-gone = Den Kanal { $place } mit eurem Tisch für { $game } gibt es nicht mehr, deshalb kann die Partie dort nicht weitergehen. Verloren ist nichts: Nimm `/{ cmd-table-name } { cmd-table-move-name }` in einem anderen Kanal des Servers, und sie geht dort weiter.
chat-status-open = Wartet noch auf Leute, die mitspielen.
chat-status-points = Punkte: { $list }
chat-status-turn = { $who } ist am Zug, seit dem { $since }.
chat-status-late = Die Zeit ist seit dem { $until } um.
chat-status-banks = So viel Zeit haben die anderen noch: { $list }.
chat-status-away = { $who } ist bis zum { $until } im Urlaub.
chat-status-stands-in = Der Computer spielt für { $who }, bis { $who } wieder da ist.
chat-manners-word = danach erfahren es alle, sonst passiert nichts
chat-manners-turn = danach macht der Computer diesen Zug
chat-manners-seat = danach spielt der Computer, bis die Person wieder da ist
chat-manners-turn-time = Bedenkzeit: { $time } pro Zug; { $late }.
chat-manners-bank = Bedenkzeit: { $start } pro Person und { $more } mehr mit jedem Zug; { $late }.
chat-pace-none = Unbegrenzte Bedenkzeit
chat-pace-turn = { $time } pro Zug
chat-pace-bank = { $start } pro Person und { $more } mehr mit jedem Zug
chat-no-pace = Diese Bedenkzeit verstehe ich nicht. Schreib eine Zeit pro Zug, etwa `24h` oder `3 Tage`, oder ein Zeitkonto und was mit jedem Zug dazukommt, etwa `72h+8h`. Mindestens zehn Minuten, höchstens sechzig Tage, und auf dem Zeitkonto muss mehr sein, als mit einem Zug dazukommt.
chat-late-without-pace = Ohne `{ cmd-table-open-pace-name }` ist die Zeit nie um: Gib eine an, oder lass `{ cmd-table-open-late-name }` weg.
chat-no-span = Diese Zeitspanne verstehe ich nicht. Schreib zum Beispiel `8h`, `2 Tage` oder `1 Woche`.
chat-no-zone = Eine Zeitzone „{ $zone }“ kenne ich nicht. Wähle eine von denen, die beim Tippen angeboten werden, etwa Europe/Berlin.
chat-no-hours = Schreib Ruhezeiten so: `22-8` oder `21:30-6:30`, oder `aus`.
chat-no-holiday = Schreib, wie lange du weg bist, etwa `10 Tage`, oder bis wann, etwa `2027-01-06`: höchstens 60 Tage. Oder schreib `aus`.
chat-every = alle { $time }
chat-every-never = nie
chat-quiet-off = keine Ruhezeit
chat-remind-me = Du wirst { $every } erinnert.
chat-remind-loud-anywhere = Erinnerungen kommen zu jeder Uhrzeit: Nenn mir deine `{ cmd-remind-zone-name }` und deine `{ cmd-remind-quiet-name }`, dann lasse ich dich in dieser Zeit in Ruhe.
chat-remind-loud = Erinnerungen kommen zu jeder Uhrzeit. Deine Zeitzone ist { $zone }.
chat-remind-quiet = Ruhezeit: { $hours }, in der Zeitzone { $zone }.
chat-remind-which-zone = Deine Zeitzone kenne ich nicht, deshalb nehme ich UTC. Stell sie mit `/{ cmd-remind-name } { cmd-remind-zone-name }:` ein.
chat-remind-direct = Ich rufe und erinnere dich per Direktnachricht.
chat-remind-next = Ich sage dir Bescheid, wenn du gleich dran bist.
chat-remind-away = Du bist bis zum { $until } im Urlaub: Niemand erinnert dich, und deine Uhr steht still.
chat-remind-text = Du siehst Text statt Bilder: im Bedienfeld, am Tisch und bei dem, was du hast. Mit `{ cmd-realm-text-name }:False` zeigt ein Befehl einmal Bilder.
chat-remind-change = Ändern kannst du das mit den Optionen von `/{ cmd-remind-name }`.
chat-remind-table = { $every ->
    [nie] Keine Erinnerungen an diesem Tisch, außer für Leute, die etwas anderes eingestellt haben.
   *[other] Erinnerungen an diesem Tisch: { $every }, außer für Leute, die etwas anderes eingestellt haben.
}
chat-remind-server = { $every ->
    [nie] Keine Erinnerungen auf diesem Server, außer für Leute und Tische, die etwas anderes eingestellt haben.
   *[other] Erinnerungen auf diesem Server: { $every }, außer für Leute und Tische, die etwas anderes eingestellt haben.
}
chat-remind-not-yours = Um das für alle Tische des Servers einzustellen, brauchst du die Berechtigung „Server verwalten“.
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
chat-watch-begins = Dieser Kanal folgt ab jetzt { $game } in { $place }: Eine Nachricht hier zeigt immer, wie es steht. `/{ cmd-unwatch-name }` beendet das.
chat-watch-already = Dieser Kanal folgt { $game } in { $place } schon.
chat-watch-which = So einen Tisch gibt es auf diesem Server nicht, oder du kannst ihn nicht sehen. Wähle einen von denen, die beim Tippen angeboten werden.
chat-watch-not-you = Du darfst in diesem Kanal nicht schreiben, deshalb kannst du hier keinem Tisch folgen.
chat-watch-not-me = Ich darf in diesem Kanal nicht schreiben: `/{ cmd-check-name }` sagt, was fehlt.
chat-came = Die Partie ist hierher umgezogen und geht weiter.
chat-moved = { $who } ist mit { $game } nach { $place } umgezogen.
chat-move-which = So einen Tisch hast du auf diesem Server nicht. Wähle einen von denen, die beim Tippen angeboten werden.
chat-move-not-you = Du darfst in diesem Kanal nicht schreiben, deshalb kannst du mit keiner Partie hierher umziehen.
chat-move-not-me = Ich darf in diesem Kanal nicht schreiben: `/{ cmd-check-name }` sagt, was fehlt.
chat-watch-closed = Diesem Tisch kann man nicht aus anderen Kanälen folgen.
chat-watch-ends = { $game } in { $place } kann man nicht mehr folgen, deshalb tut es auch dieser Kanal nicht mehr.
chat-watch-here = Dieser Tisch ist genau hier, in diesem Kanal.
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
chat-mine-others = Diese warten auf andere:
chat-mine-open = Wartet noch auf Leute, die mitspielen.
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
cmd-table-open-late-turn = Der Computer spielt diesen Zug
cmd-table-open-late-seat = Der Computer spielt, bis die Person wieder da ist
cmd-table-pause = Alle um eine Pause bitten
cmd-table-pause-name = pause
cmd-table-pause-time = Wie lange; ohne Angabe eine Woche
cmd-table-pause-time-name = dauer
cmd-table-resume = Alle bitten, schon vor dem Ende der Pause weiterzuspielen
cmd-table-resume-name = weiterspielen
cmd-table-back = Deinen Platz vom Computer zurückholen
cmd-table-back-name = wieder-da
cmd-table-replace = Den Platz einer Person, die weg ist, dem Computer oder jemand anderem geben
cmd-table-replace-name = ersetzen
cmd-table-replace-who = Wer weg ist
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
cmd-table-watchers-open = Ob man das darf
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
cmd-remind-away = Bis wann du im Urlaub bist: 10 Tage, 2027-01-06, aus
cmd-remind-away-name = urlaub
cmd-remind-text = Dir ab jetzt Text statt Bilder zeigen
cmd-remind-text-name = text
cmd-remind-whose = Wessen Erinnerungen; ohne Angabe deine
cmd-remind-whose-name = wessen
cmd-remind-whose-me = Meine
cmd-remind-whose-table = Die von diesem Tisch
cmd-remind-whose-server = Die von diesem Server
cmd-snooze = Für diesen Zug um mehr Zeit bitten: Die anderen sehen es, danach erinnere ich dich wieder
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
chat-no-every = Diesen Abstand verstehe ich nicht, oder er ist zu kurz. Schreib `8h`, `2 Tage` oder `nie`; eine Stunde ist das Mindeste.
chat-remind-every-only = Für einen Tisch oder einen Server lässt sich nur `{ cmd-remind-every-name }:` einstellen. Alles andere stellt jede Person für sich selbst ein.
chat-remind-me-here = Du wirst { $every } erinnert, wie alle hier, die nichts anderes eingestellt haben.
chat-remind-me-never = Du wirst nicht erinnert.
chat-every-day = einmal am Tag
chat-snooze-clock = Deine Uhr läuft allerdings weiter: Zeit ist bis zum { $until }.
chat-mine-stood-in = Dort spielt der Computer für dich: `/{ cmd-table-name } { cmd-table-back-name }` gibt dir deinen Platz zurück.
chat-time-was-up = Die Zeit war um, und das hat der Computer gespielt, deshalb lässt es sich nicht zurücknehmen.
chat-watch-many = Diesem Tisch folgen schon zu viele Kanäle, oder dieser Kanal folgt schon zu vielen Tischen. `/{ cmd-unwatch-name }` schafft Platz.
chat-not-themselves = Das muss die Person selbst tun: `/{ cmd-table-name } { cmd-table-replace-name }` mit sich selbst bei `{ cmd-table-replace-by-name }`. Ohne `{ cmd-table-replace-by-name }` übernimmt der Computer.
chat-wrong-number-exactly = { $game } spielt man mit { $least } Personen, nicht mit { $asked }.

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
page-no-such-command = Diesen Befehl gibt es nicht. Drück Esc und tippe /, um alle zu sehen.
page-no-commands = Noch hat kein Bot Befehle angemeldet.
page-no-such-option = Diese Option hat der Befehl nicht.
page-asking = { $bot } wird gefragt …
page-no-choices = Dazu passt nichts. Du kannst senden, was du getippt hast.
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
page-poll-over = Diese Umfrage ist beendet.
page-failed = { $bot } hat nicht geantwortet. Bitte versuch es noch einmal.
page-no-porch = Die Veranda antwortet nicht. Ist sie noch offen?
page-lost = Verbindung verloren. Die Veranda wird gesucht …
page-back = Wieder verbunden.
page-cancel = Abbrechen
page-submit = Senden
page-letters = { $count } von { $most } Zeichen
page-person-menu = Zu einer anderen Person wechseln
page-sit-as = Hier sein als
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
