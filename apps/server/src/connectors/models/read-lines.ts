import { ModelFailure } from "./model-failure.ts";

const mostLineBytes = 1024 ** 2;
const newLine = 0x0a;

/** A line; one that the end of the stream ends, and no new line, may be half of one. */
export type Line = { text: string; isWhole: boolean };

/** The lines of a stream. A piece of it may hold half a line, half a letter or several lines. */
export async function* readLines(body: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer) => {
    bytes += part.length;
    if (bytes > mostLineBytes) {
      throw new ModelFailure("malformed", "The model server sent a line of more than 1 MB. Check its address.");
    }
    parts.push(part);
  };
  const take = (isWhole: boolean): Line => {
    const text = Buffer.concat(parts).toString("utf8").replace(/\r$/, "");
    parts = [];
    bytes = 0;
    return { text, isWhole };
  };
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(newLine); end >= 0; end = chunk.indexOf(newLine, start)) {
      keep(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    keep(chunk.subarray(start));
  }
  if (bytes > 0) yield take(false);
}
