import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { StoredLink } from "./link-store.ts";

const purpose = "embed cookie";
const longestSeconds = 30 * 86_400;

const claims = z.object({ link: z.string(), kid: z.string(), tookanId: z.string(), exp: z.number() });

/** The link and the key that a browser has opened a report with before. */
export type RememberedLink = { link: string; kid: string };

type Scope = Pick<Context, "config" | "secrets" | "now">;

const isHttps = ({ config }: Pick<Context, "config">) => config.publicUrl?.startsWith("https:") ?? false;
const cookieName = (scope: Scope) => (isHttps(scope) ? "__Secure-report" : "report");

/** The only routes that the cookie of a report is sent to. */
function pathForReport(tookanId: string): string {
  return `/api/embed/reports/${encodeURIComponent(tookanId)}`;
}

/** The header that lets a browser open a report again without its key; null where no key was needed. */
export function writeLinkCookie(scope: Scope, { id, kid, kind, ...link }: StoredLink): string | null {
  if (kind !== "key" || kid === null) return null;
  const iat = Math.floor(scope.now.getTime() / 1000);
  const ends = [link.expires_at, link.key_ends_at].flatMap((end) => (end ? [Math.floor(end.getTime() / 1000)] : []));
  const exp = Math.min(iat + longestSeconds, ...ends);
  const sealed = scope.secrets.sealBriefly(purpose, JSON.stringify({ link: id, kid, tookanId: link.tookan_id, exp }));
  const secure = isHttps(scope) ? "; Secure" : "";
  const path = pathForReport(link.tookan_id);
  return `${cookieName(scope)}=${sealed}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${exp - iat}${secure}`;
}

/** What a browser has opened the report of an address with; null where it brings nothing of ours that still holds. */
export function readLinkCookie(scope: Scope, cookies: string | undefined, tookanId: string): RememberedLink | null {
  const prefix = `${cookieName(scope)}=`;
  const sealed = cookies
    ?.split("; ")
    .find((text) => text.startsWith(prefix))
    ?.slice(prefix.length);
  const opened = sealed === undefined ? null : scope.secrets.openBriefly(purpose, sealed);
  if (opened === null) return null;
  const { link, kid, tookanId: ownId, exp } = claims.parse(JSON.parse(opened));
  return ownId === tookanId && exp > scope.now.getTime() / 1000 ? { link, kid } : null;
}
