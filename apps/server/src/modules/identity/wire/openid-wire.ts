import { publicAddress } from "../../../platform/config.ts";
import type { Platform } from "../../../platform/context.ts";
import type { WireAnswer, WireCall, WireProtocol } from "../../../platform/http/wire-routes.ts";
import type { Identity } from "../domain/identity.ts";
import { IdentityError } from "../domain/identity-error.ts";
import { createOpenIdClient, type OpenIdClient } from "../domain/providers/openid-client.ts";
import { openProviderSession } from "../domain/providers/sign-in-with-provider.ts";
import { writeRefreshToken } from "../domain/tokens/refresh-token.ts";
import { readFlow, writeFlowCookie } from "./flow-cookie.ts";
import { writeSessionCookie } from "./session-cookie.ts";
import { readCall } from "./wire-call.ts";
import { WireError } from "./wire-error.ts";

const callbackPath = "/auth/google/callback";

/** Where people land: signed in, or back at the sign-in with the reason. */
const landingPath = "/tenant?session=new";
const refusalPath = (reason: "unknown-user" | "provider") => `/login?error=${reason}`;

/** Signing in with Google: two addresses that a browser visits. Without a client they lead back to the sign-in. */
export function openIdWire(identity: Identity, platform: Platform): WireProtocol {
  const { google } = identity.config;
  const base = publicAddress(identity.config);
  const client = google ? createOpenIdClient(google, "google.com", `${base}${callbackPath}`) : null;
  return {
    logPart: "auth",
    allowedHeaders: [],
    routes: [
      { method: "GET", path: "/auth/google/start", run: (wire) => begin(identity, client, wire) },
      { method: "GET", path: callbackPath, run: (wire) => finish(identity, platform, client, base, wire) },
    ],
    answerError: () => redirect(refusalPath("provider")),
  };
}

async function begin(identity: Identity, client: OpenIdClient | null, { log }: WireCall): Promise<WireAnswer> {
  if (!client) return redirect(refusalPath("provider"));
  try {
    const { url, flow } = await client.begin();
    return redirect(url, [writeFlowCookie(identity, flow)]);
  } catch (error) {
    log.warn({ err: error }, "The OpenID provider could not be reached");
    return redirect(refusalPath("provider"));
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
  const clearedCookie = writeFlowCookie(identity, null);
  if (!client || !flow) return redirect(refusalPath("provider"), [clearedCookie]);
  try {
    const url = new URL(`${callbackPath}?${new URLSearchParams(wire.query)}`, base);
    const { context } = await readCall(identity, platform, wire);
    const session = await openProviderSession(context, { provider: await client.finish(url, flow) });
    if (!session) return redirect(refusalPath("unknown-user"), [clearedCookie]);
    return redirect(landingPath, [
      clearedCookie,
      writeSessionCookie(identity.config, writeRefreshToken(identity, session)),
    ]);
  } catch (error) {
    if (error instanceof IdentityError || error instanceof WireError)
      return redirect(refusalPath("unknown-user"), [clearedCookie]);
    wire.log.warn({ err: error }, "A sign-in at the OpenID provider failed");
    return redirect(refusalPath("provider"), [clearedCookie]);
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
