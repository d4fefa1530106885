import type { Config } from "../../platform/config.ts";
import type { InstallationKey } from "../../platform/crypto/secret-key.ts";
import type { Identity } from "./identity.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { createSigningKeys } from "./signing-keys.ts";

/** The identity service of one running product. */
export function createIdentity(config: Config, key: InstallationKey): Identity {
  return {
    config,
    keys: createSigningKeys(),
    passwords: createPasswordHasher(),
    refreshKey: key.derive("identity.refresh-token"),
    isTestMode: config.isIdentityTestMode,
  };
}
