import { expectFigures } from "./figures-page.ts";
import { expect, long, test } from "./product.ts";
import { tile as reportTile } from "./report-page.ts";
import { signIn } from "./sign-in-form.ts";

// The first start of a demo, which fills itself while people look; these journeys share one product.
test.use({ environment: { DEMO_DATA: "1" }, isFirstStart: true });
test.describe.configure({ mode: "serial", timeout: 420_000 });

const timeout = 360_000;

test("a tenant's first figures appear by themselves", long, async ({ page, problems }) => {
  await signIn(page, "other");
  await expectFigures(page, "Ledger", timeout);
  expect(problems).toEqual([]);
});

for (const [person, label] of [
  ["tookan", "Deliveries"],
  ["warehouse", "Stock value"],
  ["genesis", "Net sales"],
  ["docman", "Documents"],
] as const) {
  test(`the report that ${person} starts at fills by itself`, long, async ({ page, problems }) => {
    await signIn(page, person);
    await expect(reportTile(page, label).first()).toHaveText(/\d/, { timeout });
    expect(problems).toEqual([]);
  });
}
