import type { importEntity as contract, EntityRow, RouteOutput } from "@console/contracts";
import { sql } from "kysely";
import { describeChange } from "../audit/describe-change.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { withSavepoint } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { Entity, FieldSpec } from "./entity.ts";
import { entityRelation, fieldExpression, idColumn, scopeCondition } from "./entity-statement.ts";
import { readFields, writable } from "./field-values.ts";
import { requireRow } from "./read-entity.ts";
import { createRow, updateRow } from "./save-entity.ts";

/** A row of a file by the names of its columns, or what is wrong with it. */
export type FileLine = { line: number; values: Readonly<Record<string, string>>; problem: string | null };

type Imported = {
  columns: readonly string[];
  lines: AsyncIterable<FileLine>;
  isTrial: boolean;
  isOnlyNew: boolean;
};
type Answer = RouteOutput<typeof contract>;
type Outcome = Answer["outcomes"][number];

const mostRows = 10_000;
const mostOutcomes = 1000;

/** Undoes a trial. */
class Tried extends Error {}

/** Makes and changes rows of an entity from the rows of a file. A row that is wrong is left out; the others are written. */
export async function importRows(
  context: Context,
  entity: Entity,
  { columns, lines, isTrial, isOnlyNew }: Imported,
): Promise<Answer> {
  const key = entity.importedBy;
  if (!key) throw new AppError("invalid_input", `${entity.many} cannot be imported.`);
  const filled = matchColumns(entity, columns);
  if (![...filled.values()].includes(key)) {
    const label = entity.fields[key]?.label ?? key;
    throw new AppError("invalid_input", `The file has no column "${label}", which identifies rows.`, {
      fields: { file: `Add a column "${label}".` },
    });
  }
  const outcomes: Outcome[] = [];
  const work = async () => {
    const lineByKey = new Map<string, number>();
    for await (const line of lines) {
      if (outcomes.length >= mostRows) {
        throw new AppError(
          "invalid_input",
          `The file has more than ${mostRows.toLocaleString("en-US")} rows. Split it.`,
        );
      }
      outcomes.push(await importLine(context, entity, { line, filled, key, lineByKey, isOnlyNew }));
    }
    if (isTrial) throw new Tried();
  };
  await withSavepoint(context.db, work).catch((error: unknown) => {
    if (!(error instanceof Tried)) throw error;
  });
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  for (const { outcome } of outcomes) counts[outcome]++;
  const act = `${entity.name}.${isTrial ? "import_tried" : "imported"}`;
  await recordAudit(context, { act, subject: entity.name, details: counts });
  const wrongFirst = [...outcomes].sort((a, b) => Number(b.outcome === "wrong") - Number(a.outcome === "wrong"));
  const unusedColumns = columns.filter((column) => !filled.has(column) && plain(column) !== "id");
  return { counts, outcomes: wrongFirst.slice(0, mostOutcomes), unusedColumns, isWritten: !isTrial };
}

type Line = {
  line: FileLine;
  filled: ReadonlyMap<string, string>;
  key: string;
  lineByKey: Map<string, number>;
  isOnlyNew: boolean;
};

async function importLine(
  context: Context,
  entity: Entity,
  { line, filled, key, lineByKey, isOnlyNew }: Line,
): Promise<Outcome> {
  const cells = Object.fromEntries([...filled].map(([column, name]) => [name, (line.values[column] ?? "").trim()]));
  const title = cells[entity.title] || cells[key] || "";
  const wrong = (message: string): Outcome => ({ line: line.line, title, outcome: "wrong", message });
  if (line.problem) return wrong(line.problem);
  const value = (cells[key] ?? "").toLowerCase();
  if (value === "") return wrong(`${entity.fields[key]?.label ?? key} is empty.`);
  const whole = `${cells[entity.importedWithin ?? ""] ?? ""} ${value}`;
  const earlier = lineByKey.get(whole);
  if (earlier !== undefined) return wrong(`It is the same as line ${earlier}.`);
  lineByKey.set(whole, line.line);
  try {
    const work = () => importOne(context, entity, key, cells, isOnlyNew);
    return { line: line.line, title, ...(await withSavepoint(context.db, work)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    const fields = Object.entries(error.fields ?? {}).map(
      ([name, words]) => `${labelForField(entity, name)}: ${words}`,
    );
    return wrong(fields.join(" ") || error.message);
  }
}

async function importOne(
  context: Context,
  entity: Entity,
  key: string,
  cells: Record<string, string>,
  isOnlyNew: boolean,
) {
  const match = await findByKey(context, entity, key, cells);
  if (match && isOnlyNew) throw new AppError("conflict", `This ${entity.one.toLowerCase()} is here already.`);
  // An empty cell says nothing: it never takes the place of what is known.
  const said = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ""));
  if (!match) {
    await createRow(context, entity, said);
    return { outcome: "new" as const, message: "It is new." };
  }
  const specs = writable(entity, false);
  const changeable = Object.fromEntries(Object.entries(said).filter(([name]) => name in specs));
  const changes = Object.keys(describeChange(match, await readFields(specs, changeable)));
  if (changes.length === 0) return { outcome: "same" as const, message: "Nothing differs." };
  await updateRow(context, entity, { id: String(match.id), version: null, input: changeable });
  const labels = changes.map((name) => labelForField(entity, name)).join(", ");
  return { outcome: "changed" as const, message: `Changed: ${labels}.` };
}

async function findByKey(
  context: Context,
  entity: Entity,
  key: string,
  cells: Readonly<Record<string, string>>,
): Promise<EntityRow | null> {
  const { [key]: spec, [entity.importedWithin ?? ""]: within } = entity.fields;
  const value = cells[key] ?? "";
  if (!spec || value.includes("\0")) return null;
  const conditions = [
    sql`lower(${fieldExpression(key, spec)}) = ${value.toLowerCase()}`,
    ...scopeCondition(context, entity),
  ];
  if (within && entity.importedWithin !== undefined) {
    const place = within.forcedValue?.(context) ?? (cells[entity.importedWithin] || null);
    conditions.push(sql`${fieldExpression(entity.importedWithin, within)} is not distinct from ${place}`);
  }
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<{ id: string }>`select ${idColumn(entity)} as id from ${entityRelation(entity)}
    where ${where} limit 1`.execute(context.db);
  return rows[0] ? requireRow(context, entity, rows[0].id) : null;
}

/** The field that each column of a file fills, by its name or its label. */
function matchColumns(entity: Entity, columns: readonly string[]): Map<string, string> {
  const specs = Object.entries(writable(entity, true));
  const filled = new Map<string, string>();
  for (const column of columns) {
    const match = specs.find(([name, { label }]) => [name, label].some((word) => plain(word) === plain(column)));
    if (match && ![...filled.values()].includes(match[0])) filled.set(column, match[0]);
  }
  return filled;
}

function labelForField(entity: Entity, name: string): string {
  return (entity.fields[name] as FieldSpec | undefined)?.label ?? name;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
