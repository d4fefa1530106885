import { ink, type Pen, type TextStyle } from "../../../reports/index.ts";

const margin = 40;
const footRoom = 48;
const pageTop = 64;

/** Where a text stands in its room: at the side that reading begins at, or at the other. */
type Side = "start" | "end";

/** The pages of a statement, which are read from the left or from the right. */
export class StatementSheet {
  /** Where the next thing begins, from the top. */
  y = margin;
  readonly pen: Pen;
  readonly #isRightward: boolean;
  readonly #onPage: (sheet: StatementSheet) => void;

  constructor(pen: Pen, { isRightward, onPage }: { isRightward: boolean; onPage: (sheet: StatementSheet) => void }) {
    this.pen = pen;
    this.#isRightward = isRightward;
    this.#onPage = onPage;
    pen.document.addPage();
  }

  get width(): number {
    return this.pen.document.page.width - 2 * margin;
  }

  /** Writes a text into a room that begins so far from the side of reading, at a base line. */
  write(text: string, room: { from: number; width: number; side?: Side }, baseline: number, style: TextStyle): void {
    const { from, width, side = "start" } = room;
    const fitted = this.pen.fit(text, style, width);
    const isAtLeft = (side === "start") !== this.#isRightward;
    const left = this.#place(from, width);
    this.pen.write(fitted, isAtLeft ? left : left + width, baseline, { ...style, anchor: isAtLeft ? "start" : "end" });
  }

  /** A picture at the side where reading begins. */
  drawPicture(picture: Buffer, { width, height }: { width: number; height: number }): void {
    const x = this.#place(0, width);
    const align = this.#isRightward ? "right" : undefined;
    this.pen.document.image(picture, x, this.y, { fit: [width, height], ...(align && { align }) });
    this.y += height + 10;
  }

  /** Goes on on a new page where there is no room for so much; whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y + height <= this.pen.document.page.height - footRoom) return false;
    this.pen.document.addPage();
    this.y = pageTop - 28;
    this.#onPage(this);
    return true;
  }

  /** A thin line across the page. */
  rule(colour: string = ink.border): void {
    const right = margin + this.width;
    this.pen.document.lineWidth(0.5).moveTo(margin, this.y).lineTo(right, this.y).stroke(colour);
  }

  /** Writes the foot of every page; only at the end is it known how many there are. */
  drawFeet(sayPage: (page: number, pages: number) => string, about: string): void {
    const { document } = this.pen;
    const { start, count } = document.bufferedPageRange();
    const style = { size: 7.5, colour: ink.muted };
    for (let page = start; page < start + count; page += 1) {
      document.switchToPage(page);
      const y = document.page.height - 26;
      this.write(about, { from: 0, width: this.width - 90 }, y, style);
      this.write(sayPage(page - start + 1, count), { from: this.width - 90, width: 90, side: "end" }, y, style);
    }
  }

  #place(from: number, width: number): number {
    return this.#isRightward ? margin + this.width - from - width : margin + from;
  }
}
