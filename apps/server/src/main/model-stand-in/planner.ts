import type { Script, StandInChat, Turn } from "./scripted-turn.ts";

export type Planner = {
  script: Script;
  /** The number that stands in an answer to a question though it stood in nothing that the model was told. */
  takePlanted(question: string): string | null;
};

type Metric = { id: string; label: string; dimensions: string[] };

/** Numbers that nobody told it: one beside a right one, a long one, a share and one in words. */
const inventions: readonly ((told: string) => string)[] = [
  (told) => String(Number(/\b\d{2,6}\b/.exec(told)?.[0] ?? 4816) + 1),
  () => "8,251,637",
  () => "63.4",
  () => "ninety-seven",
];
const sayings = ["In all it is", "It was", "The share is", "That makes"];
/** Every third answer holds one. */
const plantEvery = 3;

/**
 * A model that plans as simply as one may: it looks at the metrics, takes the one whose name shares most words with the
 * question, and tells the first line of what it finds. Some of its numbers are made up.
 */
export function createPlanner(): Planner {
  const planted = new Map<string, string>();
  let answers = 0;

  function tell(chat: StandInChat, question: string, result: string): Turn {
    const line = result.split("\n", 1)[0] ?? "";
    answers += 1;
    if (answers % plantEvery !== 0) return { text: line };
    const told = chat.messages.map(({ content }) => content).join("\n");
    for (let tries = 0; tries < inventions.length; tries++) {
      const kind = (answers / plantEvery + tries) % inventions.length;
      const number = inventions[kind]?.(result) ?? "";
      if (told.includes(number)) continue;
      planted.set(question, number);
      return { text: `${line} ${sayings[kind]} ${number}${number === "63.4" ? "%" : ""}.` };
    }
    return { text: line };
  }

  return {
    script(chat) {
      const asked = chat.messages.findLast(({ role }) => role === "user")?.content ?? "";
      const question = /^Question: (.*)$/m.exec(asked)?.[1] ?? "";
      const result = /\n\nResult:\n([\s\S]*)\n\nAnswer the question/.exec(asked)?.[1];
      if (result !== undefined) return tell(chat, question, result);
      const seen = chat.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
      if (seen[1] !== undefined) return tell(chat, question, seen[1]);
      if (seen[0] === undefined) return { calls: [{ name: "list_metrics", arguments: {} }] };
      const plan = planQuery(question, seen[0]);
      return plan ? { calls: [{ name: "query_metrics", arguments: plan }] } : { text: "No metric is about this." };
    },
    takePlanted(question) {
      const number = planted.get(question) ?? null;
      planted.delete(question);
      return number;
    },
  };
}

/** A query of the metric whose name shares most words with a question; null where none shares any. */
function planQuery(question: string, catalogue: string): Record<string, unknown> | null {
  const words = stems(question);
  const best = readMetrics(catalogue)
    .map((metric) => ({ metric, score: shareOf(stems(`${metric.id} ${metric.label}`), words) }))
    .reduce<{ metric: Metric; score: number } | null>((top, one) => (one.score > (top?.score ?? 0) ? one : top), null);
  if (!best) return null;
  const { id, dimensions } = best.metric;
  const split = dimensions.find((dimension) => stems(dimension).some((word) => words.includes(word)));
  return { metrics: [id], ...(split && { dimensions: [split] }), ...planDays(question, catalogue) };
}

function readMetrics(catalogue: string): Metric[] {
  return [...catalogue.matchAll(/^(\w+): (.+) \(\w+\); dimensions: (.*)$/gm)].map(
    ([, id = "", label = "", dimensions = ""]) => ({ id, label, dimensions: dimensions.split(", ").filter(Boolean) }),
  );
}

/** The words of a name, cut so that many and one are the same. */
function stems(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].map((word) => word.slice(0, 6).replace(/s$/, ""));
}

/** How much of a name a question says. */
function shareOf(name: readonly string[], words: readonly string[]): number {
  return name.filter((word) => words.includes(word)).length / Math.max(1, name.length);
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The days that a question names in the plainest ways. */
function planDays(question: string, catalogue: string): { first_day?: string; last_day?: string } {
  const today = new Date(`${/Today is (\S+)\./.exec(catalogue)?.[1]}T00:00:00Z`);
  if (Number.isNaN(today.getTime())) return {};
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const range = (first: Date, last: Date) => ({ first_day: toDay(first), last_day: toDay(last) });
  const back = (days: number) => new Date(today.getTime() - days * 86_400_000);
  const ofMonth = (y: number, m: number) => range(new Date(Date.UTC(y, m, 1)), new Date(Date.UTC(y, m + 1, 0)));
  if (/yesterday/i.test(question)) return range(back(1), back(1));
  if (/today/i.test(question)) return range(today, today);
  if (/last month/i.test(question)) return ofMonth(year, month - 1);
  if (/this month/i.test(question)) return range(new Date(Date.UTC(year, month, 1)), today);
  const monday = (today.getUTCDay() + 6) % 7;
  if (/last week/i.test(question)) return range(back(monday + 7), back(monday + 1));
  if (/this week/i.test(question)) return range(back(monday), today);
  const named = months.findIndex((name) => new RegExp(`\\b${name}`, "i").test(question));
  return named < 0 ? {} : ofMonth(named > month ? year - 1 : year, named);
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
