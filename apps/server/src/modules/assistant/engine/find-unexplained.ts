import type { Candidate } from "./candidates.ts";
import { isAction, isEnglish } from "./english.ts";
import { roleBefore } from "./find-in-items.ts";
import type { Reading } from "./interpret.ts";
import type { Token } from "./tokens.ts";
import { plainWords, recordVerbs, roleWords } from "./word-classes.ts";

/** Words that a reading leaves without a meaning, by what that means for the answer. */
export type Unexplained = {
  /** Names and numbers, and words where a member should stand: nothing is answered without them. */
  values: string[];
  /** Those of them that are written like names. */
  names: string[];
  /** Words where a dimension should stand. */
  splits: string[];
  /** Words with a role that the reading has no use for. */
  roles: string[];
  /** Common words that may pass. */
  passed: string[];
  /** Words that say what somebody does, or how: they may pass in any number. */
  talk: string[];
};

const leads = new Set("of for from at in via through with on around near inside outside".split(" "));
const articles = new Set("the a an our my your this these those all any its their".split(" "));
/** Words that describe no part of anything: they may stand before a figure. */
const passing = new Set(
  (
    "because due since although while company business firm organisation organization day days week month year time " +
    "general particular average terms detail details term moment date end start beginning so far today now once " +
    "first second third hours hour minutes minute km units pieces eur usd regards respect view point place case fact question customers customer far long worth going being getting big large " +
    "aggregate monetary respective corresponding exact precise relevant combined individual several financial numeric " +
    "exhibiting showing carrying having remaining using including holding achieving standing concerning " +
    "remains remain remained stands stand stood claims total sum " +
    "story situation picture development level evolution extent state volume size course reason " +
    "pounds main chief key principal primary separate " +
    "distribution overview listing snapshot itemisation itemization presentation representation statement juxtaposition " +
    "good great nice current overall normal usual typical existing various certain possible money euros euro dollars"
  ).split(" "),
);

/** Sorts the words that a reading does not explain. */
export function findUnexplained(
  tokens: readonly Token[],
  { left, unusedRoles, items, isAveraged }: Reading,
): Unexplained {
  const found: Unexplained = { values: [], names: [], splits: [], roles: [], passed: [], talk: [] };
  const open = new Set(left);
  const say = (place: number) => tokens[place]?.text ?? "";
  const starts = new Set(
    items.filter(({ kind }) => kind === "metric" || kind === "dimension").map(({ places }) => Math.min(...places)),
  );
  // A preposition that follows a figure or a dimension leads to a part of it; elsewhere it is talk.
  const bound = new Set(
    items.filter(({ kind }) => kind === "metric" || kind === "dimension").flatMap(({ places }) => places),
  );
  const metricPlaces = new Set(items.filter(({ kind }) => kind === "metric").flatMap(({ places }) => places));
  let lastValue = -2;
  const addValue = (place: number) => {
    // Words that stand together are one name.
    if (lastValue === place - 1) found.values.push(`${found.values.pop() ?? ""} ${say(place)}`.trim());
    else found.values.push(say(place));
    lastValue = place;
  };
  for (const place of left) {
    const token = tokens[place];
    if (!token || /^[,;.]$/.test(token.word)) continue;
    const { word, isName } = token;
    if (plainWords.has(word) && !isName) continue;
    if (isName) found.names.push(say(place));
    if (passing.has(word) && !isName && !roleWords.has(word) && !starts.has(place + 1)) {
      found.passed.push(say(place));
      continue;
    }
    // "Who of the three": how many there are is known.
    const isCount =
      /^[a-z]+$/i.test(token.text) &&
      /^\d{1,2}$/.test(word) &&
      /^(?:the|these|those|all|of)$/.test(tokens[place - 1]?.word ?? "");
    if (isCount) continue;
    if (/^\d/.test(word)) addValue(place);
    else if (word === "average" && isAveraged) continue;
    else if (roleWords.has(word) || isSuperlative(word)) found.roles.push(say(place));
    else if (isName || !isEnglish(word)) addValue(place);
    else {
      const lead = leadBefore(place, tokens, open);
      const isSplit = lead !== null && ["by", "per", "each", "every"].includes(lead.word);
      const isMember = lead !== null && leads.has(lead.word) && bound.has(lead.place - 1);
      const isModifier = starts.has(place + 1);
      // "by driver seniority": what follows a split belongs to it.
      const isTail = isSplitItem(place - 1, items, tokens);
      const before = tokens[place - 1];
      // "Customer complaints" are no customers: the last noun says what is counted.
      const isCompound =
        metricPlaces.has(place - 1) && before?.word === before?.stem && isNoun(word) && !passing.has(word);
      if (isCompound && !recordVerbs.has(word)) addValue(place);
      else if (isModifier && /^(?:first|second|third)$/.test(word)) addValue(place);
      else if (passing.has(word) || recordVerbs.has(word)) found.passed.push(say(place));
      else if (isAction(word) && !isState(place, tokens, isModifier, bound)) found.talk.push(say(place));
      else if (isSplit || isTail) found.splits.push(say(place));
      else if (isMember || isModifier || isHead(place, tokens, open)) addValue(place);
      else found.passed.push(say(place));
    }
  }
  for (const place of unusedRoles) found.roles.push(say(place));
  return found;
}

