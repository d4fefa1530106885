import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type Context, createCallContext, type Platform, systemCaller } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { allowCalls } from "../../../platform/http/allow-calls.ts";
import {
  MalformedBody,
  type WireAnswer,
  type WireCall,
  type WireProtocol,
} from "../../../platform/http/wire-routes.ts";
import { findHook, hookPurpose, publishConnectionChanged, updateConnectionRow } from "../../sources/index.ts";
import { type Hint, insertHint } from "./hint-store.ts";
import { enqueueHints } from "./read-hints.ts";

const noteEveryMs = 2000;
/** One machine of the provider speaks for many connections. What goes beyond this is found when they are read. */
const mostFromAddress = { calls: 1000, perSeconds: 10, what: "This address" };
const mostForConnection = { calls: 500, perSeconds: 10, what: "This address" };
const refused: WireAnswer = { status: 401, body: { status: "refused" } };
const accepted: WireAnswer = { status: 202, body: { status: "accepted" } };

/** The delivery provider's webhooks: answered at once, followed later, and believed in nothing but that a task moved. */
export function hooksWire(platform: Platform): WireProtocol {
  const allowAddress = allowCalls(mostFromAddress);
  const allowConnection = allowCalls(mostForConnection);
  return {
    routes: [{ method: "POST", path: "/hooks/tookan/{hookId}", run: (call) => receiveHook(platform, call) }],
    logPart: "sources",
    allowedHeaders: [],
    isUnlimited: true,
    admit({ address, params }) {
      allowAddress(address);
      allowConnection(params.hookId ?? "");
    },
    answerError(error) {
      if (error instanceof AppError) {
        const headers = error.retryAfterSeconds ? { "retry-after": String(error.retryAfterSeconds) } : {};
        return { status: error.status, body: { status: error.message }, headers };
      }
      const isTheirs = error instanceof MalformedBody || (error as { statusCode?: number }).statusCode === 413;
      return isTheirs ? { status: 400, body: { status: "not readable" } } : { status: 500, body: { status: "failed" } };
    },
  };
}

async function receiveHook(platform: Platform, { params, body, requestId, log }: WireCall): Promise<WireAnswer> {
  const { hookId = "" } = params;
  const tenantId = Buffer.from(hookId.split(".")[0] ?? "", "base64url").toString("utf8");
  if (!tenantId || tenantId.includes("\0")) return refused;
  const event = hookBody.safeParse(body);
  const secretInput = event.success ? event.data.tookan_shared_secret : "";
  return platform.database.inTenant(tenantId, async (db) => {
    const context: Context = { ...createCallContext(platform, systemCaller("hook", tenantId), { requestId, log }), db };
    const connection = await findHook(context, hookId);
    const secret = connection?.hook_secret
      ? await context.secrets.open(context, hookPurpose, connection.hook_secret)
      : "";
    // Compared also where there is no such hook, so that the time tells nothing.
    const isRight = isSame(secretInput, secret) && secret !== "";
    if (!connection || !isRight || connection.is_paused) return refused;
    if (!event.success) return { status: 400, body: { status: "no task" } };
    const isNew = await insertHint(context, connection.id, toHint(event.data));
    if (isNew) await enqueueHints(context, connection.id);
    // In a storm every other second is enough to see that something comes.
    if (context.now.getTime() - (connection.last_event_at?.getTime() ?? 0) > noteEveryMs) {
      await updateConnectionRow(context, connection.id, { last_event_at: context.now });
      await publishConnectionChanged(context, connection.id);
    }
    return accepted;
  });
}

/** What is read of a webhook; everything else, its tokens first, is dropped here. */
const hookBody = z.object({
  tookan_shared_secret: z.coerce.string().default(""),
  job_id: z.coerce.string().regex(/^\d{1,20}$/),
  job_status: z.coerce.number().int().min(0).max(99).catch(99),
  template_key: z.string().max(60).catch(""),
  task_history: z.array(z.object({ id: z.coerce.number().int() }).partial()).catch([]),
});

function toHint({ job_id, job_status, template_key, task_history }: z.output<typeof hookBody>): Hint {
  const historyId = task_history.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  const fingerprint = createHash("sha256")
    .update([job_id, template_key, job_status, historyId].join("|"))
    .digest("base64url");
  return { fingerprint, jobId: job_id, status: job_status, template: template_key, historyId };
}

function isSame(secretInput: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(secretInput), digest(expected));
}
