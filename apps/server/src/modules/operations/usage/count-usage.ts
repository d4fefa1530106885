import { type Caller, type Context, type Platform, platformTenant, systemWork } from "../../../platform/context.ts";
import type { AnsweredCall } from "../../../platform/http/build-app.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";
import { bucketForTime } from "./latency-buckets.ts";
import {
  addCounts,
  addPeople,
  type CountedUse,
  noteBeginning,
  type PersonSeen,
  type UsageMeasure,
} from "./usage-store.ts";

const flushMs = 5000;
/** Every zone is ahead of another by whole quarters of an hour, so that one lies within one day everywhere. */
const quarterMs = 15 * 60_000;
const mostCounts = 20_000;

/** Counts how the console is used, in memory; a process that is killed loses what it counted since the last flush. */
export type Usage = {
  /** Notes that a call was answered: how long it took, whether it failed on our side, and who was there. */
  answered(call: AnsweredCall): void;
  /** Notes that someone opened a report. */
  viewedReport(context: Omit<Context, "db">, report: string): void;
  /** Notes how a question ended. */
  asked(context: Omit<Context, "db">, outcome: string): void;
  /** Writes what was noted since the last time; what cannot be written is tried again with the next. */
  flush(): Promise<void>;
};

/** Counters of one running product. Without `isTimed` they are written only when asked. */
export function countUsage(platform: Platform, log: Logger, { isTimed = true } = {}): Usage {
  let counts = new Map<string, CountedUse>();
  let people = new Map<string, PersonSeen>();
  let dropped = 0;
  let hasBegun = false;
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (hasBegun && counts.size === 0 && people.size === 0) return;
    const [taken, seen] = [counts, people];
    counts = new Map();
    people = new Map();
    try {
      await systemWork(
        platform,
        "usage.count",
        log,
      )(platformTenant, async (context) => {
        if (!hasBegun) await noteBeginning(context);
        await addCounts(context, [...taken.values()]);
        await addPeople(context, [...seen.values()]);
      });
      hasBegun = true;
    } catch (error) {
      for (const one of taken.values()) add(one);
      for (const one of seen.values()) see(one);
      // Nobody waits for the numbers, and a product that stops must go on stopping.
      log.warn({ err: error, waiting: counts.size, dropped }, "Use of the console was not counted yet");
    }
  }

  const begin = () => {
    if (isTimed) timer ??= setTimeout(() => void flush(), flushMs).unref();
  };

  function add(use: CountedUse): void {
    const key = [use.at.getTime(), use.tenantId, use.measure, use.detail].join("\n");
    const earlier = counts.get(key);
    if (earlier) earlier.times += use.times;
    else if (counts.size < mostCounts) counts.set(key, use);
    else dropped += 1;
    begin();
  }

  function see(person: PersonSeen): void {
    if (people.size < mostCounts) people.set(`${person.at.getTime()}\n${person.tenantId}\n${person.uid}`, person);
    else dropped += 1;
    begin();
  }

  const count = (measure: UsageMeasure, { tenantId, now }: { tenantId: string; now: Date }, detail: string) =>
    add({ at: startOfQuarter(now), tenantId, measure, detail, times: 1 });

  return {
    flush,
    answered({ caller, method, route, status, milliseconds, isTimed: isMeasured, isQuiet }) {
      const now = platform.clock();
      const at = { tenantId: caller?.tenantId ?? platformTenant, now };
      if (status >= 500) count("error", at, `${status} ${method} ${route}`);
      else if (isMeasured) count("answer_time", at, bucketForTime(milliseconds));
      const person = caller && !isQuiet ? findPerson(caller) : null;
      if (person && status < 400) see({ ...person, at: startOfQuarter(now) });
    },
    viewedReport(context, report) {
      if (isOwnUse(context)) count("report_view", context, report);
    },
    asked(context, outcome) {
      if (isOwnUse(context)) count("question", context, outcome);
    },
  };
}

function startOfQuarter(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / quarterMs) * quarterMs);
}

/** Whether a tenant's own people did it: those who look into a tenant for support do not use it. */
function isOwnUse({ actor, isPlatformAccess }: Caller): boolean {
  return actor.kind === "user" && actor.onBehalf === undefined && !isPlatformAccess;
}

/** Who is there, and where they belong. Someone who impersonates another is not that person. */
function findPerson({ actor, tenantId, isPlatformAccess }: Caller): { uid: string; tenantId: string } | null {
  if (actor.kind !== "user" || actor.onBehalf !== undefined) return null;
  return { uid: actor.uid, tenantId: isPlatformAccess ? platformTenant : tenantId };
}
