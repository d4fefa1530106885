import type { SealedSecrets } from "../../../platform/crypto/sealed-secrets.ts";
import type { BookEntry, BookLine } from "./book-entry.ts";

type Hasher = Pick<SealedSecrets, "hmac">;

/** What of an entry is written into its mark, beside the mark before it. */
export type MarkedEntry = BookEntry & { tenant_id: string; seq: number };

/** The form of marks that are made now. */
const form = "v1.";

/** The mark of an entry: made of all that it says, of its lines, and of the mark before it. */
export function markEntry(secrets: Hasher, before: string, entry: MarkedEntry, lines: readonly BookLine[]): string {
  const { tenant_id, seq, id, kind, about, is_pending, needs_approval, key, fingerprint, text, reference, source } =
    entry;
  const { posting_day, value_day, cause, base_currency, rates, created_at, created_by } = entry;
  const values = [
    before,
    [tenant_id, seq, id, kind, about, is_pending, needs_approval, key, fingerprint],
    [posting_day, value_day, text, reference, source, cause && [cause.kind, cause.id]],
    [base_currency, rates && Object.entries(rates).sort(([a], [b]) => (a < b ? -1 : 1))],
    [created_at.toISOString(), created_by],
    [...lines].sort((a, b) => a.line - b.line).map(listLine),
  ];
  return `${form}${secrets.hmac("ledger.chain", JSON.stringify(values))}`;
}

function listLine(line: BookLine): unknown[] {
  const { account_id, currency, amount_minor, base_minor, due_day, customer, supplier, driver } = line;
  const { branch, cost_center, text } = line;
  return [
    line.line,
    account_id,
    currency,
    amount_minor,
    base_minor,
    due_day,
    customer,
    supplier,
    driver,
    branch,
    cost_center,
    text,
  ];
}

/** The seal of the newest place in the book: without the key nobody can say that it ended earlier. */
export function sealBook(secrets: Hasher, tenantId: string, { seq, mark }: { seq: number; mark: string }): string {
  return secrets.hmac("ledger.head", JSON.stringify([tenantId, seq, mark]));
}
