import type { OrderPartName } from "@console/contracts";
import { movementTypes, toCode } from "./dimensions.ts";

/** Where facts name the order that they belong to: its part, the dataset that shows them, the column, which of the rows. */
export type OrderFact = { part: OrderPartName; dataset: string; column: string; where?: string };

const byReference = { column: "order_reference" };

/** The tables of facts whose rows belong to orders. */
export const orderFacts = {
  delivery_tasks: { part: "deliveries", dataset: "deliveries", ...byReference },
  order_lines: { part: "orderLines", dataset: "order_lines", ...byReference },
  // The reference of a transfer names the transfer.
  stock_movements: {
    part: "movements",
    dataset: "movements",
    column: "reference",
    where: `movement_type <> ${toCode(movementTypes, "Transfer")}`,
  },
  sale_lines: { part: "sales", dataset: "sales", ...byReference },
  documents: { part: "documents", dataset: "documents", ...byReference },
  ledger_postings: { part: "postings", dataset: "postings", ...byReference },
} satisfies Record<string, OrderFact>;

export type OrderTable = keyof typeof orderFacts;
export const orderTables = Object.keys(orderFacts) as OrderTable[];

/** The parts of an order that are made of facts, each with its table. */
export const orderPartTables = orderTables.map((table) => ({ name: orderFacts[table].part, table }));

/** SQL of the order that a row of facts belongs to. */
export function orderExpression(fact: string): string {
  const found = Object.entries<OrderFact>(orderFacts).find(([table]) => table === fact)?.[1];
  if (!found) return "null::text";
  const { column, where } = found;
  return where === undefined ? `nullif(f.${column}, '')` : `case when f.${where} then nullif(f.${column}, '') end`;
}

/** How people write one reference: as it was typed, in capitals, in small letters, or with one capital. */
export function spellReference(reference: string): string[] {
  const typed = reference.trim();
  const small = typed.toLowerCase();
  return [...new Set([typed, typed.toUpperCase(), small, small.charAt(0).toUpperCase() + small.slice(1)])];
}
