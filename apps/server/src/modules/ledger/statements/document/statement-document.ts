import type { LedgerStatement, StatementLanguage, saveLedgerStatement } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import type { z } from "zod";

/** What a statement is asked for by. */
export type StatementRequest = z.output<(typeof saveLedgerStatement)["input"]>;

/** A statement with all that stands on its paper; its lines come page by page. */
export type StatementDocument = {
  language: StatementLanguage;
  formats: FormatChoices;
  tenant: string;
  /** A picture in bytes, of a kind that paper takes. */
  logo: Buffer | null;
  request: StatementRequest;
  /** Its first page, with the balances of all. */
  statement: LedgerStatement;
  lines: AsyncIterable<LedgerStatement["items"]>;
  /** What is open with its party at the end of its last day, by how late it is. */
  ageing: { asOf: string; rows: { currency: string; total: number; buckets: number[] }[] } | null;
  bankDetails: string | null;
  timeZone: string;
  generatedAt: string;
};
