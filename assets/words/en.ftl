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
at-left = out of the round, on space { $space }

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
   *[other] { $n } tokens with { $fish } fish
}

## What happens

event-moved-place = { $who } walks to the { $place }.
event-moved-stay = { $who } stays at the { $place }.
event-moved-beach = { $who } goes to the beach and waits.
event-moved-cove = { $who } goes to the fishing cove.
event-moved-dock = { $who } goes to dock { $dock }.
event-paid = { $who } pays { $goods }.
event-gave-kane = { $who } gives KANE { $goods }.
event-took-price = { $who } takes the { $price } from the { $place }.
event-built = { $who } builds { $tile } in village { $row }.
event-got-boat = { $who } gets { $boat }.
event-got-kahunas = { $who } gets { $kahunas }.
event-got-tikis = { $who } gets { $tikis }.
event-gained-income = { $who } receives { $goods }.
event-gained-irrigation = { $who } takes { $goods } from the irrigation.
event-gained-island = { $who } takes { $goods } from the island.
event-gained-space = { $who } finds { $goods } on the space.
event-scored-spears = { $who } scores { $points } for crossed spears.
event-scored-dock = { $who } scores { $points } at the dock.
event-scored-island = { $who } scores { $points } on the island.
event-scored-people = { $who } scores { $points }: the people are pleased.
event-scored-lono = { $who } scores { $points } for LONO.
event-scored-first-space = { $who } scores { $points } for space 1.
event-fished = { $who } takes { $catch }.
event-launched = { $who } launches { $boats }.
event-visited = { $who } visits the island of { $gift }.
event-no-gift-none-left = Nothing of that is left: { $who } takes home only the points of the dock.
event-no-gift-no-room = { $who } has no room for that: only the points of the dock count.
event-declined = { $who } gives KANE nothing.
event-left = { $who } leaves the round for space { $space } of the turn order.
event-left-price = { $who } leaves the round for space { $space } of the turn order and takes the { $price }.
event-god-uncovered = Under it appears { $god }.
event-god-last = That stack of gods is empty.
event-summed-pleased = { $who } has { $sum }, and needs { $needed }: the people are pleased.
event-summed-missed = { $who } has { $sum }, and needs { $needed }: the people are not pleased.
event-round-over = Round { $round } is over.
event-round-begins = Round { $round } begins.
event-final = { $who } scores { $points } at the end: kahunas { $kahunas }, irrigations { $irrigations }, hula dancers { $hulas }, long huts { $longhuts }, LAKA { $laka }, KANALOA { $kanaloa }.

## Islands

gift-points = { $points }
gift-fruits = { $fruits }
gift-tile = { $tile }
gift-fruit-tile = a fruit tile II
gift-kahunas = { $kahunas }
gift-tikis = { $tikis }
gift-gone = visited

## What can be done

action-move = move { $name }: walk to the { $place }
action-move-stay = move { $name }: stay at the { $place }
action-fish = fish { $list }: take { $catch }
action-sail = sail { $dock }: visit the island of { $gift }
action-wait = wait: do nothing, on the beach
action-pass = pass { $space }: leave the round for space { $space }
action-pass-price = pass { $space }: leave the round for space { $space } and take the { $price }
action-buy = buy { $name } { $price }: { $tile } for { $cost }
action-buy-double = buy { $name } { $price } double: { $tile } for { $cost }
action-pay = pay { $goods }
action-launch = launch { $boats }
action-pick = take { $tile }
action-build = build in village { $row }
action-build-new = begin village { $row }
action-left-stack = take it from the left stack, where { $n ->
    [one] 1 god lies
   *[other] { $n } gods lie
 }
action-right-stack = take it from the right stack, where { $n ->
    [one] 1 god lies
   *[other] { $n } gods lie
 }
action-offer = give KANE { $goods } for a tiki
action-decline = give KANE nothing
action-harvest = take { $goods } from the irrigation

## Why something cannot be done

refusal-game-over = The game is over.
refusal-something-else-first = That is not what has to be decided now.
refusal-no-price-token = There is no price token left at the { $place }.
refusal-no-tile = There is no tile left at the { $place }.
refusal-nothing-fits = No tile at the { $place } would have a lawful spot in your realm.
refusal-nothing-left-to-buy-with = After that walk you would be { $missing ->
    [one] 1 shell
   *[other] { $missing } shells
 } short of the cheapest tile there, and whoever stops at a place must buy.
refusal-not-sold-here = Not sold at the { $place }: { $tile }.
refusal-no-such-price = No token here shows { $price }.
refusal-too-few-tiles = Too few are left ({ $tile }): { $missing } missing.
refusal-god-not-on-top = { $god } lies on top of neither stack.
refusal-no-kahuna-space = Your realm lacks { $missing ->
    [one] 1 space
   *[other] { $missing } spaces
 } for kahunas.
refusal-no-tiki-space = Your realm lacks { $missing ->
    [one] 1 space
   *[other] { $missing } spaces
 } for tikis.
refusal-no-village-for = No village of yours can take another { $tile }.
refusal-god-only-once = { $god } already stands in your realm, and each god stands there only once.
refusal-one-god-per-village = Village { $row } has a god already.
refusal-second-of-its-kind = Village { $row } has one already: { $tile }.
refusal-village-needs-hut = Village { $row } is not begun, and only a hut can begin it.
refusal-row-skipped = Villages are begun from the top without gaps: village { $next } is next.
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
refusal-wrong-sum = That costs { $cost }, and you offer { $paid }.
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
 } short of that.
refusal-mixed = Goods are not mixed in one payment. { $power ->
    [0] An exchange hut would help.
    [one] Your exchange huts can turn 1 unit; this needs { $turned }.
   *[other] Your exchange huts can turn { $power } units; this needs { $turned }.
}
refusal-fish-nothing = To fish is to take at least one token.
refusal-not-in-cove = The cove has { $missing ->
    [one] 1 token
   *[other] { $missing } tokens
 } with { $fish } fish too few.
