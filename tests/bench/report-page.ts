import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import lighthouse, { desktopConfig } from "lighthouse";
import { reportPaths, tile } from "../e2e/report-page.ts";
import { signIn } from "../e2e/sign-in-form.ts";
import { runProduct } from "../product/run-product.ts";
import { untilFilled } from "./until-filled.ts";

const dist = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));
const slowDown = 4;

const folder = mkdtempSync(path.join(tmpdir(), "bench-report-page-"));
const product = await runProduct({ DATA_DIR: path.join(folder, "data"), DEMO_DATA: "1", RATE_LIMIT: "0" });
try {
  await untilFilled(product, "acme", 5);
  const port = await freePort();
  const context = await chromium.launchPersistentContext(path.join(folder, "browser"), {
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    args: ["--headless", "--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  try {
    await measureScripts(context);
    await measureInteractions(context);
    await forgetFiles(context);
    await measureLoading(port);
  } finally {
    await context.close();
  }
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Gzipped scripts of each report beyond those of the sign-in, which every page has. */
async function measureScripts(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/login", { waitUntil: "networkidle" });
  const shell = await listScripts(page);
  say(`scripts of the sign-in: ${kB(shell)} kB, gzipped`);
  await signIn(page, "acme");
  for (const [report, address] of Object.entries(reportPaths)) {
    await openReport(page, address);
    const own = (await listScripts(page)).filter((file) => !shell.includes(file));
    say(`scripts of the ${report} beyond them (budget 300 kB): ${kB(own)} kB, gzipped`);
  }
  await page.close();
}

/** Opens a report and waits until what is in sight is drawn; the stream of events never lets the network rest. */
async function openReport(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("region", { name: "Period and filters" }).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-loading]")].every(
      (element) => element.getBoundingClientRect().top > window.innerHeight,
    ),
  );
  await page.waitForTimeout(1500);
}

async function listScripts(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const paths = names.map((name) => new URL(name).pathname).filter((name) => name.endsWith(".js"));
  return [...new Set(paths)];
}

function kB(files: string[]): string {
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0);
  return (bytes / 1000).toFixed(1);
}

/** How long people wait for the next paint after what they do, on a slow machine. */
async function measureInteractions(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await openReport(page, `${reportPaths["tookan-report"]}?period=last_30_days`);
  await watchEvents(page);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  const bar = page.getByRole("region", { name: "Period and filters" });
  const acts: [string, () => Promise<void>][] = [
    ["open the periods", () => bar.getByRole("button", { name: "Last 30 days" }).first().click()],
    ["choose a period", () => page.getByRole("button", { name: "Last 90 days" }).click()],
    ["open a panel's menu", () => page.getByRole("button", { name: "More about: How did deliveries end?" }).click()],
    ["close it", () => page.keyboard.press("Escape")],
    ["open the rows of a figure", () => tile(page, "Deliveries").click()],
    ["scroll the rows", () => scrollRows(page)],
    ["go to the last row", () => page.keyboard.press("End")],
  ];
  const waits: number[] = [];
  for (const [name, act] of acts) {
    await act();
    await page.waitForTimeout(2500);
    const wait = await longestEvent(page);
    waits.push(wait);
    say(`next paint after: ${name}, processor ${slowDown} times slower: ${wait} ms`);
  }
  say(`longest wait for the next paint (budget 200 ms): ${Math.max(...waits)} ms`);
  await page.close();
}

async function scrollRows(page: Page): Promise<void> {
  const grid = page.getByRole("grid");
  await grid.focus();
  await grid.hover();
  for (let step = 0; step < 10; step++) {
    await page.mouse.wheel(0, 400);
    await page.keyboard.press("PageDown");
  }
}

type Watched = { longest?: number };
/** What belongs to a click or a key has a number; what a pointer passes over on its way has none. */
type Interaction = PerformanceEntry & { interactionId: number };

async function watchEvents(page: Page): Promise<void> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      const watched = window as Watched;
      for (const { duration, interactionId } of list.getEntries() as Interaction[]) {
        if (interactionId > 0) watched.longest = Math.max(watched.longest ?? 0, duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
}

/** The longest event since the last call. */
function longestEvent(page: Page): Promise<number> {
  return page.evaluate(() => {
    const watched = window as Watched;
    const longest = watched.longest ?? 0;
    watched.longest = 0;
    return longest;
  });
}

/** The page is measured as on a first visit, though someone is signed in. */
async function forgetFiles(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await page.close();
}

async function measureLoading(port: number): Promise<void> {
  const address = `${product.url}${reportPaths["tookan-report"]}`;
  const flags = { port, logLevel: "error" as const, onlyCategories: ["performance"], disableStorageReset: true };
  const result = await lighthouse(address, flags, desktopConfig);
  if (!result) throw new Error("Lighthouse gave no result.");
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (!finalDisplayedUrl.startsWith(address)) throw new Error(`Lighthouse measured ${finalDisplayedUrl}.`);
  const score = Math.round((categories.performance?.score ?? 0) * 100);
  say(`Lighthouse performance of the tookan-report, desktop (budget 90): ${score}`);
  const parts = [
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
  ];
  for (const id of parts) say(`  ${audits[id]?.title}: ${audits[id]?.displayValue}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 9222;
}

function say(text: string): void {
  console.log(text);
}
