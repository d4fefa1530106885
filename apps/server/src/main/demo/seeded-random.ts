/** FNV-1a, so that a tenant's name always gives the same stream. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** One seed of several numbers, well mixed, so that neighbouring days do not resemble each other. */
export function mixSeed(...parts: number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

export type Weighted = readonly (readonly [name: string, weight: number])[];

/** A mulberry32 stream: what it gives depends on its seed and on nothing else. */
export class SeededRandom {
  #state: number;

  constructor(...seeds: number[]) {
    this.#state = mixSeed(...seeds);
  }

  /** From 0 up to, but never, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Waits have long tails; `limit` keeps them believable. */
  wait(mean: number, limit: number): number {
    return Math.min(limit, -mean * Math.log(1 - this.next()));
  }

  /** Bell-shaped around 0, never beyond ±3. */
  bell(): number {
    return (this.next() + this.next() + this.next() - 1.5) * 2;
  }

  /** A whole number whose mean is `mean`. */
  count(mean: number): number {
    return Math.max(0, Math.floor(mean * (1 + 0.12 * this.bell()) + this.next()));
  }

  place(weights: readonly number[]): number {
    let rest = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (let place = 0; place < weights.length; place += 1) {
      rest -= weights[place] ?? 0;
      if (rest < 0) return place;
    }
    return weights.length - 1;
  }

  pick<Member>(members: readonly Member[]): Member {
    return at(members, Math.floor(this.next() * members.length));
  }

  weighted(members: Weighted): string {
    let rest = 0;
    for (const [, weight] of members) rest += weight;
    rest *= this.next();
    for (const [name, weight] of members) {
      rest -= weight;
      if (rest < 0) return name;
    }
    return at(members, members.length - 1)[0];
  }
}

/** The member at a place; places past the end start again at the beginning. */
export function at<Member>(members: readonly Member[], place: number): Member {
  const member = members[((place % members.length) + members.length) % members.length];
  if (member === undefined) throw new Error("A demo list is empty.");
  return member;
}
