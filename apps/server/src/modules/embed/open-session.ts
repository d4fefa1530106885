import { randomUUID } from "node:crypto";
import type {
  openEmbedSession as contract,
  RouteOutput,
  resumeEmbedSession as resumeContract,
} from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import { allowCalls } from "../../platform/http/allow-calls.ts";
import type { Exchange } from "../../platform/http/endpoint.ts";
import type { PasswordHasher } from "../identity/index.ts";
import type { LinkUse } from "./count-use.ts";
import { type HostToken, readHostToken } from "./host-token.ts";
import { mintLaiqkanToken, tokenSeconds } from "./laiqkan-token.ts";
import { type RememberedLink, readLinkCookie, writeLinkCookie } from "./link-cookie.ts";
import { areServed, isOpen } from "./link-status.ts";
import { findBare, findByKey, findByKid, findLink, type StoredLink } from "./link-store.ts";
import { requirePasscode } from "./require-passcode.ts";

type Input = z.output<(typeof contract)["input"]>;
type Output = RouteOutput<typeof contract>;
type Cookies = Pick<Exchange, "cookies" | "setCookie">;
type Parts = { database: Database; passwords: PasswordHasher; use: LinkUse };

const allowOpening = allowCalls({ calls: 600, perSeconds: 60, what: "This report" });

/** Exchanges a key, a host's token or a bare address for the token that opens one report. */
export async function openEmbedSession(
  context: Omit<Context, "db">,
  { tookan_id: tookanIdInput, ...input }: Input,
  parts: Parts,
  cookies: Cookies,
): Promise<Output> {
  const host = input.token === undefined ? null : readHostToken(context.secrets, input.token, context.now);
  const tookanId = toTookanId(String(tookanIdInput ?? host?.sub ?? ""));
  const request = { ...input, tookanId, host, remembered: null };
  return openLink(context, request, parts, cookies);
}

/** Opens a report again in a browser that has opened it by its key before, or at an address that needs none. */
export async function resumeEmbedSession(
  context: Omit<Context, "db">,
  { tookan_id: tookanIdInput, passcode }: z.output<(typeof resumeContract)["input"]>,
  parts: Parts,
  cookies: Cookies,
): Promise<Output> {
  const tookanId = toTookanId(tookanIdInput);
  const remembered = readLinkCookie(context, cookies.cookies, tookanId);
  const request = { tookanId, passcode, host: null, remembered };
  return openLink(context, request, parts, cookies);
}

/** The database holds no text with this character, and refuses to look for one. */
function toTookanId(text: string): string {
  return text.includes("\0") ? "" : text;
}

type Request = Pick<Input, "token" | "key" | "passcode"> & {
  tookanId: string;
  host: HostToken | null;
  remembered: RememberedLink | null;
};

async function openLink(
  context: Omit<Context, "db">,
  request: Request,
  parts: Parts,
  cookies: Cookies,
): Promise<Output> {
  const { database, use } = parts;
  const { tookanId, host } = request;
  // One look, whatever is wrong, so that the time of the answer does not tell what it was.
  const openedLink = await database.inTenant(platformTenant, async (db) => {
    const isServed = await areServed({ ...context, db });
    const link = await find({ ...context, db }, request);
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
  await requirePasscode(context, openedLink, request.passcode, parts);
  const { token, expiresInSeconds } = mintFor(context, openedLink, host);
  await database.inTenant(platformTenant, (db) => use.opened({ ...context, db }, openedLink));
  const cookie = writeLinkCookie(context, openedLink);
  if (cookie !== null) cookies.setCookie(cookie);
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

async function find(context: Context, request: Request): Promise<StoredLink | null> {
  const { token, key, tookanId, host, remembered } = request;
  if (token !== undefined) return findByKid(context, host?.kid ?? "");
  if (key !== undefined) return findByKey(context, key);
  const known = remembered && (await findRemembered(context, remembered));
  return known ?? findBare(context, tookanId);
}

/** A link that has ended leaves its browser what everyone has: the address. */
async function findRemembered(context: Context, { link: id, kid }: RememberedLink): Promise<StoredLink | null> {
  const link = await findLink(context, id, kid);
  return link?.kind === "key" && link.kid === kid && isOpen(link, context.now) ? link : null;
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
