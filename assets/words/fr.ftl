# Everything a player reads, in French. The nouns are those of the French rulebook of Hawaii.
# What a player types is English in every language: { $typed } is such a line.

## Goods

goods-shells = { $n ->
    [one] { $n } coquillage
   *[other] { $n } coquillages
}
goods-feet = { $n ->
    [one] { $n } pied
   *[other] { $n } pieds
}
goods-fruits = { $n ->
    [one] { $n } fruit
   *[other] { $n } fruits
}
goods-nothing = rien
list-and = { $first } et { $last }
list-comma = { $first }, { $last }

## Tiles

tile-shell-hut = hutte – coquillages
tile-foot-hut = hutte – pieds
tile-spear-hut = hutte – lances
tile-exchange-hut = hutte – commerce
tile-long-hut = grande hutte
tile-breadfruit = fruit à pain
tile-taro = taro
tile-coconut = noix de coco
tile-banana = banane
tile-irrigation = irrigation
tile-surfer = surfeur
tile-hula = danseuse de hula
tile-boat = grande pirogue
tile-kahuna = kahuna
tile-tiki = tiki
tile-ku = KU
tile-kane = KANE
tile-pele = PELE
tile-lono = LONO
tile-laka = LAKA
tile-kanaloa = KANALOA
tile-one = { $tile } I
tile-two = { $tile } II
kahunas = { $n ->
    [one] { $n } kahuna
   *[other] { $n } kahunas
}
tikis = { $n ->
    [one] { $n } tiki
   *[other] { $n } tikis
}
points = { $n ->
    [one] { $n } point
   *[other] { $n } points
}

## Places

place-gods = dieux
place-tikis = tikis
place-kahunas = kahunas
place-long-huts = grandes huttes
place-spears-and-exchange = lances et commerce
place-shells-and-feet = coquillages et pieds
place-dancers-and-surfers = danseuses et surfeurs
place-boats-and-water = pirogues et irrigation
place-breadfruit-and-taro = fruits à pain et taro
place-coconut-and-banana = coco et bananes
at-beach = sur la plage
at-cove = au port de pêche
at-dock = au poste d’amarrage { $dock }
at-place = à « { $place } »
at-left = hors de la manche, case { $space }

## Prices, boats, fish

price-plain = { $worth }
price-spears = { $worth }⚔
boat-fishing = la petite pirogue
boat-one = { $n ->
    [one] { $n } grande pirogue I
   *[other] { $n } grandes pirogues I
}
boat-two = { $n ->
    [one] { $n } grande pirogue II
   *[other] { $n } grandes pirogues II
}
fish-tokens = { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
 } à { $fish ->
    [one] { $fish } poisson
   *[other] { $fish } poissons
}

## What happens

