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
import type { ProviderIdentity } from "./provider-identity.ts";

type Client = NonNullable<Config["google"]>;

/** What must survive the trip to the provider and back. */
export type Flow = { state: string; nonce: string; verifier: string };

/** Leads people through an OpenID provider with the authorization-code flow and PKCE. */
export type OpenIdClient = {
  begin(): Promise<{ url: string; flow: Flow }>;
  /** Who came back; throws when the answer is not one to our question. */
  finish(currentUrl: URL, flow: Flow): Promise<ProviderIdentity>;
};

/** A client of one provider, which is looked up at the first use. */
export function createOpenIdClient(
  { issuer, clientId, clientSecret }: Client,
  providerId: string,
  redirectUri: string,
): OpenIdClient {
  let configuration: Promise<Configuration> | null = null;
  const provider = () => {
    const execute = issuer.startsWith("http:") ? [allowInsecureRequests] : [];
    configuration ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 10 }).catch(
      (error) => {
        configuration = null;
        throw error;
      },
    );
    return configuration;
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
        email: text("email")?.toLowerCase() ?? null,
        emailVerified: claims.email_verified === true,
        displayName: text("name"),
        photoUrl: text("picture"),
      };
    },
  };
}
