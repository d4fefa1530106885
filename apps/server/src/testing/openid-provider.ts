import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Identity = { email: string; verified: boolean };
export type OpenIdProvider = {
  issuer: string;
  /** Who each name typed at the provider stands for. */
  identities: Record<string, Identity>;
  close(): void;
};

export const openIdClient = { id: "console", secret: "secret" };

/** A real OpenID provider with one client, for whom PKCE is a must; any password is right there. */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  const identities: Record<string, Identity> = {};
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: openIdClient.id, client_secret: openIdClient.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: id,
        email: identities[id]?.email,
        email_verified: identities[id]?.verified,
      }),
    }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    identities,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
