// The page of the interactive board. The server knows the rules and draws all pictures; the page places buttons over them.
//
// | module | what it does |
// |---|---|
// | main.js | the entry point: what is chosen, and what is shown |
// | server.js | the session, the requests, and the stream of changes |
// | scene.js | a picture with buttons over its areas, and choices as text |
// | card.js | the card: choices, the confirmation, what happened, the log of turns; the players; the focus |
// | words.js | sentences, times in them, creation of elements |
// | types.js | types: what the server sends, and the state of the page |
//
// There are few modules, because browsers request only six files at a time over HTTP/1.1.

import { describeRules, focusLinked, focusNext, keepFocus, linkSpots, showCard, showPlayers } from "./card.js";
import { Scene, areaKey } from "./scene.js";
import * as server from "./server.js";
import { announce, byId, el, hasWords, refreshTimes, setStyles, setWords, withTimes, word } from "./words.js";

/** Below this width, the pictures zoom to what can be chosen. */
const NARROW = matchMedia("(max-width: 899px)");
const RETRY_START_MS = 2000;

/** @type {Page} */
const page = {
  state: null,
  trail: [[]],
  isAhead: false,
  replay: null,
  suggestions: null,
  message: null,
  realmSeat: null,
  spot: null,
  isWhole: false,
};

let isBusy = false;
/** Whether the table changed while a request was under way. */
let isOutdated = false;
let reloadNumber = 0;
let stopListening = null;

const board = new Scene(byId("board"), onSpot);
const realm = new Scene(byId("realm"), onSpot);

// ——— what is shown ———

function show() {
  const { state, replay, realmSeat } = page;
  const { board: picture, realms } = replay?.position ?? state;
  const areas = replay ? [] : choicesOf(state.step).filter(({ area }) => area);
  const inScene = (name) => areas.filter(({ area }) => area.scene === name);
  document.title = `${state.headline} · ${state.title}`;
  byId("headline").textContent = state.headline;
  byId("conditions").replaceChildren(...state.conditions.map((line) => el("p", {}, withTimes(line))));
  keepFocus(() => {
    showTools(state);
    showPlayers(state, realmSeat, showRealmOf);
    showCard(page, actions);
    board.showSpots(inScene("board"), page.spot);
    realm.showSpots(realmSeat === state.seat ? inScene("realm") : [], page.spot);
  });
  const boardIsShown = board.showPicture(picture);
  setStyles(byId("app"), { "--board-ratio": picture.width / picture.height });
  const shown = realms.find(({ seat }) => seat === realmSeat);
  byId("realm").hidden = !shown;
  // The board comes first: a phone has little bandwidth, and shows one of them.
  if (shown) realm.showPicture(shown, boardIsShown);
  if (replay) board.showRings([]);
  document.body.classList.toggle("is-past", Boolean(replay?.position));
  showZoom();
}

const choicesOf = (step) =>
  step
    ? [...step.spots, ...step.choices, ...(step.confirmation?.groups ?? []).flatMap(({ choices }) => choices)]
    : [];

function showTools({ can, step, realms }) {
  byId("hint").hidden = !can.hint || !step || page.trail.length > 1;
  byId("undo").hidden = !can.undo;
  byId("turns").setAttribute("aria-pressed", String(Boolean(page.replay)));
  byId("show-board").hidden = !realms.length;
  byId("show-board").setAttribute("aria-pressed", String(document.body.dataset.scene === "board"));
  const entries = [
    ["chat-button-rules", showRules],
    can.pause && ["web-pause", () => act("pause")],
    can.resume && ["web-resume", () => act("resume")],
    can.resign && ["web-resign", () => byId("ask").showModal()],
  ].filter(Boolean);
  const menu = byId("menu");
  const entry = ([key, onclick]) => {
    const close = () => menu.hidePopover();
    return el("button", { type: "button", onclick: () => (close(), onclick()) }, word(key));
  };
  menu.replaceChildren(...entries.map(entry));
}

