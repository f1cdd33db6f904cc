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
decimal-mark = ,
list-and = { $first } et { $last }
list-comma = { $first }, { $last }
list-apart = { $first } ; { $last }

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
at-place = à « { $place } »
at-left = a quitté la manche, case { $space }

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

event-moved-place = { $who } va à « { $place } ».
event-moved-stay = { $who } reste à « { $place } ».
event-moved-beach = { $who } va sur la plage et attend.
event-moved-cove = { $who } va au port de pêche.
event-moved-dock = { $who } va au poste d’amarrage { $dock }.
event-paid = { $goods ->
    [rien] { $who } ne paie rien.
   *[other] { $who } paie { $goods }.
}
event-gave-kane = { $who } donne { $goods } à KANE.
event-took-price = { $who } prend le jeton coût { $price } à « { $place } ».
event-built = { $who } construit dans le village { $row } : { $tile }.
event-got-boat = { $who } reçoit { $boat }.
event-got-kahunas = { $who } reçoit { $kahunas }.
event-got-tikis = { $who } reçoit { $tikis }.
event-gained-income = { $who } reçoit { $goods }.
event-gained-irrigation = { $who } prend { $goods } grâce à l’irrigation.
event-gained-island = { $who } reçoit { $goods } de l’île.
event-gained-space = { $who } reçoit { $goods }, comme l’indique la case.
event-scored-spears = { $who } marque { $points } grâce aux lances.
event-scored-dock = { $who } marque { $points } au poste d’amarrage.
event-scored-island = { $who } marque { $points } sur l’île.
event-scored-people = { $who } marque { $points } : objectif atteint.
event-scored-lono = { $who } marque { $points } grâce à LONO.
event-scored-first-space = { $who } marque { $points } pour la case 1.
event-fished = { $who } pêche { $catch }.
event-launched = { $who } met à l’eau { $boats }.
event-visited = { $who } visite une île : { $gift }.
event-no-gift-none-left = Ce jeton est épuisé : { $who } ne reçoit que les points du poste d’amarrage.
event-no-gift-no-room = { $who } ne peut pas placer ce jeton et ne reçoit que les points du poste d’amarrage.
event-declined = { $who } ne donne rien à KANE.
event-left = { $who } quitte la manche et prend la case { $space } de l’ordre de jeu.
event-left-price = { $who } quitte la manche et prend la case { $space } de l’ordre de jeu, avec son jeton coût { $price }.
event-god-uncovered = { $god } apparaît sur le dessus de la pile.
event-god-last = Cette pile de dieux est vide.
event-summed-pleased = { $who } a { $sum } ; il fallait { $needed } : objectif atteint.
event-summed-missed = { $who } a { $sum } ; il fallait { $needed } : objectif manqué.
event-round-over = La manche { $round } est terminée.
event-round-begins = La manche { $round } commence.
event-final = { $who } marque { $points } au décompte final : kahunas { $kahunas }, irrigations { $irrigations }, danseuses de hula { $hulas }, grandes huttes { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-tile = { $tile }
gift-fruit-tile = un jeton fruits II
gift-gone = visitée

## What can be done

action-move = move { $name } : aller à « { $place } »
action-move-stay = move { $name } : rester à « { $place } »
action-fish = fish { $list } : prendre { $catch }
action-sail = sail { $dock } : visiter l’île ({ $gift })
action-wait = wait : attendre sur la plage
action-pass = pass { $space } : quitter la manche pour la case { $space }
action-pass-price = pass { $space } : quitter la manche pour la case { $space } et prendre le jeton coût { $price }
action-buy = buy { $name } { $price } : { $tile } pour { $cost }
action-buy-double = buy { $name } { $price } double : { $tile } pour { $cost }
action-pay = { $typed } : { $goods ->
    [rien] ne rien payer
   *[other] payer { $goods }
}
action-launch = { $typed } : mettre à l’eau { $boats }
action-pick = { $typed } : prendre le jeton { $tile }
action-build = build in village { $row } : construire dans le village { $row }
action-build-new = begin village { $row } : commencer le village { $row }
action-left-stack = take it from the left stack : le prendre dans la pile de gauche, où il reste { $n ->
    [one] { $n } dieu
   *[other] { $n } dieux
 }
action-right-stack = take it from the right stack : le prendre dans la pile de droite, où il reste { $n ->
    [one] { $n } dieu
   *[other] { $n } dieux
 }
action-offer = { $typed } : donner { $goods } à KANE pour un tiki
action-decline = give KANE nothing : ne rien donner à KANE
action-harvest = { $typed } : prendre { $goods } grâce à l’irrigation

## Why something cannot be done

refusal-game-over = La partie est terminée.
refusal-something-else-first = Ce n’est pas possible pour le moment.
refusal-answer-first = Répondez d’abord à cette question : { $question }
refusal-no-price-token = Il ne reste aucun jeton coût à « { $place } ».
refusal-no-tile = Il ne reste aucun jeton produit à « { $place } ».
refusal-nothing-fits = Aucun jeton produit de « { $place } » ne peut être placé dans votre territoire.
refusal-nothing-left-to-buy-with = Après ce déplacement, il vous manquerait { $missing ->
    [one] { $missing } coquillage
   *[other] { $missing } coquillages
 } pour le jeton coût le moins cher. Vous devez acheter là où vous vous arrêtez.
refusal-not-sold-here = Ce jeton n’est pas en vente à « { $place } » : { $tile }.
refusal-no-such-price = Il n’y a pas de jeton coût { $price } ici.
refusal-too-few-tiles = Il ne reste pas assez de jetons ({ $tile }) : il en manque { $missing }.
refusal-god-not-on-top = { $god } n’est sur le dessus d’aucune des deux piles.
refusal-no-kahuna-space = Il manque { $missing ->
    [one] { $missing } case
   *[other] { $missing } cases
 } pour les kahunas dans votre territoire.
refusal-no-tiki-space = Il manque { $missing ->
    [one] { $missing } case
   *[other] { $missing } cases
 } pour les tikis dans votre territoire.
refusal-no-village-for = Aucun de vos villages ne peut accueillir ce jeton : { $tile }.
refusal-god-only-once = Vous avez déjà { $god }, et vous ne pouvez avoir chaque dieu qu’une fois.
refusal-one-god-per-village = Le village { $row } a déjà un dieu.
refusal-second-of-its-kind = Le village { $row } a déjà un jeton de cette sorte : { $tile }.
refusal-village-needs-hut = Le village { $row } n’est pas commencé, et seule une hutte peut le commencer.
refusal-row-skipped = Les villages se commencent de haut en bas, sans trou : le prochain est le village { $next }.
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
refusal-mixed =
    On ne mélange pas les ressources dans un paiement. { $power ->
        [0] Une hutte – commerce le permettrait.
        [one] Une hutte – commerce vous permet de remplacer { $power } ressource ; il faudrait en remplacer { $turned }.
       *[other] Les huttes – commerce vous permettent de remplacer { $power } ressources ; il faudrait en remplacer { $turned }.
    }
refusal-cove-empty = Le port de pêche est vide.
refusal-fish-nothing = Choisissez au moins un jeton poisson.
refusal-not-in-cove = Au port de pêche, il manque { $missing ->
    [one] { $missing } jeton
   *[other] { $missing } jetons
 } à { $fish ->
    [one] { $fish } poisson.
   *[other] { $fish } poissons.
}
refusal-boats-too-small = Il manque { $missing ->
    [one] { $missing } place
   *[other] { $missing } places
 } dans vos pirogues.
refusal-not-ashore = Vous n’avez pas ces pirogues à terre.
refusal-more-boats-than-needed = Il ne vous faut pas autant de pirogues.
refusal-no-island = L’île du poste d’amarrage { $dock } a déjà été visitée pendant cette manche.
refusal-everybody-waited = Tout le monde a attendu à son tour : il faut maintenant faire quelque chose, ou quitter la manche.
refusal-no-such-space = L’ordre de jeu a { $spaces ->
    [one] { $spaces } case
   *[other] { $spaces } cases
 } dans cette partie : choisissez-en une de 1 à { $spaces }.
refusal-space-taken = La case { $space } est déjà prise.
refusal-no-fruit-tile = Ce jeton fruits est épuisé : { $tile }.
refusal-kane-takes = KANE prend exactement { $goods ->
    [one] { $goods } ressource
   *[other] { $goods } ressources
 } ou rien du tout.

## The board

board-title = Hawaï, manche { $round } sur 5. Objectif : { $sum }. Points : première place { $first }, deuxième { $second }, les autres { $others }.
board-over = La partie est terminée.
board-turn = C’est à { $who } de jouer.
board-order = Ordre de jeu : { $list }
board-spaces = Cases de l’ordre de jeu : { $list }
board-space-free = case { $space } (libre)
board-space-price = case { $space } (jeton coût { $price })
board-space-taken = case { $space } ({ $who })
board-row = Rangée { $row } depuis la plage
board-place = { $name } : { $wares } ; jetons coût : { $prices }
board-place-nobody = aucun
board-here = ici : { $list }
board-cove = Port de pêche : { $catch }
board-cove-empty = rien
board-dock = Poste d’amarrage { $dock } : { $feet } pour { $points } ; île : { $gift }
board-islands = Îles face cachée : { $hidden }.
board-gods = { $gods } (il en reste { $left })
board-gods-gone = une pile vide
board-realm = { $who }, place { $seat } : { $points }, { $at }
board-goods = en main : { $goods }
board-goods-hidden = ressources derrière le paravent
board-village = village { $row } : { $tiles } (longueur { $length }{ $scored ->
    [yes] , atteint un tiki
   *[no] {""}
})
board-start-hut = hutte de départ
board-spirits = { $kahunas }, { $tikis }
board-boats = pirogues à terre : { $ashore } ; à l’eau : { $launched }
board-none = rien
board-tokens = jetons de cette manche : { $prices } (somme { $sum }, objectif { $needed }) ; jetons poisson : { $fish }
board-end = un décompte final immédiat rapporterait { $points }

## The end

standing = { $rank }. { $who } : { $points }
winner = { $who } gagne.
winner-of-tie = À égalité de points, { $who } l’emporte au départage.
winners = { $who } se partagent la victoire.

## At the terminal

terminal-welcome = Vous êtes à la place { $seat }. Tapez help pour voir ce que vous pouvez taper.
terminal-seed = La graine de cette partie est { $seed } : ajoutez `--seed { $seed }` pour rejouer avec le même tirage.
play-turn = À vous de jouer. Que faites-vous ?
play-shop = Qu’achetez-vous ?
play-pay = Comment payez-vous { $cost } ?
play-launch = Quelles pirogues mettez-vous à l’eau ?
play-pick = Quel jeton fruits prenez-vous ?
play-build = Où construisez-vous ceci : { $tile } ?
play-which-stack = Les deux piles montrent { $god }. Dans laquelle prenez-vous le jeton ?
play-kane = Donnez-vous { $goods ->
    [one] { $goods } ressource
   *[other] { $goods } ressources
 } à KANE pour un tiki ?
play-harvest = Que prenez-vous grâce à l’irrigation ?
terminal-choose = Tapez choose et un numéro :
play-unknown = Je ne connais pas « { $word } ». Tapez help pour voir ce que vous pouvez taper.
play-which = « { $word } » peut vouloir dire { $list }.
play-none-such = Rien ici ne s’appelle « { $word } ».
play-unlike = Rien ne s’appelle « { $word } » ici. Les noms les plus proches : { $list }.
play-needs = Tapez { $usage }.
play-no-choice = Il n’y a pas de choix { $number } maintenant.
play-no-such-number = Rien ici ne porte le numéro { $word }.
play-no-such-disc = Il n’y a pas de disque { $word } : les disques sont numérotés de 1 à { $last }.
play-walk-first = Vous ne pouvez acheter que là où vous êtes : allez d’abord dans un lieu.
play-not-heeded = Cette action est permise, mais pas avec ce village ou ce paiement : ne les indiquez pas.
play-asks-first = Il faut d’abord répondre à ceci : { $list }. Ajoutez la réponse, ou n’indiquez pas comment payer.
terminal-undone = Coup annulé.
terminal-not-undone = Vous n’avez rien à annuler : votre dernier coup a révélé quelque chose de caché, ou quelqu’un a joué depuis.
terminal-hint = { $n }. { $turn } : environ { $points } à la fin, { $chance } % de chances de gagner
terminal-hint-why = Ce tour { $reasons }.
terminal-bye = Vous avez quitté la table.
play-help =
    move PLACE          aller dans un lieu, ou y rester (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        acheter un jeton, avec le coût le plus bas sauf si vous en indiquez un
    fish N ...          prendre des jetons au port de pêche, selon leurs poissons (fish 3 1)
    sail DOCK           visiter l’île d’un poste d’amarrage
    wait                attendre sur la plage
    pass SPACE          quitter la manche pour une case de l’ordre de jeu
    choose N            répondre à une question par son numéro
    village N, take TARO, give KANE 2 shells, launch the fishing boat : d’autres réponses
    pay 2 shells ...    comment payer, à la fin de move, buy, fish ou sail
    board, realms       voir l’île, ou ce que chaque personne possède
    options             tout ce que vous pouvez faire maintenant
    hint                ce que jouerait un expert
    rules [TOPIC]       les règles en bref, ou sur un sujet (rules tikis)
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
hal-event-walked = { $who } déplace son chaman : { $site }.
hal-event-sailed = Le bateau arrive au segment { $segment }.
hal-event-received = { $who } reçoit { $card }.
hal-event-nothing-left = Il ne reste rien à prendre pour { $who }.
hal-event-built = { $who } érige une statue : { $site }.
hal-event-no-statue = { $who } ne peut ériger aucune statue.
hal-event-no-lava-to-move = { $who } reçoit la prêtresse, mais il n’y a pas de lave à déplacer.
hal-event-lava-moved = { $who } déplace de la lave du cratère { $from } au cratère { $to }.
hal-event-lava-left = { $who } laisse la lave où elle est.
hal-event-invocation-back = { $who } reprend le disque d’invocation.
hal-event-bought = { $who } achète pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
 } : { $ware }.
hal-event-bought-nothing = { $who } n’achète rien.
hal-event-discs-back = Les disques numérotés reviennent de la plage { $segment }.
hal-event-laid = Une nouvelle carte au segment { $segment } : { $card }.
hal-event-lava-card = Une carte de lave ! La lave monte au cratère { $segment }.
hal-event-lava-rose = La lave monte au cratère { $segment }.
hal-event-no-lava-left = Toute la lave est déjà en jeu : il n’en monte plus.
hal-event-first-scoring = La pile à deux palmiers est vide : premier décompte.
hal-event-second-scoring = Le bateau ne trouve plus de cartes : second décompte, et fin de la partie.
hal-event-destroyed = La lave détruit une statue ({ $site }) : { $who } la perd.
hal-event-scored = { $who } marque { $points } : statues { $statues }, poissons { $fish }, perles { $pearls }, nautile { $nautilus }, cartes de décompte { $cards }, coquillages { $shells }.
hal-event-second-round = La seconde manche commence.

## What can be done

hal-action-place = place { $disc } { $segment } : le disque { $disc } sur la plage { $segment }
hal-action-invoke = invoke { $disc } : le disque { $disc } à côté du bateau, avec le disque d’invocation
hal-action-take = take { $disc } : reprendre le disque { $disc } en main
hal-action-boat = boat : avancer le bateau d’un segment
hal-action-walk = { $typed } : déplacer le chaman ({ $site })
hal-action-stay = stay : laisser le chaman où il est
hal-action-choose = { $typed } : prendre la carte ({ $card })
hal-action-lava = { $typed } : déplacer de la lave du cratère { $segment } { $direction }
hal-action-leave-lava = leave : laisser la lave où elle est
hal-action-buy = { $typed } : acheter ({ $ware }) pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}
hal-action-buy-nothing = buy nothing : ne rien acheter

## Why something cannot be done

hal-refusal-disc-not-in-hand = Votre disque { $disc } est déjà sur la plage { $segment }.
hal-refusal-disc-in-hand = Votre disque { $disc } est encore dans votre main.
hal-refusal-equal-sums = Les deux couleurs auraient la même somme ({ $sum }) sur la plage { $segment }, et c’est interdit.
hal-refusal-no-invocation = Il n’y a pas de disques d’invocation dans le jeu de base.
hal-refusal-invocation-not-in-hand = Votre disque d’invocation est déjà sur la plage { $segment }.
hal-refusal-discs-in-hand = Pour avancer le bateau sans disque, posez d’abord tous vos disques numérotés : vous en avez encore { $discs } en main.
hal-refusal-too-many-quiet-turns = Personne n’a reçu de carte depuis { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
 } : selon la règle de la maison, aucun disque ne peut être repris jusqu’à la prochaine carte reçue.
hal-refusal-too-far = Le chaman fait au plus deux pas, dont un au plus vers le haut, et ne va jamais sur une plage ni dans un cratère.
hal-refusal-other-shaman = L’autre chaman est déjà là.
hal-refusal-no-such-card = Cette carte n’est pas ici : { $card }.
hal-refusal-no-lava = Il n’y a pas de lave au cratère { $segment }.
hal-refusal-must-move-lava = La prêtresse doit déplacer de la lave s’il y en a.
hal-refusal-sold = Cette carte est déjà vendue : { $card }.
hal-refusal-priestess-gone = La prêtresse du présentoir a déjà été achetée pendant cette manche.
hal-refusal-too-few-shells = Pour cela, il vous faut encore { $missing ->
    [one] { $missing } coquillage.
   *[other] { $missing } coquillages.
}

## The board

hal-board-title = Haleakala, manche { $round } sur 2.
hal-board-segment = Segment { $segment } : { $cards }
hal-board-discs = { $who } : { $discs } (somme { $sum })
hal-board-invocation = disque d’invocation ({ $who })
hal-board-statue = statue en { $terrain } ({ $who })
hal-board-lava = { $n } × lave
hal-board-boat = le bateau
hal-board-piles = Cartes restantes : { $one } à un palmier, { $two } à deux, { $three } à trois.
hal-board-quiet = Tours sans carte : { $n } sur { $most }.
hal-board-display = Présentoir : { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
})
hal-board-sold = { $ware } (à { $who })
hal-board-player = { $who }, place { $seat } : { $points } ; chaman : { $at } ; disques en main : { $discs } ; coquillages : { $shells } ; collection : { $kept } ; statues restantes : { $statues }
hal-board-now = un décompte immédiat rapporterait { $points }

## At the terminal

hal-play-shaman = Où va votre chaman ?
hal-play-choose = Quelle carte prenez-vous ?
hal-play-priestess = Quelle lave déplacez-vous ?
hal-play-purchase = Qu’achetez-vous ?
hal-play-help =
    place DISC SEGMENT  poser un disque numéroté sur une plage : à côté du bateau, il le fait
                        avancer ; ailleurs, votre chaman peut marcher (place 3 5)
    invoke DISC         poser un disque à côté du bateau, avec le disque d’invocation
    take DISC           reprendre un disque numéroté ; votre chaman peut ensuite marcher
    boat                avancer le bateau d’un segment, quand tous les disques sont posés
    move TERRAIN N      déplacer le chaman : grassland, forest ou mountain (move forest 3) ; stay : rester
    take CARD           choisir la carte à recevoir (take shell)
    lava N clockwise    déplacer la lave du cratère N (ou counterclockwise) ; leave : la laisser
    buy NAME            acheter au présentoir (buy forest) ; buy nothing : ne rien acheter
    choose N            répondre à une question par son numéro
    board, players      voir le volcan, ou ce que chaque personne possède
    options             tout ce que vous pouvez faire maintenant
    hint                ce que jouerait un expert
    rules [TOPIC]       les règles en bref, ou sur un sujet (rules lave)
    undo                annuler votre dernier coup
    quit                quitter la table

