import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { type BrowserContext, chromium, type LaunchOptions, type Page } from "@playwright/test";

/** A browser whose tabs can be put to sleep: one that Playwright starts keeps every tab in view, so that none sleeps. */
export async function openFreezingBrowser({ executablePath = chromium.executablePath(), args = [] }: LaunchOptions) {
  const profile = mkdtempSync(path.join(tmpdir(), "browser-"));
  // Without a first tab, which would still be loading when it is applied.
  const ownArgs = ["--no-startup-window", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...args, ...ownArgs], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = once(child, "exit");
  const clear = async () => {
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const browser = await chromium.connectOverCDP(await readAddress(child), { noDefaults: true });
    const devTools = await browser.newBrowserCDPSession();
    return {
      context: browser.contexts()[0] as BrowserContext,
      async close() {
        await devTools.send("Browser.close");
        await clear();
      },
    };
  } catch (error) {
    child.kill();
    await clear();
    throw error;
  }
}

/** Where a browser says that it can be driven. */
function readAddress(child: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk;
      const address = /DevTools listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The browser ended with ${code}: ${output}`)));
  });
}

/** Stops a tab as browsers do with one that nobody looks at: its timers rest, and its memory stays as it is. */
export async function freeze(tab: Page): Promise<void> {
  const devTools = await tab.context().newCDPSession(tab);
  await devTools.send("Page.setWebLifecycleState", { state: "frozen" });
}
