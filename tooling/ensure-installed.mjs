import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { runCommand, StepFailed, say } from "./run-command.mjs";

const marker = path.join(root, "node_modules/.installed-from");

/** Installs the packages of the lock file, unless just these are there already. */
export async function ensureInstalled() {
  const wanted = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;

  say("Installing packages …");
  // Not `npm ci`: it fails where a registry lacks the packages of other platforms. `--no-save` leaves the lock file be.
  // Development packages too, whatever NODE_ENV says: the product is built from source.
  const args = [
    "install",
    "--no-save",
    "--include=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { code, output } = await runCommand(process.platform === "win32" ? "npm.cmd" : "npm", args);
  if (code !== 0) {
    throw new StepFailed(`The packages could not be installed:\n${output.trim().split("\n").slice(-15).join("\n")}`);
  }
  writeFileSync(marker, wanted);
}
