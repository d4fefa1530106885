import { listMemberWords, type MetricRegistry } from "../../metrics/index.ts";
import { fitTime } from "./follow-up.ts";
import { type AskedQuery, listMisfits } from "./interpret.ts";
import { listMemberSpans, matchMembers } from "./member-keys.ts";
import { findKeySlots, type KeySlot, listOpenings, writeKey } from "./question-key.ts";
import { running } from "./read-days.ts";
import type { ReadQuestion } from "./read-question.ts";
import { findRelative, isSameTime, resolveRelative } from "./relative-periods.ts";
import type { Token } from "./tokens.ts";
import { lookUp, type Training } from "./training-index.ts";
import type { ExamplePart, ExampleSlots, TaughtExample } from "./training-items.ts";
import type { Vocabulary } from "./vocabulary.ts";

type Deps = { registry: MetricRegistry; today: string };

/** The key of an example, and what its open parts stand for in the query. */
export function openExample(
  tokens: readonly Token[],
  query: AskedQuery,
  { vocabulary, today }: { vocabulary: Vocabulary; today: string },
): { key: string; slots: ExampleSlots } {
  const { registry } = vocabulary;
  // Members that are the same for all are words of the question, and no part that changes.
  const filters = (query.filters ?? []).filter(({ field }) => !registry.dimensions.get(field)?.members);
  const found = filters.flatMap(({ field, values }) =>
    values.flatMap((name) => listMemberWords(name).map((word) => ({ ...word, dimension: field, name }))),
  );
  const members = matchMembers(tokens, listMemberSpans(tokens, vocabulary.words), found);
  const opened = findKeySlots(tokens, members, today).flatMap((slot) => {
    const part = findPart(slot, query, { registry, today });
    return part ? [{ slot, part }] : [];
  });
  const isTimed = opened.some(({ part }) => part.kind === "time");
  return {
    key: writeKey(
      tokens,
      opened.map(({ slot }) => slot),
    ),
    slots: {
      parts: opened.map(({ part }) => part),
      relativeTime: isTimed ? null : findRelative(query, { registry, today }),
    },
  };
}

/** The part of a query that a part of its question stands for. */
function findPart(slot: KeySlot, query: AskedQuery, deps: Deps): ExamplePart | null {
  if (slot.kind === "member") {
    const [member] = slot.members;
    return member ? { kind: "member", field: member.dimension, value: member.name } : null;
  }
  if (isSameTime(toTime(slot, query.metrics, deps), query.time)) return { kind: "time" };
  const { compare } = query;
  if (compare?.type === "range" && isSameTime(toRange(slot, deps), { from: compare.from, to: compare.to }))
    return { kind: "compare" };
  return null;
}

type TimeSlot = Extract<KeySlot, { kind: "time" }>;

function toRange({ mention }: TimeSlot, { today }: Deps): { from: string; to: string } | null {
  if (mention.kind !== "days") return null;
  const { from, to } = running(mention.days, today);
  return { from, to };
}

function toTime(slot: TimeSlot, metrics: readonly string[], deps: Deps): AskedQuery["time"] | null {
  const { mention } = slot;
  const time = mention.kind === "moment" ? { asOf: mention.day } : toRange(slot, deps);
  return time ? fitTime(time, metrics, deps.registry, deps.today) : null;
}

/** The example that a question is an instance of, and its query for the members and days of the question. */
export function findExample(
  { tokens, members }: Pick<ReadQuestion, "tokens" | "members">,
  training: Training,
  deps: Deps,
): { example: TaughtExample; query: AskedQuery } | null {
  if (training.every(({ examples }) => examples.size === 0)) return null;
  const slots = findKeySlots(tokens, members, deps.today);
  for (const opened of listOpenings(slots)) {
    const key = writeKey(tokens, opened);
    for (const example of lookUp(training, "examples", key)) {
      const query = applyExample(example, opened, deps);
      if (query) return { example, query };
    }
  }
  return null;
}

function applyExample({ query, slots }: TaughtExample, opened: readonly KeySlot[], deps: Deps): AskedQuery | null {
  if (slots.parts.length !== opened.length) return null;
  if (query.metrics.some((id) => !deps.registry.metrics.has(id))) return null;
  const applied: AskedQuery = { ...query };
  for (const [place, part] of slots.parts.entries()) {
    const slot = opened[place];
    if (!slot || (part.kind === "member") !== (slot.kind === "member")) return null;
    if (part.kind === "member" && slot.kind === "member") {
      const member = slot.members.find(({ dimension }) => dimension === part.field);
      if (!member) return null;
      applied.filters = (applied.filters ?? []).map((filter) =>
        filter.field === part.field
          ? { ...filter, values: filter.values.map((value) => (value === part.value ? member.name : value)) }
          : filter,
      );
    }
    if (part.kind === "time" && slot.kind === "time") {
      const time = toTime(slot, query.metrics, deps);
      if (!time) return null;
      applied.time = time;
    }
    if (part.kind === "compare" && slot.kind === "time") {
      const range = toRange(slot, deps);
      if (!range) return null;
      applied.compare = { type: "range", from: range.from, to: range.to };
    }
  }
  if (slots.relativeTime) applied.time = resolveRelative(slots.relativeTime, query.metrics, deps) ?? applied.time;
  return listMisfits(applied, deps.registry).length > 0 ? null : applied;
}
