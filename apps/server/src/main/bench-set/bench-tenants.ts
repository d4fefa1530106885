/** A tenant of the bench set: its share of all rows falls with its place, the first one has about 15 %. */
export type BenchTenant = { id: string; rows: number; drivers: number };

const tenants = 100;
const largestShare = 0.15;

/** Splits rows over a hundred tenants as unevenly as life does. */
export function benchTenants(rows: number): BenchTenant[] {
  const weights = Array.from({ length: tenants - 1 }, (_, place) => 1 / (place + 2) ** 0.6);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = [largestShare, ...weights.map((weight) => ((1 - largestShare) * weight) / whole)];
  return shares.map((share, place) => ({
    id: `bench-${String(place + 1).padStart(3, "0")}`,
    rows: Math.round(rows * share),
    drivers: Math.max(10, Math.round(200 / (place + 1) ** 0.5)),
  }));
}
