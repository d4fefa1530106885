import { setTimeout as sleep } from "node:timers/promises";
import type {
  deleteModel as deleteContract,
  getModel as getContract,
  listManagedModels as listContract,
  loadModel as loadContract,
  ManagedModel,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { ModelFailure } from "../../connectors/models/index.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { findTenantNames } from "../directory/index.ts";
import { askServer, requireServer } from "./ask-server.ts";
import { deleteCustomModel } from "./custom-model-store.ts";
import { presentPreload } from "./manage-preloads.ts";
import { isCloud, type ModelServers } from "./model-servers.ts";
import { type ModelTimes, readTimes } from "./model-times.ts";
import { modelsChanged } from "./models-channel.ts";
import { selectTenantsNaming } from "./policy-store.ts";
import { deletePreload, findPreload } from "./preload-store.ts";
import { type StoredProvider, selectOpenProviders } from "./provider-store.ts";
import { canAnswer, modelIdOf, readModelId } from "./usable-models.ts";

type Caller = Omit<Context, "db">;

const patienceMs = 10_000;
/** Loading reads the whole model into memory. */
const loadPatienceMs = 600_000;
/** Whoever waits for an answer in a browser does not wait longer. */
const answerWithinMs = 20_000;
const noSuchModel = () => new AppError("not_found", "There is no such model.");

/** The models of all servers, and which servers do not answer. */
export async function listManagedModels(
  context: Caller,
  servers: ModelServers,
): Promise<RouteOutput<typeof listContract>> {
  const rows = await servers.platform.database.inTenant(context.tenantId, (db) =>
    selectOpenProviders({ ...context, db }),
  );
  const times = await readTimes(servers.platform.database, context.now.getTime());
  const described = await Promise.all(rows.map((row) => describeModels(row, servers, times)));
  return {
    items: described.flatMap(({ items }) => items),
    providers: rows.map((row, at) => ({
      id: row.id,
      name: row.name,
      kind: toKind(row),
      problem: described[at]?.problem ?? null,
    })),
  };
}

async function describeModels(
  row: StoredProvider,
  servers: ModelServers,
  times: ModelTimes,
): Promise<{ items: ManagedModel[]; problem: string | null }> {
  const { models, problem } = await servers.describe(row);
  const loaded = problem === null && row.kind === "ollama" ? await readLoaded(row, servers) : [];
  const provider = { id: row.id, name: row.name, kind: toKind(row) };
  const items = models.map((model): ManagedModel => {
    const inMemory = loaded.find(({ name }) => name === model.name);
    return {
      id: modelIdOf(row, model.name),
      name: model.name,
      provider,
      sizeBytes: model.sizeBytes,
      parameterSize: model.parameterSize,
      quantization: model.quantization,
      contextTokens: model.contextTokens,
      capabilities: model.capabilities,
      modifiedAt: model.modifiedAt?.toISOString() ?? null,
      isCloud: model.isCloud,
      canAnswer: canAnswer(row, model),
      lately: toLately(times.get(modelIdOf(row, model.name))),
      loaded: inMemory
        ? {
            sizeBytes: inMemory.sizeBytes,
            gpuBytes: inMemory.gpuBytes,
            expiresAt: inMemory.expiresAt?.toISOString() ?? null,
          }
        : null,
    };
  });
  return { items, problem };
}

function toLately(times: ReturnType<ModelTimes["get"]>): ManagedModel["lately"] {
  if (!times) return null;
  return { answers: times.answers, errors: times.errors, firstWordMs: times.firstWordMs };
}

/** What is in memory; a server that does not say so still has its models. */
async function readLoaded(row: StoredProvider, servers: ModelServers) {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await (await servers.openOllama(row)).loaded(signal);
  } catch (error) {
    if (signal.aborted || error instanceof ModelFailure) return [];
    throw error;
  }
}

const toKind = ({ kind }: StoredProvider): "openai" | "ollama" => (kind === "openai" ? "openai" : "ollama");

/** What a model is made of, and who uses it. */
export async function getModel(
  context: Caller,
  { model: id }: z.output<(typeof getContract)["input"]>,
  servers: ModelServers,
): Promise<RouteOutput<typeof getContract>> {
  const { row, name } = await requireModel(context, id, servers);
  const { users, preload } = await servers.platform.database.inTenant(context.tenantId, async (db) => ({
    users: await findUsers({ ...context, db }, id),
    preload: await findPreload({ db }, { provider: row.id, model: name }),
  }));
  const [details, loaded] = await askServer(row, servers, patienceMs, (server, signal) =>
    Promise.all([server.show(name, signal), server.loaded(signal)]),
  );
  const inMemory = loaded.find((one) => one.name === name);
  return {
    id,
    name,
    provider: { id: row.id, name: row.name },
    family: details.family,
    parameterSize: details.parameterSize,
    quantization: details.quantization,
    contextTokens: details.contextTokens,
    capabilities: details.capabilities,
    system: details.system,
    parameters: details.parameters,
    isCloud: isCloud(row, details, context.config),
    remoteHost: details.remoteHost,
    isLoaded: inMemory !== undefined,
    expiresAt: inMemory?.expiresAt?.toISOString() ?? null,
    usedBy: users,
    preload: presentPreload(preload),
  };
}

