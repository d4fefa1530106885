import type { Readable } from "node:stream";
import { SaxesParser } from "saxes";
import { SourceProblem } from "../connector.ts";
import { asProblem } from "./open-archive.ts";

/** Between two tags there is a cell's text at most. */
const longestText = 4 * 1024 * 1024;
const deepest = 100;

/** What is told of a document while it is read. Names have no prefix. */
export type XmlEvents = {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Reads an XML file of an archive as it is unpacked; gives how many bytes have been read after each piece. */
export async function* walkXml(stream: Readable, events: XmlEvents, noun = "workbook"): AsyncGenerator<number, void> {
  const parser = new SaxesParser({ xmlns: false });
  const decoder = new TextDecoder("utf-8");
  let [bytes, quiet, depth] = [0, 0, 0];
  parser.on("opentag", ({ name, attributes }) => {
    quiet = 0;
    if (++depth > deepest) throw new SourceProblem("config", `The ${noun} is nested too deeply.`);
    events.open(plainName(name), attributes as Record<string, string>);
  });
  parser.on("closetag", ({ name }) => {
    quiet = 0;
    depth--;
    events.close?.(plainName(name));
  });
  parser.on("text", (text) => events.text?.(text));
  parser.on("cdata", (text) => events.text?.(text));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      quiet += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (quiet > longestText)
        throw new SourceProblem(
          "config",
          noun === "workbook"
            ? "A cell of the workbook is longer than 4 MB."
            : `A paragraph of the ${noun} is longer than 4 MB.`,
        );
      yield bytes;
    }
    parser.close();
    yield bytes;
  } catch (error) {
    throw asProblem(error, noun);
  } finally {
    stream.destroy();
  }
}

function plainName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
