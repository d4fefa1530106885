const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** A date as mails write it: Tue, 05 Apr 2011 10:00:00 +0200. */
const ofMail =
  /^(?:[a-z]{3},? )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{1,2}:\d{2}(?::\d{2})?) (?:([+-]\d{2}):?(\d{2})|gmt|utc?|z)$/i;

/** A week of ISO 8601, with or without its day. */
const ofWeek = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i;
/** The same as German calendars call it. */
const weekForms = [
  /^(?<year>\d{4})-?W(?<week>\d{2})$/i,
  /^(?:KW|CW)[ .]?(?<week>\d{1,2})[ ./-]+(?<year>\d{4})$/i,
  /^(?<year>\d{4})[ ./-]+(?:KW|CW)[ .]?(?<week>\d{1,2})$/i,
];
/** A week of which nobody says whether it begins on a Sunday or on a Monday. */
const unclearWeek =
  /^(?:W|WK|Week|Woche|Semaine|Semana|S)[ .-]?\d{1,2}[ ,./-]+\d{4}$|^\d{4}[ ./-]+(?:W|WK|Week) ?\d{1,2}$/i;
const longPeriod =
  /^(?:(?:Q[1-4]|[1-4]Q|[1-4]\. ?Quartal|T[1-4]|H[12])[ ./-]*(?:\d{4}|\d{2})|\d{4}[ ./-]*(?:Q[1-4]|H[12])|FY ?\d{2,4})$/i;

/** What a text names that is longer than a day: a week of ISO 8601, a week of which it is unclear when it begins, or more than a month. */
export function findLongPeriod(cell: string): "week" | "unclear week" | "long" | null {
  const text = cell.trim();
  if (readWeek(text)) return "week";
  if (unclearWeek.test(text)) return "unclear week";
  return longPeriod.test(text) ? "long" : null;
}

/** The first and the last day of the week of ISO 8601 that a text names, as YYYY-MM-DD; null where it names none. */
export function readWeek(text: string): { first: string; last: string } | null {
  const { year, week } = weekForms.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
  const [first, last] = [1, 7].map((weekday) => dayOfWeek(Number(year), Number(week), weekday));
  return first && last ? { first, last } : null;
}

/** The day of a week, as YYYY-MM-DD; null where the year has no such week. */
function dayOfWeek(year: number, week: number, weekday: number): string | null {
  // The fourth of January is always in the first week.
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * 86_400_000;
  const thursday = new Date(monday + ((week - 1) * 7 + 3) * 86_400_000);
  if (!(week >= 1 && year < 2200) || thursday.getUTCFullYear() !== year) return null;
  return new Date(monday + ((week - 1) * 7 + weekday - 1) * 86_400_000).toISOString().slice(0, 10);
}

/** The year before the first of each era of Japan, by its name and its letter. */
const eras: Readonly<Record<string, number>> = { 昭和: 1925, 平成: 1988, 令和: 2018, S: 1925, H: 1988, R: 2018 };
const ofEra = /^(昭和|平成|令和)(\d{1,2}|元)年|^([SHR])(\d{1,2})(?=[./-]\d{1,2}[./-]\d{1,2}$)/;

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
    .replace(ofEra, (_, name, ordinal, letter, number) => {
      const year = (eras[name ?? letter] ?? 0) + (ordinal === "元" ? 1 : Number(ordinal ?? number));
      return `${year}${name === undefined ? "" : "年"}`;
    })
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