/** Zooms a picture on a narrow screen when its spots are small. */
function showZoom() {
  const canZoom = NARROW.matches && [board, realm].some((scene) => scene.canZoom());
  const isZoomed = canZoom && !page.isWhole;
  for (const scene of [board, realm]) scene.zoom(isZoomed);
  byId("zoom").hidden = !canZoom;
  byId("zoom").setAttribute("aria-pressed", String(isZoomed));
}

/** Chooses the picture that is shown where there is room for one. @param {"board"|"realm"} scene */
function showScene(scene) {
  document.body.dataset.scene = scene;
  show();
}

function showRealmOf(seat) {
  page.realmSeat = seat;
  showScene("realm");
}

/** Shows the picture that has spots in this step. */
function showSceneOfStep() {
  const possible = choicesOf(page.state.step).filter(({ area, isPossible }) => area && isPossible);
  const isIn = (scene) => possible.some(({ area }) => area.scene === scene);
  if (isIn("realm")) page.realmSeat = page.state.seat;
  showScene(isIn("realm") && !isIn("board") ? "realm" : "board");
}

/** Draws attention to what a turn changed. @param {ToldTurn|null} turn */
function showRings(turn = page.state.lastTurn) {
  board.showRings((turn?.areas ?? []).filter(({ scene }) => scene === "board"));
}

// ——— requests ———

/**
 * Takes over a state from the server.
 * @param {State} state
 * @param {string[][]} [trail] the steps that led there; the beginning of the turn if omitted
 */
function takeState(state, trail = [[]]) {
  const isNew = page.state?.revision !== state.revision;
  const isAhead = state.step?.isAhead ?? false;
  // The position before a turn, and the turn as it would be, are looked at as a whole.
  const isWhole = !state.step?.picks.length || Boolean(state.step.confirmation);
  Object.assign(page, { state, trail, isAhead, isWhole, spot: null, message: state.notice });
  if (!state.realms.some(({ seat }) => seat === page.realmSeat)) {
    page.realmSeat = (state.realms.find(({ seat }) => seat === state.seat) ?? state.realms[0])?.seat ?? null;
  }
  if (!isNew) return;
  page.suggestions = null;
  showRings();
}

/**
 * Sends a request and shows its answer. Only one request is under way at a time.
 * @param {() => Promise<State>} request
 * @param {string[][]} [trail] the steps of the turn after that
 * @param {string[]} [left] the picks that the user came back from
 */
async function run(request, trail, left) {
  if (isBusy) return;
  isBusy = true;
  try {
    takeState(await request(), trail);
    showSceneOfStep();
  } catch (error) {
    onRefused(error);
    if (error.state) showSceneOfStep();
    else show();
  } finally {
    isBusy = false;
  }
  focusNext(left);
  announce(describeStep());
  if (isOutdated) reload();
}

/** Shows why a request failed. If the game has gone on, the turn starts over. */
function onRefused(error) {
  if (!(error instanceof server.Refused)) throw error;
  if (error.status === 401) return showEnd(error.message);
  if (error.state) takeState(error.state);
  // The line below the players may say already that the connection is lost.
  page.message = error.status || byId("connection").hidden ? error.message : null;
}

function describeStep() {
  const { state, message } = page;
  const turn = state.step?.confirmation;
  const parts = turn ? [turn.story, turn.outcome, ...turn.effects, turn.warning] : [state.step?.question ?? state.headline];
  return [message, ...parts].filter(Boolean).join(" ");
}

/** Loads the state again, and keeps the picks if they are still possible. */
async function reload() {
  const number = (reloadNumber += 1);
  const { trail, isAhead, replay, state: before } = page;
  const picks = trail.at(-1);
  isOutdated = false;
  let state;
  try {
    state = await server.fetchState(picks, isAhead).catch((error) => {
      if (error.status !== 409 && error.status !== 422) throw error;
      return error.state ?? server.fetchState();
    });
    if (replay && before.revision !== state.revision) replay.turns = (await server.fetchTurns()).turns;
  } catch (error) {
    if (error.status === 401) return showEnd(error.message);
    // Without a connection, a line below the players says so, and a new connection loads the state.
    if (error.status) setTimeout(reload, RETRY_START_MS);
    return;
  }
  if (number !== reloadNumber) return;
  // The user went on meanwhile.
  if (isBusy || page.trail !== trail) return void (isOutdated = true);
  // The server goes on by itself where there is one choice, so the picks are compared with those of the step before.
  const isKept = state.step?.picks.join() === before.step?.picks.join() && state.step?.isAhead === before.step?.isAhead;
  takeState(state, isKept ? trail : undefined);
  if (picks.length && !isKept) page.message = word("web-changed");
  if (!replay?.position && replay) replay.number = replay.turns.length;
  if (before.version === state.version) return show();
  if (isKept) show();
  else showSceneOfStep();
  announce([page.message, state.proposal?.text, state.lastTurn?.text, state.headline].filter(Boolean).join(" "));
}

