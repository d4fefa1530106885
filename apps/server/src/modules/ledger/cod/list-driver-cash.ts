import type { listDriverCash as contract, DriverOpenCash, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { requireExact } from "../statements/read-statement.ts";
import { selectOpenDays } from "./cash-store.ts";

/** The cash that each driver has now: what the accounts for cash with drivers stand at, by driver. */
export async function listDriverCash(
  context: SnapshotContext,
  { driver }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const drivers = new Map<string, DriverOpenCash>();
  for (const row of await selectOpenDays(context, driver ?? null)) {
    const key = `${row.currency} ${row.driver}`;
    const cash = drivers.get(key) ?? {
      driver: row.driver === "" ? null : row.driver,
      currency: row.currency,
      openMinor: 0,
      oldestDay: null,
      days: [],
    };
    cash.openMinor = requireExact(cash.openMinor + row.open);
    const day = cash.days.find((one) => one.day === row.day);
    if (day) {
      day.openMinor += row.open;
      day.pendingMinor += row.pending;
    } else {
      cash.days.push({ day: row.day, openMinor: row.open, pendingMinor: row.pending });
    }
    if (row.open !== 0) cash.oldestDay ??= row.day;
    drivers.set(key, cash);
  }
  return { asOf: context.now.toISOString(), items: [...drivers.values()] };
}
