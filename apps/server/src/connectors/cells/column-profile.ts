import { type DateShape, type DateStyle, readMonthEdge, shapeDate, splitShortDate } from "./read-date.ts";
import { type DecimalSign, isNegative, type NumberShape, shapeNumber } from "./read-number.ts";
import type { WordRows } from "./word-rows.ts";

/** A value and where it stands, as an example of others. */
export type Example = { value: string; place: string };

/** How many values of a column have a shape, with the first of each. */
export type Shapes<Shape extends string> = Partial<Record<Shape, { rows: number; first: Example }>>;

/** What all values of a column tell: how its numbers and its days are written, and which values there are. */
export type ColumnProfile = {
  name: string;
  /** A program has written it, which never writes a decimal comma. */
  isMachine: boolean;
  /** Rows that have a value. */
  filled: number;
  numbers: Shapes<NumberShape | "other">;
  /** Its numbers with a comma before decimals or thousands, which no program writes; older profiles have none. */
  commas?: number;
  /** Its texts that may be numbers written in two ways, where a program writes the others; older profiles have none. */
  texts?: number;
  /** Its texts that can only be numbers with a decimal point, likewise. */
  textPoints?: number;
  /** Its numbers below zero; null where there are none. */
  belowZero: { rows: number; first: Example } | null;
  /** Rows with a number of ten or more; profiles from before it was counted have none. */
  tens?: number;
  dates: Shapes<DateShape | "other">;
  /** Days whose year has two digits. */
  shortYears: number;
  /** How its days of three short numbers differ in the first and in the last of them; left out where one can begin with no year. */
  shortParts?: { firsts: number; lasts: number };
  /** The orders of day and month in which its days are all the first, or all the last, of a month; older profiles have none. */
  monthDays?: ("dmy" | "mdy")[];
  /** Its different values with their rows, the most frequent first; null where there are more than can be told. */
  values: { value: string; rows: number }[] | null;
  /** Its few words with their rows, and where the numbers beside them are not above zero; older profiles have none. */
  words?: WordRows[];
  /** What each file of a load is certain of by itself. */
  files: CertainStyle[];
};

/** How the values of one file can only be written; null where they leave it open. */
export type CertainStyle = { decimal: DecimalSign | null; dates: "dmy" | "mdy" | null };

const edgeKinds = (["dmy", "mdy"] as const).flatMap((order) => [
  { order, edge: "first" as const },
  { order, edge: "last" as const },
]);

const longestExample = 60;
const mostValues = 50;
const longestValue = 100;
/** A column that has shown so many texts and not one number or day has none. */
const patience = 2000;

/** Gathers what the values of one column tell, in little memory however many there are. */
export class ColumnProfiler {
  private readonly name: string;
  private readonly isMachine: boolean;
  private filled = 0;
  private tens = 0;
  private commas = 0;
  private texts = 0;
  private textPoints = 0;
  private shortYears = 0;
  private readonly numbers: Shapes<NumberShape | "other"> = {};
  private readonly signs: Shapes<"below"> = {};
  private readonly dates: Shapes<DateShape | "other"> = {};
  private readonly files: CertainStyle[] = [];
  /** What the file that is being read has shown. */
  private inFile: FileShapes = { numbers: {}, dates: {}, textPoints: 0 };
  private values: Map<string, number> | null = new Map();
  /** The first and the last parts of days of three short numbers, while these can all begin with a year. */
  private shortParts: { firsts: Set<string>; lasts: Set<string> } | null = { firsts: new Set(), lasts: new Set() };
  /** What all days so far can be, by order and by which of their months they are. */
  private edges = edgeKinds;

  constructor(name: string, isMachine: boolean) {
    this.name = name;
    this.isMachine = isMachine;
  }

