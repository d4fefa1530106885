import { randomUUID } from "node:crypto";
import { isBareKind, type LinkKind, shortestPasscode } from "@console/contracts";
import { sql } from "kysely";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ActSpec, Entity, FieldSpec } from "../../platform/entities/entity.ts";
import { AppError, wrongField } from "../../platform/errors.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { peopleRelation, personName, tenantReference, tenantRelation } from "../directory/index.ts";
import type { PasswordHasher } from "../identity/index.ts";
import { embedSettings } from "./embed-settings.ts";
import { findClient } from "./find-client.ts";
import { buildClientAddress } from "./link-store.ts";

const dayMs = 86_400_000;
const readOnly = { edit: "never" } as const;

const kinds: Readonly<Record<LinkKind, string>> = {
  key: "Key in the address",
  signed: "Signed by the host",
  counts: "Open, no key: counts only",
  open: "Open, no key",
};

const fields: Readonly<Record<string, FieldSpec>> = {
  label: {
    group: "Link",
    label: "Label",
    type: "text",
    max: 120,
    isRequired: true,
    isSearched: true,
    shown: "list",
    help: "Tells this link from others of the same client, such as where it is used.",
  },
  clientName: {
    group: "Link",
    ...readOnly,
    label: "Client",
    type: "text",
    column: sql`c.name`,
    isSearched: true,
    shown: "list",
  },
  tenantId: {
    group: "Link",
    label: "Tenant",
    type: "text",
    max: 128,
    isRequired: true,
    edit: "once",
    refersTo: tenantReference(),
    isFilter: true,
    isSearched: true,
    shown: "list",
  },
  client: {
    group: "Link",
    label: "Client ID",
    type: "text",
    column: "client_key",
    max: 200,
    isRequired: true,
    edit: "once",
    isSearched: true,
    isFilter: true,
    help: "Its number at the delivery provider, or its name among the deliveries.",
  },
  tookanId: { group: "Link", ...readOnly, label: "Address", type: "text", isSearched: true, isFilter: true },
  kind: {
    group: "Link",
    label: "Access",
    type: "choice",
    choices: kinds,
    isRequired: true,
    initial: "key",
    edit: "once",
    isFilter: true,
    shown: "list",
  },
  status: {
    group: "Link",
    ...readOnly,
    label: "Status",
    type: "choice",
    isFilter: true,
    shown: "list",
    isNeverEmpty: true,
    choices: { active: "Active", paused: "Paused", expired: "Expired", revoked: "Revoked" },
    column: sql`case when r.state = 'active' and r.expires_at <= now() then 'expired' else r.state end`,
  },
  fields: {
    group: "What visitors see",
    label: "Shown to visitors",
    type: "choices",
    shown: "list",
    choices: { phone: "Phone", address: "Addresses and map", amount: "Amounts", proof: "Proof of delivery" },
    help: "Hidden unless selected. Order, status, times, zone and the driver's first name are always shown.",
  },
  origins: {
    group: "Security",
    label: "Allowed embed domains",
    type: "choices",
    shown: "column",
    checkEach: originProblem,
    help: "Such as https://shop.example. Leave empty to allow no embedding.",
  },
  canExport: { group: "What visitors see", label: "Allow file downloads", type: "flag", initial: false },
  days: {
    group: "What visitors see",
    label: "Days back",
    type: "count",
    max: 366,
    initial: 31,
    isRequired: true,
    help: "How far back visitors can see.",
  },
  refreshSeconds: {
    group: "What visitors see",
    label: "Refresh interval (seconds)",
    type: "count",
    max: 3600,
    initial: 60,
    isRequired: true,
  },
  expiresAt: {
    group: "Security",
    label: "Ends",
    type: "instant",
    isFilter: true,
    shown: "list",
    initial: async (context) => {
      const { linkDays } = await readSettings(context, embedSettings, ["linkDays"]);
      return new Date(context.now.getTime() + linkDays * dayMs).toISOString();
    },
  },
  hasPasscode: {
    group: "Security",
    ...readOnly,
    label: "Passcode",
    type: "flag",
    column: sql`r.passcode_hash is not null`,
  },
  lastUsedAt: { group: "Activity", ...readOnly, label: "Last viewed", type: "instant", isFilter: true, shown: "list" },
  views: { group: "Activity", ...readOnly, label: "Views", type: "count", shown: "list", isNeverEmpty: true },
  keyEndsAt: {
    group: "Security",
    ...readOnly,
    label: "Earlier key ends",
    type: "instant",
    isSortable: false,
    column: sql`(select max(k.ends_at) from embed_keys k where k.link_id = r.id and k.ends_at > now())`,
  },
  hasKey: {
    group: "Security",
    ...readOnly,
    label: "Has a key",
    type: "flag",
    isSortable: false,
    column: sql`exists (select 1 from embed_keys k where k.link_id = r.id and (k.ends_at is null or k.ends_at > now()))`,
  },
  createdBy: {
    group: "Activity",
    ...readOnly,
    label: "Created by",
    type: "text",
    isSortable: false,
    shown: "list",
    column: personName(sql.ref("r.created_by")),
  },
  createdAt: { group: "Activity", ...readOnly, label: "Created", type: "instant", isFilter: true },
  stateReason: { group: "Activity", ...readOnly, label: "Why it ended", type: "text", shown: "detail" },
};

