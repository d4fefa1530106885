import type { Metric, MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { needsQualifier } from "./chart.ts";
import { firstPlace } from "./find-in-items.ts";
import type { Token } from "./tokens.ts";
import { plainWords } from "./word-classes.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

const prepositions = new Set("in at for of on from to".split(" "));

type Filter = { field: string; op?: "in" | "not_in"; values: string[] };

/** What the figures are narrowed to: members, and weekdays that come back. */
export function readFilters(
  items: readonly Candidate[],
  used: Set<Candidate>,
  { tokens, registry }: { tokens: readonly Token[]; registry: MetricRegistry },
): { list: Filter[]; unqualified: number } {
  const list: Filter[] = [];
  let unqualified = 0;
  for (const member of items) {
    if (member.kind === "time" && member.mention.kind === "weekdays") {
      const without = findNegation(member, items, tokens);
      if (without && without !== "around") used.add(without);
      list.push({ field: "day_of_week", op: without ? "not_in" : "in", values: [...member.mention.names] });
    }
    if (member.kind !== "member") continue;
    if (needsQualifier(member, tokens, registry.dimensions.get(member.dimension))) unqualified++;
    const without = findNegation(member, items, tokens);
    if (without === "around") {
      // "leave" is used up by the member that it leaves out.
      for (const item of items) {
        const distance = firstPlace(member) - Math.max(...item.places);
        if (item.kind === "role" && item.role === "without" && distance > 0 && distance < 3) used.add(item);
      }
    } else if (without) used.add(without);
    const op = without ? ("not_in" as const) : ("in" as const);
    const names = [member.name, ...(member.others ?? [])];
    const same = list.find((filter) => filter.field === member.dimension && filter.op === op);
    if (same) same.values.push(...names.filter((name) => !same.values.includes(name)));
    else list.push({ field: member.dimension, op, values: names });
  }
  return { list, unqualified };
}

/** "over 90 days" of what is owed: the members of a dimension that are stretches of days. */
export function findBuckets(
  { op, value, unit }: Item<"limit">,
  metrics: readonly Metric[],
  registry: MetricRegistry,
): Filter | null {
  const isDays = unit === "days" && metrics.length > 0 && metrics.every((metric) => metric.unit === "currency");
  if (!isDays) return null;
  for (const { id, members = [] } of registry.dimensions.values()) {
    const ranges = members.flatMap((name) => {
      const [, from, to] = /^(\d+)(?:-(\d+)|\+)$/.exec(name) ?? [];
      return from ? [{ name, from: Number(from), to: to ? Number(to) : Number.POSITIVE_INFINITY }] : [];
    });
    const works = metrics.every((metric) => registry.dimensionsFor(metric).includes(id));
    if (ranges.length < 2 || !works) continue;
    const isOver = op === ">" || op === ">=";
    const values = ranges.filter((range) => (isOver ? range.from >= value : range.to <= value)).map(({ name }) => name);
    return values.length > 0 ? { field: id, op: "in", values } : null;
  }
  return null;
}

const trailing = /^(?:excluded|left out|aside|omitted|not included|not counted|not considered|apart|excepted|removed)$/;

/** The word that leaves a member out: it stands before it, with nothing but other members between, or right behind it. */
function findNegation(
  member: Candidate,
  items: readonly Candidate[],
  tokens: readonly Token[],
): Item<"role"> | "around" | null {
  if (isSetAside(member, tokens)) return "around";
  const says = ({ places }: Candidate) => places.map((place) => tokens[place]?.word ?? "").join(" ");
  const after = nextItem(Math.max(...member.places) + 1, items, tokens);
  if (after?.kind === "role" && after.role === "without" && trailing.test(says(after))) return after;
  let place = firstPlace(member) - 1;
  let isParted = false;
  while (place >= 0) {
    const other = items.find(({ places }) => places.includes(place));
    if (other?.kind === "role" && other.role === "without") return trailing.test(says(other)) ? null : other;
    // "without fuel in the transport cost centre" leaves out fuel alone.
    if (other?.kind === "member" && isParted && !isOfSame(other, member)) return null;
    if (!other && prepositions.has(tokens[place]?.word ?? "")) isParted = true;
    const isPassed = other
      ? other.kind === "member" || (other.kind === "role" && other.role === "and") || other.kind === "dimension"
      : plainWords.has(tokens[place]?.word ?? "");
    if (!isPassed) return null;
    place--;
  }
  return null;
}

/** "Leaving the Cold Store out", "setting salaries to one side". */
function isSetAside(member: Candidate, tokens: readonly Token[]): boolean {
  const [first, last] = [firstPlace(member), Math.max(...member.places)];
  const lead = tokens[first - (["the", "our", "a"].includes(tokens[first - 1]?.word ?? "") ? 2 : 1)]?.word ?? "";
  const after = tokens.slice(last + 1, last + 4).map(({ word }) => word);
  const isLed = /^(?:leave|leaving|set|setting|put|putting|take|taking|strip|stripping|cut|cutting)$/.test(lead);
  return (
    isLed && (["out", "aside", "apart", "away"].includes(after[0] ?? "") || after.join(" ").startsWith("to one side"))
  );
}

function isOfSame(a: Candidate, b: Candidate): boolean {
  return a.kind === "member" && b.kind === "member" && a.dimension === b.dimension;
}

function nextItem(at: number, items: readonly Candidate[], tokens: readonly Token[]): Candidate | undefined {
  const place = ["is", "are", "was", "were", "being", "the"].includes(tokens[at]?.word ?? "") ? at + 1 : at;
  return items.find(({ places }) => places.includes(place));
}
