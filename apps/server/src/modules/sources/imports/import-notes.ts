import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type {
  downloadImportNotes as downloadContract,
  listImportNotes as listContract,
  RouteOutput,
} from "@console/contracts";
import { csvText } from "@console/figures/csv-text";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { countNoun } from "../count-noun.ts";
import { labelForField } from "../mapping/target-tables.ts";
import { type Import, requireImport } from "./follow-imports.ts";

type Notes = RouteOutput<typeof listContract>["items"];

/** What was noted of the values of a load, with the places that are kept. */
export async function listImportNotes(
  context: Context,
  { run: id }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  return { items: listNotes(await requireImport(context, id)) };
}

/** The same places as a file. */
export async function downloadImportNotes(
  context: Context,
  { run: id }: z.output<(typeof downloadContract)["input"]>,
): Promise<FileAnswer> {
  const load = await requireImport(context, id);
  const lines = [["place", "field", "value", "reason"], ...listNotes(load).flatMap(toLines)];
  const text = `\ufeff${lines.map((line) => line.map(csvText).join(",")).join("\r\n")}\r\n`;
  const file = path.join(context.config.dataDir, "exports", randomUUID());
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
  const name = load.files[0]?.name.replace(/\.\w+$/, "") ?? load.connection.name;
  return { name: `${name} notes.csv`, type: "text/csv; charset=utf-8", path: file, isTemporary: true };
}

function listNotes({ run }: Import): Notes {
  const fact = String(run.task.mapping?.fact ?? "");
  return run.notes.map(({ field, message, rows, places = [] }) => ({
    field,
    label: labelForField(fact, field),
    message,
    rows,
    places: [...places],
  }));
}

function toLines({ label, rows, places }: Notes[number]): string[][] {
  const lines = places.map(({ place, value, reason }) => [place, label, value, reason]);
  const more = rows - places.length;
  if (more <= 0) return lines;
  return [...lines, ["", label, "", `${countNoun(more, "more row")} ${more === 1 ? "is" : "are"} not listed.`]];
}