  add(cell: string, place: string): void {
    const value = cell.trim();
    if (value === "") return;
    this.filled++;
    this.countValue(value);
    const { numbers, dates } = this.inFile;
    if (isWorthLooking(numbers)) {
      const shape = shapeNumber(value) ?? "other";
      count(numbers, shape, value, place);
      if (shape !== "other" && isNegative(value)) count(this.signs, "below", value, place);
      if (shape === "either" && value.includes(",")) this.commas++;
      if (shape !== "other" && /^\D*[1-9]\d/.test(value)) this.tens++;
    }
    if (!isWorthLooking(dates)) return;
    const date = shapeDate(value);
    count(dates, date?.shape ?? "other", value, place);
    if (date?.isShortYear) this.shortYears++;
    if (date?.shape === "dmy" || date?.shape === "mdy" || date?.shape === "either") this.addShortParts(value);
    if (date && date.shape !== "month" && this.edges.length > 0) {
      this.edges = this.edges.filter(({ order, edge }) => readMonthEdge(value, order).includes(edge));
    }
  }

  /** Counts a value that was a text, and may be a number. */
  addText(value: string): void {
    const shape = shapeNumber(value.trim());
    if (shape === "either") this.texts++;
    if (shape === "point") {
      this.textPoints++;
      this.inFile.textPoints++;
    }
  }

  /** Notes what a file is certain of; what comes next is of another one. A file of texts has no numbers but these. */
  endFile({ isOfTexts = true }: { isOfTexts?: boolean } = {}): void {
    const { numbers, dates } = this.inFile;
    this.files.push(findCertain(this.inFile, isOfTexts));
    addShapes(this.numbers, numbers);
    addShapes(this.dates, dates);
    this.inFile = { numbers: {}, dates: {}, textPoints: 0 };
  }

  finish(): ColumnProfile {
    const values = this.values && [...this.values].map(([value, rows]) => ({ value, rows }));
    values?.sort((a, b) => b.rows - a.rows || (a.value < b.value ? -1 : 1));
    const { name, isMachine, filled, numbers, commas, texts, textPoints, tens, dates, shortYears, files } = this;
    const belowZero = this.signs.below ?? null;
    const counts = { filled, commas, texts, textPoints, tens, shortYears };
    const monthDays = [...new Set(this.edges.map(({ order }) => order))];
    const { firsts, lasts } = this.shortParts ?? {};
    const shortParts = firsts?.size && lasts ? { firsts: firsts.size, lasts: lasts.size } : null;
    const more = { monthDays, ...(shortParts && { shortParts }) };
    return { name, isMachine, numbers, belowZero, dates, values, files, ...more, ...counts };
  }

  private addShortParts(value: string): void {
    const parts = this.shortParts && splitShortDate(value);
    if (!parts) this.shortParts = null;
    else {
      this.shortParts?.firsts.add(parts.first);
      this.shortParts?.lasts.add(parts.last);
    }
  }

  private countValue(value: string): void {
    if (!this.values) return;
    const rows = this.values.get(value);
    if (rows !== undefined) this.values.set(value, rows + 1);
    else if (this.values.size >= mostValues || value.length > longestValue) this.values = null;
    else this.values.set(value, 1);
  }
}

type FileShapes = Pick<ColumnProfile, "numbers" | "dates"> & { textPoints: number };

/** What the values of a file can only mean; numbers that a program has written tell nothing of how texts are. */
function findCertain({ numbers, dates, textPoints }: FileShapes, isOfTexts: boolean): CertainStyle {
  const point = isOfTexts ? countShape(numbers, "point") : textPoints;
  const comma = countShape(numbers, "comma");
  const decimal = decide<DecimalSign>(["point", point], ["comma", comma]);
  const order = decideDates({ dates });
  return {
    decimal: point + comma > 0 && decimal.isSure ? decimal.style : null,
    dates: (order.style === "dmy" || order.style === "mdy") && order.isSure ? order.style : null,
  };
}

function addShapes<Shape extends string>(sum: Shapes<Shape>, more: Shapes<Shape>): void {
  for (const [shape, { rows, first }] of Object.entries(more) as [Shape, NonNullable<Shapes<Shape>[Shape]>][]) {
    const existing = sum[shape];
    if (existing) existing.rows += rows;
    else sum[shape] = { rows, first };
  }
}

function isWorthLooking<Shape extends string>(shapes: Shapes<Shape | "other">): boolean {
  const others = shapes.other?.rows ?? 0;
  return others < patience || Object.keys(shapes).length > 1;
}

