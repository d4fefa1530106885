/** One line of an entry: a debit is above zero, a credit below. */
export type BookLine = {
  line: number;
  account_id: string;
  currency: string;
  amount_minor: number;
  /** The same in the tenant's currency; null where the entry has no rate. */
  base_minor: number | null;
  due_day: string | null;
  customer: string | null;
  supplier: string | null;
  driver: string | null;
  branch: string | null;
  cost_center: string | null;
  text: string | null;
  /** What its posting says beside that in figures, by the fields of a record: members as their source knows them. */
  attributes?: Readonly<Record<string, { key: string; name: string }>>;
  /** It balances a list that has one side only, and is no posting that anybody has made: no figure counts it. */
  isOtherSide?: true;
};

/** A row of the chain as it is stored, without what the tenant and the chain add. */
export type BookEntry = {
  id: string;
  kind: "entry" | "reversal" | "posting" | "void";
  /** The entry that is reversed, posted or voided. */
  about: string | null;
  is_pending: boolean;
  needs_approval: boolean;
  key: string | null;
  fingerprint: string | null;
  posting_day: string;
  value_day: string;
  text: string;
  reference: string | null;
  source: string;
  cause: { kind: string; id: string } | null;
  base_currency: string | null;
  rates: Readonly<Record<string, string>> | null;
  pending_lines: readonly BookLine[] | null;
  created_at: Date;
  created_by: string | null;
};

/** What is added to the book: an entry, and those of its lines that count from now on. */
export type Addition = {
  entry: BookEntry;
  lines: readonly BookLine[];
  /** The number of the pending entry that is posted. */
  about?: number;
  /** The number of the entry that is reversed. */
  reverses?: number | undefined;
};

/** An addition with the number of the entry that its lines belong to. */
export type NumberedAddition = Addition & { number: number };
