import {
  createOllama,
  createOpenAi,
  ModelFailure,
  type ModelProvider,
  type ModelSummary,
  type OllamaProvider,
} from "../../connectors/models/index.ts";
import type { Config } from "../../platform/config.ts";
import { type Platform, platformTenant } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { createOutboundStream } from "../../platform/outbound/outbound-stream.ts";
import { selectCustomModels } from "./custom-model-store.ts";
import { ProviderCircuit } from "./provider-circuit.ts";
import { operatorId, type StoredProvider } from "./provider-store.ts";
import { withCustomModels } from "./with-custom-models.ts";

/** What is known of a server; its models as it told them last. */
type DescribedServer = { models: ModelSummary[]; problem: string | null };

type Known = { version: number; readAt: number; reading: Promise<DescribedServer>; last: DescribedServer | null };

/** The purpose that the key of a server is sealed for. */
export const keyPurpose = (id: string) => `model_providers.${id}.key`;

const freshMs = 30_000;
/** A page does not wait longer for a server that hangs. */
const patienceMs = 2500;

/** The servers of models as the product asks them. */
export class ModelServers {
  readonly #platform: Platform;
  readonly #outbound: ReturnType<typeof createOutboundStream>;
  readonly #known = new Map<string, Known>();
  readonly #circuits = new Map<string, ProviderCircuit>();
  readonly #keys = new Map<string, string>();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#outbound = createOutboundStream({ innerHosts: platform.config.modelHosts, hostsVariable: "MODEL_HOSTS" });
  }

  get platform(): Platform {
    return this.#platform;
  }

  /** Opens a server to be asked. */
  async open(row: StoredProvider): Promise<ModelProvider> {
    return withCustomModels(await this.#openOwn(row), () =>
      this.#platform.database.inTenant(platformTenant, (db) => selectCustomModels({ db }, row.id)),
    );
  }

  /** What a server itself tells of its models, asked anew. */
  readOwn(row: StoredProvider): Promise<DescribedServer> {
    return this.#read(row, this.#openOwn(row));
  }

  async #openOwn(row: StoredProvider): Promise<ModelProvider> {
    return row.kind === "ollama" ? this.openOllama(row) : createOpenAi(await this.#access(row));
  }

  /** Opens a server whose models are managed from here. */
  async openOllama(row: StoredProvider): Promise<OllamaProvider> {
    return createOllama({
      ...(await this.#access(row)),
      allowCloud: row.allow_cloud,
      ...(row.context_tokens !== null && { contextTokens: row.context_tokens }),
    });
  }

  /** What a server has, asked at most every half minute; one that does not answer holds nobody up. */
  describe(row: StoredProvider): Promise<DescribedServer> {
    const known = this.#known.get(row.id);
    const now = this.#platform.clock().getTime();
    if (known && known.version === row.version && now - known.readAt < freshMs) return known.reading;
    const reading = this.#read(row, this.open(row));
    const next: Known = { version: row.version, readAt: now, reading, last: null };
    this.#known.set(row.id, next);
    reading.then(
      (described) => {
        next.last = described;
      },
      () => {
        if (this.#known.get(row.id) === next) this.#known.delete(row.id);
      },
    );
    return reading;
  }

  /** The same, however long ago it was told. */
  async recall(row: StoredProvider): Promise<DescribedServer> {
    const known = this.#known.get(row.id);
    return known?.version === row.version && known.last ? known.last : this.describe(row);
  }

  /** Its models have changed: the next one who asks gets them anew. */
  forget({ id }: Pick<StoredProvider, "id">): void {
    this.#known.delete(id);
  }

  circuitOf({ id }: Pick<StoredProvider, "id">): ProviderCircuit {
    const circuit = this.#circuits.get(id) ?? new ProviderCircuit();
    this.#circuits.set(id, circuit);
    return circuit;
  }

  async #read(row: StoredProvider, opening: Promise<ModelProvider>): Promise<DescribedServer> {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const { models } = await (await opening).describe(signal);
      return {
        models: models.map((model) => ({ ...model, isCloud: isCloud(row, model, this.#platform.config) })),
        problem: null,
      };
    } catch (error) {
      return { models: [], problem: sayProblem(row, error, signal) };
    }
  }

  async #access(row: StoredProvider) {
    const key = await this.#readKey(row);
    return {
      url: addressOf(row, this.#platform.config),
      outbound: this.#outbound,
      ...(key !== null && { headers: { authorization: `Bearer ${key}` } }),
    };
  }

  async #readKey({ id, sealed_key: sealed }: StoredProvider): Promise<string | null> {
    if (sealed === null) return null;
    const known = this.#keys.get(sealed);
    if (known !== undefined) return known;
    const { database, secrets, clock } = this.#platform;
    const key = await database
      .inTenant(platformTenant, (db) =>
        secrets.open({ db, tenantId: platformTenant, now: clock() }, keyPurpose(id), sealed),
      )
      .catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw new ModelFailure("unauthorized", "The key of this server cannot be read any more. Enter it again.");
      });
    this.#keys.set(sealed, key);
    return key;
  }
}

function addressOf({ id, address }: StoredProvider, { ollamaUrl }: Config): string {
  return id === operatorId && ollamaUrl !== null ? ollamaUrl : address;
}

/** What a model is asked leaves the operator's machines: by its own server, or because that is not one of them. */
export function isCloud(row: StoredProvider, model: Pick<ModelSummary, "isCloud">, config: Config): boolean {
  return model.isCloud || !isOwnServer(row, config);
}

/** Whether a server is one of the operator's own, as MODEL_HOSTS and OLLAMA_URL name them. */
export function isOwnServer(row: StoredProvider, config: Config): boolean {
  const { hostname, port, protocol } = new URL(addressOf(row, config));
  const host = hostname.replace(/[[\]]/g, "").toLowerCase();
  return config.modelHosts.some(
    (one) => one === host || one === `${host}:${port || (protocol === "https:" ? 443 : 80)}`,
  );
}

/** Why a server did not tell its models, in words. */
function sayProblem({ name }: Pick<StoredProvider, "name">, error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `${name} does not answer: nothing came within ${patienceMs / 1000} seconds.`;
  if (!(error instanceof ModelFailure)) throw error;
  return `${name} does not answer: ${error.message}`;
}