/** Whether a form of a verb says which rows are meant: cancelled deliveries, deliveries that were cancelled. */
function isState(place: number, tokens: readonly Token[], isModifier: boolean, bound: ReadonlySet<number>): boolean {
  const word = tokens[place]?.word ?? "";
  if (!/(?:ed|en|ing)$/.test(word)) return false;
  if (isModifier) return true;
  let before = place - 1;
  while (joints.has(tokens[before]?.word ?? "")) before--;
  return word.endsWith("ed") && bound.has(before);
}

/** Whether a word names a thing, as far as its ending tells. */
function isNoun(word: string): boolean {
  return word.length > 3 && !isAction(word) && !/(?:ed|ing|able|ible)$/.test(word);
}

const joints = new Set("that which who were was is are been being got get have has had".split(" "));

/** Whether a word stands where the figure should stand: what is the footprint of the cold store. */
function isHead(place: number, tokens: readonly Token[], open: ReadonlySet<number>): boolean {
  let first = place;
  while (open.has(first - 1) && !plainWords.has(tokens[first - 1]?.word ?? "")) first--;
  let last = place;
  while (open.has(last + 1) && !plainWords.has(tokens[last + 1]?.word ?? "")) last++;
  const isLed =
    ["the", "our", "my", "many"].includes(tokens[first - 1]?.word ?? "") &&
    ["is", "was", "are", "were", "me", "show", "return", "list", "how"].includes(tokens[first - 2]?.word ?? "");
  return isLed && ["of", "per", "by", "for", "in", "at"].includes(tokens[last + 1]?.word ?? "");
}

/** Whether a word ends a dimension that is split by. */
function isSplitItem(place: number, items: readonly Candidate[], tokens: readonly Token[]): boolean {
  const item = items.find(({ kind, places }) => kind === "dimension" && Math.max(...places) === place);
  return item !== undefined && roleBefore(item, items, tokens)?.role === "split";
}

/** The word before a place, articles and other unexplained words aside. */
function leadBefore(
  place: number,
  tokens: readonly Token[],
  open: ReadonlySet<number>,
): { word: string; place: number } | null {
  let before = place - 1;
  while (before >= 0) {
    const word = tokens[before]?.word ?? "";
    const isPassed = articles.has(word) || (open.has(before) && !plainWords.has(word) && !leads.has(word));
    if (!isPassed) return { word, place: before };
    before--;
  }
  return null;
}

const noSuperlatives = new Set(
  "interest request rest test guest forest harvest invest suggest latest honest contest west".split(" "),
);

/** "Fastest" and the like ask for an order: a reading that leaves one out says something else. */
function isSuperlative(word: string): boolean {
  return /^[a-z]{3,}est$/.test(word) && !noSuperlatives.has(word);
}
