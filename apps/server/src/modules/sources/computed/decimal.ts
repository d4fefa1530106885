import type { CurrencyMark } from "../mapping/currency-marks.ts";

/** An exact number: so many units of a power of ten. An amount keeps the mark of its currency. */
export type Decimal = { units: bigint; decimals: number; mark?: CurrencyMark };

/** Decimals that are kept; more are rounded. */
const mostDecimals = 20;
/** Larger than any amount or quantity that is stored. */
const limit = 10n ** 20n;

/** A number that was written with a point, such as -12.50; null where it is none, or larger than is computed with. */
export function parseDecimal(text: string): Decimal | null {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text);
  if (!parts) return null;
  const [, sign, whole = "", fraction = "", exponent = "0"] = parts;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const decimals = fraction.length - Number(exponent);
  if (decimals >= 0) return withinLimits({ units, decimals });
  return decimals < -mostDecimals ? null : withinLimits({ units: units * 10n ** BigInt(-decimals), decimals: 0 });
}

/** With a point and without needless zeros. */
export function formatDecimal({ units, decimals }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const sign = units < 0n ? "-" : "";
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** The mark that the result of two numbers has; null where they are amounts in different currencies. */
export function joinMarks(left: Decimal, right: Decimal): Pick<Decimal, "mark"> | null {
  const mark = left.mark ?? right.mark;
  if (!mark) return {};
  if (!left.mark || !right.mark) return { mark };
  const [one, other] = [left.mark, right.mark];
  const currencies = one.currencies.filter((currency) => other.currencies.includes(currency));
  if (currencies.length === 0) return null;
  return { mark: one.currencies.length <= other.currencies.length ? one : other };
}

/** The sum; null where it is too large. */
export function addDecimals(left: Decimal, right: Decimal): Decimal | null {
  const decimals = Math.max(left.decimals, right.decimals);
  return withinLimits({ units: toUnits(left, decimals) + toUnits(right, decimals), decimals });
}

/** The product; null where it is too large. */
export function multiplyDecimals(left: Decimal, right: Decimal): Decimal | null {
  return withinLimits({ units: left.units * right.units, decimals: left.decimals + right.decimals });
}

export function negateDecimal(value: Decimal): Decimal {
  return { ...value, units: -value.units };
}

/** Below zero, zero or above it, as the first is smaller, equal or larger. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const decimals = Math.max(left.decimals, right.decimals);
  const [first, second] = [toUnits(left, decimals), toUnits(right, decimals)];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** With so many decimals; a half goes away from zero, as people round. */
export function roundDecimal(value: Decimal, decimals: number): Decimal {
  if (value.decimals <= decimals) return value;
  const divisor = 10n ** BigInt(value.decimals - decimals);
  const size = value.units < 0n ? -value.units : value.units;
  const units = (size * 2n + divisor) / (divisor * 2n);
  return { ...value, units: value.units < 0n ? -units : units, decimals };
}

/** The whole number that it is; null where it is none. */
export function toWhole(value: Decimal): number | null {
  const text = formatDecimal(value);
  return text.includes(".") ? null : Number(text);
}

/** The same number in units of a smaller power of ten. */
function toUnits(value: Decimal, decimals: number): bigint {
  return value.units * 10n ** BigInt(decimals - value.decimals);
}

function withinLimits(value: Decimal): Decimal | null {
  const { units, decimals } = roundDecimal(value, mostDecimals);
  const size = units < 0n ? -units : units;
  return size < limit * 10n ** BigInt(decimals) ? { units, decimals } : null;
}