# --- In few words ---

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
brief-times = { $part } ({ $n } fois)
brief-other = { $who } : { $what }
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
brief-no-gift = aucun cadeau
brief-left = quitte la manche, case { $space }
brief-left-price = prend le jeton coût { $price }
brief-uncovered = { $god } apparaît
brief-earlier = { $n ->
    [one] Il y a eu un tour avant ceux-ci : voir « { $button } ».
   *[other] Il y a eu { $n } tours avant ceux-ci : voir « { $button } ».
}
brief-round-over = **La manche { $round } est terminée.** Somme et objectif, points, revenu :
brief-round-row = `{ $sum } / { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **La manche { $round } est terminée.** Somme et objectif, points :
brief-last-round-row = `{ $sum } / { $needed } { $points }` **{ $who }**

hal-brief-placed = disque { $disc } sur la plage { $segment }
hal-brief-invoked = avec le disque d’invocation
hal-brief-took-back = disque { $disc } repris de la plage { $segment }
hal-brief-walked = chaman : { $site }
hal-brief-sailed = bateau au segment { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = rien pour { $who }
hal-brief-built = { $site }
hal-brief-in-vain = sans effet
hal-brief-lava-moved = lave du cratère { $from } au { $to }
hal-brief-lava-left = lave laissée en place
hal-brief-bought = achat : { $what }
hal-brief-ware = { $ware } pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}
hal-brief-lava-rose = la lave monte au cratère { $segment }
hal-brief-no-lava-left = toute la lave est en jeu
hal-brief-first-scoring = **Premier décompte.**
hal-brief-second-scoring = **Second décompte.**
hal-brief-destroyed = La lave détruit une statue ({ $site }) : { $who } la perd.
hal-brief-scored = `{ $points }` **{ $who }** · { $list }
hal-brief-scored-nothing = `{ $points }` **{ $who }**

podium-title = **{ $winner }**
podium-line = { $rank } **{ $who }** · { $points }
decided = Ce qui a fait la différence : { $what }, { $more } contre { $less }.
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

title-hawaii = Hawaï
title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **Table { $game }.** { $free ->
        [0] Toutes les places sont prises.
        [one] Il reste une place.
       *[other] Il reste { $free } places.
    }
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (avec un mot pour le tirage)
chat-lobby-computer = • { $who } (ordinateur, { $level })
chat-level-random = au hasard
chat-level-greedy = glouton
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = Retour attendu : { $players }. « { chat-button-join } » vous rend votre place.
chat-lobby-options = Ce qui diffère de la règle imprimée :
chat-lobby-option = - { $meaning }
chat-lobby-closed = Cette table ne peut pas être suivie depuis d’autres salons.
option-hawaii-goods-open = Coquillages, pieds et fruits sont posés à découvert : chacun voit ce que les autres possèdent.
option-hawaii-tikis-seven = Un territoire a de la place pour sept tikis au lieu de six.
option-hawaii-last_first_space-scores_nothing = Après la dernière manche, la case 1 ne rapporte aucun point.
option-hawaii-tie_break-shared = À égalité de points, la victoire est partagée : les ressources restantes ne départagent personne.
option-hawaii-rows-may_be_skipped = Un nouveau village peut commencer dans n’importe quelle rangée vide.
option-hawaii-exchange-each_payment = Une hutte – commerce sert à chaque paiement d’un tour, et non à un seul.
option-hawaii-ranking-everyone = En fin de manche, toutes les sommes sont classées : une somme qui manque l’objectif a un rang, mais ne rapporte rien.
option-haleakala-lava-invoked = Variante tactique : les disques d’invocation décident où monte la lave, et rien ne s’achète juste avant les décomptes.
option-haleakala-priestess-may_decline = Une prêtresse de la lave peut laisser toute la lave où elle est.
option-haleakala-shuffling-forty_turns = Après quarante tours sans carte, aucun disque ne peut être repris jusqu’à la prochaine carte reçue.
chat-shuffle-sealed = -# Le tirage est scellé.
chat-button-shuffle = À propos du tirage
chat-shuffle-about = À l’ouverture de cette table, j’ai tiré un nombre secret. Cette empreinte prouve qu’il ne change pas : { $commitment }
chat-shuffle-word = Vous voulez influer sur le tirage ? Donnez un mot avant le début : il y sera mêlé.
chat-shuffle-check = Les mots de chacun et le numéro du message qui ouvre la partie comptent aussi, et personne ne connaît ce numéro d’avance. Après la partie, l’enregistrement permet à chacun de vérifier le tirage.
chat-button-join = S’asseoir
chat-button-leave = Partir
chat-button-word = Donner un mot
chat-button-invite = Inviter
chat-invite-menu = Qui voulez-vous inviter ?
chat-invite-pick = Choisissez une personne
chat-button-set-up = Régler
chat-set-up = **Réglez cette table.** Chaque choix s’applique aussitôt, et tout le monde le voit.
chat-set-up-seats = { $n } places
chat-about-seats = De la place pour { $n } personnes, dont vous
chat-about-pace-none = Aucune limite ; je rappelle seulement à qui c’est de jouer
chat-about-pace-turn = La durée maximale de chaque tour
chat-about-pace-bank = Chacun a une réserve de temps, et chaque tour l’augmente
chat-about-pace-live = Partie en direct : tout le monde reste à la table
chat-timeout-word = Temps écoulé : le signaler
chat-timeout-turn = Temps écoulé : jouer le tour
chat-timeout-seat = Temps écoulé : prendre la place
chat-about-timeout-word = On le signale, sans plus
chat-about-timeout-turn = L’ordinateur joue ce tour
chat-about-timeout-seat = L’ordinateur joue jusqu’au retour de la personne
chat-set-up-rules = Règle imprimée ; choisissez ce qui doit changer
panel-too-few-seats = { $n } personnes sont déjà assises ici : il faut au moins autant de places.
chat-set-up-pick-seats = Combien de places
chat-set-up-pick-pace = Limite de temps
chat-set-up-pick-late = Quand le temps est écoulé
chat-set-up-pick-level = Le niveau des ordinateurs
option-hawaii-printed-name = Règle imprimée
option-hawaii-online-name = Édition en ligne
option-haleakala-base-name = Jeu de base
option-haleakala-tactical-name = Jeu tactique
option-hawaii-goods-hidden-name = Ressources cachées
option-hawaii-tikis-six-name = Six tikis
option-hawaii-last_first_space-scores-name = La case 1 rapporte des points
option-hawaii-tie_break-goods_left-name = Les ressources départagent
option-hawaii-rows-without_gaps-name = Villages sans trous
option-hawaii-exchange-once_per_turn-name = Un échange par tour
option-hawaii-ranking-those_who_score-name = Seuls ceux qui marquent sont classés
option-haleakala-lava-drawn-name = La lave est piochée
option-haleakala-priestess-must_act-name = Prêtresse sévère
option-haleakala-shuffling-unlimited-name = Reprises illimitées
option-hawaii-goods-open-name = Ressources à découvert
option-hawaii-tikis-seven-name = Sept tikis
option-hawaii-last_first_space-scores_nothing-name = La case 1 ne rapporte rien
option-hawaii-tie_break-shared-name = Victoire partagée
option-hawaii-rows-may_be_skipped-name = Villages dans n’importe quelle rangée
option-hawaii-exchange-each_payment-name = Échange à chaque paiement
option-hawaii-ranking-everyone-name = Tout le monde est classé
option-haleakala-lava-invoked-name = Variante tactique
option-haleakala-priestess-may_decline-name = Prêtresse clémente
option-haleakala-shuffling-forty_turns-name = Reprises limitées
chat-button-start = Commencer
chat-add-computer = Ajouter un ordinateur
chat-add-level-keiki = Keiki, l’enfant
chat-about-level-keiki = Connaît les règles, mais laisse passer bien des occasions : idéal pour une première partie
chat-add-level-makua = Makua, le parent
chat-about-level-makua = Joue bien et laisse passer peu d’occasions
chat-add-level-kupuna = Kupuna, l’ancien
chat-about-level-kupuna = Joue de son mieux et réfléchit un peu plus longtemps
chat-button-remove-computer = Retirer un ordinateur
chat-button-turn = Jouer mon tour
chat-button-realm = Ce que j’ai
chat-button-undo = Annuler
chat-button-record = Enregistrement
chat-button-again = Rejouer
chat-button-do = Valider
chat-button-back = Retour
chat-button-signs = C’est quoi ?
chat-button-own-turn = Choisir moi-même
chat-signs = **Ce que veulent dire les signes du plateau.**
chat-signs-closed = **Fermé pour l’instant :** { $list }
chat-signs-closed-spot = { $marks } : { $reason }
chat-signs-line = **{ $number }** · { $text }
sign-hawaii-sum = L’objectif de la manche : atteignez cette somme avec vos jetons pour marquer des points.
sign-hawaii-income = Ce que tout le monde reçoit après cette manche.
sign-hawaii-points = Les points que rapportent la plus haute somme, la deuxième et toutes les autres qui suffisent.
sign-hawaii-tile = Un jeton produit à vendre. Le nombre dit combien il en reste.
sign-hawaii-path = En pointillés, un chemin. Chaque pas coûte 1 pied.
sign-hawaii-price = Un jeton coût. Payez son nombre en coquillages pour le côté I, le double pour le côté II, et gardez le jeton.
sign-hawaii-spears = Un jeton à lances croisées : il compte aussi pour les huttes – lances et KU.
sign-hawaii-empty = Il n’y a plus de jeton coût ici pour cette manche.
sign-hawaii-chieftain = Le chef de quelqu’un, avec la première lettre du nom.
sign-hawaii-cove = Le port de pêche et les jetons poisson qui restent. Chacun coûte 1 pied et une place dans vos pirogues.
sign-hawaii-dock = Une île : les pieds qu’elle coûte, les points qu’elle rapporte, et ce qu’on y reçoit.
sign-hawaii-order = À gauche, l’ordre de jeu de cette manche, puis les cases pour la suivante.
sign-hawaii-player = Une personne : points, somme de ses jetons et somme à atteindre, kahunas, tikis, pirogues, poissons, ressources.
sign-haleakala-round = La manche. La partie en compte deux.
sign-haleakala-piles = Les cartes qui restent, à un, deux et trois palmiers.
sign-haleakala-boat = Le bateau. Un disque sur sa plage le fait avancer ; là où il s’arrête, des cartes sont distribuées.
sign-haleakala-segment = Le numéro d’un segment et de sa plage.
sign-haleakala-cards = Les deux cartes d’un segment : le joueur qui a la plus haute somme de disques choisit d’abord.
sign-haleakala-sum = La somme des disques de quelqu’un sur cette plage.
sign-haleakala-shaman = Un chaman. Les statues sont érigées là où il se tient.
sign-haleakala-statue = La statue de quelqu’un.
sign-haleakala-lava = Un disque de lave. À l’éruption, il détruit une statue en contrebas, d’abord celle de la montagne.
sign-haleakala-stock = Les disques de lave qui restent.
sign-haleakala-player = Une personne : points, disques en main, coquillages, statues, poissons et cartes.
sign-haleakala-display = Le présentoir : les cartes à acheter, chacune avec son prix en coquillages.
chat-button-whole = Tout le plateau
chat-button-close = Vue rapprochée
chat-button-more = Suite
chat-opened-thread = { $who } a ouvert une table { $game } : { $place }
chat-again-called = { $called } : { $who } aimerait rejouer à { $game } avec vous.
chat-again-opened = { $who } aimerait rejouer à { $game } avec les mêmes personnes : { $place }
chat-again-stands = Une table pour rejouer est déjà ouverte : { $place }
chat-opened-here = La table { $game } est ouverte dans { $place }.
chat-joined = Vous êtes à la place { $seat } ({ $game }).
chat-joined-word = Vous êtes à la place { $seat } ({ $game }), et votre mot est mêlé au tirage.
chat-left = Vous avez quitté la table.
chat-started = { $game } : la partie commence.
chat-closed = La table { $game } est fermée : tout le monde est parti.
chat-word-title = Un mot pour le tirage
chat-word-label = Un mot quelconque, à mêler au tirage
chat-you-resigned = Vous avez abandonné. L’ordinateur joue à votre place.
chat-you-resigned-over = Vous avez abandonné, et la partie est terminée.
chat-record = L’enregistrement de la partie : `lanai replay { $file }` la rejoue et vérifie le tirage et chaque coup.
chat-list-empty = Il n’y a pas encore de table sur ce serveur, ou aucune que vous puissiez voir. Ouvrez-en une avec `/{ cmd-table-name } { cmd-table-open-name }`.
chat-listed-open = { $place } : { $game }, encore ouverte, avec { $players }
chat-listed-running = { $place } : { $game } avec { $players }
chat-listed-over = { $place } : { $game } avec { $players }, terminée
chat-listed-yours = **{ $line }** (la vôtre)

## Pourquoi un tour est bon : chacune termine une phrase qui commence par « ce tour »

reason-points = rapporte { $points } aussitôt
reason-pleases = vous fait atteindre l’objectif
reason-nearer = vous rapproche de l’objectif (encore { $n })
reason-fish = apporte { $n ->
    [one] un jeton poisson
   *[other] { $n } jetons poisson
} pour la fin de la manche
reason-reaches = permet au village { $row } d’atteindre un tiki et de compter
reason-longer = allonge le village { $row } (à { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
} d’un tiki)
reason-brings = apporte { $what }
reason-scoring = ajoute { $points } au décompte final ({ $what })
reason-income = rapporte { $goods } de plus à chaque manche
reason-boat = apporte une pirogue de plus
reason-last = vous donne le dernier jeton de cette sorte ({ $tile })
reason-closes = vous donne le dernier jeton coût du lieu « { $place } » (plus personne n’y achètera dans cette manche)
reason-order = vous donne la case { $space } de l’ordre de jeu
scored-kahunas = kahunas
scored-irrigations = irrigation
scored-hulas = danseuses
scored-long-huts = grandes huttes
scored-laka = LAKA
scored-kanaloa = KANALOA
hal-reason-ahead = vous place en tête sur la plage { $segment }
hal-reason-stronger = vous renforce sur la plage { $segment }
hal-reason-statue = vous permet d’ériger une statue ({ $site })
hal-reason-card = apporte { $card }
hal-reason-in-hand = vous laisse { $n ->
    [one] un disque
   *[other] { $n } disques
} à jouer
hal-reason-shaman = déplace votre chaman ({ $site })
hal-reason-bought = vous donne une carte ({ $ware })
hal-reason-scoring = ajoute { $points } à votre prochain décompte

## Conseils et analyses

chat-button-hint = Conseil
chat-button-hint-of = Voir { $n }
chat-hint = { $n ->
    [one] Un seul tour mérite d’être joué :
   *[other] D’après ce que vous pouvez savoir, voici ce qui paraît le mieux :
}
chat-hint-turn = **{ $n }.** { $turn }
    _Environ { $points } à la fin, { $chance } % de chances de gagner._
panel-hint-why = -# Ce tour { $reasons }.
panel-no-hints = À cette table, on joue sans conseils.
chat-hints-on = Les conseils sont permis à cette table : chacun peut en demander un quand vient son tour.
chat-hints-off = Les conseils ne sont pas permis à cette table.
chat-hints-begun = La partie a commencé sans conseils et continue ainsi.
chat-button-review = Analyse
chat-button-review-again = Revoir l’analyse
chat-review-going = J’analyse la partie : tour { $n } sur { $of }…
panel-review = **Analyse de la partie** : { $n ->
    [one] { $n } tour, jugé
   *[other] { $n } tours, chacun jugé
} d’après ce que l’on pouvait savoir alors.
panel-review-seat = - { $who } : précision { $accuracy } sur 100
panel-review-how = -# 100 : rien de mieux n’a été trouvé. Un tour qui coûte 10 % de chances de gagner, ou 20 points, vaut 61.
panel-review-turn = **Tour { $n }, { $who }**
panel-review-taken = **1.** Joué : { $turn }
    _Environ { $points } à la fin, { $chance } % de chances de gagner._
panel-review-better = **2.** Mieux : { $turn }
    _Environ { $points }, { $chance } %._
panel-review-not-over = L’analyse n’est possible qu’une fois la partie terminée. D’ici là, `/{ cmd-hint-name }` examine votre tour.
chat-review-menu = Les tours qui ont le plus coûté, dans l’ordre
chat-review-option = Tour { $n } · { $who }
chat-review-cost = { $chance } % de chances, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
chat-lobby-no-hints = Les conseils ne sont pas permis à cette table.

## What everybody hears

chat-begins = La partie commence : { $players }.
chat-small = -# { $text }
chat-your-turn = { $who }, c’est à vous.
chat-your-turn-live = { $who }, c’est à vous. Votre temps s’achève { $until }.
chat-turn-of = C’est à { $who } de jouer.
chat-took-back = { $who } annule son dernier coup.
chat-took-back-computers = { $who } annule son dernier coup ; ce que l’ordinateur a joué ensuite est annulé aussi.
chat-resigned = { $who } abandonne ; l’ordinateur joue à sa place.
chat-resigned-over = { $who } abandonne, et la partie est terminée.
chat-won = Victoire de { $who }.
panel-given-up = La partie n’a pas été jouée jusqu’au bout.
chat-ended = Tout le monde est d’accord : la partie s’arrête là, et personne n’a gagné.
chat-awarded-draw = Tout le monde est d’accord : la partie s’arrête là, sur une égalité.
chat-awarded-won = Tout le monde est d’accord : la partie s’arrête là, sur la victoire de { $who }.

## A turn

panel-dock-and-way = { $what } (chemin : { $feet })
panel-kind-wait = Attendre
panel-kind-boat = Avancer le bateau
panel-place-and-wares = { $place } : { $wares }
chat-disc = numéro { $disc }
panel-beach = plage { $segment }
panel-beach-boat = plage { $segment }, près du bateau
panel-ware = { $ware }
panel-purse = { $goods ->
    [rien] Vous n’avez plus rien.
   *[other] Vous avez { $goods }.
}
chat-turn-elsewhere = C’est à vous de jouer à votre table { $game } : { $place }.
panel-spot-cove = Pêcher
panel-spot-dock = Poste { $dock }
panel-spot-leave = Quitter, { $space }
panel-spot-disc = Poser le { $disc }
panel-spot-invoke = Invoquer avec le { $disc }
chat-refused-spot = **Pas maintenant :** { $reason }
panel-change = Changer ceci
panel-change-pay = Payer autrement ({ $cost })
chat-pick-dropped = -# L’un de vos choix n’est plus possible et a été laissé de côté. Tous les autres sont gardés.
panel-change-buy = Un autre jeton, un autre côté ou un autre coût
panel-change-village = Construire dans un autre village
panel-change-boats = Mettre d’autres pirogues à l’eau
panel-change-walk = Déplacer votre chaman ailleurs
panel-change-card = Prendre une autre carte
panel-change-lava = Déplacer la lave autrement
panel-change-purchase = Acheter au présentoir
panel-choice-fish = Pêcher : { $catch }
panel-choice-sail = Poste d’amarrage { $dock } : { $gift }
panel-choice-pass = Case { $space }
panel-choice-pass-price = Case { $space }, avec le jeton coût { $price }
panel-choice-buy = { $tile } · { $price }
panel-short-buy = I · { $price }
panel-short-buy-double = II · { $price }
panel-choice-buy-double = { $tile } · 2 × { $price }
panel-choice-village = Village { $row }
panel-choice-place = { $disc } sur la plage { $segment }
panel-choice-place-boat = { $disc } à côté du bateau, plage { $segment }
panel-choice-invoke = { $disc } à côté du bateau, avec le disque d’invocation
panel-choice-take = { $disc } de la plage { $segment }
outcome-pay = payer { $goods }
outcome-get = recevoir { $goods }
outcome-points = { $points }
outcome-left = { $goods ->
    [rien] il ne reste rien
   *[other] reste : { $goods }
}
outcome-village = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}
outcome-village-tiki = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}, tiki atteint
outcome-village-short = village { $row } : { $n ->
    [one] { $n } jeton
   *[other] { $n } jetons
}, encore { $short } jusqu’au tiki
outcome-sum = somme { $sum }, objectif { $needed }
outcome-sum-rivals = sommes des autres : { $list }
outcome-sails = le bateau va au segment { $segment }
outcome-you-choose = vous choisissez en premier parmi ces cartes : { $cards }
outcome-chooses = { $who } choisit d’abord : { $cards }
outcome-nobody = personne n’y a de disque
outcome-last = aucune carte là : second décompte
outcome-you-get = vous recevez { $card }
outcome-gets = { $who } reçoit { $card }
outcome-buys = vous achetez pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
} : { $ware }
outcome-walks = votre chaman se déplace ({ $site })
outcome-sum-there = votre somme { $sum }, l’autre { $other }
chat-no-way-back = **Sans retour :** ce tour révèle un secret.
chat-confirm = Voici votre tour : { $story }
chat-undone = C’est annulé.
chat-late = Quelqu’un a joué avant vous, ou ce panneau n’est plus à jour. Voici le plateau tel qu’il est.
chat-late-still = Le plateau a changé depuis. Votre choix reste possible :
chat-undo-late = Il est trop tard pour annuler ce coup : la partie a continué. Voici où elle en est.

## Why something was not done

panel-no-table = Il n’y a pas de table dans ce salon. Ouvrez-en une avec `/{ cmd-table-name } { cmd-table-open-name }`, ou cherchez avec `/{ cmd-table-name } { cmd-table-list-name }`.
panel-occupied = Il y a déjà une table dans ce salon. Terminez-la d’abord, ou ouvrez la vôtre ailleurs.
panel-stale = Plusieurs fois de suite, quelqu’un a joué avant vous. Essayez encore une fois.
panel-begun = La partie a déjà commencé.
chat-starting = La partie va commencer : les places et les mots sont fixés.
chat-fixed = { $game } : la partie commence.
chat-fixed-word = - { $who } : { $word }
chat-cannot-begin = La partie de votre table { $game } n’a pas pu commencer, car je ne peux pas écrire dans { $place }. La table est de nouveau ouverte. Quand je pourrai y écrire (`/{ cmd-check-name }`, là-bas, indique ce qui manque), tapez `/{ cmd-table-name } { cmd-table-start-name }`. Vous pouvez aussi amener la table ailleurs avec `/{ cmd-table-name } { cmd-table-move-name }`.
panel-not-begun = La partie n’a pas encore commencé. Appuyez sur « { chat-button-start } », ou tapez `/{ cmd-table-name } { cmd-table-start-name }`.
chat-over = La partie est terminée.
panel-not-over = L’enregistrement n’est disponible qu’une fois la partie terminée, car il révèle tout ce qui est caché.
panel-still-played = Cette partie n’est pas encore terminée.
panel-not-played = Vous n’avez pas joué cette partie : seules les personnes qui l’ont jouée peuvent proposer d’en rejouer une. `/{ cmd-table-name } { cmd-table-open-name }` ouvre votre propre table.
panel-full = Toutes les places sont prises.
panel-seated = Vous êtes déjà à cette table.
panel-other-channel = On ne peut rejoindre une table que dans le salon où elle se trouve.
panel-not-seated = Vous n’êtes pas à cette table. Vous pouvez la regarder : `/{ cmd-table-name } { cmd-table-show-name }`.
cmd-table-show-text = Sous forme de texte, sans images
cmd-table-show-text-name = texte
cmd-table-show-contrast = Avec des couleurs plus fortes
cmd-table-show-contrast-name = contraste
panel-not-your-turn = Ce n’est pas à vous de jouer, mais à la place { $seat }.
chat-not-turn-but = C’est à { $who } de jouer. Je vous appellerai quand ce sera à vous.
panel-too-few = { $n ->
    [one] Il manque une personne
   *[other] Il manque { $n } personnes
} pour commencer.
panel-owner-begins = Il reste de la place. Seule la personne qui a ouvert la table peut commencer avec moins de monde.
chat-owner-begins-who = Il reste de la place. { $who } a ouvert cette table et peut commencer avec moins de monde ; sinon, attendez que quelqu’un s’assoie.
panel-too-many-tables = Vous avez ouvert { $n } tables qui ne sont pas terminées. Terminez-en une ou quittez-la d’abord : `/{ cmd-mine-name }` en donne la liste.
panel-too-soon = Cela fait beaucoup de nouvelles tables en quelques minutes. Jouez d’abord à l’une d’elles : `/{ cmd-mine-name }` en donne la liste.
panel-owner-arranges = Seule la personne qui a ouvert cette table peut la régler.
panel-no-computer = Il n’y a pas d’ordinateur à cette table.
panel-too-many-computers = Il faut une place pour vous : prenez moins d’ordinateurs, ou plus de places.
input-wrong-number = { $game } se joue de { $least } à { $most } personnes, pas à { $asked }.
input-no-preset = Je ne connais pas de réglage « { $name } ». Réglages possibles : { $known }. Vous pouvez aussi indiquer des choix sous la forme nom=valeur.
input-no-choice = Je ne connais pas de choix « { $name } ». Choix possibles : { $known }.
input-no-value = Le choix « { $name } » ne peut pas valoir « { $value } ». Valeurs possibles : { $known }.
panel-shown = Votre dernier coup, ou celui que l’ordinateur a joué ensuite, a révélé quelque chose de caché : il ne peut plus être annulé.
panel-acted-since = La place { $seat } a joué depuis : votre coup ne peut plus être annulé.
chat-acted-since-who = { $who } a joué depuis : votre coup ne peut plus être annulé.
panel-nothing-yet = Il n’y a encore rien à annuler.
chat-no-such-verb = { $game } ne connaît pas { $verb }. Appuyez sur « { chat-button-turn } », ou voyez `/{ cmd-help-name }`.
chat-say-verb = Indiquez quoi faire : `/{ cmd-help-name }` donne la liste des commandes.
chat-old-button = Ce bouton n’est plus valable. Affichez de nouveau la table avec `/{ cmd-table-name } { cmd-table-show-name }`.
chat-other-edition = Cette partie a été commencée par une version plus récente de moi-même ; je n’y touche donc pas. Rien n’est perdu : elle reprendra quand la personne qui me fait tourner m’aura mis à jour.
chat-trouble = Une erreur s’est produite, et elle est consignée. Vérifiez où en est la table avec `/{ cmd-table-name } { cmd-table-show-name }` avant de réessayer.
chat-suggestions-failed = Impossible de lire cette liste pour le moment. Réessayez dans un instant.
chat-closing = Je redémarre en ce moment : rien n’a été fait. Réessayez dans un instant.
chat-not-understood = Je n’ai pas compris. Choisissez parmi ce qui est proposé.
chat-server-only = Les tables se trouvent sur les serveurs : tapez cette commande dans un de leurs salons.
chat-may-not-write = (Je n’ai pas la permission d’écrire dans ce salon : les autres n’en sauront rien. `/{ cmd-check-name }` indique ce qui manque.)

## Help and rights

chat-help = **Lanai accueille Hawaï et Haleakala, un coup à la fois.**
    - **Jouer un tour :** `/{ cmd-turn-name }` a un bouton pour chaque coup, `/{ cmd-hint-name }` en suggère un, `/{ cmd-table-name } { cmd-table-undo-name }` annule le dernier.
    - **Voir où l’on en est :** `/{ cmd-table-name } { cmd-table-show-name }` montre le plateau, `/{ cmd-realm-name }` ce que vous avez, `/{ cmd-recap-name }` ce que vous avez manqué.
    - **Commencer une partie :** `/{ cmd-play-name }` trouve des joueurs, `/{ cmd-table-name } { cmd-table-open-name }` ouvre une table, `/{ cmd-table-name } { cmd-table-invite-name }` y invite quelqu’un.
    - **Apprendre :** `/{ cmd-learn-name }` est une leçon, `/{ cmd-rules-name }` retrouve une règle.
    - **Prendre son temps :** `/{ cmd-remind-name }` règle vos rappels, `/{ cmd-snooze-name }` demande du temps, `/{ cmd-ahead-name }` prépare votre tour à l’avance, `/{ cmd-note-name }` garde une idée.
    - **Trouver des parties :** `/{ cmd-mine-name }` montre où l’on vous attend, `/{ cmd-table-name } { cmd-table-list-name }` les tables de ce serveur. `/{ cmd-watch-name }` en suit une depuis un autre salon, `/{ cmd-history-name }` retrouve celles qui sont finies.
    - **Se mesurer :** `/{ cmd-contest-name } { cmd-contest-open-name }` ouvre une ligue ou un tournoi, `/{ cmd-leaderboard-name }` classe les joueurs, `/{ cmd-stats-name }` compte vos parties.
    - **Arrêter :** `/{ cmd-table-name } { cmd-table-pause-name }` propose une pause, `/{ cmd-table-name } { cmd-table-end-name }` propose la fin, `/{ cmd-table-name } { cmd-table-resign-name }` vous fait abandonner.
    - **Gérer ce serveur :** `/{ cmd-check-name }` dit ce que j’ai le droit de faire ici, `/{ cmd-admin-name } { cmd-admin-settings-name }` fixe les réglages par défaut.
chat-help-no-table = Il n’y a pas encore de table dans ce salon.
chat-help-game-hawaii = Pour Hawaï : `/{ cmd-move-name }` vers un lieu puis `/{ cmd-buy-name }`, ou bien `/{ cmd-fish-name }`, `/{ cmd-sail-name }` vers une île, `/{ cmd-wait-name }`, ou encore `/{ cmd-pass-name }` pour quitter la manche. `/{ cmd-choose-name }` répond à une question. Ce que vous n’indiquez pas est choisi au moindre coût.
chat-help-game-haleakala = Pour Haleakala : `/{ cmd-place-name }` pose un disque numéroté, `/{ cmd-take-name }` en reprend un ou prend une carte, `/{ cmd-boat-name }` avance le bateau quand tous les disques sont posés, `/{ cmd-move-name }` déplace le chaman ou la lave, `/{ cmd-buy-name }` achète une carte. `/{ cmd-choose-name }` répond à une question.
chat-check-fine = Tout va bien ici : j’ai toutes les permissions qu’il me faut.
chat-check-missing = { $n ->
    [one] Il me manque une permission ici.
   *[other] Il me manque { $n } permissions ici.
} La personne qui gère ce serveur peut y remédier.
chat-right-view = Voir le salon : pour y accéder
chat-right-send = Envoyer des messages : pour dire à qui c’est de jouer
chat-right-embed = Intégrer des liens : pour montrer le plateau sous le texte
chat-right-files = Joindre des fichiers : pour les images et les enregistrements
chat-right-history = Voir les anciens messages : pour ne rien répéter après un redémarrage
chat-right-threads = Créer des fils publics : pour que chaque table ait le sien
chat-right-in-threads = Envoyer des messages dans les fils : pour y jouer

## Commands

cmd-table = Les tables : ouvrir, s’asseoir, commencer, regarder, annuler
cmd-table-name = table
cmd-table-open = Ouvrir une table
cmd-table-open-name = ouvrir
cmd-table-open-game = Quel jeu
cmd-table-open-game-name = jeu
cmd-table-open-game-hawaii = Hawaï
cmd-table-open-game-haleakala = Haleakala
cmd-table-open-seats = Combien de places
cmd-table-open-seats-name = places
cmd-table-open-computers = Combien de places pour l’ordinateur
cmd-table-open-computers-name = ordinateurs
cmd-table-open-level = La force des ordinateurs ; makua par défaut
cmd-table-open-level-name = niveau
cmd-table-open-level-keiki = Keiki : connaît les règles, mais laisse passer bien des occasions
cmd-table-open-level-makua = Makua : joue bien
cmd-table-open-level-kupuna = Kupuna : joue de son mieux
cmd-table-open-options = Les règles : réglages et choix, séparés par des virgules
cmd-table-open-options-name = options
cmd-table-join = S’asseoir à la table de ce salon
cmd-table-join-name = rejoindre
cmd-table-join-word = Un mot à mêler au tirage
cmd-table-join-word-name = mot
cmd-table-leave = Quitter la table avant le début de la partie
cmd-table-leave-name = quitter
cmd-table-start = Commencer la partie
cmd-table-start-name = commencer
cmd-table-show = Voir où en est la table
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
cmd-move = Aller dans un lieu (Hawaï) ; déplacer le chaman ou la lave (Haleakala)
cmd-move-name = aller
cmd-move-to = Où
cmd-move-to-name = vers
cmd-move-pay = Comment payer le chemin ; au moindre coût par défaut
cmd-move-pay-name = payer
cmd-buy = Acheter un jeton là où vous êtes (Hawaï), ou une carte au présentoir (Haleakala)
cmd-buy-name = acheter
cmd-buy-what = Quoi
cmd-buy-what-name = quoi
cmd-buy-price = Avec quel jeton coût ; le moins cher par défaut
cmd-buy-price-name = prix
cmd-buy-double = Au double du prix, pour le côté II
cmd-buy-double-name = double
cmd-buy-pay = Comment payer ; sans fruits par défaut
cmd-buy-pay-name = payer
cmd-buy-village = Dans quel village
cmd-buy-village-name = village
cmd-fish = Prendre des jetons poisson au port de pêche (Hawaï)
cmd-fish-name = pêcher
cmd-fish-tokens = Les jetons, désignés par leur nombre de poissons, par exemple 3 1
cmd-fish-tokens-name = jetons
cmd-fish-pay = Comment payer la pêche
cmd-fish-pay-name = payer
cmd-sail = Visiter une île (Hawaï)
cmd-sail-name = naviguer
cmd-sail-dock = À quel poste d’amarrage
cmd-sail-dock-name = poste
cmd-sail-pay = Comment payer la visite
cmd-sail-pay-name = payer
cmd-sail-village = Dans quel village placer ce que l’île donne
cmd-sail-village-name = village
cmd-wait = Attendre sur la plage (Hawaï)
cmd-wait-name = attendre
cmd-pass = Quitter la manche pour une case de l’ordre de jeu (Hawaï)
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
cmd-choose = Répondre à une question, ou choisir une des actions possibles
cmd-choose-name = choisir
cmd-choose-choice = Quel choix
cmd-choose-choice-name = choix
cmd-hint = Voir quels tours paraissent les meilleurs, et pourquoi
cmd-hint-name = conseil
cmd-table-hints = Indiquer si les conseils sont permis à cette table
cmd-table-hints-name = conseils
cmd-table-hints-allowed = Peut-on demander des conseils ?
cmd-table-hints-allowed-name = permis
cmd-review = Analyser la partie terminée : ce que chaque tour a coûté
cmd-review-name = analyse
cmd-realm = Voir ce que vous avez, ou ce que quelqu’un montre
cmd-realm-name = territoire
cmd-realm-who = Qui voir ; vous par défaut
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

alt-island = Hawaï, manche { $round } sur 5. Objectif : { $sum }.
alt-realms = Territoires d’Hawaï, manche { $round } sur 5.
alt-player = { $who } : { $points }, { $at }, { $kahunas }, { $tikis }, jetons { $sum } sur { $needed }.
alt-of = { $who }, { $what }.
alt-tokens = { $sum } sur { $needed }
alt-tokens-of = jetons coût : { $list }
alt-boats = { $n ->
    [one] 1 pirogue
   *[other] { $n } pirogues
}
alt-order = Ordre de jeu, sommes :
alt-places = Lieux : ce qui reste ; coûts.
alt-place = { $name } : { $wares } ; { $prices }.
alt-closed = fermé
alt-docks = Postes avec pieds, points, île : { $list }.
alt-dock = { $dock } ({ $feet }, { $points }, { $gift })
alt-cove = Pêche : { $catch }.
alt-fish = { $n } × { $fish ->
    [one] { $fish } poisson
   *[other] { $fish } poissons
}
alt-spaces = Cases : { $list }.
alt-free = libre
alt-points = À gagner : { $first }, { $second }, { $others } points.
alt-income = Revenu : { $goods }.
alt-rest = Le reste en texte : /{ cmd-table-name } { cmd-table-show-name } { cmd-table-show-text-name }:True.

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
hal-alt-segment = { $segment } : { $list }.
hal-alt-disc = { $who } : { $disc }
hal-alt-statues = statues ({ $who }) : { $list }
hal-alt-invocation = invocation
hal-alt-holds = { $who } : { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}, { $statues ->
    [one] { $statues } statue
   *[other] { $statues } statues
} ; disques : { $discs } ; cartes : { $kept }
hal-alt-now = vaut déjà { $points }
hal-alt-display = Présentoir, prix : { $list }.
draw-hal-alt-boat = Bateau au segment { $segment }, cité d’abord.
draw-hal-alt-player = { $who } : { $points }, chaman : { $at }.

# Le graphique des points à la fin.
draw-scores = Points, tour par tour
draw-chances = Chances de gagner
alt-scores = Les points au fil de la partie, manche par manche.
alt-scores-of = { $who } : { $list }.

# --- L’accueil ---

chat-welcome = **Aloha ! J’accueille deux jeux de société, un coup à la fois : Hawaï et Haleakala.**
    Un bouton suffit pour jouer contre l’ordinateur : votre plateau apparaît aussitôt, dans son propre fil. Pour jouer à plusieurs, tapez `/{ cmd-table-name } { cmd-table-open-name }`. `/{ cmd-help-name }` en dit plus.
chat-button-play-hawaii = Jouer à Hawaï contre deux ordinateurs
chat-button-play-haleakala = Jouer à Haleakala contre l’ordinateur
chat-ready-to-play = Votre table { $game } est prête : allez dans { $place }.
chat-first-hawaii = Pour commencer : appuyez sur **{ chat-button-turn }** sous le plateau, ou tapez `/{ cmd-move-name }` et choisissez un lieu où acheter un jeton.
chat-first-haleakala = Pour commencer : appuyez sur **{ chat-button-turn }** sous le plateau, ou tapez `/{ cmd-place-name }` et posez un disque sur une plage.

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
chat-button-recap-all = Les derniers tours
chat-button-replay = Tour par tour
chat-button-snooze = Il me faut du temps
chat-button-mute = Plus de rappel pour ce tour
chat-button-agree = D’accord
chat-button-disagree = Non
chat-button-back-again = Je suis de retour
chat-button-resign = Oui, j’abandonne
chat-reminder = { $who }, la table { $game } ({ $place }) vous attend depuis le { $since }.
chat-nudge = { $who }, vous avez commencé votre tour à la table { $game } ({ $place }), mais il n’est pas terminé.
chat-call = { $who }, c’est à vous de jouer à la table { $game } : { $place }.
chat-next = Table { $game } : c’est bientôt à vous. { $who } joue en ce moment, dans { $place }.
chat-deadline = Le temps s’achève le { $until }.
chat-silent = { $who } n’a pas répondu à plusieurs rappels et fait attendre la table depuis le { $since }. Je n’enverrai plus de rappel. Toute personne de cette table peut taper `/{ cmd-table-name } { cmd-table-replace-name }`.
chat-snoozed = { $who } demande du temps jusqu’au { $until }.
chat-you-snoozed = C’est entendu : le prochain rappel viendra le { $until }. Les autres voient que vous avez demandé du temps.
chat-snooze-how-long = De combien de temps avez-vous besoin ? Les autres le verront.
chat-snooze-menu = Jusqu’à quand ?
chat-snooze-hours = Dans 3 heures
chat-snooze-evening = Ce soir
chat-snooze-morning = Demain matin
chat-snooze-tomorrow = Demain soir
chat-snooze-days = Dans 2 jours
chat-snooze-week = Dans une semaine
chat-muted = Vous n’aurez plus de rappel pour ce tour.
chat-timed-out-word = Temps écoulé pour { $who }.
chat-timed-out-turn = Temps écoulé pour { $who } : l’ordinateur joue ce tour.
chat-timed-out-seat = Temps écoulé pour { $who } : l’ordinateur joue jusqu’à son retour.
chat-is-back = { $who } est de retour.
chat-you-are-back = Bon retour parmi nous : cette place est de nouveau à vous.
chat-stood-in = L’ordinateur joue à votre place, car votre temps était écoulé. Voulez-vous reprendre cette place ?
panel-still-here = Pas besoin de remplacer cette personne : elle est encore là. On peut remplacer quelqu’un qui a quitté le serveur, dont le temps est écoulé, ou qui n’a pas répondu à plusieurs rappels.
chat-replaced-until = L’ordinateur joue désormais pour { $who }, jusqu’à son retour.
chat-replaced-by = { $by } joue désormais pour { $who }.
chat-you-replaced = C’est fait : la place est prise.
panel-asks-pause = { $who } propose une pause ({ $time }). Elle commencera quand tout le monde sera d’accord.
panel-asks-resume = { $who } propose de continuer. La partie reprendra quand tout le monde sera d’accord.
panel-asks-end = { $who } propose d’arrêter la partie là, sans que personne gagne. Elle s’arrêtera quand tout le monde sera d’accord.
panel-asks-draw = { $who } propose d’arrêter la partie là, sur une égalité : la première place est partagée entre toutes les personnes qui jouent. La partie s’arrêtera si tout le monde est d’accord avant le prochain coup.
panel-asks-won = { $who } propose d’arrêter la partie là : victoire de { $winner }, et les autres se partagent la deuxième place. La partie s’arrêtera si tout le monde est d’accord avant le prochain coup.
chat-end-which = Indiquez qui a gagné ou choisissez un résultat, pas les deux.
chat-agreed = Tout le monde est d’accord.
chat-declined-proposal = { $who } n’est pas d’accord : rien ne change.
chat-you-declined-proposal = Entendu, rien ne change. Les autres le voient.
chat-agreed-open = { $n ->
    [one] C’est noté. Il manque encore un accord.
   *[other] C’est noté. Il manque encore { $n } accords.
}
panel-not-asked = Il n’y a rien à accepter en ce moment.
panel-not-paused = La partie n’est pas en pause.
panel-not-away = Vous jouez vous-même à votre place : il n’y a rien à reprendre.
panel-plays-already = L’ordinateur joue déjà à cette place, jusqu’au retour de cette personne.
panel-not-there = Cette personne n’est pas assise à cette table.
chat-stands-in-for-you = { $who }, l’ordinateur joue pour vous à la table { $game } ({ $place }), jusqu’à votre retour.
chat-played-for-you = { $who }, votre temps était écoulé à la table { $game } ({ $place }) : l’ordinateur a joué ce tour pour vous.
panel-no-such-time = Ce moment est passé, ou trop lointain.
chat-paused = La partie est en pause jusqu’au { $until }. `/{ cmd-table-name } { cmd-table-resume-name }` propose à tous de continuer plus tôt.
chat-resumed = La partie continue.
chat-resign-sure = Voulez-vous vraiment abandonner ? À deux, la partie sera terminée ; sinon, l’ordinateur prendra votre place.
chat-shut = Je ne peux plus écrire dans { $place }, où se trouve votre table { $game } : une permission m’a été retirée, ou le fil est fermé. `/{ cmd-check-name }`, là-bas, indique ce qui manque. Je continue d’essayer ; en attendant, les rappels arrivent en messages privés.
chat-shut-gone = Le salon { $place } de votre table { $game } n’existe plus ; la partie ne peut donc pas y continuer. Elle est conservée : tapez `/{ cmd-table-name } { cmd-table-move-name }` dans un autre salon du serveur, et elle y continuera.
chat-status-open = On peut encore s’asseoir.
chat-status-points = Points : { $list }
chat-status-turn = C’est à { $who } de jouer, depuis le { $since }.
chat-status-late = Le temps est écoulé depuis le { $until }.
panel-status-banks = Temps restant aux autres : { $list }.
panel-status-away = { $who } est en vacances jusqu’au { $until }.
panel-status-stands-in = L’ordinateur joue pour { $who }, jusqu’à son retour.
chat-manners-word = ensuite, on le signale, sans plus
chat-manners-turn = ensuite, l’ordinateur joue ce tour
chat-manners-seat = ensuite, l’ordinateur joue jusqu’au retour de la personne
chat-manners-turn-time = Temps : { $time } par tour ; { $late }.
chat-manners-bank = Temps : { $start } pour chacun, et { $more } de plus à chaque tour ; { $late }.
chat-pace-none = Sans limite de temps
chat-pace-turn = { $time } par tour
chat-pace-bank = { $start } pour chacun, et { $more } de plus à chaque tour
chat-no-pace = Je ne comprends pas ce rythme. Écrivez un temps par tour, comme `24h` ou `3 jours`, ou une réserve et ce que chaque tour y ajoute, comme `72h+8h`. Il faut au moins une minute et au plus soixante jours, et la réserve doit dépasser ce qu’un tour ajoute.
chat-late-without-pace = Sans `{ cmd-table-open-pace-name }`, le temps n’est pas limité : choisissez combien dure un tour, ou n’indiquez pas `{ cmd-table-open-late-name }`.
chat-no-span = Je ne comprends pas cette durée. Écrivez par exemple `8h`, `2 jours` ou `1 semaine`.
chat-no-zone = Je ne connais pas de fuseau horaire « { $zone } ». Choisissez-en un parmi ceux qui sont proposés, comme Europe/Paris.
chat-no-hours = Indiquez vos heures calmes, par exemple `22-8` ou `21:30-6:30`, ou écrivez `non`.
chat-no-holiday = Indiquez la durée de vos vacances, par exemple `10 jours`, ou leur fin, par exemple `2027-01-06` : 60 jours au plus. Pour les annuler, écrivez `non`.
chat-every = espacés de { $time }
chat-every-never = jamais
chat-every-usual = comme d’habitude ici
chat-pick-switches = Oui ou non
chat-remind-switch-direct = M’appeler en messages privés
chat-remind-switch-next = Me prévenir quand c’est bientôt à moi
chat-remind-switch-text = Du texte à la place des images
chat-remind-switch-invitations = On peut m’inviter
chat-quiet-off = pas d’heures calmes
chat-remind-me = Rappels : { $every }.
chat-remind-loud-anywhere = Rappels à toute heure : indiquez-moi votre fuseau horaire (`{ cmd-remind-zone-name }`) et vos heures calmes (`{ cmd-remind-quiet-name }`), et je vous laisserai en paix pendant celles-ci.
chat-remind-loud = Rappels à toute heure. Votre fuseau horaire est { $zone }.
chat-remind-quiet = Heures calmes : { $hours }, dans le fuseau horaire { $zone }.
chat-remind-which-zone = Je ne connais pas votre fuseau horaire : je compte donc en UTC. Indiquez-le avec `/{ cmd-remind-name } { cmd-remind-zone-name }:`.
chat-remind-direct = Appels et rappels vous parviennent en messages privés.
chat-remind-next = Je vous préviens quand c’est bientôt à vous.
chat-remind-away = Vous êtes en vacances jusqu’au { $until } : pas de rappels, et votre temps ne court pas.
chat-remind-text = Vous voyez du texte à la place des images : le panneau, la table, ce que vous avez. Avec `{ cmd-realm-text-name }:False`, une commande montre les images cette fois-là.
chat-remind-change = Changez ces réglages dans les menus. Le fuseau horaire et les vacances sont des options de `/{ cmd-remind-name }`.
chat-remind-table = { $every ->
    [jamais] À cette table, pas de rappels, sauf pour les personnes qui en ont décidé autrement.
   *[other] Rappels à cette table : { $every }, sauf pour les personnes qui en ont décidé autrement.
}
chat-remind-server = { $every ->
    [jamais] Sur ce serveur, pas de rappels, sauf pour les personnes et les tables qui en ont décidé autrement.
   *[other] Rappels sur ce serveur : { $every }, sauf pour les personnes et les tables qui en ont décidé autrement.
}
chat-recap-all = Ce qui s’est passé jusqu’ici :
chat-recap = Depuis votre dernier tour :
chat-recap-nothing = Rien ne s’est passé depuis votre dernier tour.
chat-recap-earlier = { $n ->
    [one] Après un tour plus ancien :
   *[other] Après { $n } tours plus anciens :
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Tour { $n } sur { $of }.**
chat-realms-small = Tous les territoires : appuyez sur la petite image.
chat-film = Toute la partie, tour par tour.
chat-watching = **{ $game }**, dans { $place }
chat-watch-begins = Ce salon suit désormais la table { $game } dans { $place } : un message y montre où en est la partie, mis à jour une fois par minute. `/{ cmd-unwatch-name }` y met fin.
chat-watch-already = Ce salon suit déjà la table { $game } dans { $place }.
chat-watch-which = Cette table n’existe pas sur ce serveur, ou vous ne pouvez pas la voir. Choisissez-en une parmi celles qui sont proposées.
chat-watch-not-you = Vous n’avez pas la permission d’écrire dans ce salon ; vous ne pouvez donc pas y suivre de table.
chat-watch-not-me = Je n’ai pas la permission d’écrire dans ce salon : `/{ cmd-check-name }` indique ce qui manque.
chat-came = La partie continue désormais ici.
chat-moved = { $who } amène la table { $game } dans { $place }.
chat-move-which = Cette table n’est pas l’une des vôtres sur ce serveur. Choisissez-en une parmi celles qui sont proposées.
chat-move-not-you = Vous n’avez pas la permission d’écrire dans ce salon ; vous ne pouvez donc pas y amener de table.
chat-move-not-me = Je n’ai pas la permission d’écrire dans ce salon : `/{ cmd-check-name }` indique ce qui manque.
panel-watch-closed = Cette table ne peut pas être suivie depuis d’autres salons.
chat-watch-ends = La table { $game }, dans { $place }, ne peut plus être suivie depuis d’autres salons : ce salon ne la suit donc plus.
panel-watch-here = La table se trouve dans ce salon même.
chat-watchers-open = On peut suivre cette table depuis d’autres salons.
chat-watchers-closed = On ne peut plus suivre cette table depuis d’autres salons.
chat-unwatched = { $n ->
    [0] Aucune table n’est suivie ici.
    [one] Ce salon ne suit plus cette table.
   *[other] Ce salon ne suit plus ces { $n } tables.
}
chat-mine = { $n ->
    [0] Aucune table ne vous attend.
    [one] Une table vous attend :
   *[other] { $n } tables vous attendent :
}
chat-mine-line = • { $game } dans { $place } avec { $players }, depuis le { $since }.
chat-mine-others = Ces tables attendent d’autres personnes :
chat-mine-open = On peut encore s’y asseoir.
chat-more = { $n ->
    [one] … et une autre.
   *[other] … et { $n } autres.
}
chat-mine-other = • { $game } dans { $place } avec { $players }.

cmd-table-open-pace = Combien de temps dure un tour : 24h, 3 jours, ou une réserve comme 72h+8h
cmd-table-open-pace-name = rythme
cmd-table-open-late = Ce qui arrive quand le temps est écoulé
cmd-table-open-late-name = retard
cmd-table-open-late-word = On le signale, sans plus
cmd-table-open-late-turn = L’ordinateur joue ce tour
cmd-table-open-late-seat = L’ordinateur joue jusqu’au retour de la personne
cmd-table-pause = Proposer à tous une pause
cmd-table-pause-name = pause
cmd-table-pause-time = Combien de temps ; une semaine par défaut
cmd-table-pause-time-name = temps
cmd-table-resume = Proposer à tous de continuer avant la fin de la pause
cmd-table-resume-name = continuer
cmd-table-end = Proposer à tous d’arrêter la partie là, sans vainqueur ou avec un résultat
cmd-table-end-name = arrêter
cmd-table-end-result = Comment la partie s’achève ; sans vainqueur par défaut
cmd-table-end-result-name = résultat
cmd-table-end-result-without = Sans vainqueur
cmd-table-end-result-draw = Égalité : la première place pour tous
cmd-table-end-result-won = J’ai gagné
cmd-table-end-winner = Qui a gagné, si c’est quelqu’un d’autre
cmd-table-end-winner-name = vainqueur
cmd-table-back = Reprendre votre place, que l’ordinateur occupe
cmd-table-back-name = retour
cmd-table-replace = Donner à l’ordinateur ou à une autre personne la place de quelqu’un qui est parti
cmd-table-replace-name = remplacer
cmd-table-replace-who = Qui est parti ; par défaut, la personne que la table attend
cmd-table-replace-who-name = qui
cmd-table-replace-by = Qui continue ; l’ordinateur par défaut
cmd-table-replace-by-name = par
cmd-table-replay = Revoir la partie tour par tour, rien que pour vous
cmd-table-replay-name = revoir
cmd-table-move = Amener une de vos tables dans ce salon
cmd-table-move-name = déplacer
cmd-table-move-table = La table
cmd-table-move-table-name = table
cmd-table-watchers = Indiquer si d’autres salons peuvent suivre cette table
cmd-table-watchers-name = spectateurs
cmd-table-watchers-open = Suivi permis ?
cmd-table-watchers-open-name = ouvert
cmd-remind = Voir ou changer vos rappels, et ce que vous voyez
cmd-remind-name = rappels
cmd-remind-every = À quel intervalle : 8h, 2 jours, jamais
cmd-remind-every-name = intervalle
cmd-remind-zone = Votre fuseau horaire, comme Europe/Paris
cmd-remind-zone-name = fuseau
cmd-remind-quiet = Les heures où ne pas vous déranger, par exemple 22-8
cmd-remind-quiet-name = calme
cmd-remind-direct = Appels et rappels en messages privés
cmd-remind-direct-name = privé
cmd-remind-next = Vous prévenir quand c’est bientôt à vous
cmd-remind-next-name = bientôt
cmd-remind-away = Jusqu’à quand vous êtes en vacances : 10 jours, 2027-01-06, non
cmd-remind-away-name = vacances
cmd-remind-text = Vous montrer désormais du texte à la place des images
cmd-remind-text-name = texte
cmd-remind-whose = Quels rappels ; les vôtres par défaut
cmd-remind-whose-name = de-qui
cmd-remind-whose-me = Les miens
cmd-remind-whose-table = Ceux de cette table
cmd-remind-whose-server = Ceux de ce serveur
cmd-snooze = Demander du temps pour ce tour : les autres le voient, et le rappel suivant viendra après ce délai
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
cmd-unwatch-table = Quelle table ; toutes par défaut
cmd-unwatch-table-name = table
cmd-mine = Voir toutes les tables qui vous attendent, où qu’elles soient
cmd-mine-name = mes-tables
alt-film = Toute la partie en image animée : le plateau après chaque tour, du début à la fin, puis un graphique des points.
chat-turn-yours = C’est à vous.
chat-your-turn-still = { $who }, c’est toujours à vous.
chat-replay-start = **Avant le premier tour.**
chat-no-every = Je ne comprends pas cette durée, ou les rappels seraient trop rapprochés. Écrivez par exemple `8h`, `2 jours` ou `jamais` : il faut au moins une heure.
chat-remind-every-only = Pour une table, vous ne pouvez régler que l’intervalle (`{ cmd-remind-every-name }:`) ; pour un serveur, vous pouvez aussi régler `{ cmd-remind-elsewhere-name }:`. Tout le reste est un réglage personnel.
chat-remind-me-here = Rappels : { $every }, le réglage par défaut ici.
chat-remind-me-never = Vous n’avez pas de rappels.
chat-every-day = une fois par jour
chat-snooze-clock = Mais votre temps continue de courir : il s’achève le { $until }.
chat-mine-stood-in = L’ordinateur y joue pour vous : `/{ cmd-table-name } { cmd-table-back-name }` vous rend votre place.
panel-time-was-up = Le temps était écoulé et l’ordinateur a joué ce coup : il ne peut plus être annulé.
panel-watch-many = Cette table est déjà suivie par trop de salons, ou ce salon suit trop de tables. `/{ cmd-unwatch-name }` fait de la place.
panel-not-themselves = C’est à cette personne de taper `/{ cmd-table-name } { cmd-table-replace-name }`, avec son propre nom dans `{ cmd-table-replace-by-name }`. Sans `{ cmd-table-replace-by-name }`, l’ordinateur joue à cette place.
input-wrong-number-exactly = { $game } se joue à { $least } personnes, pas à { $asked }.

# --- The rules in short ---
# What is filled in comes from the printed figures and from the options of the table. Behind `-also` stands what else people
# may type to find it, with commas between.

list-or = { $first } ou { $last }
topic-does = { $tile } : { $does }
topic-does-one = { $tile } I : { $does }
topic-does-two = { $tile } II : { $does }

## What a tile does: the end of a sentence that names it

does-income = { $goods } de plus après chaque manche
does-spears = { $points } pour chaque jeton coût à lances croisées que vous prenez
does-exchange = { $n ->
    [one] { $n } ressource d’un paiement peut en remplacer une autre
   *[other] { $n } ressources d’un paiement peuvent en remplacer d’autres
}
does-long-hut = ne fait qu’allonger son village
does-long-hut-two = { $points } à la fin, si son village compte
does-irrigation = à la fin, si son village compte, { $points } points pour 1, 2, 3, 4 jetons fruits dans ce village
does-irrigation-two = à la fin, si son village compte, { $points } points pour 1, 2, 3, 4 jetons fruits dans ce village ; après chaque manche, { $n ->
    [one] { $n } ressource
   *[other] { $n } ressources
} au choix
does-surfer = votre objectif baisse de { $n }
does-hula = à la fin, si son village compte, { $points } pour chaque jeton de ce village
does-boat = porte { $n ->
    [one] { $n } pied
   *[other] { $n } pieds
} quand vous pêchez ou visitez une île
does-boat-two = porte { $n ->
    [one] { $n } pied
   *[other] { $n } pieds
} et en fournit { $feet } de plus, quand vous pêchez ou visitez une île
does-kahuna = des points à la fin, si son village compte
does-tiki = à la fin, les villages qui l’atteignent comptent
does-ku = { $points } pour chaque jeton coût à lances croisées que vous prenez ; { $goods } de plus après chaque manche
does-kane = { $goods } de plus après chaque manche ; au moment de l’achat, 1 tiki contre { $n ->
    [one] { $n } ressource
   *[other] { $n } ressources
}
does-pele = un déplacement ne vous coûte jamais plus de { $goods }
does-lono = { $points } de plus chaque fois que vous atteignez l’objectif
does-laka = à la fin, { $points } pour chaque fruit de vos jetons fruits
does-kanaloa = à la fin, { $points } pour chaque pirogue et chaque surfeur
hal-does-statue = érige une statue là où se tient votre chaman
hal-does-lava-priestess = déplace un disque de lave vers un cratère voisin
hal-does-shell = permet un achat au présentoir ; gardé, il compte pour un achat ultérieur ; s’il reste à la fin, il vaut { $points }
hal-does-fish = à chaque décompte, { $points } pour qui a le plus de poissons
hal-does-pearl = { $points } à chaque décompte ; les deux perles ensemble, { $both }
hal-does-nautilus = { $points } au second décompte
hal-does-butterfly = { $does } ; la carte montre un papillon
hal-does-butterflies = { $points } pour chaque papillon sur vos cartes
hal-does-statue-majority = { $points } pour chaque terrain où vous avez le plus de statues
hal-does-complete-segment = { $points } pour chaque segment où vous avez trois statues
hal-does-forest-statues = { $points } de plus pour chacune de vos statues en forêt
hal-does-mountain-statues = { $points } de plus pour chacune de vos statues en montagne

## Hawaii

topic-reconstructed = Certains de ces chiffres sont reconstitués : nous n’avons trouvé aucune source pour ceux qui sont imprimés.
topic-hawaii-aim = Le but du jeu
topic-hawaii-aim-text = La partie dure { $rounds ->
        [one] { $rounds } manche
       *[other] { $rounds } manches
    }. Vous parcourez l’île, achetez des jetons, pêchez, visitez d’autres îles et construisez jusqu’à cinq villages. Vous marquez des points pour l’objectif après chaque manche, pour les îles visitées et, à la fin, pour vos villages. La personne qui a alors le plus de points gagne. Au départ, vous avez { $start }, et des fruits si d’autres sont avant vous dans l’ordre de jeu.
topic-hawaii-aim-also = but, but du jeu, gagner, victoire, points, départ, début, débuter, résumé, vue d’ensemble
topic-hawaii-setup = Mise en place et nouvelles manches
topic-hawaii-setup-text = Les lieux, les îles et le premier ordre de jeu sont tirés au sort. Au départ, chacun a { $start }, une petite pirogue, la hutte imprimée du premier village et des fruits selon l’ordre de jeu : { $start_fruits }. Chaque manche commence ainsi : chefs et pirogues sont de retour, et tous les jetons coût sont tirés à nouveau. Le dernier jeton tiré pour un lieu ne doit pas porter la somme de ses jetons au-delà du nombre imprimé ; sinon, il va au port de pêche comme jeton poisson. Un lieu resté sans jeton coût est fermé pour la manche. Les jetons de l’ordre de jeu sont rangés du plus petit au plus grand. Les îles non visitées avancent vers les postes les moins chers, et de nouvelles occupent les autres.
topic-hawaii-setup-also = mise en place, nouvelle manche, fermé, sac, fruits de départ, hasard
topic-hawaii-turn = Un tour
topic-hawaii-turn-text = Les chefs jouent à tour de rôle dans l’ordre de jeu, encore et encore, jusqu’à ce que tous aient quitté la manche. À votre tour, vous faites une seule de ces choses : aller dans un lieu et y acheter un jeton ; pêcher au port de pêche ; visiter une île ; attendre sur la plage ; ou quitter la manche. Quand toutes les personnes encore dans la manche ont attendu l’une après l’autre, la suivante doit faire autre chose.
topic-hawaii-turn-also = attendre, attente, plage, que faire, jouer, action, actions, coup, à mon tour
topic-hawaii-walk = Se déplacer
topic-hawaii-walk-text = Chaque pas coûte 1 pied : de la plage à l’un des { $beach } lieux qui la bordent, ou d’un lieu à un lieu voisin, en diagonale aussi. Vous pouvez traverser n’importe quel lieu. Vous ne pouvez vous arrêter que là où un achat est possible, avec un jeton coût que vous pouvez payer et un jeton produit que vous pouvez placer ; et là, vous devez acheter. Rester dans un lieu pour y acheter encore coûte aussi 1 pied. Le retour à la plage est gratuit, mais compte comme votre tour : là, vous pêchez, visitez une île, attendez ou quittez la manche.
topic-hawaii-walk-also = déplacement, déplacer, aller, marcher, bouger, chemin, pas, pied, pieds, rester, diagonale
topic-hawaii-buy = Acheter
topic-hawaii-buy-text = Choisissez un des jetons coût du lieu où vous êtes, payez son nombre en coquillages et prenez un jeton produit qui s’y vend : un seul par tour. Gardez le jeton coût jusqu’à la fin de la manche, car son nombre compte pour l’objectif. Quand un lieu n’a plus de jeton coût, personne ne peut plus y acheter dans cette manche. Les jetons rouges à lances croisées vous rapportent des points si vous avez une hutte – lances ou KU.
topic-hawaii-buy-also = achat, achats, prix, coût, cout, jeton, jetons, jeton coût, jetons coût, rouge, orange, lances, lances croisées, rond, ⚔, coquillages
topic-hawaii-sides = Côté I et côté II
topic-hawaii-sides-text = Pour le nombre inscrit sur le jeton coût, vous recevez un jeton produit côté I, le plus simple. Pour le double, vous le recevez côté II, le meilleur, qui a un bord doré sur les images ; le jeton coût ne compte quand même qu’une fois pour l’objectif. Les kahunas et les tikis n’ont qu’un côté : pour le double, vous en recevez deux, s’il en reste deux et que vous ayez de la place pour les deux. Un jeton ne se retourne jamais par la suite.
topic-hawaii-sides-also = côté, côtés, double, deux fois, i, ii, bord doré, doré, retourner, meilleur côté, recto, verso
topic-hawaii-payment = Payer
topic-hawaii-payment-text = Les jetons produit se paient en coquillages ; les pas, les poissons et les îles, en pieds. Un fruit peut remplacer un coquillage ou un pied. On ne mélange pas les ressources dans un paiement, sauf avec une hutte – commerce. Le trajet et le jeton produit sont deux paiements. { $goods ->
        [open] À cette table, chacun voit ce que les autres possèdent.
       *[other] Ce que vous possédez est caché derrière votre paravent.
    }
topic-hawaii-payment-also = paiement, fruits, fruit, mélange, mélanger, ressource, ressources, paravent, joker, monnaie
topic-hawaii-fish = Pêcher
topic-hawaii-fish-text = Au port de pêche, vous prenez autant de jetons poisson que vous voulez. Chacun coûte 1 pied et occupe une place dans vos pirogues. Vous voyez les poissons d’un jeton, mais pas son nombre, de { $least } à { $most } : il compte pour l’objectif à la fin de la manche. Les pirogues mises à l’eau sont de retour à la manche suivante.
topic-hawaii-fish-also = pêche, peche, pecher, port, port de pêche, poisson, poissons, jeton poisson, jetons poisson, prise
topic-hawaii-fish-line = { $fish ->
    [one] { $fish } poisson
   *[other] { $fish } poissons
} : nombre { $numbers }
topic-hawaii-islands = Les îles
topic-hawaii-islands-text = Une île se trouve à chacun des quatre postes d’amarrage. Payez les pieds que demande le poste, portés par vos pirogues : vous marquez les points du poste et recevez ce que montre l’île. Les jetons à deux côtés arrivent côté II. Vous ne prenez pas de jeton coût : une visite ne compte donc pas pour l’objectif. Chaque île se visite une fois par manche. Quand une île donne deux kahunas ou deux tikis, mais qu’il n’en reste qu’un ou que vous n’avez de place que pour un, vous en recevez un. Si vous n’avez pas de place pour un jeton, ou s’il n’en reste plus, vous ne marquez que les points du poste.
topic-hawaii-islands-also = île, îles, ile, iles, amarrage, poste, postes, poste d’amarrage, postes d’amarrage, naviguer, visite, visiter, cadeau
topic-hawaii-dock-line = Poste d’amarrage { $dock } : { $feet }, { $points }
topic-hawaii-order = Quitter la manche
topic-hawaii-order-text = Quand vous ne voulez plus rien faire, quittez la manche : prenez une case libre de l’ordre de jeu et le jeton coût qui s’y trouve ; il compte pour l’objectif. La case 1 n’a pas de jeton. Les cases donnent l’ordre de jeu de la manche suivante. { $last_first_space ->
        [scores_nothing] Après la dernière manche, la case 1 ne rapporte rien.
       *[scores] Après la dernière manche, la case 1 rapporte { $bonus }.
    }
topic-hawaii-order-also = ordre de jeu, ordre, passer, quitter, finir, case, cases, case 1, manche suivante
topic-hawaii-people = L’objectif
topic-hawaii-people-text = Après chaque manche, vous additionnez les nombres de tous vos jetons coût et poisson. Si vous atteignez le nombre de la manche, vous marquez des points : la plus haute somme en rapporte le plus, la deuxième moins, et toutes les autres qui suffisent en rapportent quelques-uns. En cas d’égalité en tête, chaque ex æquo marque les points de la première place, et personne ceux de la deuxième ; en cas d’égalité en deuxième place, chaque ex æquo marque les points de la deuxième. Vos surfeurs abaissent le nombre à atteindre.{ $ranking ->
        [everyone] {" "}À cette table, une somme qui manque l’objectif prend aussi son rang, mais ne rapporte rien.
       *[those_who_score] {""}
    }
topic-hawaii-people-also = objectif, objectifs, nombre, somme, total, tortue, carapace, atteindre, atteint, premier, deuxième
topic-hawaii-round-line = Manche { $round } : objectif { $sum }. Points : première place { $first }, deuxième { $second }, les autres { $others }
topic-hawaii-income = Après la manche
topic-hawaii-income-text = Après chaque manche sauf la dernière, tout le monde reçoit des coquillages et des pieds, à chaque fois un peu moins. Les huttes – coquillages, les huttes – pieds, les jetons fruits, KU, KANE et les irrigations côté II y ajoutent leur part. Les fruits ne viennent alors que des jetons produit. Ce que vous n’avez pas dépensé reste à vous.
topic-hawaii-income-also = revenu, revenus, réserve, coquillages, pieds, recevoir, distribution, fin de manche
topic-hawaii-income-line = Après la manche { $round } : { $goods }
topic-hawaii-villages = Les villages
topic-hawaii-villages-text = Chaque rangée de votre territoire est un village, et il y en a cinq. Un village commence par une hutte ; le premier a déjà sa hutte de départ, imprimée. { $rows ->
        [may_be_skipped] Vous pouvez commencer un village dans n’importe quelle rangée vide.
       *[without_gaps] Les villages se commencent de haut en bas, sans trou.
    } Un village n’accueille jamais deux jetons de la même sorte, même de côtés différents ; mais les quatre fruits sont quatre sortes, et la hutte de départ n’appartient à aucune. Un village a un dieu au plus, et vous ne pouvez avoir chaque dieu qu’une fois. Les pirogues, les kahunas et les tikis n’allongent pas un village. Ce qui est en place ne bouge plus.
topic-hawaii-villages-also = village, villages, territoire, rangée, construire, placer, hutte, huttes, hutte de départ, longueur
topic-hawaii-end = Le décompte final
topic-hawaii-end-text = Après la manche { $rounds }, seuls comptent les villages qui atteignent votre tiki le plus à gauche ; sans tiki, aucun ne compte. La hutte de départ compte comme un jeton. Dans les villages qui comptent, les kahunas, les danseuses de hula, les irrigations et les grandes huttes II rapportent des points, de même que LAKA et KANALOA. Les tikis se placent au-dessus des colonnes { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, dans cet ordre : plus vous en avez, plus un village peut être court. { $tie_break ->
        [shared] À égalité de points, la victoire est partagée.
       *[goods_left] À égalité de points, on compte les coquillages, pieds et fruits qui restent à chacun : la personne qui en a le plus en tout gagne. Si c’est encore égal, la victoire est partagée.
    }
topic-hawaii-end-also = décompte, décompte final, fin, fin de partie, égalité, victoire, tiki, tikis, points
topic-hawaii-signs = Les signes sur les images
topic-hawaii-signs-text = Un bord doré avec II, c’est le côté II. Un jeton rouge à lances croisées compte pour les huttes – lances et KU. Le nombre sur une pile dit combien de jetons il reste. Les pointillés montrent ce qui peut être choisi, et chaque lettre est celle d’un bouton. Une flèche indique un trajet, un cadre clair ce qui a été acheté ou visité, et un nombre dans un rond le numéro du tour. Chaque personne a une couleur, une forme et une lettre.
topic-hawaii-signs-also = signe, signes, légende, symbole, symboles, icône, pointillés, flèche, cadre, lettres, couleurs
topic-hawaii-sold = { $gods ->
    [yes] En vente à « { $place } » : il y a deux piles, et vous ne pouvez acheter que ce qui est sur le dessus. Il y a { $n } jetons de chaque dieu.
   *[no] En vente à « { $place } ». Il y en a { $n } dans la boîte.
}
topic-hawaii-shell-hut-text = Une hutte peut commencer un village.
topic-hawaii-shell-hut-also = hutte coquillages, coquillage, coquillages, revenu, hutte
topic-hawaii-foot-hut-text = Une hutte peut commencer un village.
topic-hawaii-foot-hut-also = hutte pieds, pied, pieds, revenu, hutte
topic-hawaii-spear-hut-text = Elle agit dès le tour qui suit son achat, y compris pour les jetons de l’ordre de jeu, mais jamais pour les jetons poisson. Si vous en avez plusieurs, leurs effets s’additionnent. Une hutte peut commencer un village.
topic-hawaii-spear-hut-also = hutte lances, lances croisées, lance, lances, ⚔, rouge, hutte
topic-hawaii-exchange-hut-text = { $exchange ->
        [each_payment] À cette table, chaque hutte – commerce sert à tous les paiements d’un tour, dès le tour qui suit son achat.
       *[once_per_turn] Chaque hutte – commerce sert à un seul paiement par tour, dès le tour qui suit son achat ; la part de son effet que vous n’utilisez pas est perdue pour ce tour.
    } Une hutte peut commencer un village.
topic-hawaii-exchange-hut-also = hutte commerce, commerce, échange, échanger, remplacer, mélange, hutte
topic-hawaii-long-hut-text = Une hutte peut commencer un village.
topic-hawaii-long-hut-also = grandes huttes, maison longue, hutte
topic-hawaii-fruit-tiles = Les jetons fruits
draw-chieftain = votre chef
topic-hawaii-fruit-tile = jeton fruits
topic-hawaii-fruit-tiles-text = Fruit à pain, taro, noix de coco et banane sont quatre sortes : un village peut donc accueillir les quatre. À la fin, les irrigations et LAKA les comptent.
topic-hawaii-fruit-tiles-also = jeton fruits, fruit à pain, taro, noix de coco, coco, banane, bananes, fruit, fruits
topic-hawaii-irrigation-text = Seuls comptent les jetons fruits du même village. La ressource du côté II est un coquillage, un pied ou un fruit.
topic-hawaii-irrigation-also = irrigations, eau, arrosage, fruit, fruits
topic-hawaii-surfer-text = Il agit à la fin de chaque manche, dès la manche en cours. Si vous en avez plusieurs, leurs effets s’additionnent. KANALOA compte les surfeurs.
topic-hawaii-surfer-also = surfeurs, surf, objectif, nombre
topic-hawaii-hula-text = La danseuse elle-même et la hutte de départ comptent aussi.
topic-hawaii-hula-also = danseuse, danseuses, danse, hula
topic-hawaii-boat-text = Au départ, chacun a une petite pirogue pour { $fishing ->
    [one] { $fishing } pied
   *[other] { $fishing } pieds
}. Une pirogue sort une fois par manche, pleine ou non. Une grande pirogue II ne sort que si vous y chargez vous-même quelque chose. Son pied imprimé compte comme si vous l’aviez payé. KANALOA compte les pirogues.
topic-hawaii-boat-also = pirogue, pirogues, petite pirogue, bateau, bateaux, mettre à l’eau, charger, chargement
topic-hawaii-kahuna-text = Le premier se place à côté du premier village, le deuxième à côté du deuxième, et ainsi de suite : de haut en bas, ils valent { $kahunas } points. Certaines cases montrent des coquillages, que vous recevez aussitôt. Un kahuna peut arriver avant que son village soit commencé.
topic-hawaii-kahuna-also = kahunas, prêtre, expert
topic-hawaii-tiki-text = Il y a de la place pour { $tikis ->
        [seven] sept
       *[six] six
    } tikis. Ils se placent au-dessus des colonnes { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, de droite à gauche. Certaines cases montrent des pieds, que vous recevez aussitôt.
topic-hawaii-tiki-also = tikis, statue, colonne, colonnes, atteindre
topic-hawaii-ku-text = Son effet commence au tour qui suit l’achat.
topic-hawaii-ku-also = dieu, dieux, lances, lances croisées, ⚔
topic-hawaii-kane-text = Vous pouvez donner { $kane } ressources au choix, même différentes, mais seulement juste après l’achat de KANE, et seulement s’il reste un tiki et que vous ayez de la place pour le poser.
topic-hawaii-kane-also = dieu, dieux, tiki
topic-hawaii-pele-text = Cela vaut quelle que soit la distance. Un déplacement d’un pas coûte toujours 1 pied.
topic-hawaii-pele-also = dieu, dieux, déesse, déplacement, marcher
topic-hawaii-lono-text = Peu importe que vous soyez en première place ou non.
topic-hawaii-lono-also = dieu, dieux, objectif
topic-hawaii-laka-text = LAKA doit se trouver dans un village qui compte, et les jetons fruits aussi. Un jeton fruits côté II montre deux fruits.
topic-hawaii-laka-also = dieu, dieux, fruit, fruits
topic-hawaii-kanaloa-text = KANALOA doit se trouver dans un village qui compte. Toutes vos pirogues comptent, la petite aussi, ainsi que les surfeurs des villages qui comptent, quel que soit leur côté.
topic-hawaii-kanaloa-also = dieu, dieux, pirogue, pirogues, surfeur, surfeurs

## Haleakala

topic-haleakala-aim = Le but du jeu
topic-haleakala-aim-text = À deux, vous posez des disques numérotés sur les plages d’un volcan et faites avancer autour de l’île un bateau qui apporte des cartes. Avec elles, vous érigez des statues, réunissez poissons et perles, et déplacez la lave. Il y a deux manches ; à la fin de chacune, le volcan entre en éruption, puis vient un décompte. La personne qui a le plus de points après le second décompte gagne.
topic-haleakala-aim-also = but, but du jeu, gagner, victoire, résumé, vue d’ensemble, départ, début, débuter
topic-haleakala-setup = Mise en place
topic-haleakala-setup-text = La personne qui commence est tirée au sort. Les deux chamans sont dans leurs huttes, sur des plages opposées, et le bateau est au segment { $jetty }. Deux cartes à un palmier se trouvent à chaque segment ; les autres attendent en trois piles, selon leurs palmiers.
topic-haleakala-setup-also = mise en place, piles, début, hasard, huttes
topic-haleakala-turn = Un tour
topic-haleakala-turn-text = Vous faites une de ces choses : poser un disque numéroté sur une plage ; reprendre un des vôtres ; ou, si vous n’avez plus de disque numéroté en main, avancer le bateau d’un segment. { $shuffling ->
        [forty_turns] À cette table, après quarante tours sans que personne reçoive de carte, aucun disque ne peut être repris jusqu’à la prochaine carte reçue.
       *[unlimited] {""}
    }
topic-haleakala-turn-also = que faire, jouer, action, actions, coup, à mon tour
topic-haleakala-discs = Les disques numérotés
topic-haleakala-discs-text = Vous avez les disques 1 à 5. Quand vous en posez un ailleurs qu’à côté du bateau, ou que vous en reprenez un, votre chaman peut ensuite se déplacer. Sur une plage, les deux couleurs ne peuvent jamais avoir la même somme, sauf si aucune n’y a de disque. Par exemple : si l’autre couleur a un 3 sur une plage, vous pouvez y poser un 2, mais pas un 3, ni un 1 à côté de votre 2.
topic-haleakala-discs-also = disque, disques, disque numéroté, numéro, nombre, poser, reprendre, somme, sommes, égalité
topic-haleakala-boat = Le bateau
topic-haleakala-boat-text = Il part du segment { $jetty }. Un disque posé à côté de lui, sur la plage du même segment, le fait avancer dans le sens horaire, d’autant de segments que l’indique le disque ; le disque reste sur cette plage. Là où le bateau s’arrête, des cartes sont distribuées.
topic-haleakala-boat-also = bateau, bateaux, avancer, naviguer, sens horaire, segment, segments
topic-haleakala-cards = Qui reçoit les cartes
topic-haleakala-cards-text = Là où le bateau s’arrête, la personne qui a la plus haute somme de disques choisit l’une des deux cartes ; l’autre personne, si elle a un disque là, reçoit celle qui reste. Personne ne peut refuser une carte. Si les deux cartes sont identiques, seule la personne qui a la plus haute somme en reçoit une. Tous les disques numérotés posés là reviennent en main, et de nouvelles cartes sont posées : d’abord celles à un palmier, puis celles à deux, puis celles à trois. Si personne n’a de disque là, il ne se passe rien.
topic-haleakala-cards-also = carte, cartes, distribution, choisir, recevoir, palmier, palmiers, pile, piles
topic-haleakala-shaman = Le chaman
topic-haleakala-shaman-text = Le chaman commence dans une hutte, sur une plage, et sa première marche n’atteint que la prairie. Un chaman fait jusqu’à deux pas, dont un au plus vers le haut, en prairie, en forêt et en montagne. Il ne va jamais dans un cratère ni sur une plage, et ne s’arrête pas là où se tient l’autre chaman. Vos statues sont érigées là où se tient le vôtre.
topic-haleakala-shaman-also = chaman, chamane, déplacement, déplacer, marcher, pas, monter, descendre
topic-haleakala-lava = La lave
topic-haleakala-lava-text = { $lava ->
        [invoked] À cette table, seuls les disques d’invocation font monter la lave : voyez la variante tactique.
       *[drawn] Si une carte de lave est tirée quand de nouvelles cartes sont posées, un disque de lave monte au cratère du segment où est le bateau, et une autre carte est tirée.
    } Avant chaque décompte, le volcan entre en éruption : un disque dans un cratère détruit la statue sur la montagne en contrebas, deux détruisent aussi celle de la forêt, trois aussi celle de la prairie ; un quatrième est sans effet. Les chamans ne risquent jamais rien. Ensuite, toute la lave disparaît, et une statue détruite peut être érigée de nouveau. Il y a { $discs } disques de lave.
topic-haleakala-lava-also = lave, cratère, cratères, éruption, volcan, détruire, détruite, carte de lave
topic-haleakala-shells = Acheter au présentoir
topic-haleakala-shells-text = Quand vous recevez un coquillage, vous pouvez acheter une carte au présentoir. Elle coûte un ou deux coquillages, et ceux que vous avez gardés comptent aussi. { $lava ->
        [invoked] À cette table, rien ne s’achète juste avant les décomptes.
       *[drawn] Juste avant chaque décompte, chacun peut acheter encore une carte, à commencer par la personne qui l’a provoqué.
    } Les cartes de décompte comptent au prochain décompte et reviennent au présentoir après le premier. La prêtresse de la lave s’y achète une fois par manche.
topic-haleakala-shells-also = achat, acheter, présentoir, coquillage, coquillages, prix, carte de décompte, cartes de décompte
topic-haleakala-scoring = Le décompte
topic-haleakala-scoring-text = Une statue vaut { $mountain } en montagne, { $forest } en forêt, { $grassland } en prairie. La personne qui a le plus de paniers de poissons marque { $fish }. Les perles et, au second décompte, le nautile valent ce qu’ils indiquent, tout comme les cartes de décompte que vous avez achetées. Au second décompte, chaque coquillage restant vaut { $shell }.
topic-haleakala-scoring-also = décompte, décomptes, point, points, statues, poissons, perles
topic-haleakala-end = Les deux manches
topic-haleakala-end-text = Le premier décompte vient quand la dernière carte à deux palmiers est posée, le second quand il ne reste plus de cartes dans les piles et que le bateau s’arrête à un segment sans cartes. Entre les deux, la partie continue avec le tour suivant. À égalité de points, la personne qui a le plus de statues sur le plateau gagne ; si c’est encore égal, c’est celle qui n’a pas commencé la partie.
topic-haleakala-end-also = fin, fin de partie, manche, manches, égalité, premier décompte, second décompte, deuxième décompte
topic-haleakala-tactical = La variante tactique
topic-haleakala-tactical-text = Aucune lave n’est tirée. Quand vous posez un disque numéroté à côté du bateau, vous pouvez y ajouter votre disque d’invocation : le bateau avance, et un disque de lave, s’il en reste un, monte au cratère du segment où le bateau s’arrête. Votre disque d’invocation vous revient quand le bateau s’arrête au segment où ce disque est posé, ou avec une prêtresse de la lave ; vous ne pouvez pas simplement le reprendre. Personne n’achète juste avant un décompte.
topic-haleakala-tactical-also = invocation, disque d’invocation, invoquer, variante, tactique
topic-haleakala-signs = Les signes sur l’image
topic-haleakala-signs-text = Les ronds sur une plage sont des disques numérotés, aux couleurs des deux camps, et les disques rouges au milieu sont de la lave. Les cartes se trouvent à côté de chaque segment. Les pointillés montrent ce qui peut être choisi, et chaque lettre est celle d’un bouton. Une flèche indique un trajet, un anneau ce qui a changé, une croix ce qui a disparu, et un nombre dans un rond le numéro du tour. Chaque personne a une couleur, une forme et une lettre.
topic-haleakala-signs-also = signe, signes, légende, symbole, symboles, icône, pointillés, flèche, anneau, croix, lettres, couleurs
topic-haleakala-cost = Au présentoir pour { $shells ->
    [one] { $shells } coquillage
   *[other] { $shells } coquillages
}.
topic-haleakala-statue-text = Chaque emplacement n’a de place que pour une statue, peu importe à qui elle est ; aucune ne se dresse sur une plage. Vous avez { $statues } statues. Si vous ne pouvez pas en ériger, la carte est quand même perdue.
topic-haleakala-statue-also = statues, ériger, construire
topic-haleakala-lava-priestess-text = { $priestess ->
        [may_decline] Elle peut aussi laisser la lave où elle est.
       *[must_act] Elle doit déplacer de la lave s’il y en a.
    } La lave va au cratère voisin, d’un côté ou de l’autre, jamais à travers le centre. { $lava ->
        [invoked] Elle vous rend aussi votre disque d’invocation.
       *[drawn] {""}
    }
topic-haleakala-lava-priestess-also = prêtresse, pretresse, lave
topic-haleakala-shell-text = Un coquillage se dépense quand vous achetez, et seulement alors.
topic-haleakala-shell-also = coquillages, acheter, achat
topic-haleakala-fish = Les paniers de poissons
topic-haleakala-fish-text = Vous les gardez : ils comptent aux deux décomptes. À nombre égal de paniers, personne ne marque pour les poissons.
topic-haleakala-fish-also = poisson, poissons, panier, paniers, pêche
topic-haleakala-pearls = Les perles
topic-haleakala-pearls-text = Vous les gardez : elles comptent aux deux décomptes.
topic-haleakala-pearls-also = perle, perles, perle blanche, perle noire
topic-haleakala-nautilus-text = Il se trouve parmi les cartes à trois palmiers.
topic-haleakala-nautilus-also = nautile, nautilus
topic-haleakala-butterflies-text = On compte les papillons des cartes que vous avez réunies.
topic-haleakala-butterflies-also = papillon, papillons
topic-haleakala-statue-majority-text = Les terrains sont la prairie, la forêt et la montagne. À nombre égal de statues, personne n’a la majorité.
topic-haleakala-statue-majority-also = majorité, le plus de statues
topic-haleakala-complete-segment-text = Il faut une statue en prairie, une en forêt et une en montagne.
topic-haleakala-complete-segment-also = segment, trois statues
topic-haleakala-forest-statues-text = Ces points s’ajoutent à ce que la statue vaut de toute façon.
topic-haleakala-forest-statues-also = forêt, foret
topic-haleakala-mountain-statues-text = Ces points s’ajoutent à ce que la statue vaut de toute façon.
topic-haleakala-mountain-statues-also = montagne

## The game in one picture: few words to a line

sum-turn = Tour
sum-round = Manche
sum-points = Points
sum-hawaii-walk = 1 pied par pas, puis achat d’un jeton à l’arrivée
sum-hawaii-sides = Payez le coût : côté I ; le double : côté II
sum-hawaii-fish = Pêche : par jeton, 1 pied et 1 place en pirogue
sum-hawaii-islands = Île visitée en pirogue : points et cadeau
sum-hawaii-leave = Ou quittez la manche : une case du prochain ordre de jeu
sum-hawaii-sum = On additionne les jetons pris
sum-hawaii-people = Qui atteint l’objectif marque des points
sum-hawaii-income = Puis coquillages et pieds, de moins en moins
sum-hawaii-rounds = { $rounds } manches, puis décompte final
sum-hawaii-tiki = Un village compte s’il atteint un tiki
sum-hawaii-kahuna = Kahuna : { $kahunas }
sum-hawaii-hula = Danseuses : chaque jeton de leur village
sum-hawaii-irrigation = Irrigation : { $irrigated } (1 à 4 jetons fruits)
sum-hawaii-gods = LAKA : fruit. KANALOA : pirogue, surfeur
sum-haleakala-place = Disque sur une plage : le chaman peut marcher
sum-haleakala-boat = À côté du bateau : il avance d’autant
sum-haleakala-take = Ou reprenez un disque et marchez ; main vide : bateau + 1 segment
sum-haleakala-sums = Jamais de sommes égales sur une plage
sum-haleakala-choose = Arrêt du bateau : le joueur qui a la plus haute somme choisit d’abord
sum-haleakala-build = Statues : là où est votre chaman
sum-haleakala-shell = Coquillage : achat au présentoir
sum-haleakala-lava = La lave détruit les statues de haut en bas
sum-haleakala-rounds = Deux manches, deux décomptes
sum-haleakala-statues = Montagne { $mountain }, forêt { $forest }, prairie { $grassland }
sum-haleakala-fish = Le plus de poissons : { $fish }
sum-haleakala-pearls = Les perles, et à la fin le nautile
sum-haleakala-cards = Vos cartes de décompte

## The rules in the chat

chat-button-rules = Règles
chat-button-rules-of-hawaii = Règles d’Hawaï
chat-button-rules-of-haleakala = Règles de Haleakala
chat-rules-menu = Le déroulement de la partie
chat-rules-menu-pieces = À quoi sert chaque pièce
chat-rules-menu-rulings = Questions de règles
chat-rules-menu-rulings-part = Questions de règles : { $first } à { $last }
chat-rules-summary = **{ $game } en une image.** Choisissez un sujet ci-dessous pour en savoir plus.
chat-rules-topic = **{ $game } : { $topic }**
chat-rules-table = Cette table ne suit pas tout à fait la règle imprimée :
chat-rules-none = Rien ne s’appelle « { $name } » dans les règles du jeu { $game }. Choisissez un sujet ci-dessous.
chat-rules-back = Tout en une image
panel-labelled = { $label } : { $text }
chat-meaning = -# { $tile } : { $does }.
cmd-rules = Lire les règles en bref : tout le jeu en une image, ou un sujet
cmd-rules-name = règles
cmd-rules-topic = Ce que vous voulez savoir : un jeton, une carte, un signe, un mot
cmd-rules-topic-name = sujet
cmd-rules-game = Quel jeu ; celui de cette table par défaut
cmd-rules-game-name = jeu
cmd-rules-game-hawaii = Hawaï
cmd-rules-game-haleakala = Haleakala
alt-rules-part = { $part } : { $list }.
alt-rules-topic = Pièces : { $list }.

# --- Rulings ---

## Questions about the rules of Hawaii that were decided: what is asked, what we play, and why

ruling-hawaii-the_printed_hut_is_of_no_kind-question = Le premier village a déjà une hutte de départ : peut-il accueillir chaque sorte de hutte ?
ruling-hawaii-the_printed_hut_is_of_no_kind-answer = Oui. La hutte de départ ne fait rien, mais elle commence le village et compte dans sa longueur.
ruling-hawaii-the_printed_hut_is_of_no_kind-because = Le supplément ne la compte que pour la danseuse de hula, et n’en dit rien d’autre.
ruling-hawaii-twelve_gods_in_two_stacks-question = Combien y a-t-il de dieux, et lesquels peut-on acheter ?
ruling-hawaii-twelve_gods_in_two_stacks-answer = Deux de chaque, mélangés en deux piles de six ; seul le dessus de chaque pile se voit et se vend.
ruling-hawaii-twelve_gods_in_two_stacks-because = Le total de 126 jetons en laisse douze ; la mise en place anglaise en fait deux piles égales.
ruling-hawaii-equal_tops_are_the_buyers_choice-question = Les deux piles montrent le même dieu : de laquelle vient-il ?
ruling-hawaii-equal_tops_are_the_buyers_choice-answer = La personne qui l’achète choisit. Si les piles ont la même hauteur, rien n’est demandé : il vient de celle de gauche.
ruling-hawaii-equal_tops_are_the_buyers_choice-because = Les règles n’en disent rien. La pile la plus basse s’épuise plus tôt : c’est donc un vrai choix. À hauteur égale, rien ne distingue les deux piles.
ruling-hawaii-the_cove_is_stirred-question = Peut-on choisir un jeton poisson d’après le lieu d’où il vient ?
ruling-hawaii-the_cove_is_stirred-answer = Non. Au port de pêche, tout est mélangé : on choisit d’après les poissons que montre le jeton, et deux jetons pareils se valent.
ruling-hawaii-the_cove_is_stirred-because = C’est notre règle. Le texte français dit seulement qu’« il s’agit du verso » des jetons coût. Le banquier additionne d’abord les nombres à découvert ; savoir d’où vient un jeton trahirait donc son nombre.
ruling-hawaii-a_walk_needs_a_purchase-question = Un chef peut-il s’arrêter là où aucun achat n’est possible ?
ruling-hawaii-a_walk_needs_a_purchase-answer = Non : il faut un jeton coût, un jeton produit qui trouve sa place dans le territoire, et de quoi le payer après le déplacement.
ruling-hawaii-a_walk_needs_a_purchase-because = Règles anglaises : aller dans un lieu oblige à y acheter, et il faut pouvoir placer ce qu’on achète.
ruling-hawaii-the_beach_is_no_short_cut-question = Peut-on aller d’un lieu à un autre en passant gratuitement par la plage ?
ruling-hawaii-the_beach_is_no_short_cut-answer = Non. Mais un chef peut aller sur la plage, ne rien faire, et repartir vers l’intérieur à un autre tour.
ruling-hawaii-the_beach_is_no_short_cut-because = Une note du texte tchèque, qui cite l’auteur.
ruling-hawaii-everybody_waits_only_once-question = Rien n’interdit d’attendre indéfiniment sur la plage : tout le monde peut-il le faire ?
ruling-hawaii-everybody_waits_only_once-answer = Non. Quand toutes les personnes encore dans la manche ont attendu l’une après l’autre, la suivante doit agir ou quitter la manche.
ruling-hawaii-everybody_waits_only_once-because = C’est notre garde-fou, pour que chaque manche finisse. Le texte français ne connaît pas cette limite : on continue « jusqu’à ce qu’aucun joueur ne puisse ou ne veuille faire quelque chose ».
ruling-hawaii-double_needs_room_for_two-question = Kahunas et tikis : peut-on payer le double s’il n’y a de la place que pour un jeton, ou s’il n’en reste qu’un ?
ruling-hawaii-double_needs_room_for_two-answer = Non. Sur une île, en revanche, on prend le jeton qui trouve sa place.
ruling-hawaii-double_needs_room_for_two-because = Tous les textes permettent d’en prendre un seul sur les îles, et ne disent rien des achats.
ruling-hawaii-kahunas_may_come_before_their_village-question = Un kahuna peut-il se placer à côté d’un village qui n’est pas commencé ?
ruling-hawaii-kahunas_may_come_before_their_village-answer = Oui.
ruling-hawaii-kahunas_may_come_before_their_village-because = Supplément anglais.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-question = Une hutte – lances, une hutte – commerce ou KU agissent-ils déjà lors de leur propre achat ?
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-answer = Non.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-because = Règles anglaises, pour les deux huttes ; elles ne disent rien de KU, qui ressemble à une hutte – lances.
ruling-hawaii-fish_tokens_show_no_spears-question = Les jetons poisson dont le dos est rouge rapportent-ils des points pour les lances ?
ruling-hawaii-fish_tokens_show_no_spears-answer = Non : personne ne voit le dos avant la fin de la manche.
ruling-hawaii-fish_tokens_show_no_spears-because = Les règles n’en disent rien.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-question = Quelles huttes – commerce servent à un paiement ?
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-answer = Celles qui remplacent autant de ressources qu’il en faut, avec le moins de perte ; la part inutilisée de leur effet est perdue pour ce tour, sauf si, à cette table, les huttes servent à chaque paiement.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-because = Règles anglaises : chaque hutte sert une fois par tour, son effet ne se divise pas, et plusieurs huttes s’additionnent. Le choix automatique des huttes vient de nous.
ruling-hawaii-an_exchanged_unit_fills_a_boat-question = Un pied obtenu avec une hutte – commerce peut-il être chargé dans une pirogue, et faire sortir une grande pirogue II ?
ruling-hawaii-an_exchanged_unit_fills_a_boat-answer = Oui, la ressource compte comme le pied dont elle tient lieu.
ruling-hawaii-an_exchanged_unit_fills_a_boat-because = Le texte anglais exige pour cette pirogue au moins un fruit ou un pied. Nous faisons passer la hutte d’abord, car le texte français dit : « vous pouvez en remplacer 1 par la ressource de votre choix ».
ruling-hawaii-a_boat_ii_takes_at_least_one-question = Une grande pirogue II peut-elle sortir avec son seul pied imprimé ?
ruling-hawaii-a_boat_ii_takes_at_least_one-answer = Non : pour chacune, il faut payer au moins une ressource.
ruling-hawaii-a_boat_ii_takes_at_least_one-because = Règles anglaises, tchèques et en ligne ; le texte français n’en dit rien.
ruling-hawaii-a_printed_foot_is_always_used-question = Peut-on payer un pied de plus et laisser inutilisé le pied imprimé d’une grande pirogue II ?
ruling-hawaii-a_printed_foot_is_always_used-answer = Non. Le pied imprimé d’une pirogue qui sort sert toujours à payer, sauf si la seule ressource qu’elle exige suffit déjà.
ruling-hawaii-a_printed_foot_is_always_used-because = Le texte français : « elle fournit un pied bonus, comme si vous en aviez un de plus dans votre réserve ». Il ne dit rien d’un pied laissé de côté.
ruling-hawaii-no_boat_goes_out_in_vain-question = Peut-on mettre à l’eau plus de pirogues qu’il n’en faut ?
ruling-hawaii-no_boat_goes_out_in_vain-answer = Non, sauf si la pirogue de plus économise un pied. Une pirogue nécessaire peut partir sans être pleine.
ruling-hawaii-no_boat_goes_out_in_vain-because = Dans tous les textes, on tourne les pirogues utilisées ; ils ne disent rien des autres.
ruling-hawaii-pele_caps_walks_only-question = Avec PELE, la pêche et les îles coûtent-elles moins cher ?
ruling-hawaii-pele_caps_walks_only-answer = Non, seulement les déplacements.
ruling-hawaii-pele_caps_walks_only-because = Le texte français ne limite que ce que l’on paie « pour le déplacement de votre Chef ».
ruling-hawaii-kane_asks_only_his_buyer-question = Quand peut-on donner des ressources à KANE, et contre quoi ?
ruling-hawaii-kane_asks_only_his_buyer-answer = Seulement juste après son achat : deux ressources au choix contre un tiki, sans jeton coût, s’il y a de la place.
ruling-hawaii-kane_asks_only_his_buyer-because = Supplément anglais.
ruling-hawaii-an_islands_gift_comes_before_the_payment-question = Les ressources que donne une île peuvent-elles payer la visite ?
ruling-hawaii-an_islands_gift_comes_before_the_payment-answer = Oui, si l’on avait de quoi payer sans elles : d’abord les points et le cadeau, ensuite le paiement.
ruling-hawaii-an_islands_gift_comes_before_the_payment-because = Le texte français fait payer en dernier : « Le joueur doit maintenant payer sa visite sur l’île avec des pieds. » Le texte anglais interdit de payer un kahuna avec les coquillages qu’il donne ; nous n’appliquons pas cette règle aux îles.
ruling-hawaii-a_gift_must_be_taken-question = Peut-on refuser ce que donne une île ?
ruling-hawaii-a_gift_must_be_taken-answer = Non. Seule exception : s’il n’y a pas de place pour le jeton, ou s’il n’en reste plus, on ne reçoit que les points du poste d’amarrage.
ruling-hawaii-a_gift_must_be_taken-because = Règles anglaises : ensuite, on prend ce qui est montré.
ruling-hawaii-an_empty_dock_cannot_be_visited-question = Si l’île d’un poste d’amarrage a déjà été visitée, peut-on y aller pour ses seuls points ?
ruling-hawaii-an_empty_dock_cannot_be_visited-answer = Non. Chaque île se visite une fois par manche, et son poste reste vide jusqu’à la suivante.
ruling-hawaii-an_empty_dock_cannot_be_visited-because = Le texte français : « Si un joueur désire visiter une tuile Île, il met son grand Chef devant l’Île de son choix. » Il ne dit rien d’un poste sans île.
ruling-hawaii-spaces_are_as_many_as_players-question = Quelles cases de l’ordre de jeu peut-on prendre ?
ruling-hawaii-spaces_are_as_many_as_players-answer = Il y en a autant que de personnes dans la partie. La case 1 n’a pas de jeton, les autres en ont un.
ruling-hawaii-spaces_are_as_many_as_players-because = C’est notre choix. Le texte français compte cinq cases, et un chef va « sur la case de son choix » ; mais il y a toujours un jeton de moins que de joueurs.
ruling-hawaii-only_the_pleased_are_ranked-question = Une somme manque l’objectif, mais dépasse celle d’une personne qui l’atteint grâce à ses surfeurs : est-elle classée ?
ruling-hawaii-only_the_pleased_are_ranked-answer = Non : seules sont classées les personnes qui atteignent leur propre objectif. Une option classe toutes les sommes.
ruling-hawaii-only_the_pleased_are_ranked-because = C’est notre lecture. Le texte français ne nomme « le joueur avec le total le plus élevé » qu’après avoir dit qui marque. Prise à la lettre, la règle mettrait une somme de 16 qui manque l’objectif de 17 devant une somme de 15 qui atteint l’objectif de 13.
ruling-hawaii-surfers_change_the_number_not_the_sum-question = Un surfeur augmente-t-il la somme que l’on compare pour le classement ?
ruling-hawaii-surfers_change_the_number_not_the_sum-answer = Non, il abaisse seulement le nombre à atteindre.
ruling-hawaii-surfers_change_the_number_not_the_sum-because = Règles anglaises : le surfeur réduit le nombre à atteindre de la personne qui le possède.
ruling-hawaii-lono_scores_with_the_help_of_surfers-question = LONO rapporte-t-il des points quand l’objectif n’est atteint que grâce aux surfeurs ?
ruling-hawaii-lono_scores_with_the_help_of_surfers-answer = Oui : l’objectif est atteint, et LONO n’en demande pas plus.
ruling-hawaii-lono_scores_with_the_help_of_surfers-because = Règles anglaises : quand la somme égale ou dépasse le grand nombre, que les surfeurs réduisent pour la personne qui les a.
ruling-hawaii-irrigations_choose_before_the_next_round-question = Quand choisit-on la ressource des irrigations côté II ?
ruling-hawaii-irrigations_choose_before_the_next_round-answer = Après la distribution, dans l’ordre de jeu de la manche qui se termine, avant que les nouveaux jetons coût soient posés.
ruling-hawaii-irrigations_choose_before_the_next_round-because = Les règles ne disent rien de l’ordre.
ruling-hawaii-goods_never_run_out-question = Et s’il n’y a plus de coquillages, de pieds ou de fruits ?
ruling-hawaii-goods_never_run_out-answer = Il y en a toujours : les pièces ne servent qu’à compter.
ruling-hawaii-goods_never_run_out-because = Les règles n’en disent rien ; aucun texte ne limite les ressources.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-question = Quand mélange-t-on les îles visitées ?
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-answer = Dès que la dernière île face cachée est tirée.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-because = Règles anglaises : quand des îles face visible apparaissent dans la pile.
ruling-hawaii-boats_always_count_for_kanaloa-question = Qu’est-ce qui compte pour KANALOA, et où doit-il se trouver ?
ruling-hawaii-boats_always_count_for_kanaloa-answer = Toutes les pirogues, la petite aussi, et les surfeurs des villages évalués ; KANALOA doit se trouver dans l’un d’eux.
ruling-hawaii-boats_always_count_for_kanaloa-because = Le texte français le dit clairement ; l’exemple anglais concorde.
ruling-hawaii-laka_counts_fruits_in_scored_villages-question = Quels fruits comptent pour LAKA ?
ruling-hawaii-laka_counts_fruits_in_scored_villages-answer = Ceux que montrent les jetons fruits des villages évalués ; un jeton côté II en montre deux.
ruling-hawaii-laka_counts_fruits_in_scored_villages-because = Le texte français le dit clairement ; le texte anglais retire d’abord les autres villages.
ruling-hawaii-laka_stands_in_a_scored_village-question = LAKA doit-il se trouver dans un village évalué ?
ruling-hawaii-laka_stands_in_a_scored_village-answer = Oui. Dans un village trop court, LAKA ne rapporte rien, où que soient les fruits.
ruling-hawaii-laka_stands_in_a_scored_village-because = Le texte français dit des deux dieux : « ces dieux doivent toutefois être dans un village évalué ».
ruling-hawaii-a_village_may_outgrow_its_board-question = Quelle longueur un village peut-il avoir ?
ruling-hawaii-a_village_may_outgrow_its_board-answer = Autant de jetons qu’il y a de sortes : treize, en plus de la hutte de départ.
ruling-hawaii-a_village_may_outgrow_its_board-because = Un exemple anglais montre un village de huit jetons ; aucun texte ne fixe de limite.
ruling-hawaii-every_payment_is_asked_for-question = Un paiement se fait-il tout seul quand il n’y a qu’une façon de payer ?
ruling-hawaii-every_payment_is_asked_for-answer = Non : les autres sauraient qu’il n’y a qu’une façon de payer. Le paiement, les pirogues et KANE font donc toujours l’objet d’une question.
ruling-hawaii-every_payment_is_asked_for-because = C’est notre choix : le déroulement d’un tour ne doit pas trahir ce qu’il y a derrière un paravent.
ruling-hawaii-payments_are_made_in_the_open-question = Que voient les autres des ressources derrière un paravent ?
ruling-hawaii-payments_are_made_in_the_open-answer = Ce qui y entre et ce qui en sort, comme autour d’une vraie table, mais pas ce qui s’y trouve.
ruling-hawaii-payments_are_made_in_the_open-because = Règles anglaises : les ressources se placent derrière les paravents et se paient à la réserve. Elles ne disent pas qui peut regarder.

## Questions about the rules of Haleakala that were decided: what is asked, what we play, and why

ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question = Le bateau avance de plage en plage, mais ses cases sont dans l’eau : où se trouve-t-il ?
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-answer = Dans l’eau, à côté de la plage de son segment, et il avance de segment en segment.
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-because = La liste du matériel cite une case pour le bateau dans l’eau de chaque segment ; la mise en place le pose sur la plage au ponton. Rien n’en dépend.
ruling-haleakala-beside_the_boat_is_its_own_segment-question = Quelle plage est à côté du bateau ?
ruling-haleakala-beside_the_boat_is_its_own_segment-answer = Celle de son segment, et aucune autre.
ruling-haleakala-beside_the_boat_is_its_own_segment-because = La variante tactique parle de la plage devant laquelle est le bateau ; plusieurs critiques concordent.
ruling-haleakala-a_disc_beside_the_boat_moves_it-question = Un exemple appelle « action 1a » le fait de poser un 2 et d’avancer le bateau : est-ce exact ?
ruling-haleakala-a_disc_beside_the_boat_moves_it-answer = Non, c’est l’action 1b : le tableau et le texte le disent.
ruling-haleakala-a_disc_beside_the_boat_moves_it-because = C’est une faute d’impression.
ruling-haleakala-sums_differ_on_each_beach-question = Les sommes doivent-elles différer sur chaque plage, ou en tout ?
ruling-haleakala-sums_differ_on_each_beach-answer = Sur chaque plage. Une plage où personne n’a de disque ne compte pas comme une égalité.
ruling-haleakala-sums_differ_on_each_beach-because = L’exemple compare une seule plage.
ruling-haleakala-taking_back_may_not_make_sums_equal-question = Reprendre un disque peut-il rendre égales les sommes d’une plage ?
ruling-haleakala-taking_back_may_not_make_sums_equal-answer = Non, sauf si les deux sont à zéro.
ruling-haleakala-taking_back_may_not_make_sums_equal-because = Le titre parle de poser et de reprendre, et le texte dit « à tout moment ».
ruling-haleakala-one_of_two_steps_may_go_up-question = Le chaman fait au plus un pas vers le haut, mais deux dans les autres directions : peut-il combiner les deux ?
ruling-haleakala-one_of_two_steps_may_go_up-answer = Oui : deux pas, dont un au plus vers le haut, dans n’importe quel ordre.
ruling-haleakala-one_of_two_steps_may_go_up-because = Le texte et les critiques concordent.
ruling-haleakala-the_first_walk_ends_on_grassland-question = Dans quelle prairie un chaman peut-il aller depuis la hutte ?
ruling-haleakala-the_first_walk_ends_on_grassland-answer = Dans celle de son segment, d’un pas vers le haut, puis, d’un second pas, dans l’une des deux voisines. Il peut aussi rester dans sa hutte.
ruling-haleakala-the_first_walk_ends_on_grassland-because = Le texte : au premier tour, le chaman ne va que jusqu’à la prairie, et il fait deux pas au plus.
ruling-haleakala-action_cards_must_be_carried_out-question = Les cartes action doivent être exécutées, mais la prêtresse « peut » déplacer de la lave : doit-elle le faire ?
ruling-haleakala-action_cards_must_be_carried_out-answer = Oui, s’il y a un disque de lave ; une option permet aux tables de lui laisser le choix.
ruling-haleakala-action_cards_must_be_carried_out-because = La règle générale cite les deux cartes action, prêtresse comprise.
ruling-haleakala-identical_cards_show_the_same_face-question = Quand deux cartes sont-elles identiques ?
ruling-haleakala-identical_cards_show_the_same_face-answer = Quand elles montrent la même chose. Un autre nombre de poissons fait une autre carte.
ruling-haleakala-identical_cards_show_the_same_face-because = C’est le sens du mot.
ruling-haleakala-one_card_goes_to_the_higher_sum-question = Qui reçoit la seule carte d’un segment ?
ruling-haleakala-one_card_goes_to_the_higher_sum-answer = La personne qui a la plus haute somme ; l’autre ne reçoit rien, mais reprend elle aussi ses disques.
ruling-haleakala-one_card_goes_to_the_higher_sum-because = Les règles n’en disent rien ; le joueur qui a la plus haute somme choisit d’abord.
ruling-haleakala-an_empty_beach_does_nothing-question = Le bateau s’arrête où personne n’a de disque numéroté : qui reçoit les cartes ?
ruling-haleakala-an_empty_beach_does_nothing-answer = Personne. Les cartes restent, aucune n’est ajoutée, et le tour est terminé.
ruling-haleakala-an_empty_beach_does_nothing-because = Le texte : personne ne reçoit de carte, et les deux restent dans le segment. Le reste en découle.
ruling-haleakala-one_purchase_for_each_shell-question = Peut-on acheter plusieurs cartes quand on reçoit un coquillage ?
ruling-haleakala-one_purchase_for_each_shell-answer = Une seule.
ruling-haleakala-one_purchase_for_each_shell-because = Le texte parle d’acheter « une carte de décompte ou la prêtresse de la lave ».
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-question = Avant un décompte, chacun peut acheter une carte au présentoir : la prêtresse aussi ?
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-answer = Oui, et elle agit avant l’éruption.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-because = Le texte parle de « carte de décompte » dans le titre, et d’une carte du plateau de score ensuite.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-question = La dernière carte à deux palmiers amène le premier décompte. Et si c’est une carte de lave ?
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-answer = Son disque monte au cratère, et le décompte vient aussitôt ; la case vide est remplie ensuite.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-because = Les règles n’en disent rien ; la manche finit avec la pile.
ruling-haleakala-the_lava_supply_is_four_discs-question = Et si un disque de lave doit monter alors qu’il n’en reste plus ?
ruling-haleakala-the_lava_supply_is_four_discs-answer = Il n’en monte pas. Avec quatre cartes de lave par manche, cela n’arrive qu’avec les invocations.
ruling-haleakala-the_lava_supply_is_four_discs-because = La variante tactique le dit ; le jeu de base n’en dit rien.
ruling-haleakala-lava_destroys_statues_under_shamans-question = Un chaman sauve-t-il la statue qui se trouve sur son emplacement ?
ruling-haleakala-lava_destroys_statues_under_shamans-answer = Non : il n’arrive rien au chaman, et la statue est détruite.
ruling-haleakala-lava_destroys_statues_under_shamans-because = Le texte n’épargne que le chaman.
ruling-haleakala-no_majority_no_points-question = Qui a la majorité sur un terrain, à nombre égal de statues ?
ruling-haleakala-no_majority_no_points-answer = Personne.
ruling-haleakala-no_majority_no_points-because = Les règles n’en disent rien ; les paniers de poissons se comptent ainsi.
ruling-haleakala-the_scoring_track_is_walked_again-question = La piste de score commence et finit sur une seule case, 0/50 : que faire au-delà de 50 points ?
ruling-haleakala-the_scoring_track_is_walked_again-answer = On continue de compter, avec un second tour de piste.
ruling-haleakala-the_scoring_track_is_walked_again-because = Les règles n’en disent rien ; la case porte les deux nombres.
ruling-haleakala-play_goes_on_after_the_first_scoring-question = Qui commence la seconde manche, et que remet-on en place ?
ruling-haleakala-play_goes_on_after_the_first_scoring-answer = La partie continue avec le tour suivant. Disques, bateau, chamans, statues et coquillages restent, ainsi que les cartes, sauf celles de décompte.
ruling-haleakala-play_goes_on_after_the_first_scoring-because = Les règles n’en disent rien ; le résumé de la mise en place de la manche 2 ne cite que la lave, les cartes de décompte et la prêtresse.
ruling-haleakala-the_last_segment_is_not_delivered-question = À la fin, le bateau arrive à un segment sans cartes : que deviennent les disques posés là ?
ruling-haleakala-the_last_segment_is_not_delivered-answer = Rien ne leur arrive : le second décompte vient aussitôt. S’il reste une carte au segment, elle est encore distribuée.
ruling-haleakala-the_last_segment_is_not_delivered-because = Le texte : le bateau arrive à un segment sans cartes.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-question = Une invocation amène le bateau à un segment sans cartes, et la partie finit : la lave monte-t-elle encore ?
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-answer = Oui. Le disque de lave est d’abord posé ; puis vient le second décompte, et l’éruption en tient compte.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-because = Le texte fait poser le disque de lave avant même de comparer les sommes. Il ne dit rien du dernier segment.
ruling-haleakala-cards_are_never_shuffled_again-question = Les cartes défaussées reviennent-elles ?
ruling-haleakala-cards_are_never_shuffled_again-answer = Non.
ruling-haleakala-cards_are_never_shuffled_again-because = Les règles n’en disent rien.
ruling-haleakala-no_ninth_statue-question = Et si toutes les statues d’une couleur sont déjà sur le plateau ?
ruling-haleakala-no_ninth_statue-answer = La carte ne peut pas être exécutée.
ruling-haleakala-no_ninth_statue-because = La boîte en contient huit ; celles qui sont détruites peuvent resservir.
ruling-haleakala-discs_may_be_shuffled_for_ever-question = Rien n’interdit de poser et de reprendre des disques sans fin : est-ce permis ?
ruling-haleakala-discs_may_be_shuffled_for_ever-answer = Oui, sauf si la table joue la règle de la maison, qui y met fin après quarante tours sans carte.
ruling-haleakala-discs_may_be_shuffled_for_ever-because = Les règles n’en disent rien ; la règle de la maison est de nous.
ruling-haleakala-clockwise_is_seen_from_above-question = Quel est le sens horaire ?
ruling-haleakala-clockwise_is_seen_from_above-answer = Celui que l’on voit d’en haut : du segment 1 au segment 2, et du 6 au 1.
ruling-haleakala-clockwise_is_seen_from_above-because = C’est ce que veut dire l’expression.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-question = Peut-on poser un disque d’invocation quand tous les disques de lave sont en jeu ?
ruling-haleakala-an_invocation_without_lava_left_is_lawful-answer = Oui, sans effet.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-because = Le texte dit qu’aucune lave ne s’ajoute plus, et non qu’aucun disque ne peut être posé.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-question = Le disque d’invocation revient-il si la prêtresse ne trouve pas de lave, ou si elle est achetée au présentoir ?
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-answer = Oui, dans les deux cas.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-because = L’annexe le dit des deux prêtresses ; elle ne dit rien d’une prêtresse sans lave.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-question = Quand une prêtresse fait-elle revenir le disque d’invocation ?
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-answer = Après son action, une fois la lave déplacée ou laissée en place.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-because = L’annexe : après l’action de la prêtresse de la lave.

## At the terminal

rules-none = Dans les règles du jeu { $game }, rien ne s’appelle « { $name } ».
ruling-question = Question : { $question }
ruling-answer = Chez nous : { $answer }
ruling-because = Pourquoi : { $because }
ruling-basis-text = Fondement : le texte le dit.
ruling-basis-silent = Fondement : les textes n’en disent rien.
ruling-basis-ours = Fondement : c’est notre choix.

# --- Premières parties ---

cmd-learn = Apprendre un jeu en jouant : une première partie contre l’ordinateur, rien que pour vous
cmd-learn-name = apprendre
cmd-learn-game = Quel jeu
cmd-learn-game-name = jeu
cmd-learn-game-hawaii = Hawaï
cmd-learn-game-haleakala = Haleakala
learn-button = Apprendre à jouer
learn-game-hawaii = Apprendre Hawaï
learn-game-haleakala = Apprendre Haleakala
learn-show = Montrer
learn-give-up = Abandonner cette partie
learn-on = Continuer
chat-direct-messages = nos messages privés
learn-place = une partie rien que pour vous
learn-second-part = Passer à la leçon 2
lesson-hawaii-first = **Bienvenue à { $game }.** Kula est l’ordinateur. Personne d’autre ne voit cette partie, et `/{ cmd-learn-name }` vous y ramène.
lesson-hawaii-second = **{ $game }, leçon 2.** L’ordinateur a joué quatre manches pour vous. Voici la dernière.
lesson-haleakala-first = **Bienvenue à { $game }.** Kula est l’ordinateur. Personne d’autre ne voit cette partie, et `/{ cmd-learn-name }` vous y ramène.
lesson-haleakala-second = **{ $game }, leçon 2.** L’ordinateur a joué presque toute la première manche pour vous. À la fin de cette manche, le volcan entrera en éruption : statues, poissons, perles et cartes de décompte rapporteront alors des points.
learn-goes-on = Votre partie ({ $game }) continue là où vous l’avez laissée.
learn-step = **{ $part ->
    [first] Leçon 1
   *[second] Leçon 2
}, étape { $n } sur { $of }.**
learn-part = **{ $part ->
    [first] Leçon 1
   *[second] Leçon 2
}.**
learn-try = **Essayez ceci :** { $turn }.
lesson-hawaii-village = Votre chef est sur la plage. Marchez jusqu’à un lieu, 1 pied par pas, et achetez-y un jeton produit : vous prenez l’un des jetons coût et payez son nombre en coquillages. Les jetons produit vont dans vos villages, les cinq rangées de votre territoire. Une hutte peut en commencer un. Les huttes – coquillages et les huttes – pieds rapportent aussi des ressources après chaque manche : mieux vaut en acheter tôt.
lesson-hawaii-sides = Pour le double du nombre inscrit sur le jeton coût, vous recevez un jeton produit côté II, le meilleur. C’est cher, mais il rapporte souvent le double, pour le même déplacement.
lesson-hawaii-fish = Les jetons poisson ne coûtent aucun coquillage : chacun coûte 1 pied et occupe une place dans votre pirogue. Le nombre caché derrière les poissons compte pour l’objectif de la manche.
lesson-hawaii-people = Les jetons que vous prenez s’additionnent à la fin de la manche. Si leur somme atteint l’objectif, vous marquez des points, et la plus haute somme en rapporte le plus. Même un jeton coût élevé est donc bon à quelque chose.
lesson-hawaii-order = Quand vous avez dépensé ce que vous vouliez, quittez la manche : vous prenez une case de l’ordre de jeu et le jeton coût qui s’y trouve, s’il y en a un. Les ressources que vous gardez restent à vous pour la manche suivante.
lesson-hawaii-first-end = **C’était une manche sur cinq.** Les sommes ont été comparées à l’objectif, coquillages et pieds sont arrivés, et une nouvelle manche commence. La leçon 2 montre la dernière manche : pirogues, îles, tikis, et ce que rapportent les villages. Vous pouvez aussi continuer ici, comme dans n’importe quelle partie : *{ chat-button-hint }* vous aide à chaque tour.
lesson-hawaii-boat = Pour pêcher et visiter les îles, il faut des pirogues. Chacune porte quelques pieds et sort une fois par manche. Une pirogue s’achète comme tout autre jeton produit, mais se range à côté des villages et n’en allonge aucun.
lesson-hawaii-island = Vos pirogues atteignent maintenant une île. Vous payez les pieds du poste d’amarrage, marquez aussitôt ses points et recevez ce que montre l’île. Vous ne prenez pas de jeton coût : une visite ne compte donc pas pour l’objectif.
lesson-hawaii-tiki = À la fin, seuls comptent les villages qui atteignent votre tiki le plus à gauche. Chaque nouveau tiki se place plus à gauche. Plus vous avez de tikis, plus un village peut être court.
lesson-hawaii-kahuna = Un kahuna se place à côté d’un village et rapporte des points si ce village compte. Le premier va à votre premier village, le suivant au deuxième, et ainsi de suite.
lesson-hawaii-irrigation = Une irrigation rapporte des points pour les jetons fruits de son village, une danseuse de hula pour tous les jetons du sien. Les surfeurs abaissent votre objectif. Aucun village ne peut avoir deux jetons de la même sorte.
lesson-hawaii-end = Quand plus rien ne vous rapporterait de points, quittez la manche. Les sommes sont comparées une dernière fois à l’objectif, puis vient le décompte des villages.
lesson-hawaii-second-end = **C’était une partie entière.** Les villages qui atteignent un tiki ont rapporté des points pour leurs kahunas, irrigations, danseuses de hula, grandes huttes et dieux. *{ chat-button-rules }* dit ce que fait chaque jeton. Vous savez maintenant tout ce qu’il faut : sur un serveur, `/{ cmd-help-name }` propose une partie contre deux ordinateurs, et `/{ cmd-table-name } { cmd-table-open-name }` une partie avec d’autres.
lesson-haleakala-disc = Vous voulez des cartes, et c’est le bateau qui les apporte. Posez un disque numéroté sur une plage où il s’arrêtera bientôt : là, le joueur qui a la plus haute somme choisit en premier. Si cette plage n’est pas à côté du bateau, votre chaman peut ensuite faire jusqu’à deux pas, et vos statues sont érigées là où il se tient.
lesson-haleakala-sums = Posez un autre disque, ici ou sur une autre plage. Sur une plage, votre somme et celle de l’autre personne ne peuvent jamais être égales.
lesson-haleakala-delivery = Un disque posé à côté du bateau le fait avancer d’autant de segments que le disque l’indique. Faites-le s’arrêter là où votre somme est la plus haute : vous choisissez une carte en premier, et tous les disques de la plage reviennent.
lesson-haleakala-first-end = **C’était une distribution de cartes.** Toute la partie se joue ainsi. La leçon 2 montre les statues, la lave, le présentoir et ce qui rapporte des points. Vous pouvez aussi continuer ici, comme dans n’importe quelle partie : *{ chat-button-hint }* vous aide à chaque tour.
lesson-haleakala-priestess = Il y a de la lave dans un cratère. Quand le volcan entre en éruption, chaque disque détruit une statue en contrebas, d’abord celle de la montagne. Une prêtresse de la lave vous permet de déplacer un disque vers le cratère voisin.
lesson-haleakala-statue = Avec une carte statue, vous érigez une statue là où se tient votre chaman. Plus haut, elle vaut plus, mais c’est là que la lave frappe d’abord.
lesson-haleakala-shell = Un coquillage vous permet d’acheter une carte au présentoir. Les cartes de décompte rapportent des points pour les papillons, pour les statues en forêt ou en montagne, pour un segment complet ou pour la majorité de statues sur un terrain.
lesson-haleakala-eruption = La manche se termine quand la dernière carte à deux palmiers est posée. D’ici là, prenez ce que vous pouvez.
lesson-haleakala-second-end = **Le volcan est entré en éruption, et vous avez tous deux marqué des points.** Une seconde manche suit, puis une éruption et le second décompte, où comptent aussi le nautile et vos coquillages. Continuez ici comme dans n’importe quelle partie. Vous savez maintenant tout ce qu’il faut pour jouer avec d’autres.
first-turn-hawaii-1 = -# Chaque lettre est un lieu : appuyez dessus pour voir ce qui s’y vend. *{ chat-button-signs }* explique le plateau.
first-turn-hawaii-2 = -# Achetez ailleurs, pêchez ou visitez une île. Le double du prix donne le côté II.
first-turn-hawaii-3 = -# Assez dépensé ? Quittez la manche : à sa fin, vos jetons s’additionnent.
first-turn-haleakala-1 = -# Votre premier tour : posez un disque numéroté sur une plage où le bateau s’arrêtera bientôt. Le joueur qui y a la plus haute somme choisit une carte en premier.
first-turn-haleakala-2 = -# Un disque à côté du bateau le fait avancer du nombre de segments indiqué. Posez un disque sur n’importe quelle autre plage, et votre chaman peut marcher.
first-turn-haleakala-3 = -# Les statues sont érigées là où se tient votre chaman : plus haut, elles valent plus, mais la lave vient d’en haut.

# --- The page of the porch ---

page-skip = Aller à la zone de message
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
    [one] { $count } non lu, on vous mentionne
   *[other] { $count } non lus, on vous mentionne
}
page-messages = Messages
page-composer = Écrire un message
page-say = Écrire dans { $channel }, ou / pour les commandes
page-say-locked = Ce fil est verrouillé
page-say-help = Tapez une barre oblique pour la liste des commandes. Les flèches choisissent, Tab ou Entrée valide, Échap ferme la liste.
page-send = Envoyer
page-suggestions = Propositions
page-no-such-command = Cette commande n’existe pas. Échap les montre toutes.
page-no-commands = Aucun bot n’a encore déclaré de commandes.
page-no-such-option = Cette commande n’a pas cette option.
page-asking = On demande à { $bot }…
page-no-choices = Rien à proposer ici. Vous pouvez écrire une valeur vous-même.
page-choices-failed = { $bot } ne répond pas. Vous pouvez envoyer ce que vous avez écrit.
page-the-bot = le bot
page-required = obligatoire
page-optional = facultatif
page-add-option = Ajouter { $name }
page-leave-command = Quitter cette commande
page-needed = Il manque encore l’option « { $name } ».
page-ready-to-send = Entrée pour envoyer
page-yes = Oui
page-no = Non
page-beginning = Ici commence { $channel }.
page-empty-hint = Rien n’a encore été dit ici. Tapez / ci-dessous pour voir ce que { $bot } peut faire pour vous.
page-empty-button = Montrez-moi
page-no-bot = Le bot n’est pas encore là. Il arrive.
page-earlier = Voir les messages plus anciens
page-fresh = { $count ->
    [0] Aux plus récents ↓
    [one] { $count } nouveau message ↓
   *[other] { $count } nouveaux messages ↓
}
page-fresh-line = nouveau
page-bot = bot
page-used = { $name } a utilisé
page-used-by-you = Vous avez utilisé
page-used-by-somebody = Quelqu’un a utilisé
page-edited = modifié
page-only-you = Visible uniquement par vous
page-dismiss = Masquer
page-thinking = { $name } réfléchit…
page-thread-here = Fil : { $name }
page-picture = Image
page-no-description = Image sans description
page-previous = Image précédente
page-next = Image suivante
page-close = Fermer
page-activity = Activité : { $bot }
page-leave-activity = Quitter l’activité
page-whole-picture = Image entière
page-larger = Plus grande
page-actual-size = Taille réelle
page-picture-of = { $number } sur { $count }
page-missing = Cette image n’est plus disponible.
page-new-tab = ouvre un nouvel onglet
page-choose-one = Choisir
page-choose-just = En choisir { $least }
page-choose-some = En choisir de { $least } à { $most }
page-done = Valider
page-failed = { $bot } n’a pas répondu. Réessayez.
page-no-porch = Le porche ne répond pas. Est-il encore ouvert ?
page-lost = Connexion perdue. On essaie de joindre le porche…
page-back = Connexion rétablie.
page-cancel = Annuler
page-submit = Envoyer
page-letters = { $count ->
    [one] { $count } caractère sur { $most }
   *[other] { $count } caractères sur { $most }
}
page-person-menu = Changer de personne
page-sit-as = Agir en tant que
page-add-person = Nouvelle personne…
page-new-person = Nouvelle personne
page-name = Nom
page-language = Langue
page-sit-down = Entrer
page-scheme = Couleurs sombres
page-everyone = tous
page-unknown-channel = un salon supprimé
page-somebody = quelqu’un
page-spoiler = Un spoiler : appuyez pour le lire

# --- The command line ---

## Help: what a command does, and what each of its options means. Those that several commands share are called cli-arg-.
# What stands between ` is typed as it is.

