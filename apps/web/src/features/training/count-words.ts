/** A count with its noun: "1 question", "12 questions". */
export function countWords(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString("en-US")} ${noun}s`;
}
