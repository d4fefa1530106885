import {
  type addOwnField as addContract,
  factsWithOwnFields,
  type listOwnFields as listContract,
  type RouteOutput,
  type removeOwnField as removeContract,
  type renameOwnField as renameContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import { factTables, plainFieldName } from "../facts/fact-tables.ts";
import { factNouns } from "../model/fact-nouns.ts";
import { dimensionForOwnField, mostOwnFields, ownFieldName, ownFieldNames } from "../model/own-fields.ts";
import { registry } from "../model/registry.ts";
import { listed } from "../model/suggest.ts";
import { clearOwnFieldJob } from "./clear-own-field.ts";
import {
  hideField,
  insertOwnField,
  type KeptField,
  lockOwnFields,
  selectKeptFields,
  selectRestedNumbers,
  updateLabel,
} from "./own-field-store.ts";

type Described = RouteOutput<typeof addContract>;
type Place = { fact: string; number: number };

/** What other modules keep about a field, which is to go with it. */
export type FieldUses = {
  /** Takes a field out of all mappings; metrics know none. */
  unmapField: (context: Context, fact: string, field: string) => Promise<void>;
  /** Takes a dimension out of saved views and dashboards. */
  forgetDimension: (context: Context, dimension: string) => Promise<void>;
};

/** The fields that the tenant keeps of its own. */
export async function listOwnFields(context: Context): Promise<RouteOutput<typeof listContract>> {
  const fields = await selectKeptFields(context);
  return {
    items: fields.map(describe),
    tables: factsWithOwnFields.map((fact) => ({ fact, label: nounFor(fact) })),
    most: mostOwnFields,
  };
}

/** Makes room for another column of the tenant's own. */
export async function addOwnField(
  context: Context,
  { fact, label }: z.output<(typeof addContract)["input"]>,
): Promise<Described> {
  if (!factsWithOwnFields.includes(fact)) {
    throw wrongField("fact", `Own fields exist for ${listed(factsWithOwnFields.map((one) => factNouns[one] ?? one))}.`);
  }
  await lockOwnFields(context);
  const fields = (await selectKeptFields(context)).filter((one) => one.fact === fact);
  requireFreeLabel(fact, label, fields);
  const taken = new Set(fields.map(({ number }) => number));
  const rested = await selectRestedNumbers(context, fact);
  const fresh = Array.from({ length: mostOwnFields }, (_, index) => index + 1).filter((one) => !rested.includes(one));
  // What is still known of a field that was, such as in a link that someone has kept, means the next one late.
  const number = [...fresh, ...rested].find((one) => !taken.has(one));
  if (number === undefined) {
    const isClearing = fields.some(({ isBeingRemoved }) => isBeingRemoved);
    const next = isClearing ? "One is being removed: try again in a moment." : "Remove one first.";
    throw new AppError("conflict", `${nounFor(fact)} have ${mostOwnFields} own fields, the limit. ${next}`);
  }
  const id = await insertOwnField(context, { fact, number, label });
  await recordAudit(context, { act: "own-fields.added", subject: `own-fields/${fact}/${number}`, details: { label } });
  return describe({ fact, number, label, id, values: 0, isBeingRemoved: false });
}

/** Calls a field otherwise. */
export async function renameOwnField(
  context: Context,
  { fact, number, label }: z.output<(typeof renameContract)["input"]>,
): Promise<Described> {
  await lockOwnFields(context);
  const fields = await selectKeptFields(context);
  const field = requireField(fields, { fact, number });
  const others = fields.filter((one) => one.fact === fact && one.number !== number);
  requireFreeLabel(fact, label, others);
  await updateLabel(context, { fact, number, label });
  const details = { before: field.label, after: label };
  await recordAudit(context, { act: "own-fields.renamed", subject: `own-fields/${fact}/${number}`, details });
  return describe({ ...field, label });
}

/** Removes a field at once for everyone who looks, and its values by and by. */
export async function removeOwnField(
  context: Context,
  { fact, number }: z.output<(typeof removeContract)["input"]>,
  { unmapField, forgetDimension }: FieldUses,
): Promise<Described> {
  await lockOwnFields(context);
  const field = requireField(await selectKeptFields(context), { fact, number });
  await hideField(context, field);
  // Its number may be another field's some day, which an old mapping must not fill and an old view not mean.
  await unmapField(context, fact, ownFieldName(number));
  await forgetDimension(context, dimensionForOwnField(field));
  const { label, id } = field;
  await enqueue(context, clearOwnFieldJob, { fact, number, id });
  await recordAudit(context, {
    act: "own-fields.removed",
    subject: `own-fields/${fact}/${number}`,
    details: { label },
  });
  return describe({ ...field, isBeingRemoved: true });
}

function requireField(fields: readonly KeptField[], { fact, number }: Place): KeptField {
  const field = fields.find((one) => one.fact === fact && one.number === number && !one.isBeingRemoved);
  if (!field) throw new AppError("not_found", "There is no such field. It may have been removed.");
  return field;
}

/** Refuses a name under which nobody could tell two fields apart. */
function requireFreeLabel(fact: string, label: string, others: readonly KeptField[]): void {
  const datasets = [...registry.datasets.values()].filter((dataset) => dataset.fact === fact);
  const ids = new Set(datasets.flatMap(({ dimensions }) => Object.keys(dimensions)));
  const columns = datasets.flatMap(({ rows }) => rows.flatMap((row) => ("dimension" in row ? [] : [row.label])));
  const fields = Object.keys(factTables.find(({ table }) => table === fact)?.columns ?? {});
  const taken = [
    ...[...ids].flatMap((id) => registry.dimensions.get(id)?.label ?? []),
    ...columns,
    ...fields.filter((name) => !ownFieldNames.includes(name)).map(plainFieldName),
    ...others.filter(({ isBeingRemoved }) => !isBeingRemoved).map((one) => one.label),
  ].find((one) => comparable(one) === comparable(label));
  if (taken) throw wrongField("label", `${nounFor(fact)} have a field ${taken} already.`);
}

/** A name as it is compared with others: however it is written, and with whatever spaces. */
function comparable(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function nounFor(fact: string): string {
  const noun = factNouns[fact] ?? fact;
  return noun.slice(0, 1).toUpperCase() + noun.slice(1);
}

function describe(field: KeptField): Described {
  const { fact, number } = field;
  return { ...field, field: ownFieldName(number), dimension: dimensionForOwnField({ fact, number }) };
}
