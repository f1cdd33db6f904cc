"""Checks full records by docs/records.md and the rules alone: nothing of the program is used.

    python3 checker.py RECORD...

For both games: digests, the seed and where it comes from, every shuffle, who acts, that each action is listed, winners.
For Haleakala besides: every list of lawful actions, in its order. Whoever reads this beside the page sees whether the page is whole.
"""

import hashlib
import json
import struct
import sys

MASK = 0xFFFFFFFF


# --- Chance ---


def quarter(x, a, b, c, d):
    def turn(value, by):
        return ((value << by) & MASK) | (value >> (32 - by))

    x[a] = (x[a] + x[b]) & MASK
    x[d] = turn(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = turn(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & MASK
    x[d] = turn(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = turn(x[b] ^ x[c], 7)


class Dice:
    def __init__(self, seed, stream):
        self.key = struct.unpack("<8I", seed)
        self.nonce = struct.unpack("<2I", struct.pack("<Q", stream))
        self.block, self.words = 0, []

    def word(self):
        if not self.words:
            counter = struct.unpack("<2I", struct.pack("<Q", self.block))
            begin = [*struct.unpack("<4I", b"expand 32-byte k"), *self.key, *counter, *self.nonce]
            x = list(begin)
            for _ in range(10):
                for at in range(4):
                    quarter(x, at, at + 4, at + 8, at + 12)
                for at in range(4):
                    quarter(x, at, (at + 1) % 4 + 4, (at + 2) % 4 + 8, (at + 3) % 4 + 12)
            self.words = [(a + b) & MASK for a, b in zip(x, begin)]
            self.block += 1
        return self.words.pop(0)

    def below(self, bound):
        while bound > 0:
            product = self.word() * bound
            low = product & MASK
            if not (low < bound and low < (2**32 - bound) % bound):
                return product >> 32
        return 0

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def check_origin(record):
    origin = record.get("origin")
    if origin is None:
        return
    secret = bytes.fromhex(origin["secret"]) + bytes.fromhex(origin["nonce"])
    same("the commitment", origin["commitment"], sha256(secret))
    for word in origin["words"]:
        word = word.encode()
        secret += len(word).to_bytes(8, "big") + word
    if "announced" in origin:
        secret += int(origin["announced"]["message"]).to_bytes(8, "big")
    same("the seed", record["seed"], sha256(secret))


# --- Both games ---


def same(what, recorded, found):
    if recorded != found:
        sys.exit(f"{what}: the record has {recorded}, found {found}")


def check_marks(record):
    marks = [record["start"], *(step["after"] for step in record["steps"])]
    for number, mark in enumerate(marks):
        text = json.dumps(mark["full"]["state"], separators=(",", ":"), ensure_ascii=False)
        same(f"the digest after step {number}", mark["digest"], sha256(text.encode()))
    for number, (mark, step) in enumerate(zip(marks, record["steps"]), 1):
        same(f"who acts in step {number}", step["seat"], mark["full"]["to_act"])
        same(f"that the action of step {number} is listed", True, step["action"] in mark["full"]["legal"])
    return [mark["full"] for mark in marks]


def check_end(record, last):
    over = last["to_act"] is None
    same("whether it is over", over, record["standings"] is not None)
    if over:
        pairs = list(zip(record["standings"]["points"], record["standings"]["tie_break"]))
        best = [seat for seat, pair in enumerate(pairs, 1) if pair == max(pairs)]
        same("the winners", record["winners"], best)


# --- Hawaii ---

GODS = ["ku", "kane", "pele", "lono", "laka", "kanaloa"]


def check_hawaii(record, fulls):
    seed, printed, players = bytes.fromhex(record["seed"]), record["printed"], len(record["seats"])
    start = fulls[0]["state"]
    places = Dice(seed, 0).shuffle(list(range(1, 11)))
    same("the places", start["places"], places)
    same("the turn order", start["order"], Dice(seed, 1).shuffle(list(range(1, players + 1))))
    gods = Dice(seed, 2).shuffle([god for god in GODS for _ in range(printed["supply"]["each_god"])])
    same("the gods", start["gods"], [gods[: len(gods) // 2], gods[len(gods) // 2 :]])
    stack = Dice(seed, 0x100).shuffle(list(range(1, 11)))
    same("the docks", start["docks"], [stack.pop() for _ in range(4)])
    same("the islands", start["islands"], {"hidden": stack, "visited": [], "shuffles": 1})
    for before, full in zip([None, *fulls], fulls):
        if before is None or before["state"]["round"] != full["state"]["round"]:
            number = full["state"]["round"]
            tokens = laid_out(seed, printed, places, number, players)
            same(f"the tokens of round {number}", full["state"]["tokens"], tokens)
        if before is not None:
            check_islands(seed, before["state"], full["state"])
    last = fulls[-1]
    if record["standings"] is not None:
        goods = [sum(realm["goods"].values()) for realm in last["state"]["realms"]]
        shared = record["options"]["tie_break"] == "shared"
        same("the tie-break", record["standings"]["tie_break"], [0] * players if shared else goods)


def laid_out(seed, printed, places, number, players):
    kinds = [(False, "plain"), (True, "spears")]
    faces = [(it["worth"], red) for it in printed["token"] for red, kind in kinds for _ in range(it["number"][kind])]
    at, cove, bag = ["bag"] * 25, [], iter(Dice(seed, 0x200 + number).shuffle(list(range(25))))
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
    for position, token in enumerate(Dice(seed, 0x300 + number).shuffle(sorted(cove))):
        at[token] = {"cove": position}
    for space, token in enumerate(sorted((next(bag) for _ in range(players - 1)), key=lambda it: faces[it]), 2):
        at[token] = {"track": space}
    return at


def check_islands(seed, before, after):
    """Between rounds the docks move up and are filled; in a round islands only go under the stack."""
    if before["round"] == after["round"]:
        same("the stack in a round", after["islands"]["hidden"], before["islands"]["hidden"])
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
            hidden, visited = Dice(seed, 0x100 + shuffles).shuffle(visited), []
            shuffles += 1
    same("the docks of a round", after["docks"], docks)
    same("the stack of a round", after["islands"], {"hidden": hidden, "visited": visited, "shuffles": shuffles})


# --- Haleakala ---

TERRAINS = ["grassland", "forest", "mountain"]
CARDS = ["butterflies", "statue_majority", "complete_segment", "forest", "mountain"]


def check_haleakala(record, fulls):
    seed, printed, options = bytes.fromhex(record["seed"]), record["printed"], record["options"]
    start = fulls[0]["state"]
    same("who begins", start["starter"], 1 + Dice(seed, 0).below(2))
    piles = []
    for number, pile in enumerate(printed["pile"]):
        kinds = ["statue", "priestess", "shell"] + (["lava"] if options["lava"] == "drawn" else [])
        cards = [kind for kind in kinds for _ in range(pile[kind])]
        cards += [{"kept": kept} for kept in pile["collected"]]
        piles.append(Dice(seed, 1 + number).shuffle(cards))
    same("the slots", start["slots"], [[piles[0].pop(), piles[0].pop()] for _ in range(6)])
    same("the piles", start["piles"], piles)
    for number, full in enumerate(fulls):
        same(f"the list after step {number}", full["legal"], lawful(full["state"], printed))
    if record["standings"] is not None:
        state = fulls[-1]["state"]
        statues = [whose for segment in state["statues"] for whose in segment]
        tie_break = [2 * statues.count(seat) + (seat != state["starter"]) for seat in (1, 2)]
        same("the tie-break", record["standings"]["tie_break"], tie_break)


def lawful(state, printed):
    if not state["agenda"]:
        return []
    seat, step = state["agenda"][-1]["seat"], state["agenda"][-1]["step"]
    return {"turn": of_turn, "shaman": of_shaman, "choose": of_choice, "priestess": of_priestess, "purchase": of_purchase}[
        step
    ](state, printed, seat)


def total(state, seat, segment):
    discs = state["players"][seat - 1]["discs"]
    return sum(number for number, lies in enumerate(discs, 1) if lies == {"on": segment})


def differ(own, others):
    return own != others or own == 0


def of_turn(state, _, seat):
    player, options, actions = state["players"][seat - 1], state["options"], []
    others = {segment: total(state, 3 - seat, segment) for segment in range(1, 7)}
    for disc, lies in enumerate(player["discs"], 1):
        if lies == "in_hand":
            may = [at for at in others if differ(total(state, seat, at) + disc, others[at])]
            actions += [{"place": {"disc": disc, "at": at}} for at in may]
            if options["lava"] == "invoked" and player["invocation"] == "in_hand" and state["boat"] in may:
                actions.append({"invoke": {"disc": disc}})
        elif not (options["shuffling"] == "forty_turns" and state["quiet"] >= 40):
            if differ(total(state, seat, lies["on"]) - disc, others[lies["on"]]):
                actions.append({"take": {"disc": disc}})
    return actions + (["boat"] if "in_hand" not in player["discs"] else [])


def of_shaman(state, _, seat):
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


def of_choice(state, _, _seat):
    cards = [card for card in state["slots"][state["boat"] - 1] if card is not None]
    return [{"choose": card} for at, card in enumerate(cards) if card not in cards[:at]]


def of_priestess(state, _, _seat):
    ways = ["clockwise", "counterclockwise"]
    moves = [(at, way) for at, discs in enumerate(state["lava"], 1) if discs for way in ways]
    actions = [{"lava": {"from": at, "direction": way}} for at, way in moves]
    return actions + (["leave_lava"] if state["options"]["priestess"] == "may_decline" else [])


def of_purchase(state, printed, seat):
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
    print(f"{path}: as the page says")
