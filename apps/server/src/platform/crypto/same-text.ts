import { timingSafeEqual } from "node:crypto";

/** Compares two texts in a time that does not tell where they differ. */
export function isSameText(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
