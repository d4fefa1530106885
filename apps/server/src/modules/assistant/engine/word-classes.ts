import plain from "./plain-words.json" with { type: "json" };

/** Words that carry no figure: they may stand anywhere and need no explanation. */
export const plainWords: ReadonlySet<string> = new Set(plain.words.split(" "));

/** Words with a role in a question: one that a reading does not use changes what is asked. */
export const roleWords = new Set(
  (
    "than versus against compare compared comparing comparison without excluding except exclude not no never nor " +
    "who which most least fewest highest lowest best worst top bottom each per by every only between why above below " +
    "under exceeding exceed cumulative running share percent proportion fraction increase increased decrease decreased " +
    "drop dropped fall fell rise rose grow grew growth decline declined change changed difference half " +
    "minus median average maximum minimum max min last "
  ).split(" "),
);

/** Words that ask for a share. */
const shareWords = new Set(["percent", "share", "proportion", "fraction", "ratio", "rate"]);

/** Different words for one thing in the names of figures. */
export function toCanonical(stem: string): string {
  return shareWords.has(stem) ? "rate" : stem;
}

/** Words in phrases that need not be said. */
export const droppedInPhrases = new Set(
  "of the a an to do did does we is are was were be been our have has it their they i my".split(" "),
);

/** Words that belong to the word before or after them: on time, came in, sold out. */
export const particles = new Set(
  "on in out up down off at by per over under for from us with against versus how".split(" "),
);

/** Verbs that say that something was written down: they ask for no figure of their own. */
export const recordVerbs = new Set(
  (
    "created issued made handled processed done placed recorded booked entered received counted registered posted " +
    "united charged post posts book books"
  ).split(" "),
);

/** What forms of a verb share: approve, approved, approval and approving. */
export function toRoot(word: string): string {
  if (word.length < 5) return word;
  const root = word.replace(/(?:ations?|ings?|als?|ed|es?|s)$/, "").replace(/(.)\1$/, "$1");
  return root.length < 4 ? word : root;
}

/** Ways to speak of a sum that need not mean a running one. */
export const weakSums =
  /^(?:add up|added up|add it up|built up|build up|builds up|mount up|tally|accumulated|adding|stack up)$/;
