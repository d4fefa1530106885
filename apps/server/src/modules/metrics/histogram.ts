/** Bins grow by this exponent, so that a value read from the middle of its bin is off by less than 1 %. */
const step = 0.0196;

/** SQL of the bin of a duration in seconds. */
export function binOf(seconds: string): string {
  return `case when ${seconds} < 1 then 0 else least(32000, 1 + floor(ln(${seconds}::float8) / ${step})::int) end`;
}

/** SQL of the duration that a bin stands for. */
export function secondsOf(bin: string): string {
  return `case when ${bin} = 0 then 0 else exp((${bin}::float8 - 0.5) * ${step}) end`;
}

/** The duration that a bin stands for, in seconds. */
export function secondsOfBin(bin: number): number {
  return bin === 0 ? 0 : Math.exp((bin - 0.5) * step);
}
