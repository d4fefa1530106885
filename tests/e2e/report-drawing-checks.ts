import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, longUnless, test } from "./product.ts";
import { expectPanelsDrawn, readAllPanels, reportPaths } from "./report-page.ts";
import { type landings, signIn } from "./sign-in-form.ts";

/** A period in the address, so that no view that was remembered takes its place. */
const ownView = "?period=last_30_days";

const reports = Object.values(reportPaths).map((path) => `${path}${ownView}`);
const seen: [keyof typeof landings, string[]][] = [
  ["tookan", [`/tenant/tookan-report${ownView}`]],
  ["warehouse", [`/tenant/warehouse-report${ownView}`]],
  ["genesis", [`/tenant/branch-report${ownView}`]],
  ["docman", [`/tenant/docman-report${ownView}`]],
  ["acme", [...reports, "/tenant/demo-acme/dashboard"]],
];

/** Every panel of every demo tenant is drawn whole: wide and narrow, light and dark. */
export function checkDrawing(): void {
  for (const [person, paths] of seen) {
    test(
      `every panel of ${person} is drawn, wide and narrow, light and dark`,
      longUnless(person === "warehouse"),
      async ({ page, problems }) => {
        await signIn(page, person);
        for (const path of paths) {
          for (const width of [1440, 360]) {
            await page.setViewportSize({ width, height: 900 });
            await page.goto(path);
            await expectDrawn(page);
          }
        }
        expect(problems).toEqual([]);
      },
    );
  }

  // The delivery report in every theme and width, the others in one each: they are made of the same parts.
  for (const [path, width, colorScheme] of [
    ["/tenant/tookan-report", 1440, "light"],
    ["/tenant/tookan-report", 1440, "dark"],
    ["/tenant/tookan-report", 360, "light"],
    ["/tenant/warehouse-report", 1440, "light"],
    ["/tenant/branch-report", 1440, "dark"],
    ["/tenant/docman-report", 1440, "light"],
    ["/tenant/genesis-report", 1440, "dark"],
    ["/tenant/demo-acme/dashboard", 1440, "light"],
    ["/tenant/demo-acme/dashboard", 360, "dark"],
  ] as const) {
    test(
      `every panel is drawn and axe finds nothing serious on ${path}, ${width} pixels wide and ${colorScheme}`,
      longUnless(width === 360),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 900 });
        await signIn(page, "acme", `${path}${ownView}`);
        await readAllPanels(page);
        await expectPanelsDrawn(page);
        await expectAccessible(page);
      },
    );
  }
}

async function expectDrawn(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await readAllPanels(page);
    await expectPanelsDrawn(page);
    await expectNoSidewaysScroll(page);
  }
}
