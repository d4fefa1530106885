import { matchAnswers } from "../../apps/server/src/modules/assistant/evaluation/match-answers.ts";
import { openCaller } from "../bench/call.ts";
import { signIn } from "../bench/sign-in.ts";
import { type EvalCase, type EvalQuery, type EvalRow, isRightRefusal, toCanonicalQuery } from "./grade.ts";
import type { Graded } from "./report.ts";

type Answer = { rows: EvalRow[]; totals?: EvalRow };
export type Reply = {
  outcome: "answer" | "clarify" | "refuse";
  reason: string | null;
  text: string;
  query?: EvalQuery;
  result?: Answer;
  options?: { label: string; query: EvalQuery }[];
};
type Caller = ReturnType<typeof openCaller>;
/** Someone of a tenant who asks the product. */
export type Asker = { url: string; caller: Caller; headers: { authorization: string } };

const goldRows = new Map<string, EvalRow[]>();

/** Those who ask in the tenants of some questions, once the data of their tenants is there. */
export async function openAskers(base: string, cases: readonly EvalCase[]): Promise<Map<string, Asker>> {
  const caller = openCaller(base);
  const askers = new Map<string, Asker>();
  for (const { tenant } of cases) {
    if (askers.has(tenant)) continue;
    const asker = { url: base, caller, headers: await signIn({ url: base }, `${tenant}@demo.test`) };
    await waitForData(asker);
    askers.set(tenant, asker);
  }
  return askers;
}

/** Asks all questions, each in its tenant. */
export async function gradeAll(askers: ReadonlyMap<string, Asker>, cases: readonly EvalCase[]): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const one of cases) graded.push(await gradeOne(requireAsker(askers, one), one));
  return graded;
}

export function requireAsker(askers: ReadonlyMap<string, Asker>, { tenant }: EvalCase): Asker {
  const asker = askers.get(tenant);
  if (!asker) throw new Error(`Nobody asks in ${tenant}.`);
  return asker;
}

export async function callOnce<Body>({ caller, headers }: Asker, place: string, body?: object): Promise<Body> {
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

/** Asks a question, and grades what comes. */
async function gradeOne(asker: Asker, one: EvalCase): Promise<Graded> {
  const begin = performance.now();
  const { question, context } = one;
  const reply = await callOnce<Reply>(asker, "/api/assistant/ask", { question, ...(context && { context }) });
  return gradeReply(asker, one, reply, performance.now() - begin);
}

/** Grades what has come to a question. */
export async function gradeReply(asker: Asker, one: EvalCase, reply: Reply, milliseconds: number): Promise<Graded> {
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
