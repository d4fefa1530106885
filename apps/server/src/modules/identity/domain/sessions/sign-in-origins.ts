import { isIPv4 } from "node:net";
import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import { describeDevice } from "../../../../platform/describe-device.ts";

/** Where a sign-in comes from. */
export type Origin = { uid: string; userAgent: string; address: string };

/**
 * Keeps where sign-ins come from, and tells those that come from a browser or a network which is new for an account that
 * was signed in to before.
 */
export async function recordOrigins<One extends Origin>({ db, now }: Context, origins: readonly One[]): Promise<One[]> {
  const values = origins.flatMap(({ uid, userAgent, address }) => [
    { uid, kind: "device", value: describeDevice(userAgent) },
    { uid, kind: "network", value: findNetwork(address) },
  ]);
  // In one statement, so that of two sign-ins at the same moment one is the first; in order, so that neither waits for both.
  const { rows } = await sql<{ uid: string; kind: string; value: string }>`
    with seen as (select distinct uid from sign_in_origins where uid = any(${origins.map(({ uid }) => uid)}::text[])),
    added as (
      insert into sign_in_origins (uid, kind, value, first_seen_at)
      select distinct uid, kind, value, ${now}::timestamptz
      from unnest(${values.map(({ uid }) => uid)}::text[], ${values.map(({ kind }) => kind)}::text[],
        ${values.map(({ value }) => value)}::text[]) as o(uid, kind, value)
      order by uid, kind, value
      on conflict do nothing returning uid, kind, value
    )
    select added.uid, added.kind, added.value from added join seen on seen.uid = added.uid`.execute(db);
  const isNew = (uid: string, kind: string, value: string) =>
    rows.some((row) => row.uid === uid && row.kind === kind && row.value === value);
  return origins.filter(
    ({ uid, userAgent, address }) =>
      isNew(uid, "device", describeDevice(userAgent)) || isNew(uid, "network", findNetwork(address)),
  );
}

/** The part of an address that stays when a provider gives someone another one. */
export function findNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain.split(".").slice(0, 2).join(".");
  return plain.split(":").slice(0, 2).join(":");
}
