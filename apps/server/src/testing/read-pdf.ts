import { inflateSync } from "node:zlib";

type Letters = Map<string, string>;
type Matrix = [number, number, number, number, number, number];

/** The texts of each page of a PDF in the order in which they were written, as a reader that copies them sees them. */
export function readPdf(file: Buffer): string[][] {
  const objects = readObjects(file);
  const bodies = [...objects.values()].map(({ body }) => body);
  const fonts = new Map<string, Letters>();
  for (const body of bodies) {
    for (const [, name = "", id = ""] of (body.match(/\/Font <<([^>]*)>>/)?.[1] ?? "").matchAll(
      /\/(F\d+) (\d+) 0 R/g,
    )) {
      const unicode = objects.get(id)?.body.match(/\/ToUnicode (\d+) 0 R/)?.[1] ?? "";
      fonts.set(name, readLetters(objects.get(unicode)?.stream ?? ""));
    }
  }
  const kids = bodies.find((body) => body.includes("/Type /Pages"))?.match(/\/Kids \[(.*?)\]/s)?.[1] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => {
    const content = objects.get(id)?.body.match(/\/Contents (\d+) 0 R/)?.[1] ?? "";
    const height = Number(objects.get(id)?.body.match(/\/MediaBox \[0 0 \S+ (\S+)\]/)?.[1]);
    return readTexts(objects.get(content)?.stream ?? "", fonts, height);
  });
}

function readObjects(file: Buffer): Map<string, { body: string; stream: string }> {
  const objects = new Map<string, { body: string; stream: string }>();
  const text = file.toString("latin1");
  for (const { 1: id = "", 2: body = "", index } of text.matchAll(/(?<=\n)(\d+) 0 obj\n(.*?)\n(?:stream\n|endobj)/gs)) {
    const start = text.indexOf("stream\n", index) + "stream\n".length;
    const length = Number(body.match(/\/Length (\d+)/)?.[1] ?? 0);
    const isText = length > 0 && !/\/(Length1|Subtype \/CIDFont)/.test(body) && body.includes("FlateDecode");
    objects.set(id, {
      body,
      stream: isText ? inflateSync(file.subarray(start, start + length)).toString("latin1") : "",
    });
  }
  return objects;
}

/** What the glyphs of a font stand for, by their number. */
function readLetters(map: string): Letters {
  const letters: Letters = new Map();
  for (const [, from = "", list = ""] of map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs)) {
    for (const [index, [, code = ""]] of [...list.matchAll(/<(.*?)>/g)].entries()) {
      const number = (Number.parseInt(from, 16) + index).toString(16).padStart(4, "0");
      const units = code.split(" ").join("").match(/.{4}/g) ?? [];
      letters.set(number, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return letters;
}

/** Texts that lie outside of the page are not seen. */
function readTexts(content: string, fonts: Map<string, Letters>, height: number): string[] {
  const texts: string[] = [];
  const matrices: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  let [font, text, y] = ["", "", 0];
  for (const line of content.split("\n")) {
    const numbers = line.split(" ").slice(0, 6).map(Number) as Matrix;
    if (line === "q") matrices.push(matrix);
    else if (line === "Q") matrix = matrices.pop() ?? matrix;
    else if (line.endsWith(" cm")) matrix = times(numbers, matrix);
    else if (line === "BT") [text, y] = ["", Number.NaN];
    else if (line.endsWith(" Tm") && Number.isNaN(y)) y = times(numbers, matrix)[5];
    else if (line.endsWith(" Tf")) font = line.slice(1).split(" ")[0] ?? "";
    else if (line.endsWith(" TJ")) {
      const glyphs = [...line.matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      text += glyphs.map((glyph) => fonts.get(font)?.get(glyph) ?? "\uFFFD").join("");
    } else if (line === "ET" && y > 20 && y < height - 20) texts.push(text);
  }
  return texts;
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
