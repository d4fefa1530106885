/** Encodings that people can choose for a text file, besides those that a file says itself. */
export const fileEncodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "koi8-r",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type FileEncoding = (typeof fileEncodings)[number];
