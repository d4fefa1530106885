import { type EntityRow, isPlatformRole } from "@console/contracts";
import { sql } from "kysely";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";

/** Roles from the least to the most. */
const ranks: Readonly<Record<string, number>> = { manager: 1, admin: 2, superadmin: 3 };

function rankRole(role: string): number {
  return ranks[role] ?? 0;
}

/** What the caller may do with a person: nothing to those above, and to oneself only a change of the profile. */
export function rightsOverPerson(context: Context, row: EntityRow): { canAct: boolean; canChange: boolean } {
  const isSelf = context.actor.kind === "user" && context.actor.uid === row.id;
  const isAbove = rankRole(String(row.role)) > ownRank(context);
  const isOutOfReach = isPlatformRole(String(row.role)) && !context.permissions.has("admins.manage");
  const canAct = !isSelf && !isAbove && !isOutOfReach;
  return { canAct, canChange: canAct || isSelf };
}

/** Refuses to act on someone of a higher role, or on oneself. */
export function requireBelow(context: Context, row: EntityRow): void {
  if (row.id === requirePerson(context)) throw new AppError("conflict", "You cannot do this to yourself.");
  if (rankRole(String(row.role)) > ownRank(context)) {
    throw new AppError("forbidden", "You cannot act on someone with a higher role.");
  }
  if (isPlatformRole(String(row.role)) && !context.permissions.has("admins.manage")) {
    throw new AppError("forbidden", "Only a superadmin can manage platform admins.");
  }
}

function ownRank({ actor }: Context): number {
  return actor.kind === "user" ? rankRole(actor.role) : Number.POSITIVE_INFINITY;
}

/** Refuses what would leave the platform without anyone who can do everything. */
export async function keepSuperadmin({ db }: Context, row: EntityRow): Promise<void> {
  if (row.role !== "superadmin") return;
  // Two who remove each other at the same moment wait for each other here.
  const { rows } = await sql<{ uid: string }>`select uid from users
    where role = 'superadmin' and status = 'active'
    order by uid for update`.execute(db);
  if (rows.some(({ uid }) => uid !== row.id)) return;
  throw new AppError("conflict", "This is the last superadmin. Create another one first.");
}

/** Refuses a role or a tenant that the caller cannot give. */
export async function requireGiven(
  context: Context,
  before: EntityRow | null,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const role = String(input.role ?? before?.role ?? "");
  const tenant = "tenantId" in input ? input.tenantId : (before?.tenantId ?? null);
  const problems: Record<string, string> = {};
  if (rankRole(role) > ownRank(context)) problems.role = "You cannot give a role higher than your own.";
  else if (isPlatformRole(role) && !context.permissions.has("admins.manage")) {
    problems.role = "Only a superadmin can create admins.";
  }
  if (isPlatformRole(role) && tenant !== null) problems.tenantId = "Platform admins belong to no tenant.";
  if (!isPlatformRole(role) && (tenant === null || tenant === "")) problems.tenantId = "Choose a tenant.";
  if (typeof tenant === "string" && tenant !== "" && tenant !== before?.tenantId) {
    const problem = await tenantProblem(context, tenant);
    if (problem !== null) problems.tenantId = problem;
  }
  const names = Object.keys(problems);
  if (names.length > 0) throw new AppError("invalid_input", `Check: ${names.join(", ")}.`, { fields: problems });
}

async function tenantProblem(context: Context, id: string): Promise<string | null> {
  const isOwn = context.permissions.has("tenants.manage") || id === context.tenantId;
  const tenant = isOwn
    ? await context.db.selectFrom("tenants").select(["state", "user_limit"]).where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!tenant) return "There is no such tenant.";
  if (tenant.state !== "active") return `The tenant is ${tenant.state}.`;
  const { people } = await context.db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("people"))
    .where("tenant_id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  const isFull = tenant.user_limit !== null && Number(people) >= tenant.user_limit;
  return isFull ? `The tenant has reached its limit of ${tenant.user_limit} people already.` : null;
}
