import type { Measure } from "./dataset.ts";

type Histogram = Pick<Extract<Measure, { kind: "histogram" }>, "of" | "isSigned">;

/** Bins grow by this exponent, so that a value read from the middle of its bin is off by less than 1 %. */
const step = 0.0196;
/** About three weeks in minutes: a bin must fit into a small number. */
const farthest = 32_000;

/** SQL of the bin that a value in seconds falls into; those of a signed histogram are whole minutes, rounded up. */
export function binSql({ of, isSigned }: Histogram): string {
  if (isSigned) return `greatest(-${farthest}, least(${farthest}, ceil(${of}::float8 / 60)))::int`;
  return `case when ${of} < 1 then 0 else least(${farthest}, 1 + floor(ln(${of}::float8) / ${step})::int) end`;
}

/** SQL of the condition that a value has a bin. */
export function hasBin({ of, isSigned }: Histogram): string {
  return isSigned ? `${of} is not null` : `${of} >= 0`;
}

/** SQL of the duration that a bin stands for. What lies beyond the farthest bins of a signed histogram is unknown. */
export function secondsSql(bin: string, { isSigned }: Pick<Histogram, "isSigned"> = {}): string {
  if (isSigned) return `case when abs(${bin}) < ${farthest} then ${bin}::float8 * 60 end`;
  return `case when ${bin} = 0 then 0 else exp((${bin}::float8 - 0.5) * ${step}) end`;
}

/** The duration that a bin stands for, in seconds. */
export function toSeconds(bin: number): number {
  return bin === 0 ? 0 : Math.exp((bin - 0.5) * step);
}
