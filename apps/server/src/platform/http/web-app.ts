import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@console/contracts";
import { StartupProblem } from "../startup-problem.ts";

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** The built web app: its page with places to fill, a version that changes with each build, and its chunks. */
export type WebApp = { folder: string; template: string; version: string; manifest: Manifest };

/** Reads the built web app. */
export function loadWebApp(folder: string): WebApp {
  const manifestFile = path.join(folder, ".vite/manifest.json");
  try {
    const template = readFileSync(path.join(folder, "index.html"), "utf8");
    const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest) : {};
    return { folder, template, version: createHash("sha256").update(template).digest("hex").slice(0, 12), manifest };
  } catch {
    throw new StartupProblem(
      `The web app is not built: ${folder} holds no index.html. Use npm start, which builds it.`,
    );
  }
}

/** The scripts of a page that the browser would otherwise ask for only after the app has started. */
export function preloadsOf({ manifest, template }: WebApp, page: Page): string[] {
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) add(next);
  };
  const routeFile = page.path === "/" ? "/index" : page.path.replace(/\{(\w+)\}/g, "$$$1");
  add(`src/routes${routeFile}.tsx?tsr-split=component`);
  return [...files].filter((file) => !template.includes(file));
}
