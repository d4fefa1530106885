import { hashText } from "./hash-text.ts";

/** Columns that together tell rows apart, how many rows they do not tell from an earlier one, and in how many they are empty. */
export type KeyCandidate = { columns: string[]; repeats: number; empty: number };

/** What a file tells of its keys: the best candidates, and rows that are equal to an earlier one in every column. */
export type KeyProfile = { candidates: KeyCandidate[]; equalRows: number };

/** So many rows show which columns hardly differ. */
const firstRows = 1000;
/** Columns beyond these are not looked at. */
export const mostKeyColumns = 24;
const mostInKey = 4;
/** Eight bytes for each value of a column: columns beyond this are not looked at. */
const mostBytes = 96 * 1024 ** 2;

/** Finds the columns that tell the rows of a file apart, over all of its rows. */
export class KeyFinder {
  private readonly columns: readonly string[];
  private rows = 0;
  private capacity = 4096;
  private readonly whole: { hashes: Float64Array };
  private lists = new Map<string, { hashes: Float64Array; empty: number }>();

  constructor(columns: readonly string[]) {
    this.columns = columns;
    this.whole = { hashes: new Float64Array(this.capacity) };
    for (const name of columns.slice(0, mostKeyColumns))
      this.lists.set(name, { hashes: new Float64Array(this.capacity), empty: 0 });
  }

  add(values: Readonly<Record<string, string>>): void {
    if (this.rows === this.capacity) this.grow();
    let row = "";
    for (const name of this.columns) row += `${values[name] ?? ""}\u0000`;
    this.whole.hashes[this.rows] = hashText(row);
    for (const [name, list] of this.lists) {
      const value = values[name]?.trim() ?? "";
      if (value === "") list.empty++;
      list.hashes[this.rows] = hashText(value);
    }
    this.rows++;
    if (this.rows === firstRows) this.dropAlike();
  }

  finish(): KeyProfile {
    const equalRows = countRepeats(this.whole.hashes.slice(0, this.rows));
    const singles = [...this.lists]
      .map(([name, { hashes, empty }]) => ({
        name,
        hashes,
        empty,
        repeats: countRepeats(hashes.slice(0, this.rows)) - Math.max(0, empty - 1),
      }))
      // A row whose key is empty is known by all that it says; a key that is mostly empty is none.
      .filter(({ empty }) => empty * 2 < this.rows)
      .sort((a, b) => a.repeats - b.repeats || a.empty - b.empty);
    const candidates = singles
      .filter(({ repeats }) => repeats === 0)
      .map(({ name, empty }): KeyCandidate => ({ columns: [name], repeats: 0, empty }));
    const full = singles.filter(({ empty }) => empty === 0);
    if (candidates.length > 0 || full.length === 0) return { candidates, equalRows };
    return { candidates: [this.joinColumns(full)], equalRows };
  }

  /** Adds the column that helps most, until rows are told apart or nothing helps. */
  private joinColumns(singles: readonly { name: string; hashes: Float64Array; repeats: number }[]): KeyCandidate {
    const [first, ...others] = singles;
    let best = {
      names: [first?.name ?? ""],
      hashes: first?.hashes ?? new Float64Array(),
      repeats: first?.repeats ?? 0,
    };
    while (best.repeats > 0 && best.names.length < mostInKey) {
      let next = best;
      for (const { name, hashes } of others) {
        if (best.names.includes(name)) continue;
        const joined = joinHashes(best.hashes, hashes, this.rows);
        const repeats = countRepeats(joined.slice());
        if (repeats < next.repeats) next = { names: [...best.names, name], hashes: joined, repeats };
      }
      if (next === best) break;
      best = next;
    }
    return { columns: best.names, repeats: best.repeats, empty: 0 };
  }

  private grow(): void {
    this.capacity *= 2;
    this.whole.hashes = grown(this.whole.hashes, this.capacity);
    const room = Math.max(1, Math.floor(mostBytes / (this.capacity * 8)) - 1);
    // Those that differ least are of the least use for a key.
    for (const name of [...this.lists.keys()].slice(room)) this.lists.delete(name);
    for (const list of this.lists.values()) list.hashes = grown(list.hashes, this.capacity);
  }

  /** Forgets columns with few different values, and puts those first that differ most. */
  private dropAlike(): void {
    const ranked = [...this.lists]
      .map(([name, list]) => ({ name, list, repeats: countRepeats(list.hashes.slice(0, this.rows)) }))
      .filter(({ repeats, list }) => repeats < this.rows * 0.995 && list.empty * 2 < this.rows)
      .sort((a, b) => a.repeats - b.repeats);
    this.lists = new Map(ranked.map(({ name, list }) => [name, list]));
  }
}

function grown(list: Float64Array, capacity: number): Float64Array {
  const longer = new Float64Array(capacity);
  longer.set(list);
  return longer;
}

/** How many values are in a list more than once, the first of each not counted. The list is sorted in place. */
function countRepeats(list: Float64Array): number {
  list.sort();
  let repeats = 0;
  for (let index = 1; index < list.length; index++) if (list[index] === list[index - 1]) repeats++;
  return repeats;
}

function joinHashes(a: Float64Array, b: Float64Array, rows: number): Float64Array {
  const joined = new Float64Array(rows);
  for (let index = 0; index < rows; index++) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0];
    joined[index] = mix(
      left % 4294967296,
      Math.floor(left / 4294967296),
      right % 4294967296,
      Math.floor(right / 4294967296),
    );
  }
  return joined;
}

/** Two hashes as one of 53 bits. */
function mix(lowA: number, highA: number, lowB: number, highB: number): number {
  let low = Math.imul(lowA ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(lowB + highA, 0xc2b2ae35);
  let high = Math.imul(highB ^ lowA, 0x27d4eb2f) ^ Math.imul(highA + lowB, 0x165667b1);
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  high = Math.imul(high ^ (high >>> 13) ^ low, 0x297a2d39);
  return (high >>> 11) * 4294967296 + ((low ^ (high >>> 16)) >>> 0);
}
