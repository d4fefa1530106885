import { createHash } from "node:crypto";

type Failure = { type?: unknown; code?: unknown; stack?: unknown; message?: unknown };

/** What changes from one time to the next: ids, numbers, quoted names. */
const changing = /[0-9a-f]{8}-[0-9a-f-]{27}|"[^"]*"|'[^']*'|\b0x[0-9a-f]+\b|\b[0-9a-f]{16,}\b|\d+/gi;

/** A text that is the same for errors that are alike: the same words, type and place in the code. */
export function fingerprintLine(part: string, message: string, failure: Failure | null): string {
  const place = typeof failure?.stack === "string" ? findPlace(failure.stack) : "";
  const reason = place === "" && typeof failure?.message === "string" ? failure.message : "";
  const marks = [part, message, reason, failure?.type ?? "", failure?.code ?? "", place];
  const text = marks.map((mark) => String(mark).replace(changing, "#")).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The innermost frame of our own code, without its line, which moves with each version. */
function findPlace(stack: string): string {
  const frames = stack.split("\n").filter((line) => /^\s*at |@/.test(line));
  const own = frames.find((line) => !/node_modules|node:/.test(line)) ?? frames[0] ?? "";
  return own
    .trim()
    .replace(/:\d+:\d+/g, "")
    .replace(/\S*\/(?=[^/\s]+$)/, "");
}