// ——— what the user does ———

/** Goes to other picks. @param {string[][]} before the steps that Back leads to */
function goTo(picks, before, isAhead = page.isAhead, left = null) {
  return run(() => server.fetchState(picks, isAhead), [...before, picks], left);
}

/** Says why a choice is impossible. */
function explain(choice) {
  page.message = [choice.label, choice.reason ?? word("web-impossible")].join(" · ");
  show();
  byId("card-body").scrollTo({ top: 0 });
  announce(page.message);
}

/** Activates a spot. If it stands for several choices, the card shows those alone; the second time, all choices. */
function onSpot(choices) {
  const { confirmation } = page.state.step;
  if (choices.length > 1 && confirmation) return focusLinked(choices[0]);
  if (choices.length > 1) return showChoicesOf(areaKey(choices[0].area));
  if (confirmation) actions.replace(choices[0]);
  else actions.choose(choices[0]);
}

/** @param {string|null} spot the spot whose choices the card shows; null for all */
function showChoicesOf(spot) {
  page.spot = spot === page.spot ? null : spot;
  show();
  focusNext();
}

/** @type {CardActions} */
const actions = {
  choose: (choice) => (choice.isPossible ? goTo(choice.picks, page.trail) : explain(choice)),
  // A detail of the turn changes: Back still leads to the step before.
  replace: (choice) => (choice.isPossible ? goTo(choice.picks, page.trail.slice(0, -1)) : explain(choice)),
  suggest: ({ picks }) => goTo(picks, page.trail),
  confirm: () => run(() => server.play(page.state.revision, page.state.step.picks, page.isAhead)),
  back() {
    const { trail, isAhead, replay } = page;
    if (replay) leaveTurns();
    else if (page.spot) showChoicesOf(null);
    else if (trail.length > 1) goTo(trail.at(-2), trail.slice(0, -2), isAhead, trail.at(-1));
    else if (isAhead) goTo([], [], false);
  },
  decideAhead: () => goTo([], [], true),
  forget: () => act("forget"),
  agree: () => answerProposal("agree"),
  decline: () => answerProposal("decline"),
  review,
  openTurns,
  async openReview() {
    await openTurns();
    if (page.replay) await review();
  },
  showTurn(turn) {
    page.isWhole = true;
    showScene("board");
    showRings(turn);
  },
  lookAt,
};

const answerProposal = (action) => run(() => server.answerProposal(action, page.state.proposal.number));
const act = (action) => run(() => server.act(action, page.state.revision));

async function showRules() {
  try {
    byId("rules-body").replaceChildren(...describeRules(await server.fetchRules()));
    byId("rules").showModal();
  } catch (error) {
    onRefused(error);
    show();
  }
}

async function askForHint() {
  const { revision } = page.state;
  page.replay = null;
  page.message = word("web-thinking");
  show();
  announce(page.message);
  try {
    const { suggestions } = await server.fetchHint(revision);
    if (revision !== page.state.revision) return;
    page.suggestions = suggestions;
    page.message = suggestions.length ? null : word("web-no-hint");
  } catch (error) {
    onRefused(error);
  }
  show();
  focusNext();
  announce(page.message ?? word("web-hint"));
}

// ——— the log of turns ———

async function openTurns() {
  if (page.replay) return leaveTurns();
  try {
    const { turns } = await server.fetchTurns();
    page.replay = { turns, number: turns.length, position: null, review: null };
    page.message = null;
  } catch (error) {
    onRefused(error);
  }
  show();
  byId("card-title").focus();
  scrollToTurn();
}