/** Deletes a model from its server, if nobody's policy names it or that is confirmed. */
export async function deleteModel(
  context: Caller,
  { model: id, isConfirmed }: z.output<(typeof deleteContract)["input"]>,
  servers: ModelServers,
): Promise<{ id: string }> {
  const { row, name } = await requireModel(context, id, servers);
  const users = await servers.platform.database.inTenant(context.tenantId, (db) => findUsers({ ...context, db }, id));
  if (users.length > 0 && !isConfirmed) {
    const who = users.map((user) => user.name).join(", ");
    const message = `${name} is named by the policy of: ${who}. They could not use it any more.`;
    throw new AppError("conflict", message, { fields: { isConfirmed: message } });
  }
  await askServer(row, servers, patienceMs, (server, signal) => server.remove(name, signal));
  await servers.platform.database.inTenant(context.tenantId, async (db) => {
    await deleteCustomModel({ db }, row.id, name);
    await deletePreload({ db }, { provider: row.id, model: name });
  });
  return noteChange(context, servers, row, { act: "models.removed", name, details: { usedBy: users.length } });
}

/** Loads a model into the memory of its server. */
export async function loadModel(
  context: Caller,
  { model: id, keepAlive }: z.output<(typeof loadContract)["input"]>,
  servers: ModelServers,
): Promise<RouteOutput<typeof loadContract>> {
  const { row, name } = await requireModel(context, id, servers);
  const seconds = keepAlive === "always" ? -1 : keepAlive;
  const loading = askServer(row, servers, loadPatienceMs, (server, signal) => server.load(name, seconds, signal)).then(
    () => noteChange(context, servers, row, { act: "models.loaded", name, details: { keepAlive } }),
  );
  const patience = new AbortController();
  const isLoaded = await Promise.race([
    loading.then(() => true),
    sleep(answerWithinMs, false, { signal: patience.signal }).catch(() => false),
  ]).finally(() => patience.abort());
  if (!isLoaded) loading.catch((error: unknown) => context.log.warn({ err: error }, "A model could not be loaded"));
  return { id, isLoaded };
}

/** Takes a model out of the memory of its server. */
export async function unloadModel(
  context: Caller,
  { model: id }: { model: string },
  servers: ModelServers,
): Promise<{ id: string }> {
  const { row, name } = await requireModel(context, id, servers);
  await askServer(row, servers, patienceMs, (server, signal) => server.unload(name, signal));
  return noteChange(context, servers, row, { act: "models.unloaded", name, details: {} });
}

/** A server whose models are managed from here. */
export async function requireOllama(context: Caller, id: string, servers: ModelServers): Promise<StoredProvider> {
  const row = await servers.platform.database.inTenant(context.tenantId, (db) => requireServer({ ...context, db }, id));
  if (row.kind !== "ollama") {
    throw new AppError(
      "invalid_input",
      `${row.name} looks after its models itself: that is done on Ollama servers only.`,
    );
  }
  return row;
}

async function requireModel(context: Caller, id: string, servers: ModelServers) {
  const named = readModelId(id);
  if (!named) throw noSuchModel();
  return { row: await requireOllama(context, named.provider, servers), name: named.model };
}

async function findUsers(context: Context, id: string): Promise<{ id: string; name: string }[]> {
  const tenants = await selectTenantsNaming(context, id);
  const names = await findTenantNames(context, tenants);
  return tenants.map((one) => ({
    id: one,
    name: one === platformTenant ? "All tenants" : (names.get(one) ?? one),
  }));
}

type Change = { act: string; name: string; details: Record<string, unknown> };

async function noteChange(context: Caller, servers: ModelServers, row: StoredProvider, { act, name, details }: Change) {
  servers.forget(row);
  const id = modelIdOf(row, name);
  await servers.platform.database.inTenant(context.tenantId, async (db) => {
    const scope = { ...context, db };
    await recordAudit(scope, { act, subject: `models/${id}`, details: { title: name, server: row.name, ...details } });
    await publishEvent(scope, modelsChanged);
  });
  return { id };
}