refusal-boats-too-small = Your boats lack room for { $missing ->
    [one] 1 more foot.
   *[other] { $missing } more feet.
}
refusal-not-ashore = You do not have these boats ashore.
refusal-more-boats-than-needed = Fewer boats would carry as much for as little.
refusal-no-island = The island at dock { $dock } was visited in this round already.
refusal-everybody-waited = Everybody has waited in turn: now you must do something, or pass.
refusal-no-such-space = The turn order has { $spaces } spaces in this game.
refusal-space-taken = Somebody stands under space { $space } already.
refusal-no-fruit-tile = There is no { $tile } left.
refusal-kane-takes = KANE takes exactly { $goods } goods, or nothing.

## The board

board-title = Hawaii, round { $round } of 5. The people want { $sum }; first { $first }, second { $second }, others { $others }.
board-over = The game is over.
board-turn = It is { $who }'s turn.
board-order = Turn order: { $list }
board-spaces = Spaces of the turn order: { $list }
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
board-islands = Islands face down: { $hidden }.
board-gods = { $gods } ({ $left } left)
board-gods-gone = an empty stack
board-realm = { $who }, seat { $seat }: { $points }, { $at }
board-goods = in hand: { $goods }
board-goods-hidden = goods behind the screen
board-village = village { $row }: { $tiles } ({ $length } long{ $scored ->
    [yes] , reaches a tiki
   *[no] {""}
})
board-start-hut = start hut
board-spirits = { $kahunas }, { $tikis }
board-boats = boats ashore: { $ashore }; launched: { $launched }
board-none = none
board-tokens = tokens of this round: { $prices } (sum { $sum }, needed { $needed }); fish tokens: { $fish }
board-end = worth { $points } at the end as it stands

## The end

standing = { $rank }. { $who }: { $points }
winner = { $who } wins.
winner-of-tie = { $who } wins the tie.
winners = { $who } share the victory.

## At the terminal

play-welcome = You sit at seat { $seat }. Type help for what you can say.
play-turn = Your turn. What will you do?
play-shop = What do you buy?
play-pay = How do you pay { $cost }?
play-launch = Which boats do you launch?
play-pick = Which fruit tile do you take?
play-build = Where do you build { $tile }?
play-which-stack = Both stacks show { $god }. From which do you take it?
play-kane = KANE would take { $goods } goods for a tiki.
play-harvest = What do you take from the irrigation?
play-choose = Say choose and a number:
play-unknown = I do not know "{ $word }". Type help for what you can say.
play-which = "{ $word }" could be { $list }.
play-none-such = I know nothing called "{ $word }" here.
play-needs = Say { $usage }.
play-no-choice = There is no choice { $number } now.
play-no-such-number = Nothing here has the number { $word }.
play-walk-first = Walk to a place first: say move PLACE.
play-not-heeded = That is lawful, but not as you said it: the village or the payment that you named has no part in it.
play-asks-first = First something else has to be settled: { $list }. Say that too, or leave out how to pay.
play-undone = Taken back.
play-not-undone = There is nothing of yours to take back: your last step showed something hidden, or somebody has acted since.
play-bye = You left the table.
play-help =
    move PLACE          walk to a place, or stay there (move gods)
    buy TILE [PRICE] [double] [village N] [pay ...]
                        buy a tile, with the cheapest token unless you name one
    fish N ...          take tokens from the cove by the fish they show (fish 3 1)
    sail DOCK           visit the island of a dock
    wait                do nothing, on the beach
    pass SPACE          leave the round for a space of the turn order
    choose N            answer a question by its number
    village N, take TARO, give KANE 2 shells, launch the fishing boat: other answers
    pay 2 shells ...    how to pay, at the end of move, buy, fish or sail
    board, realms       look at the island, or at what everybody has
    options             everything you can do now
    undo                take your last step back
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
hal-card-butterflies = butterflies
hal-card-statue-majority = statue majority
hal-card-complete-segment = complete segment
hal-card-forest-statues = forest statues
hal-card-mountain-statues = mountain statues
hal-grassland = grassland
hal-forest = forest
hal-mountain = mountain
hal-site = { $terrain } { $segment }
hal-hut = the hut at beach { $segment }
hal-clockwise = clockwise
hal-counterclockwise = counterclockwise

## What happens

hal-event-placed = { $who } places the { $disc } on beach { $segment }.
hal-event-invoked = { $who } adds the invocation disc.
hal-event-took-back = { $who } takes the { $disc } back from beach { $segment }.
hal-event-walked = { $who }'s shaman walks to { $site }.
hal-event-sailed = The boat comes to segment { $segment }.
hal-event-received = { $who } receives: { $card }.
hal-event-nothing-left = For { $who } nothing is left.
hal-event-built = { $who } builds a statue on { $site }.
hal-event-no-statue = { $who } cannot build a statue.
hal-event-no-lava-to-move = There is no lava for { $who }'s priestess.
hal-event-lava-moved = { $who } moves lava from crater { $from } to crater { $to }.
hal-event-lava-left = { $who } leaves the lava where it is.
hal-event-invocation-back = { $who } takes the invocation disc back.
hal-event-bought = { $who } buys { $ware } for { $shells ->
    [one] 1 shell.
   *[other] { $shells } shells.
}
hal-event-bought-nothing = { $who } buys nothing.
hal-event-discs-back = The number discs come back from beach { $segment }.
hal-event-laid = A new card at segment { $segment }: { $card }.
hal-event-lava-card = A lava card! Lava rises on crater { $segment }.
hal-event-lava-rose = Lava rises on crater { $segment }.
hal-event-no-lava-left = All lava is out: no more rises.
hal-event-first-scoring = The pile with two palms is empty: the first scoring.
hal-event-second-scoring = The boat finds no cards: the second scoring, and the end.
hal-event-destroyed = Lava destroys { $who }'s statue on { $site }.
hal-event-scored = { $who } scores { $points }: statues { $statues }, fish { $fish }, pearls { $pearls }, nautilus { $nautilus }, scoring cards { $cards }, shells { $shells }.
hal-event-second-round = The second round begins.

