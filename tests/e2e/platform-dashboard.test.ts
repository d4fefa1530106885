import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test("an admin narrows the dashboard to a period and follows two cards to the lists behind them", async ({
  page,
  problems,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "admin");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();

  const signIns = page.getByRole("link", { name: /^Sign-ins: \d+\. See rows$/ });
  await expect(signIns).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/period=last_7_days/);
  await expect(signIns).toBeVisible();
  const count = /: (\d+)\./.exec((await signIns.getAttribute("aria-label")) ?? "")?.[1] ?? "";
  await signIns.click();
  await expect(page).toHaveURL(/\/admin\/audit\?/);
  await expect(page.getByText(new RegExp(`of ${count} rows?$`)).first()).toBeVisible();
  await page.goBack();

  await page.getByRole("button", { name: /^Open incidents: .*See rows$/ }).click();
  const drawer = page.getByRole("dialog", { name: "Open incidents, now" });
  await expect(drawer.getByText("No incident is open.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/figure=/);

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeHidden();
  expect(problems).toEqual([]);
});
