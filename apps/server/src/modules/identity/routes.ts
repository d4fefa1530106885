import { routes } from "@console/contracts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleDirectly } from "../../platform/http/endpoint.ts";
import type { Identity } from "./domain/identity.ts";
import { issueServiceKey, listServiceKeys } from "./domain/service-accounts/manage-service-keys.ts";
import { createStartImpersonation, endImpersonation } from "./domain/sessions/impersonation.ts";
import { listSessions } from "./domain/sessions/list-sessions.ts";
import { revokeOtherSessions, revokeSession } from "./domain/sessions/revoke-sessions.ts";
import { createSignOut } from "./sign-out.ts";

/** One's own sessions, and the keys of the programs that look after accounts. */
export function identityRoutes(identity: Identity, database: Database) {
  return [
    handle(routes.listSessions, listSessions),
    handle(routes.revokeSession, revokeSession),
    handle(routes.revokeOtherSessions, revokeOtherSessions),
    handleDirectly(routes.startViewing, createStartImpersonation(identity, database)),
    handle(routes.endViewing, endImpersonation),
    handle(routes.issueServiceKey, issueServiceKey),
    handle(routes.listServiceKeys, listServiceKeys),
    handleDirectly(routes.endSession, createSignOut(identity, database)),
  ];
}
