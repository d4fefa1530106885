/** Words that carry no figure: they may stand anywhere and need no explanation. */
export const plainWords = new Set(
  (
    "the a an of to in for on at from with into onto is are was were be been being am do did does done doing have has " +
    "had having i me my mine we our ours us you your they them their theirs he she him her it its that these those " +
    "there here can could would should might must shall please show list give tell get find display see view need " +
    "want like know look let check report provide fetch pull all any some total overall altogether whole entire so " +
    "then also if what how much many number count amount figure figures data info information stats details thanks " +
    "thank hi hello hey ok okay quick quickly exactly actually really just only well good dear kindly got make made " +
    "making take taken took come came coming go went going gone happen happened happening put about around roughly " +
    "approximately business company team people our own whole across out up down off back time " +
    "times kind kinds sort type of whom whose when where now today's currently recent recently latest " +
    "during within over through via until till were question quick one ones thing things other same again still " +
    "already yet ever too very quite bit lot lots more less this current actual expected real full " +
    "morning afternoon evening period periods performance result results summary overview breakdown split table chart " +
    "graph list listing ranking rank ranked sorted sort order ordered descending ascending numbers value values " +
    "give given giving keep kept want wanted looking need needed using used use both them both say says said " +
    "confirm identify indicate state set name present presently kindly grateful learn appreciate anything something stuff " +
    "everything gets get getting single combination fleet moment position inclusive carried altered " +
    "just gone produced frequently regarding concerning respectively please's lads them em gonna whole into " +
    "if or either instead unless whether sum " +
    "able shown showing tell wonder wondering curious interested perform performing doing works working work"
  ).split(" "),
);

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
  "on in out up down off at by per over under for from us with against versus".split(" "),
);

/** What forms of a verb share: approve, approved, approval and approving. */
export function toRoot(word: string): string {
  if (word.length < 5) return word;
  const root = word.replace(/(?:ations?|ings?|als?|ed|es?|s)$/, "").replace(/(.)\1$/, "$1");
  return root.length < 4 ? word : root;
}