event-moved-place = { $who } va à « { $place } ».
event-moved-stay = { $who } reste à « { $place } ».
event-moved-beach = { $who } va sur la plage et attend.
event-moved-cove = { $who } va au port de pêche.
event-moved-dock = { $who } va au poste d’amarrage { $dock }.
event-paid = { $goods ->
    [rien] { $who } ne paie rien.
   *[other] { $who } paie { $goods }.
}
event-gave-kane = { $who } donne { $goods } à KANE.
event-took-price = { $who } prend le jeton coût { $price } à « { $place } ».
event-built = { $who } construit dans le village { $row } : { $tile }.
event-got-boat = { $who } reçoit { $boat }.
event-got-kahunas = { $who } reçoit { $kahunas }.
event-got-tikis = { $who } reçoit { $tikis }.
event-gained-income = { $who } reçoit { $goods }.
event-gained-irrigation = { $who } prend { $goods } grâce à l’irrigation.
event-gained-island = { $who } reçoit { $goods } de l’île.
event-gained-space = { $who } prend { $goods } sur la case.
event-scored-spears = { $who } marque { $points } grâce aux lances.
event-scored-dock = { $who } marque { $points } au poste d’amarrage.
event-scored-island = { $who } marque { $points } sur l’île.
event-scored-people = { $who } marque { $points } : objectif atteint.
event-scored-lono = { $who } marque { $points } grâce à LONO.
event-scored-first-space = { $who } marque { $points } pour la case 1.
event-fished = { $who } pêche { $catch }.
event-launched = { $who } met à l’eau { $boats }.
event-visited = { $who } visite une île : { $gift }.
event-no-gift-none-left = Il n’en reste plus : { $who } ne reçoit que les points du poste d’amarrage.
event-no-gift-no-room = { $who } ne peut pas placer ce jeton et ne reçoit que les points du poste d’amarrage.
event-declined = { $who } ne donne rien à KANE.
event-left = { $who } quitte la manche et prend la case { $space } de l’ordre de jeu.
event-left-price = { $who } quitte la manche, prend la case { $space } de l’ordre de jeu et son jeton coût { $price }.
event-god-uncovered = { $god } apparaît sur le dessus de la pile.
event-god-last = Cette pile de dieux est vide.
event-summed-pleased = { $who } a { $sum } ; il fallait { $needed } : objectif atteint.
event-summed-missed = { $who } a { $sum } ; il fallait { $needed } : objectif manqué.
event-round-over = La manche { $round } est terminée.
event-round-begins = La manche { $round } commence.
event-final = { $who } marque { $points } au décompte final : kahunas { $kahunas }, irrigations { $irrigations }, danseuses de hula { $hulas }, grandes huttes { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-points = { $points }
gift-fruits = { $fruits }
gift-tile = { $tile }
gift-fruit-tile = un jeton fruits II
gift-kahunas = { $kahunas }
gift-tikis = { $tikis }
gift-gone = visitée

## What can be done

action-move = move { $name } : aller à « { $place } »
action-move-stay = move { $name } : rester à « { $place } »
action-fish = fish { $list } : prendre { $catch }
action-sail = sail { $dock } : visiter l’île ({ $gift })
action-wait = wait : ne rien faire, sur la plage
action-pass = pass { $space } : quitter la manche pour la case { $space }
action-pass-price = pass { $space } : quitter la manche pour la case { $space } et prendre le jeton coût { $price }
action-buy = buy { $name } { $price } : { $tile } pour { $cost }
action-buy-double = buy { $name } { $price } double : { $tile } pour { $cost }
action-pay = { $typed } : { $goods ->
    [rien] ne rien payer
   *[other] payer { $goods }
}
action-launch = { $typed } : mettre à l’eau { $boats }
action-pick = { $typed } : prendre le jeton { $tile }
action-build = build in village { $row } : construire dans le village { $row }
action-build-new = begin village { $row } : commencer le village { $row }
action-left-stack = take it from the left stack : le prendre dans la pile de gauche, où il reste { $n ->
    [one] { $n } dieu
   *[other] { $n } dieux
 }
action-right-stack = take it from the right stack : le prendre dans la pile de droite, où il reste { $n ->
    [one] { $n } dieu
   *[other] { $n } dieux
 }
action-offer = { $typed } : donner { $goods } à KANE pour un tiki
action-decline = give KANE nothing : ne rien donner à KANE
action-harvest = { $typed } : prendre { $goods } grâce à l’irrigation

## Why something cannot be done

refusal-game-over = La partie est terminée.
refusal-something-else-first = Répondez d’abord à la question posée.
refusal-answer-first = Répondez d’abord à ceci : { $question }
refusal-no-price-token = Il ne reste aucun jeton coût à « { $place } ».
refusal-no-tile = Il ne reste aucun jeton produit à « { $place } ».
refusal-nothing-fits = Aucun jeton produit de « { $place } » ne peut être placé dans votre territoire.
refusal-nothing-left-to-buy-with = Après ce déplacement, il vous manquerait { $missing ->
    [one] { $missing } coquillage
   *[other] { $missing } coquillages
 } pour le jeton coût le moins cher ; or qui s’arrête dans un lieu doit y acheter.
refusal-not-sold-here = Pas en vente à « { $place } » : { $tile }.
refusal-no-such-price = Il n’y a pas de jeton coût { $price } ici.
refusal-too-few-tiles = Il n’en reste pas assez ({ $tile }) : il en manque { $missing }.
refusal-god-not-on-top = { $god } n’est sur le dessus d’aucune des deux piles.
refusal-no-kahuna-space = Il manque { $missing ->
    [one] { $missing } case
   *[other] { $missing } cases
 } pour les kahunas dans votre territoire.
refusal-no-tiki-space = Il manque { $missing ->
    [one] { $missing } case
   *[other] { $missing } cases
 } pour les tikis dans votre territoire.
refusal-no-village-for = Aucun de vos villages ne peut accueillir ce jeton : { $tile }.
refusal-god-only-once = { $god } est déjà dans votre territoire, où chaque dieu n’a sa place qu’une fois.
refusal-one-god-per-village = Le village { $row } a déjà un dieu.
refusal-second-of-its-kind = Ce jeton est déjà dans le village { $row } : { $tile }.
refusal-village-needs-hut = Le village { $row } n’est pas commencé, et seule une hutte peut le commencer.
refusal-row-skipped = Les villages se commencent de haut en bas, sans trou : le prochain est le village { $next }.
refusal-too-little = Pour cela, il vous faut encore { $good ->
    [shells] { $missing ->
        [one] { $missing } coquillage
       *[other] { $missing } coquillages
    }
    [feet] { $missing ->
        [one] { $missing } pied
       *[other] { $missing } pieds
    }
   *[fruits] { $missing ->
        [one] { $missing } fruit
       *[other] { $missing } fruits
    }
 }.
refusal-wrong-sum = Cela coûte { $cost }, mais vous payez { $paid }.
refusal-not-in-purse = Pour payer ainsi, il vous manque { $good ->
    [shells] { $missing ->
        [one] { $missing } coquillage
       *[other] { $missing } coquillages
    }
    [feet] { $missing ->
        [one] { $missing } pied
       *[other] { $missing } pieds
    }
   *[fruits] { $missing ->
        [one] { $missing } fruit
       *[other] { $missing } fruits
    }
 }.
refusal-mixed = Un paiement ne mélange pas les ressources. { $power ->
    [0] Une hutte – commerce le permettrait.
    [one] Vos huttes – commerce peuvent remplacer { $power } ressource ; il faudrait en remplacer { $turned }.
   *[other] Vos huttes – commerce peuvent remplacer { $power } ressources ; il faudrait en remplacer { $turned }.
}
refusal-fish-nothing = Choisissez au moins un jeton poisson.
refusal-not-in-cove = Il manque au port de pêche { $missing ->
    [one] { $missing } jeton
   *[other] { $missing } jetons
 } à { $fish ->
    [one] { $fish } poisson.
   *[other] { $fish } poissons.
}
refusal-boats-too-small = Il manque de la place dans vos pirogues pour { $missing ->
    [one] { $missing } pied.
   *[other] { $missing } pieds.
}
refusal-not-ashore = Vous n’avez pas ces pirogues à terre.
refusal-more-boats-than-needed = Il ne faut pas autant de pirogues.
refusal-no-island = L’île du poste d’amarrage { $dock } a déjà été visitée pendant cette manche.
refusal-everybody-waited = Tout le monde a attendu à son tour : il faut maintenant faire quelque chose, ou quitter la manche.
refusal-no-such-space = L’ordre de jeu a { $spaces ->
    [one] { $spaces } case
   *[other] { $spaces } cases
 } dans cette partie.
refusal-space-taken = La case { $space } est déjà prise.
refusal-no-fruit-tile = Il n’en reste plus : { $tile }.
refusal-kane-takes = KANE prend exactement { $goods ->
    [one] { $goods } ressource
   *[other] { $goods } ressources
 } ou rien du tout.

## The board

board-title = Hawaii, manche { $round } sur 5. Objectif : { $sum } ; première place { $first }, deuxième { $second }, les autres { $others }.
board-over = La partie est terminée.
board-turn = C’est à { $who } de jouer.
board-order = Ordre de jeu : { $list }
board-spaces = Cases de l’ordre de jeu : { $list }
board-space-free = { $space } : libre
board-space-price = { $space } : { $price }
board-space-taken = { $space } : { $who }
board-row = Rangée { $row } depuis la plage
board-place = { $name } : { $wares } ; jetons coût : { $prices }
board-place-nobody = aucun
board-here = ici : { $list }
board-cove = Port de pêche : { $catch }
board-cove-empty = rien
board-dock = Poste d’amarrage { $dock } : { $feet } pour { $points } ; île : { $gift }
board-islands = Îles face cachée : { $hidden }.
board-gods = { $gods } (il en reste { $left })
board-gods-gone = une pile vide
board-realm = { $who }, place { $seat } : { $points }, { $at }
board-goods = en main : { $goods }
board-goods-hidden = ressources derrière le paravent
board-village = village { $row } : { $tiles } (longueur { $length }{ $scored ->
    [yes] , atteint un tiki
   *[no] {""}
})
board-start-hut = hutte de départ
board-spirits = { $kahunas }, { $tikis }
board-boats = pirogues à terre : { $ashore } ; à l’eau : { $launched }
board-none = rien
board-tokens = jetons de cette manche : { $prices } (somme { $sum }, objectif { $needed }) ; jetons poisson : { $fish }
board-end = décompte final, en l’état : { $points }

## The end

standing = { $rank }. { $who } : { $points }
winner = { $who } gagne.
winner-of-tie = À égalité de points, { $who } l’emporte au départage.
winners = { $who } se partagent la victoire.

## At the terminal

play-welcome = Vous êtes à la place { $seat }. Tapez help pour voir ce que vous pouvez taper.
play-turn = À vous de jouer. Que faites-vous ?
play-shop = Qu’achetez-vous ?
play-pay = Comment payez-vous { $cost } ?
play-launch = Quelles pirogues mettez-vous à l’eau ?
play-pick = Quel jeton fruits prenez-vous ?
play-build = Où construisez-vous ceci : { $tile } ?
play-which-stack = Les deux piles montrent { $god }. Dans laquelle le prenez-vous ?
play-kane = KANE prendrait { $goods ->
    [one] { $goods } ressource
   *[other] { $goods } ressources
 } pour un tiki.
play-harvest = Que prenez-vous grâce à l’irrigation ?
play-choose = Tapez choose et un numéro :
play-unknown = Je ne connais pas « { $word } ». Tapez help pour voir ce que vous pouvez taper.
play-which = « { $word } » peut vouloir dire { $list }.
play-none-such = Rien ici ne s’appelle « { $word } ».
play-unlike = Rien ne s’appelle « { $word } » ici. Les noms les plus proches : { $list }.
play-needs = Tapez { $usage }.
play-no-choice = Il n’y a pas de choix { $number } maintenant.
play-no-such-number = Rien ici ne porte le numéro { $word }.
play-walk-first = Allez d’abord dans un lieu : tapez move PLACE.
play-not-heeded = C’est permis, mais pas avec ce village ou ce paiement : ne l’indiquez pas.
play-asks-first = Il faut d’abord régler autre chose : { $list }. Indiquez-le aussi, ou n’indiquez pas comment payer.
play-undone = Coup annulé.
play-not-undone = Vous n’avez rien à annuler : votre dernier coup a révélé quelque chose de caché, ou quelqu’un a joué depuis.
play-bye = Vous avez quitté la table.
play-help =
    move PLACE          aller dans un lieu, ou y rester (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        acheter un jeton, avec le coût le plus bas sauf si vous en indiquez un
    fish N ...          prendre des jetons au port de pêche, selon leurs poissons (fish 3 1)
    sail DOCK           visiter l’île d’un poste d’amarrage
    wait                ne rien faire, sur la plage
    pass SPACE          quitter la manche pour une case de l’ordre de jeu
    choose N            répondre à une question par son numéro
    village N, take TARO, give KANE 2 shells, launch the fishing boat : d’autres réponses
    pay 2 shells ...    comment payer, à la fin de move, buy, fish ou sail
    board, realms       voir l’île, ou ce que chaque personne possède
    options             tout ce que vous pouvez faire maintenant
    undo                annuler votre dernier coup
    quit                quitter la table

# --- Haleakala ---

## Pieces

hal-card-statue = statue
hal-card-lava-priestess = prêtresse de la lave
hal-card-shell = coquillage
hal-card-lava = lave
hal-card-white-pearl = perle blanche
hal-card-black-pearl = perle noire
hal-card-nautilus = nautile
hal-card-fish = { $n ->
    [one] { $n } panier de poissons
   *[other] { $n } paniers de poissons
}
hal-a-card-statue = une statue
hal-a-card-lava-priestess = une prêtresse de la lave
hal-a-card-shell = un coquillage
hal-a-card-lava = de la lave
hal-a-card-white-pearl = la perle blanche
hal-a-card-black-pearl = la perle noire
hal-a-card-nautilus = le nautile
hal-card-butterflies = papillons
hal-card-statue-majority = majorité de statues
hal-card-complete-segment = segment complet
hal-card-forest-statues = statues en forêt
hal-card-mountain-statues = statues en montagne
hal-grassland = prairie
hal-forest = forêt
hal-mountain = montagne
hal-site = { $terrain } { $segment }
hal-hut = hutte de la plage { $segment }
hal-clockwise = dans le sens horaire
hal-counterclockwise = dans le sens antihoraire

## What happens

hal-event-placed = { $who } pose le disque { $disc } sur la plage { $segment }.
hal-event-invoked = { $who } ajoute le disque d’invocation.
hal-event-took-back = { $who } reprend le disque { $disc } de la plage { $segment }.
hal-event-walked = { $who } déplace son chaman : { $site }.
hal-event-sailed = Le bateau arrive au segment { $segment }.
hal-event-received = { $who } reçoit { $card }.
hal-event-nothing-left = Il ne reste rien à prendre pour { $who }.
hal-event-built = { $who } érige une statue : { $site }.
hal-event-no-statue = { $who } ne peut ériger aucune statue.
hal-event-no-lava-to-move = { $who } reçoit la prêtresse, mais il n’y a pas de lave à déplacer.
hal-event-lava-moved = { $who } déplace de la lave du cratère { $from } au cratère { $to }.
hal-event-lava-left = { $who } laisse la lave où elle est.
hal-event-invocation-back = { $who } reprend le disque d’invocation.
hal-event-bought = { $who } achète pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
 } : { $ware }.
hal-event-bought-nothing = { $who } n’achète rien.
hal-event-discs-back = Les disques numérotés reviennent de la plage { $segment }.
hal-event-laid = Une nouvelle carte au segment { $segment } : { $card }.
hal-event-lava-card = Une carte de lave ! La lave monte au cratère { $segment }.
hal-event-lava-rose = La lave monte au cratère { $segment }.
hal-event-no-lava-left = Toute la lave est déjà en jeu : il n’en monte plus.
hal-event-first-scoring = La pile à deux palmiers est vide : premier décompte.
hal-event-second-scoring = Le bateau ne trouve plus de cartes : second décompte, et fin de la partie.
hal-event-destroyed = La lave détruit une statue ({ $site }) : { $who } la perd.
hal-event-scored = { $who } marque { $points } : statues { $statues }, poissons { $fish }, perles { $pearls }, nautile { $nautilus }, cartes de décompte { $cards }, coquillages { $shells }.
hal-event-second-round = La seconde manche commence.

## What can be done

hal-action-place = place { $disc } { $segment } : le disque { $disc } sur la plage { $segment }
hal-action-invoke = invoke { $disc } : le disque { $disc } à côté du bateau, avec le disque d’invocation
hal-action-take = take { $disc } : reprendre le disque { $disc } en main
hal-action-boat = boat : avancer le bateau d’un segment
hal-action-walk = { $typed } : déplacer le chaman ({ $site })
hal-action-stay = stay : laisser le chaman où il est
hal-action-choose = { $typed } : prendre la carte ({ $card })
hal-action-lava = { $typed } : déplacer de la lave du cratère { $segment } { $direction }
hal-action-leave-lava = leave : laisser la lave où elle est
hal-action-buy = { $typed } : acheter ({ $ware }) pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}
hal-action-buy-nothing = buy nothing : ne rien acheter

