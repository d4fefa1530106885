import type { TenantDocument } from "@console/contracts";
import { isPlatformRole } from "@console/contracts/roles";

type Visit = {
  path: string;
  isAuthenticated: boolean;
  role: string | null;
  tenant: TenantDocument | null;
  productSlug: string;
  /** Where a visitor wanted to go before signing in. */
  next?: string | null;
};

type Decision = { go: "stay" } | { go: "redirect"; to: string };

const withoutSignIn = /^\/(?:forgot-password|reset-password|embedded\/tookan-report|laiqkan\/[^/]+)$/;
const forVisitors = /^\/(?:|thank-you|signup|privacy|terms|login)$/;
const ofTheConsole = /^\/(?:admin|tenant)(?:\/|$)/;
const framed = /^\/(?:laiqkan\/|embedded\/tookan-report$)/;

const landingPages = new Map([
  ["Tookan", "/tenant/tookan-report"],
  ["Warehouse", "/tenant/warehouse-report"],
  ["Genesis", "/tenant/branch-report"],
  ["Docman", "/tenant/docman-report"],
]);

/** Where a visit leads: on to its page or somewhere else. It asks only whether someone is signed in. */
export function decideNavigation({ path, isAuthenticated, role, tenant, productSlug, next }: Visit): Decision {
  const target = normalize(path);
  if (withoutSignIn.test(target)) return { go: "stay" };
  if (!isAuthenticated) {
    if (forVisitors.test(target)) return { go: "stay" };
    return { go: "redirect", to: "/" };
  }
  if (target === "/login") return { go: "redirect", to: openNext(next, role) ?? homeFor(role) };
  if (target === "/") return { go: "redirect", to: homeFor(role) };
  if (target === "/tenant") {
    return { go: "redirect", to: landingPages.get(tenant?.aiq_type ?? "") ?? `/tenant/my-${productSlug}` };
  }
  return { go: "stay" };
}

/** Whether a path leads into the console, so that a visitor should come back to it after the sign-in. */
export function leadsIntoConsole(path: string): boolean {
  return ofTheConsole.test(normalize(path));
}

/** Whether a path is a page that others may frame: whoever is signed in in this browser has no part in it. */
export function isFramedPage(path: string): boolean {
  return framed.test(normalize(path));
}

/** Whether a change of page leaves the framed pages, whose tenant and token end with them. */
export function leavesFramedPage(from: string | null, to: string): boolean {
  return from !== null && isFramedPage(from) && !isFramedPage(to);
}

/** Whether a change of page opens a framed page in a document that has shown something else. */
export function entersFramedPage(from: string | null, to: string): boolean {
  return from !== null && from !== to && isFramedPage(to);
}

/** The wanted place if it is a path of this console, else null. */
export function safeNext(next: unknown): string | null {
  // Browsers read a backslash as a slash and skip tabs and line ends, so that none of them may pass.
  return typeof next === "string" && /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next) ? next : null;
}

/** Places that not everyone may open, the narrower ones first. */
const places = [
  { path: /^\/admin\/service-accounts(?:\/|$)/, isOpen: (role: string | null) => role === "superadmin" },
  { path: /^\/admin(?:\/|$)/, isOpen: isPlatformRole },
  { path: /^\/tenant\/(?:sources|users|audit)(?:\/|$)/, isOpen: (role: string | null) => role === "manager" },
];

/** The wanted place if the role may open it: someone else may have wanted it in this browser. */
function openNext(next: unknown, role: string | null): string | null {
  const wanted = safeNext(next);
  if (wanted === null) return null;
  const target = normalize(wanted.replace(/[?#].*$/, ""));
  const place = places.find(({ path }) => path.test(target));
  return place === undefined || place.isOpen(role) ? wanted : null;
}

function homeFor(role: string | null): string {
  return isPlatformRole(role) ? "/admin" : "/tenant";
}

function normalize(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/+$/, "");
}
