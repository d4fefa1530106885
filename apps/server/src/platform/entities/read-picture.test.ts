import { expect, test } from "vitest";
import { findPictureProblem } from "./read-picture.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const webp = "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=";
const address = (type: string, content: string) => `data:image/${type};base64,${content}`;

test("pictures that are what they say are kept", async () => {
  expect(await findPictureProblem(address("png", png))).toBeNull();
  expect(await findPictureProblem(address("webp", webp))).toBeNull();
});

const encode = (bytes: Buffer) => bytes.toString("base64");
const bytes = Buffer.from(png, "base64");
/** Head and end stay; what lies between can no longer be unpacked. */
const damage = (picture: Buffer) => {
  const copy = Buffer.from(picture);
  copy.fill(0, 42, 50);
  return copy;
};
test.each([
  ["text under the name of a picture", address("png", encode(Buffer.from("<script>alert(1)</script>")))],
  ["a picture of another kind", address("jpeg", png)],
  ["a picture that is cut off", address("png", encode(bytes.subarray(0, 40)))],
  ["a picture with a script behind it", address("png", encode(Buffer.concat([bytes, Buffer.from("<script>")])))],
  ["a drawing, which could hold a script", address("svg+xml", encode(Buffer.from("<svg xmlns='x'/>")))],
  ["a picture whose pixels are damaged", address("png", encode(damage(bytes)))],
  ["nothing", ""],
])("%s is refused", async (_, value) => expect(await findPictureProblem(value)).not.toBeNull());

test("a picture that would need much memory to draw is refused", async () => {
  const huge = Buffer.from(bytes);
  huge.writeUInt32BE(60_000, 16);
  expect(await findPictureProblem(address("png", encode(huge)))).toContain("4096");
});
