import { countCurrencyDigits } from "@console/figures/currency";

/** What notes and coins of a currency are worth, in it. */
const values: Readonly<Record<string, readonly number[]>> = {
  AED: [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  BHD: [20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  EGP: [200, 100, 50, 20, 10, 5, 1, 0.5, 0.25],
  EUR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  GBP: [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01],
  INR: [500, 200, 100, 50, 20, 10, 5, 2, 1],
  JOD: [50, 20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05],
  JPY: [10_000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1],
  KWD: [20, 10, 5, 1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01, 0.005],
  OMR: [50, 20, 10, 5, 1, 0.5, 0.1, 0.05, 0.025, 0.01, 0.005],
  QAR: [500, 200, 100, 50, 10, 5, 1, 0.5, 0.25],
  SAR: [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05],
  USD: [100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1, 0.05, 0.01],
};
const usual = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];

/** The notes and coins of a currency in minor units, the largest first, down to its smallest unit. */
export function listDenominations(currency: string): number[] {
  const unit = 10 ** countCurrencyDigits(currency);
  const known = values[currency];
  const minors = (known ?? usual).map((value) => Math.round(value * unit));
  return known || unit === 1 ? minors : [...minors, unit / 2, unit / 4, unit / 10, unit / 100];
}
