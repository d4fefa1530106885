import { randomUUID } from "node:crypto";
import type { ModelPull, pullStates } from "@console/contracts";
import { ModelFailure, type PullProgress } from "../../connectors/models/index.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { type Context, platformTenant, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import type { ModelServers } from "./model-servers.ts";
import { modelsChanged } from "./models-channel.ts";
import type { StoredProvider } from "./provider-store.ts";
import {
  endPull,
  endSilentPulls,
  findPull,
  forgetOldPulls,
  insertPull,
  notePull,
  type StoredPull,
  selectPulls,
} from "./pull-store.ts";

type Parts = { servers: ModelServers; log: Logger };
type Running = { stopping: AbortController; work: Promise<void> };

const noteEveryMs = 1000;
const nothingYet: PullProgress = { status: "", doneBytes: 0, totalBytes: 0 };

/** The downloads of models that this process does; how far each is stands in rows that every process reads. */
export class ModelPulls {
  readonly #parts: Parts;
  readonly #running = new Map<string, Running>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins a download, which goes on when the caller has gone. */
  async start(context: Omit<Context, "db">, row: StoredProvider, model: string): Promise<ModelPull> {
    const { database } = this.#parts.servers.platform;
    const pull = await database.inTenant(context.tenantId, async (db) => {
      const scope = { ...context, db };
      await endSilentPulls(scope);
      await forgetOldPulls(scope);
      const begun = { id: randomUUID(), provider: row.id, model, by: requirePerson(context) };
      const inserted = await insertPull(scope, begun);
      if (!inserted) throw new AppError("conflict", `${model} is being downloaded to ${row.name} already.`);
      const details = { title: model, server: row.name };
      await recordAudit(scope, { act: "models.pull_started", subject: `models/${row.id}/${model}`, details });
      await publishEvent(scope, modelsChanged);
      return inserted;
    });
    const stopping = new AbortController();
    const work = this.#pull(pull, row, stopping.signal)
      .catch((error: unknown) => this.#parts.log.error({ err: error }, "A download of a model could not be ended"))
      .finally(() => this.#running.delete(pull.id));
    this.#running.set(pull.id, { stopping, work });
    return presentPull(pull, new Map([[row.id, row.name]]));
  }

  /** Stops a download, whichever process does it: another one hears of it when it next notes how far it is. */
  async cancel(context: Context, id: string, names: ReadonlyMap<string, string>): Promise<ModelPull> {
    const pull = await findPull(context, id);
    if (!pull) throw new AppError("not_found", "There is no such download.");
    if (await endPull(context, id, { state: "canceled", problem: null })) {
      const subject = `models/${pull.provider_id}/${pull.model}`;
      await recordAudit(context, { act: "models.pull_canceled", subject, details: { title: pull.model } });
      await publishEvent(context, modelsChanged);
    }
    this.#running.get(id)?.stopping.abort();
    return presentPull((await findPull(context, id)) ?? pull, names);
  }

  async list(context: Context, names: ReadonlyMap<string, string>): Promise<ModelPull[]> {
    await endSilentPulls(context);
    return (await selectPulls(context)).map((pull) => presentPull(pull, names));
  }

  /** Ends what runs here; the servers keep what has come. */
  async close(): Promise<void> {
    const running = [...this.#running];
    for (const [id, { stopping, work }] of running) {
      const problem = "The product was stopped meanwhile. Download it again to go on.";
      await this.#change((scope) => endPull(scope, id, { state: "interrupted", problem }));
      stopping.abort();
      await work;
    }
  }

  async #pull(pull: StoredPull, row: StoredProvider, signal: AbortSignal): Promise<void> {
    let progress = nothingYet;
    const note = async () => {
      const { status: step, doneBytes, totalBytes } = progress;
      const noted = { step, doneBytes, totalBytes: totalBytes === 0 ? null : totalBytes };
      return this.#change((scope) => notePull(scope, pull.id, noted));
    };
    const ended = new AbortController();
    // It also shows that this process lives, while the server checks a large model and says nothing.
    const noting = setInterval(() => {
      note()
        .then((isRunning) => isRunning || ended.abort())
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, "A download could not be noted"));
    }, noteEveryMs);
    try {
      const server = await this.#parts.servers.openOllama(row);
      for await (const next of server.pull(pull.model, AbortSignal.any([signal, ended.signal]))) progress = next;
      clearInterval(noting);
      await note();
      await this.#end(pull, row, { state: "done", problem: null });
    } catch (error) {
      clearInterval(noting);
      if (signal.aborted || ended.signal.aborted) return;
      await note();
      const isForeseen = error instanceof ModelFailure;
      const problem = isForeseen ? error.message : "Something went wrong. Download it again to go on.";
      await this.#end(pull, row, { state: "failed", problem });
      if (!isForeseen) throw error;
    }
  }

  async #end(pull: StoredPull, row: StoredProvider, end: { state: "done" | "failed"; problem: string | null }) {
    this.#parts.servers.forget(row);
    await this.#change((scope) => endPull(scope, pull.id, end));
  }

  /** Writes what has become of a download, and tells open pages. */
  async #change(write: (scope: Parameters<typeof endPull>[0]) => Promise<boolean>): Promise<boolean> {
    const { database, clock } = this.#parts.servers.platform;
    return database.inTenant(platformTenant, async (db) => {
      const scope = { db, tenantId: platformTenant, now: clock() };
      const isChanged = await write(scope);
      if (isChanged) await publishEvent(scope, modelsChanged);
      return isChanged;
    });
  }
}

function presentPull(row: StoredPull, names: ReadonlyMap<string, string>): ModelPull {
  return {
    id: row.id,
    provider: { id: row.provider_id, name: names.get(row.provider_id) ?? row.provider_id },
    model: row.model,
    state: row.state as (typeof pullStates)[number],
    step: row.step,
    doneBytes: Number(row.done_bytes),
    totalBytes: row.total_bytes === null ? null : Number(row.total_bytes),
    problem: row.problem,
    startedAt: row.created_at.toISOString(),
  };
}