terminal-about = Deux jeux de société hawaïens, un coup à la fois.
terminal-after = Sans commande, le bot démarre : sur Discord si `DISCORD_TOKEN` est défini, sinon au porche, un petit Discord sur cette machine.
terminal-usage = Utilisation :
terminal-commands = Commandes{ "\u00A0" }
terminal-arguments = Arguments{ "\u00A0" }
terminal-options = Options{ "\u00A0" }
terminal-default = [par défaut : { $value }]
terminal-settings = Réglages, dans l’environnement ou dans un fichier .env là où le programme démarre
setting-discord-token = Le jeton du bot, fourni par le portail des développeurs de Discord. Sans lui, `lanai` ouvre le porche et `lanai serve` refuse de démarrer.
setting-discord-token-file = Un fichier qui contient le jeton, comme un secret de conteneur ou de systemd.
setting-lanai-database = Le fichier de toutes les tables, ou l’adresse d’un serveur PostgreSQL, comme postgres://lanai:PASSWORD@localhost/lanai. Dans le mot de passe, écrivez %2F pour /, %3F pour ?, %23 pour # et %40 pour @. Sans ce réglage, le bot utilise lanai.db, et le porche oublie ses tables quand il ferme.
setting-lanai-database-file = Un fichier qui contient le nom ou l’adresse de la base de données, pour ne pas montrer le mot de passe.
setting-lanai-porch = L’adresse du porche. Seule cette machine peut l’atteindre.
setting-lanai-log = Ce qui entre dans le journal : error, warn, info, debug ou trace. Jamais de jetons, de messages ni d’informations cachées.
setting-lanai-log-format = Le format du journal : text pour les humains, json pour les programmes, un objet par ligne.
setting-lanai-metrics = L’adresse des mesures pour Prometheus (/metrics) et des contrôles d’état (/health), comme 127.0.0.1:9095. Elle ne demande pas de mot de passe : toute machine qui l’atteint peut la lire.
setting-lanai-web = L’adresse où le plateau est servi aux navigateurs, par exemple 127.0.0.1:8061. Le porche en a une par défaut, sur le port qui suit le sien.
setting-discord-client-secret = Le secret client de l’application, fourni par le portail des développeurs de Discord. Avec lui, et si les Activités y sont activées, le plateau s’ouvre dans Discord.
setting-discord-client-secret-file = Un fichier qui contient le secret client.
setting-lanai-web-url = L’adresse publique du plateau, par exemple https://plateau.example.org, derrière un proxy qui parle https. Les joueurs reçoivent des liens qui y mènent.
setting-lanai-posts-per-second = Combien de messages le bot publie au plus par seconde, sans compter les réponses. Discord permet cinquante requêtes par seconde.
setting-lanai-presses = Combien de boutons et de commandes une personne peut utiliser en dix secondes. Au-delà, le bot lui dit quand continuer.
setting-lanai-pictures-within = Combien de millisecondes un message attend ses images avant de décrire le plateau en mots. 0 supprime les images et les émojis.
setting-lanai-shards = Le nombre minimal de fragments (shards). Discord dit combien il en faut ; avec plus de fragments, plus de processus peuvent se partager les événements sur un même PostgreSQL.
setting-lanai-forget-after = Combien de temps garder les données d’un serveur qui a retiré le bot, comme 30d, 12h ou 4w, ou never pour les garder toujours. Un serveur qui le reprend à temps ne perd rien.
setting-lanai-thinking-cores = Sur combien de cœurs les ordinateurs réfléchissent à la fois. Par défaut, tous sauf un.
setting-lanai-words = Un dossier de fichiers de textes, comme it.ftl ou pt-BR.ftl : d’autres langues, ou vos propres phrases. `lanai words FILE` les vérifie.
setting-lanai-proxy = L’adresse d’un porche, ou d’un autre proxy, à utiliser à la place de Discord.
setting-lanai-limiter = Le limiteur de débit de la bibliothèque : on ou off. Il ignore les proxys, et il est donc coupé s’il y a un proxy.
cli-arg-help = Afficher l’aide
cli-arg-version = Afficher la version
cli-arg-language = La langue à utiliser, comme `en`, `de` ou `fr` ; celle du système par défaut
cli-arg-game = Quel jeu : `hawaii`, où deux à cinq personnes parcourent l’île, pêchent, visitent des îles et bâtissent des villages, ou `haleakala`, où deux personnes font tourner un bateau de pêche autour d’un volcan, érigent des statues et évitent la lave
cli-arg-players = À combien jouer ; 3 par défaut, ou autant que le jeu l’exige
cli-arg-seed = Un nombre, ou 64 chiffres hexadécimaux : la même graine donne le même résultat
cli-arg-options = Les règles : réglages (Hawaï : `printed`, `online` ; Haleakala : `base`, `tactical`) et choix, comme `online,goods=hidden`
cli-arg-minds = Qui joue : `random`, `greedy`, `keiki`, `makua` ou `kupuna` ; un seul nom pour toutes les places, ou un par place, séparés par des virgules
cli-arg-file = L’enregistrement
cli-arg-at = Après quel coup ; le dernier par défaut
cli-arg-viewer = Qui regarde : le numéro d’une place, ou `table` pour ce que tout le monde peut voir
cli-arg-output = Dans quel fichier l’écrire ; dans le terminal par défaut
cli-porch = Ouvrir le porche sans le bot Lanai, pour votre propre bot, quelle que soit la bibliothèque qu’il utilise
cli-porch-address = À quelle adresse ouvrir le porche, si ce n’est ni 127.0.0.1:8060 ni celle des réglages
cli-porch-name = Le nom de votre bot
cli-porch-permissions = Ce que votre bot a le droit de faire : le nombre qui indique les permissions dans son lien d’invitation ; 8 permet tout
cli-porch-shards = Combien de fragments (shards) votre bot doit utiliser
cli-porch-max-concurrency = Combien de fragments peuvent se connecter en même temps, toutes les cinq secondes
cli-porch-intents = Quels intents privilégiés sont activés pour votre bot, séparés par des virgules : members, presences, message-content
cli-porch-activity = Activer les Activités et montrer celle dont le serveur a cette URL sur cette machine
cli-serve = Faire tourner le bot sur Discord, comme service
cli-serve-more = Comme `lanai` sans commande ; mais, sans `DISCORD_TOKEN`, le programme refuse de démarrer au lieu d’ouvrir le porche.
cli-serve-adopt = Laisser ce bot reprendre une base de données qui appartient à un autre bot ou au porche. Les serveurs où il n’est pas comptent comme quittés.
cli-health = Demander au bot qui tourne ici si tout va bien
cli-health-more = Interroge la page à l’adresse `LANAI_METRICS`. Le code de sortie est 0 si tout va bien, sinon 1 : pour le contrôle d’état d’un conteneur.
cli-store = Copier la base de données d’un bot, ou la mettre à jour
cli-store-copy = Copier tout le contenu d’une base de données dans une autre, vide, et vérifier que rien ne manque
cli-store-copy-more = Indiquez les deux comme dans `LANAI_DATABASE` : un fichier, ou une adresse PostgreSQL. Arrêtez d’abord le bot. La base d’origine reste telle qu’elle est. Si une copie a été interrompue, relancez la même commande pour la continuer.
cli-store-copy-from = La base de données à copier
cli-store-copy-to = La base où copier : un fichier qui n’existe pas encore, ou une base PostgreSQL vide
cli-backup = Sauvegarder la base de données du bot, même pendant qu’il tourne, et vérifier la sauvegarde
cli-backup-more = Il s’agit de la base indiquée dans les réglages, `LANAI_DATABASE`. La sauvegarde est un seul fichier, que vous seul pouvez lire. Elle ne reçoit son nom qu’une fois toutes ses parties rejouées d’après leur journal.
cli-backup-place = Le fichier à écrire, qui ne doit pas encore exister ; ou un dossier, où chaque sauvegarde reçoit son propre nom
cli-backup-keep = Combien de sauvegardes garder dans le dossier : une fois la nouvelle vérifiée, les plus anciennes sont supprimées
cli-verify = Vérifier qu’une sauvegarde est intacte, et rejouer toutes ses parties
cli-verify-more = La sauvegarde elle-même est seulement lue. C’est une copie qui est vérifiée, dans le dossier des fichiers temporaires, où il faut encore autant de place.
cli-verify-file = La sauvegarde
cli-restore = Mettre une sauvegarde à la place de la base de données du bot
cli-restore-more = Arrêtez d’abord le bot. Il s’agit de la base indiquée dans les réglages, `LANAI_DATABASE`. Si c’est un fichier, il est mis de côté sous un autre nom ; une base PostgreSQL doit être vide. Toutes les parties de la sauvegarde sont d’abord rejouées.
cli-restore-file = La sauvegarde
cli-restore-unproven = Restaurer la sauvegarde même si certaines de ses parties ne peuvent pas être vérifiées
cli-store-migrate = Mettre à jour la base de données du bot, ou faire un essai sans rien changer
cli-store-migrate-more = Une version plus récente du programme le fait d’elle-même au démarrage. Il s’agit de la base indiquée dans les réglages, `LANAI_DATABASE`. Arrêtez d’abord le bot, sauf si la base est un fichier et que vous ne fassiez qu’essayer.
cli-store-migrate-dry-run = Seulement essayer, et dire ce qui serait fait : la base reste telle qu’elle est
cli-doctor = Vérifier tout ce dont le bot a besoin, et dire que faire
cli-doctor-more = Examine les réglages, la base de données et le disque, demande à Discord ce qu’il sait du bot, et ne change rien. ✓ : tout est en ordre ; ! : bon à savoir ; × : à corriger. S’il y a un ×, le code de sortie est 1.
cli-doctor-live = Essayer aussi, dans ce salon indiqué par son numéro, tout ce que le bot fait avec des messages, et comparer les réponses de Discord à celles du porche ; tout est supprimé ensuite
cli-away = Répondre que le bot est absent à toute personne qui s’adresse à lui
cli-away-more = Pour l’entretien : arrêtez le bot, lancez cette commande, et arrêtez-la avant de relancer le bot. Il faut le jeton, mais pas de base de données. Les parties attendent, et le temps de personne ne s’écoule.
cli-away-reason = Ce que vous voulez dire en plus : pourquoi, et pour combien de temps
cli-play = Jouer dans ce terminal, avec l’ordinateur aux autres places
cli-play-seed = Un nombre, ou 64 chiffres hexadécimaux : la même graine donne la même partie ; sans graine, la partie est nouvelle
cli-play-name = Votre nom
cli-play-seat = Votre place
cli-play-output = Où conserver l’enregistrement de la partie, coup par coup : un fichier qui n’existe pas encore
cli-record = Faire jouer une partie à l’ordinateur, et en écrire l’enregistrement
cli-record-full = Ajouter après chaque coup la situation complète et toutes les actions permises, pour les programmes qui vérifient Lanai
cli-replay = Rejouer un enregistrement et vérifier chaque coup
cli-replay-full = Réécrire l’enregistrement avec, après chaque coup, la situation complète et toutes les actions permises, pour les programmes qui vérifient Lanai
cli-review = Analyser un enregistrement : ce que chaque tour a coûté, et ce qui aurait été mieux
cli-review-turns = Combien de tours montrer par personne, en commençant par les plus coûteux
cli-show = Montrer le plateau d’un enregistrement après n’importe quel coup, tel que le voit une personne ou toute la table
cli-show-json = Afficher la vue en JSON
cli-draw = Dessiner un enregistrement après n’importe quel coup, tel que le voit une personne ou toute la table, ou en faire un film, et décrire l’image
cli-draw-since = Marquer et numéroter tous les tours après ce coup ; le dernier tour seulement par défaut
cli-draw-what = Quoi dessiner ; le plateau par défaut. Pour Hawaï, l’île (`island`), le territoire (`realm`) de la place indiquée par `--as` et tous les territoires (`all`) sur une feuille ; pour Haleakala, le volcan (`volcano`) ; pour les deux, `scores`, le graphique des points jusqu’à ce coup, et `film`, le film de tous les tours jusque-là
cli-draw-look = Quel aspect : `calm`, comme les dessins d’origine, ou `contrast`, avec des traits plus sombres et des couleurs plus fortes
cli-draw-output = Dans quel fichier l’écrire : PNG, ou GIF pour un film
cli-words = Vérifier des fichiers de textes dans une autre langue, ou afficher les nôtres
cli-words-files = Les fichiers à vérifier, chacun portant le nom de sa langue : `de.ftl`, `pt-BR.ftl`
cli-words-of = Afficher plutôt le fichier de cette langue, pour commencer le vôtre : `en` pour celui qui fait foi
cli-rules = Résumer les règles, ou expliquer un sujet
cli-rules-topic = À propos de quoi : un sujet, un jeton, une carte, un signe ; un aperçu par défaut
cli-rules-options = Les règles à expliquer : réglages et choix, comme au début d’une partie
cli-rulings = Montrer comment les questions de règles sont tranchées, et si un texte le dit

