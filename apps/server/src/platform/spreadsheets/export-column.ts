import { countCurrencyDigits } from "@console/figures/currency";
import type { ExportColumn, ExportFormat } from "./export-book.ts";

/** How a column's values are written: `per` of the kept unit make one of the shown unit. */
type ColumnStyle = {
  kind: "text" | "instant" | "day" | "flag" | "number";
  unit?: string;
  per?: number;
  /** As many as shown; null: as many as there are. */
  decimals?: number | null;
};

const styles: Record<ExportFormat, ColumnStyle> = {
  text: { kind: "text" },
  instant: { kind: "instant" },
  day: { kind: "day" },
  flag: { kind: "flag" },
  count: { kind: "number", decimals: 0 },
  number: { kind: "number", decimals: null },
  units: { kind: "number", decimals: null },
  percent: { kind: "number", unit: "%", decimals: 1 },
  currency: { kind: "number" },
  minutes: { kind: "number", unit: "min", decimals: 1 },
  hours: { kind: "number", unit: "h", decimals: 1 },
  days: { kind: "number", unit: "days", decimals: 1 },
  km: { kind: "number", unit: "km", decimals: 1 },
  megabytes: { kind: "number", unit: "MB", decimals: 1 },
  money: { kind: "number" },
  quantity: { kind: "number", per: 1000, decimals: null },
  duration: { kind: "number", unit: "min", per: 60, decimals: 1 },
  lateness: { kind: "number", unit: "min", per: 60, decimals: 1 },
  long_duration: { kind: "number", unit: "days", per: 86_400, decimals: 1 },
  distance: { kind: "number", unit: "km", per: 1000, decimals: 1 },
};

/** A column with everything that its format and the currency decide. */
export type StyledColumn = Required<ColumnStyle> & { id: string; label: string; isPercent: boolean };

export function styleColumn({ id, label, format }: ExportColumn, currency: string): StyledColumn {
  const style = styles[format];
  const isMoney = format === "money" || format === "currency";
  const digits = countCurrencyDigits(currency);
  const unit = isMoney ? currency : (style.unit ?? "");
  return {
    id,
    label,
    kind: style.kind,
    unit,
    isPercent: format === "percent",
    per: format === "money" ? 10 ** digits : (style.per ?? 1),
    decimals: isMoney ? digits : (style.decimals ?? null),
  };
}

/** The column's name with its unit, unless the name ends with it already. */
export function labelForColumn({ label, unit }: Pick<StyledColumn, "label" | "unit">): string {
  const isNamed = unit === "" || label.endsWith(` ${unit}`) || label.endsWith(`(${unit})`);
  return isNamed ? label : `${label} (${unit})`;
}

/** A kept value in the shown unit, percentages as fractions; null where it is no number. */
export function numberIn({ per }: Pick<StyledColumn, "per">, value: unknown): number | null {
  // The database hands large numbers over as text.
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return null;
  return per === 1 ? number : number / per;
}

/** Without the dust that sums of fractions leave behind. */
export function withoutDust(value: number): number {
  if (Number.isInteger(value)) return value;
  // Far quicker than by way of a text, as long as nine decimals fit into a number.
  const scaled = Math.round(value * 1e9);
  return Number.isSafeInteger(scaled) ? scaled / 1e9 : Number(value.toFixed(9));
}
