import type { ExportRow, ExportTable } from "./export-book.ts";

/** Walks the rows of a table with a look at those that come next; what has been taken is let go. */
export class RowPages {
  readonly #pages: AsyncGenerator<ExportRow[]>;
  #page: ExportRow[] = [];

  constructor(rows: ExportTable["rows"]) {
    this.#pages = walk(rows);
  }

  /** The rows that come next, at least one unless there are no more. */
  async peek(): Promise<readonly ExportRow[]> {
    if (this.#page.length === 0) {
      const next = await this.#pages.next();
      if (!next.done) this.#page = next.value;
    }
    return this.#page;
  }

  /** The rows that come next, at most so many; none when there are no more. */
  async take(most: number): Promise<readonly ExportRow[]> {
    const page = await this.peek();
    if (page.length <= most) {
      this.#page = [];
      return page;
    }
    this.#page = page.slice(most);
    return page.slice(0, most);
  }

  /** Tells the source that no more rows are wanted. */
  async close(): Promise<void> {
    await this.#pages.return(undefined);
  }
}

async function* walk(rows: ExportTable["rows"]): AsyncGenerator<ExportRow[]> {
  for await (const page of rows) if (page.length > 0) yield page;
}
