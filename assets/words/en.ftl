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
list-and = { $first } and { $last }
list-comma = { $first }, { $last }

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
event-took-price = { $who } takes the { $price } token from the { $place }.
event-built = { $who } adds { $tile } to village { $row }.
event-got-boat = { $who } gets { $boat }.
event-got-kahunas = { $who } gets { $kahunas }.
event-got-tikis = { $who } gets { $tikis }.
event-gained-income = { $who } receives { $goods }.
event-gained-irrigation = { $who } gets { $goods } from the irrigation.
event-gained-island = { $who } gets { $goods } from the island.
event-gained-space = { $who } gets { $goods } for covering that space.
event-scored-spears = { $who } scores { $points } for crossed spears.
event-scored-dock = { $who } scores { $points } at the dock.
event-scored-island = { $who } scores { $points } on the island.
event-scored-people = { $who } scores { $points } for pleasing the people.
event-scored-lono = { $who } scores { $points } for LONO.
event-scored-first-space = { $who } scores { $points } for space 1.
event-fished = { $who } takes { $catch }.
event-launched = { $who } launches { $boats }.
event-visited = { $who } visits the island with { $gift }.
event-no-gift-none-left = None of that is left, so { $who } scores only the dock.
event-no-gift-no-room = { $who } has no room for it and scores only the dock.
event-declined = { $who } gives KANE nothing.
event-left = { $who } leaves the round and takes space { $space } in the turn order.
event-left-price = { $who } leaves the round and takes space { $space } in the turn order, with the { $price } token.
event-god-uncovered = { $god } is revealed.
event-god-last = That stack of gods is now empty.
event-summed-pleased = { $who } has { $sum } and needs { $needed }: the people are pleased.
event-summed-missed = { $who } has { $sum } and needs { $needed }: the people are not pleased.
event-round-over = Round { $round } is over.
event-round-begins = Round { $round } begins.
event-final = { $who } scores { $points } at the end: kahunas { $kahunas }, irrigation { $irrigations }, hula dancers { $hulas }, long huts { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-points = { $points }
gift-fruits = { $fruits }
gift-tile = { $tile }
gift-fruit-tile = fruit tile II
gift-kahunas = { $kahunas }
gift-tikis = { $tikis }
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
action-harvest = take { $goods } from the irrigation

## Why something cannot be done

refusal-game-over = The game is over.
refusal-something-else-first = You cannot do that right now.
refusal-answer-first = First answer this: { $question }
refusal-no-price-token = There is no price token left at the { $place }.
refusal-no-tile = There is no tile left at the { $place }.
refusal-nothing-fits = You have no legal space for anything sold at the { $place }.
refusal-nothing-left-to-buy-with = You must buy where you stop, and after that walk you would be { $missing ->
    [one] 1 shell
   *[other] { $missing } shells
 } short of the cheapest tile there.
refusal-not-sold-here = That is not sold at the { $place }: { $tile }.
refusal-no-such-price = No token here shows { $price }.
refusal-too-few-tiles = Not enough left ({ $tile }): { $missing } short.
refusal-god-not-on-top = { $god } is not on top of either stack.
refusal-no-kahuna-space = You need room for { $missing ->
    [one] 1 more kahuna
   *[other] { $missing } more kahunas
 }.
refusal-no-tiki-space = You need room for { $missing ->
    [one] 1 more tiki
   *[other] { $missing } more tikis
 }.
refusal-no-village-for = None of your villages can take another { $tile }.
refusal-god-only-once = You already have { $god }, and you may have each god only once.
refusal-one-god-per-village = Village { $row } already has a god.
refusal-second-of-its-kind = Village { $row } already has one: { $tile }.
refusal-village-needs-hut = Only a hut can start a village, and village { $row } is not started yet.
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
refusal-not-in-purse = You are { $good ->
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
refusal-mixed = You cannot mix goods in one payment. { $power ->
    [0] An exchange hut would help.
    [one] Your exchange huts can exchange 1 of them; this needs { $turned }.
   *[other] Your exchange huts can exchange { $power } of them; this needs { $turned }.
}
refusal-fish-nothing = Choose at least one fish token.
refusal-not-in-cove = The cove does not have that many tokens with { $fish } fish: { $missing } short.
refusal-boats-too-small = You need room for { $missing ->
    [one] 1 more foot
   *[other] { $missing } more feet
} in your boats.
refusal-not-ashore = You do not have those boats ashore.
refusal-more-boats-than-needed = You do not need that many boats.
refusal-no-island = The island at dock { $dock } has already been visited this round.
refusal-everybody-waited = Everybody has waited in turn: now you must do something or pass.
refusal-no-such-space = The turn order has { $spaces } spaces in this game: choose 1 to { $spaces }.
refusal-space-taken = Space { $space } is already taken.
refusal-no-fruit-tile = There is no { $tile } left.
refusal-kane-takes = KANE takes exactly { $goods } goods, or nothing.

## The board

board-title = Hawaii, round { $round } of 5. The people want { $sum }. Points: first { $first }, second { $second }, others { $others }.
board-over = The game is over.
board-turn = It is { $who }'s turn.
board-order = Turn order: { $list }
board-spaces = Spaces in the turn order: { $list }
board-space-free = { $space }: free
board-space-price = { $space }: { $price }
board-space-taken = { $space }: { $who }
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
board-start-hut = start hut
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

play-welcome = You are in seat { $seat }. Type help to see what you can say.
play-turn = Your turn. What will you do?
play-shop = What will you buy?
play-pay = How will you pay { $cost }?
play-launch = Which boats will you launch?
play-pick = Which fruit tile will you take?
play-build = Where will you put { $tile }?
play-which-stack = Both stacks show { $god }. Which one will you take it from?
play-kane = Will you give KANE { $goods } goods for a tiki?
play-harvest = What will you take from the irrigation?
play-choose = Type choose and a number:
play-unknown = I do not know "{ $word }". Type help to see what you can say.
play-which = "{ $word }" could be { $list }.
play-none-such = There is nothing called "{ $word }" here.
play-unlike = There is nothing called "{ $word }" here. The closest names: { $list }.
play-needs = Say it like this: { $usage }.
play-no-choice = There is no choice { $number } right now.
play-no-such-number = Nothing here has the number { $word }.
play-walk-first = You can only buy where you stand: move to a place first.
play-not-heeded = You can do that, but not with that village or payment; leave it out.
play-asks-first = Something else comes first: { $list }. Say that too, or leave out how to pay.
play-undone = Undone.
play-not-undone = There is nothing you can undo: your last step revealed something hidden, or somebody has acted since.
play-bye = You left the table.
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
hal-event-nothing-left = Nothing is left for { $who }.
hal-event-built = { $who } builds a statue on { $site }.
hal-event-no-statue = { $who } cannot build a statue.
hal-event-no-lava-to-move = There is no lava for { $who }'s priestess to move.
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
hal-event-first-scoring = The pile with two palms is empty: time for the first scoring.
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
hal-action-stay = stay: the shaman does not move
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

hal-refusal-disc-not-in-hand = Your { $disc } is already on beach { $segment }.
hal-refusal-disc-in-hand = Your { $disc } is still in your hand.
hal-refusal-equal-sums = Both players would have { $sum } on beach { $segment }, and the sums must differ.
hal-refusal-no-invocation = There are no invocation discs in the base game.
hal-refusal-invocation-not-in-hand = Your invocation disc is already on beach { $segment }.
hal-refusal-discs-in-hand = You can move the boat only when all your number discs are placed: you still hold { $discs }.
hal-refusal-too-many-quiet-turns = Nobody has received a card for { $turns } turns. By the house rule, no disc may be taken back until somebody does.
hal-refusal-too-far = The shaman walks at most two steps, only one of them uphill, and never onto a beach or a crater.
hal-refusal-other-shaman = The other shaman stands there.
hal-refusal-no-such-card = There is no such card here: { $card }.
hal-refusal-no-lava = There is no lava in crater { $segment }.
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
hal-board-discs = { $who } { $discs } (sum { $sum })
hal-board-invocation = { $who }'s invocation disc
hal-board-statue = { $who }'s statue on the { $terrain }
hal-board-lava = lava { $n }
hal-board-boat = the boat
hal-board-piles = Cards left: { $one } with one palm, { $two } with two, { $three } with three.
hal-board-display = Display: { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] 1 shell
   *[other] { $shells } shells
})
hal-board-sold = { $ware } ({ $who }'s)
hal-board-player = { $who }, seat { $seat }: { $points }, shaman at { $at }; discs in hand { $discs }; shells { $shells }; collected: { $kept }; statues left { $statues }
hal-board-now = a scoring now would add { $points }

## At the terminal

hal-play-shaman = Where will your shaman walk?
hal-play-choose = Which card will you take?
hal-play-priestess = Which lava will you move?
hal-play-purchase = What will you buy?
hal-play-help =
    place DISC SEGMENT  put a number disc on a beach: beside the boat it moves the boat,
                        elsewhere your shaman may walk (place 3 5)
    invoke DISC         put a number disc beside the boat, with the invocation disc
    take DISC           take a number disc back; then your shaman may walk
    boat                move the boat one segment, when all your number discs are placed
    move TERRAIN N      where the shaman walks (move forest 3); stay
    take CARD           which card you take (take shell)
    lava N clockwise    which lava the priestess moves, or counterclockwise; leave
    buy NAME            buy from the display (buy forest); buy nothing
    choose N            answer a question by its number
    board, players      see the volcano, or what both players have
    options             see everything you can do now
    undo                undo your last step
    quit                leave the table

# --- In few words ---
# A turn is a line of parts, with dots between them: **Ana** · the gods, 2 feet · KANE I for 4 shells, village 1.

brief-turn = **{ $who }** · { $what }
brief-more = { $part }, { $more }
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
    [one] One earlier turn: see *Since my last turn*.
   *[other] { $n } earlier turns: see *Since my last turn*.
}
brief-round-over = **Round { $round } is over.** Token sum (of what was needed), points, income:
brief-round-row = `{ $sum } of { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Round { $round } is over.** Token sum (of what was needed), points:
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

chat-title-hawaii = Hawaii
chat-title-haleakala = Haleakala
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
chat-lobby-awaited = Invited back: { $players }. *Join* takes your seat.
chat-lobby-options = Rules: { $options }
chat-lobby-option = - { $meaning }
chat-lobby-closed = This table cannot be followed from other channels.
option-hawaii-goods-open = Shells, feet and fruits are open: everybody sees what everybody has.
option-hawaii-tikis-seven = A realm has room for seven tikis instead of six.
option-hawaii-last_first_space-scores_nothing = After the last round, space 1 is worth no points.
option-hawaii-tie_break-shared = Players tied on points share the victory: leftover goods do not break the tie.
option-hawaii-rows-may_be_skipped = A new village may start in any empty row.
option-hawaii-exchange-each_payment = An exchange hut helps with every payment of a turn, not with just one.
option-haleakala-lava-invoked = Tactical variant: invocation discs decide where lava flows, and nobody buys just before a scoring.
option-haleakala-priestess-may_decline = A lava priestess may leave the lava where it is.
option-haleakala-shuffling-forty_turns = After forty turns in which nobody got a card, no disc may be taken back until somebody does.
chat-lobby-chance = -# Shuffle sealed: { $commitment }. Add a word before the start; the record lets anyone verify it.
chat-button-join = Join
chat-button-leave = Leave
chat-button-word = Give a word
chat-button-start = Start
chat-add-computer = Add a computer
chat-add-keiki = Keiki, the child
chat-about-keiki = Knows the rules but misses a lot: good for a first game
chat-add-makua = Makua, the parent
chat-about-makua = Plays well and misses little
chat-add-kupuna = Kupuna, the elder
chat-about-kupuna = Plays as well as it can, and thinks a little longer
chat-button-remove-computer = Remove a computer
chat-button-turn = Take your turn
chat-button-realm = What I have
chat-button-undo = Undo
chat-button-record = Record
chat-button-again = Play again
chat-button-do = Do it
chat-button-back = Back
chat-button-whole = Whole board
chat-button-close = Zoom in
chat-button-more = More
chat-opened-thread = { $who } opened a table for { $game }: { $place }
chat-again-called = { $called }: { $who } would like to play { $game } with you again.
chat-again-opened = { $who } would like to play { $game } again with the same people: { $place }
chat-again-stands = There is already a table for playing again: { $place }
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
chat-list-empty = There is no table on this server yet, or none that you can see. Open one with `/table open`.
chat-listed-open = { $place }: { $game } with { $players }, not started yet
chat-listed-running = { $place }: { $game } with { $players }
chat-listed-over = { $place }: { $game } with { $players }, finished
chat-listed-yours = **{ $line }** (yours)

## Why a turn is good: each ends a sentence that begins with "it"

reason-points = scores { $points } at once
reason-pleases = pleases the people
reason-nearer = brings you closer to what the people want, with { $n } to go
reason-fish = brings { $n ->
    [one] a fish token
   *[other] { $n } fish tokens
} for the end of the round
reason-reaches = extends village { $row } to a tiki, so that it scores
reason-longer = makes village { $row } longer, { $n } short of a tiki
reason-brings = brings { $what }
reason-scoring = adds { $points } for { $what } at the end
reason-income = brings { $goods } more each round
reason-boat = brings another boat
reason-last = leaves no { $tile } for anybody else
reason-closes = takes the last price token there ({ $place }), so nobody else can buy there this round
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
hal-reason-in-hand = gives you { $n ->
    [one] a disc
   *[other] { $n } discs
} to play
hal-reason-shaman = takes your shaman to { $site }
hal-reason-bought = buys the { $ware } card
hal-reason-scoring = adds { $points } to your next scoring

## Hints and reviews

chat-button-hint = Hint
chat-button-hint-of = Show { $n }
chat-hint = { $n ->
    [one] There is only one turn worth taking:
   *[other] From what you can know, these look best:
}
chat-hint-turn = **{ $n }.** { $turn }
    _About { $points } at the end, { $chance }% to win._
chat-hint-why = -# It { $reasons }.
chat-no-hints = Hints are off at this table.
chat-hints-on = Hints are on at this table: everybody can ask for one on their turn.
chat-hints-off = Hints are off at this table.
chat-hints-begun = The game started without hints, and it stays that way.
chat-button-review = Review
chat-button-review-again = Check again
chat-review-going = I am reviewing the game: turn { $n } of { $of } …
chat-review = **Review of the game**: { $n } turns, each judged by what its player could know at the time.
chat-review-seat = - { $who }: accuracy { $accuracy } of 100
chat-review-how = -# 100 means that nothing better was found. A turn that costs a tenth of the chance to win, or twenty points, counts as 61.
chat-review-turn = **Turn { $n }, { $who }**
chat-review-taken = **1.** Played: { $turn }
    _About { $points } at the end, { $chance }% to win._
chat-review-better = **2.** Better: { $turn }
    _About { $points }, { $chance }%._
chat-review-not-over = You can review a game once it is over. Until then, `/{ cmd-hint-name }` looks at your turn.
chat-review-menu = The turns that cost most
chat-review-option = Turn { $n } · { $who }
chat-review-cost = { $chance }% of the chance to win, { $points ->
    [one] 1 point
   *[other] { $points } points
}
chat-lobby-no-hints = Hints are off at this table.

## What everybody hears

chat-begins = The game begins: { $players }.
chat-begins-chance = -# The shuffle was sealed before anybody gave a word: { $commitment }.
chat-your-turn = { $who }, it is your turn.
chat-turn-of = It is { $who }'s turn.
chat-took-back = { $who } undid the last step.
chat-took-back-computers = { $who } undid the last step, and what the computer did after it.
chat-resigned = { $who } resigned; the computer takes over.
chat-resigned-over = { $who } resigned, and that ends the game.
chat-given-up = The game ended when a player resigned.

## A turn

chat-dock-and-way = { $what } (costs { $feet })
chat-kind-wait = Wait
chat-kind-boat = Move the boat
chat-place-and-wares = { $place }: { $wares }
chat-disc = number { $disc }
chat-beach = beach { $segment }
chat-beach-boat = beach { $segment }, beside the boat
chat-ware = { $ware }
chat-purse = You have { $goods }.
chat-menu = Choose one of { $n }
chat-turn-elsewhere = It is your turn in { $game }: { $place }.
chat-menu-walk = Walk to a place and buy there
chat-menu-beach = Fish, visit an island, or wait
chat-menu-pass = Leave the round
chat-menu-place = Place a disc
chat-menu-invoke = Place a disc and invoke
chat-menu-take = Take a disc back
chat-menu-boat = Move the boat
chat-change = Change this
chat-change-pay = Pay another way
chat-change-buy = Another tile, side or token here
chat-change-village = Build in another village
chat-change-boats = Launch other boats
chat-change-walk = Walk somewhere else
chat-change-card = Take another card
chat-change-lava = Move other lava
chat-change-purchase = Buy from the display
chat-choice-fish = Fish: { $catch }
chat-choice-sail = Dock { $dock }: { $gift }
chat-choice-pass = Space { $space }
chat-choice-pass-price = Space { $space }, with token { $price }
chat-choice-buy = { $tile } · token { $price }
chat-choice-buy-double = { $tile } · 2 × token { $price }
chat-choice-village = Village { $row }
chat-choice-place = { $disc } on beach { $segment }
chat-choice-place-boat = { $disc } beside the boat, on beach { $segment }
chat-choice-invoke = { $disc } beside the boat, with the invocation disc
chat-choice-take = { $disc } from beach { $segment }
chat-outcome-pay = pay { $goods }
chat-outcome-get = get { $goods }
chat-outcome-points = { $points }
chat-outcome-left = { $goods } left
chat-outcome-village = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}
chat-outcome-village-tiki = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}, reaches a tiki
chat-outcome-village-short = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}, { $short } short of a tiki
chat-outcome-sum = tokens { $sum } of { $needed }
chat-outcome-sails = the boat sails to { $segment }
chat-outcome-you-choose = you choose first: { $cards }
chat-outcome-chooses = { $who } chooses first: { $cards }
chat-outcome-nobody = nobody has discs there
chat-outcome-you-get = you get { $card }
chat-outcome-gets = { $who } gets { $card }
chat-outcome-buys = you buy the { $ware } card for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
chat-outcome-walks = your shaman walks to { $site }
chat-outcome-sum-there = sums there: you { $sum }, the other player { $other }
chat-lack = { $wish }: { $goods } short
chat-out-of-reach = -# Out of reach: { $list }
chat-no-way-back = **No way back:** this reveals something hidden, so you cannot undo the turn.
chat-confirm = This is what you would do: { $story }
chat-undone = Undone.
chat-late = Somebody was faster, or this panel is out of date. Here is the board as it stands now.
chat-late-still = The board has changed since. What you chose is still possible:
chat-undo-late = Too late to undo that: the game has gone on. Here it is as it stands.

## Why something was not done

chat-no-table = There is no table in this channel. Open one with `/table open`, or look for one with `/table list`.
chat-occupied = There is already a table in this channel. Finish it first, or open yours in another channel.
chat-stale = Others were faster several times in a row. Please try again.
chat-begun = The game has already started.
chat-starting = The game is about to start: seats and words are fixed.
chat-fixed = The game of { $game } is starting: all words are fixed.
chat-fixed-word = - { $who }: { $word }
chat-fixed-no-word = - { $who }: no word
chat-fixed-chance = -# Shuffle sealed: { $commitment }. It depends on that, on these words, and on the number of this very message, which nobody knew before it was posted: another try would have been another message. The record lets anyone verify it.
chat-cannot-begin = Your game of { $game } could not start, because I cannot write in { $place }. The table is open again. Once I may write there (`/check` there says what is missing), use `/table start`; or move the table with `/table move`.
chat-not-begun = The game has not started yet. Press Start, or use `/table start`.
chat-over = The game is over.
chat-not-over = The record is available after the game; it reveals everything hidden.
chat-still-played = This game is not over yet.
chat-not-played = You did not play this game, so only the others can play it again. `/table open` opens a table of your own.
chat-full = All seats are taken.
chat-seated = You already have a seat here.
chat-not-seated = You have no seat at this table. You are welcome to watch: `/table show`.
chat-not-your-turn = It is seat { $seat }'s turn, not yours.
chat-not-turn-but = It is { $who }'s turn. You will be called when it is yours.
chat-too-few = { $n ->
    [one] One more player has to join
   *[other] { $n } more players have to join
} before the game can start.
chat-owner-begins = A seat is still free. Only whoever opened the table may start with fewer players.
chat-owner-begins-who = A seat is still free. { $who } opened this table and may start with fewer players; or wait until somebody joins.
chat-too-many-tables = You have already opened { $n } tables that are not finished yet. Finish or leave one first: `/mine` lists them.
chat-too-soon = That is a lot of new tables in a few minutes. Please play at one of them first: `/mine` lists yours.
chat-owner-arranges = Only whoever opened this table can add or remove computers.
chat-no-computer = There is no computer at this table.
chat-too-many-computers = There must be a seat for you: choose fewer computers or more seats.
chat-wrong-number = { $game } is for { $least } to { $most } players, not { $asked }.
chat-no-preset = There is no preset "{ $name }". Choose { $known }, or write choices as name=value.
chat-no-choice = There is no choice "{ $name }". Choose from { $known }.
chat-no-value = { $name } cannot be "{ $value }". Choose from { $known }.
chat-shown = Your last step, or what the computer did after it, revealed something hidden, so it cannot be undone.
chat-acted-since = Seat { $seat } has acted since, so your step cannot be undone.
chat-acted-since-who = { $who } has acted since, so your step cannot be undone.
chat-nothing-yet = There is nothing to undo yet.
chat-no-such-verb = There is no { $verb } in { $game }. Press "Take your turn", or see `/help`.
chat-say-verb = Say what to do: `/help` lists the commands.
chat-old-button = This button has expired. See the table with `/table show`.
chat-other-edition = This game was started by a newer version of me, so I leave it as it is. Nothing is lost: it goes on once whoever runs me has updated me.
chat-trouble = Something went wrong and was logged. Check `/table show` before trying again.
chat-closing = I am restarting right now, so nothing was done. Please try again in a moment.
chat-not-understood = I did not understand that. Please choose from what is offered.
chat-server-only = Tables are on servers: use this in a channel there.
chat-may-not-write = (I may not write in this channel, so the others will not see this. `/check` says what is missing.)

## Help and rights

chat-help = **Lanai hosts Hawaii and Haleakala, one move at a time.**
    `/table open` opens a table, `/table join` takes a seat, `/table start` starts the game. `/turn` opens a panel where buttons do everything you can do. `/table undo` undoes your last step, `/table show` shows the board, `/realm` shows what you have, `/table list` lists all tables on this server, and `/check` shows which permissions I have here.
chat-help-days = Games may last for days: `/remind` sets when and how I remind you, `/snooze` asks for more time, `/recap` tells you what you missed, `/mine` lists the games that wait for you, `/watch` follows a table from another channel. `/table pause` asks everybody for a pause, `/table replay` shows the game turn by turn.
chat-help-no-table = There is no table in this channel yet.
chat-help-hawaii = In Hawaii: `/move` to a place and `/buy` there, `/fish`, `/sail` to an island, `/wait`, or `/pass` to leave the round. `/choose` answers a question. What you leave out is settled as cheaply as possible.
chat-help-haleakala = In Haleakala: `/place` a number disc, `/take` one back or take a card, `/boat` to move the boat when all your discs are placed, `/move` the shaman or the lava, `/buy` from the display. `/choose` answers a question.
chat-check-fine = All is well: I have every permission I need here.
chat-check-missing = { $n ->
    [one] One permission is missing here. Whoever runs this server can grant it.
   *[other] { $n } permissions are missing here. Whoever runs this server can grant them.
}
chat-right-view = View channel: to be here at all
chat-right-send = Send messages: to say whose turn it is
chat-right-embed = Embed links: to show the board below the text
chat-right-files = Attach files: to send pictures and records
chat-right-history = Read message history: to avoid repeating myself after a restart
chat-right-threads = Create public threads: to give each table its own thread
chat-right-in-threads = Send messages in threads: to play there

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
cmd-table-open-level-keiki = Keiki: knows the rules and overlooks a lot
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
cmd-take = Take a disc back, or a card (Haleakala)
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
cmd-realm-who = Whose; yours if left out
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
draw-first = first
draw-second = second
draw-others = others
draw-income = Income
draw-order = Order
draw-cove = Cove
draw-beach = Beach
draw-dock = Dock { $dock }
draw-plus = +{ $points }
draw-sum = { $sum } of { $needed }
draw-legend-way = the way of a walk
draw-legend-turn = which turn it was
draw-legend-done = bought or visited
draw-legend-choice = may be chosen

# --- Descriptions of pictures ---

alt-island = The island of Hawaii, round { $round } of 5. The people want { $sum }.
alt-realms = Realms of Hawaii, round { $round } of 5.
alt-player = { $who }: { $points }, { $at }, { $kahunas }, { $tikis }, tokens { $sum } of { $needed }.
alt-of = { $who }: { $what }.
alt-tokens = { $sum } of { $needed }
alt-tokens-of = tokens { $list }
alt-boats = { $n ->
    [one] 1 boat
   *[other] { $n } boats
}
alt-order = In turn order, token sums:
alt-places = Places: what is left; prices.
alt-place = { $name }: { $wares }; { $prices }.
alt-closed = closed
alt-docks = Docks: feet, points, island: { $list }.
alt-dock = { $dock }: { $feet }, { $points }, { $gift }
alt-cove = Cove: { $catch }.
alt-fish = { $n } × { $fish } fish
alt-spaces = Order spaces: { $list }.
alt-free = free
alt-points = Pleasing the people: { $first }, { $second }, { $others }.
alt-income = Income: { $goods }.
alt-rest = The rest as text: /table show text:true.

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
hal-alt-segment = { $segment }: { $list }.
hal-alt-disc = { $who } { $disc }
hal-alt-statues = { $who }'s statues: { $list }
hal-alt-invocation = invocation
hal-alt-holds = { $who } has discs { $discs }, shells { $shells }, statues { $statues }, collected: { $kept }
hal-alt-now = now worth { $points }
hal-alt-display = Display, in shells: { $list }.
draw-hal-alt-boat = The boat is at segment { $segment }. Segments from there on:
draw-hal-alt-player = { $who }: { $points }, shaman at { $at }.

# The chart of scores at the end.
draw-scores = Points, turn by turn
draw-chances = Chances to win
alt-scores = Points over the game, round by round.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha. I host two board games, one move at a time: Hawaii and Haleakala.**
    Press a button to play against the computer: your board appears at once, in its own thread. To play with others, use `/table open`. `/help` tells you more.
chat-button-play-hawaii = Play Hawaii against the computer
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
chat-button-replay = Turn by turn
chat-button-snooze = I need more time
chat-button-mute = No more reminders this turn
chat-button-agree = Agree
chat-button-back-again = I am back
chat-button-resign = Yes, resign
chat-reminder = { $who }, { $game } in { $place } has been waiting for you since { $since }.
chat-nudge = { $who }, you started your turn in { $game } but have not finished it: { $place }.
chat-call = { $who }, it is your turn in { $game }: { $place }.
chat-next = You are next in { $game }: { $who } is playing now, in { $place }.
chat-deadline = Time runs out on { $until }.
chat-silent = { $who } has been reminded several times, and has kept the table waiting since { $since }. I will not remind them again. Any player at the table can use `/table replace`.
chat-snoozed = { $who } asked for time until { $until }.
chat-you-snoozed = All right: I will remind you again on { $until }. The others can see that.
chat-snooze-how-long = How much time do you need? The others will see it.
chat-snooze-menu = Until when?
chat-snooze-hours = In 3 hours
chat-snooze-evening = This evening
chat-snooze-morning = Tomorrow morning
chat-snooze-tomorrow = Tomorrow evening
chat-snooze-days = In 2 days
chat-snooze-week = In a week
chat-muted = You will not be reminded of this turn again.
chat-late-word = { $who }'s time is up.
chat-late-turn = { $who }'s time is up: the computer plays this turn.
chat-late-seat = { $who }'s time is up: the computer plays until { $who } is back.
chat-is-back = { $who } is back.
chat-you-are-back = Welcome back: the seat is yours again.
chat-stood-in = Your time was up, so the computer is playing your seat. Do you want it back?
chat-still-here = Nobody needs replacing: this player is still here. You can replace somebody who left the server, ran out of time, or ignored several reminders.
chat-replaced = The computer plays for { $who } from now on.
chat-replaced-until = The computer plays for { $who } from now on, until { $who } is back.
chat-replaced-by = { $by } plays for { $who } from now on.
chat-you-replaced = Done: the seat is taken.
chat-asks-pause = { $who } asks to pause the game for { $time }. It pauses when everybody agrees.
chat-asks-resume = { $who } asks to go on. The game goes on when everybody agrees.
chat-agreed = Everybody agrees.
chat-agreed-open = { $n ->
    [one] Noted. One more player has to agree.
   *[other] Noted. { $n } more players have to agree.
}
chat-not-asked = Nobody is asking for anything at the moment.
chat-is-paused = The game is already paused: nobody is waiting for anybody.
chat-not-paused = The game is not paused.
chat-not-away = You are playing your seat yourself: there is nothing to take back.
chat-plays-already = The computer already plays there, until this person is back.
chat-not-there = That person has no seat at this table.
chat-stands-in-for-you = { $who }, the computer plays for you in { $game }, { $place }, until you are back.
chat-played-for-you = { $who }, your time was up in { $game }, { $place }: the computer played that turn for you.
chat-no-such-time = That time is past or too far ahead.
chat-paused = The game is paused until { $until }, or until everybody agrees to go on with `/table resume`.
chat-resumed = The game goes on.
chat-resign-sure = Do you really want to resign? The computer takes over your seat; in a game for two, that ends the game.
chat-shut = Your table for { $game } is in { $place }, where I cannot write any more: somebody took a permission from me, or closed the thread. `/check` there says what is missing. I will keep trying; meanwhile, people are reminded in direct messages.
chat-shut-gone = The channel { $place } of your table for { $game } is gone, so the game cannot go on there. Nothing is lost: use `/table move` in another channel of the server, and it goes on there.
chat-status-open = Waiting for players.
chat-status-points = Points: { $list }
chat-status-turn = It is { $who }'s turn, since { $since }.
chat-status-late = Time ran out on { $until }.
chat-status-banks = Time the others have left: { $list }.
chat-status-away = { $who } is on holiday until { $until }.
chat-status-stands-in = The computer plays for { $who }, until { $who } is back.
chat-manners-word = then everybody is told, and nothing else happens
chat-manners-turn = then the computer plays that turn
chat-manners-seat = then the computer plays until the person is back
chat-manners-turn-time = Time limit: { $time } a turn; { $late }.
chat-manners-bank = Time limit: { $start } each, plus { $more } with each turn; { $late }.
chat-pace-none = No time limit
chat-pace-turn = { $time } a turn
chat-pace-bank = { $start } each, plus { $more } with each turn
chat-no-pace = I cannot read that as a time limit. Write a time for each turn, such as `24h` or `3 days`, or a bank and what each turn adds, such as `72h+8h`. The least is ten minutes, the most is sixty days, and a bank must hold more than a turn adds.
chat-late-without-pace = Without a time limit, no time is ever up: choose a `pace`, or leave `late` out.
chat-no-span = I cannot read that as a length of time. Write it like `8h`, `2 days` or `1 week`.
chat-no-zone = I know no time zone called { $zone }. Choose one that is offered while you type, such as Europe/Prague.
chat-no-hours = Write quiet hours like `22-8` or `21:30-6:30`, or `off`.
chat-no-holiday = Write how long you are away, such as `10 days`, or until when, such as `2027-01-06`: at most 60 days. Or write `off`.
chat-every = every { $time }
chat-every-never = never
chat-quiet-off = no quiet hours
chat-remind-me = You are reminded { $every }.
chat-remind-loud-anywhere = Reminders come at any hour: tell me your `zone` and your `quiet` hours, and I will leave you in peace then.
chat-remind-loud = Reminders come at any hour. Your time zone is { $zone }.
chat-remind-quiet = Quiet hours: { $hours }, in the time zone { $zone }.
chat-remind-which-zone = I do not know your time zone, so I use UTC. Set it with `/remind zone:`.
chat-remind-direct = You are called and reminded in direct messages.
chat-remind-next = You are told when you are next.
chat-remind-away = You are on holiday until { $until }: nobody reminds you, and your clock is stopped.
chat-remind-text = You see text instead of pictures: the panel, the table, what you have. `text:false` in a command shows pictures once.
chat-remind-change = Change this with the options of `/remind`.
chat-remind-table = Reminders at this table: { $every }, except for people who chose something else.
chat-remind-server = Reminders on this server: { $every }, except for people and tables that chose something else.
chat-remind-not-yours = To set this for all tables of the server, you need the permission to manage the server.
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
chat-watch-begins = This channel now follows { $game } in { $place }: one message here always shows how it stands. `/unwatch` stops it.
chat-watch-already = This channel already follows { $game } in { $place }.
chat-watch-which = There is no such table on this server that you can see. Choose one that is offered while you type.
chat-watch-not-you = You may not write in this channel, so you cannot follow a table here.
chat-watch-not-me = I may not write in this channel: `/check` says what is missing.
chat-came = The game has moved here and goes on.
chat-moved = { $who } moved { $game } to { $place }.
chat-move-which = You have no such table on this server. Choose one that is offered while you type.
chat-move-not-you = You may not write in this channel, so you cannot move a game here.
chat-move-not-me = I may not write in this channel: `/check` says what is missing.
chat-watch-closed = This table cannot be followed from other channels.
chat-watch-ends = { $game } in { $place } can no longer be followed, so this channel has stopped following it.
chat-watch-here = That table is in this very channel.
chat-watchers-open = Others can follow this table from other channels.
chat-watchers-closed = Nobody can follow this table from other channels any more.
chat-unwatched = { $n ->
    [0] This channel follows no table.
    [one] This channel no longer follows that table.
   *[other] This channel no longer follows those { $n } tables.
}
chat-mine = { $n ->
    [0] No table is waiting for you.
    [one] One table is waiting for you:
   *[other] { $n } tables are waiting for you:
}
chat-mine-line = • { $game } in { $place } with { $players }, since { $since }.
chat-mine-others = These are waiting for others:
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
cmd-table-open-late-word = It is announced, nothing else
cmd-table-open-late-turn = The computer plays this turn
cmd-table-open-late-seat = The computer plays until the person is back
cmd-table-pause = Ask everybody to pause the game
cmd-table-pause-name = pause
cmd-table-pause-time = For how long; a week if left out
cmd-table-pause-time-name = time
cmd-table-resume = Ask everybody to go on before the pause is over
cmd-table-resume-name = resume
cmd-table-back = Take your seat back from the computer
cmd-table-back-name = back
cmd-table-replace = Give the seat of somebody who left to the computer or to somebody else
cmd-table-replace-name = replace
cmd-table-replace-who = Who left
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
cmd-table-watchers-open = Whether they may
cmd-table-watchers-open-name = open
cmd-remind = See or change how you are reminded of your turns, and what you see
cmd-remind-name = remind
cmd-remind-every = How often: 8h, 2 days, never
cmd-remind-every-name = every
cmd-remind-zone = Your time zone, such as Europe/Prague
cmd-remind-zone-name = zone
cmd-remind-quiet = When not to disturb you, such as 22-8
cmd-remind-quiet-name = quiet
cmd-remind-direct = Call and remind you in direct messages
cmd-remind-direct-name = direct
cmd-remind-next = Tell you when you are next
cmd-remind-next-name = next
cmd-remind-away = Until when you are on holiday: 10 days, 2027-01-06, off
cmd-remind-away-name = away
cmd-remind-text = Show you text instead of pictures from now on
cmd-remind-text-name = text
cmd-remind-whose = Whose reminders; yours if left out
cmd-remind-whose-name = whose
cmd-remind-whose-me = Mine
cmd-remind-whose-table = This table's
cmd-remind-whose-server = This server's
cmd-snooze = Ask for more time this turn: the others see it, and you are reminded again then
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
chat-turn-yours = It is your turn.
chat-your-turn-still = { $who }, it is still your turn.
chat-replay-start = **Before the first turn.**
chat-no-every = I cannot read that as a time between reminders, or it is too short. Write `8h`, `2 days` or `never`; the least is an hour.
chat-remind-every-only = For a table or a server you can only set `every:`. Everything else is a personal setting.
chat-remind-me-here = You are reminded { $every }, like everybody here who has chosen nothing else.
chat-remind-me-never = You are not reminded.
chat-every-day = once a day
chat-snooze-clock = Your clock keeps running, though: time runs out on { $until }.
chat-mine-stood-in = The computer is playing for you there: `/table back` takes your seat back.
chat-time-was-up = Time was up and the computer played that, so it cannot be undone.
chat-watch-many = Too many channels follow that table already, or this channel follows too many tables. `/unwatch` makes room.
chat-not-themselves = They have to do it themselves: `/table replace` with themselves as `by`. Leave `by` out, and the computer takes over.
chat-wrong-number-exactly = { $game } is for { $least } players, not { $asked }.

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
page-calls = { $count } unread, with a mention of you
page-messages = Messages
page-composer = Write a message
page-say = Write to { $channel }, or / for commands
page-say-locked = This thread is locked
page-say-help = Type a slash for the list of commands. Arrow keys choose, Tab or Enter accepts, Escape closes the list.
page-send = Send
page-suggestions = Suggestions
page-no-such-command = There is no such command. Press Escape and type / to see them all.
page-no-commands = No bot has registered commands yet.
page-no-such-option = This command has no such option.
page-asking = Asking { $bot }…
page-no-choices = Nothing matches. You can send what you typed.
page-choices-failed = { $bot } is not answering. You can send what you typed.
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
page-no-bot = The bot is not here yet. It will be here in a moment.
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
page-poll-over = This poll is over.
page-failed = { $bot } did not answer. Please try again.
page-no-porch = The porch is not answering. Is it still open?
page-lost = Connection lost. Trying to reach the porch…
page-back = Connected again.
page-cancel = Cancel
page-submit = Send
page-letters = { $count } of { $most } characters
page-person-menu = Switch to another person
page-sit-as = Be here as
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