## What can be done

hal-action-place = place { $disc } { $segment }: the { $disc } on beach { $segment }
hal-action-invoke = invoke { $disc }: the { $disc } beside the boat, with the invocation disc
hal-action-take = take { $disc }: the { $disc } back into your hand
hal-action-boat = boat: one segment further
hal-action-walk = move { $site }
hal-action-stay = stay: the shaman stays
hal-action-choose = take { $card }
hal-action-lava = move lava from crater { $segment } { $direction }
hal-action-leave-lava = leave the lava where it is
hal-action-buy = buy { $ware } for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
hal-action-buy-nothing = buy nothing

## Why something cannot be done

hal-refusal-disc-not-in-hand = Your { $disc } lies on beach { $segment }.
hal-refusal-disc-in-hand = Your { $disc } lies on no beach.
hal-refusal-equal-sums = Both colours would have { $sum } on beach { $segment }, and sums must differ.
hal-refusal-no-invocation = There are no invocation discs in the base game.
hal-refusal-invocation-not-in-hand = Your invocation disc lies on beach { $segment }.
hal-refusal-discs-in-hand = The boat moves alone only when all number discs are placed: you hold { $discs ->
    [one] 1 more.
   *[other] { $discs } more.
}
hal-refusal-too-many-quiet-turns = Nobody has received a card for { $turns } turns: by the house rule no disc is taken back until somebody does.
hal-refusal-too-far = The shaman walks at most two steps, one of them up, and never on beach or crater.
hal-refusal-other-shaman = The other shaman stands there.
hal-refusal-no-such-card = There is no such card here: { $card }.
hal-refusal-no-lava = There is no lava on crater { $segment }.
hal-refusal-must-move-lava = The priestess must move lava if there is any.
hal-refusal-sold = That card is sold: { $card }.
hal-refusal-priestess-gone = The priestess of the display was bought in this round.
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
hal-board-piles = Cards left: { $one } of one palm, { $two } of two, { $three } of three.
hal-board-display = Display: { $list }
hal-board-ware = { $ware } ({ $shells ->
    [one] 1 shell
   *[other] { $shells } shells
})
hal-board-sold = { $ware } ({ $who }'s)
hal-board-player = { $who }, seat { $seat }: { $points }, shaman at { $at }; discs in hand { $discs }; shells { $shells }; collected: { $kept }; statues left { $statues }
hal-board-now = a scoring now would bring { $points }

## At the terminal

hal-play-shaman = Where does your shaman walk?
hal-play-choose = Which card do you take?
hal-play-priestess = Which lava do you move?
hal-play-purchase = What do you buy?
hal-play-help =
    place DISC SEGMENT  put a number disc on a beach: beside the boat it moves the boat,
                        elsewhere your shaman may walk (place 3 5)
    invoke DISC         beside the boat, with the invocation disc
    take DISC           take a number disc back; then your shaman may walk
    boat                move the boat one segment, when all number discs are placed
    move TERRAIN N      where the shaman walks (move forest 3); stay
    take CARD           which card to receive (take shell)
    lava N clockwise    which lava the priestess moves, or counterclockwise; leave
    buy NAME            buy from the display (buy forest); buy nothing
    choose N            answer a question by its number
    board, players      look at the volcano, or at what both have
    options             everything you can do now
    undo                take your last step back
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
brief-left-price = takes the { $price }
brief-uncovered = below it { $god }
brief-earlier = { $n ->
    [one] One turn before these: *Since my last turn* tells it.
   *[other] { $n } turns before these: *Since my last turn* tells them.
}
brief-round-over = **Round { $round } is over.** Sum of what was needed, points, income:
brief-round-row = `{ $sum } of { $needed } { $points }` **{ $who }** · { $goods }
brief-last-round-over = **Round { $round } is over.** Sum of what was needed, points:
brief-last-round-row = `{ $sum } of { $needed } { $points }` **{ $who }**

hal-brief-placed = disc { $disc } on beach { $segment }
hal-brief-invoked = with the invocation disc
hal-brief-took-back = disc { $disc } back from beach { $segment }
hal-brief-walked = shaman to { $site }
hal-brief-sailed = boat to segment { $segment }
hal-brief-received = { $card }
hal-brief-nothing-left = nothing for { $who }
hal-brief-built = on { $site }
hal-brief-in-vain = in vain
hal-brief-lava-moved = lava from { $from } to { $to }
hal-brief-lava-left = no lava moved
hal-brief-bought = buys { $what }
hal-brief-ware = { $ware } for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
hal-brief-lava-rose = lava rises on crater { $segment }
hal-brief-no-lava-left = no lava left to rise
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
sheet-total = all

# --- The chat ---

## Tables

chat-title-hawaii = Hawaii
chat-title-haleakala = Haleakala
chat-table-number = { $game } { $number }
chat-table-label = { $table } · { $players }
chat-lobby = **A table of { $game }.** { $free ->
    [0] All chairs are taken.
    [one] One chair is free.
   *[other] { $free } chairs are free.
}
chat-lobby-person = • { $who }
chat-lobby-person-word = • { $who } (gave a word for the dice)
chat-lobby-computer = • { $who } (the computer, { $level })
chat-level-random = by chance
chat-level-greedy = greedy
chat-level-keiki = keiki
chat-level-makua = makua
chat-level-kupuna = kupuna
chat-lobby-awaited = Expected again: { $players }. *Join* takes your chair.
chat-lobby-options = Rules: { $options }
chat-lobby-option = - { $meaning }
chat-lobby-closed = Nobody may follow this table from other channels.
option-hawaii-goods-open = Shells, feet and fruits lie open: everybody sees what everybody has.
option-hawaii-tikis-seven = A realm has room for seven tikis instead of six.
option-hawaii-last_first_space-scores_nothing = After the last round, space 1 is worth no points.
option-hawaii-tie_break-shared = With equal points the victory is shared: goods that are left decide nothing.
option-hawaii-rows-may_be_skipped = A new village may begin in any empty row.
option-hawaii-exchange-each_payment = An exchange hut helps in each payment of a turn, not in one alone.
option-haleakala-lava-invoked = Tactical variant: invocation discs decide where lava flows, and nothing is bought before scorings.
option-haleakala-priestess-may_decline = A lava priestess may leave all lava where it is.
option-haleakala-shuffling-forty_turns = After forty turns in which nobody got a card, no disc is taken back until somebody does.
chat-lobby-chance = -# Chance is bound to { $commitment }. Whoever sits here may mix in a word; the number of the message that begins the game counts too, and the record lets anybody check it afterwards.
chat-button-join = Join
chat-button-leave = Leave
chat-button-word = Give a word
chat-button-start = Start
chat-add-computer = Add a computer
chat-add-keiki = Keiki, the child
chat-about-keiki = Knows the rules and overlooks a lot: good for a first game
chat-add-makua = Makua, the parent
chat-about-makua = Plays well and overlooks little
chat-add-kupuna = Kupuna, the elder
chat-about-kupuna = Plays as well as it can, and thinks a moment longer
chat-button-remove-computer = Remove a computer
chat-button-turn = Take your turn
chat-button-realm = What I have
chat-button-undo = Take back
chat-button-record = Record
chat-button-again = Play again
chat-button-do = Do it
chat-button-back = Back
chat-button-whole = Whole board
chat-button-close = Closer
chat-button-more = More
chat-opened-thread = { $who } opened a table of { $game }: { $place }
chat-again-called = { $called }: { $who } would like to play { $game } again, with you.
chat-again-opened = { $who } would like to play { $game } again, with the same people: { $place }
chat-again-stands = The table to play again stands already: { $place }
chat-opened-here = The table of { $game } stands here, in { $place }.
chat-joined = You sit at seat { $seat } of { $game }.
chat-joined-word = You sit at seat { $seat } of { $game }, and your word is in the dice.
chat-left = You left the table.
chat-started = The game of { $game } begins.
chat-closed = The table of { $game } is closed: everybody left.
chat-word-title = A word for the dice
chat-word-label = Any word: it is mixed into the shuffle
chat-you-resigned = You gave the game up. The computer plays your seat on.
chat-you-resigned-over = You gave the game up, and it is over with that.
chat-record = The record of the game: `lanai replay { $file }` plays it again and proves every step, the shuffle too.
chat-list-empty = There is no table on this server yet, or none that you can see. Open one with `/table open`.
chat-listed-open = { $place }: { $game }, still open, with { $players }
chat-listed-running = { $place }: { $game } with { $players }
chat-listed-over = { $place }: { $game } with { $players }, over
chat-listed-yours = **{ $line }** (yours)

## Why a turn is good: each ends a sentence that begins with "it"

reason-points = scores { $points } at once
reason-pleases = pleases the people
reason-nearer = brings you nearer to what the people want, with { $n } to go
reason-fish = brings { $n ->
    [one] a fish token
   *[other] { $n } fish tokens
} for the end of the round
reason-reaches = carries village { $row } to a tiki, so that it scores
reason-longer = makes village { $row } longer, with { $n } to go to a tiki
reason-brings = brings { $what }
reason-scoring = adds { $points } for { $what } at the end
reason-income = brings { $goods } more each round
reason-boat = brings another boat
reason-last = leaves nobody else a { $tile }
reason-closes = takes the last token there ({ $place }), so nobody else buys there this round
reason-order = takes space { $space } of the turn order
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
hal-reason-bought = buys { $ware }
hal-reason-scoring = adds { $points } to your next scoring

## Hints and reviews

chat-button-hint = Hint
chat-button-hint-of = Show { $n }
chat-hint = { $n ->
    [one] There is only one turn worth taking:
   *[other] As far as you can know, these look best:
}
chat-hint-turn = **{ $n }.** { $turn }
    _About { $points } at the end, { $chance } % to win._
chat-hint-why = -# It { $reasons }.
chat-no-hints = This table plays without hints.
chat-hints-on = There are hints at this table: everybody can ask for one on their turn.
chat-hints-off = There are no hints at this table.
chat-hints-begun = The game has begun without hints, and it goes on without them.
chat-button-review = Review
chat-button-review-again = Look again
chat-review-going = I am looking through the game: turn { $n } of { $of } …
chat-review = **The game, looked through**: { $n } turns, each judged by what its player could know then.
chat-review-seat = - { $who }: accuracy { $accuracy } of 100
chat-review-how = -# 100 means that nothing better was found; a turn that costs a tenth of the chances to win, or ten points, counts 61.
chat-review-turn = **Turn { $n }, { $who }**
chat-review-taken = **1.** Played: { $turn }
    _About { $points } at the end, { $chance } % to win._
chat-review-better = **2.** Better: { $turn }
    _About { $points }, { $chance } %._
chat-review-not-over = The review comes when the game is over. Until then, `/{ cmd-hint-name }` looks at your turn.
chat-review-menu = The turns that cost most
chat-review-option = Turn { $n } · { $who }
chat-review-cost = { $chance } % of the chances, { $points ->
    [one] 1 point
   *[other] { $points } points
}
chat-lobby-no-hints = There are no hints at this table.

## What everybody hears

chat-begins = The game begins: { $players }.
chat-begins-chance = -# Chance was bound to { $commitment } before anybody gave a word.
chat-your-turn = { $who }, it is your turn.
chat-turn-of = It is { $who }'s turn.
chat-took-back = { $who } took the last step back.
chat-took-back-computers = { $who } took the last step back, and what the computer did after it goes back with it.
chat-resigned = { $who } gave the game up; the computer plays that seat on.
chat-resigned-over = { $who } gave the game up, and it is over with that.
chat-given-up = The game was given up.

## A turn

chat-dock-and-way = { $what } (the way: { $feet })
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
chat-change-pay = Pay in another way
chat-change-buy = Another tile, side or token here
chat-change-village = Build in another village
chat-change-boats = Launch other boats
chat-change-walk = Where your shaman walks
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
}, a tiki reached
chat-outcome-village-short = village { $row }: { $n ->
    [one] 1 tile
   *[other] { $n } tiles
}, { $short } short of the tiki
chat-outcome-sum = tokens { $sum } of { $needed }
chat-outcome-sails = the boat sails to { $segment }
chat-outcome-you-choose = you choose first: { $cards }
chat-outcome-chooses = { $who } chooses first: { $cards }
chat-outcome-nobody = nobody has discs there
chat-outcome-you-get = you get: { $card }
chat-outcome-gets = { $who } gets: { $card }
chat-outcome-buys = you buy { $ware } for { $shells ->
    [one] 1 shell
   *[other] { $shells } shells
}
chat-outcome-walks = your shaman walks to { $site }
chat-outcome-sum-there = you { $sum }, the other { $other } there
chat-lack = { $wish }: { $goods } short
chat-out-of-reach = -# Out of reach: { $list }
chat-no-way-back = **No way back:** something hidden is shown then, and the turn cannot be taken back.
chat-confirm = This is what you would do: { $story }
chat-undone = Taken back.
chat-late = Somebody was faster, or this panel is old. Here is the board as it is now.
chat-late-still = The board has changed since. What you chose is still possible:
chat-undo-late = Too late to take that back: the game has gone on. Here it is as it stands.

