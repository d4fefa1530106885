import { createPlanner, type Planner } from "../../apps/server/src/main/model-stand-in/planner.ts";
import { startModelStandIn } from "../../apps/server/src/main/model-stand-in/start-model-stand-in.ts";
import { signIn } from "../bench/sign-in.ts";
import { type Asker, callOnce, gradeReply, type Reply, requireAsker } from "./ask.ts";
import type { EvalCase } from "./grade.ts";
import type { Graded } from "./report.ts";

const model = "operator/stand-in-tools:latest";
const lookEveryMs = 50;
/** The server of the model writes so many answers at once. */
const atOnce = 2;

/** A message of a conversation, as far as it is looked at. */
type Message = {
  id: string;
  endedAt: string | null;
  text: string;
  answer: Reply | null;
  unverified: string[];
  problem: { text: string } | null;
};

/** How a question was answered with a model, and the made-up number of its text. */
export type Planned = Graded & { planted: string | null; isMarked: boolean };

/** Starts a server with a model that plans. */
export async function startPlanner() {
  const planner = createPlanner();
  const standIn = await startModelStandIn();
  standIn.script(planner.script);
  return { planner, url: standIn.url, close: standIn.close };
}

/** Lets the model answer by default in every tenant. */
export async function useModel(base: string): Promise<void> {
  const headers = await signIn({ url: base }, "superadmin@demo.test");
  const path = `${base}/api/admin/model-policies/all`;
  const { version, policy } = (await (await fetch(path, { headers })).json()) as { version: number; policy: object };
  const body = JSON.stringify({ version, policy: { ...policy, defaultModel: model }, isConfirmed: true });
  const saved = await fetch(path, { method: "PUT", headers: { ...headers, "content-type": "application/json" }, body });
  if (!saved.ok) throw new Error(await saved.text());
}

/** Asks all questions, each in a conversation of its own. */
export async function gradePlanned(
  askers: ReadonlyMap<string, Asker>,
  cases: readonly EvalCase[],
  planner: Planner,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (let from = 0; from < cases.length; from += atOnce) {
    const some = cases.slice(from, from + atOnce);
    planned.push(
      ...(await Promise.all(some.map((one) => gradeInConversation(requireAsker(askers, one), one, planner)))),
    );
  }
  return planned;
}

async function gradeInConversation(asker: Asker, one: EvalCase, planner: Planner): Promise<Planned> {
  const { id } = await callPatiently<{ id: string }>(asker, "/api/assistant/conversations", {});
  for (const earlier of one.context ?? []) await ask(asker, id, { text: earlier, model: "none" });
  const begin = performance.now();
  const message = await ask(asker, id, { text: one.question });
  const milliseconds = performance.now() - begin;
  if (!message.answer) throw new Error(`${one.id} was not answered: ${message.problem?.text}`);
  if (message.problem) console.log(`${one.id}: ${message.problem.text}`);
  const graded = await gradeReply(asker, one, message.answer, milliseconds);
  const number = planner.takePlanted(one.question);
  const isShown = number !== null && message.text.includes(number);
  // What stands in a cell by chance is no made-up number.
  const planted = isShown && !isInCell(message.answer, number) ? number : null;
  return { ...graded, planted, isMarked: planted !== null && message.unverified.includes(planted) };
}

async function ask(asker: Asker, conversation: string, input: { text: string; model?: string }): Promise<Message> {
  const path = `/api/assistant/conversations/${conversation}`;
  const { answer } = await callPatiently<{ answer: { id: string } }>(asker, `${path}/messages`, input);
  for (;;) {
    const { messages } = await callPatiently<{ messages: Message[] }>(asker, path);
    const message = messages.find(({ id }) => id === answer.id);
    if (message?.endedAt) return message;
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** A person may send only so many messages a minute. */
async function callPatiently<Body>(asker: Asker, path: string, body?: object): Promise<Body> {
  for (;;) {
    try {
      return await callOnce<Body>(asker, path, body);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes("Too many requests"))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

function isInCell({ result }: Reply, number: string): boolean {
  const value = Number(number.replaceAll(",", ""));
  const cells = [...(result?.rows ?? []), result?.totals ?? {}].flatMap((row) => Object.values(row));
  return cells.some((cell) => typeof cell === "number" && (cell === value || Math.abs(cell * 100 - value) < 0.05));
}

/** Prints the made-up numbers that the answers showed, and how many of them were not marked. */
export function printPlanted(planned: readonly Planned[]): void {
  const shown = planned.filter(({ planted }) => planted !== null);
  const missed = shown.filter(({ isMarked }) => !isMarked);
  console.log(`made-up numbers shown: ${shown.length}, of them not marked: ${missed.length}`);
  for (const { case: one, planted } of missed) console.log(`  ${one.id}: ${planted} in the answer to ${one.question}`);
}
