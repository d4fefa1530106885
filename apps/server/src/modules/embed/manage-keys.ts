import { randomBytes } from "node:crypto";
import type {
  issueLinkKey as issueContract,
  previewLink as previewContract,
  RouteOutput,
  readLinkUse as useContract,
} from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { publicAddress } from "../../platform/config.ts";
import { type Context, requirePerson } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { hostSecret } from "./host-token.ts";
import { areServed, isOpen } from "./link-status.ts";
import { findLink, hashKey, type StoredLink } from "./link-store.ts";
import { mintFor } from "./open-session.ts";

const hourMs = 3_600_000;
const daysShown = 30;

/** Gives a link a new key, or a host a new secret. The one before it goes on for some hours; any older one ends. */
export async function issueLinkKey(
  context: Context,
  { id, overlapHours }: z.output<(typeof issueContract)["input"]>,
): Promise<RouteOutput<typeof issueContract>> {
  const { db, now, secrets } = context;
  const link = await requireLink(context, id);
  if (link.kind !== "key" && link.kind !== "signed") throw new AppError("conflict", "An open link needs no key.");
  if (link.state === "revoked") throw new AppError("conflict", "This link is revoked. Create a new one.");
  const ends = new Date(now.getTime() + overlapHours * hourMs);
  const { rows: earlier } = await sql<{ ends_at: Date }>`update embed_keys
    set ends_at = case when ends_at is null then ${ends}::timestamptz else ${now}::timestamptz end
    where link_id = ${id} and (ends_at is null or ends_at > ${now}) returning ends_at`.execute(db);
  const kid = randomBytes(12).toString("base64url");
  const key = link.kind === "key" ? randomBytes(32).toString("base64url") : hostSecret(secrets, kid);
  await db
    .insertInto("embed_keys")
    .values({
      kid,
      link_id: id,
      hash: link.kind === "key" ? hashKey(key) : null,
      created_at: now,
      created_by: requirePerson(context),
    })
    .execute();
  await note(context, link, "links.keyed", { kid, overlapHours, isFirst: earlier.length === 0 });
  const last = earlier
    .map(({ ends_at }) => ends_at.toISOString())
    .sort()
    .at(-1);
  const address = link.kind === "key" ? `${buildAddress(context, link)}#k=${key}` : buildAddress(context, link);
  return { kid, key, address, earlierEndsAt: last && Date.parse(last) > now.getTime() ? last : null };
}

/** An address that shows for some minutes what a visitor of the link sees. */
export async function previewLink(
  context: Context,
  { id }: z.output<(typeof previewContract)["input"]>,
): Promise<RouteOutput<typeof previewContract>> {
  const link = await requireLink(context, id);
  if (!isOpen(link, context.now) || !(await areServed(context))) {
    throw new AppError(
      "conflict",
      "Visitors see nothing at the moment: the link, its tenant or all embedding is closed.",
    );
  }
  const { token } = mintFor(context, link, null);
  await note(context, link, "links.previewed", {});
  return { address: `${publicAddress(context.config)}/laiqkan/${link.tookan_id}#p=${token}` };
}

/** How a link was used in the last days, and its keys. */
export async function readLinkUse(
  context: Context,
  { id }: z.output<(typeof useContract)["input"]>,
): Promise<RouteOutput<typeof useContract>> {
  const { db, now } = context;
  const link = await requireLink(context, id);
  const { rows: days } = await sql<{ day: string; views: number; visitors: number; refused: number }>`
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(u.views, 0)::int as views, coalesce(u.refused, 0)::int as refused,
      (select count(*) from embed_visitors v where v.link_id = ${id} and v.day = d::date)::int as visitors
    from generate_series(${now}::date - ${daysShown - 1}::int, ${now}::date, interval '1 day') d
    left join embed_use u on u.link_id = ${id} and u.day = d::date order by d`.execute(db);
  const keys = await db
    .selectFrom("embed_keys")
    .select(["kid", "created_at", "ends_at", "last_used_at"])
    .where("link_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  return {
    address: buildAddress(context, link),
    days,
    keys: keys.map(({ kid, created_at, ends_at, last_used_at }) => ({
      kid,
      createdAt: created_at.toISOString(),
      endsAt: ends_at?.toISOString() ?? null,
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
}

async function requireLink(context: Context, id: string): Promise<StoredLink> {
  const link = id.includes("\0") ? null : await findLink(context, id);
  if (!link) throw new AppError("not_found", "There is no such link.");
  return link;
}

function buildAddress({ config }: Context, { kind, tookan_id }: StoredLink): string {
  const path = kind === "signed" ? `/embedded/tookan-report?client=${tookan_id}` : `/laiqkan/${tookan_id}`;
  return `${publicAddress(config)}${path}`;
}

async function note(context: Context, link: StoredLink, act: string, details: Record<string, unknown>): Promise<void> {
  await recordAudit(context, {
    act,
    subject: `links/${link.id}`,
    details: { title: link.label, ...details },
    tenant: link.tenant_id,
  });
  await publishEvent(context, { type: "entity.changed", data: { entity: "links", id: link.id } });
}
