import { randomBytes } from "node:crypto";
import path from "node:path";
import { findPage, type Page, type PublicConfig, pages } from "@console/contracts";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../errors.ts";
import { escapeHtml } from "../escape-html.ts";
import { sendError } from "./answer-errors.ts";
import type { BrandPicture, LiveConfig } from "./live-config.ts";
import { documentPolicy, workerPolicy } from "./security-headers.ts";
import { listPreloads, type WebApp } from "./web-app.ts";

/** Tells which origins may frame what is at an address. */
export type Framers = (address: URL) => Promise<string[]>;

/** Serves files, pages, robots.txt and the site map; any other path gets the not-found page, or JSON under /api. */
export async function serveWeb(app: FastifyInstance, web: WebApp, live: LiveConfig, framers: Framers): Promise<void> {
  // Of files and pages only those that fail are kept in the logs.
  const config = { isQuiet: true as const };
  app.addHook("onRoute", (route) => {
    if (route.url === "/*") route.config = { ...route.config, ...config };
  });
  await app.register(fastifyStatic, {
    root: web.folder,
    index: false,
    serve: true,
    wildcard: true,
    preCompressed: true,
    dotfiles: "ignore",
    globIgnore: ["index.html*"],
    setHeaders: (reply, file) => {
      const isHashed = path.relative(web.folder, file).startsWith(`assets${path.sep}`);
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=300");
      // A worker has the policy of its own answer: it loads nothing but scripts of ours, and fetches nothing.
      if (/worker[^/]*\.mjs(?:\.br|\.gz)?$/.test(file)) reply.header("content-security-policy", workerPolicy);
    },
  });
  app.get("/robots.txt", (_request, reply) => reply.type("text/plain; charset=utf-8").send(robots(live)));
  app.get("/sitemap.xml", (_request, reply) => reply.type("application/xml; charset=utf-8").send(siteMap(live)));
  const page = async (reply: FastifyReply, address: URL) => {
    const webPage = findPage(address.pathname, (await live.read()).productSlug);
    const framed = webPage?.isFramed ? await framers(address) : null;
    return sendPage(reply, { web, live, page: webPage, framers: framed });
  };
  for (const url of ["/", "/index.html"])
    app.get(url, { config }, (_request, reply) => page(reply, new URL("http://any/")));
  serveBrand(app, live);
  app.setNotFoundHandler((request, reply) => {
    const address = new URL(request.url, "http://any");
    const isPage = (request.method === "GET" || request.method === "HEAD") && !isForPrograms(address.pathname);
    if (isPage) return page(reply, address);
    return sendError(request, reply, new AppError("not_found", "There is nothing at this address."));
  });
}

/** Paths that only programs ask for: their errors are JSON, and a missing file is no page. */
function isForPrograms(pathname: string): boolean {
  return /^\/(?:api|hooks|assets|v1|v2|\.well-known)(?:\/|$)/.test(pathname) || /\.\w{1,8}$/.test(pathname);
}

/** The pictures of the installation; their addresses change with them. */
function serveBrand(app: FastifyInstance, live: LiveConfig): void {
  for (const name of ["logo", "logo-dark", "favicon"] satisfies BrandPicture[]) {
    app.get(`/brand/${name}`, async (request, reply) => {
      const [, type, data] = /^data:(image\/\w+);base64,(.+)$/.exec((await live.picture(name)) ?? "") ?? [];
      if (!type || !data) return sendError(request, reply, new AppError("not_found", "There is no such picture."));
      reply.type(type).header("cache-control", "public, max-age=31536000, immutable");
      return reply.send(Buffer.from(data, "base64"));
    });
  }
}

type Sent = {
  web: WebApp;
  live: LiveConfig;
  page: Page | null;
  /** The origins that may frame it; null where nobody ever may. */
  framers: readonly string[] | null;
};

