import { publicAddress } from "../../../platform/config.ts";
import type { Platform } from "../../../platform/context.ts";
import type { WireAnswer, WireCall, WireProtocol } from "../../../platform/http/wire-routes.ts";
import type { Identity } from "../domain/identity.ts";
import { createOpenIdClient, type OpenIdClient } from "../domain/providers/openid-client.ts";
import { refreshTokenOf } from "../domain/tokens/refresh-token.ts";
import { flowCookie, readFlow } from "./flow-cookie.ts";
import { openForIdp } from "./operations/sign-in-with-idp.ts";
import { sessionCookie } from "./session-cookie.ts";
import { wireCall } from "./wire-call.ts";
import { WireError } from "./wire-error.ts";

const callbackPath = "/auth/google/callback";

/** Where people land: signed in, or back at the sign-in with the reason. */
const landing = "/tenant?session=new";
const refused = (reason: "unknown-user" | "provider") => `/login?error=${reason}`;

/** Signing in with Google: two addresses that a browser visits. Without a client they lead back to the sign-in. */
export function openIdWire(identity: Identity, platform: Platform): WireProtocol {
  const { google } = identity.config;
  const base = publicAddress(identity.config);
  const client = google ? createOpenIdClient(google, "google.com", `${base}${callbackPath}`) : null;
  return {
    allowedHeaders: [],
    routes: [
      { method: "GET", path: "/auth/google/start", run: (wire) => begin(identity, client, wire) },
      { method: "GET", path: callbackPath, run: (wire) => finish(identity, platform, client, base, wire) },
    ],
    answerError: () => redirect(refused("provider")),
  };
}

async function begin(identity: Identity, client: OpenIdClient | null, { log }: WireCall): Promise<WireAnswer> {
  if (!client) return redirect(refused("provider"));
  try {
    const { url, flow } = await client.begin();
    return redirect(url, [flowCookie(identity, flow)]);
  } catch (error) {
    log.warn({ err: error }, "The OpenID provider could not be reached");
    return redirect(refused("provider"));
  }
}

async function finish(
  identity: Identity,
  platform: Platform,
  client: OpenIdClient | null,
  base: string,
  wire: WireCall,
) {
  const flow = readFlow(identity, wire.headers.cookie);
  const over = flowCookie(identity, null);
  if (!client || !flow) return redirect(refused("provider"), [over]);
  try {
    const url = new URL(`${callbackPath}?${new URLSearchParams(wire.query)}`, base);
    const call = await wireCall(identity, platform, wire);
    const session = await openForIdp(identity, call, await client.finish(url, flow));
    if (!session) return redirect(refused("unknown-user"), [over]);
    return redirect(landing, [over, sessionCookie(identity.config, refreshTokenOf(identity, session))]);
  } catch (error) {
    if (error instanceof WireError) return redirect(refused("unknown-user"), [over]);
    wire.log.warn({ err: error }, "A sign-in at the OpenID provider failed");
    return redirect(refused("provider"), [over]);
  }
}

function redirect(location: string, cookies: string[] = []): WireAnswer {
  return {
    status: 302,
    body: "",
    type: "text/plain; charset=utf-8",
    headers: { location, ...(cookies.length > 0 && { "set-cookie": cookies }) },
  };
}
