import { expect, test } from "vitest";
import { makePhoto, middleSquare } from "./make-photo.ts";

test("a wide and a tall picture are cut to the square in their middle", () => {
  expect(middleSquare(400, 200)).toEqual({ left: 100, top: 0, side: 200 });
  expect(middleSquare(200, 500)).toEqual({ left: 0, top: 150, side: 200 });
});

test("a file of another kind is refused in words", async () => {
  await expect(makePhoto(new File(["x"], "a.pdf", { type: "application/pdf" }))).rejects.toThrow(
    "Choose a PNG, JPEG or WebP image.",
  );
});

test("a picture beyond 10 MB is refused in words", async () => {
  const file = new File([new Uint8Array(10_000_001)], "a.png", { type: "image/png" });
  await expect(makePhoto(file)).rejects.toThrow("larger than 10 MB");
});
