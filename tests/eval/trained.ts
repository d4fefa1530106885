import { readFileSync } from "node:fs";
import { atShare } from "../bench/at-share.ts";
import { type Asker, gradeAll } from "./ask.ts";
import type { EvalCase } from "./grade.ts";
import { sayMoved } from "./lift.ts";
import { type Line, teach } from "./teach.ts";

const words = 5000;
const examples = 2000;
const budgetMs = 300;

/** Asks all questions without training and with as much of it as a large organisation has, and prints score and times. */
export async function printTrained(askers: ReadonlyMap<string, Asker>, cases: readonly EvalCase[]): Promise<void> {
  await gradeAll(askers, cases.slice(0, 20));
  const before = await gradeAll(askers, cases);
  for (const [tenant, asker] of askers) {
    const taughtWords = await teach(asker, "words", makeWords());
    const taughtExamples = await teach(asker, "examples", makeExamples(tenant), examples);
    console.log(`${tenant}: ${taughtWords} words and ${taughtExamples} examples`);
  }
  await gradeAll(askers, cases.slice(0, 20));
  const after = await gradeAll(askers, cases);
  console.log(`${cases.length} questions, without training and with it: ${sayMoved(before, after)}`);
  for (const [name, graded] of [
    ["without", before],
    ["with", after],
  ] as const) {
    const times = graded.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const p95 = atShare(times, 0.95);
    const is = p95 < budgetMs ? "within" : "over";
    console.log(`${name}: p50 ${atShare(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, ${is} ${budgetMs} ms`);
  }
}

const meanings: readonly Line[] = [
  { meaning: "metric", metric: "delivery_count" },
  { meaning: "dimension", dimension: "driver" },
  { meaning: "nothing" },
];

/** Words that no language has, as the names of an organisation's own things are. */
function makeWords(): Line[] {
  return Array.from({ length: words }, (_, place) => ({ word: makeWord(place), ...meanings[place % meanings.length] }));
}

function makeWord(place: number): string {
  const vowels = "aeiou";
  const letters = "bdfgklmnprstvz";
  const part = (n: number) => `${letters[n % letters.length]}${vowels[Math.floor(n / letters.length) % vowels.length]}`;
  return `${part(place)}${part(Math.floor(place / 70))}qx${part(place * 7 + Math.floor(place / 4900))}`;
}

/** The questions to tune by with their right queries, and others made of them, as people teach what they often ask. */
function makeExamples(tenant: string): Line[] {
  const lines = readFileSync("tests/eval/questions/tuning.jsonl", "utf8").split("\n").filter(Boolean);
  const known = lines
    .map((line) => JSON.parse(line) as EvalCase)
    .filter((one) => one.tenant === tenant && one.query && !one.context)
    .map(({ question, query }) => ({ question, query: JSON.stringify(query) }));
  const made = Array.from({ length: 2 * examples }, (_, place) => {
    const like = known[place % Math.max(1, known.length)];
    return like && { question: `${like.question} for ${makeWord(place)} people`, query: like.query };
  });
  return [...known, ...made].filter((line) => line !== undefined);
}
