import {
  backupCheck,
  followFindings,
  type Health,
  isInMaintenance,
  type TellOfIncident,
} from "../modules/operations/index.ts";
import { sourceHealthChecks } from "../modules/sources/index.ts";
import { type Clock, realClock } from "../platform/clock.ts";
import type { Platform } from "../platform/context.ts";
import { clockCheck, databaseCheck, versionCheck } from "../platform/db/database-checks.ts";
import type { HealthCheck } from "../platform/health/health-check.ts";
import { apiCheck, publicAddressCheck, storageCheck } from "../platform/health/machine-checks.ts";
import { createChecker } from "../platform/health/run-checks.ts";
import { queueChecks } from "../platform/jobs/queue-checks.ts";
import { mailCheck } from "../platform/mail/mail-check.ts";
import type { Logger } from "../platform/telemetry/logger.ts";

/** Every check of the platform's health, in the order in which they are shown. */
export function allChecks(parts: {
  pool: Parameters<typeof databaseCheck>[0];
  dataDir: string;
  /** Where the product answers on this machine, or the public address where it does not. */
  address: string;
  publicUrl: string | null;
  version: string;
  migrations: number;
}): HealthCheck[] {
  const { pool, dataDir, address, publicUrl, version, migrations } = parts;
  return [
    apiCheck(address),
    databaseCheck(pool),
    ...queueChecks,
    mailCheck,
    storageCheck(dataDir),
    backupCheck,
    ...(publicUrl === null ? [] : [publicAddressCheck(publicUrl)]),
    clockCheck,
    versionCheck({ version, migrations }),
    ...sourceHealthChecks,
  ];
}

/** Runs the checks of one process and follows what they find. */
export function createHealth(
  checks: readonly HealthCheck[],
  {
    platform,
    log,
    tell,
    clock = realClock,
  }: { platform: Platform; log: Logger; tell: TellOfIncident; clock?: Clock | undefined },
): Health {
  const follow = followFindings(checks, tell);
  const checker = createChecker({ platform, checks, follow, isMaintenance: isInMaintenance, log, clock });
  return { checks, checker, platform, log, clock };
}
