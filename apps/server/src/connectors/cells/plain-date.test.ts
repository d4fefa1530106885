import { expect, test } from "vitest";
import { readInstant, shapeDate } from "./read-date.ts";
import { readNumber } from "./read-number.ts";

test.each([
  ["5 апреля 2011 г.", "2011-04-05T00:00:00.000Z"],
  ["5 квітня 2011", "2011-04-05T00:00:00.000Z"],
  ["5 października 2011", "2011-10-05T00:00:00.000Z"],
  ["5. října 2011", "2011-10-05T00:00:00.000Z"],
  ["5 Ağustos 2011", "2011-08-05T00:00:00.000Z"],
  ["5 Μαΐου 2011", "2011-05-05T00:00:00.000Z"],
  ["2024年5月3日", "2024-05-03T00:00:00.000Z"],
  ["2024年5月3日 14時30分", "2024-05-03T14:30:00.000Z"],
  ["٢٠٢٤-٠٥-٠٣", "2024-05-03T00:00:00.000Z"],
  ["２０２４／０５／０３", "2024-05-03T00:00:00.000Z"],
  ["2024-05-03 16h30", "2024-05-03T16:30:00.000Z"],
  ["Tue, 05 Apr 2011 10:00:00 +0200", "2011-04-05T08:00:00.000Z"],
  ["5 Apr 2011 10:00 GMT", "2011-04-05T10:00:00.000Z"],
])("%s is a date", (text, instant) => {
  expect(readInstant(text, { style: "iso", firstYear: 1970 }, "UTC")).toBe(instant);
  expect(shapeDate(text)?.shape).toBe("iso");
});

test.each([
  ["１，２３４．５０", "point", 1234.5],
  ["－１２．５０", "point", -12.5],
  ["١٢٫٥", "comma", 12.5],
] as const)("%s is a number", (text, decimal, number) => {
  expect(readNumber(text, decimal)).toBe(number);
});
