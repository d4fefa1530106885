import type { Candidate } from "./candidates.ts";
import { firstPlace, isEachOf, roleBefore } from "./find-in-items.ts";
import type { Token } from "./tokens.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

type Splits = {
  dimensions: string[];
  /** The dimension inside whose members the others are ranked. */
  outer: string | null;
  isSingular: boolean;
  /** Dimensions that are named and not asked for: of all shops. */
  background: string[];
  /** "without drivers" leaves out what nobody can leave out. */
  isLeftOut: boolean;
  penalty: number;
  used: Item<"role">[];
  /** Dimensions in the singular that nothing asks for by a word of its own. */
  casual: string[];
};

const articles = new Set("the all our my your these those both any this that a an its their".split(" "));
const prepositions = new Set("of in for at to from with across on over among through between by".split(" "));
const sums = new Set("together combined altogether jointly overall total".split(" "));

/** What to split by, and in which order. */
export function readSplits(
  items: readonly Candidate[],
  tokens: readonly Token[],
  isOwnWord: (place: number) => boolean,
): Splits {
  const splits: Splits = {
    dimensions: [],
    outer: null,
    isSingular: false,
    background: [],
    isLeftOut: false,
    penalty: 0,
    used: [],
    casual: [],
  };
  const isRanked = items.some(({ kind }) => kind === "rank" || kind === "limit" || kind === "judgement");
  const isAmount =
    items.some((item) => item.kind === "role" && /^how m/.test(item.role)) ||
    /^what (?:did|do|does|have|has|had)$/.test(
      tokens
        .slice(0, 2)
        .map(({ word }) => word)
        .join(" "),
    );
  // Where one dimension is asked for by name, another one beside an article only tells where.
  const asked = items.filter((item) => {
    const role = item.kind === "dimension" ? roleBefore(item, items, tokens)?.role : undefined;
    return role === "which" || role === "split" || role === "who";
  });
  const named = new Set(items.flatMap((item) => (item.kind === "member" ? [item.dimension] : [])));
  for (const item of items) {
    if (item.kind !== "dimension") continue;
    const hasAsked = asked.some((one) => one !== item);
    const before = roleBefore(item, items, tokens);
    const lead = before && ["split", "which", "who", "without"].includes(before.role) ? before : null;
    const isSplitAfter = splitNouns.has(tokens[Math.max(...item.places) + 1]?.word ?? "");
    if (lead && lead.role !== "without") splits.used.push(lead);
    if (lead?.role === "without") splits.isLeftOut = true;
    // "The best seller by branch" is one for each of them.
    const isInside = isRanked && items.some(({ kind }, at) => kind === "dimension" && items[at] !== item);
    if (lead?.role === "split" && (isEachOf(lead, tokens) || isInside)) splits.outer ??= item.dimension;
    // "supplier invoices from Kowalski": one of them was named.
    if (named.has(item.dimension) && lead === null && !item.isPlural && !isSplitAfter) continue;
    if (lead === null && isRegardless(item, tokens)) {
      splits.background.push(item.dimension);
      continue;
    }
    // The products of "products out of stock" are what is counted, and the articles of "dairy articles" are named.
    const isCounted =
      !items.some(({ kind }) => kind === "rank" || kind === "limit") &&
      (item.places.every(isOwnWord) || isNamedBefore(item, items));
    const isAmid = hasAsked && isWithArticle(item, tokens);
    if (
      lead === null &&
      !isSplitAfter &&
      (isCounted || isAmid || (!isRanked && isBackground(item, tokens, isAmount)))
    ) {
      splits.background.push(item.dimension);
      continue;
    }
    if (!splits.dimensions.includes(item.dimension)) splits.dimensions.push(item.dimension);
    const isAsked = lead !== null || item.isPlural || isRanked;
    if (!isAsked) splits.penalty += 0.35;
    if (!item.isPlural && lead?.role !== "split") splits.isSingular = true;
    if (!item.isPlural && lead === null && !isSplitAfter) splits.casual.push(item.dimension);
  }
  return splits;
}

const splitNouns = new Set("split breakdown wise cut mix view".split(" "));

function isWithArticle(item: Item<"dimension">, tokens: readonly Token[]): boolean {
  return ["the", "our", "a", "their"].includes(tokens[firstPlace(item) - 1]?.word ?? "");
}

/** Whether a dimension only says whose figures they are: the cash that the drivers took, the sales of all shops. */
function isBackground(item: Item<"dimension">, tokens: readonly Token[], isAmount: boolean): boolean {
  const first = firstPlace(item);
  const after = tokens[Math.max(...item.places) + 1]?.word ?? "";
  if (sums.has(after)) return true;
  const article = tokens[first - 1]?.word ?? "";
  if (!articles.has(article)) return item.isPlural && isAmount && prepositions.has(article);
  if (!item.isPlural) return true;
  const lead = tokens[first - 2]?.word ?? "";
  const further = articles.has(lead) ? (tokens[first - 3]?.word ?? "") : lead;
  if (article === "all" || lead === "all") return true;
  return isAmount || (prepositions.has(further) && article === "our");
}

/** Whether a member stands right before a dimension: wholesale clients. */
function isNamedBefore(item: Item<"dimension">, items: readonly Candidate[]): boolean {
  return items.some((other) => other.kind === "member" && Math.max(...other.places) === firstPlace(item) - 1);
}

/** "regardless of the type": it plays no part. */
function isRegardless(item: Item<"dimension">, tokens: readonly Token[]): boolean {
  const before = tokens
    .slice(Math.max(0, firstPlace(item) - 4), firstPlace(item))
    .map(({ word }) => word)
    .join(" ");
  return /(?:regardless of|irrespective of|no matter|whatever)(?: the| which| what)?$/.test(before);
}
