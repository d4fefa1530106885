import { wrongField } from "../../../platform/errors.ts";
import type { Dataset } from "../model/dataset.ts";

import type { ReadRow } from "./row-columns.ts";

/** SQL of the parts that tell a row of a dataset apart: the source's key, and more where a row stands in it several times. */
function keyParts({ rowKey = [] }: Pick<Dataset, "rowKey">): string[] {
  return ["source", "source_key", ...rowKey];
}

/** SQL of one text that orders rows whose other values are equal. */
export function orderKey(dataset: Dataset): string {
  return keyParts(dataset).join(" || '/' || ");
}

/** SQL of the parts of a row's key as columns, for `toRowKey`. */
export function rowKeyColumns(dataset: Dataset): string[] {
  return keyParts(dataset).map((part, index) => `(${part})::text as row_key_${index}`);
}

/** What a row is opened with. */
export function toRowKey(row: ReadRow, dataset: Dataset): string {
  return keyParts(dataset)
    .map((_, index) => encodeURIComponent(String(row[`row_key_${index}`])))
    .join("/");
}

/** The parts of a key from a request, each with its SQL. */
export function readRowKey(key: string, dataset: Dataset): { sql: string; value: string }[] {
  const values = decoded(key);
  const context = keyParts(dataset);
  if (values?.length !== context.length || values.some((value) => value.includes("\0")))
    throw wrongField("key", "The key is not one of these rows: use the `key` of a row in their list.");
  return context.map((sql, index) => ({ sql, value: values[index] ?? "" }));
}

function decoded(key: string): string[] | null {
  try {
    return key.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
