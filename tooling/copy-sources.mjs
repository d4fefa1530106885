import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.mjs";

/** Copies the sources into a folder of its own, in which faults can be planted; packages are linked. */
export function copySources(prefix) {
  const copy = mkdtempSync(path.join(tmpdir(), prefix));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.trim().split("\n")) {
    if (!existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  // The checks list the files that git knows.
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  linkPackages(copy);
  return copy;
}

/** The product's own packages are those of the copy; all others are the installed ones. */
function linkPackages(copy) {
  const installed = path.join(root, "node_modules");
  const links = path.join(copy, "node_modules");
  mkdirSync(path.join(links, "@console"), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== "@console") symlinkSync(path.join(installed, name), path.join(links, name));
  }
  for (const workspace of ["packages/contracts", "packages/figures", "apps/server", "apps/web"]) {
    symlinkSync(path.join(copy, workspace), path.join(links, "@console", path.basename(workspace)));
    const own = path.join(root, workspace, "node_modules");
    if (existsSync(own)) symlinkSync(own, path.join(copy, workspace, "node_modules"));
  }
}
