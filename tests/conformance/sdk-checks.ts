import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IdentityProduct, startIdentityProduct } from "./identity-product.ts";
import { checkAccounts } from "./sdk-account-checks.ts";
import { type Connect, type SdkClient, sdkClient } from "./sdk-client.ts";
import { checkCodes } from "./sdk-code-checks.ts";
import { checkProviders } from "./sdk-provider-checks.ts";
import { checkSignIn } from "./sdk-sign-in-checks.ts";

type Mode = {
  mode: string;
  connect: Connect;
  /** Where the SDK sends account calls in this mode. */
  apiBase(url: string): string;
  /** Where the SDK sends refreshes in this mode. */
  tokenBase(url: string): string;
};

/** Every path of the identity provider that the SDK must have used by the end. */
const accountPaths = [
  ..."signInWithPassword signUp signInWithCustomToken signInWithEmailLink signInWithIdp sendOobCode".split(" "),
  ..."resetPassword update lookup delete createAuthUri".split(" "),
].map((name) => `/v1/accounts:${name}`);
const otherPaths = ["/v2/accounts:revokeToken", "/v2/recaptchaConfig", "/v2/passwordPolicy"];

/** Runs the whole list of checks with the official SDK, pointed at the product in the given way. */
export function checkSdk({ mode, connect, apiBase, tokenBase }: Mode): void {
  let identity: IdentityProduct;
  let client: SdkClient;
  beforeAll(async () => {
    identity = await startIdentityProduct();
    client = sdkClient(identity, connect);
  }, 60_000);
  afterAll(async () => {
    await client.close();
    await identity.stop();
  }, 60_000);

  describe(`the official SDK, pointed by ${mode}`, () => {
    checkSignIn(() => client);
    checkProviders(() => client);
    checkCodes(() => client);
    checkAccounts(() => client);

    test("has by now called every path at the address that this way of pointing gives, and no foreign host", () => {
      const asked = new Set(client.asked());
      const expected = [
        ...[...accountPaths, ...otherPaths].map((path) => `${apiBase(identity.url)}${path}`),
        `${tokenBase(identity.url)}/v1/token`,
      ];
      expect(expected.filter((url) => !asked.has(url))).toEqual([]);
      expect([...asked].filter((url) => !url.startsWith(`${identity.url}/`))).toEqual([]);
    });
  });
}
