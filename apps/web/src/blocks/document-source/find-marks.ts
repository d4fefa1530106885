/** A run of text on a page, as its PDF places it. */
export type PageText = { str: string; width: number; height: number; transform: readonly number[]; dir: string };
/** A rectangle in the units of the page: two corners. */
export type PageBox = [number, number, number, number];

/** The letters of a page, each with the run that it comes from and its place there. */
type Letters = { text: string; places: { run: number; at: number }[] };

/** Fewer letters may stand on a page by chance: such a passage is marked only where it is there to its end. */
const leastLetters = 40;
/** How far letters reach below and above their line, in parts of their size. */
const reach = { below: 0.25, above: 0.9 } as const;

/** Where the text of a passage stands on a page; nothing where that is in doubt, or where the text is turned. */
export function findMarks(runs: readonly PageText[], passage: string): PageBox[] {
  const page = readLetters(runs.map(({ str }) => str));
  const wanted = readLetters([passage]).text;
  const span = findSpan(page.text, wanted);
  if (span === null) return [];
  const parts = new Map<number, { first: number; last: number }>();
  for (const { run, at } of page.places.slice(span.start, span.end)) {
    const part = parts.get(run);
    if (part) part.last = at;
    else parts.set(run, { first: at, last: at });
  }
  return [...parts].flatMap(([run, part]) => {
    const text = runs[run];
    return text ? boxAround(text, part) : [];
  });
}

/** What is written the same whatever its spaces, breaks, hyphens and lines of tables are. */
function readLetters(texts: readonly string[]): Letters {
  const letters: Letters = { text: "", places: [] };
  for (const [run, text] of texts.entries()) {
    let at = 0;
    for (const character of text) {
      for (const letter of character.normalize("NFKC").replaceAll(/[\s|\p{Pd}\p{Cf}\p{Cc}]/gu, "")) {
        letters.text += letter;
        for (let unit = 0; unit < letter.length; unit++) letters.places.push({ run, at });
      }
      at += character.length;
    }
  }
  return letters;
}

/** The one place of a text in that of a page: all of it, or its beginning where it goes on over the page. */
function findSpan(page: string, wanted: string): { start: number; end: number } | null {
  if (wanted === "") return null;
  const start = findOnly(page, wanted);
  if (start !== null) return { start, end: start + wanted.length };
  if (page.includes(wanted) || wanted.length <= leastLetters) return null;
  const beginning = findOnly(page, wanted.slice(0, leastLetters));
  if (beginning === null) return null;
  let length = leastLetters;
  while (length < wanted.length && page[beginning + length] === wanted[length]) length++;
  return { start: beginning, end: beginning + length };
}

function findOnly(text: string, part: string): number | null {
  const start = text.indexOf(part);
  return start >= 0 && text.indexOf(part, start + 1) < 0 ? start : null;
}

function boxAround(
  { str, width, height, transform, dir }: PageText,
  { first, last }: { first: number; last: number },
): PageBox[] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  if (b !== 0 || c !== 0 || a <= 0 || d <= 0 || str === "") return [];
  const size = height || d;
  const isWhole = dir !== "ltr";
  const left = isWhole ? x : x + (width * first) / str.length;
  const right = isWhole ? x + width : x + (width * (last + 1)) / str.length;
  return [[left, y - size * reach.below, right, y + size * reach.above]];
}
