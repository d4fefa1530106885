import { closed, createEmbedFixture, report } from "./embed-fixture.ts";
import { expect, long, test } from "./product.ts";

// A product of its own: what is closed here would be missing elsewhere.
test.use({ environment: { DEMO_DATA: "1", PRODUCT_NAME: "Closing" } });

test(
  "the kill switch reaches open pages within seconds, and opening again revives no link",
  long,
  async ({ page, product, request }) => {
    const fixture = await createEmbedFixture(request, product);
    const { address } = await fixture.make();
    await page.goto(address);
    await expect(report(page)).toBeVisible();
    await fixture.set({ "embed.isClosed": true });
    await expect(closed(page)).toBeVisible();
    await fixture.set({ "embed.isClosed": false });
    await page.goto("about:blank");
    await page.goto(address);
    await expect(closed(page)).toBeVisible();
  },
);
