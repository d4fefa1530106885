/** A text as a cell of a CSV, in quotes where it needs them; one that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
