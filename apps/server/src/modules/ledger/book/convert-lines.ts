import { countCurrencyDigits } from "@console/figures/currency";
import type { BookLine } from "./book-entry.ts";

type Line = Pick<BookLine, "currency" | "amount_minor">;

/**
 * What lines are worth in the tenant's currency by the rates that came with the entry, so that they sum up to zero there
 * too: what rounding leaves goes to the largest line. Null for all of them where a rate is missing.
 */
export function convertLines(
  lines: readonly Line[],
  { base, rates }: { base: string; rates: Readonly<Record<string, string>> },
): number[] | null {
  const converted: bigint[] = [];
  for (const { currency, amount_minor: amount } of lines) {
    const rate = currency === base ? "1" : rates[currency];
    if (rate === undefined) return null;
    converted.push(convert(BigInt(amount), rate, countCurrencyDigits(base) - countCurrencyDigits(currency)));
  }
  const rest = converted.reduce((sum, amount) => sum + amount, 0n);
  const largest = converted.reduce((at, amount, place) => (abs(amount) > abs(converted[at] ?? 0n) ? place : at), 0);
  converted[largest] = (converted[largest] ?? 0n) - rest;
  return converted.map(Number);
}

const abs = (amount: bigint) => (amount < 0n ? -amount : amount);

/** An amount in the minor units of another currency, rounded half away from zero. */
function convert(amount: bigint, rate: string, digits: number): bigint {
  const [whole = "0", fraction = ""] = rate.split(".");
  const factor = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, digits));
  const divisor = 10n ** BigInt(fraction.length + Math.max(0, -digits));
  const product = abs(amount) * factor;
  const rounded = (product * 2n + divisor) / (divisor * 2n);
  return amount < 0n ? -rounded : rounded;
}
