import type { ChatModel, ModelPolicy } from "@console/contracts";
import {
  type ChatPiece,
  type ChatRequest,
  ModelFailure,
  type ModelProvider,
  type ModelReason,
} from "../../connectors/models/index.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { isOwnServer, type ModelServers } from "./model-servers.ts";
import { createModelTimes } from "./model-times.ts";
import type { ChosenModel, Models, OpenedModel } from "./models.ts";
import { findPolicy } from "./policy-store.ts";
import { type StoredProvider, selectOpenProviders } from "./provider-store.ts";
import { narrowToRole } from "./role-policies.ts";
import { canAnswer, isAllowed, modelIdOf, readModelId } from "./usable-models.ts";

/** What a server did wrong itself: often enough in a row, and it is left alone for a while. */
const faults: ReadonlySet<ModelReason> = new Set(["away", "misconfigured", "failed", "silent", "cut", "failed_midway"]);
/** What another server with the same model may do better. */
const mendable: ReadonlySet<ModelReason> = new Set([...faults, "busy", "unauthorized", "model_missing", "malformed"]);

const unchoosable = "This model cannot be chosen any more. Choose another one.";

type Reader = Pick<Context, "actor" | "config" | "tenantId">;
type Reading = { policy: ModelPolicy; providers: StoredProvider[] };

