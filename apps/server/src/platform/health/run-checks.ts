import { type Clock, realClock } from "../clock.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../context.ts";
import type { Logger } from "../telemetry/logger.ts";
import { redactText } from "../telemetry/redact.ts";
import { claimCheck, registerChecks, type StoredCheck, selectChecks, storeFinding } from "./check-store.ts";
import { type CheckResult, checkTimeoutMs, type HealthCheck } from "./health-check.ts";
import { listNeeds } from "./judge-health.ts";

/** What happens after a finding, in its transaction. */
export type FollowFinding = (
  context: Context,
  finding: { check: HealthCheck; result: CheckResult; stored: StoredCheck; now: Date },
) => Promise<void>;

type Parts = {
  platform: Platform;
  checks: readonly HealthCheck[];
  follow: FollowFinding;
  isMaintenance: (context: Context) => Promise<boolean>;
  log: Logger;
  /** Tests move it. It is the real time, also where the product's own stands still. */
  clock?: Clock;
};

const lookEveryMs = 5000;
/** So many checks of one process run at the same time. */
const mostAtOnce = 4;

export type Checker = {
  /** Runs what is due, and again as it becomes due. */
  start(): void;
  /** Runs what is due once. */
  look(): Promise<void>;
  /** Runs one check now; null where another process is at it, or the database is away. */
  runNow(name: string): Promise<StoredCheck | null>;
  stop(): Promise<void>;
};

/**
 * Runs checks as they become due. Each process does, and each check is run by one of them: one that dies leaves its checks
 * to the others.
 */
export function createChecker(parts: Parts): Checker {
  const { checks, log, clock = realClock } = parts;
  const inPlatform = toPlatformWork(parts);
  let isRegistered = false;
  let looking: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const register = async () => {
    if (!isRegistered) await inPlatform((context) => registerChecks(context, checks));
    isRegistered = true;
  };
  const look = async () => {
    await register();
    const now = clock();
    const rows = await inPlatform(selectChecks);
    const due = checks.filter((check) =>
      isDue(
        rows.find(({ name }) => name === check.name),
        now,
      ),
    );
    await runDue(parts, due);
  };
  const lookAgain = () => {
    looking ??= look()
      // Without a database nothing can be kept: what was found grows old, and is unknown.
      .catch((error) => log.debug({ err: error }, "Checks could not be looked for"))
      .finally(() => {
        looking = null;
      });
  };
  return {
    look,
    start() {
      timer ??= setInterval(lookAgain, lookEveryMs).unref();
      lookAgain();
    },
    async runNow(name) {
      const check = checks.find((one) => one.name === name);
      await register();
      return check ? runCheck(parts, check, { isForced: true }) : null;
    },
    async stop() {
      if (timer) clearInterval(timer);
      await looking;
    },
  };
}

function isDue(row: StoredCheck | undefined, now: Date): boolean {
  if (!row || row.is_paused) return false;
  const next = row.checked_at ? row.checked_at.getTime() + row.every_seconds * 1000 : 0;
  return next <= now.getTime() || (row.checked_at !== null && row.checked_at > now);
}

function toPlatformWork({ platform, log }: Parts) {
  const inTenant = systemWork(platform, "health.check", log);
  return <Result>(work: (context: Context) => Promise<Result>) => inTenant(platformTenant, work);
}

/**
 * Runs checks at the same time, so that one that does not end holds up no other. What one found is kept after the findings
 * of what it needs, so that one cause opens one incident.
 */
async function runDue(parts: Parts, due: readonly HealthCheck[]): Promise<void> {
  const needs = new Map(due.map((check) => [check, listNeeds(check, parts.checks)]));
  // A check has more needs than any of them has: those that others wait for begin first.
  const queue = due.toSorted((one, other) => (needs.get(one)?.length ?? 0) - (needs.get(other)?.length ?? 0)).values();
  const running = new Map<string, Promise<unknown>>();
  const runNext = async () => {
    for (const check of queue) {
      const after = Promise.allSettled((needs.get(check) ?? []).map((name) => running.get(name)));
      const run = runCheck(parts, check, { isForced: false, after });
      running.set(check.name, run);
      await run;
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, runNext));
}

/** Runs one check if nobody else does, and keeps what it found once `after` is over. */
async function runCheck(
  parts: Parts,
  check: HealthCheck,
  { isForced, after }: { isForced: boolean; after?: Promise<unknown> },
): Promise<StoredCheck | null> {
  const { follow, isMaintenance, log, clock = realClock } = parts;
  const inPlatform = toPlatformWork(parts);
  const now = clock();
  if (!(await inPlatform((context) => claimCheck(context, check.name, { now, isForced })))) return null;
  const started = performance.now();
  const result = await runWithin(check, { inPlatform, now, log, signal: AbortSignal.timeout(checkTimeoutMs) });
  const latencyMs = Math.round(performance.now() - started);
  await after;
  return inPlatform(async (context) => {
    const finding = { check, result, latencyMs, now, isMaintenance: await isMaintenance(context) };
    const stored = await storeFinding(context, finding);
    await follow(context, { check, result, stored, now });
    return stored;
  });
}

/** What a check finds; that it fails or does not end is a finding too. */
async function runWithin(check: HealthCheck, scope: Parameters<HealthCheck["run"]>[0]): Promise<CheckResult> {
  const late = new Promise<CheckResult>((resolve) => {
    scope.signal.addEventListener("abort", () =>
      resolve({ state: "down", message: `No answer within ${checkTimeoutMs / 1000} seconds.` }),
    );
  });
  const ran = check.run(scope).catch((error: unknown): CheckResult => {
    scope.log.warn({ err: error, check: check.name }, "A health check failed");
    return { state: "down", message: error instanceof Error ? redactText(error.message).slice(0, 300) : "It failed." };
  });
  return Promise.race([ran, late]);
}
