import { countTrainingUse, partsWithout } from "../modules/assistant/index.ts";
import { createWriteAnswer, startMessageHub, startWriting } from "../modules/chat/index.ts";
import { createHasTenant } from "../modules/directory/index.ts";
import { countUse, createFramers, withVisitors } from "../modules/embed/index.ts";
import { createAuthenticate, createFindCaller, createIdentity } from "../modules/identity/index.ts";
import { adoptShapes, metricRegistry } from "../modules/metrics/index.ts";
import { adoptOperator, createModels, ModelPulls, ModelServers } from "../modules/models/index.ts";
import { countUsage, followConfig, readFigures, tellOfIncident } from "../modules/operations/index.ts";
import { reports } from "../modules/reports/index.ts";
import { createSources } from "../modules/sources/index.ts";
import { readBackupAge } from "../platform/backup/backup-store.ts";
import { clockAt } from "../platform/clock.ts";
import { type Config, localAddress, publicAddress } from "../platform/config.ts";
import { platformTenant, systemWork } from "../platform/context.ts";
import { sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { installationKey, loadSecret } from "../platform/crypto/secret-key.ts";
import { alwaysClosed, createCircuit, createProbe } from "../platform/db/circuit.ts";
import { createDatabase } from "../platform/db/database.ts";
import { backgroundPool, cutConnections, endPool, openPool } from "../platform/db/pool.ts";
import { startEventHub } from "../platform/events/event-hub.ts";
import { buildApp } from "../platform/http/build-app.ts";
import { loadWebApp } from "../platform/http/web-app.ts";
import { registerSchedules } from "../platform/jobs/job-store.ts";
import { startWorker } from "../platform/jobs/queue.ts";
import { keepLogs } from "../platform/logs/keep-logs.ts";
import type { LogQueue } from "../platform/logs/log-queue.ts";
import { openTransports } from "../platform/mail/transport.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";
import { observeProduct } from "../platform/telemetry/observe-product.ts";
import { allChecks, createHealth } from "./all-checks.ts";
import { backupScope } from "./backup-scope.ts";
import { startDemoSources } from "./connect-demo.ts";
import { holdPort, listenProblem } from "./hold-port.ts";
import { inviteSuperadmin } from "./invite-superadmin.ts";
import { describeDemoLegacy, lockDemo } from "./lock-demo.ts";
import { countMigrations, openStorage } from "./open-storage.ts";
import { accountReaders, allEndpoints, allJobs, allWires } from "./registry.ts";
import { demoClient, seedDemo } from "./seed-demo.ts";
import { sourceBook } from "./source-book.ts";

/** `greeting` tells the operator that it runs, and how to get in. */
export type RunningServer = {
  url: string;
  greeting: string[];
  stop(): Promise<void>;
  /** Stops all but an embedded database, which the next start finds running. */
  leave(): Promise<void>;
};

/** After this a connection that someone still uses is cut. */
const endPoolMs = 500;
/** Answers that are read for at once in one process: jobs share their connections, and other calls the processor. */
const mostAnswerReads = 2;

const demoWarning = `${"*".repeat(72)}
THIS IS A DEMO: everyone who reaches this address can sign in, also as superadmin.
For real use start it with DEMO=0 and ADMIN_MAIL set to your address.
${"*".repeat(72)}`;

type Options = {
  webFolder: string;
  log: Logger;
  /** Lines that wait to be kept in the database. */
  logQueue: LogQueue;
  say(line: string): void;
};

/** Starts all parts that the role asks for; stopping ends them in the reverse order, open requests first. */
export async function startServer(
  configured: Config,
  { webFolder, log, logQueue, say }: Options,
): Promise<RunningServer> {
  const listens = configured.role !== "worker";
  const portHolder = listens ? await holdPort(configured.host, configured.port) : null;
  const port = portHolder?.port ?? configured.port;
  const url = publicAddress({ ...configured, port });
  const config = { ...configured, port, publicUrl: url };
  const closers: (() => Promise<void> | void)[] = portHolder ? [portHolder.release] : [];
  let endWork: (() => Promise<void>) | null = null;
  let leavesDatabase = false;
  const stop = async () => {
    // Jobs end while open requests do.
    const ended = endWork?.();
    for (const close of closers.splice(0).reverse()) await close();
    await ended;
  };
  const leave = () => {
    leavesDatabase = true;
    return stop();
  };
  try {
    const web = listens ? loadWebApp(webFolder) : null;
    const key = installationKey(loadSecret(config.secretKey, config.dataDir));
    const storage = await openStorage(config, say, log);
    closers.push(() => (leavesDatabase ? undefined : storage.close()));
    closers.push(keepLogs(storage.url, logQueue, { log, version: web?.version ?? "none" }));
    const pool = openPool(storage.url, log);
    closers.push(() => endPool(pool, endPoolMs));
    const metrics = createMetrics();
    metrics.observePool(pool);
    metrics.observeDroppedLines(logQueue.droppedInAll);
    if (config.tracing) {
      // Nothing of it is loaded while it is off.
      const { startTracing } = await import("../platform/tracing/start-tracing.ts");
      closers.push(startTracing(config.tracing).stop);
    }
    const circuit = createCircuit({ probe: createProbe(storage.url), onOpen: () => cutConnections(pool), log });
    metrics.observeCircuit(circuit);
    const parts = {
      config,
      clock: clockAt(config.consoleNow),
      database: createDatabase(pool, { circuit: config.withoutProtections.has("circuit") ? alwaysClosed : circuit }),
      secrets: sealedSecrets(key),
      log,
      metrics,
    };
    metrics.observeBackup(() =>
      parts.database.inTenant(platformTenant, (db) => readBackupAge({ db, now: parts.clock() })),
    );
    const demoSources = config.hasDemoSources ? await startDemoSources(parts, { databaseUrl: storage.url, log }) : null;
    if (demoSources) closers.push(() => demoSources.close());
    const sources = createSources({
      accounts: accountReaders,
      book: sourceBook,
      innerHosts: [...config.sourceHosts, ...(demoSources?.hosts ?? [])],
      environment: config.readingEnvironment,
    });
    closers.push(async () => sources.close());
    await adoptShapes(parts, log, metricRegistry);
    const identity = createIdentity(config, key);
    if (!config.isDemo) {
      const locked = await lockDemo(identity, parts, log);
      if (locked > 0) say(`Locked the ${locked} sign-ins of the demo: DEMO is off.`);
      const legacy = locked > 0 ? await describeDemoLegacy(parts, log) : null;
      if (legacy) say(legacy);
    }
    const invitation = config.isDemo
      ? await seedDemo(identity, parts, log)
      : await inviteSuperadmin(identity, parts, log);

    const mail = openTransports(config, say);
    closers.push(mail.close);
    const live = followConfig(parts, { publicUrl: url, version: web?.version ?? "none" }, log);
    const hub = startEventHub(storage.url, parts.database, log);
    closers.push(() => hub.close());
    const messageHub = startMessageHub(storage.url, parts.database, log);
    closers.push(() => messageHub.close());
    const servers = new ModelServers(parts);
    const models = createModels({ servers });
    const pulls = new ModelPulls({ servers, log });
    closers.push(() => pulls.close());
    await systemWork(parts, "models", log)(platformTenant, adoptOperator);
    await live.listen(hub);
    const health = createHealth(
      allChecks({
        pool,
        dataDir: config.dataDir,
        address: listens ? localAddress(config) : url,
        publicUrl: configured.publicUrl,
        version: web?.version ?? "none",
        migrations: await countMigrations(),
      }),
      { platform: parts, log, tell: tellOfIncident },
    );
    closers.push(health.checker.stop);
    observeProduct(metrics.registry, readFigures(parts, health.checks, log));
    metrics.observeWaiting("password_slots_waiting", "Sign-ins that wait for a slot to check a password.", () =>
      identity.passwords.waiting(),
    );
    const trainingUse = countTrainingUse(parts, log);
    const usage = countUsage(parts, log);
    closers.push(trainingUse.flush, usage.flush);
    if (config.role !== "api") {
      const jobPool = openPool(storage.url, log, backgroundPool);
      const database = createDatabase(jobPool);
      const backup = { url: storage.url, key, dataDir: config.dataDir, ...backupScope };
      const jobs = allJobs({
        mail,
        hasDemoData: config.hasDemoData,
        database,
        sources,
        identity,
        backup,
        models,
        modelServers: servers,
      });
      const worker = await startWorker(
        storage.url,
        jobs,
        { ...parts, database },
        {
          cut: () => cutConnections(jobPool),
          isGuarded: !config.withoutProtections.has("queue"),
        },
      );
      await systemWork(parts, "schedules", log)(platformTenant, (context) => registerSchedules(context, jobs));
      let ending: Promise<void> | null = null;
      const forAnswers = createDatabase(jobPool, { most: mostAnswerReads });
      const writing = startWriting(storage.url, {
        platform: { ...parts, database },
        log,
        findCaller: createFindCaller(parts, log),
        readSlots: () => models.readSlots(),
        write: createWriteAnswer({
          database: forAnswers,
          reports,
          engine: partsWithout(config.questionsWithout),
          models,
          use: trainingUse,
          onQuestion: (context, outcome) => usage.asked(context, outcome),
        }),
      });
      endWork = () => {
        ending ??= Promise.all([worker.stop(), writing.stop()]).then(() => endPool(jobPool, endPoolMs));
        return ending;
      };
      closers.push(endWork);
    }
    if (listens) {
      const linkUse = countUse(parts, log);
      closers.push(linkUse.flush);
      await usage.flush();
      const app = await buildApp({
        ...parts,
        live,
        web,
        framers: createFramers(parts),
        onAnswer: usage.answered,
        endpoints: allEndpoints({
          live,
          hub,
          identity,
          database: parts.database,
          sources,
          mail,
          linkUse,
          usage,
          trainingUse,
          health,
          chat: { hub: messageHub, models },
          modelServers: { servers, pulls },
          questions: partsWithout(config.questionsWithout),
        }),
        wires: allWires(identity, parts),
        authenticate: withVisitors(createAuthenticate(identity, parts), parts),
        hasTenant: createHasTenant(parts.database),
      });
      closers.push(() => app.close());
      await portHolder?.release();
      await app.listen({ host: config.host, port }).catch((error) => {
        throw listenProblem(error, config.host, port);
      });
      await demoSources?.connect(localAddress(config));
    }
    health.checker.start();
    const ready = listens ? `Ready: ${url}` : "Working on jobs.";
    const open =
      config.isDemo && config.hasDemoData ? [`Without signing in: ${url}/laiqkan/${demoClient.tookanId}`] : [];
    const warning = config.isDemo ? [demoWarning] : [];
    return {
      url,
      stop,
      leave,
      greeting: invitation && listens ? [...warning, ready, invitation, ...open] : [...warning, ready],
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
