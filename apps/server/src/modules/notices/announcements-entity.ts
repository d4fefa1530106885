import { randomUUID } from "node:crypto";
import { type EntityRow, roleNames } from "@console/contracts";
import { sql } from "kysely";
import type { PeopleRelation } from "../../platform/audit/entry-store.ts";
import type { Context } from "../../platform/context.ts";
import type { Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { wrongField } from "../../platform/errors.ts";
import { planPublishing } from "./publish-announcements.ts";

/** What announcements need of the directory, which sends notices itself. */
export type AnnouncementParts = {
  people: PeopleRelation;
  /** Those of some tenants that do not exist. */
  findUnknownTenants: (context: Context, ids: readonly string[]) => Promise<string[]>;
};

// across tenants: the platform counts readers of its announcement wherever they are.
const readCount = sql`(select count(*) from announcement_reads s where s.announcement_id = r.id)::int`;
const dismissCount = sql`(select count(*) from announcement_reads s
  where s.announcement_id = r.id and s.dismissed_at is not null)::int`;

const fields: Readonly<Record<string, FieldSpec>> = {
  title: {
    group: "Announcement",
    label: "Title",
    type: "text",
    max: 120,
    isRequired: true,
    isSearched: true,
    shown: "list",
  },
  text: {
    group: "Announcement",
    label: "Text",
    type: "lines",
    column: "body",
    max: 600,
    isSearched: true,
    shown: "detail",
  },
  status: {
    group: "Announcement",
    label: "Status",
    type: "choice",
    edit: "never",
    column: sql`case when r.is_withdrawn then 'withdrawn' when r.ends_at <= now() then 'over'
      when r.starts_at > now() then 'planned' else 'shown' end`,
    choices: { planned: "Planned", shown: "Shown", over: "Over", withdrawn: "Withdrawn" },
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  level: {
    group: "Announcement",
    label: "Level",
    type: "choice",
    choices: { info: "Information", warning: "Warning", critical: "Critical" },
    isRequired: true,
    initial: "info",
    isFilter: true,
    shown: "list",
  },
  audience: {
    group: "Audience",
    label: "Audience",
    type: "choice",
    choices: { all: "Everyone", roles: "Roles", tenants: "Tenants" },
    isRequired: true,
    initial: "all",
    isFilter: true,
    shown: "list",
  },
  roles: {
    group: "Audience",
    label: "Roles",
    type: "choices",
    choices: roleNames,
    help: "Who sees it, where the audience is roles.",
  },
  tenants: {
    group: "Audience",
    label: "Tenants",
    type: "choices",
    choicesFrom: { entity: "tenants", by: "name" },
    help: "Who sees it, where the audience is tenants.",
  },
  startsAt: {
    group: "Time",
    label: "From",
    type: "instant",
    isRequired: true,
    initial: async ({ now }) => now.toISOString(),
    isFilter: true,
    shown: "list",
  },
  endsAt: {
    group: "Time",
    label: "Until",
    type: "instant",
    shown: "list",
    help: "Leave empty to show it until it is withdrawn.",
  },
  isDismissible: {
    group: "Announcement",
    label: "Readers can dismiss it",
    type: "flag",
    initial: true,
  },
  reads: {
    group: "Readers",
    label: "Seen by",
    type: "count",
    edit: "never",
    column: readCount,
    isNeverEmpty: true,
    isSortable: false,
    shown: "list",
  },
  dismissals: {
    group: "Readers",
    label: "Dismissed by",
    type: "count",
    edit: "never",
    column: dismissCount,
    isNeverEmpty: true,
    isSortable: false,
    shown: "column",
  },
  createdAt: { group: "Time", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** What the platform announces to many at once, shown as a bar in the console. */
export function announcementsEntity({ people, findUnknownTenants }: AnnouncementParts): Entity {
  return {
    name: "announcements",
    one: "Announcement",
    many: "Announcements",
    table: "announcements",
    people,
    title: "title",
    permissions: { read: "announcements.manage", manage: "announcements.manage" },
    fields,
    headline: ["reads", "startsAt", "endsAt"],
    sort: { by: "startsAt", dir: "desc" },
    acts: {
      withdraw: {
        label: "Withdraw",
        done: "Withdrawn.",
        isDestructive: true,
        question: "It disappears for all readers.",
        sets: { is_withdrawn: true },
        run: async (context, row) => {
          await publishRow(context, row);
          return undefined;
        },
        when: { field: "status", values: ["planned", "shown"] },
      },
    },
    create: createAnnouncement,
    changed: (context, _before, after) => publishRow(context, after),
    async check(context, before, input) {
      const value = (name: string) => (name in input ? input[name] : before?.[name]);
      const list = (name: string) => (Array.isArray(value(name)) ? (value(name) as unknown[]).map(String) : []);
      if (value("audience") === "roles" && list("roles").length === 0)
        throw wrongField("roles", "Choose the roles that see it.");
      if (value("audience") === "tenants" && list("tenants").length === 0)
        throw wrongField("tenants", "Choose the tenants that see it.");
      const unknown = await findUnknownTenants(context, list("tenants"));
      if (unknown.length > 0) throw wrongField("tenants", `There is no tenant ${unknown.join(", ")}.`);
      const [from, until] = [value("startsAt"), value("endsAt")];
      if (from && until && toMs(until) <= toMs(from)) throw wrongField("endsAt", "Choose an end after the start.");
    },
  };
}

async function createAnnouncement(context: Context, columns: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const all = { ...columns, id, created_at: context.now, updated_at: context.now };
  await sql`insert into announcements (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(context.db);
  await publishRow(context, { id, startsAt: columns.starts_at, endsAt: columns.ends_at } as EntityRow);
  return id;
}

/** Lets everyone look again whom the announcement is or was for; a role is found in any tenant. */
async function publishRow(context: Context, { id, startsAt, endsAt }: EntityRow): Promise<void> {
  const toDate = (instant: unknown) => (instant ? new Date(toMs(instant)) : null);
  await planPublishing(context, {
    id: String(id),
    tenants: null,
    startsAt: toDate(startsAt) ?? context.now,
    endsAt: toDate(endsAt),
  });
}

function toMs(instant: unknown): number {
  return instant instanceof Date ? instant.getTime() : Date.parse(String(instant));
}
