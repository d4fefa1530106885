/** The parts of an order, in the order in which they are shown. */
export const orderParts = {
  deliveries: "Deliveries",
  orderLines: "Warehouse order lines",
  movements: "Stock movements",
  sales: "Sale lines",
  documents: "Documents",
  postings: "Postings that are not in the book",
  entries: "Ledger entries",
} as const;
export type OrderPartName = keyof typeof orderParts;

/** Rows of a part that are told; how many more there are is said. */
export const mostOrderRows = 50;

/** The page of an order. */
export function pathForOrder(reference: string): string {
  return `/tenant/orders/${encodeURIComponent(reference)}`;
}
