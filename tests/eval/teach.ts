import { type Asker, callOnce } from "./ask.ts";

type Imported = { counts: { new: number; wrong: number }; outcomes: { outcome: string; message: string }[] };
type Rows = { items: { id: string; word?: string; question?: string }[]; next: string | null };
export type Line = Readonly<Record<string, string>>;

const linesOfFile = 250;

/** Teaches the lines of a list as files bring them, until there are enough; gives how many were taken, and says why others were not. */
export async function teach(
  asker: Asker,
  entity: "words" | "examples",
  lines: readonly Line[],
  most = lines.length,
): Promise<number> {
  let taken = 0;
  const reasons = new Map<string, number>();
  for (let from = 0; from < lines.length && taken < most; from += linesOfFile) {
    const body = writeCsv(lines.slice(from, from + linesOfFile));
    const url = `${asker.url}/api/admin/${entity}/import?isTrial=false&name=${entity}.csv`;
    const headers = { ...asker.headers, "content-type": "text/csv" };
    const response = await fetch(url, { method: "POST", headers, body });
    if (!response.ok) throw new Error(await response.text());
    const { counts, outcomes } = (await response.json()) as Imported;
    taken += counts.new;
    for (const { outcome, message } of outcomes)
      if (outcome === "wrong") reasons.set(message, (reasons.get(message) ?? 0) + 1);
  }
  taken += await restore(asker, entity, new Set(lines.map((line) => line[entity === "words" ? "word" : "question"])));
  for (const [message, count] of reasons) console.log(`  not taught: ${count} × ${message}`);
  return taken;
}

/** Puts back into use what was taught before and taken back; gives how many rows. */
async function restore(asker: Asker, entity: string, titles: ReadonlySet<string | undefined>): Promise<number> {
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Rows = await callOnce<Rows>(asker, `/api/admin/${entity}?limit=100&filter=status:archived${after}`);
    for (const { id, word, question } of page.items) if (titles.has(word ?? question)) ids.push(id);
    cursor = page.next;
  }
  for (let from = 0; from < ids.length; from += 100)
    await callOnce(asker, `/api/admin/${entity}/acts/restore`, { ids: ids.slice(from, from + 100), fields: {} });
  return ids.length;
}

/** Takes everything back that was taught. */
export async function forget(asker: Asker, entity: "words" | "examples"): Promise<void> {
  for (;;) {
    const { items } = await callOnce<Rows>(asker, `/api/admin/${entity}?limit=100&filter=status:active`);
    if (items.length === 0) return;
    const body = { ids: items.map(({ id }) => id), fields: {} };
    await callOnce(asker, `/api/admin/${entity}/acts/archive`, body);
  }
}

function writeCsv(lines: readonly Line[]): string {
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  const cell = (text = "") => `"${text.replaceAll('"', '""')}"`;
  return [columns, ...lines.map((line) => columns.map((column) => line[column]))]
    .map((row) => row.map((text) => cell(text)).join(","))
    .join("\n");
}
