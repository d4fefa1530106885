import { randomUUID } from "node:crypto";
import type { openEmbedSession as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { allowCalls } from "../../platform/http/allow-calls.ts";
import type { PasswordHasher } from "../identity/index.ts";
import type { LinkUse } from "./count-use.ts";
import { type HostToken, readHostToken } from "./host-token.ts";
import { mintLaiqkanToken, tokenSeconds } from "./laiqkan-token.ts";
import { areServed, isOpen } from "./link-status.ts";
import { findBare, findByKey, findByKid, type StoredLink } from "./link-store.ts";
import { requirePasscode } from "./require-passcode.ts";

type Input = z.output<(typeof contract)["input"]>;
type Output = RouteOutput<typeof contract>;
type Parts = { database: Database; passwords: PasswordHasher; use: LinkUse };

const allowOpening = allowCalls({ calls: 600, perSeconds: 60, what: "This report" });

/** Exchanges a key, a host's token or a bare address for the token that opens one report. */
export async function openEmbedSession(
  context: Omit<Context, "db">,
  { tookan_id: tookanIdInput, ...input }: Input,
  parts: Parts,
): Promise<Output> {
  const { database, use } = parts;
  const host = input.token === undefined ? null : readHostToken(context.secrets, input.token, context.now);
  const idText = String(tookanIdInput ?? host?.sub ?? "");
  // The database holds no text with this character, and refuses to look for one.
  const tookanId = idText.includes("\0") ? "" : idText;
  // One look, whatever is wrong, so that the time of the answer does not tell what it was.
  const openedLink = await database.inTenant(platformTenant, async (db) => {
    const isServed = await areServed({ ...context, db });
    const link = await find({ ...context, db }, { ...input, tookanId }, host);
    return isServed ? link : null;
  });
  if (
    !openedLink ||
    openedLink.tookan_id !== tookanId ||
    (host && host.sub !== tookanId) ||
    !isOpen(openedLink, context.now)
  ) {
    use.refused(tookanId);
    throw closed();
  }
  // By address too: nobody keeps others from opening it.
  allowOpening(`${openedLink.id} ${context.origin?.address ?? ""}`);
  await requirePasscode(context, openedLink, input.passcode, parts);
  const { token, expiresInSeconds } = mintFor(context, openedLink, host);
  await database.inTenant(platformTenant, (db) => use.opened({ ...context, db }, openedLink));
  return {
    token,
    expiresInSeconds,
    client: openedLink.client,
    tenant: {
      id: `laiqkan-${openedLink.tookan_id}`,
      name: openedLink.tenant_name,
      source: "laiqkan",
      aiq_type: "Tookan",
    },
    origins: openedLink.origins,
    refreshSeconds: openedLink.refresh_seconds,
  };
}

type Shown = Pick<Input, "token" | "key"> & { tookanId: string };

function find(context: Context, { token, key, tookanId }: Shown, host: HostToken | null): Promise<StoredLink | null> {
  if (token !== undefined) return findByKid(context, host?.kid ?? "");
  return key === undefined ? findBare(context, tookanId) : findByKey(context, key);
}

/** What a token for a link says; it ends with whatever lets its holder in. */
export function mintFor(
  { secrets, now }: Pick<Context, "secrets" | "now">,
  link: StoredLink,
  host: HostToken | null,
): { token: string; expiresInSeconds: number } {
  const iat = Math.floor(now.getTime() / 1000);
  const ends = [link.expires_at, link.key_ends_at].flatMap((end) => (end ? [Math.floor(end.getTime() / 1000)] : []));
  const exp = Math.min(iat + tokenSeconds, ...ends, ...(host ? [host.exp] : []));
  const locked = Object.fromEntries(
    Object.entries(host?.filters ?? {}).map(([field, value]) => [field, [value].flat()]),
  );
  const token = mintLaiqkanToken(secrets, {
    link: link.id,
    kid: link.kid,
    tookan_id: link.tookan_id,
    jti: randomUUID(),
    iat,
    exp,
    ...(Object.keys(locked).length > 0 && { locked }),
    ...(host?.days !== undefined && { days: host.days }),
  });
  return { token, expiresInSeconds: exp - iat };
}

/** The one answer to everything that does not open a report. */
function closed(): AppError {
  return new AppError("not_found", "This report is not open. Ask the organisation that gave you its address.", {
    isAlike: true,
  });
}