## What cannot be done: each goes on after "lanai: "

terminal-no-seed = une graine est un nombre, ou 64 chiffres hexadécimaux
terminal-long-name = un nom a au plus { $most } caractères
terminal-bad-figures = les chiffres du jeu sont inutilisables : { $why }
terminal-in-file = { $file } : { $why }
terminal-exists = { $file } existe déjà : choisissez un autre fichier pour l’enregistrement, ou déplacez celui-là
terminal-same-file = { $file } est l’enregistrement lui-même : choisissez un autre fichier pour le résultat
terminal-required = impossible d’écrire dans le terminal : { $why }
terminal-listening = impossible de lire dans le terminal : { $why }
terminal-minds = le nombre d’ordinateurs ({ $minds }) ne va pas avec le nombre de places ({ $players }) : indiquez-en un pour toutes, ou un par place
terminal-no-seat = il n’y a pas de place { $seat } : choisissez-en une de 1 à { $seats }
terminal-no-picture-hawaii = pour une partie d’Hawaï, il y a l’île, le territoire de chaque place, tous les territoires sur une feuille, les points et un film
terminal-no-picture-haleakala = pour une partie de Haleakala, il y a le volcan, les points et un film
terminal-whose-realm = indiquez la place dont il faut dessiner le territoire, par exemple `--as 2`
terminal-no-language = Lanai ne parle pas { $asked } : choisissez parmi { $known }
terminal-flawed-words = { $n ->
    [one] un de ces défauts est à corriger ; ce qui manque est dit en anglais
   *[other] { $n } de ces défauts sont à corriger ; ce qui manque est dit en anglais
}
terminal-theme = impossible de dessiner les images : { $why }
terminal-ours = cela ne devrait pas arriver ; merci de nous le signaler : { $why }

