import type { EntityRow } from "@console/contracts";
import type { Updateable } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { ActSpec } from "../../../platform/entities/entity.ts";
import type { AccountAdmin } from "../account-admin.ts";
import { tenantReference } from "../tenant-reference.ts";
import { inviteAgain } from "./invite-person.ts";
import { keepSuperadmin, requireBelow, requireGiven } from "./user-rules.ts";

/** What is done to people; nobody does it to someone of a higher role. */
export function userActs(accountAdmin: AccountAdmin): Record<string, ActSpec> {
  const guarded =
    (
      work: (context: Context, row: EntityRow, input: Readonly<Record<string, unknown>>) => Promise<string | undefined>,
    ) =>
    async (context: Context, row: EntityRow, input: Readonly<Record<string, unknown>>) => {
      requireBelow(context, row);
      return work(context, row, input);
    };
  const requireUid = (row: EntityRow) => String(row.id);
  const live = { field: "status", values: ["active", "locked", "invited"] };
  return {
    lock: {
      label: "Lock",
      done: "Locked.",
      isDestructive: true,
      when: { field: "status", values: ["active", "invited"] },
      question: "They are signed out everywhere and cannot sign in until an admin unlocks them.",
      fields: { reason: { label: "Reason", type: "text", max: 300 } },
      run: guarded(async (context, row) => {
        await keepSuperadmin(context, row);
        await accountAdmin.setLocked(context, requireUid(row), true);
        return undefined;
      }),
    },
    unlock: {
      label: "Unlock",
      done: "Unlocked.",
      isMain: true,
      when: { field: "status", values: ["locked"] },
      run: guarded(async (context, row) => {
        await accountAdmin.setLocked(context, requireUid(row), false);
        await setUser(context, row, { awake_since: context.now });
        return undefined;
      }),
    },
    reset: {
      label: "Force a new password",
      done: "An email with a link is on its way.",
      when: { field: "status", values: ["active"] },
      question:
        "The password stops working, all devices are signed out, and an email with a link to set a new password is sent.",
      run: guarded(async (context, row) => {
        await accountAdmin.forceReset(context, { uid: requireUid(row), email: String(row.email) });
        return undefined;
      }),
    },
    signOut: {
      label: "Sign out everywhere",
      done: "Signed out everywhere.",
      when: live,
      run: guarded(async (context, row) => {
        const ended = await accountAdmin.endSessions(context, requireUid(row));
        return ended === 1 ? "One session ended." : `${ended} sessions ended.`;
      }),
    },
    resend: {
      label: "Send the invitation again",
      done: "The invitation is on its way.",
      isMain: true,
      when: { field: "status", values: ["invited"] },
      run: guarded(async (context, row) => {
        const { email, role, tenantId, name } = row;
        await inviteAgain(context, accountAdmin, {
          uid: requireUid(row),
          email: String(email),
          role: String(role),
          tenantId: tenantId ? String(tenantId) : null,
          name: name ? String(name) : null,
        });
        return undefined;
      }),
    },
    revoke: {
      label: "Revoke the invitation",
      done: "The invitation no longer works.",
      isDestructive: true,
      when: { field: "status", values: ["invited"] },
      question: "The link in the email stops working, and the person is removed from the list.",
      run: guarded(async (context, row) => {
        await context.db.deleteFrom("users").where("uid", "=", requireUid(row)).execute();
        await accountAdmin.remove(context, requireUid(row));
        return undefined;
      }),
    },
    move: {
      label: "Move to another tenant",
      done: "Moved.",
      when: live,
      permission: "tenants.manage",
      question: "They are signed out and see the data of the other tenant from now on.",
      fields: { tenantId: { label: "Tenant", type: "text", refersTo: tenantReference(), isRequired: true } },
      run: guarded(async (context, row, { tenantId }) => {
        await requireGiven(context, row, { tenantId });
        await setUser(context, row, { tenant_id: String(tenantId) });
        await accountAdmin.endSessions(context, requireUid(row));
        return undefined;
      }),
    },
    remove: {
      label: "Remove",
      done: "Removed; it can be brought back for 30 days.",
      when: { field: "status", values: ["active", "locked"] },
      isDangerous: true,
      question: "They can no longer sign in. You can restore them within 30 days.",
      run: guarded(async (context, row) => {
        await keepSuperadmin(context, row);
        await accountAdmin.setLocked(context, requireUid(row), true);
        await setUser(context, row, { removed_at: context.now });
        return undefined;
      }),
    },
    restore: {
      label: "Restore",
      done: "Restored.",
      isMain: true,
      when: { field: "status", values: ["removed"] },
      run: guarded(async (context, row) => {
        await setUser(context, row, { removed_at: null, awake_since: context.now });
        await accountAdmin.setLocked(context, requireUid(row), false);
        return undefined;
      }),
    },
  };
}

async function setUser({ db }: Context, row: EntityRow, columns: Updateable<DB["users"]>): Promise<void> {
  await db.updateTable("users").set(columns).where("uid", "=", String(row.id)).execute();
}
