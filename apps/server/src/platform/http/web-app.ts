import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@console/contracts";
import { StartupProblem } from "../startup-problem.ts";

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The built web app: its page with places to fill, a version that changes with each build, its chunks and routes. */
export type WebApp = {
  folder: string;
  template: string;
  version: string;
  manifest: Manifest;
  /** The key of the chunk that each address begins with. */
  routes: ReadonlyMap<string, string>;
};

/** Reads the built web app. */
export function loadWebApp(folder: string): WebApp {
  const manifestFile = path.join(folder, ".vite/manifest.json");
  try {
    const template = readFileSync(path.join(folder, "index.html"), "utf8");
    const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest) : {};
    const version = createHash("sha256").update(template).digest("hex").slice(0, 12);
    return { folder, template, version, manifest, routes: new Map(Object.keys(manifest).flatMap(fileAddress)) };
  } catch {
    throw new StartupProblem(
      `The web app is not built: ${folder} holds no index.html. Use npm start, which builds it.`,
    );
  }
}

/** The address of a route's file, where a key is one: a folder and a dot in a file's name both part an address. */
function fileAddress(key: string): [address: string, key: string][] {
  const route = /^src\/routes(.*)\.tsx\?tsr-split=component$/.exec(key)?.[1];
  if (route === undefined) return [];
  const parted = route.replaceAll(".", "/").replace(/[{}]/g, "");
  return [[parted.replace(/\/index$/, ""), key]];
}

/** The files of a page that the browser would otherwise ask for only after the app has started. */
export function listPreloads(
  { manifest, routes, template }: WebApp,
  page: Page,
): { scripts: string[]; styles: string[] } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const next of chunk.imports ?? []) add(next);
  };
  for (const address of listRoutes(page.path)) add(routes.get(address) ?? "");
  const unnamed = (files: Set<string>) => [...files].filter((file) => !template.includes(file));
  return { scripts: unnamed(scripts), styles: unnamed(styles) };
}

/** The layouts around a page, and its own route. */
function listRoutes(path: string): string[] {
  const own = path.replace(/\/$/, "").replace(/\{(\w+)\}/g, "$$$1");
  const folders = own.split("/").map((_, place, parts) => parts.slice(0, place + 1).join("/"));
  return [...folders.map((folder) => `${folder}/route`), own];
}
