# Everything a player reads, in English. The nouns are those of the English rulebooks.
# A second language is a second file of the same names.

## Goods

goods-shells = { $n ->
    [one] 1 shell
   *[other] { $n } shells
}
goods-feet = { $n ->
    [one] 1 foot
   *[other] { $n } feet
}
goods-fruits = { $n ->
    [one] 1 fruit
   *[other] { $n } fruits
}
goods-nothing = nothing
decimal-mark = .
list-and = { $first } and { $last }
list-comma = { $first }, { $last }
list-apart = { $first }; { $last }

## Tiles

tile-shell-hut = shell hut
tile-foot-hut = foot hut
tile-spear-hut = spear hut
tile-exchange-hut = exchange hut
tile-long-hut = long hut
tile-breadfruit = breadfruit
tile-taro = taro
tile-coconut = coconut
tile-banana = banana
tile-irrigation = irrigation
tile-surfer = surfer
tile-hula = hula dancer
tile-boat = boat
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
    [one] 1 kahuna
   *[other] { $n } kahunas
}
tikis = { $n ->
    [one] 1 tiki
   *[other] { $n } tikis
}
points = { $n ->
    [one] 1 point
   *[other] { $n } points
}

## Places

place-gods = gods
place-tikis = tikis
place-kahunas = kahunas
place-long-huts = long huts
place-spears-and-exchange = spears and exchange
place-shells-and-feet = shell and foot huts
place-dancers-and-surfers = dancers and surfers
place-boats-and-water = boats and irrigation
place-breadfruit-and-taro = breadfruit and taro
place-coconut-and-banana = coconut and banana
at-beach = on the beach
at-cove = at the fishing cove
at-dock = at dock { $dock }
at-place = at the { $place }
at-left = passed, space { $space }

## Prices, boats, fish

price-plain = { $worth }
price-spears = { $worth }⚔
boat-fishing = the fishing boat
boat-one = { $n ->
    [one] a boat I
   *[other] { $n } boats I
}
boat-two = { $n ->
    [one] a boat II
   *[other] { $n } boats II
}
fish-tokens = { $n ->
    [one] a token with { $fish } fish
   *[other] { $n } tokens with { $fish } fish each
}

## What happens

event-moved-place = { $who } walks to the { $place }.
event-moved-stay = { $who } stays at the { $place }.
event-moved-beach = { $who } goes to the beach and waits.
event-moved-cove = { $who } goes to the fishing cove.
event-moved-dock = { $who } goes to dock { $dock }.
event-paid = { $who } pays { $goods }.
event-gave-kane = { $who } gives KANE { $goods }.
event-took-price = { $who } takes price token { $price } from the { $place }.
event-built = { $who } adds { $tile } to village { $row }.
event-got-boat = { $who } gets { $boat }.
event-got-kahunas = { $who } gets { $kahunas }.
event-got-tikis = { $who } gets { $tikis }.
event-gained-income = { $who } receives { $goods }.
event-gained-irrigation = { $who } gets { $goods } from irrigation.
event-gained-island = { $who } gets { $goods } from the island.
event-gained-space = { $who } gets { $goods } from the space just covered.
event-scored-spears = { $who } scores { $points } for crossed spears.
event-scored-dock = { $who } scores { $points } at the dock.
event-scored-island = { $who } scores { $points } on the island.
event-scored-people = { $who } scores { $points } for pleasing the people.
event-scored-lono = { $who } scores { $points } for LONO.
event-scored-first-space = { $who } scores { $points } for space 1.
event-fished = { $who } takes { $catch }.
event-launched = { $who } launches { $boats }.
event-visited = { $who } visits the island that offers { $gift }.
event-no-gift-none-left = There's no tile of that kind left, so { $who } scores only the dock.
event-no-gift-no-room = { $who } has no room for the tile and scores only the dock.
event-declined = { $who } gives KANE nothing.
event-left = { $who } leaves the round and takes space { $space } in the turn order.
event-left-price = { $who } leaves the round and takes space { $space } in the turn order, with the { $price } token.
event-god-uncovered = { $god } is revealed.
event-god-last = That stack of gods is now empty.
event-summed-pleased = { $who } has a token sum of { $sum } and needs { $needed }: the people are pleased.
event-summed-missed = { $who } has a token sum of { $sum } and needs { $needed }: the people aren't pleased.
event-round-over = Round { $round } is over.
event-round-begins = Round { $round } begins.
event-final = { $who } scores { $points } at the end: kahunas { $kahunas }, irrigation { $irrigations }, hula dancers { $hulas }, long huts { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-tile = { $tile }
gift-fruit-tile = fruit tile II
gift-gone = visited

## What can be done

action-move = move { $name }: walk to the { $place }
action-move-stay = move { $name }: stay at the { $place }
action-fish = fish { $list }: take { $catch }
action-sail = sail { $dock }: visit the island with { $gift }
action-wait = wait: do nothing on the beach
action-pass = pass { $space }: leave the round and take space { $space }
action-pass-price = pass { $space }: leave the round and take space { $space } with the { $price } token
action-buy = buy { $name } { $price }: { $tile } for { $cost }
action-buy-double = buy { $name } { $price } double: { $tile } for { $cost }
# $typed is what is typed to do it.
action-pay = pay { $goods }
# $typed is what is typed to do it.
action-launch = launch { $boats }
# $typed is what is typed to do it.
action-pick = take { $tile }
action-build = build in village { $row }
action-build-new = build in village { $row }: start this village
action-left-stack = take it from the left stack ({ $n ->
    [one] 1 god
   *[other] { $n } gods
 })
action-right-stack = take it from the right stack ({ $n ->
    [one] 1 god
   *[other] { $n } gods
 })
# $typed is what is typed to do it.
action-offer = give KANE { $goods } for a tiki
action-decline = give KANE nothing
# $typed is what is typed to do it.
action-harvest = take { $goods } from irrigation

## Why something cannot be done

refusal-game-over = The game is over.
refusal-something-else-first = You can't do that right now.
refusal-answer-first = First answer this: { $question }
refusal-no-price-token = There's no price token left at the { $place }.
refusal-no-tile = There's no tile left at the { $place }.
refusal-nothing-fits = You have no legal space for anything sold at the { $place }.
refusal-nothing-left-to-buy-with = You must buy where you stop. After that walk, you'd be { $missing ->
    [one] 1 shell
   *[other] { $missing } shells
 } short of the cheapest tile there.
refusal-not-sold-here = There's no { $tile } for sale at the { $place }.
refusal-no-such-price = No token here shows { $price }.
refusal-too-few-tiles = There aren't enough left ({ $tile }): the supply is { $missing } short.
refusal-god-not-on-top = { $god } isn't on top of either stack.
refusal-no-kahuna-space = You need room for { $missing ->
    [one] 1 more kahuna
   *[other] { $missing } more kahunas
 }.
refusal-no-tiki-space = You need room for { $missing ->
    [one] 1 more tiki
   *[other] { $missing } more tikis
 }.
refusal-no-village-for = None of your villages can take this tile: { $tile }.
refusal-god-only-once = You already have { $god }, and you may have each god only once.
refusal-one-god-per-village = Village { $row } already has a god.
refusal-second-of-its-kind = Village { $row } already has a tile of this kind: { $tile }.
refusal-village-needs-hut = Only a hut can start a village, and village { $row } hasn't been started yet.
refusal-row-skipped = Start villages from the top, without gaps: village { $next } is next.
refusal-too-little = That needs { $good ->
    [shells] { $missing ->
        [one] 1 more shell
       *[other] { $missing } more shells
    }
    [feet] { $missing ->
        [one] 1 more foot
       *[other] { $missing } more feet
    }
   *[fruits] { $missing ->
        [one] 1 more fruit
       *[other] { $missing } more fruits
    }
 }.
refusal-wrong-sum = That costs { $cost }, and your payment is worth { $paid }.
refusal-not-in-purse = You're { $good ->
    [shells] { $missing ->
        [one] 1 shell
       *[other] { $missing } shells
    }
    [feet] { $missing ->
        [one] 1 foot
       *[other] { $missing } feet
    }
   *[fruits] { $missing ->
        [one] 1 fruit
       *[other] { $missing } fruits
    }
 } short.
refusal-mixed =
    You can't mix goods in one payment. { $power ->
        [0] An exchange hut would help.
        [one] You can exchange 1 good, but this payment needs { $turned }.
       *[other] You can exchange { $power } goods, but this payment needs { $turned }.
    }
refusal-cove-empty = The fishing cove is empty.
refusal-fish-nothing = Choose at least one fish token.
refusal-not-in-cove = The cove doesn't have that many tokens with { $fish } fish: it's { $missing } short.
refusal-boats-too-small = You need room for { $missing ->
    [one] 1 more foot
   *[other] { $missing } more feet
} on your boats.
refusal-not-ashore = Those boats aren't available this round.
refusal-more-boats-than-needed = You don't need that many boats.
refusal-no-island = The island at dock { $dock } has already been visited this round.
refusal-everybody-waited = Everybody has waited in turn: now you must do something or pass.
refusal-no-such-space = The turn order has { $spaces } spaces in this game: choose 1 to { $spaces }.
refusal-space-taken = Space { $space } is already taken.
refusal-no-fruit-tile = There's no { $tile } left.
refusal-kane-takes = KANE takes exactly { $goods } goods, or nothing.

## The board

board-title = Hawaii, round { $round } of 5. The people want { $sum }. Points: first { $first }, second { $second }, others { $others }.
board-over = The game is over.
board-turn = It's { $who }'s turn.
board-order = Turn order: { $list }
board-spaces = Spaces in the turn order: { $list }
board-space-free = { $space } free
board-space-price = { $space } with token { $price }
board-space-taken = { $space } taken by { $who }
board-row = Row { $row } from the beach
board-place = { $name }: { $wares }; prices { $prices }
board-place-nobody = none
board-here = here: { $list }
board-cove = Fishing cove: { $catch }
board-cove-empty = nothing
board-dock = Dock { $dock }: { $feet } for { $points }; island: { $gift }
board-islands = Islands still face down: { $hidden }.
board-gods = { $gods } ({ $left } left)
board-gods-gone = an empty stack
board-realm = { $who }, seat { $seat }: { $points }, { $at }
board-goods = in hand: { $goods }
board-goods-hidden = goods behind the screen
board-village = village { $row }: { $tiles } (length { $length }{ $scored ->
    [yes] , reaches a tiki
   *[no] {""}
})
board-start-hut = printed hut
board-spirits = { $kahunas }, { $tikis }
board-boats = boats ashore: { $ashore }; launched: { $launched }
board-none = none
board-tokens = tokens this round: { $prices } (sum { $sum }, needed { $needed }); fish tokens: { $fish }
board-end = final scoring would add { $points }

## The end

standing = { $rank }. { $who }: { $points }
winner = { $who } wins.
winner-of-tie = { $who } wins on the tie-break.
winners = { $who } share the victory.

## At the terminal