## What is wrong with a record

fault-unreadable = ce n’est pas un enregistrement, ou il est abîmé : { $why }
fault-format = c’est le format { $found } ; ce programme lit le format { $known }
fault-other-game = c’est une partie de { $found }, et non de { $asked }
fault-edition = cette partie suit l’édition { $found } des règles, que ce programme ne connaît pas
fault-partly-full = la situation complète doit figurer partout ou nulle part : { $path } diffère de la première entrée
fault-long-name = le nom ou le mot de la place { $seat } a { $letters } caractères ; un enregistrement en admet au plus { $most }
fault-no-step = il n’y a pas de coup { $asked } ; l’enregistrement en compte { $steps }
fault-step = coup { $step } : { $why }
fault-end = la fin : { $why }
fault-commitment = le secret et le nonce n’ont pas cette empreinte
fault-seed = la graine ne vient pas du secret, des mots et du message
fault-seat = enregistré pour la place { $recorded }, mais c’est à la place { $found } de jouer
fault-after-end = enregistré, mais la partie était déjà terminée
fault-refused = les règles refusent l’action { $action } : { $why }
fault-value = à { $path }, l’enregistrement a { $recorded }, mais la partie a { $found }

## What is wrong with a file of words

flaw-line = ligne { $line } : { $why }
flaw-missing = { $name } manque
flaw-unknown = { $name } : cette phrase n’existe pas en anglais
flaw-twice = { $name } s’y trouve deux fois
flaw-unfilled = { $name } : rien ne vient remplir { $variable }
flaw-astray = { $name } : aucune phrase ne s’appelle { $other }
flaw-too-long = { $name } a { $letters } caractères, et Discord en accepte { $most }
flaw-no-name = { $name } doit être un seul mot, en minuscules, chiffres et tirets
words-complete = { $file } : complet

