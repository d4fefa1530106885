import { ModelFailure, type OllamaProvider } from "../../connectors/models/index.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import type { ModelServers } from "./model-servers.ts";
import { findProvider, type StoredProvider } from "./provider-store.ts";

/** A server that may be asked. */
export async function requireServer(context: Pick<Context, "db" | "config">, id: string): Promise<StoredProvider> {
  const row = await findProvider(context, id);
  if (!row) throw new AppError("not_found", "There is no such model server.");
  if (!row.is_enabled) throw new AppError("conflict", `${row.name} is not enabled.`);
  return row;
}

/** Asks a server something; what goes wrong is told in its words. */
export async function askServer<Answer>(
  row: StoredProvider,
  servers: ModelServers,
  milliseconds: number,
  question: (server: OllamaProvider, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await question(await servers.openOllama(row), signal);
  } catch (error) {
    if (signal.aborted) throw new AppError("upstream_failed", `${row.name} did not answer in time.`);
    if (!(error instanceof ModelFailure)) throw error;
    throw new AppError(error.reason === "model_missing" ? "not_found" : "upstream_failed", error.message);
  }
}
