import { expect, test } from "vitest";
import { createLogger } from "../telemetry/logger.ts";
import { fingerprintLine } from "./fingerprint-line.ts";
import { readLogLine } from "./log-line.ts";

/** The line that is kept of what is logged. */
function keptLine(log: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  log(createLogger("debug", { write: (line) => void lines.push(line) }));
  return readLogLine(lines.join(""), 1);
}

test("a request's line is told by its route template, and found by its words", () => {
  const line = keptLine((log) =>
    log
      .child({ requestId: "r-1", part: "links", tenant: "north", person: "u1" })
      .info({ method: "GET", route: "/api/reports/:report", status: "200", ms: 12 }, "request"),
  );
  expect(line).toMatchObject({
    level: "info",
    part: "links",
    tenant_id: "north",
    person: "u1",
    request_id: "r-1",
    route: "GET /api/reports/:report",
    message: "200 GET /api/reports/:report in 12 ms",
    fingerprint: null,
  });
  expect(line?.search_parts).toEqual(["200", "get", "api", "reports", "report", "in", "12", "ms"]);
});

test("a line of the browser is about the request that failed there", () => {
  const line = keptLine((log) => log.child({ requestId: "own" }).error({ aboutRequest: "failed-one" }, "It broke"));
  expect(line?.request_id).toBe("failed-one");
});

test("zero bytes, halves of characters and endless details are kept from the database", () => {
  const line = keptLine((log) => log.info({ a: "x\u0000y\ud800", long: "z".repeat(50_000) }, "odd \u0000 text"));
  const text = JSON.stringify(line);
  expect(text).not.toContain("\\u0000");
  expect(text).not.toContain("\\ud800");
  expect(keptLine((log) => log.info({ path: "C:\\u0000" }, "text"))?.details).toEqual({ path: "C:\\u0000" });
  expect(text.length).toBeLessThan(20_000);
});

test.each(["not json", "[1]", "null", '"text"', ""])("%s is no line", (text) => {
  expect(readLogLine(text, 1)).toBeNull();
});

test("an unknown part or level is told as the plainest one", () => {
  const line = readLogLine('{"level":"loud","part":"nowhere","msg":"x","time":"then"}', 1);
  expect(line).toMatchObject({ level: "info", part: "application" });
});

const failure = (stack: string, message = "No answer from 10.0.0.1") => ({ type: "Error", message, stack });

test("errors are alike whatever ids, numbers and lines they name", () => {
  const one = fingerprintLine(
    "jobs",
    'Run 12 of "north" failed',
    failure("Error: x\n    at read (/srv/a/read.ts:10:3)"),
  );
  const other = fingerprintLine(
    "jobs",
    'Run 999 of "south" failed',
    failure("Error: y\n    at read (/srv/b/read.ts:44:1)"),
  );
  expect(one).toBe(other);
});

test("errors are not alike that come from another place, part or message", () => {
  const base = failure("Error: x\n    at read (/srv/read.ts:10:3)");
  const marks = [
    fingerprintLine("jobs", "It failed", base),
    fingerprintLine("mail", "It failed", base),
    fingerprintLine("jobs", "It broke", base),
    fingerprintLine("jobs", "It failed", failure("Error: x\n    at write (/srv/write.ts:10:3)")),
    fingerprintLine("jobs", "It failed", { ...base, code: "23505" }),
    fingerprintLine("jobs", "It failed", null),
  ];
  expect(new Set(marks).size).toBe(marks.length);
});
