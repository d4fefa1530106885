const mostWords = 64;
const longestWord = 64;

/** The words of a text, in small letters, each once. */
export function splitWords(text: string): string[] {
  return listDistinct(splitAtSigns(text));
}

/** The words by which a line is found: those of its text, and the parts of names such as `ConnectTimeoutError`. */
export function indexWords(text: string): string[] {
  return listDistinct(splitAtSigns(text).flatMap((word) => [word, ...word.split(/(?<=\p{Ll})(?=\p{Lu})/u)]));
}

function splitAtSigns(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u);
}

function listDistinct(words: readonly string[]): string[] {
  const clean = words.filter((word) => word.length > 1).map((word) => word.toLowerCase().slice(0, longestWord));
  return [...new Set(clean)].slice(0, mostWords);
}