## What commands tell

progress-bar = { $what } [{ $bar }] { $done } sur { $of }, encore { $left }
progress-line = { $what } : { $done } sur { $of }
progress-turns = Tours
progress-copying = Copie des lignes
progress-comparing = Comparaison des lignes
progress-replaying = Vérification des parties
progress-backing-up = Sauvegarde des pages
progress-trying = Étapes essayées
replay-done =
    { $n ->
        [one] { $file } : { $n } coup, conforme à l’enregistrement
       *[other] { $file } : { $n } coups, tous conformes à l’enregistrement
    }
replay-edition = Partie jouée selon l’édition { $edition } des règles.
replay-figures-same = Tous les chiffres imprimés sont ceux fournis avec Lanai.
replay-figures-differ = Ces chiffres imprimés ne sont pas ceux fournis avec Lanai :
replay-figure = { $path } : { $recorded } dans l’enregistrement, { $shipped } dans Lanai
replay-over = La partie est terminée : { $n ->
    [one] { $who } l’emporte.
   *[other] { $who } l’emportent.
}
replay-not-over = La partie n’est pas terminée : aucun résultat.
replay-no-origin = L’enregistrement ne dit pas d’où vient sa graine. La personne qui l’a écrit pouvait la choisir : cela ne prouve donc rien sur le tirage.
replay-compare = La graine vient d’un secret et des données ci-dessous. Comparez-les à ce que tout le monde a pu voir : la table avant le début, et le message qui a annoncé la partie.
replay-commitment = empreinte { $commitment }
replay-seat = place { $seat }, { $who } : { $word }
replay-word = « { $word } »
replay-no-word = aucun mot
replay-no-message = Aucun message public n’entre dans la graine : la personne qui faisait tourner le bot connaissait le secret, et pouvait essayer des mots jusqu’à obtenir un tirage à son goût.
replay-message-after = message { $message }, publié { $posted } : { $n } s après le dernier mot ou changement à la table, { $settled }
replay-message-before = message { $message }, publié { $posted } : { $n } s avant le dernier mot ou changement à la table, { $settled }
replay-no-time = à un moment impossible
replay-message = Si tout concorde, personne n’a pu choisir le tirage d’avance : chaque nouvel essai aurait été un nouveau message. Un message supprimé ne laisse pas de trace : demandez donc pourquoi, si beaucoup de temps sépare ce message du dernier changement.
replay-message-too-early = D’après ces heures, la table a changé après le message. La personne qui faisait tourner le bot pouvait essayer des mots jusqu’à obtenir un tirage à son goût.
review-head = { $n ->
    [one] { $n } tour, jugé
   *[other] { $n } tours, chacun jugé
} d’après ce que l’on pouvait savoir alors.
review-accuracy = { $who } : précision { $accuracy }
review-no-choice = { $who } : aucun choix à juger
review-turn = Tour { $n }, { $who } : { $cost }
review-played = joué : { $turn }
review-better = mieux : { $turn }
review-why = Ce tour { $list }.
porch-name = Le porche
porch-open = Le porche est ouvert : allez à { $address } dans votre navigateur. Ctrl+C ferme le porche.
porch-forgets = Les parties ne sont conservées que jusqu’à sa fermeture. Pour les garder, définissez LANAI_DATABASE=lanai.db.
porch-lent = L’API de Discord se trouve à { $api }, et la passerelle (gateway) à { $gateway }.
porch-token = Le jeton d’accès du bot est { $token }
porch-foreign-database = la base de données { $file } appartient à un bot sur Discord ; le porche ne l’ouvre donc pas : définissez DISCORD_TOKEN pour servir ce bot, ou indiquez une autre base de données dans LANAI_DATABASE
serve-no-token = DISCORD_TOKEN n’est pas défini ; il n’y a donc aucun bot à faire tourner : indiquez le jeton, ou lancez `lanai` sans commande pour jouer sur cette machine
health-no-address = LANAI_METRICS n’est pas défini ; on ne peut donc rien demander au bot : indiquez une adresse comme 127.0.0.1:9095
health-no-answer = le bot ne répond pas à { $address } : { $why }
copy-stopped = arrêt avant la fin de la copie ; relancez la même commande pour la continuer
copy-differs = la table { $table } n’est pas la même dans { $to } : relancez la même commande pour la réparer
copy-same = { $table } ; lignes des deux côtés : { $rows }, SHA-256 { $digest }
copy-differs-at = { $table } DIFFÈRE (première différence : { $place }) ; lignes : { $from }, SHA-256 { $before } ; lignes dans la copie : { $to }, SHA-256 { $after }
copy-end = la fin
copy-done = { $to } contient tout ce que contient { $from } : indiquez l’adresse de la nouvelle base dans LANAI_DATABASE, et démarrez le bot.
copy-unproven = { $n ->
    [one] { $to } est identique à { $from }, mais l’une de ses parties n’est vérifiable ni dans l’original ni dans la copie : voir ci-dessus
   *[other] { $to } est identique à { $from }, mais { $n } de ses parties ne sont vérifiables ni dans l’original ni dans la copie : voir ci-dessus
}
copy-proven = { $n ->
    [one] { $n } partie rejouée d’après son journal, conforme à ce qui est conservé
   *[other] { $n } parties rejouées d’après leur journal, toutes conformes à ce qui est conservé
}
copy-not-begun = { $n ->
    [one] { $n } table n’a pas de partie à rejouer, car elle n’a jamais commencé
   *[other] { $n } tables n’ont pas de partie à rejouer, car elles n’ont jamais commencé
}
copy-other-edition = la table { $table } n’a pas été rejouée : ce programme ne connaît pas l’édition { $edition } des règles

## Comment on sauvegarde les bases (`lanai backup`, `lanai restore`)

backup-stopped = arrêt avant la fin de la sauvegarde ; rien n’a été gardé
backup-done = { $file } contient tout ce que contenait { $from } au début de la sauvegarde ({ $kilobytes } ko)
backup-unproven = { $n ->
    [one] la sauvegarde { $file } a été gardée, mais l’une de ses parties ne peut pas être vérifiée : voir ci-dessus ; aucune sauvegarde plus ancienne n’a été supprimée
   *[other] la sauvegarde { $file } a été gardée, mais { $n } de ses parties ne peuvent pas être vérifiées : voir ci-dessus ; aucune sauvegarde plus ancienne n’a été supprimée
}
backup-deleted = L’ancienne sauvegarde { $file } a été supprimée
verify-stopped = arrêt avant la fin de la vérification ; rien n’a été changé
verify-done = La sauvegarde { $file } est intacte, et toutes celles de ses parties que ce programme peut rejouer correspondent à ce qui est enregistré
verify-unproven = { $n ->
    [one] l’une des parties de { $file } ne peut pas être vérifiée : voir ci-dessus
   *[other] { $n } des parties de { $file } ne peuvent pas être vérifiées : voir ci-dessus
}
restore-stopped = arrêt avant la fin de la restauration ; relancez la même commande
restore-unproven = { $n ->
    [one] rien n’a été restauré, car l’une des parties ne peut pas être vérifiée : voir ci-dessus ; avec --unproven, la sauvegarde est restaurée quand même
   *[other] rien n’a été restauré, car { $n } des parties ne peuvent pas être vérifiées : voir ci-dessus ; avec --unproven, la sauvegarde est restaurée quand même
}
restore-aside = Ce qui s’y trouvait avant est maintenant dans { $aside }
restore-done = { $to } contient maintenant tout ce que contient { $file } : démarrez le bot
migrate-stopped = arrêt avant la fin de la mise à jour de la base ; relancez la même commande
migrate-nothing = { $file } est à jour
migrate-to-come = Migration { $number } : { $name }
migrate-tried = Toutes les migrations passent ; la base de données { $file } est restée telle quelle
migrate-done = { $file } est maintenant à jour
migrate-unproven = { $n ->
    [one] l’une des parties ne peut pas être vérifiée : voir ci-dessus
   *[other] { $n } des parties ne peuvent pas être vérifiées : voir ci-dessus
}
unfit-no-file = il n’y a pas de base de données { $file }
unfit-no-tables = la base de données { $file } n’a pas de tables de Lanai
unfit-part = la base de données { $file } est une copie inachevée de { $of } : utilisez l’originale
unfit-damaged = la base de données { $file } est endommagée : { $what }
unfit-served = la base de données { $file } est en cours d’utilisation : arrêtez le bot qui s’en sert, avec tous ses processus, puis relancez la même commande
unfit-replica = la base de données { $file } n’accepte pas de modifications, comme un réplica : indiquez le serveur qui les accepte
unfit-old-server = la base de données { $file } est sur PostgreSQL { $version } : il faut PostgreSQL 15 ou une version plus récente
unfit-no-rights = l’utilisateur de la base de données { $file } ne peut pas y créer de tables : rendez-le propriétaire de la base, ou tapez-y `grant create on schema public to UTILISATEUR`
unfit-pooled = la base de données { $file } est derrière un pooler en mode transaction : mettez-le en mode session, ou indiquez le serveur lui-même
backup-differs = la table { $table } n’est pas la même dans la sauvegarde : relancez la même commande
backup-exists = { $file } existe déjà : choisissez un autre nom
backup-place = impossible d’écrire { $file } : { $why }

## Ce qui est dit pendant l’absence du bot (`lanai away`)

away-no-token = sans DISCORD_TOKEN, on ne peut rien dire à personne
away-begun = Toute personne qui s’adresse au bot est désormais avertie qu’il est absent. Arrêtez cette commande avant de relancer le bot.

## Ce que trouve le docteur (`lanai doctor`)

doctor-well = Tout ce dont le bot a besoin est là
doctor-ill = { $n ->
    [one] un point est à corriger : voir ×
   *[other] { $n } points sont à corriger : voir ×
}
doctor-settings = Réglages : tous sont utilisables
doctor-settings-wrong = Réglages : { $why }. Le reste sera examiné une fois cela corrigé
doctor-settings-limiter = Réglages : avec un proxy, indiquez LANAI_LIMITER=off, sinon le jeton irait au vrai Discord
doctor-settings-words = Réglages : les fichiers de textes de LANAI_WORDS ne sont pas utilisables : { $why }
doctor-settings-open = Réglages : d’autres sur cette machine peuvent lire le fichier { $file } (mode { $mode }), qui contient peut-être un secret ; tapez `chmod 600 { $file }`
doctor-pictures = Images : toutes les lettres et toutes les pièces peuvent être dessinées
doctor-pictures-wrong = Images : { $why }. Le programme est endommagé : réinstallez-le
doctor-database = Base de données : { $file } { $kind ->
        [file] est intacte et à jour
       *[server] a les tables de cette version
    }
doctor-database-new = Base de données : il n’y a encore rien dans { $file } ; le bot y crée ses tables à son démarrage
doctor-database-older = Base de données : { $file } { $kind ->
        [file] est intacte, mais
       *[server] a les tables
    } d’une version antérieure ; le bot la met à jour à son démarrage, et `lanai store migrate --dry-run` permet de l’essayer avant
