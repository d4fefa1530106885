import type { Config } from "../../platform/config.ts";
import { wrongField } from "../../platform/errors.ts";
import { ForbiddenAddress, guardedAddress } from "../../platform/outbound/guarded-address.ts";

/** What is wrong with the form of the address of a server; null when it is right. */
export function findAddressProblem(text: string): string | null {
  if (!URL.canParse(text)) return "Enter an address that begins with http:// or https://.";
  const { protocol, username, password, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol)) return "Enter an address that begins with http:// or https://.";
  if (username !== "" || password !== "") return "Leave the password out of the address. Enter it as the key.";
  return search === "" && hash === "" ? null : "Leave out what stands behind the path.";
}

/** Refuses an address that the product would not ask; whether a name leads anywhere is for the test to find out. */
export async function checkAddress(text: string, { modelHosts }: Pick<Config, "modelHosts">): Promise<void> {
  const { hostname, port, protocol } = new URL(text);
  try {
    await guardedAddress(hostname, Number(port) || (protocol === "https:" ? 443 : 80), modelHosts, "MODEL_HOSTS");
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw wrongField("address", error.message);
  }
}