async function sendPage(reply: FastifyReply, { web, live, page, framers }: Sent) {
  const config = await live.read();
  if (framers) frameable(reply, framers);
  const nonce = randomBytes(16).toString("base64");
  const withTagManager = config.tagManagerId !== null && page?.isMeasured === true;
  // Public pages have no maps.
  const mayHaveMap = page !== null && !page.isIndexed && !page.isMeasured;
  const tileOrigin = mayHaveMap ? (config.mapTiles?.origin ?? null) : null;
  return reply
    .code(page ? 200 : 404)
    .header("content-security-policy", documentPolicy(nonce, { withTagManager, framers: framers ?? [], tileOrigin }))
    .header("cache-control", framers ? "no-store" : "no-cache")
    .headers(page?.isSecret ? { "referrer-policy": "no-referrer" } : {})
    .type("text/html; charset=utf-8")
    .send(
      web.template
        .replaceAll("__NONCE__", nonce)
        .replace("<!--head-->", () => renderHead(page, web, config, nonce))
        .replace(ownIcon, (own) => (config.favicon ? `<link rel="icon" href="${escapeHtml(config.favicon)}" />` : own))
        .replace("<!--noscript-->", () => withoutScripts(config)),
    );
}

/** A page that others frame: what it is about stays between it and its reader. */
function frameable(reply: FastifyReply, framers: readonly string[]): void {
  reply.header("x-robots-tag", "noindex, nofollow").header("cross-origin-resource-policy", "cross-origin");
  // It knows no origins, and older browsers would heed it before the policy.
  if (framers.length > 0) reply.removeHeader("x-frame-options");
}

const ownIcon = /<link rel="icon"[^>]*>/;

function renderHead(page: Page | null, web: WebApp, config: PublicConfig, nonce: string): string {
  const title = page ? `${page.title} · ${config.productName}` : `Page not found · ${config.productName}`;
  const description = page?.description ?? pages[0]?.description ?? "";
  const address = `${config.publicUrl}${page?.path ?? "/"}`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<meta name="robots" content="${page?.isIndexed ? "index, follow" : "noindex"}">`,
    ...(page?.isIndexed
      ? [
          `<link rel="canonical" href="${escapeHtml(address)}">`,
          `<meta property="og:type" content="website">`,
          `<meta property="og:site_name" content="${escapeHtml(config.productName)}">`,
          `<meta property="og:title" content="${escapeHtml(title)}">`,
          `<meta property="og:description" content="${escapeHtml(description)}">`,
          `<meta property="og:url" content="${escapeHtml(address)}">`,
        ]
      : []),
    ...(page ? preloads(web, page) : []),
    ...accentStyle(config, nonce),
    `<script type="application/json" id="console-config">${JSON.stringify(config).replaceAll("<", "\\u003c")}</script>`,
  ].join("\n    ");
}

function preloads(web: WebApp, page: Page): string[] {
  const { scripts, styles } = listPreloads(web, page);
  return [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ];
}

/** Another accent than the product's own, with what follows from it; it outranks the style sheet that comes later. */
function accentStyle({ accent, accentDark }: PublicConfig, nonce: string): string[] {
  const rule = (place: string, colour: string, towards: string) =>
    `${place}{--accent:${colour};--accent-hover:color-mix(in srgb,${colour} 85%,${towards});--accent-quiet:color-mix(in srgb,${colour} 10%,var(--surface))}`;
  const rules = [
    ...(accent ? [rule(':root:not([data-mantine-color-scheme="dark"])', accent, "#000")] : []),
    ...(accentDark ? [rule(':root[data-mantine-color-scheme="dark"]', accentDark, "#fff")] : []),
  ];
  return rules.length === 0 ? [] : [`<style nonce="${nonce}">${rules.join("")}</style>`];
}

function withoutScripts(config: PublicConfig): string {
  return `<noscript><main><h1>${escapeHtml(config.productName)}</h1>
      <p>${escapeHtml(pages[0]?.description ?? "")}</p>
      <p>The console itself needs JavaScript. Turn it on to sign in or to request access.</p>
      <p><a href="/login">Sign in</a> · <a href="/privacy">Privacy</a> · <a href="/terms">Terms</a></p></main></noscript>`;
}

function robots({ publicUrl }: LiveConfig): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /tenant\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function siteMap({ publicUrl }: LiveConfig): string {
  const urls = pages
    .filter((page) => page.isIndexed)
    .map(({ path }) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}
