import { type MetricAnswer, metricQuery } from "@console/contracts";
import { type FormatChoices, formatDayRange, formatFigure, longPeriod } from "@console/figures";
import { expect, test } from "vitest";
import { randomFrom } from "../../testing/random-from.ts";
import { addDays, metricRegistry } from "../metrics/index.ts";
import type { AskedQuery } from "./engine/interpret.ts";
import { writeSentence } from "./write-sentence.ts";

const today = "2026-03-18";
const rounds = 320;
const memberNames = ["Ann Berg", "Zone 9", "R12", "2 Go", "Unassigned", "Bo, Jr. 3", "Café 24/7", "Other"];
const grains = ["day", "week", "month", "quarter", "year"] as const;
type Random = ReturnType<typeof randomFrom>;
type Row = MetricAnswer["rows"][number];

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item;
const isChosen = (random: Random, of = 2) => random(of) === 0;

/** A figure as the server may give it: none, nothing, small, negative, with decimals, huge. */
function makeFigure(random: Random): number | null {
  const size = random(1000) + 1;
  return pick(random, [null, 0, size, -size, size / 7, size * 1_234_567, -size / 997, size / 1000]);
}

function makeQuery(random: Random): AskedQuery {
  const metric = pick(random, [...metricRegistry.metrics.values()]);
  const works = metricRegistry.dimensionsFor(metric);
  const dimensions = works.length > 0 && isChosen(random) ? [pick(random, works)] : [];
  const second = works.filter((id) => !dimensions.includes(id));
  if (dimensions.length > 0 && second.length > 0 && isChosen(random, 4)) dimensions.push(pick(random, second));
  const grain = isChosen(random, 3) ? pick(random, grains) : undefined;
  const other = pick(random, [...metricRegistry.metrics.keys()]);
  const isSplit = dimensions.length > 0 || grain !== undefined;
  const from = addDays(today, -random(900) - 1);
  return {
    metrics: isChosen(random, 5) && other !== metric.id ? [metric.id, other] : [metric.id],
    ...(dimensions.length > 0 && { dimensions }),
    ...(works.length > 0 &&
      isChosen(random) && {
        filters: [
          {
            field: pick(random, works),
            op: pick(random, ["in", "not_in"] as const),
            values: memberNames.slice(0, random(3) + 1),
          },
        ],
      }),
    time: metric.type === "snapshot" && !grain ? { asOf: from } : { from, to: addDays(from, random(400) + 1) },
    ...(grain && { grain }),
    ...(isChosen(random) && { compare: { type: pick(random, ["previous_period", "same_period_last_year"] as const) } }),
    ...(isChosen(random, 3) && { share: "total" as const }),
    ...(isSplit && isChosen(random, 4) && { having: [{ metric: metric.id, op: ">" as const, value: random(99) }] }),
    ...(isSplit && isChosen(random, 3) && { sort: [{ by: metric.id, dir: pick(random, ["asc", "desc"] as const) }] }),
    ...(isSplit && isChosen(random, 3) && { limit: random(20) + 1 }),
    ...(grain && isChosen(random, 3) && { cumulative: true }),
  };
}

function makeAnswer(query: AskedQuery, random: Random): MetricAnswer {
  const { metrics, dimensions = [], grain, compare, share, time } = query;
  const isSplit = dimensions.length > 0 || grain !== undefined;
  const isState = time !== undefined && "asOf" in time;
  const days = isState
    ? { from: null, to: addDays(time.asOf, 1) }
    : time && "from" in time
      ? time
      : { from: today, to: addDays(today, 1) };
  const figures = (): Row =>
    Object.fromEntries(
      metrics.flatMap((id) => [
        [id, makeFigure(random)],
        ...(compare ? [[`${id}__compare`, makeFigure(random)]] : []),
        ...(share ? [[`${id}__share`, makeFigure(random)]] : []),
      ]),
    );
  const count = isSplit ? random(9) : random(8) === 0 ? 0 : 1;
  const rows = Array.from({ length: count }, (_, place) => ({
    ...Object.fromEntries(dimensions.map((id) => [id, isChosen(random, 9) ? null : pick(random, memberNames)])),
    ...(grain && { period: addDays(days.from ?? today, place * 31) }),
    ...figures(),
  }));
  const [first = ""] = metrics;
  const members = memberNames.slice(0, random(5)).map((member) => ({
    member,
    now: makeFigure(random),
    before: makeFigure(random),
    contribution: makeFigure(random) ?? 0,
    fromRate: null,
    fromMix: null,
  }));
  return {
    columns: [],
    rows,
    totals: figures(),
    time: { ...days, timeZone: "UTC" },
    compareTime: compare ? { from: days.from && addDays(days.from, -40), to: addDays(days.to, -40) } : null,
    currency: pick(random, ["USD", "JPY", "KWD"]),
    isTruncated: false,
    rules: [],
    freshness: [],
    ...(compare &&
      isChosen(random) && {
        contributions: {
          metric: first,
          change: makeFigure(random),
          isUsual: pick(random, [true, false, null]),
          dimensions: members.length > 0 ? [{ dimension: "driver", label: "Driver", members }] : [],
          reason: members.length > 0 ? null : "It cannot be added up from parts.",
        },
      }),
  };
}

