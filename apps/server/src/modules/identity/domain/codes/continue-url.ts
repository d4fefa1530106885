import { publicAddress } from "../../../../platform/config.ts";
import { textField } from "../../wire/call-fields.ts";
import { WireError } from "../../wire/wire-error.ts";
import type { Call, Identity } from "../identity.ts";
import type { IdentitySettings } from "../identity-settings.ts";

/** Links in mails lead to our own pages: another host is refused by its name on the wire. */
export function requireLinkDomain({ config }: Identity, { body }: Call): void {
  const domain = textField(body, "linkDomain");
  if (!domain) return;
  if (domain !== new URL(publicAddress(config)).hostname) throw new WireError("INVALID_HOSTING_LINK_DOMAIN");
}

/** The address that a mail's link leads on to: absolute, and on a host that is ours or allowed. */
export function requireContinueUrl(
  { config, isTestMode }: Identity,
  { body }: Call,
  settings: IdentitySettings,
): string | null {
  const given = textField(body, "continueUrl");
  if (!given) return null;
  if (!URL.canParse(given)) {
    throw new WireError("INVALID_CONTINUE_URI", { detail: "((expected an absolute URI with valid scheme and host))" });
  }
  const { protocol, hostname } = new URL(given);
  const own = new URL(publicAddress(config)).hostname;
  const hosts = [own, ...settings.continueHosts, ...(isTestMode ? ["localhost", "127.0.0.1"] : [])];
  if (!/^https?:$/.test(protocol) || !hosts.includes(hostname)) throw new WireError("UNAUTHORIZED_DOMAIN");
  return given;
}
