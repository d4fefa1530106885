import {
  type judgeMapping as contract,
  type RouteOutput,
  type SourceMapping,
  sourceMapping,
  type TargetField,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import {
  checkFacts,
  countFilled,
  countNamed,
  type FactTable,
  type FilledRows,
  loadMetricState,
  selectOwnFields,
} from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import { readMapping, requireConnection } from "../connections/manage-connections.ts";
import { countRejects, selectRejects } from "../connections/reject-store.ts";
import { mapRejects } from "../connections/replay-rejects.ts";
import type { AccountKind, AccountReader, AccountReaders } from "../sources.ts";
import { compareMappings, type FieldChange, fillWords, type ValueChange } from "./compare-mappings.ts";
import { isMadeKey } from "./map-row.ts";
import { listFields, listOwnTargets, requireTable, tablesForSource } from "./target-tables.ts";

type Impact = RouteOutput<typeof contract>;

/** Tells which reports show a table; the module does not know them. */
export type ReportsShowing = (fact: string) => { id: string; title: string }[];

const mostRejects = 5000;

/** What a mapping would change for the rows of a connection; nothing is written. */
export async function judgeMapping(
  context: Context,
  { connection: id, mapping: input }: z.output<(typeof contract)["input"]>,
  { reportsShowing, accounts }: { reportsShowing: ReportsShowing; accounts: AccountReaders },
): Promise<Impact> {
  const connection = await requireConnection(context, id);
  const after = readMapping(connection.kind, input);
  const account = isAccount(connection.kind, accounts) ? accounts[connection.kind] : null;
  const fact = account ? account.fact : after.fact === undefined ? null : String(after.fact);
  const table = fact === null ? null : requireTable(connection.source, fact);
  const tables = await countTables(context, connection);
  const counted = table && (tables.find((one) => one.table === table) ?? null);
  const changes = counted && compareWith(connection, after, counted, account);
  const factShown = counted?.fact ?? tables.find(({ rows }) => rows > 0)?.fact;
  return {
    table: counted && plain(counted),
    left: tables.filter((one) => one.rows > 0 && one.fact !== fact && connection.mapping.fact !== fact).map(plain),
    hasOtherKeys: changes?.hasOtherKeys ?? false,
    values: counted && changes ? await countValues(context, connection, counted, changes.values, account) : [],
    fields: counted && changes ? changes.fields.map((change) => countField(change, counted)) : [],
    rejects: account ? null : await countTaken(context, { ...connection, mapping: after }),
    reports: factShown === undefined ? [] : reportsShowing(factShown),
  };
}

function isAccount(kind: Connection["kind"], accounts: AccountReaders): kind is AccountKind {
  return kind in accounts;
}

type Counted = FilledRows & { fact: string; label: string; table: FactTable; fields: readonly TargetField[] };

async function countTables(context: Context, { source, id }: Connection): Promise<Counted[]> {
  const ownFields = await selectOwnFields(context);
  const counted: Counted[] = [];
  for (const { fact, label } of tablesForSource(source)) {
    const table = requireTable(source, fact);
    const fields = [...listFields(table), ...listOwnTargets(fact, ownFields)];
    counted.push({ fact, label, table, fields, ...(await countFilled(context, { table, source: id })) });
  }
  return counted;
}

function plain({ fact, label, rows }: Counted): Impact["left"][number] {
  return { fact, label, rows };
}

type Changes = { values: ValueChange[]; fields: FieldChange[]; hasOtherKeys: boolean };

function compareWith(
  { mapping }: Connection,
  input: Record<string, unknown>,
  counted: Counted,
  account: AccountReader | null,
): Changes {
  const { fields } = counted;
  if (account) return { ...account.compareMappings(fields, mapping, input), hasOtherKeys: false };
  const after = sourceMapping.parse(input);
  const parsed = sourceMapping.safeParse(mapping);
  const before = parsed.success ? parsed.data : null;
  // Rows of another table stay as they are: there is nothing to compare.
  if (before && before.fact !== after.fact) return { values: [], fields: [], hasOtherKeys: false };
  if (!before) {
    const { values } = compareMappings(fields, { ...after, fields: bare(after.fields) }, after);
    return { ...fromStored(after, counted), values };
  }
  const isOther = fillWords(before, "source_key") !== fillWords(after, "source_key");
  const { values, fields: changed } = compareMappings(fields, before, after);
  return { values, fields: changed.filter(isNoKey), hasOtherKeys: isOther && counted.rows > 0 };
}

/** What tells rows apart is told by itself. */
function isNoKey({ field }: FieldChange): boolean {
  return field !== "source_key";
}

/** The same columns without names for their values: how rows are read that are matched by names. */
function bare(fields: SourceMapping["fields"]): SourceMapping["fields"] {
  return Object.fromEntries(Object.entries(fields).map(([name, { values: _, ...rest }]) => [name, rest]));
}

/** Columns were matched by their names so far: what that filled is what the stored rows hold. */
function fromStored(mapping: SourceMapping, { rows, filled, someKey }: Counted): Omit<Changes, "values"> {
  if (rows === 0) return { fields: [], hasOtherKeys: false };
  const changes = [...filled].flatMap(([field, count]): FieldChange[] => {
    const after = fillWords(mapping, field);
    if (count > 0 === (after !== null)) return [];
    return [{ field, before: null, after, change: after === null ? "emptied" : "filled" }];
  });
  const hadKeys = someKey !== null && !isMadeKey(someKey);
  return { fields: changes.filter(isNoKey), hasOtherKeys: hadKeys !== (fillWords(mapping, "source_key") !== null) };
}

function countField(change: FieldChange, { fields, filled }: Counted): Impact["fields"][number] {
  return { ...change, label: labelForField(fields, change.field), rows: filled.get(change.field) ?? 0 };
}

async function countValues(
  context: Context,
  { id }: Connection,
  { table, fields }: Counted,
  changes: readonly ValueChange[],
  account: AccountReader | null,
): Promise<Impact["values"]> {
  const counts = new Map<string, Map<string, number>>();
  for (const field of new Set(changes.map((one) => one.field))) {
    const names = changes.flatMap((one) => (one.field === field && one.before ? [one.before] : []));
    counts.set(field, await countNamed(context, { table, source: id }, { field, names: [...new Set(names)] }));
  }
  const counted = changes.map((change) => ({
    ...change,
    label: labelForField(fields, change.field),
    rows: counts.get(change.field)?.get(change.before ?? "") ?? 0,
  }));
  // A name of an account may stand for one of two fields: it is told where rows say it.
  const isSaid = new Set(counted.filter(({ rows }) => rows > 0).map(({ value }) => value));
  return counted
    .filter(
      ({ field, value, rows }) => !account || rows > 0 || (field !== account.ambiguousField && !isSaid.has(value)),
    )
    .sort((a, b) => b.rows - a.rows);
}

function labelForField(fields: readonly TargetField[], field: string): string {
  return fields.find(({ name }) => name === field)?.label ?? field;
}

/** How many of the open rejects would be imported. */
async function countTaken(context: Context, connection: Connection): Promise<Impact["rejects"]> {
  const { settings } = await loadMetricState(context);
  const open = await countRejects(context, connection.id);
  const rejects = await selectRejects(context, {
    connection: connection.id,
    run: null,
    after: "0",
    limit: mostRejects,
  });
  const batches = await mapRejects(context, connection, rejects, settings);
  const accepted = batches.flatMap(({ mapped }) =>
    mapped.facts.map(({ fact, records }) => {
      const refused = new Set(checkFacts(fact, records).map(({ index }) => index));
      return records.length - refused.size;
    }),
  );
  return { open, tried: rejects.length, taken: accepted.reduce((sum, rows) => sum + rows, 0) };
}
