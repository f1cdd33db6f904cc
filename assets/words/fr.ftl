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

tile-shell-hut = hutte – coquillages
tile-foot-hut = hutte – pieds
tile-spear-hut = hutte – lances
tile-exchange-hut = hutte – commerce
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

place-gods = lieu des dieux
place-tikis = lieu des tikis
place-kahunas = lieu des kahunas
place-long-huts = lieu des grandes huttes
place-spears-and-exchange = lieu des huttes – lances et commerce
place-shells-and-feet = lieu des huttes – coquillages et pieds
place-dancers-and-surfers = lieu des danseuses et des surfeurs
place-boats-and-water = lieu des pirogues et de l’irrigation
place-breadfruit-and-taro = lieu des fruits à pain et du taro
place-coconut-and-banana = lieu des noix de coco et des bananes
at-beach = sur la plage
at-cove = au port de pêche
at-dock = au poste d’amarrage { $dock }
at-place = au { $place }
at-left = a quitté la manche, sur la case { $space }

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

