import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { defineJob, type Job, type LongWork } from "../../platform/jobs/define-job.ts";
import { askServer } from "./ask-server.ts";
import type { ModelServers } from "./model-servers.ts";
import { modelsChanged } from "./models-channel.ts";
import { notePreload, type StoredPreload, selectPreloads } from "./preload-store.ts";
import { isPreloadDue } from "./preload-times.ts";
import { type StoredProvider, selectOpenProviders } from "./provider-store.ts";

const patienceMs = 10_000;
const loadPatienceMs = 600_000;

/** Every five minutes each model whose hours these are, and that is not loaded. */
export function preloadJob(servers: ModelServers): Job {
  return defineJob({
    name: "models.preload",
    input: z.object({}),
    logPart: "assistant",
    attempts: 1,
    schedule: "*/5 * * * *",
    async runLong(work) {
      const due = await work.inTenant(async (context) => {
        const providers = new Map((await selectOpenProviders(context)).map((row) => [row.id, row]));
        return (await selectPreloads(context)).flatMap((preload) => {
          const server = providers.get(preload.provider);
          return server && isPreloadDue(preload, context.now) ? [{ preload, server }] : [];
        });
      });
      for (const one of due) {
        work.signal.throwIfAborted();
        await preloadOne(work, one, servers);
      }
    },
  }) as Job;
}

type Due = { preload: StoredPreload; server: StoredProvider };

/** Loads a model unless it is loaded, and keeps what came of it; one that fails holds no other up. */
async function preloadOne({ inTenant }: LongWork, { preload, server }: Due, servers: ModelServers): Promise<void> {
  const { model, keepAlive } = preload;
  let problem: string | null = null;
  try {
    const loaded = await askServer(server, servers, patienceMs, (ollama, signal) => ollama.loaded(signal));
    if (loaded.some(({ name }) => name === model)) return;
    const seconds = keepAlive === "always" ? -1 : keepAlive;
    await askServer(server, servers, loadPatienceMs, (ollama, signal) => ollama.load(model, seconds, signal));
    servers.forget(server);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = error.message;
  }
  await inTenant(async (context) => {
    await notePreload(context, preload, problem);
    await publishEvent(context, modelsChanged);
  });
}
