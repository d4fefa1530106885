import type { LogLine } from "@console/contracts";
import { sql } from "kysely";
import { describeEntry } from "../../platform/audit/describe-entry.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredLine } from "../../platform/logs/select-lines.ts";
import { findPeopleNames, tenantRelation } from "../directory/index.ts";
import { writePlace } from "./line-place.ts";

/** Lines as their reader may see them, with the names of tenants and people. */
export async function presentLines(context: Context, lines: readonly StoredLine[]): Promise<LogLine[]> {
  const people = await findPeopleNames(context, listDistinct(lines.map(({ person }) => person)));
  const tenants = await findTenantNames(context, listDistinct(lines.map(({ tenant_id }) => tenant_id)));
  const seesDetails = context.permissions.has("logs.raw");
  return lines.map((line) => ({
    id: writePlace(line),
    at: line.at.toISOString(),
    level: line.level as LogLine["level"],
    part: line.part as LogLine["part"],
    tenant: toNamed(line.tenant_id, tenants),
    person: toNamed(line.person, people),
    requestId: line.request_id,
    route: line.route,
    message: line.part === "audit" ? describeAudit(line) : line.message,
    details: seesDetails ? line.details : null,
    error: line.fingerprint,
  }));
}

function listDistinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

async function findTenantNames({ db }: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`select t.id, t.name from ${tenantRelation} as t
    where t.id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whoever is gone is still told by the id. */
function toNamed(id: string | null, names: ReadonlyMap<string, string>): { id: string; name: string } | null {
  return id === null ? null : { id, name: names.get(id) ?? id };
}

function describeAudit({ message, person, details }: StoredLine): string {
  const [act = "", ...subject] = message.split(" ");
  // A call without an act of its own is named by its method and path.
  const isRoute = /^[A-Z]+$/.test(act);
  const entry = {
    act: isRoute ? `${act} ${subject[0] ?? ""}` : act,
    subject: subject.slice(isRoute ? 1 : 0).join(" "),
    name: null,
    tenant: null,
    actor: person,
    details,
    names: {},
  };
  return describeEntry(entry).words;
}
