import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("../config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

function answerWith(...answers: (object | number)[]) {
  const fetched = vi.fn<(url: string) => Promise<Response>>();
  for (const answer of answers) {
    fetched.mockResolvedValueOnce(
      typeof answer === "number" ? new Response("", { status: answer }) : Response.json(answer),
    );
  }
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function loadPolicy() {
  return (await import("./password-policy.ts")).loadPasswordPolicy();
}

test("each thing that the installation asks for becomes a rule that tells right from wrong", async () => {
  answerWith({
    customStrengthOptions: {
      minPasswordLength: 8,
      maxPasswordLength: 12,
      containsLowercaseCharacter: true,
      containsUppercaseCharacter: true,
      containsNumericCharacter: true,
      containsNonAlphanumericCharacter: true,
    },
    allowedNonAlphanumericCharacters: ["#"],
  });
  const { rules } = await loadPolicy();
  const failing = (password: string) => rules.filter((rule) => !rule.test(password)).map(({ id }) => id);
  expect(failing("abcDEF1#")).toEqual([]);
  expect(failing("abcDEF1!")).toEqual(["sign"]);
  expect(failing("abcdefg")).toEqual(["minLength", "uppercase", "number", "sign"]);
  expect(failing("ABCDEFGHIJKLM1#")).toEqual(["maxLength", "lowercase"]);
});

test("an installation that asks for nothing else still asks for six characters", async () => {
  answerWith({ customStrengthOptions: {} });
  const policy = await loadPolicy();
  expect([policy.minLength, policy.maxLength, policy.rules.map(({ id }) => id)]).toEqual([6, null, ["minLength"]]);
});

test("the rules are asked for once, with the key, and again only after a failure", async () => {
  const fetched = answerWith(503, { customStrengthOptions: { minPasswordLength: 12 } });
  await expect(loadPolicy()).rejects.toThrow("could not be loaded");
  expect((await loadPolicy()).minLength).toBe(12);
  await loadPolicy();
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    "/v2/passwordPolicy?key=a%20key",
    "/v2/passwordPolicy?key=a%20key",
  ]);
});
