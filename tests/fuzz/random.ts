/** A source of numbers that gives the same ones for the same seed. */
export type Random = {
  /** A whole number from 0 up to, and without, the bound. */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True once in so many times. */
  oneIn(times: number): boolean;
};

/** Mulberry32: small, quick and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    oneIn: (times) => below(times) === 0,
  };
}
