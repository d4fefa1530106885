import { existsSync } from "node:fs";
import { runCommand, StepFailed, say } from "./run-command.mjs";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The browser for the tests: CHROMIUM_PATH, one in a usual place, or Debian's package when we may install it. */
export async function findChromium({ places = usualPlaces, isRoot = process.getuid?.() === 0 } = {}) {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && existsSync(chosen)) return chosen;
  if (chosen) throw new StepFailed(`CHROMIUM_PATH names ${chosen}, where there is no browser.`);
  const found = () => places.find((place) => existsSync(place));
  if (found()) return found();

  if (isRoot && existsSync("/usr/bin/apt-get")) {
    say("Installing Chromium …");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await runCommand("apt-get", ["update"], { env });
    await runCommand("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
    if (found()) return found();
  }
  throw new StepFailed(
    "The browser tests need Chromium, and there is none: install it, or set CHROMIUM_PATH to a Chrome or Chromium.",
  );
}
