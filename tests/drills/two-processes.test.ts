import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTemplateServer } from "../../apps/server/src/testing/template-server.ts";
import { type Product, runProduct } from "../product/run-product.ts";

let folder: string;
let database: Awaited<ReturnType<typeof startTemplateServer>>;
let products: Product[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "drill-"));
  database = await startTemplateServer();
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: "the same key for both of the processes",
    DATA_DIR: folder,
  };
  products = [await runProduct(environment)];
  products.push(await runProduct(environment));
}, 60_000);
afterAll(async () => {
  for (const product of products) await product.kill("SIGTERM");
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function call(product: Product | undefined, address: string, body: object | string) {
  const type = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
  const answer = await fetch(`${product?.url}${address}?key=drill`, {
    method: "POST",
    headers: { "content-type": type },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

test("two processes on one database serve one session", async () => {
  const [one, two] = products;
  const credentials = { email: "tookan@demo.test", password: "demo-password-1" };
  const { body } = await call(one, "/v1/accounts:signInWithPassword", credentials);
  const read = (product: Product | undefined, idToken = "") =>
    fetch(`${product?.url}/api/users/${body.localId}`, { headers: { authorization: `Bearer ${idToken}` } });
  expect((await read(two, body.idToken)).status).toBe(200);

  const refreshed = await call(two, "/v1/token", `grant_type=refresh_token&refresh_token=${body.refreshToken}`);
  expect((await read(one, refreshed.body.access_token)).status).toBe(200);

  await fetch(`${one?.url}/api/sessions`, { headers: { authorization: `Bearer ${body.idToken}` } });
  const again = await call(one, "/v1/accounts:signInWithPassword", credentials);
  await fetch(`${two?.url}/api/sessions`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${again.body.idToken}` },
  });
  const dead = await call(one, "/v1/token", `grant_type=refresh_token&refresh_token=${refreshed.body.refresh_token}`);
  expect([dead.status, (dead.body.error as unknown as { message: string }).message]).toEqual([
    400,
    expect.stringMatching(/^TOKEN_EXPIRED\b/),
  ]);
});
