import type { UsageFigures } from "@console/contracts";
import { type Platform, platformTenant } from "../../platform/context.ts";
import { readModelFigures } from "../limits/index.ts";

const dayMs = 86_400_000;
/** What models did in so many days is told. */
const daysTold = 7;
const freshMs = 60_000;

export type ModelTimes = ReadonlyMap<string, Pick<UsageFigures, "answers" | "errors" | "firstWordMs">>;

/** What models did lately, by their ids, asked at most once a minute. It tells nothing of who asked them. */
export function createModelTimes({ database, clock }: Pick<Platform, "database" | "clock">): () => Promise<ModelTimes> {
  let known: { readAt: number; times: Promise<ModelTimes> } | null = null;
  return () => {
    const now = clock().getTime();
    if (known && now - known.readAt < freshMs) return known.times;
    const times = readTimes(database, now);
    const read = { readAt: now, times };
    known = read;
    times.catch(() => {
      if (known === read) known = null;
    });
    return times;
  };
}

/** What models did in the last seven days. */
export function readTimes(database: Platform["database"], now: number): Promise<ModelTimes> {
  return database.inTenant(platformTenant, (db) =>
    readModelFigures({ db }, new Date(now - daysTold * dayMs), new Date(now)),
  );
}
