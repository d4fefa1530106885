import type {
  ComputedColumn,
  ConnectionKind,
  FieldMapping,
  SourceMapping,
  SourceSample,
  TookanMapping,
} from "@console/contracts";

/** The names of a delivery account's custom fields that we read. */
export const accountLabels = {
  codDue: "Cash to collect",
  codCollected: "Cash collected",
  cost: "Cost of the delivery",
  failureReason: "Reason of a failure",
  serviceLevel: "Service level",
} as const;
export type AccountLabel = keyof typeof accountLabels;

/** One field of our table and what fills it. */
export type FieldRow = { field: string; from: string; rest: FieldMapping };

/** A row before anything is typed into it. */
export const emptyRow: FieldRow = { field: "", from: "", rest: {} };

/** A table that a source can fill, as a sample of it tells. */
export type SampleTable = SourceSample["tables"][number];

/** Row key, and how their amounts are signed. */
type RowRules = Pick<SourceMapping, "keyColumns" | "duplicates" | "signs" | "saleWords" | "leftOutWords">;

/** The mapping as a form holds it. What it does not ask for is kept as it was. */
export type MappingValues = {
  labels: Readonly<Partial<Record<AccountLabel, string>>>;
  /** Empty where columns are matched by their names. */
  fact: string;
  rows: readonly FieldRow[];
  computed: readonly ComputedColumn[];
  columnStyles: NonNullable<SourceMapping["columnStyles"]>;
  rules: RowRules;
  rest: Readonly<Record<string, unknown>>;
};

/** A stored mapping for the form. */
export function toMappingValues(kind: ConnectionKind, stored: Readonly<Record<string, unknown>>): MappingValues {
  if (kind === "tookan") {
    const accountMapping = stored as TookanMapping;
    const labels = Object.fromEntries(labelNames.map((name) => [name, accountMapping[name] ?? ""]));
    return { labels, fact: "", rows: [], computed: [], columnStyles: {}, rules: {}, rest: stored };
  }
  const { fact = "", fields = {}, computed = [], columnStyles = {} } = stored as Partial<SourceMapping>;
  const rows = Object.entries(fields).map(([field, mapping]) => ({ field, from: mapping.from ?? "", rest: mapping }));
  return { labels: {}, fact, rows, computed, columnStyles, rules: pickRules(stored), rest: {} };
}

function pickRules({ keyColumns, duplicates, signs, saleWords, leftOutWords }: Partial<SourceMapping>): RowRules {
  return {
    ...(keyColumns && { keyColumns }),
    ...(duplicates && { duplicates }),
    ...(signs && { signs }),
    ...(saleWords && { saleWords }),
    ...(leftOutWords && { leftOutWords }),
  };
}

/** The mapping of the form as the server takes it; an empty one matches columns by their names. */
export function toMapping(kind: ConnectionKind, values: MappingValues): Record<string, unknown> {
  const { labels, fact, rows, rest } = values;
  if (kind === "tookan") {
    const written = labelNames.map((name) => [name, labels[name]?.trim() || undefined]);
    return withoutUndefined({ ...rest, ...Object.fromEntries(written) });
  }
  if (fact === "") return {};
  return { fact, fields: Object.fromEntries(rows.flatMap(toField)), ...computedPart(values), ...values.rules };
}

/** What a mapping says of computed columns; nothing where it has none. */
function computedPart({ computed, columnStyles }: MappingValues): Pick<SourceMapping, "computed" | "columnStyles"> {
  if (computed.length === 0) return {};
  return { computed: [...computed], ...(Object.keys(columnStyles).length > 0 && { columnStyles }) };
}

/** The mapping of the form with the fields that were emptied by hand, so that nobody fills them again; undefined where nothing is chosen. */
export function chosenMapping(values: MappingValues): SourceMapping | undefined {
  const { fact, rows } = values;
  const named = rows.filter(({ field }) => field.trim() !== "");
  if (fact === "" && named.length === 0) return undefined;
  const fields = Object.fromEntries(named.map(({ field, from, rest }) => [field.trim(), { ...rest, from }]));
  return { fact, fields, ...computedPart(values), ...values.rules };
}

/** A mapping that was changed as a whole, for the form. */
export function withMapping(values: MappingValues, mapping: SourceMapping): MappingValues {
  return { ...values, ...toMappingValues("rest", mapping) };
}

/** The form with what fits where nothing is chosen yet. */
export function filledIn(values: MappingValues, fitting: SourceMapping): MappingValues {
  const chosen = chosenMapping(values);
  // Someone has taken another table in the meantime.
  if (chosen?.fact && chosen.fact !== fitting.fact) return values;
  return withMapping(values, { ...chosen, fact: fitting.fact, fields: { ...fitting.fields, ...chosen?.fields } });
}

/** The form for another table: what the two have in common stays, the rest is what fits. */
export function withTable(values: MappingValues, { fact, fields, suggested }: SampleTable): MappingValues {
  const names = new Set(fields.map(({ name }) => name));
  const chosen = chosenMapping(values);
  const rest = Object.entries(chosen?.fields ?? {}).filter(([name]) => names.has(name));
  return withMapping(values, { ...chosen, fact, fields: { ...suggested, ...Object.fromEntries(rest) } });
}

/** A text that is the same for two mappings that do the same. */
export function mappingKey(mapping: Record<string, unknown>): string {
  const { fact, fields = {}, computed = [], ...rest } = mapping as Partial<SourceMapping>;
  const filled = toMappingValues("rest", { fact, fields }).rows.flatMap(toField);
  const { keyColumns = [], duplicates = "last", signs = "", saleWords = {}, leftOutWords = {} } = rest;
  return JSON.stringify([
    computed,
    fact,
    keyColumns,
    duplicates,
    signs,
    saleWords,
    leftOutWords,
    filled.map(([name, field]) => [name, Object.entries(field).sort()]).sort(),
  ]);
}

function toField({ field, from, rest: kept }: FieldRow): [string, FieldMapping][] {
  const { from: _, values, ...rest } = kept;
  const isFilled = from !== "" || (rest.constant ?? "") !== "";
  if (field.trim() === "" || !isFilled) return [];
  // A name that was emptied is none.
  const names = Object.entries(values ?? {}).filter(([, name]) => name.trim() !== "");
  const named = names.length > 0 && { values: Object.fromEntries(names) };
  return [[field.trim(), { ...rest, ...named, ...(from !== "" && { from }) }]];
}

const labelNames = Object.keys(accountLabels) as AccountLabel[];

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
