import { publicAddress } from "../../../../platform/config.ts";
import type { Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import type { IdentitySettings } from "../identity-settings.ts";

/** Links in mails lead to our own pages: another host is refused. */
export function requireLinkHost({ config }: Identity, host: string | undefined): void {
  if (!host) return;
  if (host !== new URL(publicAddress(config)).hostname) throw new IdentityError("link-host-foreign");
}

/** The address that a mail's link leads on to: absolute, and on a host that is ours or allowed. */
export function requireContinueUrl(
  { config, isTestMode }: Identity,
  settings: IdentitySettings,
  url: string | undefined,
): string | null {
  if (!url) return null;
  if (!URL.canParse(url)) throw new IdentityError("continue-url-invalid");
  const { protocol, hostname } = new URL(url);
  const own = new URL(publicAddress(config)).hostname;
  const hosts = [own, ...settings.continueHosts, ...(isTestMode ? ["localhost", "127.0.0.1"] : [])];
  if (!/^https?:$/.test(protocol) || !hosts.includes(hostname)) throw new IdentityError("continue-host-foreign");
  return url;
}
