/** An object of an answer, of which nothing is known yet. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that says something, or null; ids and phones come as numbers as well. */
export function parseText(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).replaceAll("\0", "").trim();
  return text === "" || /^(null|undefined|nan)$/i.test(text) ? null : text;
}

/** The provider's own number of something; zero stands for none. */
export function parseId(value: unknown): string | null {
  const text = parseText(value);
  return text === null || /^0+$/.test(text) ? null : text;
}

/** A number, however it is written. */
export function parseNumber(value: unknown): number | null {
  const text = parseText(value);
  const number = text === null ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

export function parseWhole(value: unknown): number | null {
  const number = parseNumber(value);
  return number === null ? null : Math.trunc(number);
}

/** What the provider says with 1 or 0, as a number, a text or a flag. */
export function parseFlag(value: unknown): boolean {
  return value === true || parseNumber(value) === 1;
}

/** A phone number; an empty one may be `"0"`. */
export function parsePhone(value: unknown): string | null {
  const text = parseText(value);
  return text === null || !/[1-9]/.test(text) ? null : text;
}

/** A place on earth; the provider's zeros and empty texts are none. */
export function parseLocation(
  latitude: unknown,
  longitude: unknown,
): { latitude: number | null; longitude: number | null } {
  const [north, east] = [parseNumber(latitude), parseNumber(longitude)];
  const isPlace =
    north !== null && east !== null && Math.abs(north) <= 90 && Math.abs(east) <= 180 && (north !== 0 || east !== 0);
  return isPlace ? { latitude: north, longitude: east } : { latitude: null, longitude: null };
}

const timePattern = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?(Z)?$/;

/** An instant that the provider writes in UTC. */
export function parseUtc(value: unknown): Date | null {
  return parseInstant(value, 0);
}

/**
 * An instant that the provider writes in local time, often without leading zeros. `zone` is its `timezone`: the minutes
 * to add to local time to reach UTC, so that Bahrain is -180. Without it nothing is known.
 */
export function parseLocalTime(value: unknown, zone: unknown): Date | null {
  const minutes = parseNumber(zone);
  return minutes === null || Math.abs(minutes) > 14 * 60 ? null : parseInstant(value, minutes);
}

/** Empty dates are an empty text, null, a row of zeros or the words `Invalid date`: none of them is an instant. */
function parseInstant(value: unknown, minutesToUtc: number): Date | null {
  const parts = timePattern.exec(parseText(value) ?? "");
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const shift = parts[7] ? 0 : minutesToUtc;
  const isWritten = year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60;
  if (!isWritten || second >= 60) return null;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute + shift, second));
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return isDay ? at : null;
}

/** Words between commas. */
export function parseWords(value: unknown): string[] {
  const words = Array.isArray(value) ? value.map(parseText) : (parseText(value)?.split(",") ?? []);
  return [...new Set(words.map((word) => word?.trim() ?? "").filter(Boolean))];
}

/** A text without the tags of HTML. */
export function toPlainText(value: unknown): string | null {
  return parseText(
    parseText(value)
      ?.replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " "),
  );
}
