import type { MetricAnswer } from "@console/contracts";
import { type FormatChoices, formatDayRange, formatFigure, longPeriod } from "@console/figures";
import { addDays, type MetricRegistry } from "../metrics/index.ts";
import type { AskedQuery } from "./engine/interpret.ts";

type Reader = { registry: MetricRegistry; today: string; formats: FormatChoices };
type Row = MetricAnswer["rows"][number];

const mostListed = 5;

/** One sentence about an answer. Every number in it is a figure of the answer, written as the reader wants it. */
export function writeSentence(query: AskedQuery, answer: MetricAnswer, reader: Reader): string {
  const { registry } = reader;
  const sentences = query.metrics.map((id) => writeMetric(id, query, answer, reader));
  const about = [
    ...(query.filters ?? []).map(({ op, values }) => `${op === "not_in" ? "without " : ""}${values.join(" or ")}`),
  ];
  const place = [...about, sayDays(answer.time, reader)].join(", ");
  const unknown = answer.rules.find(({ unknown: reason }) => reason !== null)?.unknown;
  if (answer.rows.length === 0)
    return `${registry.metrics.get(query.metrics[0] ?? "")?.label ?? ""}, ${place}: nothing matches.`;
  const labels = query.metrics.map((id) => registry.metrics.get(id)?.label ?? id);
  // One figure leads with its name; several are told one after the other.
  const body =
    sentences.length === 1
      ? `${labels[0]}, ${place}: ${sentences[0]}`
      : `${place}: ${sentences.map((text, index) => `${labels[index]} ${text}`).join("; ")}`;
  const sentence = body.charAt(0).toUpperCase() + body.slice(1);
  const why = sayContributions(answer, reader);
  return `${sentence}.${why && ` ${why}`}${unknown ? ` ${unknown}.` : ""}`;
}

const mostParts = 2;

/** What a change came from: the members of the dimension that explains most, or why nothing is told. */
function sayContributions(answer: MetricAnswer, reader: Reader): string {
  const { contributions } = answer;
  if (!contributions) return "";
  const { metric: id, change, isUsual, dimensions, reason } = contributions;
  if (change === null || change === 0) return "Nothing changed.";
  const usual = isUsual ? " The change is within the usual range." : "";
  const [first] = dimensions;
  if (!first) return `${reason ?? ""}${usual}`.trim();
  const unit = reader.registry.metrics.get(id)?.unit ?? "number";
  const say = (cell: number | null) => formatCellOf(cell, unit, answer, reader);
  const parts = first.members
    .filter(({ member, contribution }) => member !== "Other" && Math.sign(contribution) === Math.sign(change))
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, mostParts)
    .map(({ member, now, before }) => `${member}, from ${say(before)} to ${say(now)}`);
  if (parts.length === 0) return usual.trim();
  return `By ${first.label.toLowerCase()} most came from ${parts.join(", and ")}.${usual}`;
}

function writeMetric(id: string, query: AskedQuery, answer: MetricAnswer, reader: Reader): string {
  const metric = reader.registry.metrics.get(id);
  const say = (cell: Row[string] | undefined, unit: string = metric?.unit ?? "number") =>
    formatCellOf(cell, unit, answer, reader);
  const { dimensions = [], grain } = query;
  const total = answer.totals[id];
  const isAdditive = metric?.type === "flow" && metric.unit !== "percent";
  if (dimensions.length === 0 && !grain) return sayWhole(id, answer, say, reader);
  const known = answer.rows.filter((row) => row[id] !== null && row[id] !== undefined);
  if (known.length === 0) return `not known`;
  const name = (row: Row) => sayRow(row, query, reader);
  const share = (row: Row) => (query.share ? ` (${say(row[`${id}__share`], "percent")})` : "");
  if (known.length <= mostListed) {
    return `${known.map((row) => `${name(row)} ${say(row[id])}${share(row)}`).join(", ")}`;
  }
  const sorted = [...known].sort((a, b) => Number(b[id]) - Number(a[id]));
  const [highest, lowest] = [sorted[0], sorted.at(-1)];
  const whole =
    total === null || total === undefined ? "" : isAdditive ? `, ${say(total)} in all` : `, ${say(total)} overall`;
  if (!highest || !lowest) return "not known";
  if (query.sort?.[0]?.dir === "asc")
    return `lowest is ${name(lowest)} with ${say(lowest[id])}${share(lowest)}${whole}`;
  return `highest is ${name(highest)} with ${say(highest[id])}${share(highest)}, lowest ${name(lowest)} with ${say(lowest[id])}${whole}`;
}

/** One figure, with what it is compared with and the share that it is. */
function sayWhole(
  id: string,
  answer: MetricAnswer,
  say: (cell: Row[string] | undefined, unit?: string) => string,
  reader: Reader,
): string {
  const row = answer.rows[0] ?? answer.totals;
  const value = row[id];
  const share = row[`${id}__share`];
  const before = row[`${id}__compare`];
  const part = share === null || share === undefined ? "" : `, ${say(share, "percent")} of the total`;
  if (before === undefined || answer.compareTime === null) return `${say(value)}${part}`;
  const then = sayDays(answer.compareTime, reader);
  if (before === null || value === null)
    return `${say(value)}${part}, ${before === null ? "not known" : say(before)} in ${then}`;
  const moved =
    Number(value) > Number(before) ? "up from" : Number(value) < Number(before) ? "down from" : "unchanged from";
  return `${say(value)}${part}, ${moved} ${say(before)} (${then})`;
}

function formatCellOf(
  cell: Row[string] | undefined,
  unit: string,
  { currency }: MetricAnswer,
  { formats }: Reader,
): string {
  if (cell === null || cell === undefined) return "not known";
  const text = formatFigure(Number(cell), { unit, currency }, formats);
  return unit === "currency" ? `${text} ${currency}` : text;
}

/** The days of an answer; a state is told by its last. */
function sayDays({ from, to }: { from: string | null; to: string }, { today, formats }: Reader): string {
  const last = addDays(to, -1);
  return from === null
    ? `as of ${formatDayRange(last, last, today, formats)}`
    : formatDayRange(from, last, today, formats);
}

function sayRow(row: Row, { dimensions = [], grain }: AskedQuery, { today, formats }: Reader): string {
  const parts = dimensions.map((id) => String(row[id] ?? "Unassigned"));
  if (grain && typeof row.period === "string") parts.push(longPeriod(row.period.slice(0, 10), grain, today, formats));
  return parts.join(", ");
}
