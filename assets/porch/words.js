// The page's own words, by name, in every language that the page speaks. What the bot says is the bot's business.
// A further language is a further table; what it lacks is said in English.

const plural = (count, one, many) => (count === 1 ? one : many);

const ENGLISH = {
  skip: "Skip to the message box",
  title: ({ channel, count }) => `${count ? `(${count}) ` : ""}${channel} · The porch`,
  channels: "Channels",
  direct: "Just the two of you",
  threadsOf: "Threads of {channel}",
  archived: ({ count }) => `${count} closed ${plural(count, "thread", "threads")}`,
  closed: "closed",
  drawer: "Channels",
  unread: ({ count }) => `${count} unread`,
  calls: ({ count }) => `${count} unread, with a mention of you`,
  messages: "Messages",
  composer: "Write a message",
  say: "Write to {channel}, or / for commands",
  sayLocked: "This thread is locked",
  sayHelp: "Type a slash for the list of commands. Arrow keys choose, Tab or Enter accepts, Escape closes the list.",
  send: "Send",
  suggestions: "Suggestions",
  noSuchCommand: "There is no such command. Press Escape and type / to see them all.",
  noCommands: "No bot has registered commands yet.",
  noSuchOption: "This command has no such option.",
  asking: "Asking {bot}…",
  noChoices: "Nothing matches. You can send what you typed.",
  choicesFailed: "{bot} is not answering. You can send what you typed.",
  theBot: "the bot",
  required: "required",
  optional: "optional",
  addOption: "Add {name}",
  leaveCommand: "Leave this command",
  needed: "{name} is still missing.",
  readyToSend: "Press Enter to send",
  yes: "Yes",
  no: "No",
  beginning: "This is where {channel} begins.",
  emptyHint: "Nothing has been said here yet. Type / below to see what {bot} can do for you.",
  emptyButton: "Show me",
  noBot: "The bot is not here yet. It will be here in a moment.",
  earlier: "Show earlier messages",
  fresh: ({ count }) => (count ? `${count} new ${plural(count, "message", "messages")} ↓` : "Jump to the newest ↓"),
  freshLine: "new",
  bot: "bot",
  used: "{name} used",
  usedByYou: "You used",
  usedBySomebody: "Somebody used",
  edited: "edited",
  onlyYou: "Only you can see this",
  dismiss: "Dismiss",
  thinking: "{name} is thinking…",
  threadHere: "Thread: {name}",
  picture: "Picture",
  noDescription: "Picture without a description",
  previous: "Previous picture",
  next: "Next picture",
  close: "Close",
  wholePicture: "Whole picture",
  larger: "Larger",
  actualSize: "Full size",
  pictureOf: "{number} of {count}",
  missing: "This picture is no longer available.",
  newTab: "opens a new tab",
  chooseOne: "Choose",
  chooseSome: ({ least, most }) => (least === most ? `Choose ${least}` : `Choose ${least} to ${most}`),
  done: "Done",
  pollOver: "This poll is over.",
  failed: "{bot} did not answer. Please try again.",
  noPorch: "The porch is not answering. Is it still open?",
  lost: "Connection lost. Trying to reach the porch…",
  back: "Connected again.",
  cancel: "Cancel",
  submit: "Send",
  letters: "{count} of {most} characters",
  personMenu: "Switch to another person",
  sitAs: "Be here as",
  addPerson: "New person…",
  newPerson: "New person",
  name: "Name",
  language: "Language",
  sitDown: "Join",
  scheme: "Dark colours",
  everyone: "everyone",
  unknownChannel: "a deleted channel",
  somebody: "somebody",
  spoiler: "Spoiler: press to read it",
};

