import { expect, test } from "./product.ts";
import { checkDrawing } from "./report-drawing-checks.ts";
import { checkFigures } from "./report-figure-checks.ts";
import { openApi } from "./report-figures.ts";
import { checkUse } from "./report-use-checks.ts";

// The demo data is filled in once, for the one product that all of these journeys share.
test.use({ environment: { DEMO_DATA: "1" } });
test.describe.configure({ mode: "default", timeout: 240_000 });

test.beforeAll(async ({ product, playwright }) => {
  test.setTimeout(420_000);
  const request = await playwright.request.newContext({ baseURL: product.url });
  const api = await openApi(request, "acme");
  await expect.poll(api.isFilled, { timeout: 400_000, intervals: [1000] }).toBe(true);
  await request.dispose();
});

checkFigures();
checkDrawing();
checkUse();
