/** A number with its noun: 1 row, 1,204 rows. */
export function countNoun(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
