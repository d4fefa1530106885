import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Exchange } from "../../platform/http/endpoint.ts";
import type { Identity } from "./domain/identity.ts";
import { signOut } from "./domain/sessions/end-session.ts";
import { readSessionCookie, writeSessionCookie } from "./wire/session-cookie.ts";

/** Signs a browser out: its session ends, and its cookie goes. Without a session there is nothing to do. */
export function createSignOut(identity: Identity, database: Database) {
  return async (context: Omit<Context, "db">, _input: object, exchange: Exchange): Promise<{ ended: number }> => {
    const refreshToken = readSessionCookie(identity.config, exchange.cookies);
    exchange.setCookie(writeSessionCookie(identity.config, null));
    if (!refreshToken) return { ended: 0 };
    const ended = await database.inTenant(platformTenant, (db) =>
      signOut(identity, { ...context, db, tenantId: platformTenant }, { refreshToken }),
    );
    return { ended };
  };
}