/** All figures of an answer as they are read. */
function listFigures(query: AskedQuery, answer: MetricAnswer, formats: FormatChoices): string[] {
  const { rows, totals, currency, contributions } = answer;
  const say = (cell: unknown, unit: string) =>
    typeof cell === "number" ? [formatFigure(cell, { unit, currency }, formats)] : [];
  const unitFor = (id: string) => metricRegistry.metrics.get(id)?.unit ?? "number";
  const cells = [...rows, totals].flatMap((row) =>
    query.metrics.flatMap((id) => [
      ...say(row[id], unitFor(id)),
      ...say(row[`${id}__compare`], unitFor(id)),
      ...say(row[`${id}__share`], "percent"),
    ]),
  );
  const parts = contributions?.dimensions.flatMap(({ members }) => members) ?? [];
  return [
    ...cells,
    ...parts.flatMap(({ now, before }) => [now, before].flatMap((cell) => say(cell, unitFor(query.metrics[0] ?? "")))),
  ];
}

/** The days of an answer as they are read: its period, what it is compared with, and the periods of its rows. */
function listDays({ grain }: AskedQuery, { time, compareTime, rows }: MetricAnswer, formats: FormatChoices): string[] {
  const spans = [time, ...(compareTime ? [compareTime] : [])].map(({ from, to }) => {
    const last = addDays(to, -1);
    return formatDayRange(from ?? last, last, today, formats);
  });
  const periods = rows.flatMap(({ period }) =>
    grain && typeof period === "string" ? [longPeriod(period, grain, today, formats)] : [],
  );
  return [...spans, ...periods];
}

/** What is left of a text without some others, the longest first; a number is no part of a longer one. */
function without(text: string, others: readonly string[]): string {
  const all = [...new Set(others)].filter((other) => /\d/.test(other)).sort((a, b) => b.length - a.length);
  return all.reduce((left, other) => {
    const escaped = other.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return left.replace(new RegExp(`(?<![\\d.,\\p{L}])${escaped}(?![\\d\\p{L}]|[.,]\\d)`, "gu"), "·");
  }, text);
}

test("every number of a sentence is a figure of its result, or part of a day, a label or a name", () => {
  const labels = [...metricRegistry.metrics.values(), ...metricRegistry.dimensions.values()].map(({ label }) => label);
  let told = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const random = randomFrom(seed);
    const query = makeQuery(random);
    metricQuery.parse(query);
    const answer = makeAnswer(query, random);
    const formats: FormatChoices = {
      timeZone: "UTC",
      dateFormat: pick(random, ["auto", "dmy", "mdy", "ymd"] as const),
      numberFormat: pick(random, ["auto", "comma", "point", "space"] as const),
    };
    const text = writeSentence(query, answer, { registry: metricRegistry, today, formats });
    const named = without(without(text, listDays(query, answer, formats)), [...labels, ...memberNames]);
    const figures = listFigures(query, answer, formats);
    if (/\d/.test(named)) told += 1;
    const left = without(named, figures);
    if (/\d/.test(left)) expect.fail(`${seed}: ${text}\nleft: ${left}\n${JSON.stringify(query)}`);
  }
  // Most sentences have figures at all, so that nothing passes by saying nothing.
  expect(told).toBeGreaterThan(rounds / 2);
});
