import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Config } from "../../../../platform/config.ts";
import type { Flow } from "../../wire/flow-cookie.ts";
import type { IdpIdentity } from "../../wire/idp-identity.ts";

type Client = NonNullable<Config["google"]>;

/** Leads people through an OpenID provider with the authorization-code flow and PKCE. */
export type OpenIdClient = {
  begin(): Promise<{ url: string; flow: Flow }>;
  /** Who came back; throws when the answer is not one to our question. */
  finish(currentUrl: URL, flow: Flow): Promise<IdpIdentity>;
};

/** A client of one provider, which is looked up at the first use. */
export function createOpenIdClient(
  { issuer, clientId, clientSecret }: Client,
  providerId: string,
  redirectUri: string,
): OpenIdClient {
  let known: Promise<Configuration> | null = null;
  const provider = () => {
    const execute = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
    known ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 10 }).catch((error) => {
      known = null;
      throw error;
    });
    return known;
  };
  return {
    async begin() {
      const flow = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, flow };
    },
    async finish(currentUrl, flow) {
      const tokens = await authorizationCodeGrant(await provider(), currentUrl, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() };
      const text = (name: string) => (typeof claims[name] === "string" ? (claims[name] as string) : null);
      return {
        providerId,
        rawId: text("sub") ?? "",
        raw: claims,
        email: text("email")?.toLowerCase() ?? null,
        emailVerified: claims.email_verified === true,
        displayName: text("name"),
        firstName: text("given_name"),
        lastName: text("family_name"),
        photoUrl: text("picture"),
        oauthIdToken: null,
        oauthAccessToken: null,
      };
    },
  };
}
