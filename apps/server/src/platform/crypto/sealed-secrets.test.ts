import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { systemCaller } from "../context.ts";
import { sealedSecrets } from "./sealed-secrets.ts";
import { installationKey } from "./secret-key.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const key = installationKey("the first key of this installation");
const secrets = sealedSecrets(key);
const tenant = (id: string) => systemCaller("test", id);

test("a sealed secret opens again for its tenant and purpose", async () => {
  const sealed = await testApp.as(tenant("a"), (context) => secrets.seal(context, "source.password", "p4ss wörd"));
  expect(sealed).not.toContain("p4ss");
  expect(await testApp.as(tenant("a"), (context) => secrets.open(context, "source.password", sealed))).toBe(
    "p4ss wörd",
  );
});

test("the same secret sealed twice looks different", async () => {
  const [one, two] = await testApp.as(tenant("a"), async (context) => [
    await secrets.seal(context, "x", "same"),
    await secrets.seal(context, "x", "same"),
  ]);
  expect(one).not.toBe(two);
});

test("a sealed secret moved to another tenant, another purpose or changed by a bit does not open", async () => {
  const sealed = await testApp.as(tenant("b"), (context) => secrets.seal(context, "x", "secret"));
  await testApp.as(tenant("c"), (context) => secrets.seal(context, "x", "own"));
  await expect(testApp.as(tenant("c"), (context) => secrets.open(context, "x", sealed))).rejects.toThrow();
  await expect(testApp.as(tenant("b"), (context) => secrets.open(context, "y", sealed))).rejects.toThrow();
  const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
  await expect(testApp.as(tenant("b"), (context) => secrets.open(context, "x", changed))).rejects.toThrow();
});

test("two first secrets at once agree on one key", async () => {
  const sealed = await Promise.all(
    [1, 2, 3, 4].map((n) => testApp.as(tenant("race"), (context) => secrets.seal(context, "x", `secret ${n}`))),
  );
  const opened = await testApp.as(tenant("race"), (context) =>
    sealed.reduce<Promise<string[]>>(
      async (all, text) => [...(await all), await secrets.open(context, "x", text)],
      Promise.resolve([]),
    ),
  );
  expect(opened).toEqual(["secret 1", "secret 2", "secret 3", "secret 4"]);
});

test("under another key of the installation nothing opens until the tenant's keys are wrapped anew", async () => {
  const next = installationKey("the second key of this installation");
  const sealed = await testApp.as(tenant("d"), (context) => secrets.seal(context, "x", "secret"));
  const open = () => testApp.as(tenant("d"), (context) => sealedSecrets(next).open(context, "x", sealed));
  await expect(open()).rejects.toThrow(/another SECRET_KEY/);
  expect(await testApp.as(tenant("d"), (context) => sealedSecrets(next).rewrap(context, key))).toBe(1);
  expect(await open()).toBe("secret");
});

test("an HMAC is of its text, its purpose and the key of the installation", () => {
  const mark = secrets.hmac("link", "l1");
  expect(secrets.hmac("link", "l1")).toBe(mark);
  expect(secrets.hmac("link", "l2")).not.toBe(mark);
  expect(secrets.hmac("audit", "l1")).not.toBe(mark);
  expect(sealedSecrets(installationKey("another key of an installation")).hmac("link", "l1")).not.toBe(mark);
});
