import type { ExportHeader } from "../../../../platform/spreadsheets/export-book.ts";
import { tellInstant } from "../../../../platform/spreadsheets/header-lines.ts";
import { ink } from "./paper.ts";
import type { Pen, TextStyle } from "./pen.ts";

const margin = 40;
const footRoom = 44;
/** Where things begin on every page but the first. */
const pageTop = 68;

/** The pages of a document: what stands on each of them, and where the next thing goes. */
export class Sheet {
  /** Where the next thing begins, from the top. */
  y = 0;
  readonly left = margin;
  readonly pen: Pen;
  readonly #header: ExportHeader;

  constructor(pen: Pen, header: ExportHeader) {
    this.pen = pen;
    this.#header = header;
    pen.document.addPage();
    this.#drawTitle();
  }

  get width(): number {
    return this.pen.document.page.width - 2 * margin;
  }

  get right(): number {
    return this.left + this.width;
  }

  /** How much room a page has that holds nothing else. */
  get height(): number {
    return this.#bottom - pageTop;
  }

  get #bottom(): number {
    return this.pen.document.page.height - footRoom;
  }

  /** Goes on on a new page where there is no room for so much; whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y + height <= this.#bottom || this.y <= pageTop) return false;
    this.pen.document.addPage();
    this.#drawHead();
    return true;
  }

  /** Writes lines from the top on and moves on below them. */
  writeLines(lines: string[], style: TextStyle, lineHeight: number): void {
    for (const line of lines) {
      this.y += lineHeight;
      this.pen.write(line, this.left, this.y - lineHeight * 0.28, style);
    }
  }

  /** A thin line across the page. */
  rule(y: number, colour: string = ink.border, [from, to] = [this.left, this.right]): void {
    this.pen.document.lineWidth(0.5).undash().moveTo(from, y).lineTo(to, y).stroke(colour);
  }

  /** Writes the foot of every page; only at the end is it known how many there are. */
  drawFeet(): void {
    const { document } = this.pen;
    const { start, count } = document.bufferedPageRange();
    const style = { size: 7.5, colour: ink.muted };
    for (let page = start; page < start + count; page++) {
      document.switchToPage(page);
      const y = document.page.height - 24;
      const number = `Page ${page - start + 1} of ${count}`;
      const footer = `Generated ${tellInstant(this.#header.generatedAt, this.#header)} by ${this.#header.by}`;
      this.rule(y - 11);
      this.pen.write(this.pen.fit(footer, style, this.width - 90), this.left, y, style);
      this.pen.write(number, this.right, y, { ...style, anchor: "end" });
    }
  }

  /** The whole header, on the first page. */
  #drawTitle(): void {
    const { title, tenant, period, timeZone, asOf, link } = this.#header;
    const { pen, width } = this;
    const quiet = { size: 8.5, colour: ink.secondary };
    const live = "Open live";
    this.y = margin - 6;
    pen.write(live, this.right, this.y + 16, { ...quiet, colour: ink.accent, anchor: "end", link });
    const strong = { size: 18, isStrong: true, colour: ink.text };
    this.writeLines(pen.wrap(title, strong, width - pen.width(live, quiet) - 16, 2), strong, 24);
    this.writeLines(pen.wrap(`${tenant} · ${period}`, { size: 10 }, width, 2), { size: 10, colour: ink.text }, 15);
    this.writeLines(pen.wrap(this.#filters, quiet, width, 6), quiet, 13);
    this.writeLines(
      [pen.fit(`Data as of ${tellInstant(asOf, this.#header)} · Time zone ${timeZone}`, quiet, width)],
      quiet,
      13,
    );
    this.y += 6;
    this.rule(this.y, ink.strongBorder);
    this.y += 14;
  }

  /** The short header of the other pages. */
  #drawHead(): void {
    const { pen, width, left } = this;
    const { title, tenant, period } = this.#header;
    const strong = { size: 8.5, isStrong: true, colour: ink.text };
    const quiet = { size: 7.5, colour: ink.secondary };
    pen.write(pen.fit(title, strong, width * 0.6), left, 36, strong);
    pen.write(pen.fit(tenant, quiet, width * 0.36), this.right, 36, { ...quiet, anchor: "end" });
    pen.write(pen.fit(`${period} · ${this.#filters}`, quiet, width), left, 47, quiet);
    this.rule(54, ink.strongBorder);
    this.y = pageTop;
  }

  get #filters(): string {
    const filters = this.#header.filters.map(({ label, value }) => `${label}: ${value}`);
    return filters.length > 0 ? filters.join(" · ") : "No filters";
  }
}
