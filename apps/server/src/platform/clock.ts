/** The only source of "now": the real time, or a fixed instant that tests choose. */
export type Clock = () => Date;

/** A clock that stands at the given instant, or runs when there is none. */
export function clockAt(instant: Date | null): Clock {
  return instant ? () => new Date(instant) : () => new Date();
}

/** The real time, for what is about this machine and not about the product's days. */
export const realClock: Clock = clockAt(null);
