const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** A date as mails write it: Tue, 05 Apr 2011 10:00:00 +0200. */
const ofMail =
  /^(?:[a-z]{3},? )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{1,2}:\d{2}(?::\d{2})?) (?:([+-]\d{2}):?(\d{2})|gmt|utc?|z)$/i;

/** A week of ISO 8601, with or without its day. */
const ofWeek = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i;

/** Whether a text names a week without a day of it. */
export function isWeek(cell: string): boolean {
  const parts = ofWeek.exec(cell.trim());
  return parts !== null && !parts[3];
}

/** The day of a week, as YYYY-MM-DD; null where the year has no such week. */
function dayOfWeek(year: number, week: number, weekday: number): string | null {
  // The fourth of January is always in the first week.
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * 86_400_000;
  const thursday = new Date(monday + ((week - 1) * 7 + 3) * 86_400_000);
  if (week < 1 || thursday.getUTCFullYear() !== year) return null;
  return new Date(monday + ((week - 1) * 7 + weekday - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** A date with western digits and signs: of full width, of Arabic, with the words of China and Japan, or as mails write it. */
export function toPlainDate(cell: string): string {
  const text = cell.trim();
  // Most dates are written plainly.
  if (/^[\d\s:./T,Z+-]*$/.test(text)) return text;
  const weekday = ofWeek.exec(text);
  if (weekday?.[3]) return dayOfWeek(Number(weekday[1]), Number(weekday[2]), Number(weekday[3])) ?? text;
  const plain = text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(
      /^(\d{4})年(\d{1,2})月(?:(\d{1,2})日)?/,
      (_, year, month, day) => `${year}-${month}${day ? `-${day}` : ""}`,
    )
    .replace(
      /(\d{1,2})時(\d{1,2})分?(?:(\d{1,2})秒)?$/,
      (_, hour, minute, second) => `${hour}:${minute}:${second ?? "00"}`,
    )
    .replace(/(^|[\sT])(\d{1,2})h(\d{2})$/i, "$1$2:$3")
    .replace(/ (?:г|р|року)\.?$/, "");
  const [, day = "", name = "", year, clock, hours = "+00", minutes = "00"] = ofMail.exec(plain) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return plain;
  return `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}T${clock}${hours}:${minutes}`;
}
