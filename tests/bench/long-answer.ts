import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { startModelStandIn } from "../../apps/server/src/main/model-stand-in/start-model-stand-in.ts";
import { signIn } from "../e2e/sign-in-form.ts";
import { runProduct } from "../product/run-product.ts";
import { untilFilled } from "./until-filled.ts";

const slowDown = 4;
const tokens = 20_000;
/** So many a second, which is more than people's own servers write. */
const pace = 250;
const paceEvery = 25;
const mostFrameMs = 50;

const section = (number: number) => `## Part ${number}

Most of the deliveries that failed were **late**, and a third of them in one *branch*. It was so in spring as well, as the [report](https://reports.example/${number}) says.

- Nobody was at home: \`no_answer\`
- The address was wrong
  - mostly of offices

| Driver | Reason | Word |
| --- | --- | --- |
| Ali | late | one |
| Huda | address | two |

`;

/** An answer with all that answers are made of. */
function writeLong(): string {
  let text = "";
  for (let number = 1; text.split(" ").length < tokens; number++) text += section(number);
  return text.split(" ").slice(0, tokens).join(" ");
}

let sent = 0;
const standIn = await startModelStandIn({
  // A timer is not exact to some milliseconds.
  pace: async () => void (++sent % paceEvery === 0 && (await sleep((1000 * paceEvery) / pace))),
});
const text = writeLong();
standIn.script(() => ({ text, isUnbounded: true }));
const folder = mkdtempSync(path.join(tmpdir(), "bench-long-answer-"));
const product = await runProduct({
  DATA_DIR: path.join(folder, "data"),
  DEMO_DATA: "1",
  RATE_LIMIT: "0",
  LOG_LEVEL: "error",
  OLLAMA_URL: standIn.url,
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
try {
  await untilFilled(product, "tookan", 1);
  const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await page.goto("/login");
  await signIn(page, "tookan");
  await page.goto("/tenant/my-aiq");
  const room = page.getByRole("region", { name: "Questions" });
  const ask = async (question: string) => {
    await room.getByRole("textbox", { name: "Ask a question" }).fill(question);
    await page.keyboard.press("Enter");
  };
  await room.getByRole("combobox", { name: "Model" }).selectOption("operator/stand-in-tools:latest");
  await ask("failed deliveries by driver last month");
  await room.getByRole("heading", { name: "Part 1", exact: true }).waitFor({ timeout: 120_000 });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await watchFrames(page);
  await page.waitForFunction(
    () => document.querySelector('article[aria-label="Answer"]')?.getAttribute("aria-busy") === "false",
    null,
    { timeout: 600_000 },
  );
  await sleep(3000);
  const frames = await readFrames(page);
  const words = await room.getByRole("article", { name: "Answer", exact: true }).textContent();
  say(`${tokens} words of a model, ${words?.length} letters on the page, processor ${slowDown} times slower`);
  say(`frames of more than ${mostFrameMs} ms while it was written (budget 0): ${frames.length}`);
  for (const { at, ms, blocking } of frames.toSorted((a, b) => b.ms - a.ms).slice(0, 10)) {
    say(`  after ${(at / 1000).toFixed(1)} s: ${ms.toFixed(0)} ms, of which ${blocking.toFixed(0)} ms held up input`);
  }
} finally {
  await browser.close();
  await product.kill("SIGTERM");
  await standIn.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

type Frame = { at: number; ms: number; blocking: number };
type Watched = { frames?: Frame[]; since?: number };
type LongFrame = PerformanceEntry & { blockingDuration: number };

/** The browser tells of every frame that took more than 50 ms. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as unknown as Watched;
    watched.frames = [];
    watched.since = performance.now();
    new PerformanceObserver((list) => {
      for (const { startTime, duration, blockingDuration } of list.getEntries() as LongFrame[]) {
        watched.frames?.push({ at: startTime - (watched.since ?? 0), ms: duration, blocking: blockingDuration });
      }
    }).observe({ type: "long-animation-frame" });
  });
}

function readFrames(page: Page): Promise<Frame[]> {
  return page.evaluate(() => (window as unknown as Watched).frames ?? []);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
