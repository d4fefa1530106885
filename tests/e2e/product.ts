import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { type Product, runProduct } from "../product/run-product.ts";
import { copyPreparedData } from "./prepared-data.ts";

type WorkerParts = {
  environment: Record<string, string>;
  /** Whether the product starts from nothing, as on the first day, and not from a copy of prepared data. */
  isFirstStart: boolean;
  product: Product & { dataDir: string };
};

/** The environment of a demo with its data; journeys that use this very object share their products. */
export const demo = { DEMO_DATA: "1" };

/** Journeys against the built product, one for each browser worker, on a database of its own. */
export const test = base.extend<{ problems: string[] }, WorkerParts>({
  environment: [{}, { scope: "worker", option: true }],
  isFirstStart: [false, { scope: "worker", option: true }],
  product: [
    async ({ environment, isFirstStart }, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), "journeys-"));
      if (!isFirstStart) copyPreparedData(dataDir, environment);
      const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", ...environment });
      await use({ ...product, dataDir });
      await product.kill("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  /** What went wrong on the page, unseen by the user: errors in the console and requests to other hosts. */
  problems: async ({ page, product }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(product.url) && !url.startsWith("data:")) problems.push(`asked ${url}`);
    });
    await use(problems);
  },
});

/** A journey that is run only with everything else: `npm run test:all`. */
export const long = { tag: "@long" };
/** One of several alike: it is run every time where the condition holds, and else only with everything else. */
export const longUnless = (isEssential: boolean) => (isEssential ? {} : long);

/** Fails when axe finds anything serious on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // Only what is wrong, and in the page itself where it frames no other: all that holds would be carried to a second page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ["violations"] })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" | ")}`)).toEqual([]);
}

/** Fails when the page can be scrolled sideways, once what it draws has followed its width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const measure = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(measure).toBeLessThanOrEqual(0);
}

/** Looks at a page as it stands, wide and narrow, light and dark. */
export async function expectGood(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [360, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** The newest link to an address that the product printed, as it does in a demo without a mail server. */
export async function printedLink(product: Product, address: string, part: string): Promise<string> {
  const links = () =>
    product
      .output()
      .split("\n")
      .filter((line) => line.startsWith(`Mail to ${address}, `) && line.includes(part))
      .map((line) => /https?:\/\/\S+$/.exec(line)?.[0] ?? "");
  await expect.poll(() => links().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return links().at(-1) ?? "";
}

export { expect };