/** The models of the servers that are set up, as the policies let them be asked. */
export function createModels({ servers }: { servers: ModelServers }): Models {
  const { database, clock, config } = servers.platform;
  const readTimes = createModelTimes(servers.platform);

  const readSettings = (reader: Reader): Promise<Reading> =>
    database.inTenant(reader.tenantId, async (db) => ({
      policy: narrowToRole(await findPolicy({ db }, reader.tenantId), reader.actor),
      providers: await selectOpenProviders({ db, config: reader.config }),
    }));

  async function list(context: Omit<Context, "db">) {
    const { policy, providers } = await readSettings(context);
    if (!policy.isChatOn) return { items: [], problem: "Chat is switched off for your organisation." };
    if (!policy.writesProse) return { items: [], problem: null };
    const times = await readTimes();
    const described = await Promise.all(providers.map((row) => servers.describe(row)));
    const problems = described.flatMap(({ problem }) => problem ?? []);
    const items = providers.flatMap((row, at): ChatModel[] =>
      (described[at]?.models ?? [])
        .filter((model) => canAnswer(row, model) && isAllowed(policy, modelIdOf(row, model.name)))
        .map((model) => {
          const id = modelIdOf(row, model.name);
          return {
            id,
            name: model.name,
            provider: row.name,
            isCloud: model.isCloud,
            canThink: model.capabilities?.includes("thinking") ?? false,
            canUseTools: model.capabilities?.includes("tools") ?? true,
            contextTokens: model.contextTokens,
            firstWordMs: times.get(id)?.firstWordMs?.p50 ?? null,
            isDefault: id === policy.defaultModel,
          };
        }),
    );
    return { items, problem: problems.length > 0 ? problems.join(" ") : null };
  }

  async function choose(context: Context, id: string | undefined): Promise<ChosenModel | null> {
    const policy = narrowToRole(await findPolicy(context, context.tenantId), context.actor);
    if (!policy.isChatOn) throw new AppError("forbidden", "Chat is switched off for your organisation.");
    if (!policy.writesProse) return null;
    const chosen = readModelId(id ?? policy.defaultModel ?? "");
    const isChosen = id !== undefined;
    if (!chosen && !isChosen) return null;
    const providers = await selectOpenProviders(context);
    const row = providers.find((one) => one.id === chosen?.provider);
    const isOpen = chosen && row && isAllowed(policy, modelIdOf(row, chosen.model));
    if (isOpen && (await mayHave(row, chosen.model))) return chosen;
    // A default whose server is gone does not keep anyone from asking.
    if (!isChosen) return null;
    throw wrongField("model", unchoosable);
  }

  /** A server that does not answer at present may have the model all the same. */
  async function mayHave(row: StoredProvider, name: string): Promise<boolean> {
    const { models, problem } = await servers.recall(row);
    return problem !== null || models.some((model) => model.name === name && canAnswer(row, model));
  }

  async function readSlots(): Promise<ReadonlyMap<string, number>> {
    const providers = await database.inTenant(platformTenant, (db) => selectOpenProviders({ db, config }));
    return new Map(providers.map(({ id, slots }) => [id, slots]));
  }

  async function open(asking: Omit<Context, "db">, chosen: ChosenModel): Promise<OpenedModel> {
    const { policy, providers } = await readSettings(asking);
    if (!policy.isChatOn || !policy.writesProse) {
      throw new ModelFailure("refused_request", "Models do not write answers here.");
    }
    const candidates = await findCandidates({ policy, providers }, chosen);
    const [first] = candidates;
    if (!first) throw new ModelFailure("model_missing", unchoosable);
    const ready = candidates.filter((row) => !servers.circuitOf(row).rests(clock()));
    if (ready.length === 0) throw resting(first);
    const known = (await servers.recall(first)).models.find(({ name }) => name === chosen.model);
    let server: string | null = null;
    const provider = withFailOver(ready, chosen.model, (id) => {
      server = id;
    });
    return {
      provider,
      model: chosen.model,
      readServer: () => server,
      canUseTools: known?.capabilities?.includes("tools") ?? true,
      figuresStay: policy.keepsFigures,
      system: policy.instructions === "" ? null : policy.instructions,
    };
  }

  /** The server that was chosen, and others that have the same model: none outside where the first is one's own. */
  async function findCandidates({ policy, providers }: Reading, { provider, model }: ChosenModel) {
    const allowed = providers.filter((row) => isAllowed(policy, modelIdOf(row, model)));
    const chosen = allowed.find(({ id }) => id === provider);
    const mayLeave = chosen !== undefined && !isOwnServer(chosen, config);
    const others: StoredProvider[] = [];
    for (const row of allowed) {
      if (row.id === provider) continue;
      const known = (await servers.recall(row)).models.find(({ name }) => name === model);
      if (known && canAnswer(row, known) && (mayLeave || !known.isCloud)) others.push(row);
    }
    if (!chosen) return others;
    const { models, problem } = await servers.recall(chosen);
    const known = models.find(({ name }) => name === model);
    const isUsable = known ? canAnswer(chosen, known) : problem !== null && (chosen.allow_cloud || !mayLeave);
    return isUsable ? [chosen, ...others] : others;
  }

  /** Asks one server after the other until a first piece comes. */
  function withFailOver(
    rows: readonly StoredProvider[],
    model: string,
    onBegin: (server: string) => void,
  ): ModelProvider {
    return {
      kind: rows[0]?.kind === "openai" ? "openai" : "ollama",
      async *streamChat(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatPiece> {
        let failure: ModelFailure | null = null;
        for (const row of rows) {
          const circuit = servers.circuitOf(row);
          if (circuit.rests(clock())) {
            failure ??= resting(row);
            continue;
          }
          let hasBegun = false;
          try {
            for await (const piece of (await servers.open(row)).streamChat({ ...request, model }, signal)) {
              if (!hasBegun) onBegin(row.id);
              hasBegun = true;
              yield piece;
            }
            circuit.succeed();
            return;
          } catch (error) {
            if (!(error instanceof ModelFailure)) throw error;
            if (faults.has(error.reason)) circuit.fail(clock());
            if (hasBegun || !mendable.has(error.reason)) throw error;
            failure ??= error;
          }
        }
        throw failure ?? new ModelFailure("away", "No model server answers.");
      },
      async describe(signal) {
        const [first] = rows;
        if (!first) throw new ModelFailure("away", "No model server answers.");
        return (await servers.open(first)).describe(signal);
      },
    };
  }

  return { list, choose, readSlots, open };
}

function resting({ name }: StoredProvider): ModelFailure {
  return new ModelFailure("away", `${name} has failed several times in a row. It is asked again in half a minute.`);
}