terminal-welcome = You're in seat { $seat }. Type help to see what you can say.
terminal-seed = This game's seed is { $seed }: add `--seed { $seed }` to play it again.
play-turn = Your turn. What will you do?
play-shop = What will you buy?
play-pay = How will you pay { $cost }?
play-launch = Which boats will you launch?
play-pick = Which fruit tile will you take?
play-build = Where will you put { $tile }?
play-which-stack = Both stacks show { $god }. Which one will you take it from?
play-kane = Will you give KANE { $goods } goods for a tiki?
play-harvest = What will you take from irrigation?
terminal-choose = Type choose and a number:
play-unknown = I don't know "{ $word }". Type help to see what you can say.
play-which = "{ $word }" could be { $list }.
play-none-such = There's nothing called "{ $word }" here.
play-unlike = There's nothing called "{ $word }" here. The closest names: { $list }.
play-needs = Say it like this: { $usage }.
play-no-choice = There's no choice { $number } right now.
play-no-such-number = Nothing here has the number { $word }.
play-no-such-disc = There's no disc { $word }: the number discs are 1 to { $last }.
play-walk-first = You can only buy where you stand: move to a place first.
play-not-heeded = You can do that, but not with the village or payment you named. Leave those out.
play-asks-first = This has to be answered first: { $list }. Add the answer, or leave out how to pay.
terminal-undone = Undone.
terminal-not-undone = There's nothing you can undo: your last step revealed something hidden, or somebody has acted since.
terminal-hint = { $n }. { $turn }: about { $points } at the end, { $chance }% to win
terminal-hint-why = It { $reasons }.
terminal-bye = You left the table.
play-help =
    move PLACE          walk to a place, or stay there (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        buy a tile, with the cheapest token unless you name one
    fish N ...          take tokens from the cove by the fish they show (fish 3 1)
    sail DOCK           visit the island at a dock
    wait                do nothing on the beach
    pass SPACE          leave the round and take a space in the turn order
    choose N            answer a question by its number
    village N, take TARO, give KANE 2 shells, launch the fishing boat: other answers
    pay 2 shells ...    how to pay, at the end of move, buy, fish or sail
    board, realms       see the island, or what everybody has
    options             see everything you can do now
    hint                what a strong player would do
    rules [TOPIC]       the rules in brief, or about one thing (rules tikis)
    undo                undo your last step
    quit                leave the table

# --- Haleakala ---

## Pieces

hal-card-statue = statue
hal-card-lava-priestess = lava priestess
hal-card-shell = shell
hal-card-lava = lava
hal-card-white-pearl = white pearl
hal-card-black-pearl = black pearl
hal-card-nautilus = nautilus
hal-card-fish = { $n ->
    [one] 1 basket of fish
   *[other] { $n } baskets of fish
}
hal-a-card-statue = a statue
hal-a-card-lava-priestess = a lava priestess
hal-a-card-shell = a shell
hal-a-card-lava = lava
hal-a-card-white-pearl = the white pearl
hal-a-card-black-pearl = the black pearl
hal-a-card-nautilus = the nautilus
hal-card-butterflies = butterflies
hal-card-statue-majority = statue majority
hal-card-complete-segment = complete segment
hal-card-forest-statues = forest statues
hal-card-mountain-statues = mountain statues
hal-grassland = grassland
hal-forest = forest
hal-mountain = mountain
hal-site = { $terrain } { $segment }
hal-hut = the hut on beach { $segment }
hal-clockwise = clockwise
hal-counterclockwise = counterclockwise

## What happens

hal-event-placed = { $who } places the { $disc } on beach { $segment }.
hal-event-invoked = { $who } adds the invocation disc.
hal-event-took-back = { $who } takes the { $disc } back from beach { $segment }.
hal-event-walked = { $who }'s shaman walks to { $site }.
hal-event-sailed = The boat sails to segment { $segment }.
hal-event-received = { $who } receives { $card }.
hal-event-nothing-left = There's no card for { $who }.
hal-event-built = { $who } builds a statue on { $site }.
hal-event-no-statue = { $who } can't build a statue.
hal-event-no-lava-to-move = There's no lava for { $who }'s priestess to move.
hal-event-lava-moved = { $who } moves lava from crater { $from } to crater { $to }.
hal-event-lava-left = { $who } leaves the lava where it is.
hal-event-invocation-back = { $who } takes the invocation disc back.
hal-event-bought = { $who } buys the { $ware } card for { $shells ->
    [one] 1 shell.
   *[other] { $shells } shells.
}
hal-event-bought-nothing = { $who } buys nothing.
hal-event-discs-back = The number discs on beach { $segment } go back to the players.
hal-event-laid = A new card in segment { $segment }: { $card }.
hal-event-lava-card = A lava card: lava rises in crater { $segment }.
hal-event-lava-rose = Lava rises in crater { $segment }.
hal-event-no-lava-left = All four lava discs are in play.
hal-event-first-scoring = The two-palm pile is empty: time for the first scoring.
hal-event-second-scoring = The boat finds no cards: time for the second and last scoring.
hal-event-destroyed = Lava destroys { $who }'s statue on { $site }.
hal-event-scored = { $who } scores { $points }: statues { $statues }, fish { $fish }, pearls { $pearls }, nautilus { $nautilus }, scoring cards { $cards }, shells { $shells }.
hal-event-second-round = The second round begins.

## What can be done

hal-action-place = place { $disc } { $segment }: put the { $disc } on beach { $segment }
hal-action-invoke = invoke { $disc }: put the { $disc } beside the boat, with the invocation disc
hal-action-take = take { $disc }: take the { $disc } back into your hand
hal-action-boat = boat: move it one segment
# $typed is what is typed to do it.
hal-action-walk = move { $site }
hal-action-stay = stay: the shaman doesn't move
# $typed is what is typed to do it.
hal-action-choose = take { $card }
# $typed is what is typed to do it.
hal-action-lava = move lava from crater { $segment } { $direction }
hal-action-leave-lava = leave the lava where it is
# $typed is what is typed to do it.
hal-action-buy = buy { $ware } for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
hal-action-buy-nothing = buy nothing

## Why something cannot be done

hal-refusal-disc-not-in-hand = Your disc { $disc } is already on beach { $segment }.
hal-refusal-disc-in-hand = Your disc { $disc } is still in your hand.
hal-refusal-equal-sums = Both players would have { $sum } on beach { $segment }, and the sums must differ.
hal-refusal-no-invocation = There are no invocation discs in the base game.
hal-refusal-invocation-not-in-hand = Your invocation disc is already on beach { $segment }.
hal-refusal-discs-in-hand = You can move the boat only when all your number discs are placed. Still in your hand: { $discs ->
    [one] { $discs } disc
   *[other] { $discs } discs
}.
hal-refusal-too-many-quiet-turns = Nobody has received a card for { $turns } turns. By the house rule, no disc may be taken back until somebody does.
hal-refusal-too-far = The shaman walks at most two steps, only one of them uphill, and never onto a beach or a crater.
hal-refusal-other-shaman = The other shaman stands there.
hal-refusal-no-such-card = There's no such card here: { $card }.
hal-refusal-no-lava = There's no lava in crater { $segment }.
hal-refusal-must-move-lava = The priestess must move lava if there is any.
hal-refusal-sold = That card is already sold: { $card }.
hal-refusal-priestess-gone = The lava priestess on the display has already been bought this round.
hal-refusal-too-few-shells = That needs { $missing ->
    [one] 1 more shell.
   *[other] { $missing } more shells.
}

## The board

hal-board-title = Haleakala, round { $round } of 2.
hal-board-segment = Segment { $segment }: { $cards }
hal-board-discs = { $who }'s { $discs } (sum { $sum })
hal-board-invocation = { $who }'s invocation disc
hal-board-statue = { $who }'s { $terrain } statue
hal-board-lava = { $n ->
    [one] 1 lava disc
   *[other] { $n } lava discs
}
hal-board-boat = the boat
hal-board-piles = Cards left: { $one } with one palm, { $two } with two, { $three } with three.
hal-board-quiet = Turns without a card: { $n } of { $most }.
hal-board-display = Display: { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] 1 shell
   *[other] { $shells } shells
})
hal-board-sold = { $ware } ({ $who }'s)
hal-board-player = { $who }, seat { $seat }: { $points }, shaman at { $at }; discs in hand: { $discs }; { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}; collected: { $kept }; { $statues ->
    [one] 1 statue
   *[other] { $statues } statues
} left
hal-board-now = a scoring now would add { $points }

## At the terminal

hal-play-shaman = Where will your shaman walk?
hal-play-choose = Which card will you take?
hal-play-priestess = Which lava disc will you move?
hal-play-purchase = What will you buy?
hal-play-help =
    place DISC SEGMENT  put a number disc on a beach: beside the boat it moves the boat,
                        elsewhere your shaman may walk (place 3 5)
    invoke DISC         put a number disc beside the boat, with the invocation disc
    take DISC           take a number disc back; then your shaman may walk
    boat                move the boat one segment, when all your number discs are placed
    move TERRAIN N      where the shaman walks (move forest 3); stay
    take CARD           which card you take (take shell)
    lava N clockwise    which lava the priestess moves (or counterclockwise); leave
    buy NAME            buy from the display (buy forest); buy nothing
    choose N            answer a question by its number
    board, players      see the volcano, or what both players have
    options             see everything you can do now
    hint                what a strong player would do
    rules [TOPIC]       the rules in brief, or about one thing (rules lava)
    undo                undo your last step
    quit                leave the table

# --- In few words ---
# A turn is a line of parts, with dots between them: **Ana** · the gods, 2 feet · KANE I for 4 shells, village 1.

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
brief-times = { $part } ({ $n } times)
brief-other = { $who }: { $what }
brief-place = { $place }
brief-stay = { $place } again
brief-cove = fishing cove
brief-dock = dock { $dock }
brief-waits = waits on the beach
brief-paid = { $part }, { $goods }
brief-bought = { $what } for { $cost }
brief-built = { $tile } in village { $row }
brief-kane = { $goods } for KANE
brief-declined = nothing for KANE
brief-gained = +{ $goods }
brief-spears = +{ $points } (spears)
brief-no-gift = nothing to take home
brief-left = out of the round, space { $space }
brief-left-price = takes the { $price } token
brief-uncovered = { $god } revealed
brief-earlier = { $n ->
    [one] One turn came before these: see *{ $button }*.
   *[other] { $n } turns came before these: see *{ $button }*.
}
brief-round-over = **Round { $round } is over.** Token sum / needed, points, income:
brief-round-row = `{ $sum } of { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Round { $round } is over.** Token sum / needed, points:
brief-last-round-row = `{ $sum } of { $needed } { $points }` **{ $who }**

hal-brief-placed = disc { $disc } on beach { $segment }
hal-brief-invoked = with the invocation disc
hal-brief-took-back = disc { $disc } back from beach { $segment }
hal-brief-walked = shaman to { $site }
hal-brief-sailed = boat to segment { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = nothing for { $who }
hal-brief-built = on { $site }
hal-brief-in-vain = no effect
hal-brief-lava-moved = lava from { $from } to { $to }
hal-brief-lava-left = no lava moved
hal-brief-bought = buys { $what }
hal-brief-ware = { $ware } for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
hal-brief-lava-rose = lava rises in crater { $segment }
hal-brief-no-lava-left = all lava discs in play
hal-brief-first-scoring = **First scoring.**
hal-brief-second-scoring = **Second scoring.**
hal-brief-destroyed = Lava takes { $who }'s statue on { $site }.
hal-brief-scored = `{ $points }` **{ $who }** · { $list }
hal-brief-scored-nothing = `{ $points }` **{ $who }**

# The end: who won, everybody, and a table of all points, whose rows have short names.
podium-title = **{ $winner }**
podium-line = { $rank } **{ $who }** · { $points }
decided = What made the difference: { $what }, { $more } to { $less }.
sheet-people = the people
sheet-lono = LONO
sheet-spears = spears
sheet-dock = docks
sheet-island = islands
sheet-first-space = space 1
sheet-kahunas = kahunas
sheet-irrigations = irrigation
sheet-hulas = dancers
sheet-long-huts = long huts
sheet-laka = LAKA
sheet-kanaloa = KANALOA
sheet-statues = statues
sheet-fish = fish
sheet-pearls = pearls
sheet-nautilus = nautilus
sheet-cards = cards
sheet-shells = shells
sheet-total = total

# --- The chat ---

## Tables

title-hawaii = Hawaii
title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **A table for { $game }.** { $free ->
    [0] All seats are taken.
    [one] One seat is free.
   *[other] { $free } seats are free.
}
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (gave a word for the shuffle)
chat-lobby-computer = • { $who } (computer, { $level })
chat-level-random = random
chat-level-greedy = greedy
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = Invited back: { $players }. Press *Join* to take your seat again.
chat-lobby-options = Rules that differ from the printed ones:
chat-lobby-option = - { $meaning }
chat-lobby-closed = This table can't be followed from other channels.
option-hawaii-goods-open = Shells, feet and fruits are open: everybody sees what everybody has.
option-hawaii-tikis-seven = A realm has room for seven tikis instead of six.
option-hawaii-last_first_space-scores_nothing = After the last round, space 1 is worth no points.
option-hawaii-tie_break-shared = Players tied on points share the victory: leftover goods don't break the tie.
option-hawaii-rows-may_be_skipped = A new village may start in any empty row.
option-hawaii-exchange-each_payment = An exchange hut helps with every payment of a turn, not just one.
option-hawaii-ranking-everyone = All sums are ranked at the end of a round, even those too low to score.
option-haleakala-lava-invoked = Tactical variant: invocation discs decide where lava flows, and nobody buys just before a scoring.
option-haleakala-priestess-may_decline = A lava priestess may leave the lava where it is.
option-haleakala-shuffling-forty_turns = After forty turns in which nobody got a card, no disc may be taken back until somebody gets one.
chat-shuffle-sealed = -# The shuffle is sealed.
chat-button-shuffle = About the shuffle
chat-shuffle-about = When this table opened, I drew a secret number for the shuffle. This seal proves that it stays the same: { $commitment }
chat-shuffle-word = Want a say in the shuffle? Give a word before the start, and it goes in.
chat-shuffle-check = The players' words and the ID of the starting message go in too, and nobody knows that ID in advance. After the game, the record lets anybody check the shuffle.
chat-button-join = Join
chat-button-leave = Leave
chat-button-word = Give a word
chat-button-invite = Invite
chat-invite-menu = Who would you like to invite?
chat-invite-pick = Pick a person
chat-button-set-up = Set up
chat-set-up = **Set up this table.** Each choice takes effect at once, and everybody sees it in the lobby.
chat-set-up-seats = { $n } seats
chat-about-seats = Room for { $n } players, you included
chat-about-pace-none = Nobody runs out of time; I only remind the player whose turn it is
chat-about-pace-turn = Every turn may take this long
chat-about-pace-bank = Everybody has a bank of time, and each turn adds some
chat-about-pace-live = A live game: everybody stays at the table
chat-timeout-word = When time is up: say so
chat-timeout-turn = When time is up: play the turn
chat-timeout-seat = When time is up: take over
chat-about-timeout-word = Everybody is told, and nothing else happens
chat-about-timeout-turn = The computer plays this turn
chat-about-timeout-seat = The computer plays until the person is back
chat-set-up-rules = Printed rules; pick what you'd like to change
panel-too-few-seats = { $n } players sit here already, so the table needs at least that many seats.
chat-set-up-pick-seats = How many seats
chat-set-up-pick-pace = Time limit
chat-set-up-pick-late = When time is up
chat-set-up-pick-level = How well the computers play
option-hawaii-printed-name = Printed rules
option-hawaii-online-name = Online edition
option-haleakala-base-name = Base game
option-haleakala-tactical-name = Tactical game
option-hawaii-goods-hidden-name = Hidden goods
option-hawaii-tikis-six-name = Six tikis
option-hawaii-last_first_space-scores-name = Space 1 scores
option-hawaii-tie_break-goods_left-name = Leftover goods break ties
option-hawaii-rows-without_gaps-name = Villages without gaps
option-hawaii-exchange-once_per_turn-name = Exchange once a turn
option-hawaii-ranking-those_who_score-name = Only those who score are ranked
option-haleakala-lava-drawn-name = Lava is drawn
option-haleakala-priestess-must_act-name = Strict priestess
option-haleakala-shuffling-unlimited-name = Free disc returns
option-hawaii-goods-open-name = Open goods
option-hawaii-tikis-seven-name = Seven tikis
option-hawaii-last_first_space-scores_nothing-name = Space 1 scores nothing
option-hawaii-tie_break-shared-name = Shared victory
option-hawaii-rows-may_be_skipped-name = Villages in any row
option-hawaii-exchange-each_payment-name = Exchange with every payment
option-hawaii-ranking-everyone-name = Everybody is ranked
option-haleakala-lava-invoked-name = Tactical variant
option-haleakala-priestess-may_decline-name = Gentle priestess
option-haleakala-shuffling-forty_turns-name = Limited disc returns
chat-button-start = Start
chat-add-computer = Add a computer
chat-add-level-keiki = Keiki, the child
chat-about-level-keiki = Knows the rules but misses a lot: good for a first game
chat-add-level-makua = Makua, the parent
chat-about-level-makua = Plays well and misses little
chat-add-level-kupuna = Kupuna, the elder
chat-about-level-kupuna = Plays as well as it can, and thinks a little longer
chat-button-remove-computer = Remove a computer
chat-button-turn = Take your turn
chat-button-realm = What I have
chat-button-undo = Undo
chat-button-record = Record
chat-button-again = Play again
chat-button-do = Do it
chat-button-back = Back
chat-button-signs = What's this?
chat-button-own-turn = I'll choose
chat-signs = **What the signs on the board mean.**
chat-signs-closed = **Closed now:** { $list }
chat-signs-closed-spot = { $marks }: { $reason }
chat-signs-line = **{ $number }** · { $text }
sign-hawaii-sum = What the people want this round: reach this sum with your tokens to score.
sign-hawaii-income = What everybody gets after this round.
sign-hawaii-points = Points for the highest sum, the second highest, and every other sum that's high enough.
sign-hawaii-tile = A tile for sale. The number says how many are left.
sign-hawaii-path = Dotted: a path. Each step costs 1 foot.
sign-hawaii-price = A price token. Pay its number in shells for side I, or twice that for side II, and keep the token.
sign-hawaii-spears = A token with crossed spears: with a spear hut or KU, it also scores points.
sign-hawaii-empty = No token left here this round.
sign-hawaii-chieftain = A chieftain, with the first letter of its player's name.
sign-hawaii-cove = The fishing cove and the fish tokens left. Each costs 1 foot and a space on your boats.
sign-hawaii-dock = An island: the feet it costs, the points it scores, and what you get there.
sign-hawaii-order = On the left, this round's turn order; then the spaces for the next round.
sign-hawaii-player = A player: points, the sum of the tokens and the sum needed, kahunas, tikis, boats, fish, goods.
sign-haleakala-round = The round. The game has two.
sign-haleakala-piles = The cards that are left, with one, two and three palms.
sign-haleakala-boat = The boat. A disc placed beside it moves it on; where it stops, cards are given out.
sign-haleakala-segment = The number of a segment and its beach.
sign-haleakala-cards = The two cards of a segment: the player with the higher sum of discs chooses first.
sign-haleakala-sum = A player's discs on this beach, added up.
sign-haleakala-shaman = A shaman. Statues are built where the shaman stands.
sign-haleakala-statue = A player's statue.
sign-haleakala-lava = A lava disc. In an eruption, one disc burns the mountain, a second the forest, and a third the grassland.
sign-haleakala-stock = The lava discs that are left.
sign-haleakala-player = A player: points, discs in hand, shells, statues, fish and cards.
sign-haleakala-display = The display: cards that you can buy, each with its price in shells.
chat-button-whole = Whole board
chat-button-close = Zoom in
chat-button-more = More
chat-opened-thread = { $who } opened a table for { $game }: { $place }
chat-again-called = { $called }: { $who } would like to play { $game } with you again.
chat-again-opened = { $who } would like to play { $game } again with the same people: { $place }
chat-again-stands = The rematch table is already open: { $place }
chat-opened-here = The table for { $game } is here, in { $place }.
chat-joined = You have seat { $seat } in { $game }.
chat-joined-word = You have seat { $seat } in { $game }, and your word is in the shuffle.
chat-left = You left the table.
chat-started = The game of { $game } begins.
chat-closed = The table for { $game } is closed: everybody left.
chat-word-title = A word for the shuffle
chat-word-label = Any word: it goes into the shuffle
chat-you-resigned = You resigned. The computer takes over your seat.
chat-you-resigned-over = You resigned, and that ends the game.
chat-record = The record of the game: `lanai replay { $file }` replays it and verifies every step, and the shuffle too.
chat-list-empty = There's no table on this server yet, or none that you can see. Open one with `/table open`.
chat-listed-open = { $place }: { $game } with { $players }, not started yet
chat-listed-running = { $place }: { $game } with { $players }
chat-listed-over = { $place }: { $game } with { $players }, finished
chat-listed-yours = **{ $line }** (yours)

## Why a turn is good: each ends a sentence that begins with "it"

reason-points = scores { $points } at once
reason-pleases = pleases the people
reason-nearer = brings you within { $n } of what the people want
reason-fish = brings { $n ->
    [one] a fish token
   *[other] { $n } fish tokens
} for the end of the round
reason-reaches = lets village { $row } reach a tiki and score
reason-longer = makes village { $row } longer ({ $n } short of a tiki)
reason-brings = brings { $what }
reason-scoring = adds { $points } for { $what } at the end
reason-income = brings { $goods } more each round
reason-boat = brings another boat
reason-last = leaves no { $tile } for anybody else
reason-closes = takes the last price token at the { $place } (nobody else can buy there this round)
reason-order = takes space { $space } in the turn order
scored-kahunas = kahunas
scored-irrigations = irrigation
scored-hulas = hula dancers
scored-long-huts = long huts
scored-laka = LAKA
scored-kanaloa = KANALOA
hal-reason-ahead = puts you ahead on beach { $segment }
hal-reason-stronger = makes you stronger on beach { $segment }
hal-reason-statue = builds a statue on { $site }
hal-reason-card = brings { $card }
hal-reason-in-hand = leaves you { $n ->
    [one] one disc
   *[other] { $n } discs
} to play
hal-reason-shaman = takes your shaman to { $site }
hal-reason-bought = buys the { $ware } card
hal-reason-scoring = adds { $points } to your next scoring

## Hints and reviews

chat-button-hint = Hint
chat-button-hint-of = Show { $n }
chat-hint = { $n ->
    [one] There's only one turn worth taking:
   *[other] Going by what you can see, these look best:
}
chat-hint-turn = **{ $n }.** { $turn }
    _Final score about { $points } · { $chance }% chance to win._
panel-hint-why = -# It { $reasons }.
panel-no-hints = Hints are off at this table.
chat-hints-on = Hints are on at this table: everybody can ask for one on their turn.
chat-hints-off = Hints are off at this table.
chat-hints-begun = The game started without hints, and it stays that way.
chat-button-review = Review
chat-button-review-again = Check again
chat-review-going = I'm reviewing the game: turn { $n } of { $of }…
panel-review = **Review of the game**: { $n ->
        [one] 1 turn, judged by what its player could know at the time.
       *[other] { $n } turns, each judged by what its player could know at the time.
    }
panel-review-seat = - { $who }: accuracy { $accuracy } of 100
panel-review-how = -# 100 means that nothing better was found. A turn that gives away 10% of the chance to win, or 20 points, scores 61.
panel-review-turn = **Turn { $n }, { $who }**
panel-review-taken = **1.** Played: { $turn }
    _Final score about { $points } · { $chance }% chance to win._
panel-review-better = **2.** Better: { $turn }
    _About { $points }, { $chance }%._
panel-review-not-over = You can review a game once it's over. Until then, `/{ cmd-hint-name }` looks at your turn.
chat-review-menu = The costliest turns, in order of play
chat-review-option = Turn { $n } · { $who }
chat-review-cost = { $chance }% of the chance to win, { $points ->
    [one] 1 point
   *[other] { $points } points
}
chat-lobby-no-hints = Hints are off at this table.

## What everybody hears

chat-begins = The game begins: { $players }.
chat-small = -# { $text }
chat-your-turn = { $who }, it's your turn.
chat-your-turn-live = { $who }, it's your turn. Your time is up { $until }.
chat-turn-of = It's { $who }'s turn.
chat-took-back = { $who } undid the last step.
chat-took-back-computers = { $who } undid the last step, and what the computer did after it.
chat-resigned = { $who } resigned; the computer takes over.
chat-resigned-over = { $who } resigned, and that ends the game.
chat-won = { $who } has won.
panel-given-up = The game wasn't played to the end.
chat-ended = Everybody agreed to end the game. Nobody has won.
chat-awarded-draw = Everybody agreed to end the game as a draw.
chat-awarded-won = Everybody agreed to end the game: { $who } has won.

## A turn

panel-dock-and-way = { $what } (costs { $feet })
panel-kind-wait = Wait
panel-kind-boat = Move the boat
panel-place-and-wares = { $place }: { $wares }
chat-disc = number { $disc }
panel-beach = beach { $segment }
panel-beach-boat = beach { $segment }, beside the boat
panel-ware = { $ware }
panel-purse = You have { $goods }.
chat-turn-elsewhere = It's your turn in { $game }: { $place }.
panel-spot-cove = Fish
panel-spot-dock = Dock { $dock }
panel-spot-leave = Leave, { $space }
panel-spot-disc = Place { $disc }
panel-spot-invoke = Invoke with { $disc }
chat-refused-spot = **Not now:** { $reason }
panel-change = Change this
panel-change-pay = Pay { $cost } another way
chat-pick-dropped = -# One of your choices doesn't fit any more and was left out. All others are kept.
panel-change-buy = Another tile, side or token here
panel-change-village = Build in another village
panel-change-boats = Launch other boats
panel-change-walk = Walk somewhere else
panel-change-card = Take another card
panel-change-lava = Move other lava
panel-change-purchase = Buy from the display
panel-choice-fish = Fish: { $catch }
panel-choice-sail = Dock { $dock }: { $gift }
panel-choice-pass = Space { $space }
panel-choice-pass-price = Space { $space }, with token { $price }
panel-choice-buy = { $tile } · { $price }
panel-short-buy = I · { $price }
panel-short-buy-double = II · { $price }
panel-choice-buy-double = { $tile } · 2 × { $price }
panel-choice-village = Village { $row }
panel-choice-place = { $disc } on beach { $segment }
panel-choice-place-boat = { $disc } beside the boat, on beach { $segment }
panel-choice-invoke = { $disc } beside the boat, with the invocation disc
panel-choice-take = { $disc } from beach { $segment }
outcome-pay = pay { $goods }
outcome-get = get { $goods }
outcome-points = { $points }
outcome-left = { $goods } left
outcome-village = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}
outcome-village-tiki = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}, reaches a tiki
outcome-village-short = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}, { $short } short of a tiki
outcome-sum = sum { $sum } of { $needed }
outcome-sum-rivals = others' sums: { $list }
outcome-sails = boat to segment { $segment }
outcome-you-choose = you choose first: { $cards }
outcome-chooses = { $who } chooses first: { $cards }
outcome-nobody = nobody has discs there
outcome-last = no cards there: the last scoring
outcome-you-get = you get { $card }
outcome-gets = { $who } gets { $card }
outcome-buys = you buy the { $ware } card for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
outcome-walks = your shaman walks to { $site }
outcome-sum-there = your sum { $sum }, theirs { $other }
chat-no-way-back = **No undo:** this reveals something hidden.
chat-confirm = This is what you would do: { $story }
chat-undone = Undone.
chat-late = Somebody was faster, or this panel is out of date. Here is the board as it stands now.
chat-late-still = The board has changed in the meantime. What you chose is still possible:
chat-undo-late = Too late to undo that: the game has gone on. Here is the board as it stands now.

## Why something was not done

panel-no-table = There's no table in this channel. Open one with `/table open`, or look for one with `/table list`.
panel-occupied = There's already a table in this channel. Finish it first, or open yours in another channel.
panel-stale = Others were faster several times in a row. Please try again.
panel-begun = The game has already started.
chat-starting = The game is about to start: seats and words for the shuffle are fixed.
chat-fixed = The game of { $game } is starting.
chat-fixed-word = - { $who }: { $word }
chat-cannot-begin = Your game of { $game } couldn't start, because I can't write in { $place }. The table is open again. Once I have permission to write there (`/check` there says what is missing), use `/table start`. Or move the table with `/table move`.
panel-not-begun = The game hasn't started yet. Press **Start**, or use `/table start`.
chat-over = The game is over.
panel-not-over = The record reveals everything hidden, so it's available only after the game.
panel-still-played = This game isn't over yet.
panel-not-played = Only those who played this game can start a rematch. `/table open` opens a table of your own.
panel-full = All seats are taken.
panel-seated = You already have a seat here.
panel-other-channel = You can only join a table in its own channel.
panel-not-seated = You have no seat at this table. You're welcome to watch: `/table show`.
panel-not-your-turn = It's seat { $seat }'s turn, not yours.
chat-not-turn-but = It's { $who }'s turn. I'll ping you when it's yours.
panel-too-few = { $n ->
    [one] One more player has to join
   *[other] { $n } more players have to join
} before the game can start.
panel-owner-begins = There's still room. Only the person who opened the table can start with fewer players.
chat-owner-begins-who = There's still room. { $who } opened this table and may start with fewer players. Otherwise, wait until somebody joins.
panel-too-many-tables = You have already opened { $n } tables that aren't finished yet. Finish or leave one first: `/mine` lists them.
panel-too-soon = That's a lot of new tables in a few minutes. Please play at one of them first: `/mine` lists yours.
panel-owner-arranges = Only the person who opened this table can set it up.
panel-no-computer = There's no computer at this table.
panel-too-many-computers = There must be a seat for you: choose fewer computers or more seats.
input-wrong-number = { $game } is for { $least } to { $most } players, not { $asked }.
input-no-preset = There's no preset "{ $name }". Choose { $known }, or write choices as name=value.
input-no-choice = There's no choice "{ $name }". Choose from { $known }.
input-no-value = { $name } can't be "{ $value }". Choose from { $known }.
panel-shown = Your last step, or what the computer did after it, revealed something hidden, so it can't be undone.
panel-acted-since = Seat { $seat } has acted since, so your step can't be undone.
chat-acted-since-who = { $who } has acted since, so your step can't be undone.
panel-nothing-yet = There's nothing to undo yet.
chat-no-such-verb = There's no `{ $verb }` in { $game }. Press **Take your turn**, or see `/help`.
chat-say-verb = Say what to do: `/help` lists the commands.
chat-old-button = This button has expired. See the table with `/table show`.
chat-other-edition = This game was started by a newer version of me, so I'm leaving it as it is. Nothing is lost: the game goes on once I've been updated.
chat-trouble = Something went wrong and was logged. Check `/table show` before trying again.
chat-suggestions-failed = I can't load this list right now. Try again in a moment.
chat-closing = I'm restarting right now, so nothing was done. Please try again in a moment.
chat-not-understood = I didn't understand that. Please choose one of the options offered.
chat-server-only = Tables live in server channels: use this command in one.
chat-may-not-write = (I don't have permission to write in this channel, so the others won't see this. `/check` says what is missing.)

## Help and rights

chat-help = **Lanai hosts Hawaii and Haleakala, one move at a time.**
    - **Take a turn:** `/turn` has a button for every move, `/hint` suggests a move, and `/table undo` takes the last one back.
    - **See how things stand:** `/table show` shows the board, `/realm` what you have, and `/recap` what you missed.
    - **Start a game:** `/play` finds players, `/table open` opens a table, and `/table invite` asks somebody to join.
    - **Learn:** `/learn` is a lesson, and `/rules` looks up a rule.
    - **Take your time:** `/remind` sets your reminders, `/snooze` asks for more time, `/ahead` decides your turn in advance, and `/note` keeps a thought.
    - **Find games:** `/mine` lists the tables waiting for you, and `/table list` all tables on this server. `/watch` follows one from another channel, and `/history` finds finished games.
    - **Compete:** `/contest open` opens a league or a tournament, `/leaderboard` ranks players, and `/stats` counts your games.
    - **Stop:** `/table pause` asks for a break, `/table end` asks to end the game, and `/table resign` gives up.
    - **Run this server:** `/check` says what I may do here, and `/admin settings` changes this server's settings.
chat-help-no-table = There's no table in this channel yet.
chat-help-game-hawaii = In Hawaii: `/move` to a place and `/buy` there, `/fish`, `/sail` to an island, `/wait`, or `/pass` to leave the round. `/choose` answers a question. Anything you don't specify is settled as cheaply as possible.
chat-help-game-haleakala = In Haleakala: `/place` a number disc, `/take` one back or take a card, `/boat` to move the boat when all your discs are placed, `/move` the shaman or the lava, or `/buy` from the display. `/choose` answers a question.
chat-check-fine = All is well: I have every permission I need here.
chat-check-missing = { $n ->
    [one] One permission is missing here. Whoever runs this server can grant it.
   *[other] { $n } permissions are missing here. Whoever runs this server can grant them.
}
chat-right-view = View Channel: to be here at all
chat-right-send = Send Messages: to say whose turn it is
chat-right-embed = Embed Links: to show the board below the text
chat-right-files = Attach Files: to send pictures and records
chat-right-history = Read Message History: to avoid repeating myself after a restart
chat-right-threads = Create Public Threads: to give each table its own thread
chat-right-in-threads = Send Messages in Threads: to play there

## Commands

cmd-table = Tables: open, join, start, look, undo
cmd-table-name = table
cmd-table-open = Open a table
cmd-table-open-name = open
cmd-table-open-game = Which game
cmd-table-open-game-name = game
cmd-table-open-game-hawaii = Hawaii
cmd-table-open-game-haleakala = Haleakala
cmd-table-open-seats = How many players
cmd-table-open-seats-name = seats
cmd-table-open-computers = How many of the players are computers
cmd-table-open-computers-name = computers
cmd-table-open-level = How well the computers play; makua if left out
cmd-table-open-level-name = level
cmd-table-open-level-keiki = Keiki: knows the rules but misses a lot
cmd-table-open-level-makua = Makua: plays well
cmd-table-open-level-kupuna = Kupuna: plays as well as it can
cmd-table-open-options = Rules to play by: presets and choices, separated by commas
cmd-table-open-options-name = options
cmd-table-join = Join the table in this channel
cmd-table-join-name = join
cmd-table-join-word = A word for the shuffle
cmd-table-join-word-name = word
cmd-table-leave = Leave the table before the game starts
cmd-table-leave-name = leave
cmd-table-start = Start the game
cmd-table-start-name = start
cmd-table-show = See the table as it stands
cmd-table-show-name = show
cmd-table-show-text = As text, without pictures
cmd-table-show-text-name = text
cmd-table-show-contrast = With stronger colours
cmd-table-show-contrast-name = contrast
cmd-table-list = See all tables on this server
cmd-table-list-name = list
cmd-table-undo = Undo your last step
cmd-table-undo-name = undo
cmd-table-resign = Resign from the game
cmd-table-resign-name = resign
cmd-table-record = Get the record of the finished game
cmd-table-record-name = record
cmd-turn = Take your turn with buttons and menus
cmd-turn-name = turn
cmd-move = Walk to a place (Hawaii), or move the shaman or the lava (Haleakala)
cmd-move-name = move
cmd-move-to = Where to
cmd-move-to-name = to
cmd-move-pay = How to pay for the walk; as cheaply as possible if left out
cmd-move-pay-name = pay
cmd-buy = Buy a tile where you stand (Hawaii), or from the display (Haleakala)
cmd-buy-name = buy
cmd-buy-what = What to buy
cmd-buy-what-name = what
cmd-buy-price = Which price token to take; the cheapest if left out
cmd-buy-price-name = price
cmd-buy-double = Pay double for the better side
cmd-buy-double-name = double
cmd-buy-pay = How to pay; without fruits if left out
cmd-buy-pay-name = pay
cmd-buy-village = Which village to put it in
cmd-buy-village-name = village
cmd-fish = Take fish tokens from the cove (Hawaii)
cmd-fish-name = fish
cmd-fish-tokens = Which tokens, by the fish they show, for example 3 1
cmd-fish-tokens-name = tokens
cmd-fish-pay = How to pay for the fish
cmd-fish-pay-name = pay
cmd-sail = Visit an island (Hawaii)
cmd-sail-name = sail
cmd-sail-dock = Which dock
cmd-sail-dock-name = dock
cmd-sail-pay = How to pay for the visit
cmd-sail-pay-name = pay
cmd-sail-village = Which village to put the island's tile in
cmd-sail-village-name = village
cmd-wait = Do nothing on the beach (Hawaii)
cmd-wait-name = wait
cmd-pass = Leave the round and take a space in the turn order (Hawaii)
cmd-pass-name = pass
cmd-pass-space = Which space
cmd-pass-space-name = space
cmd-place = Place a number disc on a beach (Haleakala)
cmd-place-name = place
cmd-place-disc = Which disc
cmd-place-disc-name = disc
cmd-place-beach = Which beach
cmd-place-beach-name = beach
cmd-place-invocation = Add the invocation disc, beside the boat
cmd-place-invocation-name = invocation
cmd-take = Take back a disc, or take a card (Haleakala)
cmd-take-name = take
cmd-take-what = What to take
cmd-take-what-name = what
cmd-boat = Move the boat one segment when all your discs are placed (Haleakala)
cmd-boat-name = boat
cmd-choose = Answer a question, or do anything you can do now
cmd-choose-name = choose
cmd-choose-choice = Which choice
cmd-choose-choice-name = choice
cmd-hint = See which turns look best, and why
cmd-hint-name = hint
cmd-table-hints = Turn hints on or off at this table
cmd-table-hints-name = hints
cmd-table-hints-allowed = Whether players may ask for hints
cmd-table-hints-allowed-name = allowed
cmd-review = Review the finished game: what each turn cost
cmd-review-name = review
cmd-realm = See what you have, or what another player shows
cmd-realm-name = realm
cmd-realm-who = Player; you if left out
cmd-realm-who-name = who
cmd-realm-text = As text, without pictures
cmd-realm-text-name = text
cmd-realm-contrast = With stronger colours
cmd-realm-contrast-name = contrast
cmd-check = See which permissions I have in this channel, and which are missing
cmd-check-name = check
cmd-help = How to play here
cmd-help-name = help

# --- On pictures: few words, as they have to fit ---

draw-round = Round { $round }
draw-over = The end
draw-wanted = The people want
draw-order = Order
draw-cove = Cove
draw-beach = Beach
draw-dock = Dock { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } of { $needed }
draw-legend-way = path walked
draw-legend-turn = turn number
draw-legend-done = bought or visited
draw-legend-choice = may be chosen

# --- Descriptions of pictures ---

alt-island = The island of Hawaii, round { $round } of 5. The people want { $sum }.
alt-realms = Realms of Hawaii, round { $round } of 5.
alt-player = { $who }: { $points }, { $at }, { $kahunas }, { $tikis }, sum { $sum } of { $needed }.
alt-of = { $who }: { $what }.
alt-tokens = { $sum } of { $needed }
alt-tokens-of = tokens { $list }
alt-boats = { $n ->
    [one] 1 boat
   *[other] { $n } boats
}
alt-order = In turn order, token sums:
alt-places = Places: stock; prices.
alt-place = { $name }: { $wares }; { $prices }.
alt-closed = closed
alt-docks = Feet, points, island at dock { $list }.
alt-dock = { $dock }: { $feet }, { $points }, { $gift }
alt-cove = Cove: { $catch }.
alt-fish = { $n } × { $fish } fish
alt-spaces = Order spaces: { $list }.
alt-free = free
alt-points = Points: first { $first }, second { $second }, others { $others }.
alt-income = Income: { $goods }.
alt-rest = The rest as text: /table show text:True.

# --- The picture of Haleakala ---

draw-hal-round = Round
draw-hal-legend-quiet = { $turns } / { $most }
draw-hal-legend-turn = turn
draw-hal-legend-way = way
draw-hal-legend-done = changed
draw-hal-legend-gone = gone
draw-hal-legend-choice = choice
draw-hal-turn = to move
draw-hal-winner = winner
hal-alt-segment = At { $segment }: { $list }.
hal-alt-disc = { $who }'s { $disc }
hal-alt-statues = { $who }'s statues: { $list }
hal-alt-invocation = invocation
hal-alt-holds = { $who } has discs { $discs }; { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}; { $statues ->
    [one] 1 statue
   *[other] { $statues } statues
}; cards: { $kept }
hal-alt-now = now worth { $points }
hal-alt-display = Display, in shells: { $list }.
draw-hal-alt-boat = The boat is at segment { $segment }.
draw-hal-alt-player = { $who }: { $points }, shaman at { $at }.

# The chart of scores at the end.
draw-scores = Points, turn by turn
draw-chances = Chances to win
alt-scores = Points over the game, round by round.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha. I host two board games, one move at a time: Hawaii and Haleakala.**
    Press a button to play against the computer: your board appears at once, in its own thread. To play with others, use `/table open`. `/help` tells you more.
chat-button-play-hawaii = Play Hawaii against two computers
chat-button-play-haleakala = Play Haleakala against the computer
chat-ready-to-play = Your table for { $game } is ready: go to { $place }.
chat-first-hawaii = To begin, press **Take your turn** below the board, or use `/move`: pick a place and buy a tile there.
chat-first-haleakala = To begin, press **Take your turn** below the board, or use `/place` to put a number disc on a beach.

## Days between turns

# What people may type, with commas between.
typed-minutes = m, min, mins, minute, minutes
typed-hours = h, hour, hours
typed-days = d, day, days
typed-weeks = w, week, weeks
typed-never = never, off, none, no, 0
typed-usual = usual, default, here, normal
typed-evening = evening, this evening
typed-morning = morning, tomorrow morning
typed-tomorrow = tomorrow, tomorrow evening
span-days = { $n ->
    [one] 1 day
   *[other] { $n } days
}
span-hours = { $n ->
    [one] 1 hour
   *[other] { $n } hours
}
span-minutes = { $n ->
    [one] 1 minute
   *[other] { $n } minutes
}
span-moment = a moment
chat-button-recap = Since my last turn
chat-button-recap-all = The last turns
chat-button-replay = Turn by turn
chat-button-snooze = I need more time
chat-button-mute = No more reminders this turn
chat-button-agree = Agree
chat-button-disagree = No
chat-button-back-again = I'm back
chat-button-resign = Yes, resign
chat-reminder = { $who }, { $game } in { $place } has been waiting for you since { $since }.
chat-nudge = { $who }, you started your turn in { $game } but haven't finished it: { $place }.
chat-call = { $who }, it's your turn in { $game }: { $place }.
chat-next = You're next in { $game }: { $who } is playing now, in { $place }.
chat-deadline = Time runs out on { $until }.
chat-silent = { $who } has been reminded several times, and has kept the table waiting since { $since }. I won't remind them again. Any player at the table can use `/table replace`.
chat-snoozed = { $who } asked for more time, until { $until }.
chat-you-snoozed = All right: I'll remind you again on { $until }. The others can see that.
chat-snooze-how-long = How much time do you need? The others will see it.
chat-snooze-menu = Until when?
chat-snooze-hours = In 3 hours
chat-snooze-evening = This evening
chat-snooze-morning = Tomorrow morning
chat-snooze-tomorrow = Tomorrow evening
chat-snooze-days = In 2 days
chat-snooze-week = In a week
chat-muted = You won't be reminded of this turn again.
chat-timed-out-word = { $who }'s time is up.
chat-timed-out-turn = { $who }'s time is up: the computer plays this turn.
chat-timed-out-seat = { $who }'s time is up: the computer plays until { $who } is back.
chat-is-back = { $who } is back.
chat-you-are-back = Welcome back: the seat is yours again.
chat-stood-in = Your time was up, so the computer is playing for you. Do you want your seat back?
panel-still-here = Nobody needs replacing: this player is still here. You can replace somebody who left the server, ran out of time, or ignored several reminders.
chat-replaced-until = The computer plays for { $who } from now on, until { $who } is back.
chat-replaced-by = { $by } plays for { $who } from now on.
chat-you-replaced = Done: the seat has a new player.
panel-asks-pause = { $who } asks to pause the game for { $time }. It pauses when everybody agrees.
panel-asks-resume = { $who } asks to go on. The game goes on when everybody agrees.
panel-asks-end = { $who } asks to end the game here, without a winner. It ends when everybody agrees.
panel-asks-draw = { $who } asks to end the game here as a draw: everybody playing shares first place. It ends if everybody agrees before the next move.
panel-asks-won = { $who } asks to end the game here: { $winner } has won, and the others share second place. It ends if everybody agrees before the next move.
chat-end-which = Name a winner or choose a result, not both.
chat-agreed = Everybody agrees.
chat-declined-proposal = { $who } doesn't agree, so everything stays as it is.
chat-you-declined-proposal = All right, everything stays as it is. The others can see that.
chat-agreed-open = { $n ->
    [one] Noted. One more player has to agree.
   *[other] Noted. { $n } more players have to agree.
}
panel-not-asked = There's nothing to agree to right now.
panel-not-paused = The game isn't paused.
panel-not-away = Nobody is playing for you, so there's no seat to take back.
panel-plays-already = The computer is already playing for this person until they're back.
panel-not-there = That person has no seat at this table.
chat-stands-in-for-you = { $who }, the computer is playing for you in { $game } ({ $place }) until you're back.
chat-played-for-you = { $who }, your time was up in { $game } ({ $place }): the computer played that turn for you.
panel-no-such-time = That time is past or too far ahead.
chat-paused = The game is paused until { $until }, or until everybody agrees to go on with `/table resume`.
chat-resumed = The game goes on.
chat-resign-sure = Do you really want to resign? In a game for two, that ends the game; otherwise the computer takes over your seat.
chat-shut = Your table for { $game } is in { $place }, where I can't write any more: somebody took away my permission, or closed the thread. `/check` there says what is missing. I'll keep trying; meanwhile, people are reminded in direct messages.
chat-shut-gone = { $place }, the channel of your table for { $game }, is gone, so the game can't go on there. Nothing is lost: use `/table move` in another channel of the server, and the game continues there.
chat-status-open = Waiting for players.
chat-status-points = Points: { $list }
chat-status-turn = It's been { $who }'s turn since { $since }.
chat-status-late = Time ran out on { $until }.
panel-status-banks = Time the others have left: { $list }.
panel-status-away = { $who } is on holiday until { $until }.
panel-status-stands-in = The computer is playing for { $who } until { $who } is back.
chat-manners-word = then everybody is told, and nothing else happens
chat-manners-turn = then the computer plays that turn
chat-manners-seat = then the computer plays until the person is back
chat-manners-turn-time = Time limit: { $time } a turn; { $late }.
chat-manners-bank = Time limit: { $start } each, plus { $more } with each turn; { $late }.
chat-pace-none = No time limit
chat-pace-turn = { $time } a turn
chat-pace-bank = { $start } each, plus { $more } with each turn
chat-no-pace = I can't read that as a time limit. Write a time for each turn, such as `24h` or `3 days`, or a bank of time plus what each turn adds, such as `72h+8h`. A time limit is at least one minute and at most sixty days, and a bank must hold more than a turn adds.
chat-late-without-pace = Without a time limit, time never runs out: choose a `pace`, or leave `late` out.
chat-no-span = I can't read that as a length of time. Write it like `8h`, `2 days` or `1 week`.
chat-no-zone = I don't know a time zone called { $zone }. Choose one that is offered while you type, such as Europe/Prague.
chat-no-hours = Write quiet hours like `22-8` or `21:30-6:30`, or `off`.
chat-no-holiday = Write how long you're away, such as `10 days`, or until when, such as `2027-01-06`: at most 60 days. Or write `off`.
chat-every = every { $time }
chat-every-never = never
chat-every-usual = as usual here
chat-pick-switches = On or off
chat-remind-switch-direct = Ping me in direct messages
chat-remind-switch-next = Tell me when I'm next
chat-remind-switch-text = Text instead of pictures
chat-remind-switch-invitations = Others may invite me
chat-quiet-off = no quiet hours
chat-remind-me = You're reminded { $every }.
chat-remind-loud-anywhere = Reminders come at any hour. Tell me your `zone` and your `quiet` hours, and I'll leave you in peace during them.
chat-remind-loud = Reminders come at any hour. Your time zone is { $zone }.
chat-remind-quiet = Quiet hours: { $hours }, in the time zone { $zone }.
chat-remind-which-zone = I don't know your time zone, so I use UTC. Set it with `/remind zone:`.
chat-remind-direct = You're pinged and reminded in direct messages.
chat-remind-next = You're told when you're next.
chat-remind-away = You're on holiday until { $until }: nobody reminds you, and your clock is stopped.
chat-remind-text = For the panel, the table and what you have, you see text instead of pictures. Add `text:False` to a command to see its pictures once.
chat-remind-change = Change these settings in the menus. Your time zone and holidays are options of `/remind`.
chat-remind-table = Reminders at this table: { $every }, except for people who chose something else.
chat-remind-server = Reminders on this server: { $every }, except for people and tables that chose something else.
chat-recap-all = What happened so far:
chat-recap = Since your last turn:
chat-recap-nothing = Nothing has happened since your last turn.
chat-recap-earlier = { $n ->
    [one] One earlier turn, then:
   *[other] { $n } earlier turns, then:
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Turn { $n } of { $of }.**
chat-realms-small = All realms: press the small picture.
chat-film = The whole game, turn by turn.
chat-watching = **{ $game }**, played in { $place }
chat-watch-begins = This channel now follows { $game } in { $place }: one message here shows how the game stands, and is updated once a minute. `/unwatch` stops it.
chat-watch-already = This channel already follows { $game } in { $place }.
chat-watch-which = There's no such table on this server, or you can't see it. Choose one that is offered while you type.
chat-watch-not-you = You don't have permission to write in this channel, so you can't follow a table here.
chat-watch-not-me = I don't have permission to write in this channel: `/check` says what is missing.
chat-came = The game has moved here and goes on.
chat-moved = { $who } moved { $game } to { $place }.
chat-move-which = You have no such table on this server. Choose one that is offered while you type.
chat-move-not-you = You don't have permission to write in this channel, so you can't move a game here.
chat-move-not-me = I don't have permission to write in this channel: `/check` says what is missing.
panel-watch-closed = This table can't be followed from other channels.
chat-watch-ends = { $game } in { $place } can no longer be followed, so this channel has stopped following it.
panel-watch-here = That table is already in this channel.
chat-watchers-open = Others can follow this table from other channels.
chat-watchers-closed = Nobody can follow this table from other channels any more.
chat-unwatched = { $n ->
    [0] This channel isn't following any table.
    [one] This channel no longer follows that table.
   *[other] This channel no longer follows those { $n } tables.
}
chat-mine = { $n ->
    [0] No table is waiting for you.
    [one] One table is waiting for you:
   *[other] { $n } tables are waiting for you:
}
chat-mine-line = • { $game } in { $place } with { $players }, since { $since }.
chat-mine-others = These tables are waiting for others:
chat-mine-open = Waiting for players.
chat-more = { $n ->
    [one] … and one more.
   *[other] … and { $n } more.
}
chat-mine-other = • { $game } in { $place } with { $players }.

cmd-table-open-pace = Time limit: 24h or 3 days a turn, or a bank such as 72h+8h
cmd-table-open-pace-name = pace
cmd-table-open-late = What happens when time is up
cmd-table-open-late-name = late
cmd-table-open-late-word = Just an announcement
cmd-table-open-late-turn = The computer plays this turn
cmd-table-open-late-seat = The computer plays until the person is back
cmd-table-pause = Ask everybody to pause the game
cmd-table-pause-name = pause
cmd-table-pause-time = For how long; a week if left out
cmd-table-pause-time-name = time
cmd-table-resume = Ask everybody to go on before the pause is over
cmd-table-resume-name = resume
cmd-table-end = Ask everybody to end the game here, without a winner or with a result
cmd-table-end-name = end
cmd-table-end-result = How it ends; without a winner if left out
cmd-table-end-result-name = result
cmd-table-end-result-without = Without a winner
cmd-table-end-result-draw = A draw: everybody shares first place
cmd-table-end-result-won = I have won
cmd-table-end-winner = Who has won, if not you
cmd-table-end-winner-name = winner
cmd-table-back = Take your seat back from the computer
cmd-table-back-name = back
cmd-table-replace = Let the computer or somebody else take the seat of a player who left
cmd-table-replace-name = replace
cmd-table-replace-who = Who left; by default the player to move
cmd-table-replace-who-name = who
cmd-table-replace-by = Who takes over; the computer if left out
cmd-table-replace-by-name = by
cmd-table-replay = See the game turn by turn, for your eyes only
cmd-table-replay-name = replay
cmd-table-move = Move one of your tables to this channel
cmd-table-move-name = move
cmd-table-move-table = Which table
cmd-table-move-table-name = table
cmd-table-watchers = Choose whether others may follow this table from other channels
cmd-table-watchers-name = watchers
cmd-table-watchers-open = Allow watchers
cmd-table-watchers-open-name = open
cmd-remind = See or change how you're reminded of your turns, and what you see
cmd-remind-name = remind
cmd-remind-every = How often: 8h, 2 days, never
cmd-remind-every-name = every
cmd-remind-zone = Your time zone, such as Europe/Prague
cmd-remind-zone-name = zone
cmd-remind-quiet = When not to disturb you, such as 22-8
cmd-remind-quiet-name = quiet
cmd-remind-direct = Pings and reminders in direct messages
cmd-remind-direct-name = direct
cmd-remind-next = Be told when you're next
cmd-remind-next-name = next
cmd-remind-away = When your holiday ends: 10 days, 2027-01-06, off
cmd-remind-away-name = away
cmd-remind-text = See text instead of pictures from now on
cmd-remind-text-name = text
cmd-remind-whose = Whose reminders; yours if left out
cmd-remind-whose-name = whose
cmd-remind-whose-me = Mine
cmd-remind-whose-table = This table's
cmd-remind-whose-server = This server's
cmd-snooze = Ask for more time this turn: the others see it, and you're reminded again later
cmd-snooze-name = snooze
cmd-snooze-until = Until when
cmd-snooze-until-name = until
cmd-recap = See what happened since your last turn
cmd-recap-name = recap
cmd-watch = Follow a table of this server in this channel
cmd-watch-name = watch
cmd-watch-table = Which table
cmd-watch-table-name = table
cmd-unwatch = Stop following a table here
cmd-unwatch-name = unwatch
cmd-unwatch-table = Which table; all if left out
cmd-unwatch-table-name = table
cmd-mine = See all tables that are waiting for you, wherever they are
cmd-mine-name = mine
alt-film = A film of the whole game: the board after each turn from start to end, then a chart of the points.
chat-turn-yours = It's your turn.
chat-your-turn-still = { $who }, it's still your turn.
chat-replay-start = **Before the first turn.**
chat-no-every = That's not an interval I can use: try `8h`, `2 days` (at least an hour) or `never`.
chat-remind-every-only = For a table you can set only `every:`; for a server, `elsewhere:` as well. Everything else is a personal setting.
chat-remind-me-here = You're reminded { $every }, which is the default here.
chat-remind-me-never = You aren't reminded.
chat-every-day = once a day
chat-snooze-clock = Your clock keeps running, though: time runs out on { $until }.
chat-mine-stood-in = The computer is playing for you there: `/table back` takes your seat back.
panel-time-was-up = Time was up and the computer played that turn, so it can't be undone.
panel-watch-many = Too many channels follow that table already, or this channel follows too many tables. `/unwatch` makes room.
panel-not-themselves = The new player has to use `/table replace` and name themselves as `by`. Leave `by` out, and the computer takes over.
input-wrong-number-exactly = { $game } is for { $least } players, not { $asked }.

# --- The rules in short ---
# What is filled in comes from the printed figures and from the options of the table. Behind `-also` stands what else people
# may type to find it, with commas between.

list-or = { $first } or { $last }
topic-does = { $tile }: { $does }
topic-does-one = { $tile } I: { $does }
topic-does-two = { $tile } II: { $does }

## What a tile does: the end of a sentence that names it

does-income = { $goods } more after each round
does-spears = { $points } for each price token with crossed spears that you take
does-exchange = { $n ->
    [one] 1 good in a payment may be of another kind
   *[other] { $n } goods in a payment may be of another kind
}
does-long-hut = only makes its village longer
does-long-hut-two = { $points } at the end, if its village counts
does-irrigation = at the end, if its village counts, { $points } points for 1 to 4 fruit tiles there
does-irrigation-two = at the end, if its village counts, { $points } points for 1 to 4 fruit tiles there; after each round, { $n } good of your choice
does-surfer = the people want { $n } less from you
does-hula = at the end, if her village counts, { $points } for each tile there
does-boat = carries { $n } feet when you fish or visit islands
does-boat-two = carries { $n } feet and adds { $feet } of its own when you fish or visit islands
does-kahuna = points at the end, if his village counts
does-tiki = villages that reach it count at the end
does-ku = { $points } for each price token with crossed spears that you take; { $goods } more after each round
does-kane = { $goods } more after each round; when you buy him, 1 tiki for { $n } goods
does-pele = a walk never costs you more than { $goods }
does-lono = { $points } more each time you please the people
does-laka = at the end, { $points } for each fruit on your fruit tiles
does-kanaloa = at the end, { $points } for each boat and each surfer
hal-does-statue = builds a statue where your shaman stands
hal-does-lava-priestess = moves a lava disc to a neighbouring crater
hal-does-shell = lets you buy from the display, now or with a later shell; worth { $points } if left at the end
hal-does-fish = whoever has more fish scores { $points } at each scoring
hal-does-pearl = { $points } at each scoring; both pearls together { $both }
hal-does-nautilus = { $points } at the second scoring
hal-does-butterfly = { $does }; shows a butterfly
hal-does-butterflies = { $points } for each butterfly on your cards
hal-does-statue-majority = { $points } for each terrain on which you have more statues
hal-does-complete-segment = { $points } for each segment with three statues of yours
hal-does-forest-statues = { $points } more for each of your statues in a forest
hal-does-mountain-statues = { $points } more for each of your statues on a mountain

## Hawaii

topic-reconstructed = Some of these figures are reconstructed: we found no source for what is printed.
topic-hawaii-aim = The aim
topic-hawaii-aim-text = The game has { $rounds } rounds. You walk around the island, buy tiles, fish, visit other islands, and build up to five villages. You score for pleasing the people after each round, for visiting islands, and for your villages at the end. Whoever then has the most points wins. You begin with { $start }, plus fruits if others come before you in the turn order.
topic-hawaii-aim-also = goal, win, winning, points, start, beginning, overview
topic-hawaii-setup = Setup and new rounds
topic-hawaii-setup-text = The places, the islands and the first turn order are drawn at random. Everybody starts with { $start }, a fishing boat, the printed hut of the first village, and fruits according to the turn order: { $start_fruits }. Each round begins the same way: chieftains and boats are back, and all price tokens are drawn again. If the last token drawn for a place lifts the sum of its tokens above the number printed there, that token goes to the cove as a fish token. A place left without any token is closed for the round. The tokens of the turn order lie in ascending order. Islands that weren't visited move to the cheaper docks, and new islands fill the others.
topic-hawaii-setup-also = setup, set up, new round, closed, bag, layout, starting fruits, random
topic-hawaii-turn = A turn
topic-hawaii-turn-text = The chieftains take turns in the turn order, again and again, until all have left the round. On your turn you do one of these things: walk to a place and buy a tile there; fish in the cove; visit an island; wait on the beach; or leave the round. When everybody still in the round has waited in a row, the next player must do something else.
topic-hawaii-turn-also = wait, beach, what can i do, move
topic-hawaii-walk = Walking
topic-hawaii-walk-text = Each step costs 1 foot: from the beach to one of the { $beach } places beside it, or from a place to a neighbouring one, diagonally too. You may cross any place. You may stop only where you can buy: there must be a price token that you can pay and a tile that you have room for. If you stop, you must buy. Staying to buy again at the same place costs 1 foot, too. Going back to the beach is free, but it counts as your turn: there you fish, visit an island, wait, or leave the round.
topic-hawaii-walk-also = walk, step, steps, feet, foot, move, stay
topic-hawaii-buy = Buying
topic-hawaii-buy-text = Choose one of the price tokens at your place, pay its number in shells, and take a tile that is sold there: one tile a turn. You keep the token until the round ends, because its number counts for what the people want. When the last token is gone, nobody can buy there any more this round. Red tokens with crossed spears score points for players who have a spear hut or KU.
topic-hawaii-buy-also = price, price token, tokens, red, orange, spears, crossed spears, circle, ⚔, shells
topic-hawaii-sides = Side I and side II
topic-hawaii-sides-text = For the number on the token you get a tile with its plain side, I. For twice that number you get the better side, II, which has a golden rim on the pictures; the token still counts only once for the people. Kahunas and tikis have only one side: for twice the number you get two of them, if two are left and you have room for both. A tile is never turned over later.
topic-hawaii-sides-also = double, twice, i, ii, golden rim, better side
topic-hawaii-payment = Paying
topic-hawaii-payment-text = Shells pay for tiles. Feet pay for steps, fish and islands. A fruit can stand in for a shell or for a foot. You may not mix goods in one payment, unless an exchange hut lets you. The walk and the tile are two payments. { $goods ->
        [open] At this table, everybody sees what everybody has.
       *[other] What you have lies hidden behind your screen.
    }
topic-hawaii-payment-also = pay, fruits, fruit, mix, goods, screen, currency
topic-hawaii-fish = Fishing
topic-hawaii-fish-text = In the cove you take as many fish tokens as you like. Each costs 1 foot and one space on your boats. You see the fish on a token, but not its number, which is from { $least } to { $most } and counts for what the people want at the end of the round. Boats that went out are back for the next round.
topic-hawaii-fish-also = cove, fishing cove, fish tokens, catch
topic-hawaii-fish-line = { $fish } fish: number { $numbers }
topic-hawaii-islands = Islands
topic-hawaii-islands-text = An island lies at each of the four docks. Pay the feet that the dock shows, carried by your boats: you score the dock's points and get what the island shows. Tiles with two sides come with side II. You take no token, so a visit doesn't count for the people. Each island can be visited once a round. If only one of two kahunas or tikis fits or is left, you get that one; if you have no room for a tile, or none is left, you score only the dock.
topic-hawaii-islands-also = dock, docks, sail, visit, jetty, gift
topic-hawaii-dock-line = Dock { $dock }: { $feet }, { $points }
topic-hawaii-order = Leaving the round
topic-hawaii-order-text = When there's nothing left that you want to do, leave the round: take a free space in the turn order, and the price token below it, which counts for what the people want. Space 1 has no token. The spaces give the next round's turn order. { $last_first_space ->
        [scores_nothing] After the last round, space 1 is worth nothing.
       *[scores] After the last round, space 1 is worth { $bonus }.
    }
topic-hawaii-order-also = turn order, pass, leave, space, spaces, order, next round
topic-hawaii-people = What the people want
topic-hawaii-people-text =
    After each round you add up the numbers of all tokens that you took, fish tokens included. Whoever reaches the number of the round has pleased the people and scores: the highest sum scores most, the second highest less, and all others who reached the number score a little. If several players tie for first, they all score as first and nobody as second; if several tie for second, they all score as second. Surfers make the number smaller for you.{ $ranking ->
        [everyone] { " " }At this table, a player who falls short of the number is ranked too, but scores nothing.
       *[those_who_score] { "" }
    }
topic-hawaii-people-also = people, the people want, number, sum, turtle, needed, pleased, second
topic-hawaii-round-line = Round { $round }: { $sum } wanted. First { $first }, second { $second }, others { $others } points
topic-hawaii-income = After the round
topic-hawaii-income-text = After every round but the last, everybody gets shells and feet, fewer each time. Shell huts, foot huts, fruit tiles, KU, KANE and irrigation systems on side II add to that. Fruits come only from tiles at this point. What you didn't spend stays yours.
topic-hawaii-income-also = income, supply, shells, feet, receive
topic-hawaii-income-line = After round { $round }: { $goods }
topic-hawaii-villages = Villages
topic-hawaii-villages-text = Each row of your realm is a village, and there are five. A village begins with a hut; your first one begins with a printed hut already. { $rows ->
        [may_be_skipped] You may begin a village in any empty row.
       *[without_gaps] You begin villages from the top, without gaps.
    } No village may have two tiles of the same kind, not even on different sides; but the four fruits are four kinds, and the printed hut doesn't count as any kind. A village may have one god at most, and you may have each god only once. Boats, kahunas and tikis don't make a village longer. Once placed, a tile stays where it is.
topic-hawaii-villages-also = village, realm, row, build, hut, huts, start, length
topic-hawaii-end = The final scoring
topic-hawaii-end-text = After round { $rounds }, only villages that reach your leftmost tiki count; without a tiki, none does. The printed hut counts as a tile. In villages that count, kahunas, hula dancers, irrigation systems and long huts II score, and so do LAKA and KANALOA. Tikis stand above columns { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, in this order: the more you have, the shorter a village may be. { $tie_break ->
        [shared] Players with equal points share the victory.
       *[goods_left] If points are equal, whoever has the most shells, feet and fruits left in total wins; if that is equal too, they share the victory.
    }
topic-hawaii-end-also = scoring, final scoring, tie, winner, tiki, tikis, points
topic-hawaii-signs = Signs on the pictures
topic-hawaii-signs-text = A golden rim with II is side II. A red token with crossed spears counts for spear huts and KU. The number on a stack says how many are left. Dashed lines show what may be chosen, and each letter belongs to a button. An arrow shows a walk, a bright frame marks what was bought or visited, and a number in a circle says which turn it was. Each player has a colour, a shape and a letter.
topic-hawaii-signs-also = legend, marks, symbols, dashes, arrow, frame, letters, colours
topic-hawaii-sold = { $gods ->
    [yes] Sold at the { $place }: there are two stacks, and you can buy only what lies on top. There are { $n } of each god.
   *[no] Sold at the { $place }. There are { $n } in the box.
}
topic-hawaii-shell-hut-text = A hut may begin a village.
topic-hawaii-shell-hut-also = shells, income, hut
topic-hawaii-foot-hut-text = A hut may begin a village.
topic-hawaii-foot-hut-also = feet, income, hut
topic-hawaii-spear-hut-text = It helps from the turn after you buy it, with the tokens of the turn order too, but never with fish tokens. Several spear huts add up. A hut may begin a village.
topic-hawaii-spear-hut-also = crossed spears, spears, ⚔, red, hut
topic-hawaii-exchange-hut-text = { $exchange ->
        [each_payment] At this table, each exchange hut helps with every payment of a turn, from the turn after you buy it.
       *[once_per_turn] Each exchange hut helps with one payment a turn, from the turn after you buy it; any part of its help that you don't use is lost for that turn.
    } A hut may begin a village.
topic-hawaii-exchange-hut-also = trade hut, mix, exchange, hut
topic-hawaii-long-hut-text = A hut may begin a village.
topic-hawaii-long-hut-also = longhouse, hut
topic-hawaii-fruit-tiles = Fruit tiles
draw-chieftain = your chieftain
topic-hawaii-fruit-tile = fruit tile
topic-hawaii-fruit-tiles-text = Breadfruit, taro, coconut and banana are four kinds, so one village can hold all four. Irrigation systems and LAKA count them at the end.
topic-hawaii-fruit-tiles-also = breadfruit, taro, coconut, banana, fruit, fruits
topic-hawaii-irrigation-text = Only fruit tiles in the same village count. The good that side II brings is a shell, a foot or a fruit.
topic-hawaii-irrigation-also = water, irrigation system, fruit
topic-hawaii-surfer-text = A surfer counts at the end of each round, including the current one. Several surfers add up. KANALOA counts surfers.
topic-hawaii-surfer-also = surf, people, number
topic-hawaii-hula-text = She counts herself and the printed hut, too.
topic-hawaii-hula-also = dancer, dance
topic-hawaii-boat-text = Everybody begins with a fishing boat that has room for { $fishing } feet. A boat goes out once a round, full or not. A boat II goes out only if you load something yourself. The foot of a boat II counts as if you had paid it. KANALOA counts boats.
topic-hawaii-boat-also = boats, fishing boat, launch, load
topic-hawaii-kahuna-text = The first stands beside the first village, the second beside the second, and so on: from the top, they're worth { $kahunas } points. Some spaces show shells, which you get at once. A kahuna may come before his village has begun.
topic-hawaii-kahuna-also = kahunas, expert
topic-hawaii-tiki-text = There's room for { $tikis ->
        [seven] seven
       *[six] six
    }. They stand above columns { $columns }{ $tikis ->
        [seven] , { $last }
       *[six] {""}
    }, from right to left. Some spaces show feet, which you get at once.
topic-hawaii-tiki-also = tikis, column, reach
topic-hawaii-ku-text = He helps from the turn after you buy him.
topic-hawaii-ku-also = god, gods, spears, crossed spears, ⚔
topic-hawaii-kane-text = You may give any { $kane } goods, mixed if you like, but only right after you buy him, and only if a tiki is left and you have room for it.
topic-hawaii-kane-also = god, gods, tiki
topic-hawaii-pele-text = The limit holds however far you walk. A walk of one step still costs 1 foot.
topic-hawaii-pele-also = god, gods, walk
topic-hawaii-lono-text = It doesn't matter whether you come first.
topic-hawaii-lono-also = god, gods, people
topic-hawaii-laka-text = He must stand in a village that counts, and so must the fruit tiles. A fruit tile with side II shows two fruits.
topic-hawaii-laka-also = god, gods, fruit
topic-hawaii-kanaloa-text = He must stand in a village that counts. All your boats count, including the fishing boat, and so do surfers in villages that count, whichever side they show.
topic-hawaii-kanaloa-also = god, gods, boats, surfers

## Haleakala

topic-haleakala-aim = The aim
topic-haleakala-aim-text = Two players put number discs on the beaches of a volcano and send a boat around it to bring them cards. With the cards you build statues, collect fish and pearls, and move lava. There are two rounds; at the end of each, the volcano erupts, and then you score. Whoever has the most points after the second scoring wins.
topic-haleakala-aim-also = goal, win, winning, overview, start
topic-haleakala-setup = Setup
topic-haleakala-setup-text = The player who begins is drawn at random. Both shamans stand at their huts, on opposite beaches, and the boat lies at segment { $jetty }. Two cards with one palm lie at each segment, and the other cards wait in three piles, sorted by palms.
topic-haleakala-setup-also = setup, set up, piles, start, random, huts
topic-haleakala-turn = A turn
topic-haleakala-turn-text = You do one of these things: put a number disc on a beach; take one of yours back; or, if you have no number disc in hand, move the boat one segment. { $shuffling ->
        [forty_turns] At this table, after forty turns in which nobody got a card, no disc may be taken back until somebody gets one.
       *[unlimited] {""}
    }
topic-haleakala-turn-also = what can i do, move
topic-haleakala-discs = Number discs
topic-haleakala-discs-text = You have the discs 1 to 5. After you put a disc on a beach away from the boat, or take a disc back, your shaman may walk. The two colours may never have the same sum on a beach, unless neither has a disc there. For example: if your opponent has a 3 on a beach, you may put a 2 there, but not a 3, nor a 1 beside your own 2.
topic-haleakala-discs-also = disc, number, place, take back, sum, sums, equal
topic-haleakala-boat = The boat
topic-haleakala-boat-text = The boat begins at segment { $jetty }. A disc that you put on the beach of the boat's own segment moves the boat clockwise by as many segments as the disc shows; the disc stays behind on that beach. Where the boat stops, cards are given out.
topic-haleakala-boat-also = fishing boat, sail, clockwise, segment
topic-haleakala-cards = Who gets the cards
topic-haleakala-cards-text = Where the boat stops, the player with the higher sum chooses one of the two cards. The other player gets the card that is left, if they have a disc there. Nobody can refuse a card. If both cards are the same, only the player with the higher sum gets one. All number discs there go back to their owners, and new cards are laid out, first those with one palm, then those with two, then those with three. If nobody has a disc there, nothing happens.
topic-haleakala-cards-also = delivery, card, choose, palm, piles
topic-haleakala-shaman = The shaman
topic-haleakala-shaman-text = The shaman begins at a hut on a beach, and the first walk reaches only grassland. A shaman walks up to two steps, at most one of them uphill, over grassland, forest and mountain, never onto a crater or a beach, and doesn't stop where the other shaman stands. Your statues are built where the shaman stands.
topic-haleakala-shaman-also = walk, uphill, steps, move
topic-haleakala-lava = Lava
topic-haleakala-lava-text = { $lava ->
        [invoked] At this table, lava comes from invocation discs alone: see the tactical variant.
       *[drawn] If a lava card is drawn when new cards are laid out, a lava disc goes into the crater of the segment where the boat is, and another card is drawn.
    } Before each scoring, the volcano erupts: one disc in a crater destroys the statue on the mountain below it, two also destroy the one in the forest, and three also the one on the grassland; a fourth does nothing. Shamans are never hurt. Afterwards all lava is removed, and a destroyed statue can be built again. There are { $discs } lava discs.
topic-haleakala-lava-also = crater, erupt, eruption, volcano, destroyed, lava card
topic-haleakala-shells = Buying from the display
topic-haleakala-shells-text = When you get a shell, you may buy one card from the display. It costs one shell or two, and shells that you have kept count, too. { $lava ->
        [invoked] At this table, nobody buys just before a scoring.
       *[drawn] Before each scoring, each player may buy one more card, starting with the player whose turn brought the scoring about.
    } Scoring cards count at the next scoring; after the first scoring, they go back to the display. The lava priestess there can be bought once a round.
topic-haleakala-shells-also = buy, display, shell, purchase, scoring cards
topic-haleakala-scoring = Scoring
topic-haleakala-scoring-text = A statue on a mountain is worth { $mountain }, in a forest { $forest }, on grassland { $grassland }. Whoever has more baskets of fish scores { $fish }. Pearls, and at the second scoring the nautilus, score what is printed on them, and so do the scoring cards that you have bought. At the second scoring, each shell left is worth { $shell }.
topic-haleakala-scoring-also = points, statues, fish, pearls
topic-haleakala-end = The two rounds
topic-haleakala-end-text = The first scoring comes when the last card with two palms is laid out, the second when no card is left in the piles and the boat stops at a segment without cards. Between them, play goes on with the next turn. If points are equal, whoever has more statues on the board wins; if that is equal too, the player who didn't begin wins.
topic-haleakala-end-also = end, round, rounds, tie, first scoring, second scoring
topic-haleakala-tactical = The tactical variant
topic-haleakala-tactical-text = No lava is drawn. When you put a number disc beside the boat, you may add your invocation disc: the boat sails, and a lava disc, if one is left, goes into the crater of the segment where the boat stops. You get the invocation disc back when the boat next stops at the beach where it lies, or with a lava priestess; you can't simply take it back. Nobody buys just before a scoring.
topic-haleakala-tactical-also = invocation, invocation disc, invoke, variant
topic-haleakala-signs = Signs on the picture
topic-haleakala-signs-text = The circles on a beach are number discs in the colours of the players, and the red discs in the middle are lava. Cards lie beside each segment. Dashed lines show what may be chosen, and each letter belongs to a button. An arrow shows a movement, a ring marks what changed, a cross marks what is gone, and a number in a circle says which turn it was. Each player has a colour, a shape and a letter.
topic-haleakala-signs-also = legend, marks, symbols, dashes, arrow, ring, cross, letters, colours
topic-haleakala-cost = On the display for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}.
topic-haleakala-statue-text = Each site has room for one statue, whoever owns it; beaches have no sites. You have { $statues }. If you can't build, you still lose the card.
topic-haleakala-statue-also = statues, build
topic-haleakala-lava-priestess-text = { $priestess ->
        [may_decline] She may also leave the lava where it is.
       *[must_act] She must move lava if there is any.
    } Lava moves to the next crater on either side, never across the middle. { $lava ->
        [invoked] She also brings back your invocation disc.
       *[drawn] {""}
    }
topic-haleakala-lava-priestess-also = priestess, lava
topic-haleakala-shell-text = A shell is spent when you buy, and only then.
topic-haleakala-shell-also = shells, buy
topic-haleakala-fish = Baskets of fish
topic-haleakala-fish-text = You keep them: they count at both scorings. With equal numbers of baskets, nobody scores for fish.
topic-haleakala-fish-also = fish, basket, baskets
topic-haleakala-pearls = Pearls
topic-haleakala-pearls-text = You keep them: they count at both scorings.
topic-haleakala-pearls-also = pearl, white pearl, black pearl
topic-haleakala-nautilus-text = It lies among the cards with three palms.
topic-haleakala-nautilus-also = nautilus
topic-haleakala-butterflies-text = It counts the butterflies on the cards that you have collected.
topic-haleakala-butterflies-also = butterfly
topic-haleakala-statue-majority-text = The terrains are grassland, forest and mountain. With equal numbers of statues, neither player scores for the terrain.
topic-haleakala-statue-majority-also = majority, more statues
topic-haleakala-complete-segment-text = You need one statue on its grassland, one in its forest and one on its mountain.
topic-haleakala-complete-segment-also = segment, three statues
topic-haleakala-forest-statues-text = This comes on top of what a statue is worth anyway.
topic-haleakala-forest-statues-also = forest
topic-haleakala-mountain-statues-text = This comes on top of what a statue is worth anyway.
topic-haleakala-mountain-statues-also = mountain

## The game in one picture: few words to a line

sum-turn = A turn
sum-round = A round
sum-points = Points
sum-hawaii-walk = Walk, 1 foot a step, and buy a tile where you stop
sum-hawaii-sides = Pay the token for side I, twice its number for side II
sum-hawaii-fish = Fish: 1 foot and room on your boats for each token
sum-hawaii-islands = Visit an island with boats: points and a gift
sum-hawaii-leave = Or leave: take a space in the next turn order
sum-hawaii-sum = All add up their tokens
sum-hawaii-people = Whoever reaches the people's number scores
sum-hawaii-income = Then shells and feet come in, fewer each round
sum-hawaii-rounds = { $rounds } rounds, then the final scoring
sum-hawaii-tiki = Only villages that reach a tiki count
sum-hawaii-kahuna = Kahunas: { $kahunas }
sum-hawaii-hula = Hula dancers: each tile of their village
sum-hawaii-irrigation = Irrigation: { $irrigated } for 1 to 4 fruit tiles
sum-hawaii-gods = LAKA: fruits. KANALOA: boats and surfers
sum-haleakala-place = Put a disc on a beach, and your shaman may walk
sum-haleakala-boat = A 3 beside the boat moves it 3 segments
sum-haleakala-take = Or take a disc back, and walk; with none in hand, move the boat by one
sum-haleakala-sums = The two sums on a beach always differ
sum-haleakala-choose = Where the boat stops, the higher sum takes a card first
sum-haleakala-build = You build statues where your shaman stands
sum-haleakala-shell = Shells buy cards from the display
sum-haleakala-lava = Lava destroys statues from the mountain down
sum-haleakala-rounds = Two rounds, each with a scoring
sum-haleakala-statues = Mountain { $mountain }, forest { $forest }, grassland { $grassland }
sum-haleakala-fish = More fish: { $fish }
sum-haleakala-pearls = Pearls, and the nautilus at the end
sum-haleakala-cards = Scoring cards: as printed on them

## The rules in the chat

chat-button-rules = Rules
chat-button-rules-of-hawaii = Rules of Hawaii
chat-button-rules-of-haleakala = Rules of Haleakala
chat-rules-menu = The course of the game
chat-rules-menu-pieces = What the pieces do
chat-rules-menu-rulings = Questions about the rules
chat-rules-menu-rulings-part = Questions about the rules: { $first } to { $last }
chat-rules-summary = **{ $game } in one picture.** Choose a topic below to read more.
chat-rules-topic = **{ $game }: { $topic }**
chat-rules-table = This table differs from the printed rules:
chat-rules-none = Nothing in the rules of { $game } is called "{ $name }". Choose a topic below.
chat-rules-back = Overview
panel-labelled = { $label }: { $text }
chat-meaning = -# { $tile }: { $does }.
cmd-rules = Read the rules in brief: the whole game in one picture, or a topic
cmd-rules-name = rules
cmd-rules-topic = What you'd like to know: a tile, a card, a sign, a word
cmd-rules-topic-name = topic
cmd-rules-game = Which game; this table's if left out
cmd-rules-game-name = game
cmd-rules-game-hawaii = Hawaii
cmd-rules-game-haleakala = Haleakala
alt-rules-part = { $part }: { $list }.
alt-rules-topic = Pieces: { $list }.

# --- Rulings ---

## Questions about the rules of Hawaii that were decided: what is asked, what we play, and why

ruling-hawaii-the_printed_hut_is_of_no_kind-question = May the first village, which begins with a printed hut, still take each kind of hut?
ruling-hawaii-the_printed_hut_is_of_no_kind-answer = Yes. The printed hut does nothing, but it begins the village and counts towards its length.
ruling-hawaii-the_printed_hut_is_of_no_kind-because = The supplement counts the printed hut for the hula dancer only; it's otherwise silent.
ruling-hawaii-twelve_gods_in_two_stacks-question = How many gods are there, and which can be bought?
ruling-hawaii-twelve_gods_in_two_stacks-answer = Two of each, shuffled into two stacks of six; only the top ones are seen and sold.
ruling-hawaii-twelve_gods_in_two_stacks-because = The total of 126 tiles leaves twelve for the gods; the English setup makes two equal stacks.
ruling-hawaii-equal_tops_are_the_buyers_choice-question = Both stacks show the same god: which stack is it taken from?
ruling-hawaii-equal_tops_are_the_buyers_choice-answer = Whoever buys the god chooses. If the stacks are equally high, nobody is asked: it comes from the left one.
ruling-hawaii-equal_tops_are_the_buyers_choice-because = The rules are silent. With unequal stacks the choice matters, because a stack's last tile uncovers no other; equally high stacks can't be told apart.
ruling-hawaii-the_cove_is_stirred-question = May a player choose a fish token by the place it came from?
ruling-hawaii-the_cove_is_stirred-answer = No. The cove is stirred: tokens are chosen by the fish they show, and those that look alike are interchangeable.
ruling-hawaii-the_cove_is_stirred-because = Our house rule. The English text says only "remember, these have the numbers face-down"; the banker has just added the numbers openly, so a token's place of origin would give its number away.
ruling-hawaii-a_walk_needs_a_purchase-question = May a chieftain stop where his player can't buy anything?
ruling-hawaii-a_walk_needs_a_purchase-answer = No: there must be a token, a tile that fits into the realm, and enough goods left after the walk to pay for it.
ruling-hawaii-a_walk_needs_a_purchase-because = The English text says that whoever moves to a place must buy there, and must be able to place the tile.
ruling-hawaii-the_beach_is_no_short_cut-question = May a walk from place to place cross the beach for free?
ruling-hawaii-the_beach_is_no_short_cut-answer = No. But a chieftain may go to the beach, do nothing, and walk inland on a later turn.
ruling-hawaii-the_beach_is_no_short_cut-because = A note in the Czech text, citing the author.
ruling-hawaii-everybody_waits_only_once-question = Nothing forbids waiting on the beach for ever: may everybody do so?
ruling-hawaii-everybody_waits_only_once-answer = No. Once all who are still in the round have waited in a row, the next player must act or leave.
ruling-hawaii-everybody_waits_only_once-because = Our safeguard, so that every round ends. The English text has no such limit: "This continues until no player can or wants to move his chieftain."
ruling-hawaii-double_needs_room_for_two-question = May a player pay double for kahunas or tikis if only one fits or only one is left?
ruling-hawaii-double_needs_room_for_two-answer = No. From an island, though, the player takes the one that fits.
ruling-hawaii-double_needs_room_for_two-because = All texts allow taking just one from an island, and are silent on purchases.
ruling-hawaii-kahunas_may_come_before_their_village-question = May a kahuna stand at the head of a village that hasn't begun?
ruling-hawaii-kahunas_may_come_before_their_village-answer = Yes.
ruling-hawaii-kahunas_may_come_before_their_village-because = The English supplement says so.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-question = Do a spear hut, an exchange hut and KU help with the very purchase that brings them?
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-answer = No.
ruling-hawaii-a_bought_hut_helps_from_the_next_turn-because = The English text says so for both huts; it's silent on KU, who works like a spear hut.
ruling-hawaii-fish_tokens_show_no_spears-question = Do fish tokens that are red on the back score for spears?
ruling-hawaii-fish_tokens_show_no_spears-answer = No: nobody sees the back before the round is over.
ruling-hawaii-fish_tokens_show_no_spears-because = The rules are silent.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-question = Which exchange huts does a payment use?
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-answer = Those that exchange as many goods as needed and waste the least; what a hut doesn't exchange is lost for the turn, unless huts help with every payment at this table.
ruling-hawaii-huts_are_spent_as_sparingly_as_possible-because = The English text says that each hut can be used once per turn, that its benefits can't be split, and that the effects add up. Choosing the huts for the player is our own rule.
ruling-hawaii-an_exchanged_unit_fills_a_boat-question = May a boat carry a good that an exchange hut turns into a foot, and may that good launch a boat II?
ruling-hawaii-an_exchanged_unit_fills_a_boat-answer = Yes: it counts as the foot that it stands for.
ruling-hawaii-an_exchanged_unit_fills_a_boat-because = The English text says of a boat II: "the player must spend at least one fruit or foot". We let the hut come first: it gives "feet, shells, or fruits instead of one of the others".
ruling-hawaii-a_boat_ii_takes_at_least_one-question = May a boat II go out with nothing but its printed foot?
ruling-hawaii-a_boat_ii_takes_at_least_one-answer = No: at least one good must be paid for each boat II.
ruling-hawaii-a_boat_ii_takes_at_least_one-because = The English, Czech and online texts say so; the French text is silent.
ruling-hawaii-a_printed_foot_is_always_used-question = May a player leave the printed foot of a boat II unused and pay one more?
ruling-hawaii-a_printed_foot_is_always_used-answer = No. When a boat II goes out, its printed foot is always used, unless the one good that must be paid is enough.
ruling-hawaii-a_printed_foot_is_always_used-because = The English text: it "counts as a foot from the player's supply". It's silent on leaving it unused.
ruling-hawaii-no_boat_goes_out_in_vain-question = May more boats be launched than are needed?
ruling-hawaii-no_boat_goes_out_in_vain-answer = No, unless the extra boat saves a foot. Room on a boat that is needed may be wasted.
ruling-hawaii-no_boat_goes_out_in_vain-because = All texts say to turn the boats that are used; they're silent on extra ones.
ruling-hawaii-pele_caps_walks_only-question = Does PELE make fishing and islands cheaper?
ruling-hawaii-pele_caps_walks_only-answer = No, only walks.
ruling-hawaii-pele_caps_walks_only-because = The English text says "for moving his chieftain".
ruling-hawaii-kane_asks_only_his_buyer-question = When can goods be given to KANE, and what do they bring?
ruling-hawaii-kane_asks_only_his_buyer-answer = Only right after buying him: any two goods for one tiki, without a token, if there's room.
ruling-hawaii-kane_asks_only_his_buyer-because = The English supplement says so.
ruling-hawaii-an_islands_gift_comes_before_the_payment-question = May goods from an island pay for the visit?
ruling-hawaii-an_islands_gift_comes_before_the_payment-answer = Yes, if the visitor could have paid without them: points and gift come first, then the payment.
ruling-hawaii-an_islands_gift_comes_before_the_payment-because = In the English text, the payment comes last: "Next, the player must pay for the island visit with feet." Of a kahuna's shells it says "he cannot use these shells to help with the payment"; we don't apply that to islands.
ruling-hawaii-a_gift_must_be_taken-question = May a visitor refuse what an island gives?
ruling-hawaii-a_gift_must_be_taken-answer = No. If it doesn't fit, or none is left, the visitor scores only the dock.
ruling-hawaii-a_gift_must_be_taken-because = The English text: "Then the player takes what is shown on the island".
ruling-hawaii-an_empty_dock_cannot_be_visited-question = May a dock be visited for its points alone when its island has already been visited this round?
ruling-hawaii-an_empty_dock_cannot_be_visited-answer = No. Each island is visited once a round, and its dock stays empty until the next.
ruling-hawaii-an_empty_dock_cannot_be_visited-because = The English text: "If the player wants to visit an island, he moves his chieftain to the island dock of his choice." It's silent on a dock without an island.
ruling-hawaii-spaces_are_as_many_as_players-question = Which spaces in the turn order may be taken?
ruling-hawaii-spaces_are_as_many_as_players-answer = The first spaces, one for each player. All but space 1 have tokens.
ruling-hawaii-spaces_are_as_many_as_players-because = Our choice. The English track has five spaces, and a chieftain goes to "the empty space (no other chieftain) of his choice"; but tokens are laid under sub-chiefs only.
ruling-hawaii-only_the_pleased_are_ranked-question = A player falls short of the number, but has a higher sum than somebody helped by surfers: is that player ranked?
ruling-hawaii-only_the_pleased_are_ranked-answer = No: only those who reach their own number are ranked. An option lets a table rank all sums.
ruling-hawaii-only_the_pleased_are_ranked-because = Our reading. The English text names "the player with the highest sum" only after it has said who scores. Taken literally, a sum of 16 that falls short of 17 would be first, and a sum of 15 that reaches 13 only second.
ruling-hawaii-surfers_change_the_number_not_the_sum-question = Does a surfer raise the sum that is compared for the ranks?
ruling-hawaii-surfers_change_the_number_not_the_sum-answer = No, it only lowers the number that has to be reached.
ruling-hawaii-surfers_change_the_number_not_the_sum-because = The English text: the surfer "reduces the large number on the round indicator for this player".
ruling-hawaii-lono_scores_with_the_help_of_surfers-question = Does LONO score when the number is reached only because surfers lower it?
ruling-hawaii-lono_scores_with_the_help_of_surfers-answer = Yes: the people are pleased, and that is what he asks for.
ruling-hawaii-lono_scores_with_the_help_of_surfers-because = The English text says "when the player's sum equals or exceeds the large number", and surfers reduce that number for their owner.
ruling-hawaii-irrigations_choose_before_the_next_round-question = When do owners of irrigation systems on side II choose their good?
ruling-hawaii-irrigations_choose_before_the_next_round-answer = After the payout, in the turn order of the round that is ending, before tokens are laid out.
ruling-hawaii-irrigations_choose_before_the_next_round-because = The rules are silent on the order.
ruling-hawaii-goods_never_run_out-question = What if shells, feet or fruits run out?
ruling-hawaii-goods_never_run_out-answer = They don't: the pieces are only counters.
ruling-hawaii-goods_never_run_out-because = The rules are silent; no text limits the supply.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-question = When are visited islands shuffled?
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-answer = As soon as the last one that lay face down is drawn.
ruling-hawaii-the_island_stack_is_shuffled_when_face_up_ones_appear-because = The English text: "When face-up islands appear in the island stack, shuffle the entire stack".
ruling-hawaii-boats_always_count_for_kanaloa-question = What counts for KANALOA, and where must he stand?
ruling-hawaii-boats_always_count_for_kanaloa-answer = All boats, the fishing boat too, and surfers in villages that are scored; he himself must stand in one.
ruling-hawaii-boats_always_count_for_kanaloa-because = The French text says it plainly; the English example agrees.
ruling-hawaii-laka_counts_fruits_in_scored_villages-question = Which fruits count for LAKA?
ruling-hawaii-laka_counts_fruits_in_scored_villages-answer = Those shown on fruit tiles in villages that are scored; a tile on side II shows two.
ruling-hawaii-laka_counts_fruits_in_scored_villages-because = The French text says it plainly; the English text removes the other villages first.
ruling-hawaii-laka_stands_in_a_scored_village-question = Must LAKA stand in a village that is scored?
ruling-hawaii-laka_stands_in_a_scored_village-answer = Yes. In a village that is too short, LAKA brings nothing, wherever the fruits are.
ruling-hawaii-laka_stands_in_a_scored_village-because = The French text says so of both gods; the English text removes such a village before the scoring.
ruling-hawaii-a_village_may_outgrow_its_board-question = How long may a village be?
ruling-hawaii-a_village_may_outgrow_its_board-answer = As long as there are kinds to add: up to thirteen tiles besides the printed hut.
ruling-hawaii-a_village_may_outgrow_its_board-because = The English example has a village of eight; no text sets a limit.
ruling-hawaii-every_payment_is_asked_for-question = Is a payment made at once when there's only one way to pay?
ruling-hawaii-every_payment_is_asked_for-answer = No: that would tell the others that there's no other way. So payments, boats and KANE are always asked about.
ruling-hawaii-every_payment_is_asked_for-because = Our own rule: the course of a turn must not give away what is behind a screen.
ruling-hawaii-payments_are_made_in_the_open-question = What do others see of the goods behind a screen?
ruling-hawaii-payments_are_made_in_the_open-answer = What comes in and what is paid, as at a real table, but not what lies behind the screen.
ruling-hawaii-payments_are_made_in_the_open-because = The English text: goods are put behind screens and paid into the supply. It doesn't say who may look.

## Questions about the rules of Haleakala that were decided: what is asked, what we play, and why

ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-question = The boat moves by beach spaces, but the board has spaces for it in the water: where does it lie?
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-answer = It lies in the water beside the beach of its segment, and moves from segment to segment.
ruling-haleakala-the_boat_lies_in_the_water_of_its_segment-because = The list of components names a boat space in the water of each segment; the setup puts it on the beach with the jetty. Nothing depends on it.
ruling-haleakala-beside_the_boat_is_its_own_segment-question = Which beach is adjacent to the boat?
ruling-haleakala-beside_the_boat_is_its_own_segment-answer = The beach of its own segment, and no other.
ruling-haleakala-beside_the_boat_is_its_own_segment-because = The tactical variant speaks of the beach with the boat in front; several reviews agree.
ruling-haleakala-a_disc_beside_the_boat_moves_it-question = In an example, placing a 2 and moving the boat is called "Action 1a": is that right?
ruling-haleakala-a_disc_beside_the_boat_moves_it-answer = No, it's action 1b: the table and the text say so.
ruling-haleakala-a_disc_beside_the_boat_moves_it-because = That's a misprint.
ruling-haleakala-sums_differ_on_each_beach-question = Must the sums differ on each beach, or in total?
ruling-haleakala-sums_differ_on_each_beach-answer = On each beach. A beach where nobody has a disc doesn't count as having equal sums.
ruling-haleakala-sums_differ_on_each_beach-because = The example compares the sums of one beach.
ruling-haleakala-taking_back_may_not_make_sums_equal-question = May taking a disc back make the sums of a beach equal?
ruling-haleakala-taking_back_may_not_make_sums_equal-answer = No, unless neither player has a disc left there.
ruling-haleakala-taking_back_may_not_make_sums_equal-because = The heading names placing and returning, and the text says "at any time".
ruling-haleakala-one_of_two_steps_may_go_up-question = A shaman may go one space uphill but two in other directions: may one walk combine both?
ruling-haleakala-one_of_two_steps_may_go_up-answer = Yes: two steps, at most one of them up, in any order.
ruling-haleakala-one_of_two_steps_may_go_up-because = Text and reviews agree.
ruling-haleakala-the_first_walk_ends_on_grassland-question = To which grassland can a shaman go from the hut?
ruling-haleakala-the_first_walk_ends_on_grassland-answer = To the grassland of the hut's own segment, or, with a second step, to that of either neighbouring segment. The shaman may also stay.
ruling-haleakala-the_first_walk_ends_on_grassland-because = The text says that the shaman can go only to the grassland, and at most two steps.
ruling-haleakala-action_cards_must_be_carried_out-question = Action cards must be carried out, but the priestess "can" move a lava disc: must she?
ruling-haleakala-action_cards_must_be_carried_out-answer = Yes, if there is a lava disc. A table can choose an option that lets her leave the lava where it is.
ruling-haleakala-action_cards_must_be_carried_out-because = The general rule names both action cards, the priestess included.
ruling-haleakala-identical_cards_show_the_same_face-question = When are two cards identical?
ruling-haleakala-identical_cards_show_the_same_face-answer = When they show the same thing. Fish cards with different numbers are different cards.
ruling-haleakala-identical_cards_show_the_same_face-because = That's what the word means.
ruling-haleakala-one_card_goes_to_the_higher_sum-question = Who receives the only card of a segment?
ruling-haleakala-one_card_goes_to_the_higher_sum-answer = The player with the higher sum. The other player gets nothing, and both take their discs back.
ruling-haleakala-one_card_goes_to_the_higher_sum-because = The rules are silent; the higher sum chooses first.
ruling-haleakala-an_empty_beach_does_nothing-question = The boat stops where nobody has a number disc: who receives the cards?
ruling-haleakala-an_empty_beach_does_nothing-answer = Nobody. The cards stay, nothing is refilled, and the turn is over.
ruling-haleakala-an_empty_beach_does_nothing-because = The text: "Nobody receives a card. Both cards remain in the segment." The rest follows from that.
ruling-haleakala-one_purchase_for_each_shell-question = May several cards be bought when one shell is received?
ruling-haleakala-one_purchase_for_each_shell-answer = No, only one.
ruling-haleakala-one_purchase_for_each_shell-because = The text: "you can buy a Scoring card or the Lava Priestess".
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-question = Before a scoring, each player can buy a card from the display: can that be the priestess?
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-answer = Yes, and she acts before the eruption.
ruling-haleakala-the_display_is_sold_with_its_priestess_before_scorings-because = The text says "a Scoring card" in one place and "1 card from the Scoring board" in another.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-question = The first scoring comes when the last card with two palms is laid out: what if it's a lava card?
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-answer = Its disc goes onto the volcano, and the scoring comes at once; the space is filled afterwards.
ruling-haleakala-a_last_lava_card_brings_the_scoring_too-because = The rules are silent; the round ends with the pile.
ruling-haleakala-the_lava_supply_is_four_discs-question = What if a lava disc is needed and none is left?
ruling-haleakala-the_lava_supply_is_four_discs-answer = No lava is added. As no pile has more than four lava cards, that happens only with invocations.
ruling-haleakala-the_lava_supply_is_four_discs-because = The tactical variant says so; the base game is silent.
ruling-haleakala-lava_destroys_statues_under_shamans-question = Does a shaman save the statue on his space?
ruling-haleakala-lava_destroys_statues_under_shamans-answer = No: nothing happens to the shaman, and the statue is destroyed.
ruling-haleakala-lava_destroys_statues_under_shamans-because = The text makes an exception only for the shaman.
ruling-haleakala-no_majority_no_points-question = Who has the majority on a terrain where both have the same number of statues?
ruling-haleakala-no_majority_no_points-answer = Nobody.
ruling-haleakala-no_majority_no_points-because = The rules are silent; with equal numbers of baskets of fish, too, nobody scores.
ruling-haleakala-the_scoring_track_is_walked_again-question = The scoring track begins and ends on one space, 0/50: what about more than 50 points?
ruling-haleakala-the_scoring_track_is_walked_again-answer = They count: there's a second lap.
ruling-haleakala-the_scoring_track_is_walked_again-because = The rules are silent; the space has both numbers.
ruling-haleakala-play_goes_on_after_the_first_scoring-question = Who begins the second round, and what is returned?
ruling-haleakala-play_goes_on_after_the_first_scoring-answer = Play goes on with the next turn. Discs, boat, shamans, statues, cards and shells stay.
ruling-haleakala-play_goes_on_after_the_first_scoring-because = The rules are silent; the summary of the setup for round 2 names only the lava, the scoring cards and the priestess.
ruling-haleakala-the_last_segment_is_not_delivered-question = At the end, the boat comes to a segment without cards: what happens to the discs there?
ruling-haleakala-the_last_segment_is_not_delivered-answer = Nothing: the second scoring comes at once. If one card is left there, it is still given out.
ruling-haleakala-the_last_segment_is_not_delivered-because = The text says "is moved to a segment with no cards".
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-question = An invocation ends the game at a segment without cards: does its lava still come?
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-answer = Yes. The lava disc is placed first; then the second scoring begins, and the disc takes part in the eruption.
ruling-haleakala-an_invocations_lava_comes_before_the_last_scoring-because = The text places it "even before determining the sum of each player's Number discs". It's silent on the last segment.
ruling-haleakala-cards_are_never_shuffled_again-question = Do discarded cards come back?
ruling-haleakala-cards_are_never_shuffled_again-answer = No.
ruling-haleakala-cards_are_never_shuffled_again-because = The rules are silent.
ruling-haleakala-no_ninth_statue-question = What if all statues of a colour are on the board?
ruling-haleakala-no_ninth_statue-answer = The card can't be carried out.
ruling-haleakala-no_ninth_statue-because = There are eight of each colour in the box; destroyed ones can be used again.
ruling-haleakala-discs_may_be_shuffled_for_ever-question = Nothing forbids placing discs and taking them back for ever: may players do so?
ruling-haleakala-discs_may_be_shuffled_for_ever-answer = Yes, unless the table plays the house rule that ends it after forty turns without a card.
ruling-haleakala-discs_may_be_shuffled_for_ever-because = The rules are silent; the house rule is ours.
ruling-haleakala-clockwise_is_seen_from_above-question = Which way is clockwise?
ruling-haleakala-clockwise_is_seen_from_above-answer = As seen from above: from segment 1 to 2, and from 6 to 1.
ruling-haleakala-clockwise_is_seen_from_above-because = That's what the word means.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-question = May an invocation disc be placed when all lava discs are in play?
ruling-haleakala-an_invocation_without_lava_left_is_lawful-answer = Yes, but it adds no lava.
ruling-haleakala-an_invocation_without_lava_left_is_lawful-because = The text says that no more lava can be added, not that no disc can be placed.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-question = Does the invocation disc come back if the priestess finds no lava, or is bought from the display?
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-answer = Yes, in both cases.
ruling-haleakala-every_priestess_brings_the_invocation_disc_back-because = The appendix says so of both priestesses; it's silent on a priestess without lava.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-question = When does a priestess bring the invocation disc back?
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-answer = After her action, once the lava has moved or been left alone.
ruling-haleakala-the_invocation_disc_comes_back_after_the_lava-because = The appendix says: "After the Lava Priestess action you receive your Invocation disc back".

## At the terminal

rules-none = Nothing in the rules of { $game } is called "{ $name }".
ruling-question = Question: { $question }
ruling-answer = We play: { $answer }
ruling-because = Because: { $because }
ruling-basis-text = Basis: the text says so.
ruling-basis-silent = Basis: the texts are silent.
ruling-basis-ours = Basis: our own choice.

# --- First games ---

cmd-learn = Learn a game by playing: a first game against the computer, just for you
cmd-learn-name = learn
cmd-learn-game = Which game
cmd-learn-game-name = game
cmd-learn-game-hawaii = Hawaii
cmd-learn-game-haleakala = Haleakala
learn-button = Learn to play
learn-game-hawaii = Learn Hawaii
learn-game-haleakala = Learn Haleakala
learn-show = Show me
learn-give-up = Give up this game
learn-on = Go on
chat-direct-messages = our direct messages
learn-place = a private lesson
learn-second-part = Go to part two
lesson-hawaii-first = **Welcome to { $game }.** Kula is the computer. Only you see this, and `/{ cmd-learn-name }` brings you back.
lesson-hawaii-second = **{ $game }, part two.** The computer has played four rounds for you. This is the last one.
lesson-haleakala-first = **Welcome to { $game }.** Kula is the computer. Only you see this, and `/{ cmd-learn-name }` brings you back.
lesson-haleakala-second = **{ $game }, part two.** The computer has played most of the first round for you. At its end, the volcano erupts: then statues, fish, pearls and scoring cards bring points.
learn-goes-on = Your game of { $game } goes on where you left it.
learn-step = **{ $part ->
    [first] Part one
   *[second] Part two
}, step { $n } of { $of }.**
learn-part = **{ $part ->
    [first] Part one
   *[second] Part two
}.**
learn-try = **Try this:** { $turn }.
lesson-hawaii-village = You're a chieftain on the beach. Walk to a place, 1 foot a step, and buy a tile: you take one of the price tokens and pay its number in shells. Tiles go into your villages, which are the five rows of your realm. A hut can begin one. Shell and foot huts also bring goods after each round, so an early one pays off.
lesson-hawaii-sides = For twice the token's number, you get the tile's better side, II. That costs more, but it often brings twice as much, for the same walk.
lesson-hawaii-fish = Fish tokens cost no shells: each costs 1 foot and a space on your boat. The number behind the fish is hidden, and counts for what the people want.
lesson-hawaii-people = The tokens that you take are added up when the round ends. If their sum reaches what the people want, you score, and the highest sum scores most. So even an expensive token is good for something.
lesson-hawaii-order = When you have spent what you want to spend, leave the round: you take a space in the turn order, and the token below it, if there is one. Goods that you keep are yours in the next round.
lesson-hawaii-first-end = **That was one of five rounds.** The sums were compared, shells and feet came in, and a new round has begun. Part two shows you the last round: boats, islands, tikis, and how villages score. Or play on here, as in any other game: *{ chat-button-hint }* advises you on any turn.
lesson-hawaii-boat = Fish and islands need boats. Each boat has room for some feet and goes out once a round. You buy one like any other tile, but it stands beside your villages and makes none of them longer.
lesson-hawaii-island = Now your boats reach an island. You pay the feet that its dock shows, score the dock's points at once, and get what the island shows. You take no token, so a visit doesn't count for what the people want.
lesson-hawaii-tiki = At the end, only villages that reach your leftmost tiki count. Each new tiki stands further to the left. So with more tikis, shorter villages count, too.
lesson-hawaii-kahuna = A kahuna stands at the head of a village and scores if that village counts. Your first one goes to your first village, the next to the second, and so on.
lesson-hawaii-irrigation = An irrigation system scores for the fruit tiles in its village, a hula dancer for all the tiles in hers. Surfers lower what the people want. No village may have two tiles of the same kind.
lesson-hawaii-end = When nothing more would bring you points, leave the round. The sums are compared one last time, then your villages are scored.
lesson-hawaii-second-end = **That was a whole game.** Villages that reached a tiki scored for their kahunas, irrigation systems, hula dancers, long huts and gods. *{ chat-button-rules }* says what each tile does. Now you know all you need: on a server, `/{ cmd-help-name }` offers a game against two computers, and `/{ cmd-table-name } { cmd-table-open-name }` one with others.
lesson-haleakala-disc = You want cards, and the boat brings them. Put a number disc on a beach where the boat will stop soon: there the higher sum chooses first. If that beach is away from the boat, your shaman may walk up to two steps afterwards, and your statues are built where the shaman stands.
lesson-haleakala-sums = Add another disc, here or on another beach. Your sum on a beach may never equal the other player's.
lesson-haleakala-delivery = A disc beside the boat moves it as many segments as the disc shows. Let it stop where you have the higher sum: you choose a card first, and all discs there come back.
lesson-haleakala-first-end = **That's how you get cards.** You do it again and again. Part two shows you statues, lava, the display and what scores. Or play on here, as in any other game: *{ chat-button-hint }* advises you on any turn.
lesson-haleakala-priestess = There's lava in a crater. When the volcano erupts, each disc there destroys a statue below, the one on the mountain first. A lava priestess lets you move a disc to the next crater.
lesson-haleakala-statue = A statue card lets you build a statue where your shaman stands. Higher up, a statue is worth more, but lava strikes there first.
lesson-haleakala-shell = A shell lets you buy a card from the display. Scoring cards bring points for butterflies, for statues in the forest or on mountains, for a complete segment, or for having more statues.
lesson-haleakala-eruption = The round ends when the last card with two palms is laid out. Until then, collect what you can.
lesson-haleakala-second-end = **The volcano has erupted, and you've both scored.** A second round follows, with another eruption and scoring at its end: then the nautilus and your shells count, too. Play on here as in any other game. Now you know all you need to play with others.
first-turn-hawaii-1 = -# Each letter is a place: press one to see what it sells. *{ chat-button-signs }* explains the board.
first-turn-hawaii-2 = -# Buy elsewhere, fish, or visit an island. Twice the price buys the better side, II.
first-turn-hawaii-3 = -# Your tokens are added up when the round ends. When you've spent enough, leave the round.
first-turn-haleakala-1 = -# Your first turn: put a number disc on a beach where the boat will stop soon. The higher sum there chooses a card first.
first-turn-haleakala-2 = -# A disc beside the boat sends it on, as many segments as the disc shows. Put a disc on any other beach, and your shaman may walk.
first-turn-haleakala-3 = -# Statues are built where your shaman stands: higher up they're worth more, but lava comes from above.

# --- The page of the porch ---

page-skip = Skip to the message box
page-title = { $count ->
    [0] { $channel } · The porch
   *[other] ({ $count }) { $channel } · The porch
}
page-channels = Channels
page-direct = Just the two of you
page-threads-of = Threads of { $channel }
page-archived = { $count ->
    [one] { $count } closed thread
   *[other] { $count } closed threads
}
page-closed = closed
page-drawer = Channels
page-unread = { $count } unread
page-calls = { $count } unread, and you're mentioned
page-messages = Messages
page-composer = Write a message
page-say = Write to { $channel }, or / for commands
page-say-locked = This thread is locked
page-say-help = Type a slash for the list of commands. Arrow keys choose, Tab or Enter accepts, Escape closes the list.
page-send = Send
page-suggestions = Suggestions
page-no-such-command = There's no such command. Press Escape to see them all.
page-no-commands = No bot has registered commands yet.
page-no-such-option = This command has no such option.
page-asking = Asking { $bot }…
page-no-choices = Nothing to suggest here. You can type a value yourself.
page-choices-failed = { $bot } isn't answering. You can send what you typed.
page-the-bot = the bot
page-required = required
page-optional = optional
page-add-option = Add { $name }
page-leave-command = Leave this command
page-needed = { $name } is still missing.
page-ready-to-send = Press Enter to send
page-yes = Yes
page-no = No
page-beginning = This is where { $channel } begins.
page-empty-hint = Nothing has been said here yet. Type / below to see what { $bot } can do for you.
page-empty-button = Show me
page-no-bot = The bot isn't here yet. It will be here in a moment.
page-earlier = Show earlier messages
page-fresh = { $count ->
    [0] Jump to the newest ↓
    [one] { $count } new message ↓
   *[other] { $count } new messages ↓
}
page-fresh-line = new
page-bot = bot
page-used = { $name } used
page-used-by-you = You used
page-used-by-somebody = Somebody used
page-edited = edited
page-only-you = Only you can see this
page-dismiss = Dismiss
page-thinking = { $name } is thinking…
page-thread-here = Thread: { $name }
page-picture = Picture
page-no-description = Picture without a description
page-previous = Previous picture
page-next = Next picture
page-close = Close
page-activity = Activity: { $bot }
page-leave-activity = Leave the Activity
page-whole-picture = Whole picture
page-larger = Larger
page-actual-size = Full size
page-picture-of = { $number } of { $count }
page-missing = This picture is no longer available.
page-new-tab = opens a new tab
page-choose-one = Choose
page-choose-just = Choose { $least }
page-choose-some = Choose { $least } to { $most }
page-done = Done
page-failed = { $bot } didn't answer. Please try again.
page-no-porch = The porch isn't answering. Is it still open?
page-lost = Connection lost. Trying to reach the porch…
page-back = Connected again.
page-cancel = Cancel
page-submit = Send
page-letters = { $count } of { $most } characters
page-person-menu = Switch to another person
page-sit-as = Act as
page-add-person = New person…
page-new-person = New person
page-name = Name
page-language = Language
page-sit-down = Join
page-scheme = Dark colours
page-everyone = everyone
page-unknown-channel = a deleted channel
page-somebody = somebody
page-spoiler = Spoiler: press to read it

# --- The command line ---

## Help: what a command does, and what each of its options means. Those that several commands share are called cli-arg-.
# What stands between ` is typed as it is.

terminal-about = Two Hawaiian board games, one move at a time.
terminal-after = Without a command, the bot runs: on Discord if `DISCORD_TOKEN` is set, otherwise at the porch, a stand-in for Discord on this machine.
terminal-usage = Usage:
terminal-commands = Commands
terminal-arguments = Arguments
terminal-options = Options
terminal-default = [default: { $value }]
terminal-settings = Settings, in the environment or in a .env file where the program starts
setting-discord-token = The bot's token, from Discord's developer portal. Without it, `lanai` opens the porch, and `lanai serve` refuses to start.
setting-discord-token-file = A file that holds the token, such as a container's secret or a systemd credential.
setting-lanai-database = The file for all tables, or the address of a PostgreSQL server, such as postgres://lanai:PASSWORD@localhost/lanai. In the password, write / as %2F, ? as %3F, # as %23 and @ as %40. Unless this is set, the bot uses lanai.db, and the porch forgets its tables when it closes.
setting-lanai-database-file = A file that holds the database's name or address, in case that contains a password.
setting-lanai-porch = The address of the porch. Only this machine can reach it.
setting-lanai-log = How much is logged: error, warn, info, debug or trace. Tokens, messages and hidden information are never logged.
setting-lanai-log-format = The format of the log: text for people, or json for programs, one object a line.
setting-lanai-metrics = The address for Prometheus metrics (/metrics) and for health checks (/health), such as 127.0.0.1:9095. It asks for no password: every machine that reaches it can read it.
setting-lanai-web = The address on which the board is served for browsers, such as 127.0.0.1:8061. The porch has one by default, on the port after its own.
setting-discord-client-secret = The client secret of the application, from Discord's developer portal. With it, and with Activities enabled there, the board opens inside Discord.
setting-discord-client-secret-file = A file that holds the client secret.
setting-lanai-web-url = The public address of the board, such as https://board.example.org, behind a proxy that speaks https. Players get links to it.
setting-lanai-posts-per-second = How many messages a second the bot posts at most, not counting answers. Discord allows fifty requests a second.
setting-lanai-presses = How many buttons and commands a person may use in ten seconds. After that, they're told when they can go on.
setting-lanai-pictures-within = How many milliseconds a message waits for its pictures before it describes the board in words. 0 means no pictures and no emojis.
setting-lanai-shards = The minimum number of shards. Discord says how many a bot needs; with more, the bot can run as more processes on one PostgreSQL server.
setting-lanai-forget-after = How long a server's data are kept after it removes the bot, such as 30d, 12h or 4w; `never` means for ever. A server that adds the bot again within that time loses nothing.
setting-lanai-thinking-cores = How many cores the computer players think on at once; if not set, all but one.
setting-lanai-words = A folder with more word files, such as it.ftl or pt-BR.ftl: other languages, or your own sentences. `lanai words FILE` checks them.
setting-lanai-proxy = The address of a porch, or of another proxy, to use instead of Discord.
setting-lanai-limiter = Whether the library's own rate limiter is on or off. It ignores proxies, so it's off if you set one.
cli-arg-help = Print help
cli-arg-version = Print version
cli-arg-language = The language to use, such as `en`, `de` or `fr`; the language of the system if left out
cli-arg-game = Which game: `hawaii`, in which two to five players walk the island, fish, visit islands and build villages, or `haleakala`, in which two players send a fishing boat around a volcano, build statues and dodge the lava
cli-arg-players = How many players; if left out, 3, or as many as the game needs
cli-arg-seed = A number, or 64 hexadecimal digits: the same seed gives the same result
cli-arg-options = Rules to play by: presets (Hawaii: `printed`, `online`; Haleakala: `base`, `tactical`) and single choices, such as `online,goods=hidden`
cli-arg-minds = Who plays: `random`, `greedy`, `keiki`, `makua` or `kupuna`; one for all seats, or one for each, separated by commas
cli-arg-file = The record
cli-arg-at = After which step; the last if left out
cli-arg-viewer = Whose view: a seat number, or `table` for what everybody can see
cli-arg-output = Output file; the terminal if left out
cli-porch = Open the porch without Lanai's bot, for a bot of your own, whatever library it's written with
cli-porch-address = The address to open it at, if not 127.0.0.1:8060 or the one in the settings
cli-porch-name = The name of your bot
cli-porch-permissions = What your bot may do: the permissions number in its invite link; 8 is everything
cli-porch-shards = How many shards your bot is told to use
cli-porch-max-concurrency = How many shards may connect at the same time, every five seconds
cli-porch-intents = Which privileged intents are switched on for your bot, with commas between them: members, presences, message-content
cli-porch-activity = Switch Activities on, and show the one whose server is at this URL on this machine
cli-serve = Run the bot on Discord as a service
cli-serve-more = Like `lanai` without a command, but without `DISCORD_TOKEN` it refuses to start instead of opening the porch.
cli-serve-adopt = Let this bot take over a database that belongs to another bot or to the porch. Servers that it isn't on are treated as if it had left them.
cli-health = Ask the bot that runs here whether all is well
cli-health-more = Asks the page at `LANAI_METRICS`. The exit code is 0 if all is well and 1 otherwise, as a container's health check needs.
cli-store = Copy the database of a bot, or bring it up to date
cli-store-copy = Copy everything in one database to another, empty one, and verify that it's all there
cli-store-copy-more = Name both as in `LANAI_DATABASE`: as a file, or as a PostgreSQL address. Stop the bot first. The original stays as it is. If a copy was interrupted, run the same command again to continue it.
cli-store-copy-from = The database to copy from
cli-store-copy-to = The database to copy to: a file that doesn't exist yet, or an empty PostgreSQL database
cli-backup = Back up the bot's database, even while the bot runs, and verify the backup
cli-backup-more = The bot's database is the one in the settings, `LANAI_DATABASE`. The backup is a single file that only you can read. It gets its name once every game in it has been replayed from its log.
cli-backup-place = The file to write, which must not exist yet; or a folder, in which each backup gets a name of its own
cli-backup-keep = How many backups to keep in the folder: once a new one is verified, the oldest ones are deleted
cli-verify = Check that a backup is whole, and replay every game in it
cli-verify-more = The backup itself is only read. What is checked is a copy in the folder for temporary files, so that folder needs room for it.
cli-verify-file = The backup
cli-restore = Replace the bot's database with a backup
cli-restore-more = Stop the bot first. The bot's database is the one in the settings, `LANAI_DATABASE`. If it's a file, it's put aside under another name; if it's on PostgreSQL, it must be empty. Every game in the backup is replayed first.
cli-restore-file = The backup
cli-restore-unproven = Restore it even if some of its games can't be verified
cli-store-migrate = Bring the bot's database up to date, or try that out
cli-store-migrate-more = A newer version does this by itself when it starts. The bot's database is the one in the settings, `LANAI_DATABASE`. Stop the bot first, unless the database is a file and you're only trying this out.
cli-store-migrate-dry-run = Only try it out and say what would be done: the database stays as it is
cli-doctor = Check everything that the bot needs to run, and say how to put right what is wrong
cli-doctor-more = Looks at the settings, the database, the disk and what Discord says about the bot, and changes nothing. A line with ✓ is fine, one with ! is good to know, and one with × has to be put right. If there is a ×, the exit code is 1.
cli-doctor-live = Also try everything that the bot does with messages, in the channel with this ID, and compare Discord's answers with the porch's; then delete whatever was posted
cli-away = Tell everybody who uses the bot that it's away
cli-away-more = For maintenance: stop the bot, run this command, and end it before you start the bot again. It needs the token, but no database. Meanwhile, games wait and nobody's time runs out.
cli-away-reason = What else you want to tell them: why, and for how long
cli-play = Play in this terminal, with the computer in the other seats
cli-play-seed = A number, or 64 hexadecimal digits: the same seed deals the same game; a new game if left out
cli-play-name = Your name
cli-play-seat = Your seat
cli-play-output = Where to keep the record of the game, step by step: a file that doesn't exist yet
cli-record = Let the computer play one game, and write it as a record
cli-record-full = Include the whole state and all legal actions after each step, for programs that check Lanai
cli-replay = Replay a record and verify every step
cli-replay-full = Write the record again with the whole state and all legal actions after each step, for programs that check Lanai
cli-review = Review a record: what each turn cost, and what would have been better
cli-review-turns = How many of each player's costliest turns to show
cli-show = Show the board of a record at any step, as a player or the table sees it
cli-show-json = Print the view as JSON
cli-draw = Draw and describe a record at any step, as a player or the table sees it, or make a film of it
cli-draw-since = Mark all turns after this step, with numbers; only the last turn if left out
cli-draw-what = What to draw; the board if left out. Hawaii has an `island`, a `realm` of the seat named with `--as`, and `all` realms on one sheet; Haleakala has a `volcano`; both have `scores`, a chart of the points up to the step, and a `film` of all turns up to the step
cli-draw-look = The look: `calm`, as the art was drawn, or `contrast`, with darker lines and stronger colours
cli-draw-output = Output file: a PNG, or a GIF for a film
cli-words = Check word files in another language, or print ours
cli-words-files = The files to check, each named after its language: `de.ftl`, `pt-BR.ftl`
cli-words-of = Print this language's file instead, as a starting point for your own: `en` is the reference
cli-rules = Show the rules in brief, or one topic of them
cli-rules-topic = What to look up: a topic, a tile, a card, a sign; an overview if left out
cli-rules-options = Which rules to show: presets and single choices, as when a game begins
cli-rulings = Show how questions about the rules were decided, and whether a rulebook says so

## What cannot be done: each goes on after "lanai: "

terminal-no-seed = a seed is a number, or 64 hexadecimal digits
terminal-long-name = a name has at most { $most } characters
terminal-bad-figures = can't use the figures of the game: { $why }
terminal-in-file = { $file }: { $why }
terminal-exists = { $file } already exists: name another file for the record, or move that one away
terminal-same-file = { $file } is the record itself: name another file for the output
terminal-required = can't write to the terminal: { $why }
terminal-listening = can't read from the terminal: { $why }
terminal-minds = there are { $minds } computer players for { $players } players: name one for all seats, or one for each
terminal-no-seat = there's no seat { $seat }: choose 1 to { $seats }
terminal-no-picture-hawaii = a game of Hawaii has an island, a realm for each seat, all realms on one sheet, scores and a film
terminal-no-picture-haleakala = a game of Haleakala has a volcano, scores and a film
terminal-whose-realm = name the seat whose realm is to be drawn, such as `--as 2`
terminal-no-language = Lanai doesn't speak { $asked }: choose from { $known }
terminal-flawed-words = { $n } of these flaws must be fixed; what is missing is shown in English
terminal-theme = the pictures can't be drawn: { $why }
terminal-ours = this shouldn't happen; please report it: { $why }

## What is wrong with a record

fault-unreadable = this isn't a record, or it's damaged: { $why }
fault-format = this is format { $found }; this program reads format { $known }
fault-other-game = this is a game of { $found }, not of { $asked }
fault-edition = this game was played by edition { $found } of the rules, which this program doesn't know
fault-partly-full = either every entry has the whole state or none has: { $path } differs from the first entry
fault-long-name = the name or the word of seat { $seat } has { $letters } characters; in a record, it may have at most { $most }
fault-no-step = there's no step { $asked }; the record has { $steps }
fault-step = step { $step }: { $why }
fault-end = the end: { $why }
fault-commitment = this isn't the commitment of this secret and nonce
fault-seed = the seed doesn't come from the secret, the words and the message
fault-seat = recorded for seat { $recorded }, but it's seat { $found }'s turn
fault-after-end = recorded, but the game was already over
fault-refused = the rules refuse the action { $action }: { $why }
fault-value = at { $path } the record has { $recorded }, but the game has { $found }

## What is wrong with a file of words

flaw-line = line { $line }: { $why }
flaw-missing = { $name } is missing
flaw-unknown = { $name }: there's no such sentence in English
flaw-twice = { $name } appears twice
flaw-unfilled = { $name }: nothing is filled in for { $variable }
flaw-astray = { $name }: there's no sentence called { $other }
flaw-too-long = { $name } has { $letters } characters, and Discord takes at most { $most }
flaw-no-name = { $name } must be one word of lower-case letters, digits and dashes
words-complete = { $file }: complete

## What commands tell

progress-bar = { $what } [{ $bar }] { $done } of { $of }, { $left } to go
progress-line = { $what }: { $done } of { $of }
progress-turns = Turns
progress-copying = Copying rows
progress-comparing = Comparing rows
progress-replaying = Replaying games
progress-backing-up = Backing up pages
progress-trying = Trying steps
replay-done = { $file }: { $n } steps, all exactly as recorded
replay-edition = Played by edition { $edition } of the rules.
replay-figures-same = All printed figures are those that ship with Lanai.
replay-figures-differ = These printed figures aren't those that ship with Lanai:
replay-figure = { $path }: { $recorded } in the record, { $shipped } in Lanai
# $n is how many won.
replay-over = The game is over: { $who } won.
replay-not-over = The game isn't over: no result.
replay-no-origin = The record doesn't say where its seed comes from. Whoever wrote it was free to choose one, so it proves nothing about the shuffle.
replay-compare = The seed comes from a secret and from the values below. Compare them with what was public: the lobby, and the message that announced the start.
replay-commitment = commitment { $commitment }
replay-seat = seat { $seat }, { $who }: { $word }
replay-word = "{ $word }"
replay-no-word = no word
replay-no-message = No public message is part of the seed: whoever ran the bot knew the secret, and could have tried words until they liked the shuffle.
replay-message-after = message { $message }, posted { $posted }: { $n } s after the last word or change at the table, { $settled }
replay-message-before = message { $message }, posted { $posted }: { $n } s before the last word or change at the table, { $settled }
replay-no-time = at an impossible time
replay-message = If everything matches, nobody could choose the shuffle beforehand: every further try would have needed another message. A deleted message leaves no trace, so ask about it if much time passed between the last change and the message.
replay-message-too-early = According to these times, the table changed after the message. Whoever ran the bot could have tried words until they liked the shuffle.
review-head = { $n ->
    [one] 1 turn, judged by what its player could know at the time.
   *[other] { $n } turns, each judged by what its player could know at the time.
}
review-accuracy = { $who }: accuracy { $accuracy }
review-no-choice = { $who }: no choice to judge
review-turn = Turn { $n }, { $who }: { $cost }
review-played = played: { $turn }
review-better = better: { $turn }
review-why = It { $list }.
porch-name = The porch
porch-open = The porch is open: visit { $address } in your browser. Press Ctrl+C to close it.
porch-forgets = Games are kept only until it closes. To keep them, set LANAI_DATABASE=lanai.db.
porch-lent = Discord's API is at { $api } and the gateway is at { $gateway }.
porch-token = The bot's token is { $token }
porch-foreign-database = the database { $file } belongs to a bot on Discord, so the porch doesn't open on it: set DISCORD_TOKEN to serve that bot, or name another database in LANAI_DATABASE
serve-no-token = DISCORD_TOKEN isn't set, so there's no bot to serve: put the token in, or start `lanai` without a command to play on this machine
health-no-address = LANAI_METRICS isn't set, so the bot can't be asked: set it to an address such as 127.0.0.1:9095
health-no-answer = the bot doesn't answer at { $address }: { $why }
copy-stopped = stopped before the copy was complete; run the same command again to continue
copy-differs = the table { $table } isn't the same in { $to }: run the same command again to repair it
copy-same = { $table } rows in both: { $rows }, SHA-256 { $digest }
copy-differs-at = { $table } DIFFERS, first at { $place }: { $from } rows, SHA-256 { $before }; in the copy { $to } rows, SHA-256 { $after }
copy-end = its end
copy-done = { $to } holds everything that { $from } does: name it in LANAI_DATABASE, and start the bot.
copy-unproven = { $n ->
    [one] { $to } is the same as { $from }, but one of its games can't be verified in either: see above
   *[other] { $to } is the same as { $from }, but { $n } of its games can't be verified in either: see above
}
copy-proven = { $n ->
    [one] 1 game was replayed from its log, and matches what is stored
   *[other] { $n } games were replayed from their logs, and all match what is stored
}
copy-not-begun = { $n ->
    [one] 1 table has no game to replay, because it never started
   *[other] { $n } tables have no game to replay, because they never started
}
copy-other-edition = table { $table } wasn't replayed: this program doesn't know edition { $edition } of the rules

## How databases are backed up (`lanai backup`, `lanai restore`)

backup-stopped = stopped before the backup was complete; nothing was kept
backup-done = { $file } holds everything that { $from } held when the backup began ({ $kilobytes } kB)
backup-unproven = { $n ->
    [one] { $file } was kept, but one of its games can't be verified: see above; no older backup was deleted
   *[other] { $file } was kept, but { $n } of its games can't be verified: see above; no older backup was deleted
}
backup-deleted = The old backup { $file } was deleted
verify-stopped = stopped before the backup was verified; nothing was changed
verify-done = { $file } is whole, and every game in it that this program can replay matches what is stored
verify-unproven = { $n ->
    [one] one of the games in { $file } can't be verified: see above
   *[other] { $n } of the games in { $file } can't be verified: see above
}
restore-stopped = stopped before the backup was restored; run the same command again
restore-unproven = { $n ->
    [one] nothing was restored, because one of the games can't be verified: see above; with --unproven, the backup is restored all the same
   *[other] nothing was restored, because { $n } of the games can't be verified: see above; with --unproven, the backup is restored all the same
}
restore-aside = What was there before is now in { $aside }
restore-done = { $to } now holds everything that { $file } does: start the bot
migrate-stopped = stopped before the database was brought up to date; run the same command again
migrate-nothing = { $file } is up to date
migrate-to-come = Migration { $number }: { $name }
migrate-tried = All migrations can run; { $file } is as it was
migrate-done = { $file } is up to date
migrate-unproven = { $n ->
    [one] one of the games can't be verified: see above
   *[other] { $n } of the games can't be verified: see above
}
unfit-no-file = there's no database { $file }
unfit-no-tables = the database { $file } has no Lanai tables
unfit-part = the database { $file } is an unfinished copy of { $of }: use that one
unfit-damaged = the database { $file } is damaged: { $what }
unfit-served = the database { $file } is in use: stop every process of the bot that uses it, then run the same command again
unfit-replica = the database { $file } is read-only, as a replica is: name the server that accepts changes
unfit-old-server = the database { $file } is on PostgreSQL { $version }: it has to be PostgreSQL 15 or later
unfit-no-rights = the user of the database { $file } can't create tables there: let that user own the database, or type `grant create on schema public to USER` in it
unfit-pooled = the database { $file } is behind a pooler in transaction mode: let the pooler work in session mode, or name the server itself
backup-differs = the table { $table } isn't the same in the backup: run the same command again
backup-exists = { $file } already exists: choose another name
backup-place = { $file } can't be written: { $why }

## What is said while the bot is away (`lanai away`)

away-no-token = without DISCORD_TOKEN nobody can be told anything
away-begun = Everybody who uses the bot is now told that it's away. Stop this command before you start the bot again.

## What the doctor finds (`lanai doctor`)

doctor-well = Everything that the bot needs is there
doctor-ill =
    { $n ->
        [one] one thing has to be put right: see ×
       *[other] { $n } things have to be put right: see ×
    }
doctor-settings = Settings: all of them can be used
doctor-settings-wrong = Settings: { $why }. The rest is checked once this is put right
doctor-settings-limiter = Settings: with a proxy, set LANAI_LIMITER=off, or the token would go to the real Discord
doctor-settings-words = Settings: the word files in LANAI_WORDS can't be used: { $why }
doctor-settings-open = Settings: others on this machine may read { $file } (mode { $mode }), which may hold a secret; type `chmod 600 { $file }`
doctor-pictures = Pictures: all letters and pieces can be drawn
doctor-pictures-wrong = Pictures: { $why }. The program is damaged: install it again
doctor-database = Database: { $file } { $kind ->
        [file] is whole and
       *[server] has tables
    } of this version
doctor-database-new = Database: there's nothing in { $file } yet; the bot makes its tables when it starts
doctor-database-older = Database: { $file } { $kind ->
        [file] is whole, and
       *[server] has tables
    } of an earlier version; the bot brings it up to date when it starts, and `lanai store migrate --dry-run` tries that beforehand
doctor-database-wrong = Database: { $why }
doctor-latency = Latency: the database answers within { $ms } ms
doctor-latency-far = Latency: the database takes { $ms } ms to answer, and a move takes about two dozen answers; keep it on the same machine or within 1 ms
doctor-disk = Disk: { $free } MB is free in { $folder }
doctor-disk-full = Disk: only { $free } MB is free in { $folder }; make room, because no move can be kept on a full disk
doctor-disk-unseen = Disk: can't tell how much is free in { $folder }: { $why }
doctor-backups = Backups: the newest one in { $folder } was made { $hours } h ago
doctor-backups-old = Backups: the newest one in { $folder } was made { $hours } h ago; see why there's no newer one
doctor-leftovers = Leftovers: interrupted backups left { $list } behind; the next backup there cleans up
doctor-board = Board: { $address } answers
doctor-board-wrong = Board: { $address } doesn't answer as the board does ({ $why }); start the bot, and make sure that the proxy leads to LANAI_WEB
doctor-board-no-address = Board: LANAI_WEB_URL is set, but not LANAI_WEB, so no board is served; set LANAI_WEB to the address at which the proxy finds the board
doctor-board-no-url = Board: LANAI_WEB is set, but not LANAI_WEB_URL, so players get links that only this machine can open
doctor-board-unsafe = Board: { $address } answers, but without https, so others could eavesdrop; put it behind a proxy that speaks https
doctor-network = Network: { $address } answers within { $ms } ms
doctor-network-wrong = Network: { $address } doesn't answer ({ $why }); check the connection, the firewall, and LANAI_PROXY if you have set it
doctor-clock = Clock: this machine's clock agrees with Discord's
doctor-clock-fast = Clock: this machine's clock is { $n } s ahead of Discord's; set it by NTP, because reminders and time limits go by it
doctor-clock-slow = Clock: this machine's clock is { $n } s behind Discord's; set it by NTP, because reminders and time limits go by it
doctor-clock-untold = Clock: no time source answered, so this machine's clock can't be checked
doctor-token = Token: it belongs to { $name }
doctor-token-none = Token: there's none, so the program would open the porch; put the bot's token, from Discord's developer portal, into DISCORD_TOKEN
doctor-token-wrong = Token: Discord doesn't know it; put the bot's own, from Discord's developer portal, into DISCORD_TOKEN
doctor-gateway = Gateway: { $address } answers, and { $left } of { $total } sessions are left for today
doctor-gateway-few = Gateway: only { $left } of { $total } sessions left for today, and without one the bot can't start again; its log says why it starts so often
doctor-gateway-wrong = Gateway: it doesn't answer ({ $why }); check the firewall
doctor-intents = Intents: the bot needs only GUILDS, which every bot has
doctor-intents-more = Intents: the bot needs only GUILDS, which every bot has; you may switch off the others in the developer portal: { $list }
doctor-permissions = { $n ->
    [one] Permissions: the bot has all it needs on its server; /check looks at a single channel
   *[other] Permissions: the bot has all it needs on all { $n } servers; /check looks at a single channel
}
doctor-permissions-missing = Permissions: something is missing on { $n } of { $all } servers: { $list }; give the bot's role there what it needs, or invite the bot again: { $link }
doctor-permissions-nowhere = Permissions: the bot is on no server yet; invite it: { $link }
doctor-commands = Commands: all { $n } are registered as this version has them
doctor-commands-other = Commands: not registered as this version has them: { $n }, such as { $list }; the bot puts that right when it starts; if it has already been running for some minutes, its log says why it hasn't
doctor-untold = Discord: it didn't answer every question ({ $why }); try again in a minute

## What the doctor tries in a channel (`lanai doctor --live`)

live-says = A check by Lanai's doctor: this message goes away by itself in a moment
live-no-channel = Channel: the bot sees no text channel { $channel }; turn on developer mode in your Discord settings, right-click a channel and copy its ID
live-fine = { $step }: as at the porch
live-forbidden = { $step }: the bot may not do this here
live-other-answer = { $step }: Discord answers { $found }, and the porch { $porch }; please report this
live-no-limits = { $step }: Discord doesn't say how often one may ask; please report this
live-differs = { $step }: at { $path } there's { $found } at Discord, and { $porch } at the porch; please report this
live-broken-off = Not everything was tried: { $why }
live-stopped = the check stopped halfway
live-left = The thread { $thread } is closed but still there: only somebody who manages threads can delete it
live-stay = { $n ->
    [one] One message couldn't be deleted; please delete it yourself
   *[other] { $n } messages couldn't be deleted; please delete them yourself
}
trial-channel = Looking at the channel
trial-post = Posting a message
trial-post-again = Posting the same message again, which must appear only once
trial-edit = Editing a message
trial-buttons = Adding buttons and a menu
trial-read = Reading a message
trial-read-channel = Reading the channel
trial-picture = Uploading a picture
trial-picture-other = Replacing a picture
trial-picture-gone = Removing a picture
trial-too-long = Posting too long a message
trial-empty = Posting an empty message
trial-same-button = Posting two buttons with the same ID
trial-unknown = Editing a message that doesn't exist
trial-thread = Opening a thread
trial-thread-post = Posting in a thread
trial-thread-close = Closing a thread
trial-thread-wake = Posting in a closed thread
trial-thread-open = Looking at a thread that opened again
trial-delete = Deleting a message
trial-deleted = Reading a deleted message
trial-delete-again = Deleting a deleted message
live-kind-nothing = nothing
live-kind-flag = yes or no
live-kind-number = a number
live-kind-list = a list
live-kind-object = an object
live-kind-id = an ID
live-kind-time = a time
live-kind-text = text

## Games that are over

cmd-history = Look up finished games: yours, somebody else's, those of two players or of this server
cmd-history-name = history
cmd-history-player = Whose games; yours if left out
cmd-history-player-name = player
cmd-history-with = Only games with this player
cmd-history-with-name = with
cmd-history-server = All games on this server
cmd-history-server-name = server
chat-history-yours = **Your finished games**
chat-history-person = **Finished games of** { $who }
chat-history-pair = **Games that** { $who } **and** { $other } **finished together**
chat-history-server = **Finished games on this server**
chat-history-none = There are no finished games yet that you can look up.
chat-history-no-more = There are no older games.
chat-history-menu = Look at a final board
chat-history-newest = Newest
chat-history-older = Older
chat-history-player = { $who } { $points }
chat-history-game = **{ $game }**, { $when }: { $players }
chat-history-agreed = ended by agreement
chat-history-draw = a draw by agreement
chat-history-won = { $who } won by agreement
chat-history-winner = { $who } won
chat-history-resigned = { $who } resigned
chat-history-replaced = { $who } left

## How well people play

cmd-stats = See how your games went, and how well somebody plays
cmd-stats-name = stats
cmd-stats-player = Whose rating; your own games if left out
cmd-stats-player-name = player
cmd-stats-public = Whether others can look up your rating
cmd-stats-public-name = public
cmd-leaderboard = See who plays best on this server, by the games that count
cmd-leaderboard-name = leaderboard
cmd-leaderboard-game = Which game
cmd-leaderboard-game-name = game
cmd-leaderboard-game-hawaii = Hawaii
cmd-leaderboard-game-haleakala = Haleakala
cmd-leaderboard-seats = Players at the table; 2 if left out
cmd-leaderboard-seats-name = seats
cmd-table-open-rated = Whether the game counts for ratings; it doesn't if left out
cmd-table-open-rated-name = rated
chat-lobby-rated = This game counts for ratings: there are no hints, and a step can't be undone once a computer has replied.
chat-hints-rated = There are no hints at this table: its game counts for ratings.
chat-rated = Ratings: { $list }
chat-rating = { $points } ± { $within }
chat-rating-provisional = { $points } ± { $within } (provisional)
chat-stats-yours = **How your games went**
chat-stats-person = **How well** { $who } **plays**
chat-stats-none = You haven't played a game to its end yet.
chat-stats-none-rated = None of their games has counted for ratings yet.
chat-stats-line =
    { $game }, { $seats } players: { $games ->
        [one] 1 game
       *[other] { $games } games
    }, { $won } won, { $average } points on average, best score { $best }.
chat-stats-rating = Rating: { $rating }.
chat-stats-rated = { $game }, { $seats } players: { $rating }, after { $games ->
    [one] 1 game
   *[other] { $games } games
}
chat-stats-private = { $who } doesn't share a rating here.
chat-stats-unlisted = Others can't look up your rating. `/stats public:True` changes that.
chat-stats-public = Others can look up your rating again, and leaderboards list you.
chat-stats-hidden = Others can no longer look up your rating, and no leaderboard lists you.
chat-leaderboard = **{ $game }, { $seats } players: the best on this server**
chat-leaderboard-line = { $rank }. { $who } { $rating }, { $games } games
chat-leaderboard-none = Nobody here has played { $n } games that count yet. `/table open rated:True` opens a table whose game counts.
cmd-stats-server = All games on this server that you can see
cmd-stats-server-name = server
chat-stats-wins = Wins by turn order at the start: { $list }.
chat-stats-win = { $percent }% from place { $place }
chat-stats-counted = { $who } ({ $n })
chat-stats-likes = { $kind }, most often: { $list }.
chat-stats-pace = A turn takes you { $time } on average.
chat-stats-awarded = { $n ->
    [one] 1 more game
   *[other] { $n } more games
} ended with a result that everybody agreed on; you were first in { $won }.
chat-stats-best = Best game of { $game }: { $points } points, with { $seats } players, { $day }.
chat-stats-server-line =
    { $game }, { $seats } players: { $games ->
        [one] 1 game
       *[other] { $games } games
    }, { $average } points on average, best score { $best }.
chat-stats-server-none = No game that you can see has been played to its end yet.
chat-stats-active = Most games: { $list }.
stats-hawaii-god = Gods
stats-hawaii-tile = Tiles
stats-haleakala-card = Cards
stats-haleakala-ware = Bought
draw-stats-kind = { $game }, { $seats } players
draw-stats-server = Games on this server
draw-stats-games = Games
draw-stats-points = Points: average · best
draw-stats-wins = Wins by turn order
draw-stats-none = No game has been played to its end yet.
draw-stats-rating = Rating over time
draw-stats-unrated = No game has counted for ratings yet.
draw-stats-provisional = dotted: provisional
draw-stats-favourites = Taken most often
draw-stats-no-favourites = Nothing is known yet.
draw-stats-pace = { $time } a turn
draw-stats-best = { $game }: best { $points }
draw-stats-active = Most games
draw-stats-nobody = Nobody here lets others see their name.
draw-stats-often = Games played
draw-leaderboard = { $game }, { $seats } players: the best here
alt-stats = Statistics of { $who }.
alt-stats-rest = The rest is in the message.

## What is kept of people

somebody = Somebody
cmd-privacy = See what the bot keeps about you, get all of it, or have it removed
cmd-privacy-name = privacy
cmd-privacy-about = Read what is kept about you, why, and for how long
cmd-privacy-about-name = about
cmd-privacy-export = Get everything that is kept about you, in a file that only you can see
cmd-privacy-export-name = export
cmd-privacy-forget = Have everything that is kept about you removed
cmd-privacy-forget-name = forget
chat-privacy = **What I keep about you, and why**
    • Your Discord ID and what you're called at each table, so that I know whose turn it is.
    • The games you play and have played: the moves, how they ended, your ratings and contests. `/{ cmd-history-name }`, `/{ cmd-stats-name }` and records come from them. They stay until you ask me to forget you.
    • Your settings, notes and turns decided ahead, and which tables you follow, for as long as you want them. A search for players on other servers stays for a week at most.
    • Messages for you until they're sent, and the ID of each button press or command for a day, so that it counts only once.
    • Where the moderators of a server keep you out, and why; and what you did as a moderator yourself.
    I can't read your messages, and I pass nothing on to anybody. Whoever runs me can see what I keep.
chat-privacy-servers = If a server removes me, I forget it after { $time }.
chat-privacy-servers-never = If a server removes me, what I keep about it stays.
chat-privacy-policy = The whole privacy policy is here: <{ $link }>
chat-privacy-policy-file = The whole privacy policy is in the file with this message.
chat-button-export = Send me everything
chat-button-forget = Forget me
chat-export = This is everything I keep about you: `{ $file }`. Nobody else can see this message.
chat-export-about = This is everything that the Discord bot Lanai keeps about you. Other people appear in it only under the names they had at your tables. You get what your seat can see of a game that is still going on, and the whole record of a finished one.
chat-export-without-moves =
    The file is as large as Discord allows, so the moves of { $n ->
        [one] 1 older game are
       *[other] { $n } older games are
    } not in it. You can still get them, one game at a time, with `/{ cmd-table-name } { cmd-table-record-name }`.
chat-export-left-out = { $n ->
    [one] The oldest game isn't in it at all. `/{ cmd-history-name }` shows it.
   *[other] The { $n } oldest games aren't in it at all. `/{ cmd-history-name }` shows them.
}
chat-forget = **Do you want me to forget you?** It happens at once, and nobody can undo it.
chat-forget-running = • You give up { $n ->
    [one] the game
   *[other] the { $n } games
} you're playing. A game for two ends; in any other, the computer takes your seat.
chat-forget-open = • You leave { $n ->
    [one] the table
   *[other] the { $n } tables
} where you're waiting for a game to begin.
chat-forget-means = • You drop out of all contests.
    • Your settings, notes, searches and everything else that is only yours are deleted.
    • Your finished games stay for the people you played with. Your seat there has no name, and nothing leads from it back to you, so you lose your history and your ratings too.
    • What I have posted in channels stays there. A server's moderators can delete it.
    • If a server's moderators keep you out, you stay out.
    If you play again later, you start afresh.
chat-button-forget-yes = Yes, forget me
chat-forgotten = Done: I know nothing about you any more. If you ever feel like playing again, you're welcome.
chat-contest-no-reason = (the reason isn't kept any more)

## Finding others to play with

cmd-table-invite = Invite a player to this channel's table, or announce it to a role
cmd-table-invite-name = invite
cmd-table-invite-player = Who to invite
cmd-table-invite-player-name = player
cmd-table-invite-role = Which role to address, without a ping
cmd-table-invite-role-name = role
cmd-play = Join a table on this server that is waiting for players, or open one
cmd-play-name = play
cmd-play-game = Which game
cmd-play-game-name = game
cmd-play-game-hawaii = Hawaii
cmd-play-game-haleakala = Haleakala
cmd-play-seats = How many players; any number if left out
cmd-play-seats-name = seats
cmd-play-pace = Time limit; any if left out
cmd-play-pace-name = pace
cmd-remind-invitations = Whether others may invite you to their tables
cmd-remind-invitations-name = invitations
menu-challenge = Challenge to a game
chat-challenge-which = Which game would you like to play with { $who }?
chat-challenge-sent = You challenged { $who } to { $game }: { $place }
chat-challenge-whom = Choose somebody else: you can't challenge yourself or a bot.
chat-invite-whom = Who would you like to invite? Name a `player` or a `role`.
chat-invite-sent = The invitation is posted here.
chat-invite-unwanted = { $who } doesn't want to be invited to tables.
chat-invite-too-soon = You have invited many people just now. Try again in a few minutes.
chat-invite-person = { $called }: { $who } would like to play { $game } with you.
chat-invite-role = { $called }: { $who } is looking for players for { $game }.
chat-invite-declined = { $who } can't come this time.
chat-invite-not-yours = This invitation is for { $who }.
chat-button-decline = No, thanks
chat-button-never-invite = Never invite me
panel-sits-there = That player already has a seat at this table.
chat-play-joined = A table for { $game } was waiting for you: { $place }
chat-lapsed = The table for { $game } is closed: nobody has come or gone for { $time }.
chat-remind-uninvited = Nobody may invite you to tables.
cmd-note = Note something for yourself about this table; only you can read it
cmd-note-name = note
cmd-note-text = What to note, replacing your last note; shows your note if left out
cmd-note-text-name = text
cmd-note-clear = Delete your note
cmd-note-clear-name = clear
chat-note = Your note on this table: { $note }
chat-note-none = You have no note on this table. `/note` with a `text` keeps one: your panel shows it, and nobody else can read it.
chat-note-panel = -# Your note: { $note }
chat-again-gone = The server where you played this game has removed me, so you can't play it again there.
chat-again-elsewhere = That game was played elsewhere: play again there, in { $place }.
panel-alone = There's nobody else here to agree: `/table resign` ends the game.
chat-watchers-rated = This game counts for ratings, so its table stays open to watchers.
chat-history-none-here = You can't look up any of the latest games.

# --- Deciding ahead ---

cmd-ahead = Decide now what you'll do when it's your turn; nobody else sees it
cmd-ahead-name = ahead
cmd-ahead-turn = What you'll do, as in "move gods; buy pele"; choose in your panel if left out
cmd-ahead-turn-name = turn
cmd-ahead-otherwise = What you'll do if that can't be done, as in "pass 3"
cmd-ahead-otherwise-name = otherwise
cmd-ahead-condition = When you want it done
cmd-ahead-condition-name = condition
cmd-ahead-condition-same = Only if it still costs and brings the same
cmd-ahead-condition-unpassed = Only as long as nobody beats my sum
cmd-ahead-condition-whatever = Whatever happens
cmd-ahead-forget = Forget what you decided
cmd-ahead-forget-name = forget
chat-button-ahead = Decide ahead
chat-button-ahead-do = Do this when it's my turn
chat-button-ahead-always = Do it, and always give this answer
chat-button-ahead-same = Only if the effect is the same
chat-button-ahead-unpassed = Only if nobody beats my sum
chat-button-ahead-whatever = Whatever happens
chat-button-ahead-else = And if that can't be done…
chat-button-ahead-forget = Forget it
chat-ahead-panel = It isn't your turn yet, but you can decide now what you'll do then. This is what your turn would look like now. Nobody else sees what you choose.
chat-ahead-panel-else = What will you do if what you decided can't be done?
chat-ahead-yours = It's your turn now, so there's nothing to decide ahead.
chat-ahead-turn = When it's your turn, this happens at once: { $story }
chat-ahead-otherwise = If that can't be done: { $story }
chat-ahead-same = **On condition** that it still costs and brings the same. Otherwise I cancel it and tell you.
chat-ahead-unpassed = **On condition** that nobody beats the sum of your tokens. Otherwise I cancel it and tell you.
chat-ahead-whatever = **Whatever happens**, as long as the rules allow it.
chat-ahead-answers = Whenever you're asked, you answer: { $list }.
chat-ahead-always = From now on I answer this for you. `/ahead` shows it, and you can change your mind there.
chat-ahead-forgotten = Forgotten. I'll ping you when it's your turn.
chat-ahead-off = -# Something changed in the meantime, so what you had decided ahead wasn't done.
chat-ahead-dropped = { $who }, something has changed in { $game } ({ $place }): what you had decided ahead is off.
panel-ahead-not-yet = You can't decide ahead just now: you have left the round, or somebody has to decide something first.
panel-ahead-moved = Something has happened on the board in the meantime. Please look again.
panel-ahead-enough = You can line up at most { $n } alternatives.
panel-ahead-answers-enough = I already answer { $n } questions for you, and can't keep any more. `/ahead` shows them.
panel-ahead-nothing = You haven't decided anything in advance at this table.
chat-ahead-too-far = Your turn would be over before "{ $step }".
chat-took-back-ahead = { $who } undid the last step, along with the answer prepared for it.
brief-ahead = { $turn } · *decided ahead*

# --- Tables for those who are invited ---

cmd-table-open-private = Whether only people you invite can see the table; it's public if left out
cmd-table-open-private-name = private
chat-opened-private = You opened a private table for { $game }: { $place }. Invite players there with `/table invite`; nobody else sees it.
chat-lobby-private = This table is private: only those who are invited see it.
panel-private-stays = A private table can't be moved or made public.
panel-private-cannot = I can't open a private thread here. I need the permission *Create Private Threads*, and you need to use this command in a channel, not in a thread.
chat-private-rated = A game that counts for ratings is played in the open, so it can't be private.
chat-invite-role-private = A private table is for people you invite by name: it can't be announced to a role.
chat-invite-not-in = I couldn't let { $who } into this thread, so the invitation wasn't posted. Can they see this channel?

# --- Contests: leagues and tournaments ---

cmd-contest = Leagues and tournaments: sign up, see who leads
cmd-contest-name = contest
cmd-contest-open = Open a league or a tournament in this channel
cmd-contest-open-name = open
cmd-contest-open-game = Which game
cmd-contest-open-game-name = game
cmd-contest-open-game-hawaii = Hawaii
cmd-contest-open-game-haleakala = Haleakala
cmd-contest-open-kind = Who meets whom
cmd-contest-open-kind-name = kind
cmd-contest-open-kind-league = League: divisions of four or five, with promotion and relegation
cmd-contest-open-kind-swiss = Swiss: players with similar scores meet, and nobody is out
cmd-contest-open-kind-knockout = Knock-out: the better half of each table goes on
cmd-contest-open-title = What it's called
cmd-contest-open-title-name = title
cmd-contest-open-seats = Players at a table of Hawaii: 3, 4 or 5; 4 if left out
cmd-contest-open-seats-name = seats
cmd-contest-open-rounds = How many tables each player plays; in a league for a two-player game, how often each pair meets
cmd-contest-open-rounds-name = rounds
cmd-contest-open-options = Rules to play by: presets and choices, separated by commas
cmd-contest-open-options-name = options
cmd-contest-open-pace = Time limit; 72h+12h if left out
cmd-contest-open-pace-name = pace
cmd-contest-join = Sign up for this channel's contest
cmd-contest-join-name = join
cmd-contest-leave = Withdraw from this channel's contest
cmd-contest-leave-name = leave
cmd-contest-start = Start your contest with everybody who has signed up
cmd-contest-start-name = start
cmd-contest-standings = See the standings, for your eyes only
cmd-contest-standings-name = standings
cmd-contest-log = Read what happened away from the tables, corrections included
cmd-contest-log-name = log
cmd-contest-correct = Give a player points in your contest, or take some away
cmd-contest-correct-name = correct
cmd-contest-correct-player = Which player
cmd-contest-correct-player-name = player
cmd-contest-correct-points = How many points; with a minus they're taken away
cmd-contest-correct-points-name = points
cmd-contest-correct-reason = Why; everybody can read it
cmd-contest-correct-reason-name = reason
cmd-contest-remove = Take a player out of your contest
cmd-contest-remove-name = remove
cmd-contest-remove-player = Which player
cmd-contest-remove-player-name = player
cmd-contest-remove-reason = Why; everybody can read it
cmd-contest-remove-reason-name = reason
cmd-contest-annul = Have a table of your contest's current round played again
cmd-contest-annul-name = annul
cmd-contest-annul-table = The number of the table in the contest
cmd-contest-annul-table-name = table
cmd-contest-annul-reason = Why; everybody can read it
cmd-contest-annul-reason-name = reason
cmd-contest-end = End your contest early
cmd-contest-end-name = end
cmd-contest-end-reason = Why; everybody can read it
cmd-contest-end-reason-name = reason
chat-contest-title = **{ $name }**
chat-contest-league = A { $game } league: in divisions of four or five, everybody plays { $rounds ->
    [one] one table
   *[other] { $rounds } tables
    }. At the end, the first of each division moves up, and the last moves down. { $who } runs it.
chat-contest-league-pairs =
    A { $game } league: in divisions of four or five, everybody meets everybody else { $rounds ->
        [one] once
        [2] twice
       *[other] { $rounds } times
    }. At the end, the first of each division moves up, and the last moves down. { $who } runs it.
chat-contest-swiss = A Swiss tournament of { $game }: { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
    } at tables of { $seats }. Players with similar scores meet, and nobody is out. { $who } runs it.
chat-contest-knockout = A knock-out tournament of { $game } at tables of { $seats }: the better half of each table goes on. { $who } runs it.
chat-contest-manners = *Join* signs you up. I open the tables and ping you; if your time runs out, the computer plays until you're back. All games count for ratings.
chat-contest-nobody = Nobody has signed up yet.
chat-contest-entrants = { $n ->
    [one] One player has signed up:
   *[other] { $n } players have signed up:
    } { $list }
chat-contest-more = and { $n } more
chat-contest-tables = Being played: { $list }
chat-contest-place = { $place }. { $who } { $points }
chat-contest-place-up = { $place }. { $who } { $points } ↑
chat-contest-place-down = { $place }. { $who } { $points } ↓
chat-contest-leaders = In the lead: { $list }
chat-contest-division = Division { $division }: { $list }
chat-contest-reserves = Waiting for a place: { $list }
chat-contest-won = **{ $who } has won!**
chat-contest-ended = This contest was ended early: { $reason }
chat-contest-yours = You're ranked number { $place }, with { $points ->
    [one] one point
   *[other] { $points } points
    }.
chat-contest-thread = { $name } { $number }: { $players }
chat-contest-button-join = Join
chat-contest-button-leave = Leave
chat-contest-button-begin = Start
chat-contest-button-reserve = Join as a reserve
chat-contest-button-drop = Drop out
chat-contest-button-next = Next season
chat-contest-opened = "{ $name }" is open: the sign-up message appears here in a moment.
chat-contest-joined = You have signed up for "{ $name }". I'll ping you when your first table opens.
chat-contest-reserve = "{ $name }" has begun, so you're a reserve: if somebody drops out, you take their place in the next round.
chat-contest-returned = Welcome back. You'll play in "{ $name }" again from the next round on.
chat-contest-left = You have withdrawn from "{ $name }".
chat-contest-dropped-out = You have dropped out of "{ $name }". Please finish the table you're sitting at; you won't get another one.
chat-contest-started = "{ $name }" begins: I'm opening the tables.
chat-contest-righted = Done, and everybody can read it with `/{ cmd-contest-name } { cmd-contest-log-name }`: { $reason }
chat-contest-reason = Please give a reason: everybody can read it.
chat-contest-pace = A contest needs a time limit, or one silent player could hold up all the others.
chat-contest-no-threads = A contest opens a thread for each table. I need the permissions to post here, to create public threads and to write in them, and you need to use this command in a channel, not in a thread. `/{ cmd-check-name }` shows what is missing.
chat-contest-stuck = I can't open a table of "{ $name }": Discord doesn't let me create a thread here. `/{ cmd-check-name }` shows which permission is missing. I'll keep trying.
chat-contest-log = What happened in "{ $name }", newest first:
chat-contest-newer = Newer
chat-contest-older = Older
chat-contest-log-opened = { $who } opened the contest.
chat-contest-log-began = { $who } started the contest with { $n ->
    [one] one player
   *[other] { $n } players
    }.
chat-contest-log-round = Round { $round } began in division { $division }, at { $n ->
    [one] one table
   *[other] { $n } tables
    }.
chat-contest-log-left = { $player } dropped out.
chat-contest-log-silent = { $player } was still away when a table ended, and has dropped out.
chat-contest-log-abandoned = Nobody came back to table { $number }, so it was given up and brings no points.
chat-contest-log-returned = { $player } came back.
chat-contest-log-replaced = { $other } took the place of { $player }.
chat-contest-log-corrected = { $who } corrected the points of { $player } by { $points }: { $reason }
chat-contest-log-removed = { $who } took { $player } out of the contest: { $reason }
chat-contest-log-annulled = { $who } ordered table { $number } to be played again: { $reason }
chat-contest-log-ended = { $who } ended the contest early: { $reason }
chat-contest-log-finished = All tables have ended.
chat-contest-log-homeless = The channel is gone, and the contest with it.
panel-contest-seats = This table belongs to a contest, so who sits here is settled.
chat-contest-none = There's no contest in this channel. `/{ cmd-contest-name } { cmd-contest-open-name }` opens one.
chat-contest-here = There's already an unfinished contest in this channel.
chat-contest-followed = The next season has been opened already.
chat-contest-many = You run { $n } contests that aren't over, and that is the limit.
chat-contest-signed-up = You have signed up already.
chat-contest-not-signed-up = You aren't signed up for this contest.
chat-contest-no-entrant = That player doesn't take part in this contest.
chat-contest-full = { $n } players have signed up, and that is the limit.
chat-contest-removed = The organiser took you out of this contest, so you can't come back.
chat-contest-no-points = In a knock-out, points don't decide who goes on, so there's nothing to correct. You can have a table played again with `/{ cmd-contest-name } { cmd-contest-annul-name }`.
chat-contest-begun = This contest has begun.
chat-contest-over = This contest is over.
chat-contest-too-few = { $n ->
    [one] One more player has to sign up first.
   *[other] { $n } more players have to sign up first.
    }
chat-contest-not-organiser = Only the organiser or a server manager can do that.
chat-contest-no-heat = This contest has no table with that number that could be played again.
chat-contest-round-over = That round is over, and the next one depends on it. You can correct points with `/{ cmd-contest-name } { cmd-contest-correct-name }`.
draw-contest-division = Division { $division }
draw-contest-final = Final
draw-contest-round = Round { $round }
draw-contest-played = played
draw-contest-points = points
cmd-play-level = Level of the other players; any if left out
cmd-play-level-name = level
cmd-play-level-any = Any
cmd-play-level-mine = About mine
cmd-play-elsewhere = Look on other servers too, and play in direct messages with me
cmd-play-elsewhere-name = elsewhere
cmd-remind-elsewhere = Whether people on this server may play with people on other servers
cmd-remind-elsewhere-name = elsewhere
chat-play-hidden = Others can't look up your rating, so nobody can be compared with you. `/stats public:True` changes that.
chat-lobby-company = `/play` leads players of about the same level to this table.
chat-lobby-between = You found each other across servers: nobody else sees this table.
chat-button-stop-seeking = Stop looking
chat-elsewhere-off = This server doesn't take part in games with other servers. A moderator can change that: `/admin settings elsewhere:True`.
chat-elsewhere-seats = { $game } can't be played by { $seats } players.
chat-elsewhere-plays = You're playing with people on other servers already, in our direct messages. You can play only one such game at a time.
panel-elsewhere-others = A game between servers is played with those who were found for it. `/play elsewhere:True` on a server finds others.
chat-elsewhere-too-soon = You have looked for players many times just now. Try again in a few minutes.
chat-elsewhere-closed = I can't send you direct messages, and that's where such games are played. Allow direct messages from members of this server, and try again.
chat-elsewhere-looking = I'm looking for players of { $game } on other servers, for a table of { $seats }. As soon as there are enough, the game begins right here. If nobody comes within { $time }, I'll tell you.
chat-elsewhere-waits = Nobody is waiting for such a game of { $game } right now. I'll look for { $time }; as soon as there are enough players, the game begins in our direct messages.
chat-elsewhere-begins = Your game of { $game } with { $players } begins in our direct messages.
chat-elsewhere-found = Somebody would like to play { $game } with you now: the game begins here in a moment.
chat-elsewhere-stopped = I'm no longer looking for players on other servers.
chat-elsewhere-nothing = I'm not looking for players on other servers: you have found some already, or you asked too long ago.
chat-elsewhere-lapsed = Nobody came to play { $game } within { $time }, so I'm no longer looking. `/play elsewhere:True` on a server starts a new search.
chat-elsewhere-of-server = Whether people play with other servers is set for a whole server: add `whose:This server's`.
chat-elsewhere-on-here = People here may play with people on other servers: `/play elsewhere:True`.
chat-elsewhere-off-here = People here don't play with people on other servers.
chat-elsewhere-cannot-begin = Your game of { $game } couldn't start, because I couldn't reach everybody. `/table start` here tries again, and `/table leave` gives it up.

## Moderators

language-name = English
cmd-admin = For moderators: server settings, who is kept out, closing tables, the log
cmd-admin-name = admin
cmd-admin-settings = See or change what this server has chosen for its tables
cmd-admin-settings-name = settings
cmd-admin-settings-moderators = Which permission makes somebody a moderator here
cmd-admin-settings-moderators-name = moderators
cmd-admin-settings-moderators-server = Manage Server
cmd-admin-settings-moderators-channels = Manage Channels
cmd-admin-settings-moderators-messages = Manage Messages
cmd-admin-settings-moderators-members = Time Out Members
cmd-admin-settings-channels = In which channels tables may be opened
cmd-admin-settings-channels-name = channels
cmd-admin-settings-channels-all = Everywhere except closed channels
cmd-admin-settings-channels-named = Only in those that are open
cmd-admin-settings-threads = Whether tables get threads of their own
cmd-admin-settings-threads-name = threads
cmd-admin-settings-per_person = How many unfinished tables one person may have here; 0 for no limit
cmd-admin-settings-per_person-name = per_person
cmd-admin-settings-per_channel = How many unfinished tables a channel and its threads may have; 0 for no limit
cmd-admin-settings-per_channel-name = per_channel
cmd-admin-settings-openers = The role that people need to open tables; @everyone for everybody
cmd-admin-settings-openers-name = openers
cmd-admin-settings-pace = Time limit of new tables, unless somebody chooses another
cmd-admin-settings-pace-name = pace
cmd-admin-settings-quiet = When not to disturb anybody on this server, such as 22-8
cmd-admin-settings-quiet-name = quiet
cmd-admin-settings-zone = The time zone of these quiet hours, such as Europe/Prague
cmd-admin-settings-zone-name = zone
cmd-admin-settings-language = In which language I speak to everybody here
cmd-admin-settings-language-name = language
cmd-admin-settings-every = Default reminder interval: 8h, 2 days, never
cmd-admin-settings-every-name = every
cmd-admin-settings-elsewhere = Whether people here may play with people on other servers
cmd-admin-settings-elsewhere-name = elsewhere
cmd-admin-channel = Open a channel for tables, or close it
cmd-admin-channel-name = channel
cmd-admin-channel-channel = Which channel
cmd-admin-channel-channel-name = channel
cmd-admin-channel-allowed = Whether tables may be opened there and in its threads
cmd-admin-channel-allowed-name = allowed
cmd-admin-options = Set the usual rules of new tables, which apply unless somebody chooses others
cmd-admin-options-name = options
cmd-admin-options-game = Which game
cmd-admin-options-game-name = game
cmd-admin-options-game-hawaii = Hawaii
cmd-admin-options-game-haleakala = Haleakala
cmd-admin-options-options = Presets and choices, separated by commas
cmd-admin-options-options-name = options
cmd-admin-bar = Keep somebody out of the tables of this server
cmd-admin-bar-name = bar
cmd-admin-bar-player = Person to keep out
cmd-admin-bar-player-name = player
cmd-admin-bar-reason = Why; they can read it
cmd-admin-bar-reason-name = reason
cmd-admin-unbar = Let somebody come to the tables of this server again
cmd-admin-unbar-name = unbar
cmd-admin-unbar-player = Whom
cmd-admin-unbar-player-name = player
cmd-admin-close = Close a table; its players can read why
cmd-admin-close-name = close
cmd-admin-close-table = Which table
cmd-admin-close-table-name = table
cmd-admin-close-reason = Why; its players can read it
cmd-admin-close-reason-name = reason
cmd-admin-close-result = How the game ends; without a winner if left out
cmd-admin-close-result-name = result
cmd-admin-close-result-without = Without a winner
cmd-admin-close-result-draw = As a draw
cmd-admin-close-result-won = With a winner
cmd-admin-close-winner = Who has won
cmd-admin-close-winner-name = winner
cmd-admin-log = See what moderators have done here
cmd-admin-log-name = log
cmd-admin-undo = Undo something that a moderator has done
cmd-admin-undo-name = undo
cmd-admin-undo-act = Log entry to undo
cmd-admin-undo-act-name = act
# Settings of a server.
chat-admin-settings = **This server's settings**
chat-setting-line = **{ $name }:** { $value }
chat-setting-yes = yes
chat-setting-no = no
chat-setting-no-limit = no limit
chat-setting-everybody = everybody
chat-setting-nobody = nobody
chat-setting-moderators = Moderators
chat-setting-moderators-about = People with this permission moderate this server, and so do administrators. `moderators:` changes it.
chat-setting-channels = Tables can be opened
chat-setting-channels-all = in all channels but those that are closed
chat-setting-channels-named = only in channels that are open
chat-setting-channels-about = `channels:` changes it; `/admin channel` opens or closes a single channel.
chat-setting-channels-open = Open: { $list }
chat-setting-channels-closed = Closed: { $list }
chat-setting-channel = Tables in { $about }
chat-setting-channel-some = Tables in one channel
chat-setting-channel-open = allowed
chat-setting-channel-closed = not allowed
chat-setting-channel-usual = as in other channels
chat-setting-threads = Threads for tables
chat-setting-threads-about = Without threads a channel has one table at a time, and there are no private tables and no contests. `threads:` changes it.
chat-setting-per-person = Unfinished tables per person
chat-setting-per-person-about = How many unfinished tables one person may have here. `per_person:` changes it.
chat-setting-per-channel = Unfinished tables per channel
chat-setting-per-channel-about = Tables in the channel's threads count, but contest tables don't. `per_channel:` changes it.
chat-setting-openers = Who may open tables
chat-setting-openers-about = Everybody can join open tables. `openers:` changes it.
chat-setting-pace = Usual time limit
chat-setting-pace-about = For new tables, unless somebody chooses another. `pace:` changes it.
chat-setting-options = Usual rules of { $about }
chat-setting-options-none = as printed
chat-setting-options-about = For new tables, unless somebody chooses others. `/admin options` changes them.
chat-setting-player = { $about }
chat-setting-player-barred = kept out: { $reason }
chat-setting-player-free = not kept out
chat-setting-barred = Kept out
chat-setting-barred-about = They can't open or join tables here. `/admin bar` keeps somebody out; `/admin unbar` lets them in again.
chat-setting-unbarred-some = Somebody was let in again
chat-setting-quiet = Quiet hours
chat-setting-hours = { $hours }, in the time zone { $zone }
chat-setting-quiet-about = Until they're over, I post without a sound, and nobody is reminded here. `quiet:` and `zone:` change them.
chat-admin-which-zone = This server has no time zone yet, so these hours are in UTC. Set it with `/admin settings zone:`.
chat-setting-zone = Time zone of the quiet hours
chat-setting-language = Language
chat-language-usual = that of the server in Discord
chat-language-usual-is = { $language }, as in Discord
chat-setting-language-about = I use it for everybody at new tables, and answer each person in their own. `language:` changes it.
chat-setting-every = Reminders
chat-setting-every-about = For people and tables that have chosen nothing else. `every:` changes it.
chat-setting-switch-channels = Tables in all channels
chat-setting-switch-threads = Threads for tables
chat-setting-switch-elsewhere = Playing with other servers
chat-setting-elsewhere = Playing with other servers
chat-setting-elsewhere-about = With `/play elsewhere:True`. `elsewhere:` changes it.
chat-admin-done = Done. `/admin log` lists it, and `/admin undo` can take it back.
chat-admin-same = It's already set that way.
chat-admin-not-you = That's for the moderators of this server: people with the permission *{ $permission }*.
chat-admin-not-appointing = Only people with the permission *{ $permission }* can say who moderates this server.
chat-admin-no-language = I don't speak that language. Choose one that is offered while you type.
chat-admin-channel-all = Tables can be opened in all channels that aren't closed. To allow only open channels, use `/admin settings channels:`.
chat-admin-channel-named = Note: this server allows tables only in channels you open.
chat-admin-enough = There's no room for more: at most { $people } people can be kept out, and { $channels } channels opened or closed.
chat-admin-reason = Please give a reason.
chat-admin-barred = { $player } is kept out now: they can't open or join tables here, be invited, sign up for contests, or play with other servers from here. Games that they're playing go on, and so do contests in which they take part: `/contest remove` takes them out. The reason, which they can read: { $reason }
chat-admin-not-barred = { $player } isn't kept out.
chat-admin-unbarred = { $player } can come to tables here again.
chat-admin-undone = Entry { $number } is undone. { $what }
chat-admin-closed = The table { $game } is closed. Its players can read why: { $reason }
chat-close-who = Who has won? Name them as the `winner`.
chat-close-plays = You're playing there yourself, so you can't decide how that game ends. Agree on it with the others (`/table end`), or ask another moderator.
chat-close-contest = This table belongs to a contest. In the contest's channel, `/contest annul table:{ $n }` gets it played again, and `/contest end` ends the contest.
# Why something cannot be done on a server.
chat-barred = The moderators of this server keep you out of its tables. Games that you're playing go on.
chat-barred-why = Reason: { $reason }
chat-barred-there = The moderators of this server keep that person out of its tables.
chat-channel-closed = No tables can be opened in this channel: the moderators of this server have chosen others.
chat-per-person = { $n ->
    [one] You have opened a table here that isn't finished yet, and this server allows no more than one per person. Finish or leave it first.
   *[other] You have opened { $n } tables here that aren't finished yet, and this server allows no more per person. Finish or leave one first.
}
chat-per-channel = { $n ->
    [one] There's already an unfinished table in this channel, and this server allows no more than one. `/table list` shows it.
   *[other] There are already { $n } unfinished tables in this channel, and this server allows no more. `/table list` shows them.
}
chat-openers = On this server, only people with the role { $role } can open tables. You can join those that are open: `/table list` shows them.
chat-threads-off = Tables have no threads on this server, so there are no private tables and no contests.
# What moderators did.
chat-log = **What moderators have done here, newest first**
chat-log-empty = Nothing yet.
chat-act = `{ $number }` { $when } { $who } – { $what }
chat-act-set = { $name }: { $before } → { $now }
chat-act-undid = undid entry { $n }. { $what }
chat-act-undone = { $line } *(undone by entry { $n })*
chat-act-closed = closed the table { $table }: { $reason }
chat-act-closed-draw = closed the table { $table } as a draw: { $reason }
chat-act-closed-won = closed the table { $table }, won by { $winner }: { $reason }
chat-act-closed-private = closed a private table: { $reason }
chat-act-none = The log has no entry with that number.
chat-act-undone-already = That has already been undone, by entry { $n }.
chat-act-final = A table that was closed can't be opened again, nor can its game go on. Its players can open a new one.
chat-act-since = That was changed again later, by entry { $n }. Undo that entry first, or choose the setting you want now.
chat-stopped = A moderator of this server has closed this table: { $reason }
chat-decided-draw = A moderator of this server has decided that the game is a draw.
chat-decided-won = A moderator of this server has decided that { $who } has won.
chat-history-stopped = closed by a moderator
chat-history-decided-draw = a draw by a moderator's decision
chat-history-decided-won = { $who } won by a moderator's decision
chat-too-fast = That was a lot within a few seconds. I'll listen to you again { $until }.
chat-busy = I'm swamped right now and couldn't do that. Please try again in a minute.
chat-away = I'm away for a while. All games are safe and waiting, and nobody's time runs out. Nothing was done just now; please try again later.

## The board in a browser

chat-button-board = Open the board
chat-button-board-short = Board
chat-board-link = Your board is ready. The link is yours alone: it works once, within ten minutes.
chat-board-off = There's no board here, because the operator hasn't switched it on.
panel-board-spent = This link has been used or is too old. Please open the board again from the chat.
web-hint-expected = Final score about { $points }, { $chance }% chance to win.
web-no-undo = You can't undo this, because it reveals something hidden.
web-outdated = The game has gone on. Here's how it stands now.
web-paused = The game is paused.
web-proposed = The others have to agree, too: I've asked them in the chat.
web-refused = That isn't possible here. Please do it in the chat.
web-unknown-visitor = Discord couldn't confirm who you are. Please close the board, and open it again.
web-too-fast = That was a lot at once. Please wait a few seconds.
web-broken = Something went wrong and was logged for the operator. Please try again.
# --- The page of the interactive board: none of these sentences has variables. ---

web-board = Board
web-realm = Realm
web-players = Players
web-points = points:
web-you = that's you
web-to-act = to move
web-computer = computer
web-hint = Hint
web-thinking = Looking for a good turn…
web-no-hint = There's no hint for this.
web-undo = Undo
web-turns = Turns
web-more = More
web-pause = Ask for a pause
web-resume = Go on playing
web-resign = Resign
web-resign-ask = Do you want to resign?
web-resign-about = The computer takes over your seat, or the game ends. You can't take this back.
web-cancel = Keep playing
web-confirm = This would be your turn
web-do = Do it
web-do-ahead = Do this when it's my turn
web-back = Back
web-impossible = Not possible now
web-closer = Enlarge what I can choose
web-news = What happened
web-show-last = Show it on the board
web-standings = Final points
web-over = The game is over. To play again, go back to the chat.
web-watching = You're watching this game.
web-ahead = Decide ahead
web-ahead-offer = You can decide now what you'll do on your turn. Nobody else sees it.
web-ahead-about = It isn't your turn yet. This is what it would look like.
web-premove = Decided ahead
web-forget = Forget it
web-position = Position in the game
web-setup = Setup
web-earlier = One turn back
web-later = One turn on
web-past = You're looking back. Nothing can be chosen here.
web-present = This is the position now.
web-now = Back to now
web-changed = The game has gone on, so your turn starts over.
web-lost = Connection lost. Trying again…
web-connected = Connected again.
web-failed = That didn't work. Please try again.
web-ended = Your board session has ended.
web-open-again = Please open the board again from the chat.
