const dayMs = 86_400_000;
/** Offsets of time zones change on a quarter of an hour. */
const quarterMs = 15 * 60_000;
const mostOffsets = 50_000;

/** The wall clock of a time zone. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  constructor(timeZone: string) {
    const numeric = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
    this.#format = new Intl.DateTimeFormat("en-GB", { ...numeric, timeZone, hourCycle: "h23" });
  }

  /** What the clock shows at an instant, as if it were UTC; null where the text is no instant. */
  wallMs(instant: string | number): number | null {
    const ms = typeof instant === "number" ? instant : parseInstant(instant);
    return Number.isNaN(ms) ? null : ms + this.#offsetMs(ms);
  }

  /** An instant as ISO 8601 on this clock, with the offset; null where the text is no instant. */
  isoOf(instant: string | number): string | null {
    const ms = typeof instant === "number" ? instant : parseInstant(instant);
    if (Number.isNaN(ms)) return null;
    const offset = this.#offsetMs(ms);
    const minutes = Math.abs(Math.round(offset / 60_000));
    const sign = offset < 0 ? "-" : "+";
    return `${new Date(ms + offset).toISOString().slice(0, 19)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  #offsetMs(ms: number): number {
    const dayStartMs = ms - modulo(ms, dayMs);
    const offset = this.#offsetAt(dayStartMs);
    const isChanging = offset !== this.#offsetAt(dayStartMs + dayMs);
    return isChanging ? this.#offsetAt(ms - modulo(ms, quarterMs)) : offset;
  }

  /** Kept, since asking takes longer than writing a whole row. */
  #offsetAt(ms: number): number {
    const known = this.#offsets.get(ms);
    if (known !== undefined) return known;
    const parts = Object.fromEntries(this.#format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
    const offset = Date.UTC(year, month - 1, day, hour, minute) - ms;
    // Memory stays the same however many years the rows span.
    if (this.#offsets.size >= mostOffsets) this.#offsets.clear();
    this.#offsets.set(ms, offset);
    return offset;
  }
}

/** Never below zero, also before 1970. */
function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Only instants: a text such as "12" is a date to the engine, but not to a reader. */
function parseInstant(text: string): number {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
