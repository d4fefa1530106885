import { randomUUID } from "node:crypto";
import type { EntityRow } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { askServer, requireServer } from "./ask-server.ts";
import { deleteCustomModel, findCustomModel, insertCustomModel } from "./custom-model-store.ts";
import type { ModelServers } from "./model-servers.ts";
import type { StoredProvider } from "./provider-store.ts";

const createWithinMs = 20_000;

/** Makes a custom model, on its server too where that keeps its models itself. */
export async function createCustomModel(
  context: Context,
  columns: Record<string, unknown>,
  servers: ModelServers,
): Promise<string> {
  const server = await requireServer(context, String(columns.provider_id));
  const given = String(columns.name);
  // Ollama adds the tag itself.
  const name = server.kind === "ollama" && !given.includes(":") ? `${given}:latest` : given;
  const id = randomUUID();
  await insertCustomModel(context, { ...columns, id, name, created_at: context.now, updated_at: context.now });
  await placeOnServer(context, server.id, { name, isNew: true }, servers);
  return id;
}

/** Checks what a model is made of against its server, and makes it there where the server keeps its models itself. */
export async function placeOnServer(
  context: Context,
  providerId: string,
  { name, isNew }: { name: string; isNew: boolean },
  servers: ModelServers,
): Promise<void> {
  const server = await requireServer(context, providerId);
  const custom = await findCustomModel(context, providerId, name);
  if (!custom) throw new AppError("not_found", "There is no such model.");
  const known = await listModelNames(server, servers);
  if (isNew && known.includes(name)) throw wrongField("name", `${server.name} has a model with this name already.`);
  if (!known.includes(custom.base) || custom.base === name) {
    throw wrongField("base", `${server.name} has no such model. It has: ${known.slice(0, 20).join(", ") || "none"}.`);
  }
  const { base: from, instructions, temperature, topP, contextTokens, mostTokens } = custom;
  const parameters = Object.fromEntries(
    Object.entries({ temperature, top_p: topP, num_ctx: contextTokens, num_predict: mostTokens }).flatMap(
      ([parameter, value]) => (value === null ? [] : [[parameter, value]]),
    ),
  );
  if (server.kind === "ollama") {
    await askServer(server, servers, createWithinMs, (ollama, signal) =>
      ollama.create({ model: name, from, ...(instructions !== null && { system: instructions }), parameters }, signal),
    );
  }
  servers.forget(server);
}

/** The models that a server itself tells of, without those that are made here for one that cannot keep them. */
async function listModelNames(server: StoredProvider, servers: ModelServers): Promise<string[]> {
  const { models, problem } = await servers.readOwn(server);
  if (problem !== null) throw new AppError("upstream_failed", problem);
  return models.map(({ name }) => name);
}

/** Removes a custom model, one that organisations name only where that is confirmed. */
export async function removeCustomModel(
  context: Context,
  row: EntityRow,
  isInUse: boolean,
  servers: ModelServers,
): Promise<undefined> {
  const [providerId, name] = [String(row.providerId), String(row.name)];
  if (Number(row.usedBy) > 0 && !isInUse) {
    const who = row.usedBy === 1 ? "one organisation" : `${row.usedBy} organisations`;
    throw new AppError("conflict", `${name} is used by ${who}. Tick that it is removed all the same.`);
  }
  const server = await requireServer(context, providerId);
  if (server.kind === "ollama") {
    await askServer(server, servers, createWithinMs, (ollama, signal) => ollama.remove(name, signal)).catch(
      (error: unknown) => {
        // What is gone from its server already is removed here too.
        if (!(error instanceof AppError) || error.kind !== "not_found") throw error;
      },
    );
  }
  await deleteCustomModel(context, providerId, name);
  servers.forget(server);
  return undefined;
}
