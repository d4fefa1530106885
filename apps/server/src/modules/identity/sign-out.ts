import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Exchange } from "../../platform/http/endpoint.ts";
import { noteAccount } from "./domain/accounts/record-account-event.ts";
import type { Identity } from "./domain/identity.ts";
import { endSession as endStoredSession, takeSession } from "./domain/sessions/session-store.ts";
import { readRefreshToken } from "./domain/tokens/refresh-token.ts";
import { readSessionCookie, sessionCookie } from "./wire/session-cookie.ts";

/** Signs a browser out: its session ends, and its cookie goes. Without a session there is nothing to do. */
export function endSession(identity: Identity, database: Database) {
  return async (context: Omit<Context, "db">, _input: object, exchange: Exchange): Promise<{ ended: number }> => {
    const token = readSessionCookie(identity.config, exchange.cookies);
    exchange.setCookie(sessionCookie(identity.config, null));
    const named = token ? readRefreshToken(identity, token) : null;
    if (!named) return { ended: 0 };
    const ended = await database.inTenant(platformTenant, async (db) => {
      const session = await takeSession({ ...context, db }, named.id);
      if (!session) return 0;
      await noteAccount({ ...context, db, tenantId: platformTenant }, session.uid, "session.ended");
      return endStoredSession({ ...context, db }, session.uid, session.id);
    });
    return { ended };
  };
}
