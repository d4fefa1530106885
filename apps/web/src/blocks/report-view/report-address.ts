import type { ReportView } from "@console/contracts";
import { reportRowParts } from "@console/contracts/report-parts";
import { addDays, isDay } from "@console/figures/calendar";
import type { Cell } from "@console/figures/picture";
import { parseSearch, type Search, stringifySearch } from "../../lib/search.ts";
import { basisWords, comparisonWords, grainWords, periodWords } from "../filter-bar/view-words.ts";

/** Goes to another address: a given one, or one that follows from where the reader is by then. */
export type SearchStep = (next: Search | ((now: Search) => Search), isSameStep?: boolean) => void;

/** Who looks at whose report; only platform admins have it. */
const tenantPart = "tenant";

/** Parts with another end: an address names the last day as `to`, a view the first day after it. */
function moveEnd<Parts extends Search | ReportView>(parts: Parts, days: number): Parts {
  if (parts.to === undefined) return parts;
  const ends = [parts.to].flat().map((end) => (isDay(end) ? addDays(end, days) : end));
  return { ...parts, to: ends.length > 1 ? ends : ends[0] };
}

/** What of an address all panels are read with. */
export function parseView(search: Search): ReportView {
  return moveEnd(pickView(search), 1);
}

/** A view as a part of an address. */
export function toAddress(view: ReportView): Search {
  return moveEnd(view, -1) as Search;
}

/** The address of a page that shows a view, which the server has given as a query. */
export function readAddress(query: string): Search {
  return moveEnd<Search>(parseSearch(query), -1);
}

function pickView(search: Search): ReportView {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !isOwn(name))) as ReportView;
}

/** What of an address is not the view. */
export function otherParameters(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([name]) => isOwn(name)));
}

/** An address without the cell that was opened and what was chosen for the rows behind it. */
export const noCell: Search = { at: undefined, "at.sort": undefined, "at.q": undefined, row: undefined, as: undefined };

/** The address of another view; the rows begin afresh with it. */
export function withView(search: Search, view: ReportView): Search {
  return { ...otherParameters(search), ...noCell, rows: undefined, ...toAddress(view) };
}

function isOwn(name: string): boolean {
  return name === tenantPart || reportRowParts.includes(name);
}

/** A view as a query for the server, without the question mark; empty for the default. */
export function writeView(view: ReportView): string {
  return stringifySearch(view).slice(1);
}

/** The view that a query stands for. */
export function readView(query: string): ReportView {
  return pickView(parseSearch(query));
}

type Parts = Readonly<Record<string, readonly string[]>>;

/** A view without values that cannot be meant, and with others in their place. */
export function amendView(view: ReportView, wrong: Parts, instead: Parts = {}): ReportView {
  const names = new Set([...Object.keys(view), ...Object.keys(instead)]);
  const parts = [...names].flatMap((name) => {
    const entries = [view[name] ?? []].flat().filter((value) => !wrong[name]?.includes(value));
    const [first, ...more] = new Set([...entries, ...(instead[name] ?? [])]);
    if (first === undefined) return [];
    return [[name, more.length > 0 ? [first, ...more] : first]];
  });
  return Object.fromEntries(parts) as ReportView;
}

const choices: Readonly<Record<string, object>> = {
  period: periodWords,
  compare: comparisonWords,
  grain: grainWords,
  basis: basisWords,
};

/** What of a view can be put into words: not a day that is none, nor a choice that does not exist. */
export function readableView(view: ReportView): ReportView {
  const parts = Object.entries(view).filter(([name, value]) => {
    if (name === "from" || name === "to") return typeof value === "string" && isDay(value);
    const words = choices[name];
    return !words || Object.hasOwn(words, String(value));
  });
  return Object.fromEntries(parts) as ReportView;
}

/** Another choice, with what could not be put into words kept, unless it was what was chosen anew. */
export function keepUnread(view: ReportView, next: ReportView): ReportView {
  const shown = readableView(view);
  const isSamePeriod = ["period", "from", "to"].every((name) => shown[name] === next[name]);
  const unread = Object.entries(view).filter(([name]) => {
    if (Object.hasOwn(shown, name) || Object.hasOwn(next, name)) return false;
    return isSamePeriod || !["period", "from", "to"].includes(name);
  });
  return { ...next, ...Object.fromEntries(unread) } as ReportView;
}

/** The cell whose rows an address asks for: the panel that it was opened from, and members by dimension. */
export function parseCell({ at }: Search): Cell {
  return Object.fromEntries(
    [at ?? []].flat().flatMap((part) => {
      const colon = part.indexOf(":");
      return colon > 0 ? [[part.slice(0, colon), part.slice(colon + 1)]] : [];
    }),
  );
}

/** A cell as parts of an address. */
export function writeCell(cell: Cell): string[] {
  return Object.entries(cell).map(([name, value]) => `${name}:${value}`);
}

/** The part after # in the address of a section of a report. */
export function sectionAnchor(report: string, place: number | string): string {
  return `section-${report}-${place}`;
}
