// What the server sends. These types are global, for readers and editors; the browser does not load this file.

/**
 * @typedef {{src: string, width: number, height: number, alt: string}} Picture
 * @typedef {Picture & {seat: number, name: string}} Realm
 * @typedef {{scene: "board"|"realm", left: number, top: number, width: number, height: number}} Area
 *   A part of a picture, as fractions of its size.
 * @typedef {{seat: number, name: string, letter: string|null, colour: string, points: number, isYou: boolean, isToAct: boolean,
 *   isComputer: boolean}} Player
 * @typedef {{picks: string[], letter: string|null, label: string, outcome: string, effect: string|null, area: Area|null,
 *   isPossible: boolean, reason: string|null}} Choice
 *   `picks` is the whole path from the beginning of the turn.
 * @typedef {{name: string, choices: Choice[]}} Group
 * @typedef {{story: string, outcome: string, effects: string[], warning: string|null, groups: Group[]}} Confirmation
 * @typedef {{isAhead: boolean, picks: string[], question: string|null, spots: Choice[], choices: Choice[],
 *   confirmation: Confirmation|null}} Step
 * @typedef {{seat: number, text: string, areas: Area[]}} ToldTurn
 * @typedef {{table: number, revision: number, version: string, title: string, game: string, seat: number|null, players: Player[],
 *   headline: string, conditions: string[], proposal: Proposal|null, notice: string|null, news: ToldTurn[], lastTurn: ToldTurn|null, board: Picture,
 *   realms: Realm[], step: Step|null, can: Object<string, boolean>, premove: {lines: string[]}|null}} State
 * @typedef {{number: number, text: string, isOpen: boolean}} Proposal
 * @typedef {{number: number, seat: number, text: string}} Turn
 * @typedef {{number: number, count: number, text: string, board: Picture, realms: Realm[]}} Position
 * @typedef {{picks: string[], text: string, why: string|null}} Suggestion
 * @typedef {{title: string, lines: string[]}} RulesPart
 * @typedef {{summary: RulesPart[], topics: RulesPart[]}} Rules
 * @typedef {{progress?: string, lines?: string[], turns?: {number: number, seat: number, cost: string, lines: string[]}[]}} Review
 *   `progress` is a sentence while the review is being made.
 */

/**
 * The state of the page (main.js).
 * @typedef {Object} Page
 * @property {State} state
 * @property {string[][]} trail the picks after each step of the turn; the last ones are shown
 * @property {boolean} isAhead whether the user decides ahead
 * @property {{turns: Turn[], number: number, position: Position|null, review: Review|null}|null} replay a look at the log of turns
 * @property {Suggestion[]|null} suggestions
 * @property {string|null} message an answer to what the user did, or why it was impossible
 * @property {number|null} realmSeat whose realm is shown
 * @property {string|null} spot the key of the spot whose choices alone are shown
 * @property {boolean} isWhole whether the user wants the whole picture on a narrow screen
 */

/**
 * What the user can do in the card (main.js).
 * @typedef {Object} CardActions
 * @property {(choice: Choice) => void} choose
 * @property {(choice: Choice) => void} replace changes a detail of the turn
 * @property {(suggestion: Suggestion) => void} suggest
 * @property {() => void} confirm
 * @property {() => void} back
 * @property {() => void} decideAhead
 * @property {() => void} forget
 * @property {() => void} agree to what is proposed
 * @property {() => void} decline
 * @property {() => void} review
 * @property {() => void} openReview
 * @property {() => void} openTurns
 * @property {(turn: ToldTurn) => void} showTurn
 * @property {(number: number) => void} lookAt
 */