## Why something was not done

chat-no-table = There is no table in this channel. Open one with `/table open`, or look for one with `/table list`.
chat-occupied = There is a table in this channel already. Finish it first, or open yours elsewhere.
chat-stale = Others were faster several times in a row. Please try once more.
chat-begun = The game has begun already.
chat-starting = The game is about to begin: seats and words are fixed.
chat-fixed = The game of { $game } begins: all words are fixed.
chat-fixed-word = - { $who }: { $word }
chat-fixed-no-word = - { $who }: no word
chat-fixed-chance = -# Chance is bound to { $commitment }, to these words, and to the number of this very message, which nobody knew before it stood here: another try would have been another message. The record lets anybody check it afterwards.
chat-cannot-begin = Your game of { $game } could not begin, because I cannot write in { $place }. The table is open again: when I may write there (`/check` there says what is missing), say `/table start`; or bring the table elsewhere with `/table move`.
chat-not-begun = The game has not begun yet. Press Start, or say `/table start`.
chat-over = The game is over.
chat-not-over = The record can be had when the game is over: it tells all secrets.
chat-still-played = This game is not over yet.
chat-not-played = You did not play this game, so it is for the others to play it again. `/table open` opens a table of your own.
chat-full = All chairs are taken.
chat-seated = You sit here already.
chat-not-seated = You do not sit at this table. Looking on is welcome: `/table show`.
chat-not-your-turn = It is not your turn, but seat { $seat }'s.
chat-not-turn-but = It is { $who }'s turn. You will be called when it is yours.
chat-too-few = { $n ->
    [one] One more must sit down
   *[other] { $n } more must sit down
} before the game can begin.
chat-owner-begins = There is a free seat. With fewer than planned, only whoever opened the table may start.
chat-owner-begins-who = There is a free seat. { $who } opened this table and may start with fewer; or wait until somebody joins.
chat-too-many-tables = You have opened { $n } tables that are not over yet. Finish or leave one first: `/mine` lists them.
chat-too-soon = That is a lot of new tables in a few minutes. Please play at one of them first: `/mine` lists yours.
chat-owner-arranges = Only whoever opened this table adds computers, and removes them.
chat-no-computer = No computer sits at this table.
chat-too-many-computers = There must be a chair for you: fewer computers, or more seats.
chat-wrong-number = { $game } is for { $least } to { $most } players, not { $asked }.
chat-no-preset = There is no preset "{ $name }". There are { $known }, and choices as in name=value.
chat-no-choice = There is no choice "{ $name }". There are { $known }.
chat-no-value = The choice { $name } has no such value.
chat-shown = Your last step, or the computer’s after it, showed something that was hidden, so it stays.
chat-acted-since = Seat { $seat } has acted since, so your step stays.
chat-acted-since-who = { $who } has acted since, so your step stays.
chat-nothing-yet = There is nothing to take back yet.
chat-no-such-verb = { $game } has no { $verb }. Press "Take your turn", or look at `/help`.
chat-say-verb = Say what to do: `/help` lists it.
chat-old-button = This button is from another time. Look at the table anew with `/table show`.
chat-other-edition = This game was begun with newer rules than I know, so I leave it as it is. Nothing is lost: it goes on when whoever runs me has brought me up to date.
chat-trouble = Something went wrong here. It is noted. Have a look with `/table show` before you try once more.
chat-closing = I am just restarting, so nothing was done. Please try again in a moment.
chat-not-understood = That could not be understood. Please choose from what is offered.
chat-server-only = Tables stand on servers: say this in a channel.
chat-may-not-write = (I may not write in this channel, so the others will not hear of it. `/check` says what is missing.)

