import { ink } from "./paper.ts";
import type { Sheet } from "./sheet.ts";

type Titled = { title: string; note?: string };

const strong = { size: 10.5, isStrong: true, colour: ink.text };
const quiet = { size: 8, colour: ink.muted };
const titleLineHeight = 15;
const noteLineHeight = 12;

/** How much room the title and the note of a block take. */
export function titleHeight(sheet: Sheet, titled: Titled): number {
  const { title, note } = wrapTitle(sheet, titled);
  return title.length * titleLineHeight + note.length * noteLineHeight + 6;
}

/** The title of a block, and its note below. */
export function drawTitle(sheet: Sheet, titled: Titled): void {
  const { title, note } = wrapTitle(sheet, titled);
  sheet.writeLines(title, strong, titleLineHeight);
  sheet.writeLines(note, quiet, noteLineHeight);
  sheet.y += 6;
}

function wrapTitle({ pen, width }: Sheet, { title, note }: Titled): { title: string[]; note: string[] } {
  return { title: pen.wrap(title, strong, width, 2), note: note ? pen.wrap(note, quiet, width, 3) : [] };
}
