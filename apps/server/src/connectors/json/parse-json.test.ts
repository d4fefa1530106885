import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

test("ids that are longer than a number can be keep every digit, and all else is what it was", () => {
  const text =
    '{"id": 1234567890123456789, "of": [-9007199254740993, 12], "text": "no. 1234567890123456789 \\" 1234567890123456789", "x": 0.5000000000000000}';
  expect(parseJson(text)).toEqual({
    id: "1234567890123456789",
    of: ["-9007199254740993", 12],
    text: 'no. 1234567890123456789 " 1234567890123456789',
    x: 0.5,
  });
  expect(() => parseJson('{"id": 1234567890123456789')).toThrow(SyntaxError);
});
