import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleDirectly } from "../../platform/http/endpoint.ts";
import { endSession } from "./end-session.ts";
import type { Identity } from "./identity.ts";
import { listSessions } from "./list-sessions.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-sessions.ts";
import { endViewing, startViewing } from "./view-account.ts";

/** One's own sessions. */
export function identityRoutes(identity: Identity, database: Database) {
  return [
    handle(routes.listSessions, listSessions),
    handle(routes.revokeSession, revokeSession),
    handle(routes.revokeOtherSessions, revokeOtherSessions),
    handleDirectly(routes.startViewing, startViewing(identity, database)),
    handle(routes.endViewing, endViewing),
    handleDirectly(routes.endSession, endSession(identity, database)),
  ];
}