doctor-database-wrong = Base de données : { $why }
doctor-latency = Latence : la base de données répond en { $ms } ms
doctor-latency-far = Latence : la base de données met { $ms } ms à répondre, et un coup demande environ 24 réponses ; mettez-la sur la même machine ou à moins de 1 ms
doctor-disk = Disque : { $free } Mo libres dans { $folder }
doctor-disk-full = Disque : seulement { $free } Mo libres dans { $folder } ; faites de la place, car sur un disque plein aucun coup ne peut être gardé
doctor-disk-unseen = Disque : impossible de voir combien de place il reste dans { $folder } : { $why }
doctor-backups = Sauvegardes : la plus récente de { $folder } date d’il y a { $hours } h
doctor-backups-old = Sauvegardes : la plus récente de { $folder } date d’il y a { $hours } h ; voyez pourquoi il n’y en a pas de plus récente
doctor-leftovers = Restes : des sauvegardes interrompues ont laissé { $list } ; la prochaine sauvegarde à cet endroit les supprimera
doctor-board = Plateau : { $address } répond
doctor-board-wrong = Plateau : { $address } ne répond pas comme le plateau ({ $why }) ; démarrez le bot et vérifiez que le proxy mène à LANAI_WEB
doctor-board-no-address = Plateau : LANAI_WEB_URL est défini, mais pas LANAI_WEB, donc aucun plateau n’est servi ; indiquez l’adresse où le proxy le trouve
doctor-board-no-url = Plateau : LANAI_WEB est défini, mais pas LANAI_WEB_URL, donc les joueurs reçoivent des liens que seule cette machine peut ouvrir
doctor-board-unsafe = Plateau : { $address } répond, mais, sans https, d’autres pourraient lire ce qui passe ; placez-le derrière un proxy qui parle https
doctor-network = Réseau : { $address } répond en { $ms } ms
doctor-network-wrong = Réseau : { $address } ne répond pas ({ $why }) ; vérifiez la connexion, le pare-feu, et LANAI_PROXY si vous l’avez indiqué
doctor-clock = Horloge : celle de cette machine est à l’heure de Discord
doctor-clock-fast = Horloge : celle de cette machine avance de { $n } s sur celle de Discord ; réglez-la par NTP, car les rappels et les temps de réflexion en dépendent
doctor-clock-slow = Horloge : celle de cette machine retarde de { $n } s sur celle de Discord ; réglez-la par NTP, car les rappels et les temps de réflexion en dépendent
doctor-clock-untold = Horloge : aucune source de temps n’a répondu ; celle de cette machine ne peut donc pas être vérifiée
doctor-token = Jeton : c’est celui de { $name }
doctor-token-none = Jeton : il n’y en a pas, et le programme ouvrirait donc le porche ; mettez celui du bot (portail des développeurs de Discord) dans DISCORD_TOKEN
doctor-token-wrong = Jeton : Discord ne le connaît pas ; mettez celui du bot (portail des développeurs de Discord) dans DISCORD_TOKEN
doctor-gateway = Passerelle : { $address } répond, et il reste { $left } sessions sur { $total } pour aujourd’hui
doctor-gateway-few = Passerelle : il ne reste que { $left ->
    [one] { $left } session
   *[other] { $left } sessions
} sur { $total } pour aujourd’hui, et sans session le bot ne peut pas revenir ; voyez dans son journal pourquoi il redémarre si souvent
doctor-gateway-wrong = Passerelle : elle ne répond pas ({ $why }) ; vérifiez le pare-feu
doctor-intents = Intents : le bot n’a besoin que de GUILDS, que tous les bots ont
doctor-intents-more = Intents : le bot n’a besoin que de GUILDS, que tous les bots ont ; vous pouvez désactiver les autres dans le portail des développeurs : { $list }
doctor-permissions = { $n ->
    [one] Permissions : le bot a toutes celles qu’il lui faut sur son serveur ; pour un salon en particulier, voir /{ cmd-check-name }
   *[other] Permissions : le bot a toutes celles qu’il lui faut sur ses { $n } serveurs ; pour un salon en particulier, voir /{ cmd-check-name }
}
doctor-permissions-missing = Permissions : il en manque sur { $n ->
    [one] { $n } serveur
   *[other] { $n } serveurs
} sur { $all } : { $list } ; donnez au rôle du bot ce qu’il lui faut, ou invitez-le à nouveau : { $link }
doctor-permissions-nowhere = Permissions : le bot n’est encore sur aucun serveur ; invitez-le : { $link }
doctor-commands = Commandes : les { $n } sont enregistrées telles que cette version les connaît
doctor-commands-other = Commandes : { $n ->
    [one] { $n } n’est pas enregistrée telle que cette version la connaît
   *[other] { $n } ne sont pas enregistrées telles que cette version les connaît
}, par exemple { $list } ; le bot y remédie à son démarrage, et s’il tourne depuis quelques minutes, son journal dit pourquoi ce n’est pas fait
doctor-untold = Discord : il n’a pas répondu à toutes les questions ({ $why }) ; réessayez dans une minute

## Ce que le docteur essaie dans un salon (`lanai doctor --live`)

live-says = Lanai fait un essai : ce message disparaîtra tout seul dans un instant
live-no-channel = Salon : le bot ne voit pas de salon textuel { $channel } ; faites un clic droit sur un salon dans Discord et copiez son identifiant, ce qui demande le mode développeur dans vos paramètres
live-fine = { $step } : comme au porche
live-forbidden = { $step } : le bot n’en a pas le droit ici
live-other-answer = { $step } : Discord répond { $found }, et le porche { $porch } ; merci de le signaler
live-no-limits = { $step } : Discord ne dit pas combien de requêtes sont permises ; merci de le signaler
live-differs = { $step } : à { $path }, il y a { $found } chez Discord, et { $porch } au porche ; merci de le signaler
live-broken-off = Tout n’a pas été essayé : { $why }
live-stopped = arrêt à mi-chemin
live-left = Le fil { $thread } est fermé mais toujours là : seul quelqu’un qui gère les fils peut le supprimer
live-stay = { $n ->
    [one] Un message n’a pas pu être supprimé ; supprimez-le vous-même
   *[other] { $n } messages n’ont pas pu être supprimés ; supprimez-les vous-même
}
trial-channel = Regarder le salon
trial-post = Publier un message
trial-post-again = Renvoyer le même message, sans qu’il apparaisse deux fois
trial-edit = Modifier un message
trial-buttons = Ajouter des boutons et un menu
trial-read = Lire un message
trial-read-channel = Lire le salon
trial-picture = Envoyer une image
trial-picture-other = Remplacer une image
trial-picture-gone = Retirer une image
trial-too-long = Publier un message trop long
trial-empty = Publier un message vide
trial-same-button = Publier deux boutons de même identifiant
trial-unknown = Modifier un message qui n’existe pas
trial-thread = Ouvrir un fil
trial-thread-post = Publier dans un fil
trial-thread-close = Fermer un fil
trial-thread-wake = Publier dans un fil fermé
trial-thread-open = Regarder un fil qui s’est rouvert
trial-delete = Supprimer un message
trial-deleted = Lire un message supprimé
trial-delete-again = Supprimer un message supprimé
live-kind-nothing = rien
live-kind-flag = oui ou non
live-kind-number = un nombre
live-kind-list = une liste
live-kind-object = un objet
live-kind-id = un identifiant
live-kind-time = une date
live-kind-text = du texte

## Games that are over

cmd-history = Consulter des parties terminées : les vôtres, celles d’une ou de deux personnes, ou du serveur
cmd-history-name = historique
cmd-history-player = La personne dont vous voulez voir les parties ; vous par défaut
cmd-history-player-name = personne
cmd-history-with = Seulement les parties avec cette personne
cmd-history-with-name = avec
cmd-history-server = Toutes les parties de ce serveur
cmd-history-server-name = serveur
chat-history-yours = **Vos parties terminées**
chat-history-person = **Parties terminées de** { $who }
chat-history-pair = **Parties terminées que** { $who } **et** { $other } **ont jouées ensemble**
chat-history-server = **Parties terminées sur ce serveur**
chat-history-none = Il n’y a pas encore de partie que vous puissiez consulter.
chat-history-no-more = Il n’y a pas de parties plus anciennes.
chat-history-menu = Voir un plateau final
chat-history-newest = Les plus récentes
chat-history-older = Plus anciennes
chat-history-player = { $who } ({ $points })
chat-history-game = **{ $game }**, { $when } : { $players }
chat-history-agreed = arrêtée d’un commun accord
chat-history-draw = égalité d’un commun accord
chat-history-won = victoire de { $who } d’un commun accord
chat-history-winner = victoire de { $who }
chat-history-resigned = { $who } a abandonné
chat-history-replaced = { $who } a quitté la table

## How well people play

cmd-stats = Voir le bilan de vos parties, et le niveau de quelqu’un
cmd-stats-name = statistiques
cmd-stats-player = La personne à consulter ; vous par défaut
cmd-stats-player-name = personne
cmd-stats-public = Les autres peuvent-ils consulter votre cote ?
cmd-stats-public-name = public
cmd-leaderboard = Voir qui joue le mieux sur ce serveur, d’après les parties classées
cmd-leaderboard-name = palmarès
cmd-leaderboard-game = Quel jeu
cmd-leaderboard-game-name = jeu
cmd-leaderboard-game-hawaii = Hawaï
cmd-leaderboard-game-haleakala = Haleakala
cmd-leaderboard-seats = À combien se jouent les parties ; 2 par défaut
cmd-leaderboard-seats-name = places
cmd-table-open-rated = La partie compte-t-elle pour la cote ? Non par défaut
cmd-table-open-rated-name = classée
chat-lobby-rated = Cette partie compte pour la cote : on y joue sans conseils, et un coup auquel l’ordinateur a répondu ne peut plus être annulé.
chat-hints-rated = À cette table, on joue sans conseils : la partie compte pour la cote.
chat-rated = Cotes : { $list }
chat-rating = { $points } ± { $within }
chat-rating-provisional = { $points } ± { $within } (provisoire)
chat-stats-yours = **Le bilan de vos parties**
chat-stats-person = **Le niveau de** { $who }
chat-stats-none = Vous n’avez pas encore joué de partie jusqu’au bout.
chat-stats-none-rated = Aucune de ses parties n’a encore compté pour la cote.
chat-stats-line = { $game } à { $seats } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}, { $won ->
    [one] { $won } gagnée
   *[other] { $won } gagnées
}, { $average } points en moyenne, { $best } au mieux.
chat-stats-rating = Cote : { $rating }.
chat-stats-rated = { $game } à { $seats } : { $rating }, après { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
chat-stats-private = { $who } ne montre pas sa cote ici.
chat-stats-unlisted = Les autres ne peuvent pas consulter votre cote. `/{ cmd-stats-name } { cmd-stats-public-name }:True` change cela.
chat-stats-public = Les autres peuvent de nouveau consulter votre cote, et vous figurez dans les palmarès.
chat-stats-hidden = Les autres ne peuvent plus consulter votre cote, et vous ne figurez dans aucun palmarès.
chat-leaderboard = **{ $game } à { $seats } : le palmarès de ce serveur**
chat-leaderboard-line = { $rank }. { $who } : { $rating }, { $games } parties
chat-leaderboard-none = Personne ici n’a encore joué { $n } parties classées. `/{ cmd-table-name } { cmd-table-open-name } { cmd-table-open-rated-name }:True` ouvre une table pour en jouer une.
cmd-stats-server = Toutes les parties de ce serveur que vous pouvez voir
cmd-stats-server-name = serveur
chat-stats-wins = Parties gagnées selon la place de départ : { $list }.
chat-stats-win = { $percent } % à la place { $place }
chat-stats-counted = { $who } ({ $n })
chat-stats-likes = { $kind }, le plus souvent : { $list }.
chat-stats-pace = Un coup vous prend { $time } en moyenne.
chat-stats-awarded = { $n ->
    [one] { $n } autre partie s’est arrêtée
   *[other] { $n } autres parties se sont arrêtées
} sur un résultat convenu entre tous ; la première place vous est revenue { $won } fois.
chat-stats-best = Meilleure partie ({ $game } à { $seats }) : { $points } points, { $day }.
chat-stats-server-line = { $game } à { $seats } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}, { $average } points en moyenne, { $best } au mieux.
chat-stats-server-none = Aucune partie que vous puissiez voir n’a encore été jouée jusqu’au bout.
chat-stats-active = Le plus de parties : { $list }.
stats-hawaii-god = Dieux
stats-hawaii-tile = Jetons
stats-haleakala-card = Cartes
stats-haleakala-ware = Achats
draw-stats-kind = { $game } à { $seats }
draw-stats-server = Les parties de ce serveur
draw-stats-games = Parties
draw-stats-points = Moyenne · record
draw-stats-wins = Gagnées selon la place de départ
draw-stats-none = Aucune partie n’a encore été jouée jusqu’au bout.
draw-stats-rating = La cote au fil du temps
draw-stats-unrated = Aucune partie n’a encore compté pour la cote.
draw-stats-provisional = en pointillé : provisoire
draw-stats-favourites = Pris le plus souvent
draw-stats-no-favourites = On n’en sait encore rien.
draw-stats-pace = { $time } par coup
draw-stats-best = { $game } : { $points } au mieux
draw-stats-active = Le plus de parties
draw-stats-nobody = Personne ne souhaite être nommé.
draw-stats-often = Combien de fois on y a joué
draw-leaderboard = { $game } à { $seats } : le palmarès de ce serveur
alt-stats = Les statistiques de { $who }.
alt-stats-rest = Le reste est dans le message.

## Ce qui est gardé des gens

somebody = Quelqu’un
cmd-privacy = Voir ce que le bot garde sur vous, tout recevoir ou tout faire supprimer
cmd-privacy-name = confidentialité
cmd-privacy-about = Lire ce qui est gardé sur vous, pourquoi et pour combien de temps
cmd-privacy-about-name = infos
cmd-privacy-export = Recevoir tout ce qui est gardé sur vous, dans un fichier que vous seul voyez
cmd-privacy-export-name = export
cmd-privacy-forget = Faire supprimer tout ce qui est gardé sur vous
cmd-privacy-forget-name = oublier
chat-privacy = **Ce que je garde sur vous, et pourquoi**
    • Votre identifiant Discord et votre nom à chaque table, pour savoir à qui c’est de jouer.
    • Les parties que vous jouez et avez jouées : leurs coups et leur issue, vos cotes et vos compétitions. `/{ cmd-history-name }`, `/{ cmd-stats-name }` et les enregistrements en viennent. Elles restent jusqu’à ce que vous me demandiez de vous oublier.
    • Vos réglages, vos notes, vos tours décidés à l’avance et les tables que vous suivez, aussi longtemps que vous le voulez. Une recherche de joueurs sur d’autres serveurs reste une semaine au plus.
    • Les messages pour vous jusqu’à leur envoi, et, pendant un jour, l’identifiant de chaque commande ou appui sur un bouton, pour que rien ne compte deux fois.
    • Les serveurs dont la modération vous tient à l’écart, et pourquoi ; et ce que vous avez fait vous-même en modérant.
    Je ne peux pas lire vos messages, et je ne transmets rien à personne. La personne qui me fait tourner peut voir ce que je garde.
chat-privacy-servers = Si un serveur me retire, je l’oublie après { $time }.
chat-privacy-servers-never = Si un serveur me retire, ce que je garde sur lui reste.
chat-privacy-policy = Toute la politique de confidentialité est ici : <{ $link }>
chat-privacy-policy-file = Toute la politique de confidentialité est dans le fichier joint, en anglais.
chat-button-export = Tout m’envoyer
chat-button-forget = M’oublier
chat-export = Voici tout ce que je garde sur vous : `{ $file }`. Personne d’autre ne voit ce message.
chat-export-about = Voici tout ce que le bot Discord Lanai garde sur vous. Les autres n’y figurent que sous le nom qu’ils avaient à vos tables. D’une partie en cours, vous recevez ce que l’on peut voir de votre place ; d’une partie terminée, tout l’enregistrement.
chat-export-without-moves = Le fichier est aussi gros que Discord le permet : il y manque les coups { $n ->
    [one] d’une partie plus ancienne
   *[other] de { $n } parties plus anciennes
}. Vous les recevez toujours une par une avec `/{ cmd-table-name } { cmd-table-record-name }`.
chat-export-left-out = { $n ->
    [one] La partie la plus ancienne n’y est pas du tout. `/{ cmd-history-name }` la montre.
   *[other] Les { $n } parties les plus anciennes n’y sont pas du tout. `/{ cmd-history-name }` les montre.
}
chat-forget = **Voulez-vous que je vous oublie ?** C’est immédiat, et personne ne peut l’annuler.
chat-forget-running = • Vous abandonnez { $n ->
    [one] la partie
   *[other] les { $n } parties
} que vous jouez en ce moment. L’ordinateur prend votre place ; une partie à deux s’arrête là.
chat-forget-open = • Vous quittez { $n ->
    [one] la table
   *[other] les { $n } tables
} où vous attendez qu’une partie commence.
chat-forget-means = • Vous vous retirez de toutes les compétitions.
    • Vos réglages, vos notes, vos recherches et tout ce qui n’est qu’à vous sont supprimés.
    • Vos parties terminées restent pour les gens avec qui vous avez joué. Votre place n’y a plus de nom, et rien ne la relie plus à vous : vous perdez donc aussi votre historique et vos cotes.
    • Ce que j’ai écrit dans les salons y reste. La modération d’un serveur peut le supprimer.
    • Là où une modération vous tient à l’écart, rien ne change.
    Si vous rejouez plus tard, vous repartez de zéro.
chat-button-forget-yes = Oui, m’oublier
chat-forgotten = C’est fait : je ne sais plus rien de vous. Si l’envie de jouer vous reprend, revenez quand vous voulez.
chat-contest-no-reason = (la raison n’est plus conservée)

## Finding others to play with

cmd-table-invite = Inviter quelqu’un à la table de ce salon, ou annoncer cette table à un rôle
cmd-table-invite-name = inviter
cmd-table-invite-player = La personne à inviter
cmd-table-invite-player-name = personne
cmd-table-invite-role = Le rôle auquel annoncer la table, sans notification
cmd-table-invite-role-name = rôle
cmd-play = Rejoindre une table de ce serveur où il manque quelqu’un, ou en ouvrir une
cmd-play-name = jouer
cmd-play-game = Quel jeu
cmd-play-game-name = jeu
cmd-play-game-hawaii = Hawaï
cmd-play-game-haleakala = Haleakala
cmd-play-seats = À combien jouer ; peu importe par défaut
cmd-play-seats-name = places
cmd-play-pace = Le rythme ; peu importe par défaut
cmd-play-pace-name = rythme
cmd-remind-invitations = Les autres peuvent-ils vous inviter à leurs tables ?
cmd-remind-invitations-name = invitations
menu-challenge = Proposer une partie
chat-challenge-which = À quel jeu voulez-vous jouer avec { $who } ?
chat-challenge-sent = Vous avez proposé une partie ({ $game }) à { $who } : { $place }
chat-challenge-whom = Choisissez quelqu’un d’autre : ni vous-même, ni un bot.
chat-invite-whom = Qui voulez-vous inviter ? Indiquez une `{ cmd-table-invite-player-name }` ou un `{ cmd-table-invite-role-name }`.
chat-invite-sent = L’invitation est publiée ici.
chat-invite-unwanted = { $who } ne souhaite pas recevoir d’invitations.
chat-invite-too-soon = Vous venez d’inviter beaucoup de monde. Réessayez dans quelques minutes.
chat-invite-person = { $called } : { $who } voudrait jouer à { $game } avec vous.
chat-invite-role = { $called } : { $who } cherche du monde pour une partie ({ $game }).
chat-invite-declined = { $who } ne peut pas venir cette fois.
chat-invite-not-yours = Cette invitation est pour { $who }.
chat-button-decline = Non, merci
chat-button-never-invite = Ne plus m’inviter
panel-sits-there = Cette personne a déjà une place à cette table.
chat-play-joined = Une table vous attendait ({ $game }) : { $place }
chat-lapsed = La table { $game } est fermée : depuis { $time }, personne ne l’a rejointe ni quittée.
chat-remind-uninvited = Personne ne peut vous inviter à une table.
cmd-note = Noter quelque chose sur cette table, rien que pour vous
cmd-note-name = note
cmd-note-text = Que noter, à la place de votre note précédente ; sans texte, votre note est montrée
cmd-note-text-name = texte
cmd-note-clear = Effacer votre note
cmd-note-clear-name = effacer
chat-note = Votre note sur cette table : { $note }
chat-note-none = Vous n’avez pas de note sur cette table. `/{ cmd-note-name }` avec un `{ cmd-note-text-name }` en garde une : votre panneau la montre, et personne d’autre ne peut la lire.
chat-note-panel = -# Votre note : { $note }
chat-again-gone = Le serveur où vous avez joué cette partie m’a retiré : on ne peut plus y rejouer.
chat-again-elsewhere = Cette partie a été jouée ailleurs : rejouez là-bas, dans { $place }.
panel-alone = Personne d’autre ici ne peut donner son accord : `/{ cmd-table-name } { cmd-table-resign-name }` met fin à la partie.
chat-watchers-rated = Cette partie compte pour la cote : on peut donc toujours suivre sa table depuis d’autres salons.
chat-history-none-here = Vous ne pouvez consulter aucune des parties les plus récentes.

# --- Deciding ahead ---

cmd-ahead = Décider maintenant de ce que vous ferez à votre tour ; personne d’autre ne le voit
cmd-ahead-name = prévoir
cmd-ahead-turn = Ce que vous ferez, par ex. « aller dieux; acheter pele » ; sans texte, le panneau s’ouvre
cmd-ahead-turn-name = tour
cmd-ahead-otherwise = Ce que vous ferez si ce n’est pas possible, par ex. « passer 3 »
cmd-ahead-otherwise-name = sinon
cmd-ahead-condition = À quelle condition le faire
cmd-ahead-condition-name = condition
cmd-ahead-condition-same = Seulement si cela coûte et rapporte toujours autant
cmd-ahead-condition-unpassed = Seulement tant que personne ne dépasse ma somme
cmd-ahead-condition-whatever = Quoi qu’il arrive
cmd-ahead-forget = Oublier ce que vous avez décidé
cmd-ahead-forget-name = oublier
chat-button-ahead = Décider à l’avance
chat-button-ahead-do = Le faire à mon tour
chat-button-ahead-always = Le faire, et toujours répondre ainsi
chat-button-ahead-same = Seulement si l’effet reste le même
chat-button-ahead-unpassed = Si personne ne me dépasse
chat-button-ahead-whatever = Quoi qu’il arrive
chat-button-ahead-else = Et si ce n’est pas possible…
chat-button-ahead-forget = Oublier
chat-ahead-panel = Ce n’est pas encore à vous, mais vous pouvez déjà décider de ce que vous ferez. Voici ce qu’il en serait si c’était à vous maintenant ; personne d’autre ne voit ce que vous choisissez.
chat-ahead-panel-else = Que ferez-vous si ce que vous avez décidé n’est pas possible ?
chat-ahead-yours = C’est à vous maintenant : il n’y a rien à décider à l’avance.
chat-ahead-turn = Dès que ce sera à vous, je jouerai pour vous : { $story }
chat-ahead-otherwise = Si ce n’est pas possible : { $story }
chat-ahead-same = **À condition** que cela coûte et rapporte toujours autant. Sinon, j’annule et je vous préviens.
chat-ahead-unpassed = **À condition** que personne ne dépasse la somme de vos jetons. Sinon, j’annule et je vous préviens.
chat-ahead-whatever = **Quoi qu’il arrive**, tant que les règles le permettent.
chat-ahead-answers = Chaque fois qu’on vous le demande, vous répondez : { $list }.
chat-ahead-always = Désormais, je réponds ainsi pour vous. `/{ cmd-ahead-name }` montre cette réponse, et vous pouvez y changer d’avis.
chat-ahead-forgotten = C’est oublié. Je vous appellerai quand ce sera à vous.
chat-ahead-off = -# Quelque chose s’est passé entre-temps : ce que vous aviez décidé à l’avance n’a pas été fait.
chat-ahead-dropped = { $who }, quelque chose s’est passé entre-temps à la table { $game } ({ $place }) : ce que vous aviez décidé à l’avance est annulé.
panel-ahead-not-yet = Vous ne pouvez rien décider à l’avance pour l’instant : vous avez quitté la manche, ou quelqu’un doit d’abord faire un choix.
panel-ahead-moved = Il s’est passé quelque chose sur le plateau entre-temps. Regardez de nouveau.
panel-ahead-enough = Je peux retenir { $n } possibilités, pas plus.
panel-ahead-answers-enough = Je réponds déjà à { $n } questions pour vous, et je ne peux pas en retenir plus. `/{ cmd-ahead-name }` les montre.
panel-ahead-nothing = Vous n’avez rien décidé à l’avance à cette table.
chat-ahead-too-far = Votre tour serait terminé avant « { $step } ».
chat-took-back-ahead = { $who } annule son dernier coup, et avec lui la réponse qui était décidée à l’avance.
brief-ahead = { $turn } · *décidé à l’avance*

# --- Tables for those who are invited ---

cmd-table-open-private = La table est-elle réservée aux personnes invitées ? Non par défaut
cmd-table-open-private-name = privée
chat-opened-private = Vous avez ouvert une table privée ({ $game }) : { $place }. Invitez-y du monde avec `/{ cmd-table-name } { cmd-table-invite-name }` ; personne d’autre ne la voit.
chat-lobby-private = Cette table est privée : seules les personnes invitées la voient.
panel-private-stays = Une table privée le reste, et elle ne peut pas quitter son fil.
panel-private-cannot = Je ne peux pas ouvrir de fil privé ici. Il me faut la permission *Créer des fils privés*, et la demande doit venir d’un salon, pas d’un fil.
chat-private-rated = Une partie classée se joue au grand jour : elle ne peut pas être privée.
chat-invite-role-private = À une table privée, on invite les gens par leur nom : cette table ne peut pas être annoncée à un rôle.
chat-invite-not-in = Je n’ai pas pu faire entrer { $who } dans ce fil, et l’invitation n’a donc pas été envoyée. Cette personne voit-elle ce salon ?

# --- Contests: leagues and tournaments ---

cmd-contest = Ligues et tournois : s’inscrire, voir qui est en tête
cmd-contest-name = compétition
cmd-contest-open = Ouvrir une ligue ou un tournoi dans ce salon
cmd-contest-open-name = ouvrir
cmd-contest-open-game = Quel jeu
cmd-contest-open-game-name = jeu
cmd-contest-open-game-hawaii = Hawaï
cmd-contest-open-game-haleakala = Haleakala
cmd-contest-open-kind = Qui rencontre qui
cmd-contest-open-kind-name = formule
cmd-contest-open-kind-league = Ligue : des divisions de quatre ou cinq, avec montées et descentes
cmd-contest-open-kind-swiss = Système suisse : on rencontre des gens au score proche du sien, et personne n’est éliminé
cmd-contest-open-kind-knockout = Élimination directe : la meilleure moitié de chaque table continue
cmd-contest-open-title = Le nom de la compétition
cmd-contest-open-title-name = nom
cmd-contest-open-seats = À combien jouer à une table d’Hawaï : 3, 4 ou 5 ; 4 par défaut
cmd-contest-open-seats-name = places
cmd-contest-open-rounds = Combien de tables par personne ; dans la ligue d’un jeu à deux, combien de fois chaque duel a lieu
cmd-contest-open-rounds-name = rondes
cmd-contest-open-options = Les règles : réglages et choix, séparés par des virgules
cmd-contest-open-options-name = options
cmd-contest-open-pace = La limite de temps ; 72h+12h par défaut
cmd-contest-open-pace-name = rythme
cmd-contest-join = S’inscrire à la compétition de ce salon
cmd-contest-join-name = rejoindre
cmd-contest-leave = Se retirer de la compétition de ce salon
cmd-contest-leave-name = quitter
cmd-contest-start = Commencer votre compétition avec toutes les personnes inscrites
cmd-contest-start-name = commencer
cmd-contest-standings = Voir où en est la compétition, rien que pour vous
cmd-contest-standings-name = classement
cmd-contest-log = Lire ce qui s’est passé en dehors des tables, corrections comprises
cmd-contest-log-name = journal
cmd-contest-correct = Donner ou retirer des points à quelqu’un dans votre compétition
cmd-contest-correct-name = corriger
cmd-contest-correct-player = Quelle personne
cmd-contest-correct-player-name = personne
cmd-contest-correct-points = Combien de points ; un nombre négatif en retire
cmd-contest-correct-points-name = points
cmd-contest-correct-reason = Pourquoi ; tout le monde peut le lire
cmd-contest-correct-reason-name = raison
cmd-contest-remove = Retirer quelqu’un de votre compétition
cmd-contest-remove-name = retirer
cmd-contest-remove-player = Quelle personne
cmd-contest-remove-player-name = personne
cmd-contest-remove-reason = Pourquoi ; tout le monde peut le lire
cmd-contest-remove-reason-name = raison
cmd-contest-annul = Faire rejouer une table de la ronde en cours, dans votre compétition
cmd-contest-annul-name = rejouer
cmd-contest-annul-table = Le numéro de la table dans la compétition
cmd-contest-annul-table-name = table
cmd-contest-annul-reason = Pourquoi ; tout le monde peut le lire
cmd-contest-annul-reason-name = raison
cmd-contest-end = Arrêter votre compétition avant la fin
cmd-contest-end-name = arrêter
cmd-contest-end-reason = Pourquoi ; tout le monde peut le lire
cmd-contest-end-reason-name = raison
chat-contest-title = **{ $name }**
chat-contest-league = Une ligue { $game } : par divisions de quatre ou cinq, chacun joue à { $rounds ->
    [one] une table
   *[other] { $rounds } tables
}. À la fin, la première personne de chaque division monte, et la dernière descend. C’est { $who } qui organise.
chat-contest-league-pairs = Une ligue { $game } : par divisions de quatre ou cinq, chacun rencontre tous les autres { $rounds ->
    [one] une fois
    [2] deux fois
   *[other] { $rounds } fois
}. À la fin, la première personne de chaque division monte, et la dernière descend. C’est { $who } qui organise.
chat-contest-swiss =
    Un tournoi { $game } au système suisse : { $rounds ->
        [one] une ronde
       *[other] { $rounds } rondes
    }, par tables de { $seats }. On rencontre des gens au score proche du sien, et personne n’est éliminé. C’est { $who } qui organise.
