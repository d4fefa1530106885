import type { ActOutcome, EntityRow } from "@console/contracts";
import type { Context } from "../context.ts";
import { withSavepoint } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { ActSpec, Entity } from "./entity.ts";
import type { Narrowing } from "./entity-statement.ts";
import { completed, readFields, requireReferences } from "./field-values.ts";
import { countRows, findRow, walkRows } from "./read-entity.ts";
import { noteAct, setColumns } from "./save-entity.ts";

type ActInput = {
  ids?: readonly string[] | undefined;
  matching?: Narrowing | undefined;
  fields: Readonly<Record<string, unknown>>;
};

/** More at once would keep everyone else waiting. */
const mostRows = 1000;

/** Does an act to each row that is meant. One that cannot be done says why, and the others go on. */
export async function actOnRows(
  context: Context,
  entity: Entity,
  name: string,
  { ids, matching, fields }: ActInput,
): Promise<{ outcomes: ActOutcome[] }> {
  const act = entity.acts?.[name];
  if (!act) throw new AppError("not_found", "There is no such action.");
  const specs = act.fields ?? {};
  const input = await completed(context, specs, await readFields(specs, fields));
  await requireReferences(context, specs, input);
  const rowIds = ids ?? (matching ? await requireIds(context, entity, matching) : []);
  if (rowIds.length === 0) {
    throw new AppError("invalid_input", "Choose the rows.", { fields: { ids: "Choose at least one row." } });
  }
  if (act.isSingle && rowIds.length > 1) {
    throw new AppError("invalid_input", `${act.label} works with one ${entity.one.toLowerCase()} at a time.`);
  }
  const outcomes: ActOutcome[] = [];
  for (const id of new Set(rowIds)) outcomes.push(await actOnRow(context, entity, { id, name, act, input }));
  return { outcomes };
}

async function requireIds(context: Context, entity: Entity, matching: Narrowing): Promise<string[]> {
  const total = await countRows(context, entity, matching);
  if (total > mostRows) {
    throw new AppError(
      "invalid_input",
      `${total.toLocaleString("en-US")} rows match. Narrow them to at most ${mostRows}.`,
    );
  }
  const ids: string[] = [];
  for await (const page of walkRows(context, entity, matching)) ids.push(...page.map(({ id }) => String(id)));
  return ids;
}

type One = { id: string; name: string; act: ActSpec; input: Record<string, unknown> };

async function actOnRow(context: Context, entity: Entity, { id, name, act, input }: One): Promise<ActOutcome> {
  const row = await findRow(context, entity, id);
  if (!row) return { id, title: id, isDone: false, message: `There is no such ${entity.one.toLowerCase()}.` };
  const title = String(row[entity.title] ?? id);
  try {
    const words = await withSavepoint(context.db, () => perform(context, entity, row, { id, name, act, input }));
    return { id, title, isDone: true, message: words ?? act.done };
  } catch (error) {
    // What is foreseen is told of this row alone; anything else is a bug, and undoes them all.
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    return { id, title, isDone: false, message: error.message };
  }
}

async function perform(context: Context, entity: Entity, row: EntityRow, { name, act, input }: One) {
  if (act.when && !act.when.values.includes(String(row[act.when.field]))) {
    throw new AppError("conflict", `It is ${describeOutcome(entity, row, act.when.field)}: there is nothing to do.`);
  }
  if (act.sets) await setColumns(context, entity, row, act.sets);
  const words = await act.run?.(context, row, input);
  await noteAct(context, entity, row, name, withoutSecrets(act, input));
  return words;
}

function withoutSecrets({ fields = {} }: ActSpec, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !fields[name]?.isSecret));
}

function describeOutcome(entity: Entity, row: EntityRow, field: string): string {
  const value = String(row[field] ?? "");
  return (entity.fields[field]?.choices?.[value] ?? value).toLowerCase();
}