function originProblem(text: string): string | null {
  const isOrigin = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(text);
  return isOrigin ? null : `${text} is not an origin: write it like https://shop.example, without a path.`;
}

type Parts = { database: Database; passwords: PasswordHasher };

/** The ways in to the delivery report of a client. Keys are given out apart from them, and shown once. */
export function linksEntity({ database, passwords }: Parts): Entity {
  return {
    name: "links",
    one: "Link",
    many: "Public links",
    table: "embed_links",
    people: peopleRelation,
    title: "label",
    from: sql`embed_links as r join embed_clients as c on c.tookan_id = r.tookan_id
      left join ${tenantRelation} as t on t.id = r.tenant_id`,
    permissions: { read: "links.manage", manage: "links.manage" },
    fields,
    headline: ["views", "lastUsedAt", "expiresAt"],
    sort: { by: "createdAt", dir: "desc" },
    findTenantId: (row) => (typeof row.tenantId === "string" ? row.tenantId : null),
    async check(context, before, input) {
      refuseShort(input);
      const kind = before?.kind ?? input.kind;
      const ends = "expiresAt" in input ? input.expiresAt : before?.expiresAt;
      if (kind === "open") requireEnd(context.now, ends);
      if (before?.status === "revoked") throw new AppError("conflict", "This link is revoked. Create a new one.");
    },
    create: (context, columns) => createLink(context, columns, database),
    acts: describeActions(passwords),
  };
}

function refuseShort(input: Readonly<Record<string, unknown>>): void {
  const least: Record<string, number> = { days: 1, refreshSeconds: 30 };
  for (const [name, min] of Object.entries(least)) {
    if (typeof input[name] === "number" && input[name] < min) throw wrongField(name, `Enter at least ${min}.`);
  }
}

const longestOpenDays = 366;

/** Whoever guesses a number sees an open address: it must end by itself. */
function requireEnd(now: Date, ends: unknown): void {
  const at = ends ? new Date(String(ends)).getTime() : Number.NaN;
  if (Number.isNaN(at)) throw wrongField("expiresAt", "Choose the last day of open access.");
  if (at > now.getTime() + longestOpenDays * dayMs) throw wrongField("expiresAt", "Choose a day within a year.");
}

async function createLink(context: Context, columns: Record<string, unknown>, database: Database): Promise<string> {
  const { db, actor, now } = context;
  const { tenant_id, client_key, kind, ...rest } = columns;
  const tenantId = String(tenant_id);
  if (tenantId === platformTenant) throw wrongField("tenantId", "Choose a tenant.");
  const client = await findClient(database, tenantId, String(client_key));
  if (!client) throw wrongField("client", "There is no such client among the deliveries of this tenant.");
  const tookanId = await buildClientAddress(context, { tenantId, ...client });
  if (isBareKind(kind as LinkKind)) await requireClosed(context, tookanId);
  const id = randomUUID();
  const row = {
    ...rest,
    id,
    kind,
    tenant_id: tenantId,
    client_key: client.key,
    tookan_id: tookanId,
    created_by: actor.kind === "user" ? actor.uid : null,
    created_at: now,
    updated_at: now,
  };
  await sql`insert into embed_links (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);
  return id;
}

async function requireClosed({ db }: Context, tookanId: string): Promise<void> {
  const { rows } = await sql<{ label: string }>`select label from embed_links
    where tookan_id = ${tookanId} and kind in ('counts', 'open') and state <> 'revoked'`.execute(db);
  if (rows[0])
    throw wrongField("kind", `This client already has open access by "${rows[0].label}". Revoke that first.`);
}

function describeActions(passwords: PasswordHasher): Readonly<Record<string, ActSpec>> {
  const living = ["active", "paused", "expired"];
  return {
    pause: {
      label: "Pause",
      done: "Paused.",
      sets: { state: "paused" },
      when: { field: "status", values: ["active", "expired"] },
    },
    resume: {
      label: "Resume",
      done: "Open again.",
      isMain: true,
      sets: { state: "active" },
      when: { field: "status", values: ["paused"] },
    },
    passcode: {
      label: "Set passcode",
      done: "The passcode is set.",
      isSingle: true,
      question: "Visitors must enter it before they see anything. Leave empty for no passcode.",
      when: { field: "status", values: living },
      fields: {
        passcode: {
          label: "Passcode",
          type: "text",
          max: 100,
          isSecret: true,
          help: `At least ${shortestPasscode} characters. Choose one that is hard to guess.`,
          check: (text) => (text.length < shortestPasscode ? `Enter at least ${shortestPasscode} characters.` : null),
        },
      },
      run: async ({ db, now }, row, { passcode }) => {
        const hash = passcode ? await passwords.hash(String(passcode)) : null;
        await sql`update embed_links set passcode_hash = ${hash}, version = version + 1, updated_at = ${now}
          where id = ${String(row.id)}`.execute(db);
        return hash ? undefined : "No passcode is required.";
      },
    },
    revoke: {
      label: "Revoke",
      done: "Revoked.",
      isDangerous: true,
      sets: { state: "revoked" },
      question: "It stops working within seconds, also on open pages. This cannot be undone.",
      when: { field: "status", values: living },
    },
  };
}
