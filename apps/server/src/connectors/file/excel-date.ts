const dayMs = 86_400_000;

/** Whether a format of numbers shows days or times: one that every workbook knows, or its own by its letters. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined) {
    const letters = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
    return /[ymdhs]/i.test(letters) && !/general/i.test(letters);
  }
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** The day, the time or both that a number of a workbook stands for, as ISO 8601 without a zone. */
export function excelDate(serial: number, is1904: boolean): string | null {
  // Spreadsheets count a 29 February 1900, which never was.
  const shift = is1904 ? 1462 : serial < 60 ? 1 : 0;
  const ms = Date.UTC(1899, 11, 30) + Math.round((serial + shift) * 86_400) * 1000;
  if (!Number.isFinite(ms) || serial < 0 || ms > Date.UTC(9999, 11, 31)) return null;
  const iso = new Date(ms).toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return ms % dayMs === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}
