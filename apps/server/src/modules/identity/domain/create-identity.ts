import { createKeyedConcurrencyLimit } from "../../../platform/concurrency-limit.ts";
import type { Config } from "../../../platform/config.ts";
import type { InstallationKey } from "../../../platform/crypto/secret-key.ts";
import type { Identity } from "./identity.ts";
import { createPasswordHasher, type HashCost } from "./passwords/password-hasher.ts";
import { createSignInSteps } from "./sign-in/sign-in-steps.ts";
import { createSigningKeys } from "./tokens/signing-keys.ts";

/** As many as one address may fail for one account before it has to wait. */
const maxConcurrentAttempts = 5;

/** The identity service of one running product. */
export function createIdentity(config: Config, key: InstallationKey, hashCost?: HashCost): Identity {
  const passwords = createPasswordHasher(hashCost);
  return {
    config,
    keys: createSigningKeys(),
    passwords,
    ...createSignInSteps(passwords),
    limitAttempts: createKeyedConcurrencyLimit(maxConcurrentAttempts),
    refreshKey: key.derive("identity.refresh-token"),
    isTestMode: config.isIdentityTestMode,
  };
}
