import { z } from "zod";
import { type SourceInput, SourceProblem } from "../../../connectors/connector.ts";
import type { TaskDetail } from "../../../connectors/tookan/index.ts";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import {
  applyBatch,
  type Connection,
  publishConnectionChanged,
  type Sources,
  updateConnectionRow,
} from "../../sources/index.ts";
import { openAccount, openTookan } from "../mirror/open-account.ts";
import { newest, toBatch } from "../mirror/store-tasks.ts";
import { noteTaken } from "../mirror/task-store.ts";
import { closeHints, selectHints } from "./hint-store.ts";

const hintsName = "sources.hints";
const hintsAttempts = 8;
const hintsInput = z.object({ connection: z.string() });
const atOnce = 50;
/** A storm of webhooks is followed in one go. */
const gatherMs = 500;

/** Enqueues the job that follows the hints of a connection, soon. */
export async function enqueueHints(context: Context, connection: string): Promise<void> {
  await enqueue<typeof hintsInput>(
    context,
    { name: hintsName, attempts: hintsAttempts },
    { connection },
    {
      key: `${hintsName}:${connection}`,
      runAt: new Date(Date.now() + gatherMs),
    },
  );
}

/** Reads the tasks that webhooks hinted at. Whatever cannot be read now is found by the next regular run. */
export function hintsJob(sources: Sources) {
  return defineJob({
    name: hintsName,
    input: hintsInput,
    attempts: hintsAttempts,
    async runLong(work, { connection: id }) {
      const scope = await work.inTenant((context) => openAccount(context, sources, id, work.signal));
      if (!scope) return;
      const tookan = openTookan(scope.input);
      for (;;) {
        const hints = await work.inTenant((context) => selectHints(context, id, atOnce));
        if (hints.length === 0 || work.signal.aborted) return;
        const jobIds = [...new Set(hints.filter(({ isKnown }) => !isKnown).map(({ jobId }) => jobId))];
        try {
          const tasks = jobIds.length > 0 ? await tookan.readTasks(jobIds) : [];
          await work.inTenant((context) => follow(context, scope, hints, tasks));
        } catch (error) {
          // The regular run meets the same and tells of it; the hints wait.
          if (error instanceof SourceProblem && error.kind === "config") return;
          throw error;
        }
      }
    },
  });
}

async function follow(
  context: Context,
  { connection, input }: { connection: Connection; input: SourceInput },
  hints: readonly { fingerprint: string; jobId: string; isKnown: boolean }[],
  tasks: readonly TaskDetail[],
): Promise<void> {
  const fresh = await newest(context, connection.id, tasks);
  const batch = toBatch(connection, fresh, input.currency);
  const run = { id: "webhook" };
  const counts = await applyBatch(context, { connection, run }, { ...batch, total: null, note: "", cursor: {} });
  await noteTaken(context, connection.id, fresh);
  const readIds = new Set(tasks.map(({ jobId }) => jobId));
  const freshJobs = new Set(fresh.map(({ jobId }) => jobId));
  const outcome = ({ jobId, isKnown }: { jobId: string; isKnown: boolean }) =>
    isKnown ? "known" : freshJobs.has(jobId) ? "taken" : readIds.has(jobId) ? "older" : "missing";
  await closeHints(context, connection.id, new Map(hints.map((hint) => [hint.fingerprint, outcome(hint)])));
  if (counts.written + counts.replaced > 0)
    await updateConnectionRow(context, connection.id, { last_loaded_at: context.now });
  await publishConnectionChanged(context, connection.id);
}
