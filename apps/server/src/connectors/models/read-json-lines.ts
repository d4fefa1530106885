import { parseJson } from "../json/parse-json.ts";
import { ModelFailure } from "./model-failure.ts";
import { type Line, readLines } from "./read-lines.ts";
import { isRow, type Row } from "./wire-values.ts";

/** The objects of a stream that has one in each line. */
export async function* readJsonLines(body: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  for await (const line of readLines(body)) {
    if (line.text.trim() !== "") yield parseRow(line);
  }
}

/** The object that a line or an event holds. */
export function parseRow({ text, isWhole }: Line): Row {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    if (!isWhole) throw answerCut();
  }
  if (isRow(value)) return value;
  throw new ModelFailure(
    "malformed",
    "The model server answers in a form that we do not know. Check its address and its kind.",
  );
}

/** The stream ended and its end never came. */
export function answerCut(): ModelFailure {
  return new ModelFailure("cut", "The answer broke off before its end. Ask again.");
}