## Why something cannot be done

hal-refusal-disc-not-in-hand = Votre disque { $disc } est déjà sur la plage { $segment }.
hal-refusal-disc-in-hand = Votre disque { $disc } est encore dans votre main.
hal-refusal-equal-sums = Les deux couleurs auraient { $sum } sur la plage { $segment } ; or les sommes doivent différer.
hal-refusal-no-invocation = Il n’y a pas de disques d’invocation dans le jeu de base.
hal-refusal-invocation-not-in-hand = Votre disque d’invocation est déjà sur la plage { $segment }.
hal-refusal-discs-in-hand = Le bateau n’avance seul que lorsque tous vos disques numérotés sont posés : vous en avez encore { $discs } en main.
hal-refusal-too-many-quiet-turns = Personne n’a reçu de carte depuis { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
 } : selon la règle de la maison, aucun disque n’est repris avant que quelqu’un en reçoive une.
hal-refusal-too-far = Le chaman fait au plus deux pas, dont un seul vers le haut, et ne va jamais sur une plage ni dans un cratère.
hal-refusal-other-shaman = L’autre chaman est déjà là.
hal-refusal-no-such-card = Cette carte n’est pas ici : { $card }.
hal-refusal-no-lava = Il n’y a pas de lave au cratère { $segment }.
hal-refusal-must-move-lava = La prêtresse doit déplacer de la lave s’il y en a.
hal-refusal-sold = Cette carte est déjà vendue : { $card }.
hal-refusal-priestess-gone = La prêtresse du présentoir a déjà été achetée pendant cette manche.
hal-refusal-too-few-shells = Pour cela, il vous faut encore { $missing ->
    [one] { $missing } coquillage.
   *[other] { $missing } coquillages.
}

## The board

hal-board-title = Haleakala, manche { $round } sur 2.
hal-board-segment = Segment { $segment } : { $cards }
hal-board-discs = { $who } { $discs } (somme { $sum })
hal-board-invocation = disque d’invocation ({ $who })
hal-board-statue = statue en { $terrain } ({ $who })
hal-board-lava = lave { $n }
hal-board-boat = le bateau
hal-board-piles = Cartes restantes : { $one } à un palmier, { $two } à deux, { $three } à trois.
hal-board-display = Présentoir : { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
})
hal-board-sold = { $ware } (à { $who })
hal-board-player = { $who }, place { $seat } : { $points }, chaman : { $at } ; disques en main : { $discs } ; coquillages : { $shells } ; collection : { $kept } ; statues restantes : { $statues }
hal-board-now = un décompte maintenant rapporterait { $points }

## At the terminal

hal-play-shaman = Où va votre chaman ?
hal-play-choose = Quelle carte prenez-vous ?
hal-play-priestess = Quelle lave déplacez-vous ?
hal-play-purchase = Qu’achetez-vous ?
hal-play-help =
    place DISC SEGMENT  poser un disque numéroté sur une plage : à côté du bateau, il le fait
                        avancer ; ailleurs, votre chaman peut marcher (place 3 5)
    invoke DISC         à côté du bateau, avec le disque d’invocation
    take DISC           reprendre un disque numéroté ; votre chaman peut ensuite marcher
    boat                avancer le bateau d’un segment, quand tous les disques sont posés
    move TERRAIN N      où va le chaman : grassland, forest ou mountain (move forest 3) ; stay
    take CARD           quelle carte recevoir (take shell)
    lava N clockwise    quelle lave la prêtresse déplace, ou counterclockwise ; leave
    buy NAME            acheter au présentoir (buy forest) ; buy nothing
    choose N            répondre à une question par son numéro
    board, players      voir le volcan, ou ce que les deux possèdent
    options             tout ce que vous pouvez faire maintenant
    undo                annuler votre dernier coup
    quit                quitter la table

