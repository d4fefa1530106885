import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { profileRows } from "../../../connectors/cells/profile-rows.ts";
import type { RawRow } from "../../../connectors/connector.ts";

/** So many rows tell what the columns of a source hold that is read piece by piece. */
const mostRows = 500;

/** What some rows of a source tell of its columns. */
export function profileSamples(
  columns: readonly string[],
  rows: readonly (Pick<RawRow, "values"> & Partial<Pick<RawRow, "place">>)[],
): ColumnProfile[] {
  const profile = profileRows(columns);
  for (const { values, place = "" } of rows.slice(0, mostRows)) profile.add({ values, place });
  return profile.finish().columns;
}