## Help and rights

chat-help = **Lanai hosts Hawaii and Haleakala, a move at a time.**
    `/table open` opens a table, `/table join` sits down, `/table start` begins. `/turn` opens a panel with everything you can do, by buttons alone. `/table undo` takes your last step back, `/table show` shows the board, `/realm` what you have, `/table list` all tables of this server, `/check` what I may do here.
chat-help-days = Games may last for days: `/remind` says when and how I remind you, `/snooze` asks for time, `/recap` tells what you missed, `/mine` where you are waited for, `/watch` follows a table from another channel. `/table pause` asks all for a pause, `/table replay` shows the game turn by turn.
chat-help-no-table = There is no table in this channel yet.
chat-help-hawaii = In Hawaii: `/move` to a place and `/buy` there, `/fish`, `/sail` to an island, `/wait`, or `/pass` to leave the round. `/choose` answers a question. What you leave out is settled cheaply.
chat-help-haleakala = In Haleakala: `/place` a number disc, `/take` one back or take a card, `/boat` moves the boat when all discs lie, `/move` walks the shaman or moves lava, `/buy` buys. `/choose` answers a question.
chat-check-fine = All is well here: I may do everything I need.
chat-check-missing = { $n ->
    [one] One right is missing here.
   *[other] { $n } rights are missing here.
} Whoever runs this server can grant them.
chat-right-view = View channel: to be here at all
chat-right-send = Send messages: to say whose turn it is
chat-right-embed = Embed links: to show the board below the words
chat-right-files = Attach files: for pictures and records
chat-right-history = Read message history: to say nothing twice after a restart
chat-right-threads = Create public threads: for a thread of its own for each table
chat-right-in-threads = Send messages in threads: to play there

