import { randomBytes } from "node:crypto";
import type { ServiceRight } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../../platform/entities/entity.ts";
import { AppError } from "../../../../platform/errors.ts";
import { peopleRelation, personName } from "../../../directory/index.ts";

const rights: Readonly<Record<ServiceRight, string>> = {
  read: "Look up accounts",
  manage: "Create, change, lock and remove accounts",
  links: "Create links for its own emails",
  sessions: "Sign people in",
};

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Account",
    label: "Name",
    type: "text",
    max: 80,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "The program that uses it, such as Customer portal.",
  },
  id: { group: "Account", label: "Account ID", type: "text", edit: "never", isSearched: true, shown: "list" },
  status: {
    group: "Account",
    label: "Status",
    type: "choice",
    column: "state",
    edit: "never",
    choices: { active: "Active", paused: "Paused", revoked: "Revoked" },
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  rights: {
    group: "Account",
    label: "Permissions",
    type: "choices",
    choices: rights,
    shown: "list",
    help: "It can never set the password of a console user or change platform admins.",
  },
  keys: {
    group: "Activity",
    label: "Keys in use",
    type: "count",
    column: sql`(select count(*) from service_keys k where k.account_id = r.id and (k.ends_at is null or k.ends_at > now()))::int`,
    edit: "never",
    isNeverEmpty: true,
    isSortable: false,
    shown: "list",
  },
  lastUsedAt: {
    group: "Activity",
    label: "Last used",
    type: "instant",
    column: sql`(select max(k.last_used_at) from service_keys k where k.account_id = r.id)`,
    edit: "never",
    isSortable: false,
    shown: "list",
  },
  createdBy: {
    group: "Activity",
    label: "Created by",
    type: "text",
    column: personName(sql.ref("r.created_by")),
    edit: "never",
    isSortable: false,
    shown: "column",
  },
  createdAt: { group: "Activity", label: "Created", type: "instant", edit: "never", isFilter: true, shown: "column" },
};

const acts: Readonly<Record<string, ActSpec>> = {
  pause: {
    label: "Pause",
    done: "Paused.",
    question: "Its programs are refused until someone resumes it.",
    sets: { state: "paused" },
    when: { field: "status", values: ["active"] },
  },
  resume: {
    label: "Resume",
    done: "Its programs have access again.",
    isMain: true,
    sets: { state: "active" },
    when: { field: "status", values: ["paused"] },
  },
  revoke: {
    label: "Revoke",
    done: "Revoked.",
    isDangerous: true,
    question: "All its keys stop working at once. This cannot be undone.",
    sets: { state: "revoked" },
    when: { field: "status", values: ["active", "paused"] },
    run: async ({ db, now }, row) => {
      await sql`update service_keys set ends_at = ${now}
        where account_id = ${String(row.id)} and (ends_at is null or ends_at > ${now})`.execute(db);
      return undefined;
    },
  },
};

/** The programs of others that may look after accounts. Their keys are given out apart from them, and shown once. */
export const serviceAccountsEntity: Entity = {
  name: "service-accounts",
  one: "Service account",
  many: "Service accounts",
  table: "service_accounts",
  people: peopleRelation,
  title: "name",
  permissions: { read: "services.manage", manage: "services.manage" },
  fields,
  headline: ["keys", "lastUsedAt", "createdAt"],
  sort: { by: "name", dir: "asc" },
  acts,
  async check(_context, before) {
    if (before?.status === "revoked")
      throw new AppError("conflict", "This service account is revoked. Create a new one.");
  },
  create: createServiceAccount,
};

async function createServiceAccount(
  { db, actor, now }: Context,
  { name, rights: rightsInput }: Record<string, unknown>,
): Promise<string> {
  const id = createId(String(name));
  await db
    .insertInto("service_accounts")
    .values({
      id,
      name: String(name),
      rights: Array.isArray(rightsInput) ? rightsInput.map(String) : [],
      created_by: actor.kind === "user" ? actor.uid : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Readable in logs, and never given twice. */
function createId(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 24);
  return `${slug || "service"}-${randomBytes(4).toString("hex")}`;
}
