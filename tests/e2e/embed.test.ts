import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FrameLocator, Page } from "@playwright/test";
import { client, closed, createEmbedFixture, openAddress, report } from "./embed-fixture.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, long, longUnless, test } from "./product.ts";
import { signIn, stored } from "./sign-in-form.ts";

test.setTimeout(300_000);
test.use({
  environment: { DEMO_DATA: "1", LOG_LEVEL: "debug" },
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--test-third-party-cookie-phaseout"] }),
});

const example = fileURLToPath(new URL("../../docs/examples/embedded-report/host.mjs", import.meta.url));

/** After the first start the deliveries of the last days come in after a while. */
async function untilFilled(open: () => Promise<unknown>, place: Page | FrameLocator): Promise<void> {
  await expect(async () => {
    await open();
    // Titles stand there while figures are still awaited, the number of rows only once there are some.
    await expect(place.getByText(/of \d+ rows/).first()).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 240_000 });
}

async function runHost(environment: Record<string, string>): Promise<{ url: string; host: ChildProcess }> {
  const host = spawn(process.execPath, [example], { env: { PATH: process.env.PATH, ...environment } });
  const [line] = (await once(host.stdout, "data")) as [Buffer];
  return { url: String(line).trim(), host };
}

test("the bare address of the open demo client shows its report without a sign-in, and stores nothing", async ({
  page,
  product,
  problems,
}) => {
  expect(product.output()).toContain(`${product.url}${openAddress}`);
  await untilFilled(() => page.goto(openAddress), page);
  await expect(report(page)).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  expect(await stored(page)).toBeNull();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test("the key leaves the address at once and reaches no storage, referrer, request address or log", async ({
  page,
  product,
  request,
}) => {
  const fixture = await createEmbedFixture(request, product);
  const { address, key } = await fixture.make();
  const seen: string[] = [];
  page.on("request", (asked) => seen.push(asked.url(), JSON.stringify(asked.headers())));
  await page.goto(address);
  await expect(report(page)).toBeVisible();
  expect(page.url()).toBe(`${product.url}${openAddress}`);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie]),
  );
  for (const place of [kept, ...seen, product.output()]) expect(place).not.toContain(key);
  const response = await page.request.get(openAddress);
  expect(response.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "no-store",
  });
  expect(response.headers()["set-cookie"]).toBeUndefined();
});

test("a report that was opened by its link opens again on a reload and by a bookmark, in no other browser, until it is revoked", async ({
  page,
  product,
  request,
  browser,
}) => {
  const fixture = await createEmbedFixture(request, product);
  // This client has no open address: without a key or a cookie nothing is shown.
  const { address, id, key } = await fixture.make({ client: "Nordic Foods", days: 90 });
  const nordic = (place: Page) => place.getByRole("heading", { name: /Nordic Foods/ }).first();
  await page.goto(address);
  await expect(nordic(page)).toBeVisible();
  await page.reload();
  await expect(nordic(page)).toBeVisible();
  await expect(page.getByText(/vs previous|within usual range/).first()).toBeVisible();

  const bookmark = page.url();
  expect(bookmark).not.toContain("#");
  const context = page.context();
  await page.close();
  const [cookie, ...others] = await context.cookies();
  expect(others).toEqual([]);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: expect.stringMatching(/reports\/[\w-]+$/) });
  expect(JSON.stringify(cookie)).not.toContain(key);
  const tab = await context.newPage();
  await tab.goto(bookmark);
  await expect(nordic(tab)).toBeVisible();
  for (const [width, columns] of [
    [1440, 5],
    [768, 3],
    [390, 2],
  ] as const) {
    await tab.setViewportSize({ width, height: 900 });
    await expectFilledRows(tab, columns);
    await expectNoSidewaysScroll(tab);
  }

  const stranger = await browser.newContext({ baseURL: product.url });
  const elsewhere = await stranger.newPage();
  await elsewhere.goto(bookmark);
  await expect(closed(elsewhere)).toBeVisible();
  await stranger.close();

  await fixture.act("revoke", id);
  await tab.reload();
  await expect(closed(tab)).toBeVisible();
  await expect(nordic(tab)).toBeHidden();
  await expectAccessible(tab);
});

/** Each row of figures reaches both edges of the strip, none has too many, and none is alone at the end. */
async function expectFilledRows(page: Page, columns: number): Promise<void> {
  const strip = page.getByRole("list").filter({ hasText: "On-time rate" }).first();
  await expect(strip).toBeVisible();
  const { rows, left, right } = await strip.evaluate((list) => {
    const boxes = [...list.children].map((tile) => tile.getBoundingClientRect());
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    const { left: start, right: end } = list.getBoundingClientRect();
    return {
      left: start,
      right: end,
      rows: tops.map((top) => boxes.filter((box) => Math.round(box.top) === top).map((box) => [box.left, box.right])),
    };
  });
  for (const row of rows) {
    expect(row.length).toBeLessThanOrEqual(columns);
    expect(Math.abs((row[0]?.[0] ?? 0) - left)).toBeLessThan(2);
    expect(Math.abs((row.at(-1)?.[1] ?? 0) - right)).toBeLessThan(2);
  }
  expect(rows.at(-1)?.length).toBeGreaterThan(1);
}

