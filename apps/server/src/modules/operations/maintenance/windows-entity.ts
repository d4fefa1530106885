import { randomUUID } from "node:crypto";
import type { EntityRow } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { sql } from "kysely";
import { type Context, readFormats } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { wrongField } from "../../../platform/errors.ts";
import { findUnknownTenants, peopleRelation } from "../../directory/index.ts";
import { announce, withdrawAnnouncement } from "../../notices/index.ts";
import { insertWindow } from "./window-store.ts";

const hourMs = 3_600_000;

const fields: Readonly<Record<string, FieldSpec>> = {
  title: {
    group: "Work",
    label: "What",
    type: "text",
    max: 100,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Such as Update of the database.",
  },
  text: {
    group: "Work",
    label: "What people notice",
    type: "lines",
    column: "body",
    max: 500,
    shown: "detail",
    help: "Such as Reports may take longer to load.",
  },
  status: {
    group: "Work",
    label: "Status",
    type: "choice",
    edit: "never",
    column: sql`case when r.is_cancelled then 'cancelled' when r.ends_at <= now() then 'over'
      when r.starts_at <= now() then 'now' else 'planned' end`,
    choices: { planned: "Planned", now: "In progress", over: "Over", cancelled: "Cancelled" },
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  startsAt: { group: "Time", label: "From", type: "instant", isRequired: true, isFilter: true, shown: "list" },
  endsAt: { group: "Time", label: "Until", type: "instant", isRequired: true, shown: "list" },
  announceHours: {
    group: "Time",
    label: "Hours of notice",
    type: "count",
    max: 336,
    isRequired: true,
    initial: 24,
    shown: "column",
  },
  audience: {
    group: "Audience",
    label: "Audience",
    type: "choice",
    choices: { all: "Everyone", tenants: "Tenants" },
    isRequired: true,
    initial: "all",
    isFilter: true,
    shown: "list",
    help: "Work for everyone is left out of the uptime.",
  },
  tenants: {
    group: "Audience",
    label: "Tenants",
    type: "choices",
    choicesFrom: { entity: "tenants", by: "name" },
    help: "Whom it concerns, where the audience is tenants.",
  },
  createdAt: { group: "Time", label: "Created", type: "instant", edit: "never", shown: "column" },
};

/** Work on the platform that is planned: announced before, left out of the uptime, over by itself. */
export const windowsEntity: Entity = {
  name: "maintenance-windows",
  one: "Maintenance window",
  many: "Maintenance windows",
  table: "maintenance_windows",
  people: peopleRelation,
  title: "title",
  permissions: { read: "health.manage", manage: "health.manage" },
  fields,
  headline: ["startsAt", "endsAt"],
  sort: { by: "startsAt", dir: "desc" },
  acts: {
    cancel: {
      label: "Cancel",
      done: "Cancelled.",
      isDestructive: true,
      question: "Its announcement is withdrawn.",
      sets: { is_cancelled: true },
      when: { field: "status", values: ["planned", "now"] },
      run: async (context, { id }) => {
        await withdrawAnnouncement(context, announcementId(String(id)));
        return undefined;
      },
    },
  },
  async check(context, before, input) {
    const value = (name: string) => (name in input ? input[name] : before?.[name]);
    const [from, until] = [toDate(value("startsAt")), toDate(value("endsAt"))];
    if (from && until && until <= from) throw wrongField("endsAt", "Choose an end after the start.");
    const ids = value("tenants");
    const tenants = Array.isArray(ids) ? ids.map(String) : [];
    if (value("audience") === "tenants" && tenants.length === 0)
      throw wrongField("tenants", "Choose the tenants that it concerns.");
    const unknown = await findUnknownTenants(context, tenants);
    if (unknown.length > 0) throw wrongField("tenants", `There is no tenant ${unknown.join(", ")}.`);
    if (before?.status === "cancelled" || before?.status === "over")
      throw wrongField("title", "This window is over. Create a new one.");
  },
  async create(context, columns) {
    const id = randomUUID();
    await insertWindow(context, { ...columns, id, created_at: context.now, updated_at: context.now });
    await announceWindow(context, {
      id,
      title: columns.title,
      text: columns.body,
      startsAt: columns.starts_at,
      endsAt: columns.ends_at,
      announceHours: columns.announce_hours,
      audience: columns.audience,
      tenants: columns.tenants,
    });
    return id;
  },
  changed: (context, _before, after) => announceWindow(context, after),
};

const announcementId = (window: string) => `maintenance-${window}`;

async function announceWindow(context: Context, row: Readonly<Record<string, unknown>> | EntityRow): Promise<void> {
  const [startsAt, endsAt] = [toDate(row.startsAt), toDate(row.endsAt)];
  if (!startsAt || !endsAt) return;
  // Readers are in many zones, and an announcement is one text.
  const formats = { ...readFormats(context), timeZone: "UTC" };
  const time = `${formatInstant(startsAt.toISOString(), formats)} to ${formatInstant(endsAt.toISOString(), formats)} UTC.`;
  await announce(context, {
    id: announcementId(String(row.id)),
    title: `Planned maintenance: ${String(row.title)}`,
    text: [time, row.text].filter(Boolean).join(" "),
    level: "info",
    tenants: row.audience === "tenants" && Array.isArray(row.tenants) ? row.tenants.map(String) : null,
    startsAt: new Date(startsAt.getTime() - Number(row.announceHours) * hourMs),
    endsAt,
  });
}

function toDate(instant: unknown): Date | null {
  if (!instant) return null;
  return instant instanceof Date ? instant : new Date(String(instant));
}
