const mostWords = 64;
const longestWord = 64;

/** The words of a text as lines are found by them: whole, in small letters, each once. */
export function splitWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.slice(0, longestWord));
  return [...new Set(words)].slice(0, mostWords);
}