test("a page of an allowed origin frames a signed report with third-party cookies blocked; a foreign one cannot", async ({
  page,
  product,
  request,
}) => {
  const fixture = await createEmbedFixture(request, product);
  const [port, foreignPort] = [4100 + (process.pid % 400), 4600 + (process.pid % 400)];
  const { key, kid } = await fixture.make({ kind: "signed", origins: [`http://localhost:${port}`] });
  const shared = { CONSOLE_URL: product.url, CLIENT: client.tookanId, KID: kid, SECRET: key };
  const allowed = await runHost({ ...shared, PORT: String(port) });
  const foreign = await runHost({ ...shared, PORT: String(foreignPort) });
  try {
    const frame = page.frameLocator("iframe");
    await untilFilled(() => page.goto(allowed.url), frame);
    await expect(frame.getByRole("heading", { name: /Bluebird Cafe/ }).first()).toBeVisible();
    // The report tells how high it is.
    await expect(async () =>
      expect(Number(await page.locator("iframe").getAttribute("height"))).not.toBe(600),
    ).toPass();
    expect(await page.context().cookies()).toEqual([]);

    await page.goto(foreign.url);
    await expect(page.getByRole("heading", { name: "Your deliveries" })).toBeVisible();
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  } finally {
    allowed.host.kill();
    foreign.host.kill();
  }
});

test("a page that is open loses its figures within seconds when its link is revoked", async ({
  page,
  product,
  request,
}) => {
  const fixture = await createEmbedFixture(request, product);
  const { address, id } = await fixture.make();
  await page.goto(address);
  await expect(report(page)).toBeVisible();
  await fixture.act("revoke", id);
  await expect(closed(page)).toBeVisible();
  await expect(page.getByText("Deliveries at a glance")).toBeHidden();
  await expectAccessible(page);
});

test(
  "an unknown number and a bare address that is closed are the same neutral page",
  long,
  async ({ page, product, request }) => {
    const { address } = await (await createEmbedFixture(request, product)).make({ client: "Nordic Foods" });
    const texts: string[] = [];
    for (const bare of ["/laiqkan/999999", address.replace(/#.*/, "")]) {
      await page.goto(bare);
      await expect(closed(page)).toBeVisible();
      texts.push((await page.locator("main").textContent()) ?? "");
    }
    expect(new Set(texts).size).toBe(1);
    await expectAccessible(page);
  },
);

/** Goes to another page of the app without loading a new document. */
async function goInside(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

test(
  "navigation: a laiqkan route passes without a sign-in, and also for someone who is signed in",
  long,
  async ({ page }) => {
    await page.goto(openAddress);
    await expect(report(page)).toBeVisible();
    await signIn(page, "warehouse");
    const kept = await stored(page);
    await page.goto(openAddress);
    await expect(report(page)).toBeVisible();
    await expect(page).toHaveURL(openAddress);
    expect(await stored(page)).toBe(kept);
  },
);

test(
  "navigation: leaving a laiqkan route clears its tenant and token, and brings back one's own",
  long,
  async ({ page }) => {
    await signIn(page, "warehouse");
    await page.goto(openAddress);
    await expect(report(page)).toBeVisible();
    const tokens: string[] = [];
    page.on("request", (asked) => {
      const sent = asked.headers().authorization;
      if (sent && !asked.url().includes("/api/embed/")) tokens.push(sent);
    });
    await goInside(page, "/tenant");
    await expect(page).toHaveURL("/tenant/warehouse-report");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Warehouse");
    expect(tokens.length).toBeGreaterThan(0);
    // The LAIQKAN token says what it is in its first part.
    for (const token of tokens) expect(atob(token.slice("Bearer ".length).split(".")[0] ?? "")).not.toContain("embed");
    expect(await stored(page)).toContain("demo-warehouse");
  },
);

test(
  "navigation: a visitor who leaves a laiqkan route for the console is sent to the first page",
  long,
  async ({ page }) => {
    await page.goto(openAddress);
    await expect(report(page)).toBeVisible();
    await goInside(page, "/tenant/tookan-report");
    await expect(page).toHaveURL("/");
    expect(await stored(page)).toBeNull();
  },
);

test("navigation: going from one laiqkan route to another shows nothing of the first", long, async ({ page }) => {
  await page.goto(openAddress);
  await expect(report(page)).toBeVisible();
  await goInside(page, "/laiqkan/999999");
  await expect(closed(page)).toBeVisible();
  await expect(report(page)).toBeHidden();
});

for (const theme of ["light", "dark"]) {
  test(
    `the embedded report fits a phone in the ${theme} theme and passes axe`,
    longUnless(theme === "light"),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await untilFilled(() => page.goto(`${openAddress}?theme=${theme}`), page);
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
      await expect(page.getByText("Deliveries at a glance")).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
    },
  );
}
