import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

test("a remark brings a screenshot whose covered part nobody sees", async ({ page, browser, product, problems }) => {
  test.slow();
  await signIn(page, "user", "/tenant/profile");
  await expect(page.getByRole("heading", { name: "Email address" })).toBeVisible();
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Give feedback" }).click();
  await page.getByRole("textbox", { name: "What would you like to tell us?" }).fill("My name is cut off here.");
  await page.getByRole("button", { name: "Add a screenshot" }).click();
  await expect(page.getByRole("img", { name: "Screenshot of the page" })).toBeVisible();
  await page.getByRole("button", { name: "Cover an area" }).click();
  const mask = page.getByRole("button", { name: "Covered area 1" });
  await expect(mask).toBeFocused();
  // From the middle to the upper left corner.
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowLeft");
  for (let press = 0; press < 20; press++) await page.keyboard.press("ArrowUp");
  await page.getByRole("button", { name: "Cover an area" }).click();
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: "Covered area 2" })).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Send feedback" }).click();
  await expect(page.getByText("Sent. You will be told what becomes of it.")).toBeVisible();
  expect(problems).toEqual([]);

  const manager = await (await browser.newContext({ baseURL: product.url })).newPage();
  await signIn(manager, "acme", "/tenant/feedback");
  await manager
    .getByRole("row", { name: /\/profile/ })
    .getByText("/profile")
    .click();
  await manager.getByRole("tab", { name: "Screenshot" }).click();
  await manager.getByRole("button", { name: "Open screenshot" }).click();
  const picture = manager.getByRole("img", { name: "The page as whoever gave the feedback saw it" });
  await expect(picture).toBeVisible();
  await expectAccessible(manager);
  const colors = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const pen = canvas.getContext("2d");
    pen?.drawImage(image, 0, 0);
    const at = (x: number, y: number) =>
      [...(pen?.getImageData(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1).data ?? [])].slice(
        0,
        3,
      );
    return { covered: at(0.1, 0.1), open: at(0.9, 0.9) };
  });
  for (const share of colors.covered) expect(share).toBeLessThan(24);
  for (const share of colors.open) expect(share).toBeGreaterThan(200);
});
