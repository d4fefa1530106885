import { randomUUID } from "node:crypto";
import { type EntityRow, roleNames } from "@console/contracts";
import { sql } from "kysely";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { wrongField } from "../../platform/errors.ts";
import {
  findUser,
  peopleRelation,
  personName,
  personReference,
  tenantReference,
  tenantRelation,
} from "../directory/index.ts";
import { readZones, toPart } from "./find-parts.ts";
import { deleteLimit, findLimit, insertCount } from "./limit-store.ts";
import { sumUse } from "./usage-store.ts";

const scopes = { platform: "Platform", tenant: "Tenant", role: "Role", person: "Person" };
const once = { edit: "once" } as const;

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Limit",
    label: "Name",
    type: "text",
    max: 80,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "People see it beside what they have used, such as Daily messages.",
  },
  scope: {
    ...once,
    group: "Applies to",
    label: "Applies to",
    type: "choice",
    choices: scopes,
    isRequired: true,
    initial: "tenant",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  tenantId: {
    ...once,
    group: "Applies to",
    label: "Tenant",
    type: "text",
    column: "for_tenant",
    max: 128,
    refersTo: tenantReference(),
    when: { field: "scope", values: ["tenant", "role"] },
    isFilter: true,
    shown: "list",
    help: "For a role: leave empty for all tenants.",
  },
  role: {
    ...once,
    group: "Applies to",
    label: "Role",
    type: "choice",
    choices: roleNames,
    isRequired: true,
    when: { field: "scope", values: ["role"] },
    isFilter: true,
    shown: "list",
  },
  uid: {
    ...once,
    group: "Applies to",
    label: "Person",
    type: "text",
    max: 128,
    isRequired: true,
    refersTo: personReference(personName(sql`r.uid`)),
    when: { field: "scope", values: ["person"] },
    shown: "list",
    inFiles: "hidden",
  },
  countedFor: {
    ...once,
    group: "Applies to",
    label: "Counted for",
    type: "choice",
    choices: { together: "All together", each: "Each person" },
    isRequired: true,
    initial: "together",
    when: { field: "scope", values: ["platform", "tenant", "role"] },
    isNeverEmpty: true,
    shown: "list",
    help: "All together share it; a role shares it within each tenant. Each person counts in their own time zone.",
  },
  what: {
    ...once,
    group: "Limit",
    label: "Counts",
    type: "choice",
    choices: { messages: "Messages", tokens: "Tokens" },
    isRequired: true,
    initial: "messages",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  period: {
    ...once,
    group: "Limit",
    label: "Period",
    type: "choice",
    choices: { day: "Day", month: "Month" },
    isRequired: true,
    initial: "day",
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  most: {
    group: "Limit",
    label: "Limit",
    type: "count",
    max: 1_000_000_000,
    isRequired: true,
    isNeverEmpty: true,
    shown: "list",
    help: "Each message to a model reserves about 6,000 tokens until its answer has ended.",
  },
  warnPercent: {
    group: "Limit",
    label: "Warn at (percent)",
    type: "count",
    max: 100,
    initial: 80,
    isRequired: true,
    isNeverEmpty: true,
    shown: "column",
  },
  words: {
    group: "Limit",
    label: "Own words",
    type: "lines",
    max: 300,
    shown: "detail",
    help: "Shown first to whoever reaches the limit, before when it resets.",
  },
  isEnabled: {
    group: "Limit",
    label: "Enabled",
    type: "flag",
    initial: true,
    isRequired: true,
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
    help: "A disabled limit stops nobody and continues counting.",
  },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** How much may be asked of the assistant, by everyone, a tenant, a role or a person. */
export const limitsEntity: Entity = {
  name: "limits",
  one: "Limit",
  many: "Limits",
  table: "assistant_limits",
  people: peopleRelation,
  title: "name",
  from: sql`assistant_limits as r left join ${tenantRelation} t on t.id = r.for_tenant`,
  permissions: { read: "limits.manage", manage: "limits.manage" },
  fields,
  headline: ["scope", "most", "isEnabled"],
  sort: { by: "name", dir: "asc" },
  findTenantId: (row) => (typeof row.tenantId === "string" ? row.tenantId : null),
  acts: {
    remove: {
      label: "Remove",
      done: "Removed.",
      question: "It stops nobody any more. What was used stays in the usage.",
      isDestructive: true,
      async run(context, { id }) {
        await deleteLimit(context, String(id));
        return undefined;
      },
    },
  },
  async check(_, before, input) {
    const { scope, tenantId, warnPercent } = input;
    if (warnPercent === 0) throw wrongField("warnPercent", "Enter a whole number from 1 to 100.");
    if (!before && scope === "tenant" && !tenantId) throw wrongField("tenantId", "Choose a tenant.");
  },
  create: createLimit,
};

/** A new limit counts what its period has seen before it. */
async function createLimit(context: Context, columns: Record<string, unknown>): Promise<string> {
  const { db, now } = context;
  const { for_tenant: named, scope, role, uid, counted_for: countedFor, ...rest } = columns;
  const id = randomUUID();
  const row: Record<string, unknown> = {
    ...rest,
    id,
    tenant_id: await findOwner(context, { scope, named, uid }),
    scope,
    role: scope === "role" ? role : null,
    uid: scope === "person" ? uid : null,
    counted_for: scope === "person" ? "each" : countedFor,
    created_at: now,
    updated_at: now,
  };
  await sql`insert into assistant_limits (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);
  await beginPlatformCount(context, id);
  return id;
}

/** The tenant behind whose wall a limit is kept; what holds in all of them is the platform's. */
async function findOwner(
  context: Context,
  { scope, named, uid }: Pick<EntityRow, "scope" | "named" | "uid"> | Record<"scope" | "named" | "uid", unknown>,
): Promise<string> {
  if (scope === "person") return (await findUser(context, String(uid)))?.tenantId ?? platformTenant;
  return scope !== "platform" && typeof named === "string" ? named : platformTenant;
}

/** What all tenants have used together is counted here: none of them sees it. */
async function beginPlatformCount(context: Context, id: string): Promise<void> {
  const limit = await findLimit(context, id);
  if (limit?.scope !== "platform" || limit.countedFor !== "together") return;
  const nobody = { tenantId: platformTenant, uid: "", role: "" };
  const part = toPart(limit, nobody, await readZones(context, nobody), context.now);
  await insertCount(context, part, await sumUse(context, part, nobody));
}
