import type { Locator, Page } from "@playwright/test";
import { expect } from "./product.ts";

const figures = (page: Page, domain: string): Locator => page.getByRole("list", { name: `${domain}: figures` });

/** One of the figures of a domain by its label. */
export const figure = (page: Page, domain: string, label: string): Locator =>
  figures(page, domain).getByRole("listitem").filter({ hasText: label });

/** Waits until the figures of a domain are there; while a demo fills itself that takes minutes. */
export async function expectFigures(page: Page, domain: string, timeout = 60_000): Promise<void> {
  await expect(figures(page, domain)).toHaveAttribute("aria-busy", "false", { timeout });
  await expect(page.getByText(/^As of /).first()).toBeVisible();
}
