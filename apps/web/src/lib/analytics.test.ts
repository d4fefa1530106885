import { beforeEach, expect, test, vi } from "vitest";

const config = { tagManagerId: null as string | null };

vi.mock("./config.ts", () => ({ publicConfig: () => config }));

beforeEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  delete window.dataLayer;
  config.tagManagerId = "GTM-TEST";
  visit("/");
});

/** Starts as a fresh document would, which holds no container yet. */
async function openDocument() {
  vi.resetModules();
  return await import("./analytics.ts");
}

function visit(address: string) {
  window.history.replaceState(null, "", address);
}

const container = () => document.head.querySelector<HTMLScriptElement>("script");
const events = () =>
  (window.dataLayer ?? []).filter((entry) => entry !== null && Object.hasOwn(entry as object, "event"));

test("without a container id nothing is loaded or stored, whatever was chosen before", async () => {
  config.tagManagerId = null;
  localStorage.setItem("analytics-consent", "accepted");
  const { trackPageView, trackEvent } = await openDocument();
  trackPageView("/");
  trackEvent("signup_open");
  expect([container(), window.dataLayer, localStorage.length]).toEqual([null, undefined, 1]);
});

test("before a choice and after a no nothing is loaded", async () => {
  const { trackPageView, chooseAnalytics } = await openDocument();
  trackPageView("/");
  chooseAnalytics("declined");
  trackPageView("/privacy");
  expect([container(), window.dataLayer]).toEqual([null, undefined]);
});

test("a yes loads the container and counts the page that is open", async () => {
  const { trackPageView, chooseAnalytics } = await openDocument();
  trackPageView("/");
  chooseAnalytics("accepted");
  expect(container()?.src).toBe("https://www.googletagmanager.com/gtm.js?id=GTM-TEST");
  expect(events().at(-1)).toMatchObject({ event: "page_view", page_path: "/" });
});

test("consent is denied by default and then given for analytics alone", async () => {
  const { trackPageView, chooseAnalytics } = await openDocument();
  trackPageView("/");
  chooseAnalytics("accepted");
  const commands = (window.dataLayer ?? []).slice(0, 2).map((entry) => Array.from(entry as ArrayLike<unknown>));
  const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  expect(commands).toEqual([
    ["consent", "default", { ...denied, analytics_storage: "denied" }],
    ["consent", "update", { analytics_storage: "granted" }],
  ]);
});

test.each(["/nowhere", "/admin"])("the page %s is never counted and loads no container", async (path) => {
  const { trackPageView, trackEvent, chooseAnalytics } = await openDocument();
  visit(path);
  trackPageView(path);
  chooseAnalytics("accepted");
  trackEvent("signup_open");
  expect([container(), window.dataLayer]).toEqual([null, undefined]);
});

test("a page that is not counted needs a new document once the container is loaded", async () => {
  const { trackPageView, chooseAnalytics, needsNewDocument } = await openDocument();
  trackPageView("/");
  expect(needsNewDocument("/nowhere")).toBe(false);
  chooseAnalytics("accepted");
  expect([needsNewDocument("/nowhere"), needsNewDocument("/privacy")]).toEqual([true, false]);
});

test("a page view holds the template of the path and no query, of the page before neither", async () => {
  const { trackPageView, chooseAnalytics } = await openDocument();
  visit("/?email=a@b.co");
  trackPageView("/");
  chooseAnalytics("accepted");
  visit("/privacy/?token=secret");
  trackPageView("/privacy/");
  const { origin } = window.location;
  expect(events().at(-1)).toEqual({
    event: "page_view",
    page_path: "/privacy",
    page_title: "Privacy",
    page_location: `${origin}/privacy`,
    page_referrer: `${origin}/`,
  });
  expect(JSON.stringify(window.dataLayer)).not.toMatch(/secret|a@b\.co/);
});

test("a foreign referrer is named without its query", async () => {
  vi.spyOn(document, "referrer", "get").mockReturnValue("https://search.example/results?q=private");
  const { trackPageView, chooseAnalytics } = await openDocument();
  trackPageView("/");
  chooseAnalytics("accepted");
  expect(events().at(-1)).toMatchObject({ page_referrer: "https://search.example/results" });
});
