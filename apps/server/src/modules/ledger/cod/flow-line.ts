import type { EntryInput } from "../book/draft-entry.ts";

type Line = EntryInput["lines"][number];
type Said = Pick<Line, "account" | "amountMinor" | "currency"> &
  Partial<Pick<Line, "driver" | "customer" | "branch" | "text">>;

/** A line of a flow of cash, with nobody where nobody is named. */
export function writeFlowLine({ driver = null, customer = null, branch = null, text = null, ...line }: Said): Line {
  return {
    ...line,
    customer,
    driver,
    branch,
    supplier: null,
    costCenter: null,
    dueDay: null,
    text: text?.slice(0, 200) ?? null,
  };
}