## Commands

cmd-table = Tables: open one, sit down, begin, look, take back
cmd-table-name = table
cmd-table-open = Open a table
cmd-table-open-name = open
cmd-table-open-game = Which game
cmd-table-open-game-name = game
cmd-table-open-seats = How many play
cmd-table-open-seats-name = seats
cmd-table-open-computers = On how many seats the computer sits
cmd-table-open-computers-name = computers
cmd-table-open-level = How well the computers play: makua if you do not say
cmd-table-open-level-name = level
cmd-table-open-options = Rules to play by: presets and choices, with commas between
cmd-table-open-options-name = options
cmd-table-join = Sit down at the table of this channel
cmd-table-join-name = join
cmd-table-join-word = A word to mix into the shuffle
cmd-table-join-word-name = word
cmd-table-leave = Leave the table before the game begins
cmd-table-leave-name = leave
cmd-table-start = Begin the game
cmd-table-start-name = start
cmd-table-show = See the table as it stands
cmd-table-show-name = show
cmd-table-show-text = In words, without pictures
cmd-table-show-text-name = text
cmd-table-show-contrast = With stronger colours
cmd-table-show-contrast-name = contrast
cmd-table-list = See all tables of this server
cmd-table-list-name = list
cmd-table-undo = Take your last step back
cmd-table-undo-name = undo
cmd-table-resign = Give the game up
cmd-table-resign-name = resign
cmd-table-record = Get the record of the finished game
cmd-table-record-name = record
cmd-turn = Take your turn by buttons and menus
cmd-turn-name = turn
cmd-move = Walk: to a place (Hawaii), with the shaman or the lava (Haleakala)
cmd-move-name = move
cmd-move-to = Where to
cmd-move-to-name = to
cmd-move-pay = How to pay the way; as cheaply as can be if left out
cmd-move-pay-name = pay
cmd-buy = Buy a tile where you stand (Hawaii), or from the display (Haleakala)
cmd-buy-name = buy
cmd-buy-what = What
cmd-buy-what-name = what
cmd-buy-price = With which price token; the cheapest if left out
cmd-buy-price-name = price
cmd-buy-double = For twice the price, the better side
cmd-buy-double-name = double
cmd-buy-pay = How to pay; without fruits if left out
cmd-buy-pay-name = pay
cmd-buy-village = In which village
cmd-buy-village-name = village
cmd-fish = Take fish tokens from the cove (Hawaii)
cmd-fish-name = fish
cmd-fish-tokens = Which, by the fish they show, as in 3 1
cmd-fish-tokens-name = tokens
cmd-fish-pay = How to pay the way
cmd-fish-pay-name = pay
cmd-sail = Visit an island (Hawaii)
cmd-sail-name = sail
cmd-sail-dock = From which dock
cmd-sail-dock-name = dock
cmd-sail-pay = How to pay the way
cmd-sail-pay-name = pay
cmd-sail-village = In which village to put what the island gives
cmd-sail-village-name = village
cmd-wait = Do nothing, on the beach (Hawaii)
cmd-wait-name = wait
cmd-pass = Leave the round for a space of the turn order (Hawaii)
cmd-pass-name = pass
cmd-pass-space = For which space
cmd-pass-space-name = space
cmd-place = Place a number disc on a beach (Haleakala)
cmd-place-name = place
cmd-place-disc = Which disc
cmd-place-disc-name = disc
cmd-place-beach = On which beach
cmd-place-beach-name = beach
cmd-place-invocation = With the invocation disc, beside the boat
cmd-place-invocation-name = invocation
cmd-take = Take a disc back, or a card (Haleakala)
cmd-take-name = take
cmd-take-what = What
cmd-take-what-name = what
cmd-boat = Move the boat one segment, when all your discs lie (Haleakala)
cmd-boat-name = boat
cmd-choose = Answer a question, or do anything that you can do now
cmd-choose-name = choose
cmd-choose-choice = Which choice
cmd-choose-choice-name = choice
cmd-hint = See which turns look best, and why
cmd-hint-name = hint
cmd-table-hints = Say whether there are hints at this table
cmd-table-hints-name = hints
cmd-table-hints-allowed = Whether players may ask for hints
cmd-table-hints-allowed-name = allowed
cmd-review = Look through the finished game: what each turn cost
cmd-review-name = review
cmd-realm = See what you have, or what somebody shows
cmd-realm-name = realm
cmd-realm-who = Whose; yours if left out
cmd-realm-who-name = who
cmd-realm-text = In words, without pictures
cmd-realm-text-name = text
cmd-realm-contrast = With stronger colours
cmd-realm-contrast-name = contrast
cmd-check = See what I may do in this channel, and what is missing
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
alt-order = In turn order, with token sums:
alt-places = Places: what is left; token prices.
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
alt-rest = The rest in words: /table show text:true.

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
draw-hal-alt-boat = The boat lies at segment { $segment }. Segments from there on:
draw-hal-alt-player = { $who }: { $points }, shaman at { $at }.

# The chart of scores at the end.
draw-scores = Points, turn by turn
draw-chances = Chances to win
alt-scores = Points over the game, round by round.
alt-scores-of = { $who }: { $list }.

# --- The greeting ---

chat-welcome = **Aloha! I host two board games, a move at a time: Hawaii and Haleakala.**
    Press a button to play against the computer: your board appears at once, in a thread of its own. To play with others, say `/table open`. `/help` tells more.
