import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectionSettings, connectionSettings } from "@console/contracts";
import type { OutboundAnswer } from "../../platform/outbound/outbound-request.ts";
import { isTextNumber } from "../cells/read-number.ts";
import { type Connector, type RawBatch, type SourceInput, SourceProblem } from "../connector.ts";
import { flatRow, pointedAt } from "../json/flat-row.ts";
import { parseJson } from "../json/parse-json.ts";

type Settings = ConnectionSettings["rest"];

/** Where the next page is: its number, how many rows came before, the source's own cursor, or an address. */
type Cursor = { page: number; read: number; next: string | null };

const attempts = 5;
const longestWaitMs = 60_000;

/** Reads a list that another system serves as JSON, page by page. */
export const restConnector: Connector = {
  async test(input) {
    const { rows } = await readPage(input, readSettings(input), { page: 1, read: 0, next: null });
    return { message: `The list can be read; its first page has ${rows.length} rows.`, warning: null };
  },
  async *read(input) {
    const settings = readSettings(input);
    let cursor = (input.cursor as Cursor | null) ?? { page: 1, read: 0, next: null };
    for (;;) {
      const { rows, next } = await readPage(input, settings, cursor);
      const following = { page: cursor.page + 1, read: cursor.read + rows.length, next };
      yield toBatch(rows, cursor, following);
      const isLast =
        rows.length === 0 ||
        (settings.paging !== "cursor" && settings.paging !== "link" && rows.length < settings.pageSize);
      if (settings.paging === "none" || isLast || (next === null && hasOwnNext(settings))) return;
      if (hasOwnNext(settings) && next === cursor.next) {
        throw new SourceProblem("config", "The list keeps naming the same next page.");
      }
      cursor = following;
    }
  },
};

function hasOwnNext({ paging }: Settings): boolean {
  return paging === "cursor" || paging === "link";
}

function toBatch(rows: readonly unknown[], { page, read }: Cursor, cursor: Cursor): RawBatch {
  const texts = new Set<string>();
  const flatRows = rows.map((row, place) => {
    const own = new Set<string>();
    const values = typeof row === "object" && row !== null ? flatRow(row, own) : { value: String(row) };
    for (const name of own) texts.add(name);
    const ownTexts = [...own].filter((name) => isTextNumber(values[name] ?? ""));
    return { place: `row ${read + place + 1}`, values, texts: ownTexts };
  });
  return {
    rows: flatRows,
    texts: [...texts],
    total: null,
    note: `Reading page ${page}`,
    cursor,
  };
}

function readSettings({ settings }: SourceInput): Settings {
  return connectionSettings.rest.parse(settings);
}

async function readPage(input: SourceInput, settings: Settings, cursor: Cursor) {
  const answer = await ask(input, settings, buildAddress(settings, cursor, input.range));
  let body: unknown;
  try {
    body = parseJson(answer.text);
  } catch {
    throw new SourceProblem("passing", "The answer is not JSON.");
  }
  const rows = settings.rows === "" ? body : pointedAt(body, settings.rows);
  if (!Array.isArray(rows)) {
    throw new SourceProblem("config", `There is no list of rows at "${settings.rows || "/"}" of the answer.`);
  }
  return { rows: rows as unknown[], next: findNextPage(settings, body, answer) };
}

function buildAddress(
  { url, paging, pageParameter, sizeParameter, pageSize, fromParameter, toParameter }: Settings,
  { page, read, next }: Cursor,
  range: SourceInput["range"],
): string {
  if (paging === "link" && next) return next;
  const address = new URL(url);
  if (range && fromParameter) address.searchParams.set(fromParameter, range.from);
  if (range && toParameter) address.searchParams.set(toParameter, range.to);
  if (paging !== "none") address.searchParams.set(sizeParameter, String(pageSize));
  if (paging === "page") address.searchParams.set(pageParameter, String(page));
  if (paging === "offset") address.searchParams.set(pageParameter, String(read));
  if (paging === "cursor" && next) address.searchParams.set(pageParameter, next);
  return address.href;
}

function findNextPage({ paging, next, url }: Settings, body: unknown, { headers }: OutboundAnswer): string | null {
  if (paging === "cursor") {
    const match = pointedAt(body, next);
    return match === null || match === undefined || match === "" ? null : String(match);
  }
  if (paging !== "link") return null;
  const link = [headers.link ?? []].flat().join(",");
  const match = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link)?.[1];
  if (!match) return null;
  const address = new URL(match, url);
  // The secret goes along: it must not be sent to another host.
  if (address.host !== new URL(url).host) throw new SourceProblem("config", "The next page is on another host.");
  return address.href;
}

/** Asks for a page; what may pass is tried again, with the pauses that the other side asks for. */
async function ask({ outbound, secret, signal }: SourceInput, { header, prefix }: Settings, url: string) {
  for (let attempt = 1; ; attempt++) {
    const headers = secret ? { [header.toLowerCase()]: `${prefix}${secret}` } : {};
    const answer = await outbound(url, { headers, signal }).catch((error: Error & { isPassing?: boolean }) => {
      if (!error.isPassing || attempt >= attempts) throw error;
      return null;
    });
    if (answer && answer.status < 400) return answer;
    if (answer && (answer.status === 401 || answer.status === 403)) {
      throw new SourceProblem(
        "config",
        `The source refused access (${answer.status}). Check the secret and its header.`,
      );
    }
    if (answer && answer.status < 500 && answer.status !== 408 && answer.status !== 429) {
      throw new SourceProblem("config", `The source answers ${answer.status}. Check the address.`);
    }
    if (attempt >= attempts) throw new SourceProblem("passing", `The source answers ${answer?.status ?? "nothing"}.`);
    const retryAfterMs = Number(answer?.headers["retry-after"]) * 1000;
    const pause =
      Number.isFinite(retryAfterMs) && retryAfterMs > 0
        ? retryAfterMs
        : 500 * 2 ** attempt * (0.75 + Math.random() / 2);
    await sleep(Math.min(pause, longestWaitMs), undefined, { signal });
  }
}
