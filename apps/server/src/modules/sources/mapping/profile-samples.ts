import { type ColumnProfile, ColumnProfiler } from "../../../connectors/cells/column-profile.ts";
import { profileRows } from "../../../connectors/cells/profile-rows.ts";
import type { RawRow } from "../../../connectors/connector.ts";
import type { CompiledColumn } from "../computed/compile-columns.ts";

/** So many rows tell what the columns of a source hold that is read piece by piece. */
const mostRows = 500;

type SampleRow = Pick<RawRow, "values"> & Partial<Pick<RawRow, "place">>;

/** What some rows of a source tell of its columns; programs write all of them but those of texts. */
export function profileSamples(
  columns: readonly string[],
  rows: readonly SampleRow[],
  texts: readonly string[] = [],
): ColumnProfile[] {
  const profile = profileRows(columns, { isMachine: true, texts });
  for (const { values, place = "" } of rows.slice(0, mostRows)) profile.add({ values, place });
  profile.endFile();
  return profile.finish().columns;
}

/** What some rows tell of computed columns. A text is written as the source has it, everything else as we write it. */
export function profileComputed(computed: readonly CompiledColumn[], rows: readonly SampleRow[]): ColumnProfile[] {
  return computed.map(({ name, type }) => {
    const profiler = new ColumnProfiler(name, type !== "text");
    for (const { values, place = "" } of rows.slice(0, mostRows)) profiler.add(values[name] ?? "", place);
    profiler.endFile();
    return profiler.finish();
  });
}
