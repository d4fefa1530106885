import { isDay } from "@console/contracts";

/** PostgreSQL counts days and instants from here. */
export const postgresBegin = Date.UTC(2000, 0, 1);

const pattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:(?<=:\d{2}:\d{2})\.(\d+))?(Z|[+-]\d{2}:?\d{2})$/;

/**
 * The microseconds of an instant as PostgreSQL counts them, and null for a text that is none. Far from today they do
 * not fit into a number.
 */
export function instantMicros(text: string): number | bigint | null {
  const ms = usualMs(text);
  if (ms !== null) return (ms - postgresBegin) * 1000;
  const [, day = "", time = "", fraction = "0", offset = ""] = pattern.exec(text) ?? [];
  if (!isDay(day)) return null;
  // The one form that every Date reads alike: others leave a colon out, or have a space for the T.
  const whole = Date.parse(`${day}T${time}${offset.replace(/^(...)(\d\d)$/, "$1:$2")}`);
  if (Number.isNaN(whole)) return null;
  const micros = Math.round(Number(`0.${fraction}`) * 1_000_000);
  const sum = (whole - postgresBegin) * 1000 + micros;
  return Number.isSafeInteger(sum) ? sum : BigInt(whole - postgresBegin) * 1000n + BigInt(micros);
}

/**
 * The milliseconds of an instant as most sources write it, 2026-03-18T09:30:00Z or with three more digits; null for
 * others. Digit by digit, since a batch has tens of thousands of them and a pattern takes several times as long.
 */
function usualMs(text: string): number | null {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text[length - 1] !== "Z" || text[10] !== "T") return null;
  if (text[4] !== "-" || text[7] !== "-" || text[13] !== ":" || text[16] !== ":") return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // What is not a number is not below anything either.
  if (!(year >= 1900 && year < 2200 && hour < 24 && minute < 60 && second < 60)) return null;
  if (!(month >= 1 && month <= 12 && day >= 1 && (day <= 28 || isDay(text.slice(0, 10))))) return null;
  const ms = length === 20 ? 0 : text[19] === "." ? digit(text, 20) * 100 + twoDigits(text, 21) : Number.NaN;
  const time = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  return Number.isNaN(time) ? null : time;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const code = text.charCodeAt(at) - 48;
  return code >= 0 && code <= 9 ? code : Number.NaN;
}
