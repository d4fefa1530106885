import type { ConnectionKind, FieldMapping, SourceMapping, TookanMapping } from "@console/contracts";

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
export type FieldRow = { field: string; from: string; kept: FieldMapping };

/** The mapping as a form holds it. What it does not ask for is kept as it was. */
export type MappingValues = {
  labels: Readonly<Partial<Record<AccountLabel, string>>>;
  /** Empty where columns are matched by their names. */
  fact: string;
  rows: readonly FieldRow[];
  kept: Readonly<Record<string, unknown>>;
};

/** A stored mapping for the form. */
export function mappingValuesOf(kind: ConnectionKind, stored: Readonly<Record<string, unknown>>): MappingValues {
  if (kind === "tookan") {
    const known = stored as TookanMapping;
    const labels = Object.fromEntries(labelNames.map((name) => [name, known[name] ?? ""]));
    return { labels, fact: "", rows: [], kept: stored };
  }
  const { fact = "", fields = {} } = stored as Partial<SourceMapping>;
  const rows = Object.entries(fields).map(([field, mapping]) => ({ field, from: mapping.from ?? "", kept: mapping }));
  return { labels: {}, fact, rows, kept: {} };
}

/** The mapping of the form as the server takes it; an empty one matches columns by their names. */
export function mappingOf(kind: ConnectionKind, { labels, fact, rows, kept }: MappingValues): Record<string, unknown> {
  if (kind === "tookan") {
    const written = labelNames.map((name) => [name, labels[name]?.trim() || undefined]);
    return withoutUndefined({ ...kept, ...Object.fromEntries(written) });
  }
  if (fact === "") return {};
  return { fact, fields: Object.fromEntries(rows.flatMap(fieldOf)) };
}

function fieldOf({ field, from, kept }: FieldRow): [string, FieldMapping][] {
  const { from: _, ...rest } = kept;
  const isFilled = from !== "" || (rest.constant ?? "") !== "";
  return field.trim() === "" || !isFilled ? [] : [[field.trim(), { ...rest, ...(from !== "" && { from }) }]];
}

const labelNames = Object.keys(accountLabels) as AccountLabel[];

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
