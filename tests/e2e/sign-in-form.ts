import type { Page } from "@playwright/test";
import { expect } from "./product.ts";

/** The password of all demo sign-ins. */
export const password = "demo-password-1";

/** The demo sign-ins and where each lands. */
export const landings = {
  superadmin: "/admin",
  admin: "/admin",
  tookan: "/tenant/tookan-report",
  warehouse: "/tenant/warehouse-report",
  genesis: "/tenant/branch-report",
  docman: "/tenant/docman-report",
  other: "/tenant/my-aiq",
  acme: "/tenant/tookan-report",
  user: "/tenant/tookan-report",
  accountant: "/tenant/tookan-report",
};

/** The field for the address, on any of the forms. */
export const emailField = (page: Page) => page.getByRole("textbox", { name: "Email" });
/** The field for the password of the sign-in. */
export const passwordField = (page: Page) => page.getByRole("textbox", { name: "Password" });

/** Fills in the form of the sign-in and sends it. */
export async function submit(page: Page, name: string, secret = password) {
  await emailField(page).fill(`${name}@demo.test`);
  await passwordField(page).fill(secret);
  await page.keyboard.press("Enter");
}

/** Signs in by the form and waits for the landing page. */
export async function signInByForm(page: Page, name: keyof typeof landings) {
  await page.goto("/login");
  await submit(page, name);
  await expect(page).toHaveURL(landings[name]);
}

/** Gives the browser a session of its own, as a provider that led someone back would, and opens the landing page or another. */
export async function signIn(page: Page, name: keyof typeof landings, address: string = landings[name]) {
  const { apiKey } = (await (await page.request.get("/api/config")).json()) as { apiKey: string };
  const answer = await page.request.post(`/v1/accounts:signInWithPassword?key=${apiKey}`, {
    headers: { "x-session": "cookie" },
    data: { email: `${name}@demo.test`, password, returnSecureToken: true },
  });
  expect(answer.status()).toBe(200);
  await page.goto(`${address}${address.includes("?") ? "&" : "?"}session=new`);
  await page.waitForFunction(() => localStorage.getItem("auth") !== null);
  await expect(page).not.toHaveURL(/session=new/);
}

/** What the page has stored about who is signed in. */
export const stored = (page: Page) => page.evaluate(() => localStorage.getItem("auth"));
