import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { pages } from "../../packages/contracts/src/pages.ts";

/** The URL that a route file answers, as the router's naming rules say. */
function toUrl(file: string): string {
  const segments = file
    .replace(/\.tsx$/, "")
    .split(/[./]/)
    .filter((segment) => segment !== "index" && !segment.startsWith("_"));
  return `/${segments.join("/").replaceAll(/\{?\$(\w+)\}?/g, "{$1}")}`;
}

/** A file called route is the layout around the pages of its folder. */
const isPage = (file: string) => file.endsWith(".tsx") && !file.startsWith("__root") && !/(^|\/)route\.tsx$/.test(file);

test("every route file of the web app is a page that the server knows, and every page has its file", () => {
  const files = readdirSync(new URL("../../apps/web/src/routes", import.meta.url), { recursive: true }) as string[];
  const urls = files.filter(isPage).map(toUrl);
  expect(urls.sort()).toEqual(pages.map(({ path }) => path as string).sort());
});
