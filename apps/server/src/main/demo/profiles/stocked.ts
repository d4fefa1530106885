import type { Product, StockItem } from "./profile.ts";

export function product(
  name: string,
  category: string,
  supplier: string,
  abc: Product["abc"],
  costMinor: number,
  priceMinor: number,
): Product {
  return { name, category, supplier, abc, costMinor, priceMinor };
}

/** Fast movers are issued often and come in often. */
const rhythms = {
  A: { cycleDays: 12, leadDays: 4, issueUnits: 26, issueShare: 0.62 },
  B: { cycleDays: 17, leadDays: 6, issueUnits: 15, issueShare: 0.46 },
  C: { cycleDays: 25, leadDays: 9, issueUnits: 8, issueShare: 0.3 },
};

/** A product in each warehouse that keeps it; the first keeps most and sends to the next. */
export function stocked(
  ownProduct: Product,
  warehouses: readonly string[],
  binZone: string,
  story?: StockItem["story"],
): StockItem[] {
  const rhythm = rhythms[ownProduct.abc];
  return warehouses.map((warehouse, place) => ({
    warehouse,
    product: ownProduct,
    binZone,
    ...rhythm,
    issueUnits: Math.round(rhythm.issueUnits / (place + 1)) + place,
    ...(story !== undefined && { story, cycleDays: 21 }),
  }));
}
