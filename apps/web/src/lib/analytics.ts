import { findPage, type Page } from "@console/contracts/pages";
import { type AnalyticsConsent, analyticsConsent, storeConsent } from "./analytics-consent.ts";
import { publicConfig } from "./config.ts";
import { cspNonce } from "./nonce.ts";

type EventName = "login_success" | "signup_open" | "signup_submit" | "signup_error" | "thank_you_view";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

let isContainerLoaded = false;
let view: { page: Page | null; referrer: string } | null = null;

/** Counts the page that is now shown, by the template of its path and never with its query. */
export function trackPageView(pathname: string): void {
  const referrer = view ? pageAddress(view.page) : firstReferrer();
  view = { page: findPage(pathname), referrer };
  pushView();
}

/** Counts one act of a visitor; there is no room for text, so that none can leak. */
export function trackEvent(event: EventName): void {
  if (findPage(location.pathname)?.isMeasured && startContainer()) push({ event });
}

/** Stores the visitor's choice and acts on it at once. */
export function chooseAnalytics(consent: AnalyticsConsent): void {
  storeConsent(consent);
  if (consent === "accepted") pushView();
  else if (isContainerLoaded) stopContainer();
}

/** Whether a page has to be loaded as a new document, because the container in this one must not see it. */
export function needsNewDocument(pathname: string): boolean {
  return isContainerLoaded && !findPage(pathname)?.isMeasured;
}

function pushView() {
  if (!view?.page?.isMeasured || !startContainer()) return;
  push({
    event: "page_view",
    page_path: view.page.path,
    page_title: view.page.title,
    page_location: pageAddress(view.page),
    page_referrer: view.referrer,
  });
}

function startContainer(): boolean {
  const { tagManagerId } = publicConfig();
  if (!tagManagerId || analyticsConsent() !== "accepted") return false;
  if (isContainerLoaded) return true;
  isContainerLoaded = true;
  const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
  command("consent", "default", { ...denied, analytics_storage: "denied" });
  command("consent", "update", { analytics_storage: "granted" });
  push({ "gtm.start": Date.now(), event: "gtm.js" });
  const script = document.createElement("script");
  script.async = true;
  script.nonce = cspNonce();
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`;
  document.head.append(script);
  return true;
}

function stopContainer() {
  command("consent", "update", { analytics_storage: "denied" });
  for (const cookie of document.cookie.split("; ")) {
    const [name = ""] = cookie.split("=");
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in some browsers and on plain HTTP
    if (/^_ga/.test(name)) document.cookie = `${name}=; path=/; max-age=0`;
  }
  // A script that ran cannot be taken back; only a new document is free of it.
  location.reload();
}

function push(entry: unknown) {
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
}

/** The container takes commands only as the arguments object of a call, not as an array. */
function command(..._words: [string, string, Record<string, string>]) {
  // biome-ignore lint/complexity/noArguments: see above
  push(arguments);
}

function pageAddress(page: Page | null): string {
  return page ? location.origin + page.path : "";
}

function firstReferrer(): string {
  if (!document.referrer) return "";
  const { origin, pathname } = new URL(document.referrer);
  // Our own paths may hold ids, so that they are named by their template.
  return origin === location.origin ? pageAddress(findPage(pathname)) : origin + pathname;
}