chat-button-play-hawaii = Play Hawaii against the computer
chat-button-play-haleakala = Play Haleakala against the computer
chat-ready-to-play = Your table of { $game } is ready: go to { $place }.
chat-first-hawaii = First: press **Take your turn** below the board, or say `/move` and pick a place; there you buy a tile.
chat-first-haleakala = First: press **Take your turn** below the board, or say `/place` and lay a number disc on a beach.

## Days between turns

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
chat-button-snooze = I need time
chat-button-mute = Not again this turn
chat-button-agree = Agree
chat-button-back-again = I am back
chat-button-resign = Yes, I give up
chat-reminder = { $who }, { $game } in { $place } has been waiting for you since { $since }.
chat-nudge = { $who }, you have begun your turn in { $game }, but it is not done yet: { $place }.
chat-call = { $who }, it is your turn in { $game }: { $place }.
chat-next = You are next in { $game }: { $who } is playing now, in { $place }.
chat-deadline = Time is up on { $until }.
chat-silent = { $who } has been asked several times, and has kept the table waiting since { $since }. I shall not ask again. Whoever sits here may say `/table replace`.
chat-snoozed = { $who } has asked for time until { $until }.
chat-you-snoozed = All right: I shall ask you again on { $until }. The others can see that.
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
chat-stood-in = The computer plays your seat, because your time was up. Do you want it back?
chat-still-here = There is nobody to replace: this person is still here. Somebody can be replaced who left the server, whose time is up, or who did not answer several reminders.
chat-replaced = The computer plays for { $who } from now on.
chat-replaced-until = The computer plays for { $who } from now on, until { $who } is back.
chat-replaced-by = { $by } plays for { $who } from now on.
chat-you-replaced = Done: the seat is taken.
chat-asks-pause = { $who } asks to pause the game for { $time }. It pauses when all agree.
chat-asks-resume = { $who } asks to go on. The game goes on when all agree.
chat-agreed = All agree.
chat-agreed-open = { $n ->
    [one] Noted. One more has to agree.
   *[other] Noted. { $n } more have to agree.
}
chat-not-asked = Nobody is asking for anything at the moment.
chat-is-paused = The game is paused already: nobody waits for anybody.
chat-not-paused = The game is not paused.
chat-not-away = You play your seat yourself: there is nothing to take back.
chat-plays-already = The computer plays there already, until this person is back.
chat-not-there = That person does not sit at this table.
chat-stands-in-for-you = { $who }, the computer plays for you in { $game }, { $place }, until you are back.
chat-played-for-you = { $who }, your time was up in { $game }, { $place }: the computer played that turn for you.
chat-no-such-time = That is over already, or further off than one may ask for.
chat-paused = The game is paused until { $until }, or until all agree to go on with `/table resume`.
chat-resumed = The game goes on.
chat-resign-sure = Do you mean to give the game up? The computer takes your seat; in a game of two it is over.
chat-shut = I cannot write in { $place } any more, where your table of { $game } stands: somebody took a right from me, or closed the thread. `/check` there says what is missing. I go on trying, and people are reminded in direct messages meanwhile.
chat-shut-gone = The channel { $place } of your table of { $game } is gone, so the game cannot go on there. It is kept: say `/table move` in another channel of the server, and it goes on in that.
chat-status-open = People still sit down.
chat-status-points = Points: { $list }
chat-status-turn = It is { $who }'s turn, since { $since }.
chat-status-late = Time was up on { $until }.
chat-status-banks = Time the others have left: { $list }.
chat-status-away = { $who } is on holiday until { $until }.
chat-status-stands-in = The computer plays for { $who }, until { $who } is back.
chat-manners-word = then it is said, and nothing else
chat-manners-turn = then the computer plays that turn
chat-manners-seat = then the computer plays until the person is back
chat-manners-turn-time = Time: { $time } a turn; { $late }.
chat-manners-bank = Time: { $start } for each, and { $more } more with each turn; { $late }.
chat-pace-none = As long as it takes
chat-pace-turn = { $time } a turn
chat-pace-bank = { $start } for each, and { $more } more with each turn
chat-no-pace = That is no pace. Write a time for each turn, as in `24h` or `3 days`, or a bank and what each turn adds, as in `72h+8h`. Ten minutes is the least, sixty days the most, and a bank holds more than a turn adds.
chat-late-without-pace = Without a `pace` no time is ever up: choose how long a turn may take, or leave `late` out.
chat-no-span = That is no time that I understand. Write it as in `8h`, `2 days` or `1 week`.
chat-no-zone = I know no time zone called { $zone }. Choose one that is offered while you type, as in Europe/Prague.
chat-no-hours = Write quiet hours as in `22-8` or `21:30-6:30`, or `off`.
chat-no-holiday = Write until when you are away, as in `10 days` or `2027-01-06`, at most 60 days, or `off`.
chat-every = every { $time }
chat-every-never = never
chat-remind-me = You are reminded { $every }.
chat-remind-loud-anywhere = At any hour: tell me your `zone` and your `quiet` hours, and I leave you in peace then.
chat-remind-loud = At any hour. Your time zone is { $zone }.
chat-remind-quiet = Quiet hours: { $hours }, in the time zone { $zone }.
chat-remind-which-zone = I do not know your time zone and take UTC. `/remind zone:` tells me.
chat-remind-direct = You are called and reminded in direct messages.
chat-remind-next = You hear when you are next.
chat-remind-away = You are on holiday until { $until }: nobody reminds you, and your clock stands.
chat-remind-text = You see words in place of pictures: the panel, the table, what you have. `text:false` in a command shows pictures once.
chat-remind-change = The options of `/remind` change this.
chat-remind-table = At this table people are reminded { $every }, unless they chose something else.
chat-remind-server = On this server people are reminded { $every }, unless they or their table chose something else.
chat-remind-not-yours = Only those who may manage the server choose for all its tables.
chat-recap-all = What happened so far:
chat-recap = Since your last turn:
chat-recap-nothing = Nothing has happened since your last turn.
chat-recap-earlier = { $n ->
    [one] One turn before, then:
   *[other] { $n } turns before, then:
}
chat-recap-line = **{ $n }.** { $told }
chat-replay = **Turn { $n } of { $of }.**
chat-realms-small = All realms: press the small picture.
chat-film = The whole game, turn by turn.
chat-watching = **{ $game }**, played in { $place }
chat-watch-begins = This channel follows { $game } in { $place } now: one message here always shows how it stands. `/unwatch` ends it.
chat-watch-already = This channel follows { $game } in { $place } already.
chat-watch-which = There is no such table on this server that you can see. Choose one that is offered while you type.
chat-watch-not-you = You may not write in this channel, so it cannot follow a table for you.
chat-watch-not-me = I may not write in this channel: `/check` says what is missing.
chat-came = The game has come here, and goes on.
chat-moved = { $who } brought { $game } to { $place }.
chat-move-which = You have no such table on this server. Choose one that is offered while you type.
chat-move-not-you = You may not write in this channel, so no game of yours can come here.
chat-move-not-me = I may not write in this channel: `/check` says what is missing.
chat-watch-closed = This table is closed to watchers.
chat-watch-ends = { $game } in { $place } is closed to watchers now: this channel does not follow it any more.
chat-watch-here = The table stands in this very channel.
chat-watchers-open = Others may follow this table from other channels.
chat-watchers-closed = Nobody may follow this table from other channels any more.
chat-unwatched = { $n ->
    [0] No table is followed here.
    [one] This channel does not follow that table any more.
   *[other] This channel does not follow those { $n } tables any more.
}
chat-mine = { $n ->
    [0] No table waits for you.
    [one] One table waits for you:
   *[other] { $n } tables wait for you:
}
chat-mine-line = • { $game } in { $place } with { $players }, since { $since }.
chat-mine-others = These wait for others:
chat-mine-open = People still sit down there.
chat-more = { $n ->
    [one] … and one more.
   *[other] … and { $n } more.
}
chat-mine-other = • { $game } in { $place } with { $players }.