# --- In few words ---

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
brief-other = { $who } : { $what }
brief-place = { $place }
brief-stay = { $place } à nouveau
brief-cove = port de pêche
brief-dock = poste d’amarrage { $dock }
brief-waits = attend sur la plage
brief-paid = { $part }, { $goods }
brief-bought = { $what } pour { $cost }
brief-built = { $tile } (village { $row })
brief-kane = { $goods } à KANE
brief-declined = rien pour KANE
brief-gained = +{ $goods }
brief-spears = +{ $points } (lances)
brief-no-gift = rien de l’île
brief-left = quitte la manche, case { $space }
brief-left-price = prend le jeton coût { $price }
brief-uncovered = { $god } apparaît
brief-earlier = { $n ->
    [one] Un tour avant ceux-ci : « { chat-button-recap } » le raconte.
   *[other] { $n } tours avant ceux-ci : « { chat-button-recap } » les raconte.
}
brief-round-over = **La manche { $round } est terminée.** Somme et objectif, points, revenu :
brief-round-row = `{ $sum } / { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **La manche { $round } est terminée.** Somme et objectif, points :
brief-last-round-row = `{ $sum } / { $needed } { $points }` **{ $who }**

hal-brief-placed = disque { $disc } sur la plage { $segment }
hal-brief-invoked = avec le disque d’invocation
hal-brief-took-back = disque { $disc } repris de la plage { $segment }
hal-brief-walked = chaman : { $site }
hal-brief-sailed = bateau au segment { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = rien pour { $who }
hal-brief-built = { $site }
hal-brief-in-vain = sans effet
hal-brief-lava-moved = lave de { $from } à { $to }
hal-brief-lava-left = lave laissée en place
hal-brief-bought = achat : { $what }
hal-brief-ware = { $ware } pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}
hal-brief-lava-rose = la lave monte au cratère { $segment }
hal-brief-no-lava-left = plus de lave à sortir
hal-brief-first-scoring = **Premier décompte.**
hal-brief-second-scoring = **Second décompte.**
hal-brief-destroyed = La lave détruit une statue ({ $site }) : { $who } la perd.
hal-brief-scored = `{ $points }` **{ $who }** · { $list }
hal-brief-scored-nothing = `{ $points }` **{ $who }**

podium-title = **{ $winner }**
podium-line = { $rank } **{ $who }** · { $points }
decided = Ce qui a fait la différence : { $what }, { $more } contre { $less }.
sheet-people = objectifs
sheet-lono = LONO
sheet-spears = lances
sheet-dock = amarrages
sheet-island = îles
sheet-first-space = case 1
sheet-kahunas = kahunas
sheet-irrigations = irrigation
sheet-hulas = danseuses
sheet-long-huts = gr. huttes
sheet-laka = LAKA
sheet-kanaloa = KANALOA
sheet-statues = statues
sheet-fish = poissons
sheet-pearls = perles
sheet-nautilus = nautile
sheet-cards = cartes
sheet-shells = coquillages
sheet-total = total

# --- The chat ---

## Tables

chat-title-hawaii = Hawaii
chat-title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **Une table de { $game }.** { $free ->
    [0] Toutes les places sont prises.
    [one] Il reste une place.
   *[other] Il reste { $free } places.
}
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (avec un mot pour le tirage)
chat-lobby-computer = • { $who } (ordinateur, { $level })
chat-level-random = au hasard
chat-level-greedy = gourmand
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = On attend de nouveau : { $players }. « { chat-button-join } » vous rend votre place.
chat-lobby-options = Règles : { $options }
chat-lobby-option = - { $meaning }
chat-lobby-closed = Cette table ne peut pas être suivie depuis d’autres salons.
option-hawaii-goods-open = Coquillages, pieds et fruits sont posés à découvert : chacun voit ce que les autres possèdent.
option-hawaii-tikis-seven = Un territoire a de la place pour sept tikis au lieu de six.
option-hawaii-last_first_space-scores_nothing = Après la dernière manche, la case 1 ne rapporte aucun point.
option-hawaii-tie_break-shared = À égalité de points, la victoire est partagée : les ressources restantes ne départagent personne.
option-hawaii-rows-may_be_skipped = Un nouveau village peut commencer dans n’importe quelle rangée vide.
option-hawaii-exchange-each_payment = Une hutte – commerce sert à chaque paiement d’un tour, et non à un seul.
option-haleakala-lava-invoked = Variante tactique : les disques d’invocation décident où coule la lave, et rien ne s’achète avant les décomptes.
option-haleakala-priestess-may_decline = Une prêtresse de la lave peut laisser toute la lave où elle est.
option-haleakala-shuffling-forty_turns = Après quarante tours sans que personne reçoive de carte, aucun disque n’est repris jusqu’à la prochaine carte reçue.
chat-lobby-chance = -# Empreinte du tirage : { $commitment }. Chaque personne assise ici peut y mêler un mot ; le numéro du message qui ouvre la partie compte aussi, et l’enregistrement permettra à chacun de tout vérifier.
chat-button-join = S’asseoir
chat-button-leave = Partir
chat-button-word = Donner un mot
chat-button-start = Commencer
chat-add-computer = Ajouter un ordinateur
chat-add-keiki = Keiki, l’enfant
chat-about-keiki = Connaît les règles et ne voit pas tout : idéal pour une première partie
chat-add-makua = Makua, le parent
chat-about-makua = Joue bien et ne laisse passer que peu de choses
chat-add-kupuna = Kupuna, l’ancien
chat-about-kupuna = Joue de son mieux et réfléchit un peu plus longtemps
chat-button-remove-computer = Retirer un ordinateur
chat-button-turn = Jouer mon tour
chat-button-realm = Ce que j’ai
chat-button-undo = Annuler
chat-button-record = Enregistrement
chat-button-again = Rejouer
chat-button-do = Valider
chat-button-back = Retour
chat-button-whole = Tout le plateau
chat-button-close = Vue rapprochée
chat-button-more = Suite
chat-opened-thread = { $who } a ouvert une table de { $game } : { $place }
chat-again-called = { $called } : { $who } aimerait rejouer à { $game } avec vous.
chat-again-opened = { $who } aimerait rejouer à { $game } avec les mêmes personnes : { $place }
chat-again-stands = Une table pour rejouer est déjà ouverte : { $place }
chat-opened-here = La table de { $game } est ouverte ici, dans { $place }.
chat-joined = Vous êtes à la place { $seat } de { $game }.
chat-joined-word = Vous êtes à la place { $seat } de { $game }, et votre mot est mêlé au tirage.
chat-left = Vous avez quitté la table.
chat-started = La partie de { $game } commence.
chat-closed = La table de { $game } est fermée : tout le monde est parti.
chat-word-title = Un mot pour le tirage
chat-word-label = Un mot quelconque, à mêler au tirage
chat-you-resigned = Vous avez abandonné. L’ordinateur joue à votre place.
chat-you-resigned-over = Vous avez abandonné, et la partie est terminée.
chat-record = L’enregistrement de la partie : `lanai replay { $file }` la rejoue et vérifie chaque coup, le tirage aussi.
chat-list-empty = Il n’y a pas encore de table sur ce serveur, ou aucune que vous puissiez voir. Ouvrez-en une avec `/{ cmd-table-name } { cmd-table-open-name }`.
chat-listed-open = { $place } : { $game }, encore ouverte, avec { $players }
chat-listed-running = { $place } : { $game } avec { $players }
chat-listed-over = { $place } : { $game } avec { $players }, terminée
chat-listed-yours = **{ $line }** (la vôtre)

## Pourquoi un tour est bon : chacune termine une phrase qui commence par « ce tour »

reason-points = rapporte { $points } aussitôt
reason-pleases = atteint l’objectif
reason-nearer = vous rapproche de l’objectif (encore { $n })
reason-fish = apporte { $n ->
    [one] un jeton poisson
   *[other] { $n } jetons poisson
} pour la fin de la manche
reason-reaches = amène le village { $row } jusqu’à un tiki, et il comptera
reason-longer = allonge le village { $row } (encore { $n } jusqu’à un tiki)
reason-brings = apporte { $what }
reason-scoring = ajoute { $points } au décompte final ({ $what })
reason-income = rapporte { $goods } de plus à chaque manche
reason-boat = apporte une pirogue de plus
reason-last = prend le dernier de son espèce ({ $tile })
reason-closes = prend le dernier jeton coût du lieu ({ $place }), où plus personne n’achètera dans cette manche
reason-order = prend la case { $space } de l’ordre de jeu
scored-kahunas = kahunas
scored-irrigations = irrigation
scored-hulas = danseuses
scored-long-huts = grandes huttes
scored-laka = LAKA
scored-kanaloa = KANALOA
hal-reason-ahead = vous place en tête sur la plage { $segment }
hal-reason-stronger = vous renforce sur la plage { $segment }
hal-reason-statue = érige une statue ({ $site })
hal-reason-card = apporte { $card }
hal-reason-in-hand = vous laisse { $n ->
    [one] un disque
   *[other] { $n } disques
} à jouer
hal-reason-shaman = déplace votre chaman ({ $site })
hal-reason-bought = achète une carte ({ $ware })
hal-reason-scoring = ajoute { $points } à votre prochain décompte

## Conseils et analyses

chat-button-hint = Conseil
chat-button-hint-of = Voir { $n }
chat-hint = { $n ->
    [one] Un seul tour mérite d’être joué :
   *[other] D’après ce que vous pouvez savoir, voici ce qui paraît le mieux :
}
chat-hint-turn = **{ $n }.** { $turn }
    _Environ { $points } à la fin, { $chance } % de chances de gagner._
chat-hint-why = -# Ce tour { $reasons }.
chat-no-hints = À cette table, on joue sans conseils.
chat-hints-on = Les conseils sont permis à cette table : chacun peut en demander un à son tour.
chat-hints-off = Les conseils ne sont pas permis à cette table.
chat-hints-begun = La partie a commencé sans conseils et continue sans.
chat-button-review = Analyse
chat-button-review-again = Revoir l’analyse
chat-review-going = J’analyse la partie : tour { $n } sur { $of }…
chat-review = **La partie, analysée** : { $n ->
    [one] { $n } tour, jugé
   *[other] { $n } tours, chacun jugé
} d’après ce que l’on pouvait savoir alors.
chat-review-seat = - { $who } : précision { $accuracy } sur 100
chat-review-how = -# 100 : rien de mieux n’a été trouvé. Un tour qui coûte un dixième des chances de gagner, ou vingt points, vaut 61.
chat-review-turn = **Tour { $n }, { $who }**
chat-review-taken = **1.** Joué : { $turn }
    _Environ { $points } à la fin, { $chance } % de chances de gagner._
chat-review-better = **2.** Mieux : { $turn }
    _Environ { $points }, { $chance } %._
chat-review-not-over = L’analyse vient une fois la partie terminée. D’ici là, `/{ cmd-hint-name }` examine votre tour.
chat-review-menu = Les tours qui ont le plus coûté
chat-review-option = Tour { $n } · { $who }
chat-review-cost = { $chance } % des chances, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
chat-lobby-no-hints = Les conseils ne sont pas permis à cette table.

## What everybody hears

chat-begins = La partie commence : { $players }.
chat-begins-chance = -# Empreinte du tirage, publiée avant le premier mot : { $commitment }.
chat-your-turn = { $who }, c’est à vous.
chat-turn-of = C’est à { $who } de jouer.
chat-took-back = { $who } annule son dernier coup.
chat-took-back-computers = { $who } annule son dernier coup ; ce que l’ordinateur a joué ensuite est annulé aussi.
chat-resigned = { $who } abandonne ; l’ordinateur joue à sa place.
chat-resigned-over = { $who } abandonne, et la partie est terminée.
chat-given-up = La partie est abandonnée.

## A turn

chat-dock-and-way = { $what } (chemin : { $feet })
chat-kind-wait = Attendre
chat-kind-boat = Avancer le bateau
chat-place-and-wares = { $place } : { $wares }
chat-disc = numéro { $disc }
chat-beach = plage { $segment }
chat-beach-boat = plage { $segment }, près du bateau
chat-ware = { $ware }
chat-purse = { $goods ->
    [rien] Vous n’avez plus rien.
   *[other] Vous avez { $goods }.
}
chat-menu = { $n ->
    [one] Un seul choix
   *[other] { $n } choix possibles
}
chat-turn-elsewhere = C’est à vous dans { $game } : { $place }.
chat-menu-walk = Aller dans un lieu et y acheter
chat-menu-beach = Pêcher, visiter une île ou attendre
chat-menu-pass = Quitter la manche
chat-menu-place = Poser un disque
chat-menu-invoke = Poser un disque et invoquer
chat-menu-take = Reprendre un disque
chat-menu-boat = Avancer le bateau
chat-change = Changer ceci
chat-change-pay = Payer autrement
chat-change-buy = Un autre jeton, un autre côté ou un autre coût
chat-change-village = Construire dans un autre village
chat-change-boats = Mettre d’autres pirogues à l’eau
chat-change-walk = Où va votre chaman
chat-change-card = Prendre une autre carte
chat-change-lava = Déplacer une autre lave
chat-change-purchase = Acheter au présentoir
chat-choice-fish = Pêcher : { $catch }
chat-choice-sail = Poste d’amarrage { $dock } : { $gift }
chat-choice-pass = Case { $space }
chat-choice-pass-price = Case { $space }, avec le jeton coût { $price }
chat-choice-buy = { $tile } · coût { $price }
chat-choice-buy-double = { $tile } · 2 × coût { $price }
chat-choice-village = Village { $row }
chat-choice-place = { $disc } sur la plage { $segment }
chat-choice-place-boat = { $disc } à côté du bateau, plage { $segment }
chat-choice-invoke = { $disc } à côté du bateau, avec le disque d’invocation
chat-choice-take = { $disc } de la plage { $segment }
chat-outcome-pay = payer { $goods }
chat-outcome-get = recevoir { $goods }
chat-outcome-points = { $points }
chat-outcome-left = { $goods ->
    [rien] il ne reste rien
   *[other] reste : { $goods }
}
chat-outcome-village = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}
chat-outcome-village-tiki = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}, tiki atteint
chat-outcome-village-short = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}, encore { $short } jusqu’au tiki
chat-outcome-sum = somme { $sum }, objectif { $needed }
chat-outcome-sails = le bateau va au segment { $segment }
chat-outcome-you-choose = vous choisissez d’abord : { $cards }
chat-outcome-chooses = { $who } choisit d’abord : { $cards }
chat-outcome-nobody = personne n’a de disque là
chat-outcome-you-get = vous recevez { $card }
chat-outcome-gets = { $who } reçoit { $card }
chat-outcome-buys = vous achetez pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
} : { $ware }
chat-outcome-walks = votre chaman va là : { $site }
chat-outcome-sum-there = sommes là : vous { $sum }, l’autre { $other }
chat-lack = { $wish } : il manque { $goods }
chat-out-of-reach = -# Hors de portée : { $list }
chat-no-way-back = **Sans retour :** ce tour révèle quelque chose de caché et ne pourra plus être annulé.
chat-confirm = Voici votre tour : { $story }
chat-undone = C’est annulé.
chat-late = Quelqu’un a joué avant vous, ou ce panneau n’est plus à jour. Voici le plateau tel qu’il est.
chat-late-still = Le plateau a changé depuis. Votre choix reste possible :
chat-undo-late = Il est trop tard pour annuler cela : la partie a continué. Voici où elle en est.

## Why something was not done

chat-no-table = Il n’y a pas de table dans ce salon. Ouvrez-en une avec `/{ cmd-table-name } { cmd-table-open-name }`, ou cherchez avec `/{ cmd-table-name } { cmd-table-list-name }`.
chat-occupied = Il y a déjà une table dans ce salon. Terminez-la d’abord, ou ouvrez la vôtre ailleurs.
chat-stale = Plusieurs fois de suite, quelqu’un a joué avant vous. Essayez encore une fois.
chat-begun = La partie a déjà commencé.
chat-starting = La partie va commencer : les places et les mots sont fixés.
chat-fixed = La partie de { $game } commence : tous les mots sont fixés.
chat-fixed-word = - { $who } : { $word }
chat-fixed-no-word = - { $who } : aucun mot
chat-fixed-chance = -# Le tirage est lié à l’empreinte { $commitment }, à ces mots et au numéro de ce message, que personne ne connaissait d’avance : un autre essai aurait donné un autre message. L’enregistrement permettra à chacun de le vérifier.
chat-cannot-begin = Votre partie de { $game } n’a pas pu commencer, car je ne peux pas écrire dans { $place }. La table est de nouveau ouverte : quand je pourrai y écrire (`/{ cmd-check-name }`, là-bas, indique ce qui manque), tapez `/{ cmd-table-name } { cmd-table-start-name }` ; ou amenez la table ailleurs avec `/{ cmd-table-name } { cmd-table-move-name }`.
chat-not-begun = La partie n’a pas encore commencé. Appuyez sur « { chat-button-start } », ou tapez `/{ cmd-table-name } { cmd-table-start-name }`.
chat-over = La partie est terminée.
chat-not-over = L’enregistrement vient une fois la partie terminée, car il révèle tout ce qui est caché.
chat-still-played = Cette partie n’est pas encore terminée.
chat-not-played = Vous n’avez pas joué cette partie : c’est aux autres de la rejouer. `/{ cmd-table-name } { cmd-table-open-name }` ouvre votre propre table.
chat-full = Toutes les places sont prises.
chat-seated = Vous êtes déjà à cette table.
chat-not-seated = Vous n’êtes pas à cette table. Vous pouvez la regarder : `/{ cmd-table-name } { cmd-table-show-name }`.
cmd-table-show-text = Sous forme de texte, sans images
cmd-table-show-text-name = texte
cmd-table-show-contrast = Avec des couleurs plus fortes
cmd-table-show-contrast-name = contraste
chat-not-your-turn = Ce n’est pas à vous de jouer, mais à la place { $seat }.
chat-not-turn-but = C’est à { $who } de jouer. On vous appellera quand ce sera à vous.
chat-too-few = { $n ->
    [one] Il manque une personne
   *[other] Il manque { $n } personnes
} pour commencer.
chat-owner-begins = Il reste une place. Seule la personne qui a ouvert la table peut commencer à moins que prévu.
chat-owner-begins-who = Il reste une place. { $who } a ouvert cette table et peut commencer à moins que prévu ; sinon, attendez que quelqu’un s’assoie.
chat-too-many-tables = Vous avez ouvert { $n } tables qui ne sont pas terminées. Terminez-en une ou quittez-la d’abord : `/{ cmd-mine-name }` en donne la liste.
chat-too-soon = Cela fait beaucoup de nouvelles tables en quelques minutes. Jouez d’abord à l’une d’elles : `/{ cmd-mine-name }` en donne la liste.
chat-owner-arranges = Seule la personne qui a ouvert cette table ajoute ou retire des ordinateurs.
chat-no-computer = Aucun ordinateur n’est à cette table.
chat-too-many-computers = Il faut une place pour vous : prenez moins d’ordinateurs, ou plus de places.
chat-wrong-number = { $game } se joue de { $least } à { $most } personnes, pas à { $asked }.
chat-no-preset = Je ne connais pas de réglage « { $name } ». Il y a { $known }, et des choix comme nom=valeur.
chat-no-choice = Je ne connais pas de choix « { $name } ». Il y a { $known }.
chat-no-value = Le choix « { $name } » ne peut pas valoir « { $value } ». Valeurs possibles : { $known }.
chat-shown = Votre dernier coup, ou celui que l’ordinateur a joué ensuite, a révélé quelque chose de caché : il ne peut plus être annulé.
chat-acted-since = La place { $seat } a joué depuis : votre coup ne peut plus être annulé.
chat-acted-since-who = { $who } a joué depuis : votre coup ne peut plus être annulé.
chat-nothing-yet = Il n’y a encore rien à annuler.
chat-no-such-verb = { $game } ne connaît pas { $verb }. Appuyez sur « { chat-button-turn } », ou voyez `/{ cmd-help-name }`.
chat-say-verb = Indiquez quoi faire : `/{ cmd-help-name }` en donne la liste.
chat-old-button = Ce bouton n’est plus valable. Revoyez la table avec `/{ cmd-table-name } { cmd-table-show-name }`.
chat-other-edition = Cette partie a commencé avec des règles plus récentes que celles que je connais ; je n’y touche donc pas. Rien n’est perdu : elle reprendra quand la personne qui me fait tourner m’aura mis à jour.
chat-trouble = Quelque chose s’est mal passé, et c’est noté. Regardez `/{ cmd-table-name } { cmd-table-show-name }` avant de réessayer.
chat-closing = Je redémarre en ce moment : rien n’a été fait. Réessayez dans un instant.
chat-not-understood = Je n’ai pas compris. Choisissez parmi ce qui est proposé.
chat-server-only = Les tables se trouvent sur les serveurs : tapez cela dans un salon.
chat-may-not-write = (Je n’ai pas la permission d’écrire dans ce salon : les autres n’en sauront rien. `/{ cmd-check-name }` indique ce qui manque.)

## Help and rights

chat-help = **Lanai accueille Hawaii et Haleakala, un coup à la fois.**
    `/{ cmd-table-name } { cmd-table-open-name }` ouvre une table, `/{ cmd-table-name } { cmd-table-join-name }` permet de s’y asseoir, `/{ cmd-table-name } { cmd-table-start-name }` lance la partie. `/{ cmd-turn-name }` ouvre un panneau avec des boutons pour tout ce que vous pouvez faire. `/{ cmd-table-name } { cmd-table-undo-name }` annule votre dernier coup, `/{ cmd-table-name } { cmd-table-show-name }` montre le plateau, `/{ cmd-realm-name }` ce que vous avez, `/{ cmd-table-name } { cmd-table-list-name }` les tables de ce serveur, `/{ cmd-check-name }` ce que j’ai la permission de faire ici.
chat-help-days = Une partie peut durer des jours : `/{ cmd-remind-name }` règle quand et comment je vous rappelle que c’est à vous, `/{ cmd-snooze-name }` demande du temps, `/{ cmd-recap-name }` raconte ce que vous avez manqué, `/{ cmd-mine-name }` montre où l’on vous attend, `/{ cmd-watch-name }` suit une table depuis un autre salon. `/{ cmd-table-name } { cmd-table-pause-name }` propose une pause à tous, `/{ cmd-table-name } { cmd-table-replay-name }` montre la partie tour par tour.
chat-help-no-table = Il n’y a pas encore de table dans ce salon.
chat-help-hawaii = À Hawaii : `/{ cmd-move-name }` vers un lieu puis `/{ cmd-buy-name }`, `/{ cmd-fish-name }`, `/{ cmd-sail-name }` vers une île, `/{ cmd-wait-name }`, ou `/{ cmd-pass-name }` pour quitter la manche. `/{ cmd-choose-name }` répond à une question. Ce que vous n’indiquez pas est réglé au moindre coût.
chat-help-haleakala = À Haleakala : `/{ cmd-place-name }` pose un disque numéroté, `/{ cmd-take-name }` en reprend un ou prend une carte, `/{ cmd-boat-name }` avance le bateau quand tous les disques sont posés, `/{ cmd-move-name }` déplace le chaman ou la lave, `/{ cmd-buy-name }` achète une carte. `/{ cmd-choose-name }` répond à une question.
chat-check-fine = Tout va bien ici : j’ai toutes les permissions qu’il me faut.
chat-check-missing = { $n ->
    [one] Il me manque une permission ici.
   *[other] Il me manque { $n } permissions ici.
} La personne qui gère ce serveur peut y remédier.
chat-right-view = Voir le salon : pour être là
chat-right-send = Envoyer des messages : pour dire à qui c’est de jouer
chat-right-embed = Intégrer des liens : pour montrer le plateau sous le texte
chat-right-files = Joindre des fichiers : pour les images et les enregistrements
chat-right-history = Voir les anciens messages : pour ne rien répéter après un redémarrage
chat-right-threads = Créer des fils publics : pour que chaque table ait le sien
chat-right-in-threads = Envoyer des messages dans les fils : pour y jouer

## Commands

cmd-table = Les tables : ouvrir, s’asseoir, commencer, regarder, annuler
cmd-table-name = table
cmd-table-open = Ouvrir une table
cmd-table-open-name = ouvrir
cmd-table-open-game = Quel jeu
cmd-table-open-game-name = jeu
cmd-table-open-game-hawaii = Hawaii
cmd-table-open-game-haleakala = Haleakala
cmd-table-open-seats = Combien de places
cmd-table-open-seats-name = places
cmd-table-open-computers = Combien de places pour l’ordinateur
cmd-table-open-computers-name = ordinateurs
cmd-table-open-level = La force des ordinateurs : makua par défaut
cmd-table-open-level-name = niveau
cmd-table-open-level-keiki = Keiki : connaît les règles, mais laisse passer beaucoup de choses
cmd-table-open-level-makua = Makua : joue bien
cmd-table-open-level-kupuna = Kupuna : joue du mieux possible
cmd-table-open-options = Les règles : réglages et choix, séparés par des virgules
cmd-table-open-options-name = options
cmd-table-join = S’asseoir à la table de ce salon
cmd-table-join-name = rejoindre
cmd-table-join-word = Un mot à mêler au tirage
cmd-table-join-word-name = mot
cmd-table-leave = Quitter la table avant le début de la partie
cmd-table-leave-name = quitter
cmd-table-start = Commencer la partie
cmd-table-start-name = commencer
cmd-table-show = Voir la table telle qu’elle est
cmd-table-show-name = montrer
cmd-table-list = Voir toutes les tables de ce serveur
cmd-table-list-name = liste
cmd-table-undo = Annuler votre dernier coup
cmd-table-undo-name = annuler
cmd-table-resign = Abandonner la partie
cmd-table-resign-name = abandonner
cmd-table-record = Obtenir l’enregistrement de la partie terminée
cmd-table-record-name = enregistrement
cmd-turn = Jouer votre tour avec des boutons et des menus
cmd-turn-name = tour
cmd-move = Aller dans un lieu (Hawaii) ; déplacer le chaman ou la lave (Haleakala)
cmd-move-name = aller
cmd-move-to = Où
cmd-move-to-name = vers
cmd-move-pay = Comment payer le chemin ; au moindre coût par défaut
cmd-move-pay-name = payer
cmd-buy = Acheter un jeton où vous êtes (Hawaii), ou au présentoir (Haleakala)
cmd-buy-name = acheter
cmd-buy-what = Quoi
cmd-buy-what-name = quoi
cmd-buy-price = Avec quel jeton coût ; le moins cher par défaut
cmd-buy-price-name = prix
cmd-buy-double = Au double du prix, pour le côté II
cmd-buy-double-name = double
cmd-buy-pay = Comment payer ; sans fruits par défaut
cmd-buy-pay-name = payer
cmd-buy-village = Dans quel village
cmd-buy-village-name = village
cmd-fish = Prendre des jetons poisson au port de pêche (Hawaii)
cmd-fish-name = pêcher
cmd-fish-tokens = Lesquels, selon leurs poissons, comme 3 1
cmd-fish-tokens-name = jetons
cmd-fish-pay = Comment payer le chemin
cmd-fish-pay-name = payer
cmd-sail = Visiter une île (Hawaii)
cmd-sail-name = naviguer
cmd-sail-dock = Depuis quel poste d’amarrage
cmd-sail-dock-name = poste
cmd-sail-pay = Comment payer le chemin
cmd-sail-pay-name = payer
cmd-sail-village = Dans quel village placer ce que l’île donne
cmd-sail-village-name = village
cmd-wait = Ne rien faire, sur la plage (Hawaii)
cmd-wait-name = attendre
cmd-pass = Quitter la manche pour une case de l’ordre de jeu (Hawaii)
cmd-pass-name = passer
cmd-pass-space = Quelle case
cmd-pass-space-name = case
cmd-place = Poser un disque numéroté sur une plage (Haleakala)
cmd-place-name = poser
cmd-place-disc = Quel disque
cmd-place-disc-name = disque
cmd-place-beach = Sur quelle plage
cmd-place-beach-name = plage
cmd-place-invocation = Avec le disque d’invocation, à côté du bateau
cmd-place-invocation-name = invocation
cmd-take = Reprendre un disque, ou prendre une carte (Haleakala)
cmd-take-name = prendre
cmd-take-what = Quoi
cmd-take-what-name = quoi
cmd-boat = Avancer le bateau d’un segment, quand tous vos disques sont posés (Haleakala)
cmd-boat-name = bateau
cmd-choose = Répondre à une question, ou faire tout ce qui est possible
cmd-choose-name = choisir
cmd-choose-choice = Quel choix
cmd-choose-choice-name = choix
cmd-hint = Voir quels tours paraissent les meilleurs, et pourquoi
cmd-hint-name = conseil
cmd-table-hints = Indiquer si les conseils sont permis à cette table
cmd-table-hints-name = conseils
cmd-table-hints-allowed = Peut-on demander des conseils ?
cmd-table-hints-allowed-name = permis
cmd-review = Analyser la partie terminée : ce que chaque tour a coûté
cmd-review-name = analyse
cmd-realm = Voir ce que vous avez, ou ce que quelqu’un montre
cmd-realm-name = territoire
cmd-realm-who = De qui ; de vous par défaut
cmd-realm-who-name = qui
cmd-realm-text = Sous forme de texte, sans images
cmd-realm-text-name = texte
cmd-realm-contrast = Avec des couleurs plus fortes
cmd-realm-contrast-name = contraste
cmd-check = Voir ce que j’ai la permission de faire dans ce salon, et ce qui manque
cmd-check-name = vérifier
cmd-help = Comment jouer ici
cmd-help-name = aide

# --- Sur les images : peu de mots, car la place manque ---

draw-round = Manche { $round }
draw-over = Fin
draw-wanted = Objectif
draw-first = 1er
draw-second = 2e
draw-others = autres
draw-income = Revenu
draw-order = Ordre
draw-cove = Pêche
draw-beach = Plage
draw-dock = Poste { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } sur { $needed }
draw-legend-way = chemin parcouru
draw-legend-turn = numéro du tour
draw-legend-done = achat ou visite
draw-legend-choice = choix possible

# --- Descriptions des images ---

alt-island = L’île de Hawaii, manche { $round } sur 5. Objectif : { $sum }.
alt-realms = Territoires de Hawaii, manche { $round } sur 5.
alt-player = { $who } : { $points }, { $at }, { $kahunas }, { $tikis }, jetons { $sum } sur { $needed }.
alt-of = { $who } : { $what }.
alt-tokens = { $sum } sur { $needed }
alt-tokens-of = jetons { $list }
alt-boats = { $n ->
    [one] 1 pirogue
   *[other] { $n } pirogues
}
alt-order = Dans l’ordre, avec les jetons :
alt-places = Lieux : reste ; coûts.
alt-place = { $name } : { $wares } ; { $prices }.
alt-closed = fermé
alt-docks = Postes : pieds, points, île : { $list }.
alt-dock = { $dock } : { $feet }, { $points }, { $gift }
alt-cove = Pêche : { $catch }.
alt-fish = { $n } × { $fish }
alt-spaces = Cases : { $list }.
alt-free = libre
alt-points = Objectif : { $first }, { $second }, { $others }.
alt-income = Revenu : { $goods }.
alt-rest = Le reste en texte : /{ cmd-table-name } { cmd-table-show-name } { cmd-table-show-text-name }:True.

# --- L’image de Haleakala ---

draw-hal-round = Manche
draw-hal-legend-quiet = { $turns } / { $most }
draw-hal-legend-turn = tour
draw-hal-legend-way = trajet
draw-hal-legend-done = changé
draw-hal-legend-gone = détruit
draw-hal-legend-choice = choix
draw-hal-turn = joue
draw-hal-winner = gagne
hal-alt-segment = { $segment } : { $list }.
hal-alt-disc = { $who } { $disc }
hal-alt-statues = statues ({ $who }) : { $list }
hal-alt-invocation = invocation
hal-alt-holds = { $who } : disques { $discs }, coquillages { $shells }, statues { $statues }, collection : { $kept }
hal-alt-now = vaut maintenant { $points }
hal-alt-display = Présentoir, en coquillages : { $list }.
draw-hal-alt-boat = Le bateau est au segment { $segment }. Segments à partir de là :
draw-hal-alt-player = { $who } : { $points }, chaman : { $at }.

# Le graphique des points à la fin.
draw-scores = Points, tour par tour
draw-chances = Chances de gagner
alt-scores = Les points au fil de la partie, manche par manche.
alt-scores-of = { $who } : { $list }.

# --- L’accueil ---

chat-welcome = **Aloha ! J’accueille deux jeux de société, un coup à la fois : Hawaii et Haleakala.**
    Un bouton suffit pour jouer contre l’ordinateur : votre plateau apparaît aussitôt, dans son propre fil. Pour jouer à plusieurs, tapez `/{ cmd-table-name } { cmd-table-open-name }`. `/{ cmd-help-name }` en dit plus.
chat-button-play-hawaii = Jouer à Hawaii contre l’ordinateur
chat-button-play-haleakala = Jouer à Haleakala contre l’ordinateur
chat-ready-to-play = Votre table de { $game } est prête : allez à { $place }.
chat-first-hawaii = Pour commencer : appuyez sur **{ chat-button-turn }** sous le plateau, ou tapez `/{ cmd-move-name }` et choisissez un lieu ; vous y achetez un jeton.
chat-first-haleakala = Pour commencer : appuyez sur **{ chat-button-turn }** sous le plateau, ou tapez `/{ cmd-place-name }` et posez un disque sur une plage.

## Les jours entre deux tours

# What people may type, with commas between.
typed-minutes = m, min, minute, minutes
typed-hours = h, heure, heures
typed-days = j, jour, jours
typed-weeks = sem, semaine, semaines
typed-never = jamais, aucun, aucune, non
typed-usual = habituel, ici, normal
typed-evening = ce soir, soir
typed-morning = demain matin, matin
typed-tomorrow = demain, demain soir
span-days = { $n ->
    [one] { $n } jour
   *[other] { $n } jours
}
span-hours = { $n ->
    [one] { $n } heure
   *[other] { $n } heures
}
span-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
span-moment = un instant
chat-button-recap = Depuis mon dernier tour
chat-button-replay = Tour par tour
chat-button-snooze = Il me faut du temps
chat-button-mute = Plus de rappel pour ce tour
chat-button-agree = D’accord
chat-button-back-again = Je suis de retour
chat-button-resign = Oui, j’abandonne
chat-reminder = { $who }, { $game } dans { $place } attend que vous jouiez depuis le { $since }.
chat-nudge = { $who }, vous avez commencé votre tour dans { $game }, { $place }, mais il n’est pas terminé.
chat-call = { $who }, c’est à vous dans { $game } : { $place }.
chat-next = C’est bientôt à vous dans { $game } : { $who } joue en ce moment, dans { $place }.
chat-deadline = Le temps s’achève le { $until }.
chat-silent = { $who } n’a pas répondu à plusieurs rappels et fait attendre la table depuis le { $since }. Je n’enverrai plus de rappel. Toute personne assise ici peut taper `/{ cmd-table-name } { cmd-table-replace-name }`.
chat-snoozed = { $who } demande du temps jusqu’au { $until }.
chat-you-snoozed = C’est entendu : le prochain rappel viendra le { $until }. Les autres le voient.
chat-snooze-how-long = De combien de temps avez-vous besoin ? Les autres le verront.
chat-snooze-menu = Jusqu’à quand ?
chat-snooze-hours = Dans 3 heures
chat-snooze-evening = Ce soir
chat-snooze-morning = Demain matin
chat-snooze-tomorrow = Demain soir
chat-snooze-days = Dans 2 jours
chat-snooze-week = Dans une semaine
chat-muted = Vous n’aurez plus de rappel pour ce tour.
chat-late-word = Temps écoulé pour { $who }.
chat-late-turn = Temps écoulé pour { $who } : l’ordinateur joue ce tour.
chat-late-seat = Temps écoulé pour { $who } : l’ordinateur joue jusqu’à son retour.
chat-is-back = { $who } est de retour.
chat-you-are-back = Bon retour : cette place est de nouveau à vous.
chat-stood-in = L’ordinateur joue à votre place, car votre temps était écoulé. Voulez-vous reprendre cette place ?
chat-still-here = Il n’y a personne à remplacer : cette personne est encore là. On peut remplacer quelqu’un qui a quitté le serveur, dont le temps est écoulé, ou qui n’a pas répondu à plusieurs rappels.
chat-replaced = L’ordinateur joue désormais pour { $who }.
chat-replaced-until = L’ordinateur joue désormais pour { $who }, jusqu’à son retour.
chat-replaced-by = { $by } joue désormais pour { $who }.
chat-you-replaced = C’est fait : la place est prise.
chat-asks-pause = { $who } propose une pause ({ $time }). Elle commencera quand tout le monde sera d’accord.
chat-asks-resume = { $who } propose de continuer. La partie reprendra quand tout le monde sera d’accord.
chat-agreed = Tout le monde est d’accord.
chat-agreed-open = { $n ->
    [one] C’est noté. Il manque encore un accord.
   *[other] C’est noté. Il manque encore { $n } accords.
}
chat-not-asked = Personne ne propose rien en ce moment.
chat-is-paused = La partie est déjà en pause : personne n’attend personne.
chat-not-paused = La partie n’est pas en pause.
chat-not-away = Vous jouez vous-même à votre place : il n’y a rien à reprendre.
chat-plays-already = L’ordinateur y joue déjà, jusqu’au retour de cette personne.
chat-not-there = Cette personne n’est pas assise à cette table.
chat-stands-in-for-you = { $who }, l’ordinateur joue pour vous dans { $game }, { $place }, jusqu’à votre retour.
chat-played-for-you = { $who }, votre temps était écoulé dans { $game }, { $place } : l’ordinateur a joué ce tour pour vous.
chat-no-such-time = Ce moment est passé, ou trop lointain.
chat-paused = La partie est en pause jusqu’au { $until }, ou jusqu’à ce que tout le monde soit d’accord pour continuer, avec `/{ cmd-table-name } { cmd-table-resume-name }`.
chat-resumed = La partie continue.
chat-resign-sure = Voulez-vous vraiment abandonner ? L’ordinateur prendra votre place ; à deux, la partie sera terminée.
chat-shut = Je ne peux plus écrire dans { $place }, où se trouve votre table de { $game } : une permission m’a été retirée, ou le fil est fermé. `/{ cmd-check-name }`, là-bas, indique ce qui manque. Je continue d’essayer ; en attendant, les rappels arrivent en messages privés.
chat-shut-gone = Le salon { $place } de votre table de { $game } n’existe plus ; la partie ne peut donc pas y continuer. Elle est conservée : tapez `/{ cmd-table-name } { cmd-table-move-name }` dans un autre salon du serveur, et elle y continuera.
chat-status-open = On peut encore s’asseoir.
chat-status-points = Points : { $list }
chat-status-turn = C’est à { $who } de jouer, depuis le { $since }.
chat-status-late = Le temps s’est achevé le { $until }.
chat-status-banks = Temps restant aux autres : { $list }.
chat-status-away = { $who } est en vacances jusqu’au { $until }.
chat-status-stands-in = L’ordinateur joue pour { $who }, jusqu’à son retour.
chat-manners-word = ensuite, on le signale, sans plus
chat-manners-turn = ensuite, l’ordinateur joue ce tour
chat-manners-seat = ensuite, l’ordinateur joue jusqu’au retour de la personne
chat-manners-turn-time = Temps : { $time } par tour ; { $late }.
chat-manners-bank = Temps : { $start } pour chacun, et { $more } de plus à chaque tour ; { $late }.
chat-pace-none = Sans limite de temps
chat-pace-turn = { $time } par tour
chat-pace-bank = { $start } pour chacun, et { $more } de plus à chaque tour
chat-no-pace = Ce n’est pas un rythme. Écrivez un temps par tour, comme `24h` ou `3 jours`, ou une réserve et ce que chaque tour y ajoute, comme `72h+8h`. Il faut au moins dix minutes et au plus soixante jours, et la réserve doit dépasser ce qu’un tour ajoute.
chat-late-without-pace = Sans `{ cmd-table-open-pace-name }`, le temps ne s’achève jamais : choisissez combien dure un tour, ou n’indiquez pas `{ cmd-table-open-late-name }`.
chat-no-span = Je ne comprends pas cette durée. Écrivez-la comme `8h`, `2 jours` ou `1 semaine`.
chat-no-zone = Je ne connais pas de fuseau horaire « { $zone } ». Choisissez-en un parmi ceux qui sont proposés, comme Europe/Paris.
chat-no-hours = Écrivez les heures calmes comme `22-8` ou `21:30-6:30`, ou `non`.
chat-no-holiday = Écrivez jusqu’à quand vous êtes en vacances, comme `10 jours` ou `2027-01-06`, 60 jours au plus, ou `non`.
chat-every = à { $time } d’intervalle
chat-every-never = jamais
chat-quiet-off = pas d’heures calmes
chat-remind-me = Rappels : { $every }.
chat-remind-loud-anywhere = À toute heure : indiquez-moi votre fuseau horaire (`{ cmd-remind-zone-name }`) et vos heures calmes (`{ cmd-remind-quiet-name }`), et je vous laisserai en paix.
chat-remind-loud = À toute heure. Votre fuseau horaire est { $zone }.
chat-remind-quiet = Heures calmes : { $hours }, dans le fuseau horaire { $zone }.
chat-remind-which-zone = Je ne connais pas votre fuseau horaire et prends UTC. `/{ cmd-remind-name } { cmd-remind-zone-name }:` me l’indique.
chat-remind-direct = Appels et rappels vous parviennent en messages privés.
chat-remind-next = Je vous préviens quand c’est bientôt à vous.
chat-remind-away = Vous êtes en vacances jusqu’au { $until } : pas de rappels, et votre temps ne court pas.
chat-remind-text = Vous voyez du texte à la place des images : le panneau, la table, ce que vous avez. `{ cmd-realm-text-name }:False` dans une commande montre les images une fois.
chat-remind-change = Les options de `/{ cmd-remind-name }` changent cela.
chat-remind-table = { $every ->
    [jamais] À cette table, pas de rappels, sauf pour qui en a décidé autrement.
   *[other] À cette table, rappels { $every }, sauf pour qui en a décidé autrement.
}
chat-remind-server = { $every ->
    [jamais] Sur ce serveur, pas de rappels, sauf pour qui, ou pour quelle table, en a décidé autrement.
   *[other] Sur ce serveur, rappels { $every }, sauf pour qui, ou pour quelle table, en a décidé autrement.
}
chat-remind-not-yours = Seules les personnes qui gèrent le serveur choisissent pour toutes ses tables.
chat-recap-all = Ce qui s’est passé jusqu’ici :
chat-recap = Depuis votre dernier tour :
chat-recap-nothing = Rien ne s’est passé depuis votre dernier tour.
chat-recap-earlier = { $n ->
    [one] Un tour auparavant, puis :
   *[other] { $n } tours auparavant, puis :
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Tour { $n } sur { $of }.**
chat-realms-small = Tous les territoires : appuyez sur la petite image.
chat-film = Toute la partie, tour par tour.
chat-watching = **{ $game }**, dans { $place }
chat-watch-begins = Ce salon suit désormais { $game } dans { $place } : un message y montre toujours où en est la partie. `/{ cmd-unwatch-name }` y met fin.
chat-watch-already = Ce salon suit déjà { $game } dans { $place }.
chat-watch-which = Cette table n’existe pas sur ce serveur, ou vous ne pouvez pas la voir. Choisissez-en une parmi celles qui sont proposées.
chat-watch-not-you = Vous n’avez pas la permission d’écrire dans ce salon ; il ne peut donc pas suivre de table pour vous.
chat-watch-not-me = Je n’ai pas la permission d’écrire dans ce salon : `/{ cmd-check-name }` indique ce qui manque.
chat-came = La partie est arrivée ici et continue.
chat-moved = { $who } amène { $game } dans { $place }.
chat-move-which = Cette table n’est pas l’une des vôtres sur ce serveur. Choisissez-en une parmi celles qui sont proposées.
chat-move-not-you = Vous n’avez pas la permission d’écrire dans ce salon ; aucune de vos parties ne peut donc y venir.
chat-move-not-me = Je n’ai pas la permission d’écrire dans ce salon : `/{ cmd-check-name }` indique ce qui manque.
chat-watch-closed = Cette table est fermée aux spectateurs.
chat-watch-ends = La table { $game } dans { $place } est désormais fermée aux spectateurs : ce salon ne la suit plus.
chat-watch-here = La table se trouve dans ce salon même.
chat-watchers-open = On peut suivre cette table depuis d’autres salons.
chat-watchers-closed = On ne peut plus suivre cette table depuis d’autres salons.
chat-unwatched = { $n ->
    [0] Aucune table n’est suivie ici.
    [one] Ce salon ne suit plus cette table.
   *[other] Ce salon ne suit plus ces { $n } tables.
}
chat-mine = { $n ->
    [0] Aucune table ne vous attend.
    [one] Une table vous attend :
   *[other] { $n } tables vous attendent :
}
chat-mine-line = • { $game } dans { $place } avec { $players }, depuis le { $since }.
chat-mine-others = D’autres personnes sont attendues à celles-ci :
chat-mine-open = On peut encore s’y asseoir.
chat-more = { $n ->
    [one] … et une autre.
   *[other] … et { $n } autres.
}
chat-mine-other = • { $game } dans { $place } avec { $players }.

cmd-table-open-pace = Combien de temps dure un tour : 24h, 3 jours, ou une réserve comme 72h+8h
cmd-table-open-pace-name = rythme
cmd-table-open-late = Ce qui arrive quand le temps est écoulé
cmd-table-open-late-name = retard
cmd-table-open-late-word = C’est annoncé, rien d’autre
cmd-table-open-late-turn = L’ordinateur joue ce tour
cmd-table-open-late-seat = L’ordinateur joue jusqu’au retour de la personne
cmd-table-pause = Proposer à tous une pause
cmd-table-pause-name = pause
cmd-table-pause-time = Combien de temps ; une semaine par défaut
cmd-table-pause-time-name = temps
cmd-table-resume = Proposer à tous de continuer avant la fin de la pause
cmd-table-resume-name = continuer
cmd-table-back = Reprendre sa place à l’ordinateur
cmd-table-back-name = retour
cmd-table-replace = Donner la place de quelqu’un qui est parti à l’ordinateur ou à quelqu’un d’autre
cmd-table-replace-name = remplacer
cmd-table-replace-who = Qui est parti
cmd-table-replace-who-name = qui
cmd-table-replace-by = Qui continue ; l’ordinateur par défaut
cmd-table-replace-by-name = par
cmd-table-replay = Revoir la partie tour par tour, pour vos yeux seuls
cmd-table-replay-name = revoir
cmd-table-move = Amener une de vos tables dans ce salon
cmd-table-move-name = déplacer
cmd-table-move-table = Laquelle
cmd-table-move-table-name = table
cmd-table-watchers = Indiquer si d’autres salons peuvent suivre cette table
cmd-table-watchers-name = spectateurs
cmd-table-watchers-open = Le peuvent-ils ?
cmd-table-watchers-open-name = ouvert
cmd-remind = Voir ou changer vos rappels, et ce que vous voyez
cmd-remind-name = rappels
cmd-remind-every = À quel intervalle : 8h, 2 jours, jamais
cmd-remind-every-name = intervalle
cmd-remind-zone = Votre fuseau horaire, comme Europe/Paris
cmd-remind-zone-name = fuseau
cmd-remind-quiet = Quand ne pas vous déranger, comme 22-8
cmd-remind-quiet-name = calme
cmd-remind-direct = Appels et rappels en messages privés
cmd-remind-direct-name = privé
cmd-remind-next = Vous prévenir quand c’est bientôt à vous
cmd-remind-next-name = bientôt
cmd-remind-away = Jusqu’à quand vous êtes en vacances : 10 jours, 2027-01-06, non
cmd-remind-away-name = vacances
cmd-remind-text = Vous montrer désormais du texte à la place des images
cmd-remind-text-name = texte
cmd-remind-whose = Les rappels de qui ; les vôtres par défaut
cmd-remind-whose-name = de-qui
cmd-remind-whose-me = Les miens
cmd-remind-whose-table = Ceux de cette table
cmd-remind-whose-server = Ceux de ce serveur
cmd-snooze = Demander du temps pour ce tour : les autres le voient, et un rappel viendra alors
cmd-snooze-name = patience
cmd-snooze-until = Jusqu’à quand
cmd-snooze-until-name = jusque
cmd-recap = Voir ce qui s’est passé depuis votre dernier tour
cmd-recap-name = résumé
cmd-watch = Suivre une table de ce serveur dans ce salon
cmd-watch-name = suivre
cmd-watch-table = Quelle table
cmd-watch-table-name = table
cmd-unwatch = Ne plus suivre une table dans ce salon
cmd-unwatch-name = ne-plus-suivre
cmd-unwatch-table = Quelle table ; toutes par défaut
cmd-unwatch-table-name = table
cmd-mine = Voir toutes les tables qui vous attendent, où qu’elles soient
cmd-mine-name = mes-tables
alt-film = Toute la partie en image animée : le plateau après chaque tour, du début à la fin, puis un graphique des points.
chat-turn-yours = C’est à vous.
chat-your-turn-still = { $who }, c’est toujours à vous.
chat-replay-start = **Avant le premier tour.**
chat-no-every = Je ne comprends pas cette durée, ou les rappels seraient trop rapprochés. Écrivez `8h`, `2 jours` ou `jamais` ; une heure au moins.
chat-remind-every-only = Pour une table ou un serveur, seul l’intervalle se règle : `{ cmd-remind-every-name }:`. Tout le reste est un réglage personnel.
chat-remind-me-here = Rappels : { $every }, comme pour quiconque n’a rien choisi d’autre ici.
chat-remind-me-never = Vous n’avez pas de rappels.
chat-every-day = une fois par jour
chat-snooze-clock = Mais votre temps continue de courir : il s’achève le { $until }.
chat-mine-stood-in = L’ordinateur y joue pour vous : `/{ cmd-table-name } { cmd-table-back-name }` vous rend votre place.
chat-time-was-up = Le temps était écoulé et l’ordinateur a joué ce coup : il ne peut plus être annulé.
chat-watch-many = Cette table est déjà suivie par beaucoup de salons, ou ce salon suit beaucoup de tables. `/{ cmd-unwatch-name }` fait de la place.
chat-not-themselves = C’est à cette personne de le demander : `/{ cmd-table-name } { cmd-table-replace-name }` avec elle-même comme `{ cmd-table-replace-by-name }`. Sans `{ cmd-table-replace-by-name }`, l’ordinateur continue.
chat-wrong-number-exactly = { $game } se joue à { $least } personnes, pas à { $asked }.

# --- The page of the porch ---

page-skip = Aller à la ligne où l’on écrit
page-title = { $count ->
    [0] { $channel } · Le porche
   *[other] ({ $count }) { $channel } · Le porche
}
page-channels = Salons
page-direct = Entre vous deux
page-threads-of = Fils de { $channel }
page-archived = { $count ->
    [one] { $count } fil fermé
   *[other] { $count } fils fermés
}
page-closed = fermé
page-drawer = Salons
page-unread = { $count ->
    [one] { $count } non lu
   *[other] { $count } non lus
}
page-calls = { $count ->
    [one] { $count } non lu, on vous appelle
   *[other] { $count } non lus, on vous appelle
}
page-messages = Messages
page-composer = Écrire ici
page-say = Écrire dans { $channel }, ou / pour les commandes
page-say-locked = Ce fil est verrouillé
page-say-help = Tapez une barre oblique pour la liste des commandes. Les flèches choisissent, Tab ou Entrée prend, Échap ferme la liste.
page-send = Envoyer
page-suggestions = Propositions
page-no-such-command = Cette commande n’existe pas. Échap, puis / pour les voir toutes.
page-no-commands = Aucun robot n’a encore apporté de commandes.
page-no-such-option = Cette commande n’a pas cette option.
page-asking = On demande à { $bot }…
page-no-choices = Rien ne convient. Vous pouvez envoyer ce que vous avez écrit.
page-choices-failed = { $bot } ne répond pas. Vous pouvez envoyer ce que vous avez écrit.
page-the-bot = le robot
page-required = obligatoire
page-optional = facultatif
page-add-option = Ajouter { $name }
page-leave-command = Quitter cette commande
page-needed = Il manque encore { $name }.
page-ready-to-send = Entrée envoie
page-yes = Oui
page-no = Non
page-beginning = Ici commence { $channel }.
page-empty-hint = Rien n’a encore été dit ici. Tapez / ci-dessous pour voir ce que { $bot } peut faire pour vous.
page-empty-button = Montrez-moi
page-no-bot = Le robot n’est pas encore là. Il arrive.
page-earlier = Voir les messages plus anciens
page-fresh = { $count ->
    [0] Aux plus récents ↓
    [one] { $count } nouveau message ↓
   *[other] { $count } nouveaux messages ↓
}
page-fresh-line = nouveau
page-bot = robot
page-used = { $name } a utilisé
page-used-by-you = Vous avez utilisé
page-used-by-somebody = Quelqu’un a utilisé
page-edited = modifié
page-only-you = Visible uniquement par vous
page-dismiss = Écarter
page-thinking = { $name } réfléchit…
page-thread-here = Fil : { $name }
page-picture = Image
page-no-description = Image sans description
page-previous = Image précédente
page-next = Image suivante
page-close = Fermer
page-whole-picture = Image entière
page-larger = Plus grande
page-actual-size = Taille réelle
page-picture-of = { $number } sur { $count }
page-missing = Cette image n’est plus conservée.
page-new-tab = ouvre un nouvel onglet
page-choose-one = Choisir
page-choose-just = En choisir { $least }
page-choose-some = En choisir de { $least } à { $most }
page-done = Valider
page-poll-over = Ce sondage est terminé.
page-failed = { $bot } n’a pas répondu. Réessayez.
page-no-porch = Le porche ne répond pas. Est-il encore ouvert ?
page-lost = Connexion perdue. On cherche le porche…
page-back = De retour.
page-cancel = Annuler
page-submit = Envoyer
page-letters = { $count } caractères sur { $most }
page-person-menu = S’asseoir ici en tant que quelqu’un d’autre
page-sit-as = S’asseoir ici en tant que
page-add-person = Quelqu’un de nouveau…
page-new-person = Quelqu’un de nouveau
page-name = Nom
page-language = Langue
page-sit-down = S’asseoir
page-scheme = Couleurs sombres
page-everyone = tous
page-unknown-channel = un salon disparu
page-somebody = quelqu’un
page-spoiler = Un spoiler : appuyez pour le lire
