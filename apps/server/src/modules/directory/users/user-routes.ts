import { routes } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Entity } from "../../../platform/entities/entity.ts";
import { requireRow } from "../../../platform/entities/read-entity.ts";
import { noteAct } from "../../../platform/entities/save-entity.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Endpoint, handle, handleDirectly } from "../../../platform/http/endpoint.ts";
import type { AccountAdmin } from "../account-admin.ts";
import { renewLink } from "./invite-person.ts";
import { describeAccess, findTenantForUser, type ReportAvailability } from "./user-access.ts";
import { requireBelow } from "./user-rules.ts";

/** The sources of a tenant, with how each is. */
export type FindTenantSources = (
  context: Pick<Context, "db">,
  tenantId: string,
) => Promise<{ name: string; source: string; state: string }[]>;

type Parts = {
  database: Database;
  accountAdmin: AccountAdmin;
  users: Entity;
  reports: ReportAvailability;
  selectSources: FindTenantSources;
};

/** What is asked of and done to one user beside what every entity can; a user out of the caller's reach is not found. */
export function userRoutes({ database, accountAdmin, users, reports, selectSources }: Parts): Endpoint[] {
  return [
    handle(routes.showInvitationLink, async (context, { uid }) => {
      const row = await requireRow(context, users, uid);
      requireBelow(context, row);
      if (row.status !== "invited") throw new AppError("conflict", "Only an invited user has a link.");
      const { link } = await renewLink(context, accountAdmin, { uid, email: String(row.email) }, { isShown: true });
      const endsAt = link.expiresAt.toISOString();
      // The link itself opens the account: it is in no audit log.
      await noteAct(context, users, row, "link_shown", { endsAt });
      return { link: link.href, endsAt };
    }),
    handleDirectly(routes.getUserAccess, async (context, { uid }) => {
      const { row, tenant, sources } = await database.inTenant(context.tenantId, async (db) => {
        const user = await requireRow({ ...context, db }, users, uid);
        const id = typeof user.tenantId === "string" ? user.tenantId : null;
        return {
          row: user,
          tenant: id === null ? null : await findTenantForUser({ db }, id),
          sources:
            id === null
              ? []
              : (await selectSources({ db }, id)).map(({ name, source, state }) => ({ name, source, state })),
        };
      });
      const open = tenant
        ? await database.inTenant(tenant.id, (db) => reports.openIn({ ...context, db, tenantId: tenant.id }))
        : new Set<string>();
      return describeAccess(row, tenant, { titles: reports.titles, open, sources });
    }),
    handle(routes.listUserSessions, async (context, { uid }) => {
      await requireRow(context, users, uid);
      return { items: await accountAdmin.listSessions(context, uid) };
    }),
    handle(routes.endUserSession, async (context, { uid, id }) => {
      const row = await requireRow(context, users, uid);
      requireBelow(context, row);
      const session = (await accountAdmin.listSessions(context, uid)).find((one) => one.id === id);
      if (!session) throw new AppError("not_found", "There is no such open session.");
      const ended = await accountAdmin.endSession(context, uid, id);
      await noteAct(context, users, row, "session_ended", { device: session.device, address: session.address });
      return { ended };
    }),
  ];
}
