import type { Config } from "../../../platform/config.ts";

const maxAgeSeconds = 30 * 86_400;

/** The header with which our own pages request their refresh token as a cookie that scripts cannot read. */
export const cookieHeader = "x-session";

const cookieName = ({ publicUrl }: Config) => (isHttps(publicUrl) ? "__Host-session" : "session");
const isHttps = (url: string | null) => url?.startsWith("https:") ?? false;

/** The refresh token in a request's cookies, or null. */
export function readSessionCookie(config: Config, cookies: string | undefined): string | null {
  const prefix = `${cookieName(config)}=`;
  const cookie = cookies?.split("; ").find((text) => text.startsWith(prefix));
  return cookie ? cookie.slice(prefix.length) : null;
}

/** The header that keeps a refresh token, or takes it away when it is null. */
export function writeSessionCookie(config: Config, token: string | null): string {
  const secure = isHttps(config.publicUrl) ? "; Secure" : "";
  const age = token === null ? 0 : maxAgeSeconds;
  return `${cookieName(config)}=${token ?? ""}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`;
}
