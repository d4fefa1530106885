import { wrongField } from "../../../platform/errors.ts";
import type { Dataset } from "../model/dataset.ts";

import type { ReadRow } from "./row-columns.ts";

/** SQL of the parts that tell a row of a dataset apart: the source's key, and more where a row stands in it several times. */
function partsOf({ rowKey = [] }: Pick<Dataset, "rowKey">): string[] {
  return ["source", "source_key", ...rowKey];
}

/** SQL of one text that orders rows whose other values are equal. */
export function orderKey(dataset: Dataset): string {
  return partsOf(dataset).join(" || '/' || ");
}

/** SQL of the parts of a row's key as columns, for `keyOfRow`. */
export function keyColumns(dataset: Dataset): string[] {
  return partsOf(dataset).map((part, place) => `(${part})::text as row_key_${place}`);
}

/** What a row is opened with. */
export function keyOfRow(row: ReadRow, dataset: Dataset): string {
  return partsOf(dataset)
    .map((_, place) => encodeURIComponent(String(row[`row_key_${place}`])))
    .join("/");
}

/** The parts of a key that somebody gave, each with its SQL. */
export function readRowKey(key: string, dataset: Dataset): { sql: string; value: string }[] {
  const values = decoded(key);
  const parts = partsOf(dataset);
  if (values?.length !== parts.length || values.some((value) => value.includes("\0")))
    throw wrongField("key", "The key is not one of these rows: use the `key` of a row in their list.");
  return parts.map((sql, place) => ({ sql, value: values[place] ?? "" }));
}

function decoded(key: string): string[] | null {
  try {
    return key.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
