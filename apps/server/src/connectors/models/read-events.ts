import { ModelFailure } from "./model-failure.ts";
import { type Line, readLines } from "./read-lines.ts";

const mostEventLetters = 1024 ** 2;

/** What the events of a stream say, one after the other; their names, ids and comments are left out. */
export async function* readEvents(body: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let said: string[] = [];
  let letters = 0;
  const take = (isWhole: boolean): Line => {
    const text = said.join("\n");
    said = [];
    letters = 0;
    return { text, isWhole };
  };
  let isWhole = true;
  for await (const line of readLines(body)) {
    isWhole = line.isWhole;
    if (line.text === "" && said.length > 0) yield take(true);
    const [, text] = /^\uFEFF?data: ?(.*)$/s.exec(line.text) ?? [];
    if (text === undefined) continue;
    letters += text.length;
    if (letters > mostEventLetters) {
      throw new ModelFailure("malformed", "The model server sent an event of more than 1 MB. Check its address.");
    }
    said.push(text);
  }
  // Some servers leave out the empty line after the last event.
  if (said.length > 0) yield take(isWhole);
}