/** Shows the position after a turn. */
async function lookAt(number) {
  const { replay } = page;
  replay.number = number;
  try {
    const position = number < replay.turns.length ? await server.fetchPosition(number) : null;
    if (page.replay !== replay || replay.number !== number) return;
    replay.position = position;
  } catch (error) {
    onRefused(error);
  }
  show();
  scrollToTurn();
}

/** Shows the review of the game, and its progress while it is being made. */
async function review() {
  const { replay } = page;
  byId("card-body").scrollTo({ top: 0 });
  try {
    do {
      replay.review = await server.fetchReview();
      if (page.replay !== replay) return;
      show();
    } while (replay.review.progress);
  } catch (error) {
    onRefused(error);
    show();
  }
  announce(page.message ?? replay.review.lines.join(" "));
}

const scrollToTurn = () => document.querySelector(".turn[aria-current]")?.scrollIntoView({ block: "nearest" });

function leaveTurns() {
  page.replay = null;
  page.message = null;
  showSceneOfStep();
  byId("card-title").focus();
}

// ——— the connection ———

function onChange(version) {
  if (version === page.state.version) return;
  if (isBusy) isOutdated = true;
  else reload();
}

function onLost() {
  const line = byId("connection");
  if (line.hidden) announce(word("web-lost"));
  line.textContent = word("web-lost");
  line.hidden = false;
  if (page.message === word("web-lost")) {
    page.message = null;
    show();
  }
  // If the session ended, this says so.
  reload();
}

function onOpen() {
  const line = byId("connection");
  if (line.hidden) return;
  line.hidden = true;
  announce(word("web-connected"));
  reload();
}

// ——— start ———

/** Replaces the page by a sentence: the session ended, or never began. */
function showEnd(sentence) {
  stopListening?.();
  byId("app").hidden = true;
  byId("gate").hidden = false;
  byId("gate-title").textContent = hasWords() ? word("web-ended") : sentence;
  byId("gate-text").textContent = hasWords() ? word("web-open-again") : "";
  byId("gate").focus();
}

async function start(loading) {
  try {
    const { words, state } = await loading;
    // The picture is under way while the page is built: browsers request it once this function pauses.
    board.showPicture(state.board);
    await null;
    setWords(words);
    takeState(state);
  } catch (error) {
    if (!(error instanceof server.Refused)) throw error;
    // A proxy answers by itself while the server restarts.
    const isTemporary = !error.status || [502, 503, 504].includes(error.status);
    if (isTemporary) setTimeout(() => start(server.loadStart()), RETRY_START_MS);
    else showEnd(error.message);
    return;
  }
  byId("gate").hidden = true;
  byId("app").hidden = false;
  showSceneOfStep();
  stopListening = server.listen({ change: onChange, lost: onLost, open: onOpen });
}

function addListeners() {
  byId("hint").addEventListener("click", askForHint);
  byId("undo").addEventListener("click", () => act("undo"));
  byId("turns").addEventListener("click", openTurns);
  byId("show-board").addEventListener("click", () => showScene("board"));
  byId("zoom").addEventListener("click", () => {
    page.isWhole = !page.isWhole;
    showZoom();
  });
  byId("ask").addEventListener("close", () => {
    const isSure = byId("ask").returnValue === "yes";
    byId("ask").returnValue = "";
    if (isSure) act("resign");
  });
  NARROW.addEventListener("change", () => page.state && showZoom());
  linkSpots([board, realm]);
  // The letters of spots cover a part of the picture, so they are shown while the keyboard is used.
  const showLetters = (isKeyboard) => document.body.classList.toggle("is-keyboard", isKeyboard);
  document.addEventListener("keydown", ({ ctrlKey, metaKey, altKey }) => !ctrlKey && !metaKey && !altKey && showLetters(true));
  document.addEventListener("pointerdown", () => showLetters(false));
  document.addEventListener("keydown", ({ key }) => {
    const isElsewhere = document.querySelector("dialog[open], [popover]:popover-open");
    if (key === "Escape" && !isElsewhere && page.state) actions.back();
  });
}

addListeners();
refreshTimes();
start(server.firstStart);
