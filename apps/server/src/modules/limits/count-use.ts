import { randomUUID } from "node:crypto";
import { type Context, readFormats } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findParts } from "./find-parts.ts";
import { tellNear } from "./limit-notices.ts";
import {
  type Asker,
  addToCount,
  type Count,
  findCount,
  insertCount,
  type LimitPart,
  markWarned,
} from "./limit-store.ts";
import { sayReached } from "./limit-words.ts";
import { type EndedUse, endUse, insertUse, sumUse } from "./usage-store.ts";

/** The most tokens that a model may write at once. */
export const mostAnswerTokens = 4096;
/** What a model is told beside the question: its rules, its tools and what was said before. */
const promptTokens = 1500;
const lettersPerToken = 4;

/** The fewest tokens that a call to a model reserves. */
export const leastHeld = promptTokens + mostAnswerTokens;

/** What is about to be asked. */
export type BegunUse = {
  message: string;
  /** The model that is asked; null where none is. */
  chosen: { provider: string; model: string } | null;
  /** How much is told with it, beside rules and tools. */
  letters: number;
  aboutTenant: string | null;
};

/**
 * Counts a message and reserves the tokens that its answer may take, in the transaction that sends it; refuses it where
 * that would pass a limit. Comes last in its transaction, since others wait for the same counts.
 */
export async function beginUse(context: Context, { message, chosen, letters, aboutTenant }: BegunUse): Promise<void> {
  const asker = readAsker(context);
  const heldTokens = chosen === null ? 0 : leastHeld + Math.ceil(letters / lettersPerToken);
  for (const part of await findParts(context, asker, context.now)) {
    const amount = part.limit.what === "messages" ? 1 : heldTokens;
    if (amount > 0) await take(context, part, asker, amount);
  }
  await insertUse(context, {
    message,
    uid: asker.uid,
    role: asker.role,
    aboutTenant,
    chosen,
    heldTokens,
    source: "chat",
  });
}

/** Who asks; only people do. */
export function readAsker({ actor, tenantId }: Pick<Context, "actor" | "tenantId">): Asker {
  if (actor.kind !== "user") throw new AppError("forbidden", "Only a person who is signed in can ask.");
  return { tenantId, uid: actor.uid, role: actor.role };
}

async function take(context: Context, part: LimitPart, asker: Asker, amount: number): Promise<void> {
  const most = part.limit.isEnabled ? part.limit.most : null;
  const count = await countUp(context, part, asker, { amount, most });
  if (count === null) throw new AppError("limit_reached", sayReached(part, readFormats(context)));
  if (count.isWarned || !part.limit.isEnabled || count.used < warnsFrom(part.limit)) return;
  await markWarned(context, part);
  await tellNear(context, part, asker);
}

async function countUp(
  context: Context,
  part: LimitPart,
  asker: Asker,
  step: { amount: number; most: number | null },
): Promise<Count | null> {
  const counted = await addToCount(context, part, step);
  if (counted !== null || (await findCount(context, part)) !== null) return counted;
  await insertCount(context, part, await sumUse(context, part, asker));
  return addToCount(context, part, step);
}

/** From how many on a limit is nearly used up. */
export function warnsFrom({ most, warnPercent }: Pick<LimitPart["limit"], "most" | "warnPercent">): number {
  return Math.ceil((most * warnPercent) / 100);
}

/** Ends a use once: what was reserved becomes what it took. Letters are those that came of the answer. */
export async function settleUse(
  context: Context,
  message: string,
  { letters, ...end }: EndedUse & { letters: number },
): Promise<void> {
  const unsaid = { heldForAnswer: mostAnswerTokens, answerTokens: Math.ceil(letters / lettersPerToken) };
  const settled = await endUse(context, message, end, unsaid);
  if (!settled || settled.countedTokens === settled.heldTokens) return;
  const amount = settled.countedTokens - settled.heldTokens;
  for (const part of await findParts(context, settled, settled.begunAt)) {
    if (part.limit.what === "tokens") await addToCount(context, part, { amount, most: null });
  }
}

/** Notes what a question of an evaluation took, in the tenant that it was asked in; it uses up nobody's limit. */
export async function noteEvaluation(
  context: Context,
  { uid, chosen, end }: { uid: string; chosen: { provider: string; model: string }; end: EndedUse },
): Promise<void> {
  const id = randomUUID();
  const use = { message: id, uid, role: "system", aboutTenant: null, chosen, heldTokens: 0 };
  await insertUse(context, { ...use, source: "evaluation" });
  await endUse(context, id, end, { heldForAnswer: 0, answerTokens: 0 });
}

/** Ends the use of an answer that nobody had begun to write. */
export async function cancelUse(context: Context, message: string): Promise<void> {
  await settleUse(context, message, {
    outcome: "stopped",
    problem: null,
    wasModelAsked: false,
    server: null,
    promptTokens: null,
    answerTokens: null,
    firstWordMs: null,
    totalMs: null,
    letters: 0,
  });
}