chat-contest-knockout = Un tournoi { $game } à élimination directe, par tables de { $seats } : la meilleure moitié de chaque table continue. C’est { $who } qui organise.
chat-contest-manners = Pour participer, appuyez sur *{ chat-contest-button-join }*. J’ouvre les tables et je vous appelle ; si votre temps est écoulé, l’ordinateur joue jusqu’à votre retour. Toutes les parties sont classées.
chat-contest-nobody = Personne ne s’est encore inscrit.
chat-contest-entrants = { $n ->
    [one] Une personne s’est inscrite :
   *[other] { $n } personnes se sont inscrites :
} { $list }
chat-contest-more = et { $n } de plus
chat-contest-tables = En cours : { $list }
chat-contest-place = { $place }. { $who } : { $points }
chat-contest-place-up = { $place }. { $who } : { $points } ↑
chat-contest-place-down = { $place }. { $who } : { $points } ↓
chat-contest-leaders = En tête : { $list }
chat-contest-division = Division { $division } : { $list }
chat-contest-reserves = En attente d’une place : { $list }
chat-contest-won = **{ $who } a gagné !**
chat-contest-ended = La compétition a été arrêtée avant la fin : { $reason }
chat-contest-yours = Votre rang : { $place }, avec { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
# A thread is looked for by its name, and Discord may change no-break spaces there: this has none.
chat-contest-thread = { $name } { $number } · { $players }
chat-contest-button-join = S’inscrire
chat-contest-button-leave = Se désinscrire
chat-contest-button-begin = Commencer
chat-contest-button-reserve = S’inscrire en réserve
chat-contest-button-drop = Se retirer
chat-contest-button-next = Saison suivante
chat-contest-opened = Les inscriptions à « { $name } » sont ouvertes : le message pour s’inscrire arrive ici dans un instant.
chat-contest-joined = Votre inscription à « { $name } » est notée. Je vous appellerai quand votre première table ouvrira.
chat-contest-reserve = « { $name } » a déjà commencé : vous êtes en réserve. Si quelqu’un se retire, vous prendrez sa place à la ronde suivante.
chat-contest-returned = Bon retour parmi nous : vous participez de nouveau à « { $name } », à partir de la prochaine ronde.
chat-contest-left = Votre inscription à « { $name } » est annulée.
chat-contest-dropped-out = C’est noté : vous ne participez plus à « { $name } ». Terminez la partie en cours à votre table, s’il vous plaît : il n’y en aura pas d’autre.
chat-contest-started = « { $name } » commence : j’ouvre les tables.
chat-contest-righted = C’est fait, et tout le monde peut le lire avec `/{ cmd-contest-name } { cmd-contest-log-name }` : { $reason }
chat-contest-reason = Indiquez une raison, s’il vous plaît : tout le monde peut la lire.
chat-contest-pace = Une compétition a besoin d’une limite de temps ; sinon, une seule personne qui ne répond plus ferait attendre toutes les autres.
chat-contest-no-threads = Une compétition ouvre un fil pour chaque table. Il me faut les permissions d’écrire ici, d’y créer des fils publics et d’écrire dans ces fils, et la demande doit venir d’un salon, pas d’un fil. `/{ cmd-check-name }` indique ce qui manque.
chat-contest-stuck = Je n’arrive pas à ouvrir une table de « { $name } » : Discord ne me laisse pas créer de fil ici. `/{ cmd-check-name }` indique quelle permission manque. Je continue d’essayer.
chat-contest-log = Ce qui s’est passé dans « { $name } », du plus récent au plus ancien :
chat-contest-newer = Plus récent
chat-contest-older = Plus ancien
chat-contest-log-opened = { $who } a ouvert la compétition.
chat-contest-log-began = { $who } a lancé la compétition avec { $n ->
    [one] une personne
   *[other] { $n } personnes
}.
chat-contest-log-round = La ronde { $round } a commencé dans la division { $division }, à { $n ->
    [one] une table
   *[other] { $n } tables
}.
chat-contest-log-left = { $player } a quitté la compétition.
chat-contest-log-silent = { $player } n’était toujours pas de retour à la fin d’une table et ne participe plus.
chat-contest-log-abandoned = Personne n’est revenu à la table { $number } : elle est abandonnée et ne rapporte aucun point.
chat-contest-log-returned = { $player } est de retour.
chat-contest-log-replaced = { $other } prend la place de { $player }.
chat-contest-log-corrected = { $who } a corrigé les points de { $player } ({ $points }) : { $reason }
chat-contest-log-removed = { $who } a retiré { $player } de la compétition : { $reason }
chat-contest-log-annulled = { $who } fait rejouer la table { $number } : { $reason }
chat-contest-log-ended = { $who } a arrêté la compétition avant la fin : { $reason }
chat-contest-log-finished = Toutes les tables sont terminées.
chat-contest-log-homeless = Le salon n’existe plus, et la compétition non plus.
panel-contest-seats = Cette table fait partie d’une compétition : les places y sont fixées.
chat-contest-none = Il n’y a pas de compétition dans ce salon. `/{ cmd-contest-name } { cmd-contest-open-name }` en ouvre une.
chat-contest-here = Il y a déjà une compétition dans ce salon, et elle n’est pas terminée.
chat-contest-followed = La saison suivante a déjà été ouverte.
chat-contest-many = Vous organisez { $n } compétitions qui ne sont pas terminées, et c’est le maximum.
chat-contest-signed-up = Votre inscription est déjà notée.
chat-contest-not-signed-up = Vous ne participez pas à cette compétition.
chat-contest-no-entrant = Cette personne ne participe pas à cette compétition.
chat-contest-full = { $n } personnes se sont inscrites, et c’est le maximum.
chat-contest-removed = Votre place dans cette compétition vous a été retirée : vous ne pouvez plus y revenir.
chat-contest-no-points = Dans un tournoi à élimination directe, les points ne déterminent pas qui continue : il n’y a rien à corriger. `/{ cmd-contest-name } { cmd-contest-annul-name }` permet de faire rejouer une table.
chat-contest-begun = Cette compétition a déjà commencé.
chat-contest-over = Cette compétition est terminée.
chat-contest-too-few = { $n ->
    [one] Il manque encore une inscription
   *[other] Il manque encore { $n } inscriptions
} pour commencer.
chat-contest-not-organiser = Seule la personne qui a ouvert la compétition peut le faire, ou quelqu’un qui gère ce serveur.
chat-contest-no-heat = Aucune table que l’on puisse faire rejouer ne porte ce numéro dans cette compétition.
chat-contest-round-over = Cette ronde est terminée, et la suivante en dépend. Vous pouvez corriger des points avec `/{ cmd-contest-name } { cmd-contest-correct-name }`.
draw-contest-division = Division { $division }
draw-contest-final = Finale
draw-contest-round = Ronde { $round }
draw-contest-played = jouées
draw-contest-points = points
cmd-play-level = Avec des gens de quel niveau ; peu importe par défaut
cmd-play-level-name = niveau
cmd-play-level-any = Peu importe
cmd-play-level-mine = À peu près le mien
cmd-play-elsewhere = Chercher aussi sur d’autres serveurs, et jouer en messages privés avec moi
cmd-play-elsewhere-name = ailleurs
cmd-remind-elsewhere = Peut-on jouer d’ici avec des gens d’autres serveurs ?
cmd-remind-elsewhere-name = ailleurs
chat-play-hidden = Les autres ne peuvent pas consulter votre cote : impossible donc de vous comparer à d’autres personnes. `/{ cmd-stats-name } { cmd-stats-public-name }:True` change cela.
chat-lobby-company = `/{ cmd-play-name }` amène à cette table des gens d’à peu près le même niveau.
chat-lobby-between = Cette table réunit des gens de plusieurs serveurs : personne d’autre ne la voit.
chat-button-stop-seeking = Ne plus chercher
chat-elsewhere-off = Ce serveur ne participe pas aux parties avec d’autres serveurs. La modération peut changer cela : `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-elsewhere-name }:True`.
chat-elsewhere-seats = { $game } ne se joue pas à { $seats }.
chat-elsewhere-plays = Vous jouez déjà avec des gens d’autres serveurs, dans nos messages privés. On ne joue qu’une partie de ce genre à la fois.
panel-elsewhere-others = Une partie entre serveurs se joue avec les personnes que j’ai trouvées pour l’occasion. `/{ cmd-play-name } { cmd-play-elsewhere-name }:True` sur un serveur en trouve d’autres.
chat-elsewhere-too-soon = Vous venez de lancer beaucoup de recherches. Réessayez dans quelques minutes.
chat-elsewhere-closed = Je ne peux pas vous écrire en messages privés, et ces parties s’y jouent. Autorisez les messages privés des membres de ce serveur, puis réessayez.
chat-elsewhere-looking = Je cherche du monde sur d’autres serveurs pour une partie ({ $game } à { $seats }). Dès que le compte y est, elle commence ici même. Si personne n’est venu au bout de { $time }, je vous le dirai.
chat-elsewhere-waits = Personne n’attend une telle partie ({ $game }) pour le moment. Je cherche encore pendant { $time } ; dès que le compte y est, la partie commence dans nos messages privés.
chat-elsewhere-begins = Votre partie ({ $game }) avec { $players } commence dans nos messages privés.
chat-elsewhere-found = Quelqu’un voudrait jouer à { $game } avec vous maintenant : la partie commence ici dans un instant.
chat-elsewhere-stopped = Je ne cherche plus personne pour vous sur d’autres serveurs.
chat-elsewhere-nothing = Je ne cherche personne pour vous sur d’autres serveurs : vous avez déjà trouvé du monde, ou votre demande est trop ancienne.
chat-elsewhere-lapsed = Personne n’est venu jouer à { $game } en { $time } : je ne cherche plus. `/{ cmd-play-name } { cmd-play-elsewhere-name }:True` sur un serveur relance la recherche.
chat-elsewhere-of-server = Jouer ou non avec d’autres serveurs se règle pour tout un serveur : ajoutez `{ cmd-remind-whose-name }:{ cmd-remind-whose-server }`.
chat-elsewhere-on-here = D’ici, on peut jouer avec des gens d’autres serveurs : `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`.
chat-elsewhere-off-here = D’ici, on ne joue pas avec des gens d’autres serveurs.
chat-elsewhere-cannot-begin = La partie de votre table { $game } n’a pas pu commencer, parce que je n’ai pas pu joindre tout le monde. `/{ cmd-table-name } { cmd-table-start-name }` réessaie ici, `/{ cmd-table-name } { cmd-table-leave-name }` y renonce.

## Moderators

language-name = Français
cmd-admin = Pour la modération : réglages du serveur, exclusions, tables à fermer, journal
cmd-admin-name = admin
cmd-admin-settings = Voir ou changer ce que ce serveur a choisi pour ses tables
cmd-admin-settings-name = réglages
cmd-admin-settings-moderators = La permission qui permet de modérer ici
cmd-admin-settings-moderators-name = modération
cmd-admin-settings-moderators-server = Gérer le serveur
cmd-admin-settings-moderators-channels = Gérer les salons
cmd-admin-settings-moderators-messages = Gérer les messages
cmd-admin-settings-moderators-members = Exclure temporairement des membres
cmd-admin-settings-channels = Dans quels salons on peut ouvrir des tables
cmd-admin-settings-channels-name = salons
cmd-admin-settings-channels-all = Dans tous, sauf les salons interdits
cmd-admin-settings-channels-named = Seulement dans les salons autorisés
cmd-admin-settings-threads = Un fil pour chaque table ?
cmd-admin-settings-threads-name = fils
cmd-admin-settings-per_person = Combien de tables en cours par personne ; 0 pour autant qu’on veut
cmd-admin-settings-per_person-name = par-personne
cmd-admin-settings-per_channel = Combien de tables en cours par salon, fils compris ; 0 pour autant qu’on veut
cmd-admin-settings-per_channel-name = par-salon
cmd-admin-settings-openers = Le rôle qu’il faut pour ouvrir des tables ; @everyone pour tout le monde
cmd-admin-settings-openers-name = rôle
cmd-admin-settings-pace = La limite de temps des nouvelles tables, si personne n’en choisit une autre
cmd-admin-settings-pace-name = rythme
cmd-admin-settings-quiet = Les heures où ne déranger personne ici, par exemple 22-8
cmd-admin-settings-quiet-name = calme
cmd-admin-settings-zone = Le fuseau horaire de ces heures calmes, comme Europe/Paris
cmd-admin-settings-zone-name = fuseau
cmd-admin-settings-language = Dans quelle langue je parle à tout le monde ici
cmd-admin-settings-language-name = langue
cmd-admin-settings-every = L’intervalle habituel des rappels : 8h, 2 jours, jamais
cmd-admin-settings-every-name = intervalle
cmd-admin-settings-elsewhere = Peut-on jouer d’ici avec des gens d’autres serveurs ?
cmd-admin-settings-elsewhere-name = ailleurs
cmd-admin-channel = Autoriser les tables dans un salon, ou les interdire
cmd-admin-channel-name = salon
cmd-admin-channel-channel = Quel salon
cmd-admin-channel-channel-name = salon
cmd-admin-channel-allowed = Peut-on y ouvrir des tables, fils compris ?
cmd-admin-channel-allowed-name = autorisé
cmd-admin-options = Choisir les règles habituelles des nouvelles tables, sauf choix contraire
cmd-admin-options-name = options
cmd-admin-options-game = Quel jeu
cmd-admin-options-game-name = jeu
cmd-admin-options-game-hawaii = Hawaï
cmd-admin-options-game-haleakala = Haleakala
cmd-admin-options-options = Réglages et choix, séparés par des virgules
cmd-admin-options-options-name = options
cmd-admin-bar = Tenir quelqu’un à l’écart des tables de ce serveur
cmd-admin-bar-name = exclure
cmd-admin-bar-player = Qui
cmd-admin-bar-player-name = personne
cmd-admin-bar-reason = Pourquoi ; la personne peut le lire
cmd-admin-bar-reason-name = raison
cmd-admin-unbar = Laisser quelqu’un revenir aux tables de ce serveur
cmd-admin-unbar-name = réadmettre
cmd-admin-unbar-player = Qui
cmd-admin-unbar-player-name = personne
cmd-admin-close = Fermer une table ; les personnes qui y jouent peuvent lire pourquoi
cmd-admin-close-name = fermer
cmd-admin-close-table = Quelle table
cmd-admin-close-table-name = table
cmd-admin-close-reason = Pourquoi ; les personnes qui y jouent peuvent le lire
cmd-admin-close-reason-name = raison
cmd-admin-close-result = Comment la partie s’achève ; sans vainqueur par défaut
cmd-admin-close-result-name = résultat
cmd-admin-close-result-without = Sans vainqueur
cmd-admin-close-result-draw = Égalité
cmd-admin-close-result-won = Avec un vainqueur
cmd-admin-close-winner = Qui a gagné
cmd-admin-close-winner-name = vainqueur
cmd-admin-log = Voir ce que la modération a fait ici
cmd-admin-log-name = journal
cmd-admin-undo = Annuler quelque chose que la modération a fait
cmd-admin-undo-name = annuler
cmd-admin-undo-act = L’acte à annuler : son numéro dans le journal
cmd-admin-undo-act-name = acte
# Settings of a server.
chat-admin-settings = **Ce que ce serveur a choisi**
chat-setting-line = **{ $name } :** { $value }
chat-setting-yes = oui
chat-setting-no = non
chat-setting-no-limit = autant qu’on veut
chat-setting-everybody = tout le monde
chat-setting-nobody = personne
chat-setting-moderators = Modération
chat-setting-moderators-about = Les personnes qui ont cette permission modèrent ce serveur, tout comme celles qui l’administrent. Pour la changer : `{ cmd-admin-settings-moderators-name }:`
chat-setting-channels = Ouverture de tables
chat-setting-channels-all = dans tous les salons, sauf ceux où c’est interdit
chat-setting-channels-named = seulement dans les salons autorisés
chat-setting-channels-about = Pour changer ce réglage : `{ cmd-admin-settings-channels-name }:` ; pour un seul salon : `/{ cmd-admin-name } { cmd-admin-channel-name }`
chat-setting-channels-open = Autorisés : { $list }
chat-setting-channels-closed = Interdits : { $list }
chat-setting-channel = Tables dans { $about }
chat-setting-channel-some = Tables dans un salon
chat-setting-channel-open = autorisées
chat-setting-channel-closed = interdites
chat-setting-channel-usual = comme dans les autres salons
chat-setting-threads = Fils pour les tables
chat-setting-threads-about = Sans fils, un salon a une seule table à la fois, et il n’y a ni tables privées ni compétitions. Pour changer ce réglage : `{ cmd-admin-settings-threads-name }:`
chat-setting-per-person = Tables en cours par personne
chat-setting-per-person-about = Combien de tables une personne peut avoir ouvertes ici à la fois. Pour changer ce réglage : `{ cmd-admin-settings-per_person-name }:`
chat-setting-per-channel = Tables en cours par salon
chat-setting-per-channel-about = Les tables des fils du salon comptent aussi, mais pas celles des compétitions. Pour changer ce réglage : `{ cmd-admin-settings-per_channel-name }:`
chat-setting-openers = Peuvent ouvrir des tables
chat-setting-openers-about = Tout le monde peut s’asseoir aux tables ouvertes. Pour changer ce réglage : `{ cmd-admin-settings-openers-name }:`
chat-setting-pace = Limite de temps habituelle
chat-setting-pace-about = Pour les nouvelles tables, si personne n’en choisit une autre. Pour la changer : `{ cmd-admin-settings-pace-name }:`
chat-setting-options = Règles habituelles de { $about }
chat-setting-options-none = la règle imprimée
chat-setting-options-about = Pour les nouvelles tables, si personne n’en choisit d’autres. Pour les changer : `/{ cmd-admin-name } { cmd-admin-options-name }`
chat-setting-player = { $about }
chat-setting-player-barred = à l’écart : { $reason }
chat-setting-player-free = pas à l’écart
chat-setting-barred = À l’écart
chat-setting-barred-about = Ces personnes ne peuvent ni ouvrir ni rejoindre de table ici. `/{ cmd-admin-name } { cmd-admin-bar-name }` tient quelqu’un à l’écart, `/{ cmd-admin-name } { cmd-admin-unbar-name }` le laisse revenir.
chat-setting-unbarred-some = Quelqu’un n’est plus à l’écart
chat-setting-quiet = Heures calmes
chat-setting-hours = { $hours }, dans le fuseau horaire { $zone }
chat-setting-quiet-about = Pendant ces heures, j’écris sans bruit, et il n’y a pas de rappels ici. Pour les changer : `{ cmd-admin-settings-quiet-name }:` et `{ cmd-admin-settings-zone-name }:`
chat-admin-which-zone = Ce serveur n’a pas encore de fuseau horaire : ces heures sont donc en UTC. Indiquez-le avec `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-zone-name }:`.
chat-setting-zone = Fuseau horaire des heures calmes
chat-setting-language = Langue
chat-language-usual = la langue du serveur dans Discord
chat-language-usual-is = { $language }, comme dans Discord
chat-setting-language-about = Je l’utilise avec tout le monde aux nouvelles tables, et je réponds à chaque personne dans la sienne. Pour la changer : `{ cmd-admin-settings-language-name }:`
chat-setting-every = Rappels
chat-setting-every-about = Pour les personnes et les tables qui n’ont rien choisi d’autre. Pour changer ce réglage : `{ cmd-admin-settings-every-name }:`
chat-setting-switch-channels = Tables dans tous les salons
chat-setting-switch-threads = Fils pour les tables
chat-setting-switch-elsewhere = Jouer avec d’autres serveurs
chat-setting-elsewhere = Jouer avec d’autres serveurs
chat-setting-elsewhere-about = Avec `/{ cmd-play-name } { cmd-play-elsewhere-name }:True`. Pour changer ce réglage : `{ cmd-admin-settings-elsewhere-name }:`
chat-admin-done = C’est fait. `/{ cmd-admin-name } { cmd-admin-log-name }` en garde la trace, et `/{ cmd-admin-name } { cmd-admin-undo-name }` peut l’annuler.
chat-admin-same = Rien ne change : c’est déjà le cas.
chat-admin-not-you = C’est réservé à la modération de ce serveur : il faut la permission *{ $permission }*.
chat-admin-not-appointing = Seules les personnes qui ont la permission *{ $permission }* choisissent qui modère ce serveur.
chat-admin-no-language = Je ne parle pas cette langue. Choisissez-en une parmi celles qui sont proposées.
chat-admin-channel-all = On peut ouvrir des tables dans tous les salons où ce n’est pas interdit. Pour s’en tenir aux salons autorisés : `/{ cmd-admin-name } { cmd-admin-settings-name } { cmd-admin-settings-channels-name }:`
chat-admin-channel-named = À noter : on ne peut ouvrir des tables que dans les salons autorisés.
chat-admin-enough = Il n’y a plus de place : au plus { $people } personnes à l’écart, et { $channels } salons autorisés ou interdits.
chat-admin-reason = Indiquez une raison, s’il vous plaît.
chat-admin-barred = { $player } est maintenant à l’écart : impossible ici d’ouvrir une table, d’en rejoindre une, de recevoir une invitation, de s’inscrire à une compétition ou de jouer avec d’autres serveurs. Les parties en cours continuent, et les compétitions commencées aussi : `/{ cmd-contest-name } { cmd-contest-remove-name }` en retire quelqu’un. La raison, que la personne peut lire : { $reason }
chat-admin-not-barred = { $player } n’est pas à l’écart.
chat-admin-unbarred = { $player } peut de nouveau rejoindre des tables ici.
chat-admin-undone = L’acte { $number } est annulé. Tout est de nouveau comme avant. { $what }
chat-admin-closed = La table { $game } est fermée. Les personnes qui y jouaient peuvent lire pourquoi : { $reason }
chat-close-who = Qui a gagné ? Indiquez la personne avec `{ cmd-admin-close-winner-name }:`.
chat-close-plays = Vous jouez à cette table : ce n’est pas à vous de décider comment la partie s’achève. Mettez-vous d’accord (`/{ cmd-table-name } { cmd-table-end-name }`), ou demandez à quelqu’un d’autre de la modération.
chat-close-contest = Cette table fait partie d’une compétition. Dans le salon de la compétition, `/{ cmd-contest-name } { cmd-contest-annul-name } { cmd-contest-annul-table-name }:{ $n }` la fait rejouer, et `/{ cmd-contest-name } { cmd-contest-end-name }` arrête la compétition.
# Why something cannot be done on a server.
chat-barred = La modération de ce serveur vous tient à l’écart de ses tables. Les parties que vous jouez continuent.
chat-barred-why = Raison : { $reason }
chat-barred-there = La modération de ce serveur tient cette personne à l’écart de ses tables.
chat-channel-closed = On ne peut pas ouvrir de table dans ce salon : la modération de ce serveur en a choisi d’autres.
chat-per-person = { $n ->
    [one] Vous avez déjà ouvert ici une table qui n’est pas terminée, et ce serveur n’en permet qu’une par personne. Terminez-la ou quittez-la d’abord.
   *[other] Vous avez déjà ouvert ici { $n } tables qui ne sont pas terminées, et ce serveur n’en permet pas plus par personne. Terminez-en une ou quittez-la d’abord.
}
chat-per-channel = { $n ->
    [one] Il y a déjà une table en cours dans ce salon, et ce serveur n’en permet pas plus. `/{ cmd-table-name } { cmd-table-list-name }` la montre.
   *[other] Il y a déjà { $n } tables en cours dans ce salon, et ce serveur n’en permet pas plus. `/{ cmd-table-name } { cmd-table-list-name }` les montre.
}
chat-openers = Sur ce serveur, seules les personnes qui ont le rôle { $role } ouvrent des tables. Vous pouvez rejoindre celles qui sont ouvertes : `/{ cmd-table-name } { cmd-table-list-name }` les montre.
chat-threads-off = Les tables n’ont pas de fils sur ce serveur ; il n’y a donc ni tables privées ni compétitions.
# What moderators did.
chat-log = **Ce que la modération a fait ici, le plus récent d’abord**
chat-log-empty = Rien pour l’instant.
chat-act = `{ $number }` { $when } { $who } – { $what }
chat-act-set = { $name } : { $before } → { $now }
chat-act-undid = a annulé l’acte { $n }. { $what }
chat-act-undone = { $line } *(annulé par l’acte { $n })*
chat-act-closed = a fermé la table { $table } : { $reason }
chat-act-closed-draw = a fermé la table { $table } sur une égalité : { $reason }
chat-act-closed-won = a fermé la table { $table } sur la victoire de { $winner } : { $reason }
chat-act-closed-private = a fermé une table privée : { $reason }
chat-act-none = Aucun acte ne porte ce numéro dans le journal.
chat-act-undone-already = Cet acte a déjà été annulé par l’acte { $n }.
chat-act-final = Une table fermée ne peut pas être rouverte, et sa partie ne peut pas reprendre. Les personnes qui y jouaient peuvent en ouvrir une autre.
chat-act-since = Ce réglage a encore changé depuis (acte { $n }). Annulez d’abord cet acte, ou changez directement le réglage.
chat-stopped = La modération de ce serveur a fermé cette table : { $reason }
chat-decided-draw = La modération de ce serveur a décidé : la partie s’achève sur une égalité.
chat-decided-won = La modération de ce serveur a décidé : la partie s’achève sur la victoire de { $who }.
chat-history-stopped = fermée par la modération
chat-history-decided-draw = égalité décidée par la modération
chat-history-decided-won = victoire de { $who } décidée par la modération
chat-too-fast = Cela fait beaucoup en quelques secondes. Je vous écouterai de nouveau { $until }.
chat-busy = Trop de monde me sollicite en ce moment, et je ne peux pas m’occuper de vous. Rien n’a été fait : réessayez dans une minute.
chat-away = Je m’absente un moment. Toutes les parties sont en sûreté et attendent, sans que le temps de jeu s’écoule. Votre demande est restée sans effet : réessayez plus tard.

## Le plateau dans un navigateur

chat-button-board = Ouvrir le plateau
chat-button-board-short = Plateau
chat-board-link = Votre plateau est prêt. Ce lien n’est que pour vous : il ne marche qu’une fois, dans les dix minutes.
chat-board-off = Il n’y a pas de plateau ici : la personne qui me fait tourner ne l’a pas activé.
panel-board-spent = Ce lien a déjà servi ou est trop ancien. Rouvrez le plateau depuis la discussion.
web-hint-expected = Environ { $points } à la fin, { $chance } % de chances de gagner.
web-no-undo = Impossible de revenir en arrière ensuite : ce tour révèle un secret.
web-outdated = La partie a continué. Voici où elle en est.
web-paused = La partie est en pause.
web-proposed = Les autres doivent aussi être d’accord : je le leur ai demandé dans la discussion.
web-refused = Ce n’est pas possible ici. Faites-le dans la discussion.
web-unknown-visitor = Discord ne vous reconnaît pas ici. Fermez le plateau et rouvrez-le.
web-too-fast = Cela fait beaucoup à la fois. Attendez quelques secondes.
web-broken = Une erreur s’est produite, et elle est consignée. Réessayez.
# --- The page of the interactive board: none of these sentences has variables. ---

web-board = Plateau
web-realm = Territoire
web-players = Joueurs
web-points = points :
web-you = c’est vous
web-to-act = doit jouer
web-computer = ordinateur
web-hint = Conseil
web-thinking = Je cherche un bon coup…
web-no-hint = Il n’y a pas de conseil pour cela.
web-undo = Annuler
web-turns = Tours
web-more = Plus
web-pause = Proposer une pause
web-resume = Reprendre la partie
web-resign = Abandonner
web-resign-ask = Voulez-vous abandonner ?
web-resign-about = L’ordinateur jouera à votre place, ou la partie finira. C’est définitif.
web-cancel = Continuer à jouer
web-confirm = Voici votre tour
web-do = Valider
web-do-ahead = Jouer ceci à mon tour
web-back = Retour
web-impossible = Impossible pour l’instant
web-closer = Agrandir ce que je peux choisir
web-news = Ce qui s’est passé
web-show-last = Montrer sur le plateau
web-standings = Score final
web-over = La partie est finie. Pour rejouer, retournez dans la discussion.
web-watching = Vous regardez cette partie.
web-ahead = Décider à l’avance
web-ahead-offer = Vous pouvez décider dès maintenant de votre prochain tour. Personne d’autre ne le voit.
web-ahead-about = Ce n’est pas encore votre tour. Voici ce que cela donnerait.
web-premove = Décidé à l’avance
web-forget = Oublier
web-position = Moment de la partie
web-setup = Mise en place
web-earlier = Un tour en arrière
web-later = Un tour en avant
web-past = Vous revoyez un tour passé : rien à choisir ici.
web-present = Voici où en est la partie.
web-now = Revenir au présent
web-changed = La partie a continué : votre tour reprend au début.
web-lost = Connexion perdue. Nouvel essai…
web-connected = Connexion rétablie.
web-failed = Cela n’a pas marché. Réessayez.
web-ended = Votre session est terminée.
web-open-again = Rouvrez le plateau depuis la discussion.
