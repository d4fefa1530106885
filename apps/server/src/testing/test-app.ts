import { permissionsForRole } from "@console/contracts";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { createHealth } from "../main/all-checks.ts";
import { accountReaders, allEndpoints, allWires } from "../main/registry.ts";
import { sourceBook } from "../main/source-book.ts";
import { countTrainingUse, type TrainingCounter } from "../modules/assistant/index.ts";
import { startMessageHub, startWriting, type WriteAnswer } from "../modules/chat/index.ts";
import { createHasTenant } from "../modules/directory/index.ts";
import { countUse, createFramers, type LinkUse, withVisitors } from "../modules/embed/index.ts";
import { createAuthenticate, createFindCaller, createIdentity, type Identity } from "../modules/identity/index.ts";
import { ModelPulls, ModelServers, type Models, withoutModels } from "../modules/models/index.ts";
import { countUsage, followConfig, type Usage } from "../modules/operations/index.ts";
import type { Reports } from "../modules/reports/index.ts";
import { createSources, type Sources } from "../modules/sources/index.ts";
import { type Clock, clockAt } from "../platform/clock.ts";
import { type Config, readConfig } from "../platform/config.ts";
import { type Caller, type Context, createCallContext, type SnapshotContext } from "../platform/context.ts";
import { type SealedSecrets, sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { installationKey } from "../platform/crypto/secret-key.ts";
import { createDatabase, type Database } from "../platform/db/database.ts";
import { openPool } from "../platform/db/pool.ts";
import type { Entity } from "../platform/entities/entity.ts";
import { type EventHub, startEventHub } from "../platform/events/event-hub.ts";
import type { HealthCheck } from "../platform/health/health-check.ts";
import { buildApp } from "../platform/http/build-app.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { WebApp } from "../platform/http/web-app.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { startWorker } from "../platform/jobs/queue.ts";
import { openTransports } from "../platform/mail/transport.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { createTestDatabase } from "./test-database.ts";

/** The least that argon2 allows: what a hash costs is measured elsewhere. */
const cheapestHash = { memoryCost: 8, timeCost: 1 };

export type TestApp = {
  app: FastifyInstance;
  pool: pg.Pool;
  database: Database;
  databaseUrl: string;
  config: Config;
  hub: EventHub;
  identity: Identity;
  sources: Sources;
  linkUse: LinkUse;
  /** Written only when a test flushes it. */
  usage: Usage;
  trainingUse: TrainingCounter;
  /** Works on jobs until the app is closed, over another way to its database if one is given. */
  startJobs(jobs: readonly Job[], url?: string): Promise<void>;
  /** Writes answers of conversations until the app is closed, as another process of the product would. */
  startWriting(write: WriteAnswer): ReturnType<typeof startWriting>;
  /** Everything that was logged, as text. */
  logs: string[];
  /** What was printed on the operator's console. */
  printed: string[];
  secrets: SealedSecrets;
  log: Logger;
  metrics: ReturnType<typeof createMetrics>;
  /** Runs a use case as someone, in a transaction of their tenant. */
  as<Result>(caller: Caller, work: (context: Context) => Promise<Result>): Promise<Result>;
  /** The same in a snapshot, for what reads figures. */
  inSnapshot<Result>(caller: Caller, work: (context: SnapshotContext) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

type Options = {
  environment?: Record<string, string>;
  endpoints?: Endpoint[];
  web?: WebApp;
  reports?: Reports;
  entities?: readonly Entity[];
  checks?: readonly HealthCheck[];
  /** Another process of the product: it works on the database of this one, which outlives it. */
  beside?: Pick<TestApp, "databaseUrl">;
  /** The time by which checks are judged. */
  healthClock?: Clock;
  /** The models that answers are written with; none when left out. */
  models?: Models | ((servers: ModelServers) => Models);
  /** Other pauses than the real ones between questions to a source. */
  pace?: Parameters<typeof createSources>[1];
};

/** The headers of a signed-in person; only the test app believes them. */
export function signedInAs(role: string, tenantId = "platform", uid = "u1"): Record<string, string> {
  return { "x-test-caller": JSON.stringify([uid, role, tenantId]) };
}

/** The real app on a database of its own, listening nowhere. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const { environment = {}, endpoints, web, reports, entities, pace } = options;
  const testDatabase = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  const config = readConfig({ RATE_LIMIT: "0", ...environment });
  const logs: string[] = [];
  const printed: string[] = [];
  const log = createLogger("debug", { write: (line) => void logs.push(line) });
  const pool = openPool(testDatabase.url, log);
  const database = createDatabase(pool);
  const hub = startEventHub(testDatabase.url, database, log);
  const messageHub = startMessageHub(testDatabase.url, database, log);
  const key = installationKey("a secret key that only tests would use");
  const secrets = sealedSecrets(key);
  const identity = createIdentity(config, key, cheapestHash);
  const metrics = createMetrics();
  const workers: { stop(): Promise<void> }[] = [];
  const platform = { config, clock: clockAt(config.consoleNow), database, secrets };
  const modelServers = new ModelServers(platform);
  const pulls = new ModelPulls({ servers: modelServers, log });
  const { models: given = withoutModels } = options;
  const models = typeof given === "function" ? given(modelServers) : given;
  const live = followConfig(platform, { publicUrl: "http://console.test", version: "test" }, log);
  await live.listen(hub);
  const realAuthenticate = withVisitors(createAuthenticate(identity, platform), platform);
  const linkUse = countUse(platform, log);
  const usage = countUsage(platform, log, { isTimed: false });
  const trainingUse = countTrainingUse(platform, log);
  const sources = createSources({ accounts: accountReaders, book: sourceBook, innerHosts: ["127.0.0.1"] }, pace);
  const mail = openTransports(config, (line) => void printed.push(line));
  const health = createHealth(options.checks ?? [], {
    platform,
    log,
    tell: async () => {},
    clock: options.healthClock,
  });
  const app = await buildApp({
    ...platform,
    live,
    log,
    metrics,
    endpoints:
      endpoints ??
      allEndpoints({
        live,
        hub,
        identity,
        database,
        sources,
        mail,
        linkUse,
        usage,
        trainingUse,
        health,
        chat: { hub: messageHub, models },
        modelServers: { servers: modelServers, pulls },
        ...(reports && { reports }),
        ...(entities && { entities }),
      }),
    wires: endpoints ? [] : allWires(identity, platform),
    web: web ?? null,
    framers: createFramers(platform),
    onAnswer: usage.answered,
    hasTenant: createHasTenant(database),
    authenticate: async (request) => {
      const claim = request.headers["x-test-caller"];
      if (typeof claim !== "string") return realAuthenticate(request);
      const [uid, role, tenantId] = JSON.parse(claim) as [string, string, string];
      return { actor: { kind: "user", uid, role, sessionId: null }, tenantId, permissions: permissionsForRole(role) };
    },
  });
  return {
    app,
    pool,
    database,
    databaseUrl: testDatabase.url,
    config,
    hub,
    identity,
    sources,
    linkUse,
    usage,
    trainingUse,
    logs,
    printed,
    secrets,
    log,
    metrics,
    as: (caller, work) =>
      database.inTenant(caller.tenantId, (db) =>
        work({ ...createCallContext(platform, caller, { requestId: "test", log }), db }),
      ),
    inSnapshot: (caller, work) =>
      database.inTenant(
        caller.tenantId,
        (db) => work({ ...createCallContext(platform, caller, { requestId: "test", log }), db }),
        "snapshot",
      ),
    async startJobs(jobs, url = testDatabase.url) {
      workers.push(await startWorker(url, jobs, { ...platform, log, metrics }));
    },
    startWriting(write) {
      const writing = startWriting(testDatabase.url, {
        platform,
        log,
        findCaller: createFindCaller(platform, log),
        readSlots: () => models.readSlots(),
        write,
      });
      workers.push(writing);
      return writing;
    },
    async close() {
      await app.close();
      await pulls.close();
      for (const worker of workers) await worker.stop();
      mail.close();
      sources.close();
      await hub.close();
      await messageHub.close();
      await pool.end();
      await testDatabase.drop();
    },
  };
}
