import { offsetAt } from "@console/figures/time-zone";

const minuteMs = 60_000;

/** The wall clock of a time zone, for the cells of files. */
export class ZoneClock {
  readonly #timeZone: string;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
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
    const minutes = Math.abs(offset / minuteMs);
    const sign = offset < 0 ? "-" : "+";
    return `${new Date(ms + offset).toISOString().slice(0, 19)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  /** In whole minutes, as ISO 8601 writes it; before 1972 some zones had seconds. */
  #offsetMs(ms: number): number {
    return Math.floor(offsetAt(ms, this.#timeZone) / minuteMs) * minuteMs;
  }
}

/** Only instants: a text such as "12" is a date to the engine, but not to a reader. */
function parseInstant(text: string): number {
  return /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
