import { type SourceMapping, type SourceName, sourceMapping } from "@console/contracts";
import {
  type Connector,
  type RawRow,
  type SourceBatch,
  type SourceInput,
  SourceProblem,
} from "../../../connectors/connector.ts";
import type { Reader, RunStep } from "../sources.ts";
import { countUnmapped } from "./count-unmapped.ts";
import { mapRow, type RowReader } from "./map-row.ts";
import { type DateStyle, findStyle } from "./read-date.ts";
import { suggestMapping } from "./suggest-mapping.ts";
import { fieldsOf, requireTable } from "./target-tables.ts";

/** Rows that styles and columns are found out from. */
const sampleRows = 200;

/** What rows are read with: the given mapping, or the one that fits their columns best. */
export function rowReader(
  source: SourceName,
  given: Readonly<Record<string, unknown>>,
  samples: readonly Pick<RawRow, "values">[],
  { timeZone, currencyDigits }: Pick<SourceInput, "timeZone" | "currencyDigits">,
): RowReader {
  const columns = [...new Set(samples.flatMap(({ values }) => Object.keys(values)))];
  const mapping: SourceMapping = "fact" in given ? sourceMapping.parse(given) : suggestMapping(source, columns);
  const styles = new Map<string, DateStyle>();
  for (const column of columns) {
    const values = samples.slice(0, sampleRows).flatMap(({ values: row }) => row[column] ?? []);
    styles.set(column, findStyle(values).style);
  }
  return { mapping, fields: fieldsOf(requireTable(source, mapping.fact)), timeZone, currencyDigits, styles };
}

/** Raw rows as a piece of a run: the good ones as records, the others with what is wrong with them. */
export function mapBatch(
  rows: readonly RawRow[],
  reader: RowReader,
): Pick<SourceBatch, "facts" | "unreadable" | "unmapped" | "read"> {
  const { fact } = reader.mapping;
  const mapped = rows.map((row) => ({ row, ...mapRow(row, reader) }));
  const good = mapped.filter(({ problems }) => problems.length === 0);
  return {
    facts: [
      {
        fact,
        records: good.map(({ record }) => record),
        rows: good.map(({ row: { place, values } }) => ({ place, row: values })),
      },
    ],
    unreadable: mapped
      .filter(({ problems }) => problems.length > 0)
      .map(({ row: { place, values }, problems }) => ({
        ...{ fact, place, field: problems.map(({ field }) => field).join(", ") },
        ...{ reason: problems.map(({ message }) => message).join(" "), row: values },
      })),
    unmapped: countUnmapped(mapped.flatMap((one) => one.unmapped)),
    read: rows.length,
  };
}

/** How a connector's rows are read: each piece is mapped before it is taken in. */
export function mappedReader(connector: Connector, extra: Pick<Reader, "carriesOn"> = {}): Reader {
  return {
    ...extra,
    test: (input) => connector.test(input),
    factsOf: ({ mapping }) => (typeof mapping.fact === "string" ? [mapping.fact] : []),
    async *read({ connection, input }): AsyncGenerator<RunStep> {
      let reader: RowReader | null = null;
      for await (const { rows, ...batch } of connector.read(input)) {
        reader ??= rowReader(connection.source, input.mapping, rows, input);
        const lacking = reader.fields.filter(({ name, isRequired }) => isRequired && !reader?.mapping.fields[name]);
        if (lacking.length > 0 && rows.length > 0) {
          const names = lacking.map(({ label }) => label).join(", ");
          throw new SourceProblem("config", `The mapping lacks what every row needs: ${names}. Complete it.`);
        }
        yield { ...batch, ...mapBatch(rows, reader) };
      }
    },
  };
}
