import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { StartupProblem } from "./startup-problem.ts";

test("an empty environment gives the documented defaults", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    databaseUrl: null,
    isDemo: true,
    productName: "AIQ",
    productSlug: "aiq",
    smtpUrl: null,
    role: "all",
    logLevel: "info",
  });
});

test("an empty variable counts as one that is not set", () => {
  expect(readConfig({ PORT: "", SMTP_URL: "" })).toMatchObject({ port: 3000, smtpUrl: null });
});

test.each([
  ["PORT", "80000", "a whole number from 0 to 65535"],
  ["PORT", "3000abc", "a whole number from 0 to 65535"],
  ["PUBLIC_URL", "console.example", "an http or https address"],
  ["DATABASE_URL", "mysql://x", "a postgres:// address"],
  ["SECRET_KEY", "short", "at least 32 characters"],
  ["DEMO", "yes", "1 or 0"],
  ["PRODUCT_SLUG", "My Product", "lower-case letters"],
  ["ADMIN_MAIL", "a@b.test,nobody", "email addresses"],
  ["TAG_MANAGER_ID", "<script>", "GTM-ABC123"],
  ["ROLE", "boss", "all, api or worker"],
  ["CONSOLE_NOW", "yesterday", "an instant"],
  ["OLLAMA_URL", "127.0.0.1:11434", "an http or https address"],
  ["OLLAMA_URL", "http://me:secret@models.example", "without a password"],
  ["OLLAMA_URL", "http://models.example?key=1", "an http or https address"],
  ["MODEL_HOSTS", "http://models.example", "host names or addresses"],
  ["MODEL_HOSTS", "models.example/v1", "host names or addresses"],
])("a wrong %s (%s) is named with what it must be", (name, value, expected) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartupProblem);
  expect(read).toThrow(new RegExp(`${name} must be .*${expected}`));
});

test("a wrong secret is named without being shown", () => {
  expect(() => readConfig({ SECRET_KEY: "hunter2" })).not.toThrow(/hunter2/);
});

test("two wrong values are both named", () => {
  expect(() => readConfig({ PORT: "x", ROLE: "y" })).toThrow(/PORT.*ROLE/);
});

test("questions that lack a part for an evaluation are refused in production", () => {
  const environment = { QUESTIONS_WITHOUT: "typos" };
  expect(readConfig(environment).questionsWithout).toBe("typos");
  expect(() => readConfig({ ...environment, NODE_ENV: "production" })).toThrow(/QUESTIONS_WITHOUT.*refused/);
  expect(() => readConfig({ QUESTIONS_WITHOUT: "luck" })).toThrow(/phrases, typos, roles or passing/);
});

test("a fixed clock is refused in production", () => {
  const environment = { CONSOLE_NOW: "2026-03-19T09:00:00Z" };
  expect(readConfig(environment).consoleNow).toEqual(new Date("2026-03-19T09:00:00Z"));
  expect(() => readConfig({ ...environment, NODE_ENV: "production" })).toThrow(/CONSOLE_NOW.*refused in production/);
});

test("where people work in earnest there is no demo unless it is asked for by name", () => {
  expect(readConfig({}).isDemo).toBe(true);
  expect(readConfig({ PUBLIC_URL: "http://127.0.0.1:3000" }).isDemo).toBe(true);
  const earnest = [{ NODE_ENV: "production" }, { PUBLIC_URL: "https://console.example" }];
  for (const environment of earnest) {
    expect(readConfig(environment)).toMatchObject({ isDemo: false, hasDemoData: false, hasDemoSources: false });
    expect(readConfig({ ...environment, DEMO: "1" }).isDemo).toBe(true);
  }
});

test("protections are taken away for drills, and never in production", () => {
  const environment = { DRILL_WITHOUT: "circuit,drain" };
  expect(readConfig(environment).withoutProtections).toEqual(new Set(["circuit", "drain"]));
  expect(readConfig({}).withoutProtections).toEqual(new Set());
  expect(() => readConfig({ ...environment, NODE_ENV: "production" })).toThrow(/DRILL_WITHOUT.*refused in production/);
  expect(() => readConfig({ DRILL_WITHOUT: "walls" })).toThrow(/DRILL_WITHOUT must be names of circuit, drain, queue/);
});

test("demo mode tells the demo admins, and no one else is told unasked", () => {
  expect(readConfig({}).adminMail).toEqual(["superadmin@demo.test", "admin@demo.test"]);
  expect(readConfig({ DEMO: "0" }).adminMail).toEqual([]);
  expect(readConfig({ DEMO: "0", ADMIN_MAIL: "a@b.test, c@d.test" }).adminMail).toEqual(["a@b.test", "c@d.test"]);
});

test("models are asked where the operator has said so: at the hosts that are named, and at one port of the own server", () => {
  expect(readConfig({})).toMatchObject({ ollamaUrl: null, modelHosts: [] });
  const environment = { OLLAMA_URL: "http://10.0.0.7:11434/", MODEL_HOSTS: "GPU.example, 10.0.0.8:8000, [::1]:80" };
  expect(readConfig(environment)).toMatchObject({
    ollamaUrl: "http://10.0.0.7:11434",
    modelHosts: ["gpu.example", "10.0.0.8:8000", "::1:80", "10.0.0.7:11434"],
  });
  expect(readConfig({ OLLAMA_URL: "https://models.example/ollama" }).modelHosts).toEqual(["models.example:443"]);
  expect(readConfig({ OLLAMA_URL: "http://[::1]:11434" }).modelHosts).toEqual(["::1:11434"]);
});
