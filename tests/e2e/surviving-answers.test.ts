import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Gate } from "../../apps/server/src/main/model-stand-in/gate.ts";
import {
  type ModelStandIn,
  startModelStandIn,
} from "../../apps/server/src/main/model-stand-in/start-model-stand-in.ts";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { type Product, runProduct } from "../product/run-product.ts";
import { openLine } from "./network-line.ts";
import { copyPreparedData } from "./prepared-data.ts";
import { long } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test.describe.configure({ mode: "default", timeout: 240_000 });

const words = Array.from(
  { length: 40 },
  (_, place) => `word-${String.fromCharCode(97 + (place % 26))}${place < 26 ? "" : "a"}`,
);
const whole = words.join(" ");
const pieces = new Gate();
let standIn: ModelStandIn;
let folder: string;
/** Keeps the database that the others work on, and is asked nothing. */
let keeper: Product;
let api: Product | null = null;
let worker: Product;
let environment: Record<string, string>;
let line: Awaited<ReturnType<typeof openLine>>;

const start = (role: string) =>
  runProduct({ ...environment, ROLE: role, DATA_DIR: mkdtempSync(path.join(folder, role)) });

test.beforeAll(async () => {
  standIn = await startModelStandIn({ pace: () => pieces.pass() });
  standIn.script(() => ({ text: whole }));
  folder = mkdtempSync(path.join(tmpdir(), "answers-"));
  const dataDir = mkdtempSync(path.join(folder, "keeper"));
  copyPreparedData(dataDir, { DEMO_DATA: "1" });
  keeper = await runProduct({ DATA_DIR: dataDir, DEMO_DATA: "1", ROLE: "api" });
  line = await openLine(() => (api ? Number(new URL(api.url).port) : null));
  const database = await prepareEmbedded(findRunning(dataDir) ?? "");
  const secret = readFileSync(path.join(dataDir, "secret.key"), "utf8").trim();
  environment = {
    DATABASE_URL: database,
    SECRET_KEY: secret,
    DEMO_DATA: "1",
    RATE_LIMIT: "0",
    OLLAMA_URL: standIn.url,
  };
  [api, worker] = await Promise.all([start("api"), start("worker")]);
});
test.afterAll(async () => {
  pieces.release();
  for (const product of [api, worker, keeper]) await product?.kill("SIGTERM");
  await standIn?.close();
  line?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const question = "failed deliveries by driver last month";
const room = (page: Page) => page.getByRole("region", { name: "Questions" });
const field = (page: Page) => room(page).getByRole("textbox", { name: "Ask a question" });
const answers = (page: Page) => room(page).getByRole("article", { name: "Answer", exact: true });
const answer = (page: Page) => answers(page).last();
/** What the model has written so far, as the page shows it. */
const written = (page: Page) => answer(page).getByText(/^word-a/);

/** Lets the model write some more words, and then wait. */
function letThrough(count: number): void {
  pieces.release();
  pieces.hold(count);
}

async function ask(page: Page): Promise<void> {
  const before = await answers(page).count();
  await room(page).getByRole("combobox", { name: "Model" }).selectOption("operator/stand-in-tools:latest");
  await field(page).fill(question);
  await field(page).press("Enter");
  await expect(answers(page)).toHaveCount(before + 1);
}

test(
  "an answer survives a refresh, a second tab, a lost network and a restart, with nothing lost or twice",
  long,
  async ({ browser }) => {
    const context = await browser.newContext({ baseURL: line.url });
    const page = await context.newPage();
    await page.goto("/login");
    await signIn(page, "tookan", "/tenant/my-aiq");
    pieces.hold(3);
    await ask(page);
    await expect(written(page)).toContainText(words[2] ?? "");
    await page.reload();
    await expect(written(page)).toContainText(words[2] ?? "");

    const second = await context.newPage();
    await second.goto(page.url());
    letThrough(4);
    for (const one of [page, second]) await expect(written(one)).toContainText(words[6] ?? "");

    line.cut();
    letThrough(5);
    await expect(answer(page)).toContainText("Reconnecting");
    line.mend();
    for (const one of [page, second]) await expect(written(one)).toContainText(words[11] ?? "", { timeout: 30_000 });

    await api?.kill("SIGTERM");
    letThrough(5);
    api = await start("api");
    for (const one of [page, second]) await expect(written(one)).toContainText(words[16] ?? "", { timeout: 30_000 });
    pieces.release();
    for (const one of [page, second]) await expect(written(one)).toHaveText(whole);

    letThrough(3);
    await ask(page);
    await expect(written(page)).toContainText(words[2] ?? "");
    const { aborts } = standIn;
    await second.reload();
    await second.getByRole("button", { name: "Stop" }).click();
    await expect(answer(page)).toContainText("Stopped.");
    expect(standIn.aborts).toBe(aborts + 1);
    expect(await written(page).textContent()).not.toContain(words[10]);

    letThrough(3);
    await ask(page);
    await expect(written(page)).toContainText(words[2] ?? "");
    await worker.kill("SIGKILL");
    pieces.release();
    worker = await start("worker");
    await expect(answer(page)).toContainText("The answer was interrupted.", { timeout: 60_000 });
    await expect(written(page)).toContainText(words[2] ?? "");
    await answer(page).getByRole("button", { name: "Try again" }).click();
    await expect(written(page)).toHaveText(whole);
  },
);
