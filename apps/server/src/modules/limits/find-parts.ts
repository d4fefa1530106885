import { type Context, platformTenant } from "../../platform/context.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { findTenant, findUser, localeSettings } from "../directory/index.ts";
import { findPeriod } from "./limit-period.ts";
import { type Asker, type LimitPart, type StoredLimit, selectLimitsOf } from "./limit-store.ts";

const ranks = { person: 0, role: 1, tenant: 2, platform: 3 };

/**
 * What of which limits someone's messages use up at an instant. All who count go through them in this order, so that
 * none waits for another in a circle; that of the platform comes last and is held shortest.
 */
export async function findParts(context: Context, asker: Asker, at: Date): Promise<LimitPart[]> {
  const limits = await selectLimitsOf(context, asker);
  if (limits.length === 0) return [];
  const zones = await readZones(context, asker);
  return limits
    .map((limit) => toPart(limit, asker, zones, at))
    .sort((a, b) => ranks[a.owner] - ranks[b.owner] || a.limit.id.localeCompare(b.limit.id));
}

type Zones = { person: string; tenant: string; platform: string };

/** Whose part of a limit someone uses up, and the day or month that is counted. */
export function toPart(limit: StoredLimit, asker: Asker, zones: Zones, at: Date): LimitPart {
  const owner = limit.countedFor === "each" ? "person" : limit.scope;
  const timeZone = zones[owner === "role" ? "tenant" : owner];
  const period = findPeriod(limit.period, at, timeZone);
  return { limit, owner, subject: nameSubject(owner, asker), timeZone, period };
}

function nameSubject(owner: LimitPart["owner"], { tenantId, uid, role }: Asker): string {
  const names = {
    person: `person:${uid}`,
    role: `role:${tenantId}:${role}`,
    tenant: `tenant:${tenantId}`,
    platform: platformTenant,
  };
  return names[owner];
}

/** The zones whose days are counted; who has chosen none has that of their tenant. */
export async function readZones(context: Context, { tenantId, uid }: Asker): Promise<Zones> {
  const { timeZone: platform } = await readSettings(context, localeSettings, ["timeZone"]);
  const tenant = (await findTenant(context, tenantId))?.timeZone ?? platform;
  return { person: (await findUser(context, uid))?.timeZone ?? tenant, tenant, platform };
}