cmd-table-open-pace = How long a turn may take: 24h, 3 days, or a bank as in 72h+8h
cmd-table-open-pace-name = pace
cmd-table-open-late = What happens when time is up
cmd-table-open-late-name = late
cmd-table-pause = Ask all to pause the game
cmd-table-pause-name = pause
cmd-table-pause-time = For how long; a week if left out
cmd-table-pause-time-name = time
cmd-table-resume = Ask all to go on before the pause is over
cmd-table-resume-name = resume
cmd-table-back = Take your seat back from the computer
cmd-table-back-name = back
cmd-table-replace = Give the seat of somebody who left to the computer or to somebody else
cmd-table-replace-name = replace
cmd-table-replace-who = Who left
cmd-table-replace-who-name = who
cmd-table-replace-by = Who plays on; the computer if left out
cmd-table-replace-by-name = by
cmd-table-replay = See the game turn by turn, for your eyes only
cmd-table-replay-name = replay
cmd-table-move = Bring a table of yours into this channel
cmd-table-move-name = move
cmd-table-move-table = Which
cmd-table-move-table-name = table
cmd-table-watchers = Say whether others may follow this table from other channels
cmd-table-watchers-name = watchers
cmd-table-watchers-open = Whether they may
cmd-table-watchers-open-name = open
cmd-remind = See or change how you are reminded of your turns, and what you see
cmd-remind-name = remind
cmd-remind-every = How often: 8h, 2 days, never
cmd-remind-every-name = every
cmd-remind-zone = Your time zone, as in Europe/Prague
cmd-remind-zone-name = zone
cmd-remind-quiet = When you are not to be disturbed, as in 22-8
cmd-remind-quiet-name = quiet
cmd-remind-direct = Call and remind you in direct messages
cmd-remind-direct-name = direct
cmd-remind-next = Tell you when you are next
cmd-remind-next-name = next
cmd-remind-away = Until when you are on holiday: 10 days, 2027-01-06, off
cmd-remind-away-name = away
cmd-remind-text = Show you words in place of pictures, from now on
cmd-remind-text-name = text
cmd-remind-whose = Whose reminders; yours if left out
cmd-remind-whose-name = whose
cmd-snooze = Ask for time for this turn: the others see it, and you are asked again then
cmd-snooze-name = snooze
cmd-snooze-until = Until when
cmd-snooze-until-name = until
cmd-recap = See what happened since your last turn
cmd-recap-name = recap
cmd-watch = Follow a table of this server in this channel
cmd-watch-name = watch
cmd-watch-table = Which table
cmd-watch-table-name = table
cmd-unwatch = Follow a table no more in this channel
cmd-unwatch-name = unwatch
cmd-unwatch-table = Which table; all if left out
cmd-unwatch-table-name = table
cmd-mine = See all tables that wait for you, wherever they stand
cmd-mine-name = mine
alt-film = The whole game as a moving picture: the board after each turn, from the beginning to the end, and then a chart of the points.
chat-turn-yours = It is your turn.
chat-your-turn-still = { $who }, it is still your turn.
chat-replay-start = **Before the first turn.**
chat-no-every = That is no time that I understand, or reminders would come too close together. Write `8h`, `2 days` or `never`; an hour is the least.
chat-remind-every-only = For a table or a server, say how often: `every:`. All else is everybody's own.
chat-remind-me-here = You are reminded { $every }, as everybody here who chose nothing else.
chat-remind-me-never = You are not reminded.
chat-every-day = once a day
chat-snooze-clock = Your clock runs on, though: time is up on { $until }.
chat-mine-stood-in = The computer plays for you there: `/table back` takes your seat back.
chat-time-was-up = Time was up, and the computer played that: it stays.
chat-watch-many = That is followed from many channels already, or this channel follows many tables. `/unwatch` makes room.
chat-not-themselves = They have to say it themselves: `/table replace` with themselves as `by`. Leave `by` out, and the computer plays on.
chat-wrong-number-exactly = { $game } is for { $least } players, not { $asked }.
