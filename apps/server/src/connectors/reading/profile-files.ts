import { GapFinder } from "../cells/find-gaps.ts";
import { profileRows } from "../cells/profile-rows.ts";
import { SourceProblem } from "../connector.ts";
import { placeIn } from "../file/index.ts";
import { openFile } from "../file/open-file.ts";
import type { FileHead, FileProfile, FileToRead, Readings, SampleRow } from "./reading-task.ts";

/** Rows that people look at before a file is taken in, as far as they fit into a message. */
const mostSamples = { rows: 200, characters: 2 * 1024 * 1024 };

/** Reads through files that are one load. What is wrong with one of several is told with its name. */
export async function* profileFiles({
  files,
}: Readings["fileProfile"]["task"]): AsyncGenerator<Readings["fileProfile"]["part"], void> {
  const { form, columns, kinds } = await openHeads(files);
  const choose = ({ choice }: FileToRead) => ({ ...choice, likelyWorksheet: form.worksheet ?? undefined });
  const profile = profileRows(columns, { isMachine: kinds.some(isMachineKind) });
  const samples: SampleRow[] = [];
  const outlines: FileProfile["files"] = [];
  let characters = 0;
  for (const [file, one] of files.entries()) {
    const placing = placeIn(files, file);
    try {
      const opened = await openFile(one.path, one.name, choose(one));
      const isOfTexts = !isMachineKind(opened.form.kind);
      const gaps = new GapFinder(opened.columns);
      let count = 0;
      let hasEncodings = opened.isEncodingOpen && opened.columns.some(isBeyondAscii);
      for await (const { rows, share } of opened.read(null)) {
        count += rows.length;
        for (const row of rows) {
          if (row.problem === null) gaps.add(row.values);
          if (opened.isEncodingOpen) hasEncodings ||= Object.values(row.values).some(isBeyondAscii);
          const placed = { ...row, place: placing(row.place) };
          // Beside a workbook all numbers of a text file are texts.
          profile.add(isOfTexts && kinds.some(isMachineKind) ? { ...placed, texts: columns } : placed);
          if (samples.length >= mostSamples.rows || characters > mostSamples.characters) continue;
          characters += Object.values(row.values).reduce((sum, value) => sum + value.length, 0);
          samples.push({ ...placed, file });
        }
        yield { share: (file + share) / files.length };
      }
      profile.endFile({ isOfTexts });
      const worksheets = await opened.listWorksheets();
      outlines.push({
        form: opened.form,
        rows: count,
        worksheets: worksheets.map((sheet) =>
          sheet.name === opened.form.worksheet ? { ...sheet, rows: count } : sheet,
        ),
        hasEncodings,
        gaps: gaps.finish(),
      });
    } catch (error) {
      throw named(error, files, file);
    }
  }
  yield { form, columns, files: outlines, samples, profile: profile.finish() };
}

/** What all files have in common; one with other columns, or of another kind, is refused. */
async function openHeads(files: readonly FileToRead[]): Promise<FileHead & { kinds: FileHead["form"]["kind"][] }> {
  let head: FileHead | null = null;
  const kinds: FileHead["form"]["kind"][] = [];
  for (const [file, { path, name, choice }] of files.entries()) {
    try {
      // Workbooks of one kind call their sheets alike.
      const likelyWorksheet = head?.form.worksheet ?? undefined;
      const { form, columns } = await openFile(path, name, { ...choice, likelyWorksheet });
      kinds.push(form.kind);
      if (!head) {
        head = { form, columns };
        continue;
      }
      const first = files[0]?.name ?? "";
      if ((form.kind === "ndjson") !== (head.form.kind === "ndjson")) {
        const [kind, firstKind] = [form.kind, head.form.kind].map((one) => one.toUpperCase());
        throw new SourceProblem("config", `It is ${kind}, but ${first} is ${firstKind}. Upload files of one type.`);
      }
      // Objects need not have all of their fields among the first rows.
      if (form.kind === "ndjson") head = { ...head, columns: [...new Set([...head.columns, ...columns])] };
      else requireColumns(columns, { name: first, columns: head.columns });
    } catch (error) {
      throw named(error, files, file);
    }
  }
  if (!head) throw new SourceProblem("config", "This run has no file. Upload it again.");
  return { ...head, kinds };
}

/** Whether a program has written which cells of a file are numbers. */
function isMachineKind(kind: FileHead["form"]["kind"]): boolean {
  return kind === "xlsx" || kind === "ndjson";
}

function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

const mostNamed = 10;

function requireColumns(columns: readonly string[], first: { name: string; columns: readonly string[] }): void {
  const lacking = first.columns.filter((column) => !columns.includes(column));
  const more = columns.filter((column) => !first.columns.includes(column));
  if (lacking.length === 0 && more.length === 0) return;
  const parts = [
    ...(lacking.length > 0 ? [`it lacks ${quote(lacking)}`] : []),
    ...(more.length > 0 ? [`it has ${quote(more)} besides`] : []),
  ];
  throw new SourceProblem("config", `Its columns are not those of ${first.name}: ${parts.join(", and ")}.`);
}

function quote(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).map((name) => `"${name}"`);
  return names.length > mostNamed ? `${shown.join(", ")} and ${names.length - mostNamed} more` : shown.join(", ");
}

function named(error: unknown, files: readonly FileToRead[], file: number): unknown {
  if (!(error instanceof SourceProblem) || files.length === 1) return error;
  return new SourceProblem(error.kind, `${files[file]?.name}: ${error.message}`);
}
