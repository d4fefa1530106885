import { expect, test } from "vitest";
import { alsoWriteTo, createLogger } from "./logger.ts";

function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  log(createLogger("debug", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

test.each([
  ["a password field", (secret: string) => ({ body: { newPassword: secret } })],
  ["an authorization header", (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })],
  ["a cookie", (secret: string) => ({ headers: { Cookie: `session=${secret}` } })],
  ["a token deep inside", (secret: string) => ({ a: [{ b: { idToken: secret } }] })],
  ["an API key", (secret: string) => ({ api_key: secret })],
  ["credentials in an address", (secret: string) => ({ url: `postgres://user:${secret}@db/x` })],
  ["a query string", (secret: string) => ({ url: `/reset?oobCode=${secret}&x=1` })],
])("%s is not written", (_name, entry) => {
  const line = written((log) => log.info(entry("canary-7f3a"), "request"));
  expect(line).not.toContain("canary-7f3a");
  expect(line).toContain("redacted");
});

test("a secret in a message, an error or a child's binding is not written", () => {
  const line = written((log) => {
    log.info("sent Bearer canary-7f3a to a@person.example");
    log.error({ err: new Error("no login for canary@person.example at smtp://u:canary-7f3a@mail") }, "failed");
    log.child({ token: "canary-7f3a" }).info("hello");
  });
  expect(line).not.toMatch(/canary|person\.example/);
  expect(line.trim().split("\n")).toHaveLength(3);
});

test("of a database error only its code and message are written, not the row that broke the rule", () => {
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(canary) exists",
    parameters: ["canary"],
  });
  const line = written((log) => log.error({ err: error }, "failed"));
  expect(line).toContain("23505");
  expect(line).not.toContain("canary");
});

test("a line break in a value cannot forge a second log line", () => {
  const line = written((log) => log.info({ name: 'x\n{"level":"error","msg":"forged"}' }, "request"));
  expect(line.trim().split("\n")).toHaveLength(1);
});

test("a long word without a secret is read once, not once for each of its letters", () => {
  const word = "z".repeat(2_000_000);
  expect(written((log) => log.info({ word }, "long"))).toContain(word);
});

test("before the process ends the first destination is flushed as it is then, not as it was", () => {
  const flushes: string[] = [];
  const first = { write: () => {}, flushSync: () => void flushes.push("whole") };
  const log = createLogger("debug", alsoWriteTo(first, { write: () => {} }));
  first.flushSync = () => void flushes.push("broken");
  log.fatal("It ends");
  expect(flushes).toEqual(["broken"]);
});
