"""Checks full records without any code of the program, to prove that docs/records.md and the rules are sufficient.

    python3 checker.py RECORD...

For both games it checks digests, the seed and its origin, every shuffle, who acts, that each action was legal, and the
winners; for Haleakala also every list of legal actions, including its order.
"""

import hashlib
import json
import struct
import sys

U32_MAX = 0xFFFFFFFF


# --- Chance ---


def quarter_round(x, a, b, c, d):
    """The quarter round of ChaCha (RFC 8439, section 2.1)."""

    def rotate_left(value, bits):
        return ((value << bits) & U32_MAX) | (value >> (32 - bits))

    x[a] = (x[a] + x[b]) & U32_MAX
    x[d] = rotate_left(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & U32_MAX
    x[b] = rotate_left(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & U32_MAX
    x[d] = rotate_left(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & U32_MAX
    x[b] = rotate_left(x[b] ^ x[c], 7)


class ChaCha20:
    """The random numbers of a stream; each event that uses chance has a stream of its own."""

    def __init__(self, seed, stream):
        self.key = struct.unpack("<8I", seed)
        self.nonce = struct.unpack("<2I", struct.pack("<Q", stream))
        self.block, self.words = 0, []

    def next_word(self):
        if not self.words:
            counter = struct.unpack("<2I", struct.pack("<Q", self.block))
            start = [*struct.unpack("<4I", b"expand 32-byte k"), *self.key, *counter, *self.nonce]
            x = list(start)
            for _ in range(10):
                for column in range(4):
                    quarter_round(x, column, column + 4, column + 8, column + 12)
                for diagonal in range(4):
                    quarter_round(x, diagonal, (diagonal + 1) % 4 + 4, (diagonal + 2) % 4 + 8, (diagonal + 3) % 4 + 12)
            self.words = [(a + b) & U32_MAX for a, b in zip(x, start)]
            self.block += 1
        return self.words.pop(0)

    def random_below(self, bound):
        """Lemire's method, which rejects products that would bias the result."""
        while bound > 0:
            product = self.next_word() * bound
            low = product & U32_MAX
            if not (low < bound and low < (2**32 - bound) % bound):
                return product >> 32
        return 0

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.random_below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def check_origin(record):
    origin = record.get("origin")
    if origin is None:
        return
    secret = bytes.fromhex(origin["secret"]) + bytes.fromhex(origin["nonce"])
    check_equal("the commitment", origin["commitment"], sha256(secret))
    for word in origin["words"]:
        word = word.encode()
        secret += len(word).to_bytes(8, "big") + word
    if "announced" in origin:
        secret += int(origin["announced"]["message"]).to_bytes(8, "big")
    check_equal("the seed", record["seed"], sha256(secret))


# --- Both games ---


def check_equal(description, recorded, expected):
    if recorded != expected:
        sys.exit(f"{description}: the record has {recorded}, expected {expected}")


def check_marks(record):
    marks = [record["start"], *(step["after"] for step in record["steps"])]
    for number, mark in enumerate(marks):
        text = json.dumps(mark["full"]["state"], separators=(",", ":"), ensure_ascii=False)
        check_equal(f"the digest after step {number}", mark["digest"], sha256(text.encode()))
    for number, (mark, step) in enumerate(zip(marks, record["steps"]), 1):
        check_equal(f"who acts in step {number}", step["seat"], mark["full"]["to_act"])
        check_equal(f"the action of step {number} is legal", True, step["action"] in mark["full"]["legal"])
    return [mark["full"] for mark in marks]


def check_end(record, last):
    is_over = last["to_act"] is None
    check_equal("whether the game is over", is_over, record["standings"] is not None)
    if is_over:
        pairs = list(zip(record["standings"]["points"], record["standings"]["tie_break"]))
        best = [seat for seat, pair in enumerate(pairs, 1) if pair == max(pairs)]
        check_equal("the winners", record["winners"], best)


# --- Hawaii ---

GODS = ["ku", "kane", "pele", "lono", "laka", "kanaloa"]


def check_hawaii(record, fulls):
    seed, printed, players = bytes.fromhex(record["seed"]), record["printed"], len(record["seats"])
    start = fulls[0]["state"]
    places = ChaCha20(seed, 0).shuffle(list(range(1, 11)))
    check_equal("the places", start["places"], places)
    check_equal("the turn order", start["order"], ChaCha20(seed, 1).shuffle(list(range(1, players + 1))))
    gods = ChaCha20(seed, 2).shuffle([god for god in GODS for _ in range(printed["supply"]["each_god"])])
    check_equal("the gods", start["gods"], [gods[: len(gods) // 2], gods[len(gods) // 2 :]])
    stack = ChaCha20(seed, 0x100).shuffle(list(range(1, 11)))
    check_equal("the docks", start["docks"], [stack.pop() for _ in range(4)])
    check_equal("the islands", start["islands"], {"hidden": stack, "visited": [], "shuffles": 1})
    for before, full in zip([None, *fulls], fulls):
        if before is None or before["state"]["round"] != full["state"]["round"]:
            number = full["state"]["round"]
            tokens = place_tokens(seed, printed, places, number, players)
            check_equal(f"the tokens of round {number}", full["state"]["tokens"], tokens)
        if before is not None:
            check_islands(seed, before["state"], full["state"])
    last = fulls[-1]
    if record["standings"] is not None:
        goods = [sum(realm["goods"].values()) for realm in last["state"]["realms"]]
        shared = record["options"]["tie_break"] == "shared"
        check_equal("the tie-break", record["standings"]["tie_break"], [0] * players if shared else goods)


def place_tokens(seed, printed, places, number, players):
    kinds = [(False, "plain"), (True, "spears")]
    faces = [
        (token["worth"], red)
        for token in printed["token"]
        for red, kind in kinds
        for _ in range(token["number"][kind])
    ]
    at, cove, bag = ["bag"] * 25, [], iter(ChaCha20(seed, 0x200 + number).shuffle(list(range(25))))
    for place in places:
        circles, total = printed["place"][place - 1]["circles"], 0
        for circle in range(1, circles["blank"] + 1):
            token = next(bag)
            at[token], total = {"circle": [place, circle]}, total + faces[token][0]
        token = next(bag)
        if total + faces[token][0] <= circles["number"]:
            at[token] = {"circle": [place, 0]}
        else:
            cove.append(token)
    for position, token in enumerate(ChaCha20(seed, 0x300 + number).shuffle(sorted(cove))):
        at[token] = {"cove": position}
    for space, token in enumerate(sorted((next(bag) for _ in range(players - 1)), key=lambda token: faces[token]), 2):
        at[token] = {"track": space}
    return at


def check_islands(seed, before, after):
    """Between rounds, islands move up in the docks and the stack fills the rest. Within a round, it does not change."""
    if before["round"] == after["round"]:
        check_equal("the stack during a round", after["islands"]["hidden"], before["islands"]["hidden"])
        return
    left, stack = [island for island in before["docks"] if island], before["islands"]
    hidden, visited, shuffles = list(stack["hidden"]), list(stack["visited"]), stack["shuffles"]
    docks = []
    for _ in range(4):
        if left:
            docks.append(left.pop(0))
            continue
        docks.append(hidden.pop())
        if not hidden:
            hidden, visited = ChaCha20(seed, 0x100 + shuffles).shuffle(visited), []
            shuffles += 1
    check_equal("the docks of the next round", after["docks"], docks)
    islands = {"hidden": hidden, "visited": visited, "shuffles": shuffles}
    check_equal("the islands of the next round", after["islands"], islands)


# --- Haleakala ---

TERRAINS = ["grassland", "forest", "mountain"]
CARDS = ["butterflies", "statue_majority", "complete_segment", "forest", "mountain"]


def check_haleakala(record, fulls):
    seed, printed, options = bytes.fromhex(record["seed"]), record["printed"], record["options"]
    start = fulls[0]["state"]
    check_equal("the starting player", start["starter"], 1 + ChaCha20(seed, 0).random_below(2))
    piles = []
    for number, pile in enumerate(printed["pile"]):
        kinds = ["statue", "priestess", "shell"] + (["lava"] if options["lava"] == "drawn" else [])
        cards = [kind for kind in kinds for _ in range(pile[kind])]
        cards += [{"kept": kept} for kept in pile["collected"]]
        piles.append(ChaCha20(seed, 1 + number).shuffle(cards))
    check_equal("the slots", start["slots"], [[piles[0].pop(), piles[0].pop()] for _ in range(6)])
    check_equal("the piles", start["piles"], piles)
    for number, full in enumerate(fulls):
        check_equal(f"the list after step {number}", full["legal"], legal_actions(full["state"], printed))
    if record["standings"] is not None:
        state = fulls[-1]["state"]
        statues = [whose for segment in state["statues"] for whose in segment]
        tie_break = [2 * statues.count(seat) + (seat != state["starter"]) for seat in (1, 2)]
        check_equal("the tie-break", record["standings"]["tie_break"], tie_break)


def legal_actions(state, printed):
    if not state["agenda"]:
        return []
    seat, step = state["agenda"][-1]["seat"], state["agenda"][-1]["step"]
    actions_of_step = {
        "turn": turn_actions,
        "shaman": shaman_actions,
        "choose": choice_actions,
        "priestess": priestess_actions,
        "purchase": purchase_actions,
    }
    return actions_of_step[step](state, printed, seat)


def disc_total(state, seat, segment):
    discs = state["players"][seat - 1]["discs"]
    return sum(number for number, lies in enumerate(discs, 1) if lies == {"on": segment})


def is_untied(own, other):
    """Two players may not have the same total in a segment, unless it is zero."""
    return own != other or own == 0


def turn_actions(state, _, seat):
    player, options, actions = state["players"][seat - 1], state["options"], []
    others = {segment: disc_total(state, 3 - seat, segment) for segment in range(1, 7)}
    for disc, lies in enumerate(player["discs"], 1):
        if lies == "in_hand":
            may = [at for at in others if is_untied(disc_total(state, seat, at) + disc, others[at])]
            actions += [{"place": {"disc": disc, "at": at}} for at in may]
            if options["lava"] == "invoked" and player["invocation"] == "in_hand" and state["boat"] in may:
                actions.append({"invoke": {"disc": disc}})
        elif not (options["shuffling"] == "forty_turns" and state["quiet"] >= 40):
            if is_untied(disc_total(state, seat, lies["on"]) - disc, others[lies["on"]]):
                actions.append({"take": {"disc": disc}})
    return actions + (["boat"] if "in_hand" not in player["discs"] else [])


def shaman_actions(state, _, seat):
    here, other = (state["players"][who - 1]["shaman"] for who in (seat, 3 - seat))
    actions = ["stay"]
    for segment in range(1, 7):
        for height, terrain in enumerate(TERRAINS, 1):
            site = {"segment": segment, "terrain": terrain}
            at = here.get("at")
            own, stands = (at["segment"], 1 + TERRAINS.index(at["terrain"])) if at else (here["hut"], 0)
            around = min((segment - own) % 6, (own - segment) % 6)
            reach = height - stands <= 1 and around + abs(height - stands) <= 2
            if reach and {"at": site} not in (here, other):
                actions.append({"walk": site})
    return actions


def choice_actions(state, _, _seat):
    cards = [card for card in state["slots"][state["boat"] - 1] if card is not None]
    return [{"choose": card} for at, card in enumerate(cards) if card not in cards[:at]]


def priestess_actions(state, _, _seat):
    ways = ["clockwise", "counterclockwise"]
    moves = [(at, way) for at, discs in enumerate(state["lava"], 1) if discs for way in ways]
    actions = [{"lava": {"from": at, "direction": way}} for at, way in moves]
    return actions + (["leave_lava"] if state["options"]["priestess"] == "may_decline" else [])


def purchase_actions(state, printed, seat):
    shells, prices = state["players"][seat - 1]["shells"], printed["display"]
    wares = [{"card": card} for card, who in zip(CARDS, state["display"]) if who == "display" and prices[card] <= shells]
    if state["priestess"] == "up" and prices["priestess"] <= shells:
        wares.append("priestess")
    return [{"buy": ware} for ware in wares] + ["buy_nothing"]


def check(path):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    check_origin(record)
    fulls = check_marks(record)
    {"hawaii": check_hawaii, "haleakala": check_haleakala}[record["title"]](record, fulls)
    check_end(record, fulls[-1])


for path in sys.argv[1:]:
    check(path)
    print(f"{path}: valid")
