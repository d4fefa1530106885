import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleDirectly } from "../../platform/http/endpoint.ts";
import { endSession } from "./end-session.ts";
import type { Identity } from "./identity.ts";
import { listSessions } from "./list-sessions.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-sessions.ts";
import { issueServiceKey, listServiceKeys } from "./service-accounts/manage-service-keys.ts";
import { endViewing, startViewing } from "./view-account.ts";

/** One's own sessions, and the keys of the programs that look after accounts. */
export function identityRoutes(identity: Identity, database: Database) {
  return [
    handle(routes.listSessions, listSessions),
    handle(routes.revokeSession, revokeSession),
    handle(routes.revokeOtherSessions, revokeOtherSessions),
    handleDirectly(routes.startViewing, startViewing(identity, database)),
    handle(routes.endViewing, endViewing),
    handle(routes.issueServiceKey, issueServiceKey),
    handle(routes.listServiceKeys, listServiceKeys),
    handleDirectly(routes.endSession, endSession(identity, database)),
  ];
}
