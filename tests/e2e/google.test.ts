import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { openIdClient, startOpenIdProvider } from "../../apps/server/src/testing/openid-provider.ts";
import { test as base, expect, long } from "./product.ts";

/** The provider must know the product's address before the product starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

const port = await freePort();
const provider = await startOpenIdProvider(`http://127.0.0.1:${port}/auth/google/callback`);
provider.identities.tara = { email: "tookan@demo.test", verified: true };
provider.identities.stranger = { email: "stranger@elsewhere.example", verified: true };

const test = base.extend({});
test.use({
  environment: {
    PORT: String(port),
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_ID: openIdClient.id,
    GOOGLE_CLIENT_SECRET: openIdClient.secret,
  },
});
test.describe.configure({ mode: "serial" });

async function signInAtProvider(page: Page, login: string) {
  await page.goto("/login");
  await page.getByRole("link", { name: "Sign in with Google" }).click();
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill("any");
  await page.locator('button[type="submit"]').click();
  await page.locator('button[type="submit"]').click();
}

test("someone whom Google vouches for comes in and lands on the report of the tenant", async ({ page, product }) => {
  await signInAtProvider(page, "tara");
  await expect(page).toHaveURL(`${product.url}/tenant/tookan-report`);
  await page.reload();
  await expect(page).toHaveURL(`${product.url}/tenant/tookan-report`);
});

test("someone whom the console does not know is told so and stays outside", long, async ({ page }) => {
  await signInAtProvider(page, "stranger");
  await expect(page.getByText("User data not found in database.")).toBeVisible();
  await page.goto("/tenant");
  await expect(page).not.toHaveURL(/\/tenant\/tookan-report/);
});
