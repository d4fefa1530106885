/** How a text leads to a member: by its whole name, the name without sizes, one word of it, initials, or first letters. */
export const wordKinds = ["whole", "core", "part", "initials", "short"] as const;
export type WordKind = (typeof wordKinds)[number];
export type MemberWord = { word: string; kind: WordKind };

/** A map and no object: a name may hold the word "constructor". */
const irregularStems = new Map([
  ["people", "person"],
  ["salespeople", "salesperson"],
  ["men", "man"],
  ["women", "woman"],
  ["skus", "sku"],
  ["menus", "menu"],
  ["centres", "center"],
  ["centre", "center"],
]);
const unchanged = new Set(
  "bus gas news less always plus minus is was has does this us as its his yes across express versus".split(" "),
);

/** A word in the singular, so that both forms are one. */
export function toStem(word: string): string {
  const known = irregularStems.get(word);
  if (known) return known;
  if (word.length < 4 || unchanged.has(word) || /\d/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return /[aeiou]ses$/.test(word) ? word.slice(0, -1) : word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Small letters without accents. */
export function toPlain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replaceAll("’", "'");
}

/** The words of a name as they are looked for: plain, in the singular, numbers apart and without leading zeros. */
export function splitName(name: string): string[] {
  return [...toPlain(name).matchAll(/\p{L}+(?:'\p{L}+)?|\d+/gu)].map(([word]) =>
    /^\d/.test(word) ? word.replace(/^0+(?=\d)/, "") : toStem(word.replace(/'s$/, "").replaceAll("'", "")),
  );
}

const sizeUnits = new Set("kg g mg l ml cl dl oz lb lbs ct pc pcs pack pk cm mm m inch".split(" "));
const emptyWords = new Set("the of and a an de la le el di da du und for in at ltd llc gmbh inc co".split(" "));
const longestName = 12;

/** Everything that leads to a member of a name, each text once. */
export function listMemberWords(name: string): MemberWord[] {
  const words = splitName(name).slice(0, longestName);
  if (words.length === 0) return [];
  const found = new Map<string, WordKind>();
  const add = (kind: WordKind, parts: readonly string[]) => {
    const word = parts.join(" ");
    if (word !== "" && !found.has(word)) found.set(word, kind);
  };
  add("whole", words);
  const core = withoutSizes(words);
  const isNamed = core.some((word) => /\p{L}/u.test(word));
  if (isNamed) add("core", core);
  const telling = core.filter((word) => !emptyWords.has(word));
  if (telling.length > 1) {
    for (const word of telling) if (word.length > 1 && !/^\d+$/.test(word)) add("part", [word]);
    for (let place = 0; place + 1 < telling.length; place++) add("part", telling.slice(place, place + 2));
    add("initials", [telling.map((word) => word.charAt(0)).join("")]);
    for (const length of [1, 2, 3])
      add(
        "short",
        telling.map((word) => word.slice(0, length)),
      );
    const [first = "", last = ""] = [telling[0], telling.at(-1)];
    add("short", [first, last.charAt(0)]);
    add("short", [first.charAt(0), last]);
  }
  return [...found].map(([word, kind]) => ({ word, kind }));
}

function withoutSizes(words: readonly string[]): string[] {
  return words.filter((word, place) => {
    const isNumber = /^\d+$/.test(word);
    const isSize = isNumber && sizeUnits.has(words[place + 1] ?? "");
    const isUnit = sizeUnits.has(word) && /^\d+$/.test(words[place - 1] ?? "");
    return !isSize && !isUnit;
  });
}