function count<Shape extends string>(shapes: Shapes<Shape>, shape: Shape, value: string, place: string): void {
  const existing = shapes[shape];
  if (existing) existing.rows++;
  else shapes[shape] = { rows: 1, first: { value: value.slice(0, longestExample), place } };
}

/** What was decided for a column, and whether its values leave a choice. */
export type Decision<Style> = { style: Style; isSure: boolean };

/** One value in twenty may be a mistake; more of them may be meant. */
const fewMistakes = 0.05;

function countShape<Shape extends string>(shapes: Shapes<Shape>, shape: Shape): number {
  return shapes[shape]?.rows ?? 0;
}

/** How the days and numbers of a column are written. */
export type ColumnStyle = { dates: DateStyle; decimal: DecimalSign };

/** As programs write them. */
export const plainStyle: ColumnStyle = { dates: "iso", decimal: "point" };

/** The same style where someone has chosen a part of it. */
export function withChoice(
  style: ColumnStyle,
  { dates, decimal }: { dates?: DateStyle | undefined; decimal?: DecimalSign | undefined },
): ColumnStyle {
  return { dates: dates ?? style.dates, decimal: decimal ?? style.decimal };
}

/** How a column is written, as its values tell. */
export function decideStyle(profile: ColumnProfile): ColumnStyle {
  return { dates: decideDates(profile).style, decimal: decideDecimal(profile).style };
}

type DecimalEvidence = Pick<ColumnProfile, "numbers" | "isMachine" | "commas" | "texts" | "textPoints">;

/**
 * The decimal sign of a column. Machines write a point, so what they give is in doubt only where there are texts; and
 * the numbers beside such texts tell nothing of how those are written.
 */
export function decideDecimal({
  numbers,
  isMachine,
  commas = 0,
  texts = 0,
  textPoints = 0,
}: DecimalEvidence): Decision<DecimalSign> {
  const comma = countShape(numbers, "comma");
  const point = isMachine && texts + comma > 0 ? textPoints : countShape(numbers, "point");
  if (point === 0 && comma === 0) {
    return { style: "point", isSure: (isMachine && commas + texts === 0) || countShape(numbers, "either") === 0 };
  }
  return decide(["point", point], ["comma", comma]);
}

/** Years are few where days are many: so many different days tell that they stand last. */
const fewestDays = 4;

/** Whether the first of three short numbers are years: the last of them differ as days do. */
function beginsWithYears({ shortParts }: Pick<ColumnProfile, "shortParts">): boolean {
  return shortParts !== undefined && shortParts.lasts >= fewestDays && shortParts.lasts > 2 * shortParts.firsts;
}

/** How a column writes its days. */
export function decideDates({ dates, shortParts }: Pick<ColumnProfile, "dates" | "shortParts">): Decision<DateStyle> {
  const [dmy, mdy, either] = [countShape(dates, "dmy"), countShape(dates, "mdy"), countShape(dates, "either")];
  const others = dmy + mdy + either + countShape(dates, "iso");
  if (countShape(dates, "unix") > others) return { style: "unix", isSure: true };
  if (countShape(dates, "excel") > others) return { style: "excel", isSure: true };
  if (shortParts && beginsWithYears({ shortParts })) return { style: "ymd", isSure: true };
  if (dmy + mdy > 0) return decide(["dmy", dmy], ["mdy", mdy]);
  return either > 0 ? { style: "dmy", isSure: false } : { style: "iso", isSure: true };
}

/** Whether all days of a column are the first or the last of a month, written in this order. */
export function hasMonthDays({ dates, monthDays = [] }: ColumnProfile, style: DateStyle): boolean {
  const days =
    countShape(dates, "dmy") + countShape(dates, "mdy") + countShape(dates, "either") + countShape(dates, "iso");
  const order = style === "mdy" ? "mdy" : "dmy";
  return days > 0 && monthDays.includes(order);
}

function decide<Style>(a: [Style, number], b: [Style, number]): Decision<Style> {
  const [[style, most], [, least]] = a[1] >= b[1] ? [a, b] : [b, a];
  return { style, isSure: least <= most * fewMistakes };
}
