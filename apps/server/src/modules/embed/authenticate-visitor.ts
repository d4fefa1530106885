import {
  type Caller,
  type Confinement,
  createCallContext,
  type Platform,
  platformTenant,
  systemCaller,
} from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { allowCalls } from "../../platform/http/allow-calls.ts";
import { bearerToken } from "../../platform/http/bearer-token.ts";
import type { Authenticate } from "../../platform/http/register-routes.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { TenantCache } from "../../platform/tenant-cache.ts";
import { findMember } from "../metrics/index.ts";
import { confineToClient } from "./embedded-report.ts";
import { isLaiqkanToken, type LaiqkanClaims, readLaiqkanToken } from "./laiqkan-token.ts";
import { createLinkActor } from "./link-actor.ts";
import { areServed, isOpen } from "./link-status.ts";
import { findLink, type StoredLink } from "./link-store.ts";

/** How long a link that was closed may go unnoticed. */
const maxAgeMs = 1000;
const maxEntries = 10_000;
/** Links are rows of the platform: their tenant is a part of what is read. */
const owner = { tenantId: platformTenant };
const callsPerMinute = 20_000;

type LinkStatus = { link: StoredLink | null; confined: Omit<Confinement, "days"> };

/** Tells who sent a request also where it carries the token of an embedded report; all others are asked as before. */
export function withVisitors(authenticate: Authenticate, platform: Platform): Authenticate {
  const statuses = new TenantCache<LinkStatus>({ maxEntries, maxAgeMs });
  const allow = allowCalls({ calls: callsPerMinute, perSeconds: 60, what: "This report" });

  async function readStatus({ link: id, kid }: LaiqkanClaims, log: Logger): Promise<LinkStatus> {
    const key = `${id} ${kid ?? ""}`;
    const cached = statuses.get(owner, key);
    if (cached) return cached;
    const context = createCallContext(platform, systemCaller("embed", platformTenant), { requestId: "embed", log });
    const row = await platform.database.inTenant(platformTenant, async (db) =>
      (await areServed({ ...context, db })) ? findLink({ db }, id, kid) : null,
    );
    const isInUse = row !== null && isOpen(row, context.now) && (kid === null || row.kid === kid);
    const link = isInUse ? row : null;
    const status = {
      link,
      confined: confineToClient(link?.fields ?? [], link ? await findCustomer(link) : null),
    };
    statuses.set(owner, key, status);
    return status;
  }

  /** The client among the customers of the tenant's deliveries. */
  async function findCustomer({ tenant_id: tenant, client_key: key }: StoredLink): Promise<number | null> {
    return platform.database.inTenant(tenant, (db) =>
      findMember({ db, tenantId: tenant }, { dimension: "customer", key }),
    );
  }

  return async (request) => {
    const token = bearerToken(request);
    if (!token || !isLaiqkanToken(token)) return authenticate(request);
    const claims = readLaiqkanToken(platform.secrets, token, platform.clock());
    if (!claims) throw ended();
    const { link, confined } = await readStatus(claims, request.log as Logger);
    if (!link) throw ended();
    // By address too: nobody keeps others from reading it.
    allow(`${link.id} ${request.ip}`);
    return toCaller(link, claims, confined);
  };
}

const ended = () => new AppError("unauthenticated", "This report is no longer open.", { isAlike: true });

/** Whoever came in by a link: all that they may see follows from their token, and nothing from what they ask. */
function toCaller(
  link: StoredLink,
  { locked = {}, days: hostDays = link.days }: LaiqkanClaims,
  confined: LinkStatus["confined"],
): Caller {
  const isCountsOnly = link.kind === "counts";
  const days = Math.min(link.days, hostDays);
  return {
    actor: createLinkActor(link.id, {
      tookanId: link.tookan_id,
      client: link.client,
      clientKey: link.client_key,
      fields: link.fields,
      isCountsOnly,
      canExport: link.can_export && !isCountsOnly,
      locked,
      days,
      version: String(link.version),
    }),
    tenantId: link.tenant_id,
    permissions: new Set(["embed.read" as const]),
    confined: { ...confined, days },
  };
}
