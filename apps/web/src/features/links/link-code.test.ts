import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { addressToFill, frameCode, signCode } from "./link-code.ts";

const address = "https://console.test/laiqkan/1001";

test("the code that signs makes a token of ten minutes at most, which the secret proves", async () => {
  const code = signCode({ tookanId: "1001" }, `${address}#t=`, "kid-1");
  const { reportAddress } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  const [place, token] = reportAddress("s3cret").split("#t=");
  const [head, body, signature] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(place).toBe(address);
  expect(read(head)).toEqual({ alg: "HS256", typ: "JWT", kid: "kid-1" });
  expect(read(body)).toEqual({ sub: "1001", iat: expect.any(Number), exp: expect.any(Number) });
  expect(read(body).exp - read(body).iat).toBeLessThanOrEqual(600);
  expect(signature).toBe(createHmac("sha256", "s3cret").update(`${head}.${body}`).digest("base64url"));
});

test("the code for a page is a frame without referrer, whose sandbox lets files through only where they are given", () => {
  const drawn = (canExport: boolean) => {
    const page = document.createElement("div");
    page.innerHTML = frameCode({ client: 'Tom & "Jerry" <x>', canExport }, `${address}#k=abc`);
    return page.querySelector("iframe");
  };
  const attributes = [...(drawn(false)?.attributes ?? [])].map(({ name, value }) => [name, value]);
  expect(Object.fromEntries(attributes)).toEqual({
    src: `${address}#k=abc`,
    title: 'Deliveries of Tom & "Jerry" <x>',
    width: "100%",
    height: "900",
    style: "border: 0",
    referrerpolicy: "no-referrer",
    sandbox: "allow-scripts allow-same-origin",
  });
  expect(drawn(true)?.getAttribute("sandbox")).toBe("allow-scripts allow-same-origin allow-downloads");
});

test.each([
  ["key", `${address}#k=YOUR-KEY`],
  ["signed", `${address}#t=SIGNED-TOKEN`],
  ["counts", address],
  ["open", address],
] as const)("without its key the address of kind %s says where that goes", (kind, expected) => {
  expect(addressToFill({ kind }, `${address}#k=old`)).toBe(expected);
});
