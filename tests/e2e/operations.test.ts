import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Product } from "../product/run-product.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./product.ts";
import { signIn } from "./sign-in-form.ts";

// Jobs and mails wait: there is no worker.
test.use({ environment: { ROLE: "api", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "console@journey.example" } });

async function askForAccess({ url }: Product): Promise<void> {
  const answer = await fetch(`${url}/api/signup-requests`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      fullName: "Noor Haddad",
      email: "noor@gulf-foods.example",
      company: "Gulf Foods",
      consent: true,
      filledInMs: 60_000,
      idempotencyKey: randomUUID(),
    }),
  });
  expect(answer.status).toBe(201);
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("an admin reads a mail that waits without its link, sends it, and looks after jobs and schedules", async ({
  page,
  product,
  problems,
}) => {
  test.slow();
  await askForAccess(product);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "admin");

  await page.getByRole("link", { name: "Outbox" }).click();
  await expect(page.getByRole("heading", { name: "Outbox" })).toBeVisible();
  const mail = page.getByText("noor@gulf-foods.example").first();
  await expect(mail).toBeVisible();
  await expectFits(page);
  await mail.click();
  await expect(page.getByText("[private link]").first()).toBeVisible();
  await expect(page.getByText("#k=")).toHaveCount(0);
  await expectFits(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("It is sent now.").first()).toBeVisible();

  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Jobs", exact: true })).toBeVisible();
  const job = page.getByText("mail.deliver").first();
  await expect(job).toBeVisible();
  await expectFits(page);
  await job.click();
  await expect(page.getByRole("heading", { name: "mail.deliver" })).toBeVisible();
  await expectFits(page);
  await page.getByRole("button", { name: "Drop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Drop" }).click();
  await expect(page.getByText("Dropped.").first()).toBeVisible();
  await expect(page.getByText("Jobs that are done are not kept.")).toBeVisible();

  await page.getByRole("link", { name: "Scheduled jobs" }).click();
  await expect(page.getByText("Daily at 03:17 UTC")).toBeVisible();
  await expect(page.getByText("backup.schedule")).toBeVisible();
  await expectFits(page);
  // The page of a job that was dropped asks for it once more.
  expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});
