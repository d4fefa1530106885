import { isNegative } from "./read-number.ts";

/** Rows with a word of a column: how many there are, and in how many of them a number of another column is not above zero. */
export type WordRows = { value: string; rows: number; low: Readonly<Record<string, number>> };

const mostWords = 200;
const longestWord = 60;
/** A column that has shown so many other texts and not one word has none. */
const patience = 2000;
/** Columns of numbers beyond these are not looked at. */
const mostNumbers = 40;
/** What may be zero or below it; the rest of all cells is passed over quickly. */
const maybeLow = /^[^\p{L}\d]*[-(\u2010-\u2015\u2212]|[-\u2212)][^\d]*$|^[^1-9]*0[^1-9]*$/u;

/** Words begin with a letter; a mark may stand for yes or no. */
const isWord = /^(?:\p{L}|[01✓✔☑]$)/u;

type Counted = { rows: number; low: Map<string, number> };

/** Counts for columns of few words which of their rows have numbers that are not above zero. */
export class WordRowCounter {
  private readonly columns = new Map<string, Map<string, Counted> | null>();
  private readonly others = new Map<string, number>();
  private readonly numbers = new Set<string>();

  /** Looks at more columns from now on. */
  watch(names: Iterable<string>): void {
    for (const name of names) if (!this.columns.has(name)) this.columns.set(name, new Map());
  }

  add(values: Readonly<Record<string, string>>): void {
    const low = this.listLow(values);
    for (const [name, words] of this.columns) {
      const word = words && (values[name] ?? "").trim();
      if (!words || !word) continue;
      const known = words.get(word);
      if (!known && !isWord.test(word)) {
        const others = (this.others.get(name) ?? 0) + 1;
        this.others.set(name, others);
        if (others >= patience && words.size === 0) this.columns.set(name, null);
        continue;
      }
      if (!known && (words.size >= mostWords || word.length > longestWord)) {
        this.columns.set(name, null);
        continue;
      }
      const counted = known ?? { rows: 0, low: new Map<string, number>() };
      counted.rows++;
      for (const column of low) counted.low.set(column, (counted.low.get(column) ?? 0) + 1);
      if (!known) words.set(word, counted);
    }
  }

  /** The words of each column; none where it has too many. */
  finish(): { name: string; words: WordRows[] }[] {
    return [...this.columns].map(([name, words]) => ({
      name,
      words: [...(words ?? [])].map(([value, { rows, low }]) => ({ value, rows, low: Object.fromEntries(low) })),
    }));
  }

  private listLow(values: Readonly<Record<string, string>>): string[] {
    const low: string[] = [];
    for (const [name, value] of Object.entries(values)) {
      if (!maybeLow.test(value) || !(isNegative(value) || isZero(value))) continue;
      if (!this.numbers.has(name) && this.numbers.size >= mostNumbers) continue;
      this.numbers.add(name);
      low.push(name);
    }
    return low;
  }
}

function isZero(value: string): boolean {
  return /^[^\p{L}1-9]*0[^\p{L}1-9]*$/u.test(value);
}
