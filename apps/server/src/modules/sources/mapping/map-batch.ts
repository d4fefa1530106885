import {
  type DuplicateRule,
  type SourceMapping,
  type SourceName,
  sourceMapping,
  type TargetField,
} from "@console/contracts";
import {
  type ColumnProfile,
  type ColumnStyle,
  decideDates,
  decideStyle,
  plainStyle,
  withChoice,
} from "../../../connectors/cells/column-profile.ts";
import type { RawRow, SourceBatch, SourceInput } from "../../../connectors/connector.ts";
import { compileMapping } from "../computed/compile-mapping.ts";
import { isKey } from "../listings/listed-store.ts";
import { countNotes } from "./count-notes.ts";
import { countUnmapped } from "./count-unmapped.ts";
import { findOtherUnit } from "./header-units.ts";
import { computeRow, type MappedRow, mapRow, type RowReader } from "./map-row.ts";
import { profileComputed, profileSamples } from "./profile-samples.ts";
import { isOfMonths } from "./read-times.ts";
import { noEvidence, suggestColumns } from "./suggest-mapping.ts";
import { listFields, requireTable } from "./target-tables.ts";
import { writeNumbers } from "./write-numbers.ts";

/** What rows are read with: the given mapping, or the one that fits their columns best. */
export function rowReader(
  source: SourceName,
  input: Readonly<Record<string, unknown>>,
  samples: readonly Pick<RawRow, "values">[],
  { timeZone, currency }: Pick<SourceInput, "timeZone" | "currency">,
): RowReader {
  const columns = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
  const profiles = profileSamples(columns, samples);
  const mapping = withSaleMarks(
    "fact" in input ? sourceMapping.parse(input) : suggestColumns(source, columns, { ...noEvidence, profiles }).mapping,
  );
  const styles = new Map<string, ColumnStyle>();
  const decide = (profiles: readonly ColumnProfile[]) => {
    for (const profile of profiles) styles.set(profile.name, decideStyle(profile));
  };
  decide(profiles);
  for (const [name, style] of Object.entries(mapping.columnStyles ?? {})) {
    styles.set(name, withChoice(styles.get(name) ?? plainStyle, style));
  }
  const computed = compileMapping(mapping);
  const rows = samples.map((row) => computeRow(row, { styles, timeZone, computed }));
  decide(profileComputed(computed, rows));
  const table = requireTable(source, mapping.fact);
  const fields = listFields(table);
  const { keyFields } = table;
  const computedNames = new Set(computed.map(({ name }) => name));
  const otherUnits = new Map(
    fields.flatMap((field) => {
      const { from } = mapping.fields[field.name] ?? {};
      const otherUnit = from === undefined || computedNames.has(from) ? null : findOtherUnit(field, from);
      return otherUnit ? [[field.name, otherUnit] as const] : [];
    }),
  );
  const monthly = withMonths(mapping, fields, profiles);
  return {
    otherUnits,
    mapping: keyFields ? withoutEach(monthly) : monthly,
    keyFields,
    fields,
    timeZone,
    currency,
    styles,
    computed,
  };
}

/** The same mapping, whose mark of returns knows the words of its column that someone has called sales. */
function withSaleMarks(mapping: SourceMapping): SourceMapping {
  const mark = mapping.fields.is_return;
  const words = mapping.saleWords?.[mark?.from ?? ""] ?? [];
  if (!mark || words.length === 0) return mapping;
  const values = { ...Object.fromEntries(words.map((word) => [word, "no"])), ...mark.values };
  return { ...mapping, fields: { ...mapping.fields, is_return: { ...mark, values } } };
}

/** The same mapping, saying which of its columns of days are of months, where these tell and the mapping does not. */
export function withMonths(
  mapping: SourceMapping,
  fields: readonly TargetField[],
  profiles: readonly ColumnProfile[],
): SourceMapping {
  const monthly = fields.flatMap(({ name, monthEnd }) => {
    const field = monthEnd && !mapping.fields[monthEnd] ? mapping.fields[name] : undefined;
    const column = profiles.find((profile) => profile.name === field?.from);
    if (!field || !column || field.isMonth !== undefined) return [];
    return [[name, { ...field, isMonth: isOfMonths(column, field.dates ?? decideDates(column).style) }] as const];
  });
  return monthly.length === 0 ? mapping : { ...mapping, fields: { ...mapping.fields, ...Object.fromEntries(monthly) } };
}

/** Rows that are known by what they are about cannot each count: of several the later one does. */
function withoutEach({ duplicates, ...mapping }: SourceMapping): SourceMapping {
  return duplicates === "first" ? { ...mapping, duplicates } : mapping;
}

/** A row of a source beside the record that it becomes. */
export type MappedSourceRow = MappedRow & { row: RawRow };

/** Raw rows with what each of them becomes. */
export function mapRows(rows: readonly RawRow[], reader: RowReader): MappedSourceRow[] {
  return writeNumbers(rows, reader).map((row) => ({ row, ...mapRow(row, reader) }));
}

type Piece = Pick<SourceBatch, "facts" | "unreadable" | "unmapped" | "notes" | "read">;

/** Raw rows as a piece of a run: the good ones as records, the others with what is wrong with them. */
export function mapBatch(rows: readonly RawRow[], reader: RowReader): Piece {
  return toPiece(mapRows(rows, reader), reader.mapping);
}

/** Mapped rows as a piece of a run. */
export function toPiece(mapped: readonly MappedSourceRow[], mapping: SourceMapping): Piece {
  const { fact, duplicates = "last" } = mapping;
  const ordered = mapped.map((row, order) => ({ ...row, order }));
  const good = ordered.filter(({ problems }) => problems.length === 0);
  return {
    facts: [
      {
        fact,
        records: good.map(({ record }) => record),
        rows: good.map(({ row: { place, values }, order }) => ({ place, row: values, order })),
        duplicates,
        deletions: listWithdrawn(ordered, duplicates),
      },
    ],
    unreadable: ordered
      .filter(({ problems }) => problems.length > 0)
      .map(({ row: { place, values }, problems, record, order, isLeftOut }) => ({
        fact,
        place,
        field: problems.map(({ field }) => field).join(", "),
        reason: problems.map(({ message }) => message).join(" "),
        row: values,
        key: String(record.source_key),
        order,
        isLeftOut,
      })),
    unmapped: countUnmapped(mapped.flatMap((one) => one.unmapped)),
    notes: countNotes(good, mapping),
    read: mapped.length,
  };
}

/**
 * The keys of rows that are left out and that no later row brings back; a sale that is stored under such a key was
 * cancelled since. Where every line counts, a key is no name of one line.
 */
export function listWithdrawn(rows: readonly MappedSourceRow[], rule: DuplicateRule): string[] {
  if (rule === "each") return [];
  const withdrawn = new Map<string, boolean>();
  for (const { record, problems, isLeftOut } of rows) {
    const key = record.source_key;
    if (typeof key !== "string" || !isKey(key)) continue;
    if (rule === "first" && withdrawn.has(key)) continue;
    if (isLeftOut) withdrawn.set(key, true);
    else if (problems.length === 0) withdrawn.set(key, false);
  }
  return [...withdrawn].flatMap(([key, isGone]) => (isGone ? [key] : []));
}
