import type { listSourceChecks as contract, RouteOutput, SourceCheck } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { findPlatformPeople } from "../../directory/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import type { Check } from "./check.ts";
import { type CheckResult, selectResults } from "./check-store.ts";
import { checksForSource } from "./checks-for-source.ts";

/** The checks of a connection with what they found. */
export async function listSourceChecks(
  context: Context,
  { connection }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  return checkedConnection(context, await requireConnection(context, connection));
}

/** How the checks of a connection stand: first those that found something, and among them those that make figures wrong. */
export async function checkedConnection(
  context: Context,
  { id, source }: Pick<Connection, "id" | "source">,
): Promise<RouteOutput<typeof contract>> {
  const results = await selectResults(context, id);
  const items = checksForSource(source)
    .map((check) => describeCheck(check, results.find(({ name }) => name === check.id) ?? null, context.now))
    .sort((a, b) => rankCheck(a) - rankCheck(b));
  const instants = items.map(({ checkedAt }) => checkedAt).sort();
  const isWhole = instants.every((at) => at !== null);
  return { items, checkedAt: isWhole ? (instants[0] ?? null) : null, people: await findPlatformPeople(context) };
}

function rankCheck({ found, mute, severity }: SourceCheck): number {
  if (!found) return 3;
  if (mute) return 2;
  return severity === "error" ? 0 : 1;
}

/** A check as it is shown. A muting whose time is over is none. */
export function describeCheck(check: Check, result: CheckResult | null, now: Date): SourceCheck {
  const { id, name, words, severity, noun } = check;
  const number = (value: number | string | bigint | null | undefined) => (value == null ? null : Number(value));
  return {
    id,
    name,
    words,
    severity,
    noun: { one: noun[0], many: noun[1] },
    found: number(result?.found),
    foundBefore: number(result?.found_before),
    looked: number(result?.looked),
    checkedAt: result?.checked_at?.toISOString() ?? null,
    mute: readMute(result, now),
    owner: result?.owner_uid ?? null,
  };
}

function readMute(result: CheckResult | null, now: Date): SourceCheck["mute"] {
  if (!result?.muted_at || !result.muted_by) return null;
  if (result.muted_until && result.muted_until <= now) return null;
  return {
    by: result.muted_by,
    at: result.muted_at.toISOString(),
    reason: result.mute_reason ?? "",
    until: result.muted_until?.toISOString() ?? null,
  };
}
