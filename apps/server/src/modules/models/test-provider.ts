import { ModelFailure } from "../../connectors/models/index.ts";
import { AppError } from "../../platform/errors.ts";
import type { ModelServers } from "./model-servers.ts";
import type { StoredProvider } from "./provider-store.ts";

const patienceMs = 10_000;

/** Asks a server how it is, and says so in words. */
export async function testProvider(row: StoredProvider, servers: ModelServers): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { version, latencyMs, models } = await (await servers.open(row)).describe(signal);
    servers.forget(row);
    const count = models.length === 1 ? "one model" : `${models.length} models`;
    return `It answered within ${latencyMs} ms with ${count}${version === null ? "" : `. Its version is ${version}`}.`;
  } catch (error) {
    if (signal.aborted) throw new AppError("upstream_failed", `It did not answer within ${patienceMs / 1000} seconds.`);
    if (error instanceof ModelFailure) throw new AppError("upstream_failed", error.message);
    throw error;
  }
}
