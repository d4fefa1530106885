import { randomUUID } from "node:crypto";
import type { EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { describeChange } from "../audit/describe-change.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { publishEvent } from "../events/event-store.ts";
import { clearListings } from "./cached-listings.ts";
import { type Entity, requireTable } from "./entity.ts";
import { auditSubject, selectLastChange } from "./entity-history.ts";
import { completed, readFields, requireReferences, toColumns, withForcedValues, writable } from "./field-values.ts";
import { findRow, requireRow } from "./read-entity.ts";

type Input = Readonly<Record<string, unknown>>;

/** Makes a row of what was given. */
export async function createRow(
  context: Context,
  entity: Entity,
  input: Input,
  isConfirmed = false,
): Promise<EntityRow> {
  const specs = writable(entity, true);
  const values = await completed(context, specs, withForcedValues(context, specs, await readFields(specs, input)));
  await requireReferences(context, specs, values);
  await entity.check?.(context, null, values);
  if (!isConfirmed) await requireConfirmation(context, entity, null, values);
  const columns = toColumns(entity, values);
  const id = await refuseTaken(
    async () => (entity.create ? entity.create(context, columns) : insert(context, entity, columns, values)),
    entity,
  );
  const row = await requireRow(context, entity, id);
  await noteAct(context, entity, row, "created", describeChange({}, values));
  return row;
}

/** Changes a row, if it is still as it was read. */
export async function updateRow(
  context: Context,
  entity: Entity,
  {
    id,
    version,
    input,
    isConfirmed = false,
  }: { id: string; version: number | null; input: Input; isConfirmed?: boolean | undefined },
): Promise<EntityRow> {
  const before = await requireRow(context, entity, id);
  const specs = writable(entity, false);
  const values = await readFields(specs, input);
  const changes = describeChange(before, values);
  if (version !== null && before.version !== version) throw await conflict(context, entity, before);
  if (Object.keys(changes).length === 0) return before;
  await requireReferences(context, specs, listChanges(values, changes));
  await entity.check?.(context, before, values);
  if (!isConfirmed) await requireConfirmation(context, entity, before, values);
  await setColumns(context, entity, before, toColumns(entity, values));
  const after = await requireRow(context, entity, id);
  await entity.changed?.(context, before, after);
  await noteAct(context, entity, after, "changed", changes);
  return after;
}

/** Refuses what someone should think about twice, until they have confirmed it. */
async function requireConfirmation(context: Context, entity: Entity, before: EntityRow | null, values: Input) {
  const warning = (await entity.warn?.(context, before, values)) ?? null;
  if (warning !== null) throw new AppError("conflict", warning, { fields: { isConfirmed: warning } });
}

function listChanges(values: Input, changes: object): Input {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in changes));
}

/** Writes columns of a row that nobody has changed meanwhile. */
export async function setColumns(context: Context, entity: Entity, row: EntityRow, columns: Input): Promise<void> {
  const { db, now, tenantId } = context;
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { numAffectedRows = 0n } = await refuseTaken(
    () =>
      sql`update ${sql.table(requireTable(entity))} set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = ${now}`])}
        where ${sql.ref(entity.id ?? "id")} = ${row.id} and version = ${row.version}
        ${entity.isOfTenant ? sql`and tenant_id = ${tenantId}` : sql``}`.execute(db),
    entity,
  );
  if (numAffectedRows > 0n) return;
  const current = await findRow(context, entity, String(row.id));
  throw current
    ? await conflict(context, entity, current)
    : new AppError("not_found", "It has been removed in the meantime.");
}

/** Notes an act on a row, and tells open pages. */
export async function noteAct(
  context: Context,
  entity: Entity,
  row: EntityRow,
  act: string,
  details: Record<string, unknown>,
): Promise<void> {
  clearListings(context, entity.name);
  const tenant = entity.findTenantId?.(row) ?? null;
  await recordAudit(context, {
    act: `${entity.name}.${act}`,
    subject: auditSubject(entity, String(row.id)),
    details: { title: String(row[entity.title] ?? row.id), ...details },
    ...(tenant !== null && { tenant }),
  });
  await publishEvent(context, { type: "entity.changed", data: { entity: entity.name, id: String(row.id) } });
}

async function insert({ db, now, tenantId }: Context, entity: Entity, columns: Input, values: Input): Promise<string> {
  const id = entity.newId?.(values) ?? randomUUID();
  const all = {
    ...columns,
    [entity.id ?? "id"]: id,
    created_at: now,
    updated_at: now,
    ...(entity.isOfTenant && { tenant_id: tenantId }),
  };
  await sql`insert into ${sql.table(requireTable(entity))} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(db);
  return id;
}

async function conflict(context: Context, entity: Entity, current: EntityRow): Promise<AppError> {
  const last = await selectLastChange(context, entity, String(current.id));
  const title = String(current[entity.title] ?? current.id);
  const by = last ? `by ${last.byName ?? last.by ?? "the product"} ${describeAgo(context.now, last.at)}` : "meanwhile";
  return new AppError("conflict", `${title} was changed ${by}. Look at the difference, then save again.`);
}

function describeAgo(now: Date, at: string): string {
  const minutes = Math.round((now.getTime() - Date.parse(at)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return minutes === 1 ? "one minute ago" : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? "one hour ago" : `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

const uniqueViolation = "23505";

/** A value that must be one row's alone, and is another's, is told like any other wrong field. */
async function refuseTaken<Result>(work: () => Promise<Result>, entity: Entity): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== uniqueViolation) throw error;
    const detail = "detail" in error ? String(error.detail) : "";
    const column = /^Key \(([^)]*)\)/.exec(detail)?.[1]?.split(", ").at(-1) ?? "";
    const fieldName = Object.keys(entity.fields).find(
      (name) => Object.keys(toColumns(entity, { [name]: null }))[0] === column,
    );
    const field = fieldName ?? entity.title;
    throw new AppError("conflict", `Another ${entity.one.toLowerCase()} already has this.`, {
      fields: { [field]: `Another ${entity.one.toLowerCase()} already has this.` },
    });
  }
}
