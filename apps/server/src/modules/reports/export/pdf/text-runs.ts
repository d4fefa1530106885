/** A stretch of text whose letters go one way. */
export type TextRun = { text: string; isArabic: boolean };

type Token = TextRun & { level: number };

const arabic = /\p{Script=Arabic}/u;
const parts =
  /(?<arabic>(?:(?!\p{Nd})[\p{Script=Arabic}\p{M}\u200C\u200D])+)|(?<number>\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}|\p{Nd}+(?:[.,:/]\p{Nd}+)*)|(?<word>[\p{L}\p{M}]+)|(?<other>.)/gsu;
/** The font turns these around with the letters, though they are written from left to right: so they come turned. */
const arabicFigures = /^[\u0660-\u0669\u06F0-\u06F9]/;
const mirrored: Record<string, string> = { "(": ")", ")": "(", "[": "]", "]": "[", "<": ">", ">": "<" };

/**
 * The runs of a text from left to right, as they stand on the page. The order of the Unicode algorithm without its
 * explicit marks: Arabic goes from right to left, figures and other letters inside it from left to right.
 */
export function visualRuns(text: string): TextRun[] {
  const clean = cleaned(text);
  if (!arabic.test(clean)) return clean === "" ? [] : [{ text: clean, isArabic: false }];
  return joined(reordered(levelled(clean)));
}

/** Without what no font draws: pictures, marks of direction and other control characters. */
function cleaned(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Extended_Pictographic}(?<![\d#*©®™])|\p{Regional_Indicator}|[\uFE00-\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, "")
    .replace(/\s/g, " ")
    .replace(/(?<!\p{Script=Arabic})[\u200C\u200D]|(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .replace(/ +/g, " ")
    .trim();
}

/** Odd levels go from right to left. */
function levelled(text: string): Token[] {
  const pieces = [...text.matchAll(parts)].map(({ groups = {}, 0: part }) => {
    const kind = (["arabic", "number", "word", "other"] as const).find((name) => groups[name] !== undefined);
    return { kind: kind ?? "other", part };
  });
  const isRightward = pieces.find(({ kind }) => kind === "arabic" || kind === "word")?.kind === "arabic";
  const base = isRightward ? 1 : 0;
  let isAfterArabic = isRightward;
  const tokens = pieces.map(({ kind, part }): Token & { kind: string } => {
    if (kind === "arabic" || kind === "word") isAfterArabic = kind === "arabic";
    const level =
      kind === "arabic" ? 1 : kind === "word" ? base * 2 : kind === "number" && isAfterArabic ? 2 : base * 2;
    return {
      text: arabicFigures.test(part) ? [...part].reverse().join("") : part,
      isArabic: kind === "arabic",
      level,
      // A number after other letters goes with them: SO-7 is read from left to right.
      kind: kind === "number" && !isAfterArabic ? "word" : kind,
    };
  });
  return tokens.map((token, index) => {
    if (token.kind !== "other") return token;
    const [before, after] = [tokens.slice(0, index).findLast(isSettled), tokens.slice(index).find(isSettled)];
    const isInside = goesLeft(before) && goesLeft(after);
    const isAmongLetters = before?.kind === "word" && after?.kind === "word";
    const level = isInside ? 1 : isAmongLetters ? base * 2 : base;
    return { ...token, level, text: level % 2 === 1 ? (mirrored[token.text] ?? token.text) : token.text };
  });
}

const isSettled = ({ kind }: { kind: string }) => kind !== "other";

/** Whether what stands between this and another such one goes from right to left. */
function goesLeft(token: (Token & { kind: string }) | undefined): boolean {
  return token?.kind === "arabic" || (token?.kind === "number" && token.level === 2);
}

/** From the highest level down, every stretch of at least that level is turned around. */
function reordered(tokens: Token[]): Token[] {
  const order = [...tokens];
  for (const level of [2, 1]) {
    for (let start = 0; start < order.length; start++) {
      let end = start;
      while ((order[end]?.level ?? 0) >= level) end++;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

function joined(tokens: Token[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, isArabic } of tokens) {
    const last = runs.at(-1);
    if (last && !last.isArabic && !isArabic) last.text += text;
    else runs.push({ text, isArabic });
  }
  return runs;
}
