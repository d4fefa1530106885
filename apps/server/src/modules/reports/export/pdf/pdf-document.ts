import type { Picture } from "@console/figures";
import type { ExportHeader, ExportTable } from "../../../../platform/spreadsheets/export-book.ts";

/** A figure with its name and how it moved. */
export type PdfFigure = {
  label: string;
  value: string;
  change: string | null;
  tone: "good" | "bad" | "neutral";
  /** How much of what it is about was measured, where that is not all. */
  coverage?: string;
};

/** A part of a printed report, from the top to the bottom. */
export type PdfBlock =
  /** Stands above what follows and is never left alone at the end of a page. */
  | { kind: "heading"; text: string }
  | { kind: "kpis"; items: PdfFigure[] }
  | { kind: "picture"; title: string; note?: string; picture: Picture }
  /** Paper is no place for a million rows: beyond `mostRows` the table says that the other files hold them all. */
  | { kind: "table"; table: ExportTable; mostRows?: number }
  | { kind: "text"; text: string };

/** A report as it is printed. */
export type PdfDocument = {
  header: ExportHeader;
  currency: string;
  orientation: "portrait" | "landscape";
  blocks: PdfBlock[];
};
