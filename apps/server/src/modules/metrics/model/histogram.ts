import type { Measure } from "./dataset.ts";

type Histogram = Pick<Extract<Measure, { kind: "histogram" }>, "of" | "isSigned">;

/** Bins grow by this exponent, so that a value read from the middle of its bin is off by less than 1 %. */
const step = 0.0196;
/** By which share a value that is read from its bin may be off; those of a signed histogram are whole minutes. */
export const accuracy = 0.01;
/** A bin must fit into a small number. */
const farthest = 32_000;
/** Up to so many minutes, eleven days, a bin of a signed histogram is a minute. Beyond them it is an hour, up to two years. */
const wholeMinutes = 16_000;

/** SQL of the bin that a value in seconds falls into; those of a signed histogram are rounded up. */
export function binSql({ of, isSigned }: Histogram): string {
  if (isSigned) {
    const minutes = `ceil(${of}::float8 / 60)`;
    const edge = `sign(${of}) * ${wholeMinutes}`;
    const hours = `${edge} + ceil((${minutes} - ${edge}) / 60)`;
    const bin = `case when abs(${minutes}) <= ${wholeMinutes} then ${minutes} else ${hours} end`;
    return `greatest(-${farthest}, least(${farthest}, ${bin}))::int`;
  }
  return `case when ${of} < 1 then 0 else least(${farthest}, 1 + floor(ln(${of}::float8) / ${step})::int) end`;
}

/** SQL of the condition that a value has a bin. */
export function hasBin({ of, isSigned }: Histogram): string {
  return isSigned ? `${of} is not null` : `${of} >= 0`;
}

/** SQL of the duration that a bin stands for. What lies beyond the farthest bins of a signed histogram is unknown. */
export function secondsSql(bin: string, { isSigned }: Pick<Histogram, "isSigned"> = {}): string {
  if (isSigned) {
    const edge = `sign(${bin}) * ${wholeMinutes}`;
    const beyond = `(${edge} + (${bin} - ${edge}) * 60) * 60`;
    return `case when abs(${bin}) <= ${wholeMinutes} then ${bin}::float8 * 60 when abs(${bin}) < ${farthest} then ${beyond} end`;
  }
  return `case when ${bin} = 0 then 0 else exp((${bin}::float8 - 0.5) * ${step}) end`;
}

/** The minutes that a bin of a signed histogram stands for. */
export function toMinutes(bin: number): number {
  const edge = Math.sign(bin) * wholeMinutes;
  return Math.abs(bin) <= wholeMinutes ? bin : edge + (bin - edge) * 60;
}

/** The duration that a bin stands for, in seconds. */
export function toSeconds(bin: number): number {
  return bin === 0 ? 0 : Math.exp((bin - 0.5) * step);
}
