import { expect, test } from "vitest";
import { pictureProblem } from "./read-picture.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const webp = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=";
const address = (type: string, content: string) => `data:image/${type};base64,${content}`;

test("pictures that are what they say are kept", () => {
  expect(pictureProblem(address("png", png))).toBeNull();
  expect(pictureProblem(address("webp", webp))).toBeNull();
});

const encode = (bytes: Buffer) => bytes.toString("base64");
const bytes = Buffer.from(png, "base64");
test.each([
  ["text under the name of a picture", address("png", encode(Buffer.from("<script>alert(1)</script>")))],
  ["a picture of another kind", address("jpeg", png)],
  ["a picture that is cut off", address("png", encode(bytes.subarray(0, 40)))],
  ["a picture with a script behind it", address("png", encode(Buffer.concat([bytes, Buffer.from("<script>")])))],
  ["a drawing, which could hold a script", address("svg+xml", encode(Buffer.from("<svg xmlns='x'/>")))],
  ["nothing", ""],
])("%s is refused", (_, value) => expect(pictureProblem(value)).not.toBeNull());

test("a picture that would need much memory to draw is refused", () => {
  const huge = Buffer.from(bytes);
  huge.writeUInt32BE(60_000, 16);
  expect(pictureProblem(address("png", encode(huge)))).toContain("4096");
});
