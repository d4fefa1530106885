import type { LedgerEntry } from "@console/contracts";

/** A line that counts, as it should. */
export type ModelLine = {
  code: string;
  currency: string;
  day: string;
  minor: number;
  /** What it is worth in the tenant's currency; null where the book cannot know. */
  base: number | null;
  customer: string | null;
  branch: string | null;
  /** The other side of a list with one side is no posting for figures. */
  isPosting: boolean;
};

/** A posting as a source brings it. */
export type ModelPosting = {
  key: string;
  entry: string;
  account: string;
  type: string;
  day: string;
  minor: number;
  currency: string;
  customer: string;
  branch: string;
  text: string;
};

/** What stands in the book for an entry of a source on a day. */
type Standing = { content: string; postingDay: string; lines: ModelLine[]; isReversed: boolean; waitsToBe: boolean };

export const base = "AED";
export const clearing = "Clearing";

/** What a book should say, told without the book: by what was asked of it, and by what it has acknowledged. */
export class BookModel {
  readonly lines: ModelLine[] = [];
  private readonly closedMonths = new Set<string>();
  private readonly postings = new Map<string, Map<string, ModelPosting>>();
  private readonly standing = new Map<string, Standing>();
  /** The days that entries of sources were ever on. */
  private readonly days = new Map<string, Set<string>>();
  private readonly waiting = new Set<string>();

  private readonly accounts: ReadonlyMap<string, { code: string; type: string }>;
  readonly today: string;
  private readonly oneSided: readonly string[];

  constructor(
    accounts: ReadonlyMap<string, { code: string; type: string }>,
    today: string,
    oneSided: readonly string[],
  ) {
    this.accounts = accounts;
    this.today = today;
    this.oneSided = oneSided;
  }

  /** An entry that has begun to count. */
  count(entry: LedgerEntry): void {
    for (const line of entry.lines) {
      this.lines.push({
        code: line.account.name === clearing ? clearing : line.account.code,
        currency: line.currency,
        day: entry.postingDay,
        minor: line.amountMinor,
        base: line.baseMinor ?? (line.currency === base ? line.amountMinor : null),
        customer: line.customer,
        branch: line.branch,
        isPosting: line.account.name !== clearing,
      });
    }
  }

  setMonth(month: string, state: string): void {
    if (state === "closed" || state === "reopening") this.closedMonths.add(month);
    else this.closedMonths.delete(month);
  }

  /** A load of a source: entries that it changes, and those that wait, are taken as the source says them now. */
  arrive(source: string, postings: readonly ModelPosting[], deletions: readonly string[] = []): void {
    const stored = this.postings.get(source) ?? new Map<string, ModelPosting>();
    this.postings.set(source, stored);
    const entries = new Set<string>();
    for (const key of deletions) {
      const gone = stored.get(key);
      if (gone) entries.add(gone.entry);
      stored.delete(key);
    }
    for (const posting of postings) {
      const before = stored.get(posting.key);
      if (before && JSON.stringify(before) !== JSON.stringify(posting)) entries.add(before.entry).add(posting.entry);
      if (!before || this.waiting.has(`${source} ${posting.entry}`)) entries.add(posting.entry);
      stored.set(posting.key, posting);
    }
    for (const entry of entries) this.take(source, entry);
  }

  /** All that waits is tried again. */
  retry(): void {
    for (const name of [...this.waiting]) {
      const [source = "", entry = ""] = name.split(" ");
      this.take(source, entry);
    }
  }

  listStored(source: string): ModelPosting[] {
    return [...(this.postings.get(source)?.values() ?? [])];
  }

  countWaiting(): number {
    return this.waiting.size;
  }

  /** The part of a source's entry that someone may reverse by hand. */
  findStanding(source: string, entry: string, day: string): Standing | undefined {
    return this.standing.get(`${source} ${entry} ${day}`);
  }

  private isOpen(day: string): boolean {
    return [...this.closedMonths].every((month) => day.slice(0, 7) > month);
  }

  private openDay(day: string): string {
    if (this.isOpen(day)) return day;
    if (this.isOpen(this.today)) return this.today;
    const [year = 0, month = 0] = [...this.closedMonths].sort().at(-1)?.split("-").map(Number) ?? [];
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  }

  private take(source: string, entry: string): void {
    const name = `${source} ${entry}`;
    const own = this.listStored(source).filter((posting) => posting.entry === entry);
    const days = this.days.get(name) ?? new Set();
    this.days.set(name, days);
    for (const { day } of own) days.add(day);
    const problems = [...days].map((day) =>
      this.takePart(
        `${name} ${day}`,
        day,
        own.filter((posting) => posting.day === day),
        this.oneSided.includes(source),
      ),
    );
    if (problems.some(Boolean)) this.waiting.add(name);
    else this.waiting.delete(name);
  }

  /** Has the book say what a part of an entry says now; true where it cannot, and what stood stays. */
  private takePart(name: string, day: string, all: readonly ModelPosting[], isOneSided: boolean): boolean {
    const postings = all.filter(({ minor }) => minor !== 0).sort((a, b) => (a.key < b.key ? -1 : 1));
    const before = this.standing.get(name);
    if (postings.some(({ account, type }) => this.accounts.get(account)?.type !== type)) return true;
    const content = JSON.stringify(postings.map(({ key: _, ...said }) => said));
    if (before ? before.content === content : postings.length === 0) return false;
    const sums = new Map<string, number>();
    for (const { currency, minor } of postings) sums.set(currency, (sums.get(currency) ?? 0) + minor);
    const open = [...sums].filter(([, sum]) => sum !== 0);
    if (open.length > 0 && !isOneSided) return true;
    if (postings.length > 0 && !this.isOpen(day)) return true;
    if (before?.waitsToBe) return true;
    if (before && !before.isReversed) {
      const reversalDay = this.openDay(before.postingDay);
      for (const line of before.lines) {
        this.lines.push({
          ...line,
          day: reversalDay,
          minor: -line.minor,
          base: line.base === null ? null : -line.base,
        });
      }
    }
    this.standing.delete(name);
    if (postings.length === 0) return false;
    const lines = postings.map((posting): ModelLine => {
      const { currency, minor, customer, branch } = posting;
      const code = this.accounts.get(posting.account)?.code ?? "";
      return { code, currency, day, minor, base: worth(currency, minor), customer, branch, isPosting: true };
    });
    for (const [currency, sum] of isOneSided ? open : []) {
      lines.push({
        code: clearing,
        currency,
        day,
        minor: -sum,
        base: worth(currency, -sum),
        customer: null,
        branch: null,
        isPosting: false,
      });
    }
    this.lines.push(...lines);
    this.standing.set(name, { content, postingDay: day, lines, isReversed: false, waitsToBe: false });
    return false;
  }
}

const worth = (currency: string, minor: number) => (currency === base ? minor : null);