const FRENCH = {
  skip: "Aller à la ligne où l’on écrit",
  title: ({ channel, count }) => `${count ? `(${count}) ` : ""}${channel} · Le porche`,
  channels: "Salons",
  direct: "Entre vous deux",
  threadsOf: "Fils de {channel}",
  archived: ({ count }) => `${count} ${plural(count, "fil fermé", "fils fermés")}`,
  closed: "fermé",
  drawer: "Salons",
  unread: ({ count }) => `${count} non ${plural(count, "lu", "lus")}`,
  calls: ({ count }) => `${count} non ${plural(count, "lu", "lus")}, on vous appelle`,
  messages: "Messages",
  composer: "Écrire ici",
  say: "Écrire dans {channel}, ou / pour les commandes",
  sayLocked: "Ce fil est verrouillé",
  sayHelp:
    "Tapez une barre oblique pour la liste des commandes. Les flèches choisissent, Tab ou Entrée prend, Échap ferme la liste.",
  send: "Envoyer",
  suggestions: "Propositions",
  noSuchCommand: "Cette commande n’existe pas. Échap, puis / pour les voir toutes.",
  noCommands: "Aucun robot n’a encore apporté de commandes.",
  noSuchOption: "Cette commande n’a pas cette option.",
  asking: "On demande à {bot}…",
  noChoices: "Rien ne convient. Vous pouvez envoyer ce que vous avez écrit.",
  choicesFailed: "{bot} ne répond pas. Vous pouvez envoyer ce que vous avez écrit.",
  theBot: "le robot",
  required: "obligatoire",
  optional: "facultatif",
  addOption: "Ajouter {name}",
  leaveCommand: "Quitter cette commande",
  needed: "Il manque encore {name}.",
  readyToSend: "Entrée envoie",
  yes: "Oui",
  no: "Non",
  beginning: "Ici commence {channel}.",
  emptyHint: "Rien n’a encore été dit ici. Tapez / ci-dessous pour voir ce que {bot} peut faire pour vous.",
  emptyButton: "Montrez-moi",
  noBot: "Le robot n’est pas encore là. Il arrive.",
  earlier: "Voir les messages plus anciens",
  fresh: ({ count }) =>
    count ? `${count} ${plural(count, "nouveau message", "nouveaux messages")} ↓` : "Aux plus récents ↓",
  freshLine: "nouveau",
  bot: "robot",
  used: "{name} a utilisé",
  usedByYou: "Vous avez utilisé",
  usedBySomebody: "Quelqu’un a utilisé",
  edited: "modifié",
  onlyYou: "Visible uniquement par vous",
  dismiss: "Écarter",
  thinking: "{name} réfléchit…",
  threadHere: "Fil : {name}",
  picture: "Image",
  noDescription: "Image sans description",
  previous: "Image précédente",
  next: "Image suivante",
  close: "Fermer",
  wholePicture: "Image entière",
  larger: "Plus grande",
  actualSize: "Taille réelle",
  pictureOf: "{number} sur {count}",
  missing: "Cette image n’est plus conservée.",
  newTab: "ouvre un nouvel onglet",
  chooseOne: "Choisir",
  chooseSome: ({ least, most }) => (least === most ? `En choisir ${least}` : `En choisir de ${least} à ${most}`),
  done: "Valider",
  pollOver: "Ce sondage est terminé.",
  failed: "{bot} n’a pas répondu. Réessayez.",
  noPorch: "Le porche ne répond pas. Est-il encore ouvert ?",
  lost: "Connexion perdue. On cherche le porche…",
  back: "De retour.",
  cancel: "Annuler",
  submit: "Envoyer",
  letters: "{count} caractères sur {most}",
  personMenu: "S’asseoir ici en tant que quelqu’un d’autre",
  sitAs: "S’asseoir ici en tant que",
  addPerson: "Quelqu’un de nouveau…",
  newPerson: "Quelqu’un de nouveau",
  name: "Nom",
  language: "Langue",
  sitDown: "S’asseoir",
  scheme: "Couleurs sombres",
  everyone: "tous",
  unknownChannel: "un salon disparu",
  somebody: "quelqu’un",
  spoiler: "Un spoiler : appuyez pour le lire",
};

const TABLES = { en: ENGLISH, fr: FRENCH };

let locale = "en-US";
let table = ENGLISH;

/** The language in which the page writes times: the person's own. */
export const language = () => locale;
/** The language of the page's words, which may be another where there is no table for the person's. */
const pageLanguage = () => (table === ENGLISH ? (locale.startsWith("en") ? locale : "en") : locale);

/** Whether dates can be written in it; a person may have any language, even one that is none. */
function isKnown(wanted) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([wanted]).length > 0;
  } catch {
    return false;
  }
}

/** Chooses the language, and says everything anew that stands in the page from the beginning. */
export function speak(wanted) {
  locale = isKnown(wanted) ? wanted : "en-US";
  table = TABLES[wanted.split("-")[0]] ?? ENGLISH;
  document.documentElement.lang = pageLanguage();
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = word(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.localName === "button") element.title = word(element.dataset.label);
  }
}

/** A sentence by its name, with the values that it speaks of. */
export function word(name, values = {}) {
  const found = table[name] ?? ENGLISH[name] ?? name;
  if (typeof found === "function") return found(values);
  return found.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

/** What a language calls itself. */
export function nameOfLanguage(wanted) {
  try {
    const name = new Intl.DisplayNames([wanted], { type: "language" }).of(wanted) ?? wanted;
    return name[0].toLocaleUpperCase(wanted) + name.slice(1);
  } catch {
    return wanted;
  }
}
