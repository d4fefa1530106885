import type { Locator, Page } from "@playwright/test";
import { expect } from "./product.ts";

/** The five reports and where each stands. */
export const reportPaths = {
  "tookan-report": "/tenant/tookan-report",
  "warehouse-report": "/tenant/warehouse-report",
  "branch-report": "/tenant/branch-report",
  "docman-report": "/tenant/docman-report",
  "genesis-report": "/tenant/genesis-report",
} as const;
export type ReportId = keyof typeof reportPaths;

/** All panels of the page, in their order. */
export const panels = (page: Page): Locator => page.locator('main section[aria-labelledby^="panel-"]');

/** One panel by its title. */
export const panel = (page: Page, title: string): Locator =>
  panels(page).filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) });

/** The button of a tile, which holds its value and opens its rows. */
export const tile = (place: Page | Locator, label: string): Locator =>
  place.getByRole("button", { name: new RegExp(`^${label.replace(/[.*+?^$()|[\]\\]/g, "\\$&")}: .*See rows$`) });

const unread = 'main [aria-busy="true"], main [role="status"][aria-label^="Loading"]';

/** Scrolls through the page until every panel is read: one that is far from being seen is not asked for. */
export async function readAllPanels(page: Page): Promise<void> {
  await expect(panels(page).first()).toBeVisible();
  await expect(async () => {
    await page.evaluate(async () => {
      const room = document.documentElement;
      for (let top = 0; top < room.scrollHeight; top += 600) {
        room.scrollTop = top;
        await new Promise((resolve) => setTimeout(resolve, 16));
      }
      room.scrollTop = 0;
    });
    expect(await page.locator(unread).count()).toBe(0);
  }).toPass({ timeout: 60_000, intervals: [50, 100, 250] });
}

/** Panels about what comes, of which the demo has nothing: they must say so. */
const emptyInDemo = ["Due for disposal within a year"];

/** Fails when a panel tells of trouble, shows nothing, or two texts of one of its pictures lie over each other. */
export async function expectPanelsDrawn(page: Page): Promise<void> {
  const found = await panels(page).evaluateAll(
    (cards, mayBeEmpty) =>
      cards.flatMap((card) => {
        const title = card.querySelector("h3")?.textContent ?? "";
        const alert = card.querySelector('[role="alert"]')?.textContent;
        if (alert) return [`${title}: ${alert}`];
        const isDrawn = card.querySelector('li button, table td, [role="slider"] svg text') !== null;
        const isToldEmpty =
          mayBeEmpty.includes(title) && card.textContent?.includes("There is nothing in this period.");
        return isDrawn || isToldEmpty ? [] : [`${title}: shows nothing`];
      }),
    emptyInDemo,
  );
  expect(found).toEqual([]);
  expect(await overlappingTexts(page)).toEqual([]);
}

/** Pairs of texts of one picture that cover each other by more than the empty edge around letters. */
async function overlappingTexts(page: Page): Promise<string[]> {
  return page.locator("main svg").evaluateAll((pictures) =>
    pictures.flatMap((picture) => {
      const texts = [...picture.querySelectorAll("text")]
        .map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return texts.flatMap(({ words, box }, place) =>
        texts
          .slice(place + 1)
          .filter(
            ({ box: other }) =>
              Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
              Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2,
          )
          .map((other) => `${picture.closest("section")?.querySelector("h3")?.textContent}: ${words}, ${other.words}`),
      );
    }),
  );
}

/** The values of a panel as they are read: the heads of its table, and the cells of each row. */
export async function readTable(card: Locator): Promise<{ heads: string[]; rows: string[][] }> {
  const all = card.getByRole("button", { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  return card.locator("table").evaluate((table) => {
    const readText = (cell: Element) =>
      (cell.querySelector('td > span:not([aria-hidden="true"]), th > button') ?? cell).textContent?.trim() ?? "";
    return {
      heads: [...table.querySelectorAll("thead th")].map(readText),
      rows: [...table.querySelectorAll("tbody tr, tfoot tr")].map((row) => [...row.children].map(readText)),
    };
  });
}

/** Turns the picture of a panel into its table. */
export async function viewAsTable(card: Locator): Promise<void> {
  await card.getByRole("button", { name: /^More about/ }).click();
  await card.getByRole("menuitem", { name: "View as table" }).click();
  await expect(card.locator("table")).toBeVisible();
}
