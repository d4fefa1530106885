import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { matchAnswers } from "../../apps/server/src/modules/assistant/evaluation/match-answers.ts";
import { openCaller } from "../bench/call.ts";
import { signIn } from "../bench/sign-in.ts";
import { runProduct } from "../product/run-product.ts";
import { type EvalCase, type EvalQuery, type EvalRow, isRightRefusal, toCanonicalQuery } from "./grade.ts";
import { engineParts, type Graded, printAblation, printReport } from "./report.ts";

type Answer = { rows: EvalRow[] };
type Reply = {
  outcome: "answer" | "clarify" | "refuse";
  reason: string | null;
  text: string;
  query?: EvalQuery;
  result?: Answer;
  options?: { label: string; query: EvalQuery }[];
};
type Caller = ReturnType<typeof openCaller>;
type Asker = { caller: Caller; headers: { authorization: string } };

const goldRows = new Map<string, EvalRow[]>();
const words = process.argv.slice(2);
const files = words.filter((word) => !word.startsWith("--"));
const url = words.find((word) => word.startsWith("--url="))?.slice("--url=".length);
const isAblation = words.includes("--ablation");
const details = words.find((word) => word.startsWith("--details="))?.slice("--details=".length);
if (files.length === 0) throw new Error("Name at least one file of questions.");
const cases = files.flatMap((file) => readCases(file));
const graded: Graded[] = [];
for (const today of [...new Set(cases.map((one) => one.today))]) {
  const own = cases.filter((one) => one.today === today);
  graded.push(...(await gradeDay(today, own)));
}
printReport(graded.filter(({ without }) => without === undefined));
if (isAblation) printAblation(graded);
if (details) writeFileSync(details, graded.map((one) => JSON.stringify(one)).join("\n"));

function readCases(file: string): EvalCase[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

/** Asks all questions of one day: of a product that runs already where it has that day, else of one that is started for it. */
async function gradeDay(today: string, own: readonly EvalCase[]): Promise<Graded[]> {
  if (url) return askAll(url, today, own);
  const dataDir = mkdtempSync(path.join(tmpdir(), "eval-"));
  try {
    const graded = await gradeProduct(dataDir, today, own);
    for (const without of isAblation ? engineParts : []) {
      const rest = await gradeProduct(dataDir, today, own, without);
      graded.push(...rest.map((one) => ({ ...one, without })));
    }
    return graded;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Asks a product of its own, as it is or without a part of what reads questions. */
async function gradeProduct(
  dataDir: string,
  today: string,
  own: readonly EvalCase[],
  without?: string,
): Promise<Graded[]> {
  const product = await runProduct({
    DATA_DIR: dataDir,
    DEMO: "1",
    DEMO_DATA: "1",
    RATE_LIMIT: "0",
    CONSOLE_NOW: `${today}T09:00:00Z`,
    ...(without && { QUESTIONS_WITHOUT: without }),
  });
  try {
    return await askAll(product.url, today, own);
  } finally {
    await product.kill("SIGTERM");
  }
}

async function askAll(base: string, today: string, own: readonly EvalCase[]): Promise<Graded[]> {
  const caller = openCaller(base);
  const askers = new Map<string, Asker>();
  const results: Graded[] = [];
  for (const one of own) {
    let asker = askers.get(one.tenant);
    if (!asker) {
      asker = { caller, headers: await signIn({ url: base }, `${one.tenant}@demo.test`) };
      await waitForData(asker);
      askers.set(one.tenant, asker);
    }
    const state = await callOnce<{ today: string }>(asker, "/api/metrics");
    if (state.today !== today)
      return own.map((skipped) => ({ case: skipped, grade: "skipped" as const, milliseconds: 0 }));
    break;
  }
  for (const one of own) {
    const asker = askers.get(one.tenant) ?? { caller, headers: await signIn({ url: base }, `${one.tenant}@demo.test`) };
    askers.set(one.tenant, asker);
    results.push(await gradeOne(asker, one));
  }
  caller.close();
  return results;
}

async function callOnce<Body>({ caller, headers }: Asker, place: string, body?: object): Promise<Body> {
  return caller.call<Body>(place, { headers, ...(body && { body }) });
}

/** The demo fills its data after the start. */
async function waitForData(asker: Asker): Promise<void> {
  for (;;) {
    const { progress, domains } = await callOnce<{
      progress: { state: string }[];
      domains: { lastDay: string | null }[];
    }>(asker, "/api/metrics");
    if (domains.some(({ lastDay }) => lastDay !== null) && progress.every(({ state }) => state !== "running")) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function gradeOne(asker: Asker, one: EvalCase): Promise<Graded> {
  const begin = performance.now();
  const { question, context } = one;
  const reply = await callOnce<Reply>(asker, "/api/assistant/ask", { question, ...(context && { context }) });
  const milliseconds = performance.now() - begin;
  const told = {
    case: one,
    milliseconds,
    outcome: reply.outcome,
    reason: reply.reason,
    text: reply.text,
    query: reply.query,
  };
  if (one.expect !== "answer") {
    if (isRightRefusal(one, reply)) return { ...told, grade: "right" };
    return { ...told, grade: reply.outcome === "answer" ? "wrong" : "declined" };
  }
  const golds = [one.query, ...(one.alternatives ?? [])].flatMap((gold) => gold ?? []);
  if (reply.outcome === "answer" && reply.query && reply.result) {
    const hasQuery = golds.some((gold) => toCanonicalQuery(gold) === toCanonicalQuery(reply.query as EvalQuery));
    for (const gold of golds) {
      if (matchAnswers(gold, await runGold(asker, gold), reply.query, reply.result.rows))
        return { ...told, grade: "right", hasQuery };
    }
    return { ...told, grade: "wrong", hasQuery };
  }
  for (const option of reply.options ?? []) {
    const run = await callOnce<Reply>(asker, "/api/assistant/run", { query: option.query }).catch(() => null);
    for (const gold of golds) {
      if (run?.result && run.query && matchAnswers(gold, await runGold(asker, gold), run.query, run.result.rows)) {
        return { ...told, grade: "declined", isRightAfterOption: reply.outcome === "clarify" };
      }
    }
  }
  return { ...told, grade: "declined" };
}

async function runGold(asker: Asker, { explain: _, ...query }: EvalQuery): Promise<EvalRow[]> {
  const key = JSON.stringify([asker.headers.authorization, query]);
  const known = goldRows.get(key);
  if (known) return known;
  const { rows } = await callOnce<Answer>(asker, "/api/metrics/query", query).catch((error: Error) => {
    console.log(`A gold query does not run: ${JSON.stringify(query)} ${error.message.slice(0, 200)}`);
    return { rows: [{ error: "gold" }] };
  });
  goldRows.set(key, rows);
  return rows;
}
