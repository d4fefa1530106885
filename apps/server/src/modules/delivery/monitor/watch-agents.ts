import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { type Connection, noteWatched, publishConnectionChanged, type Sources } from "../../sources/index.ts";
import { mirrorAgents } from "../mirror/mirror-account.ts";
import { openAccount, openTookan } from "../mirror/open-account.ts";

const watchName = "sources.watch";
const watchInput = z.object({ connection: z.string() });
const watchEveryMs = 20_000;
/** Agents are watched for so long after someone has looked. */
const watchedMs = 60_000;

/** Someone looks at the board: its agents are asked for, by one job however many look. */
export async function startWatch(
  context: Context,
  { id, kind, watched_until, is_paused, problem_kind }: Connection,
): Promise<void> {
  // Another kind of connection has no account whose agents could be asked for.
  if (kind !== "tookan" || is_paused || problem_kind === "config") return;
  const remainingMs = (watched_until?.getTime() ?? 0) - context.now.getTime();
  if (remainingMs > watchedMs / 2) return;
  await noteWatched(context, id, new Date(context.now.getTime() + watchedMs));
  if (remainingMs <= 0) await enqueueWatch(context, id, null);
}

async function enqueueWatch(context: Context, connection: string, runAt: Date | null): Promise<void> {
  await enqueue<typeof watchInput>(
    context,
    { name: watchName, attempts: 1 },
    { connection },
    { key: `${watchName}:${connection}`, runAt },
  );
}

/** The one poller of an account's agents: it goes on as long as someone looks. */
export function watchJob(sources: Sources) {
  return defineJob({
    name: watchName,
    input: watchInput,
    attempts: 1,
    async runLong(work, { connection: id }) {
      const scope = await work.inTenant(async (context) => {
        const opened = await openAccount(context, sources, id, work.signal);
        const isWatched = (opened?.connection.watched_until?.getTime() ?? 0) > context.now.getTime();
        if (!opened || !isWatched) return null;
        // Promised before it is asked: a provider that does not answer does not end the watch.
        await enqueueWatch(context, id, new Date(Date.now() + watchEveryMs));
        return opened;
      });
      if (!scope) return;
      const agents = await openTookan(scope.input)
        .listAgents()
        .catch((error: unknown) => {
          work.log.warn({ err: error }, "Agents could not be read, trying again soon");
          return null;
        });
      if (!agents) return;
      await work.inTenant(async (context) => {
        await mirrorAgents(context, id, agents);
        await publishConnectionChanged(context, id);
      });
    },
  });
}
