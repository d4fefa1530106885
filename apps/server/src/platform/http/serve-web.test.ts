import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { loadWebApp } from "./web-app.ts";

const page = `<!doctype html><html><head><!--head--><script nonce="__NONCE__">1</script></head>
<body><!--noscript--><div id="root"></div></body></html>`;

let folder: string;
let testApp: TestApp;
let withTags: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "web-"));
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), page);
  writeFileSync(path.join(folder, "assets/app-abc.js"), "'plain'");
  writeFileSync(path.join(folder, "assets/app-abc.js.br"), "packed");
  writeFileSync(path.join(folder, "assets/pdf.worker.min-abc.mjs"), "'worker'");
  writeFileSync(path.join(folder, "assets/pdf.worker.min-abc.mjs.br"), "packed");
  writeFileSync(path.join(folder, "favicon.svg"), "<svg/>");
  mkdirSync(path.join(folder, ".vite"));
  writeFileSync(
    path.join(folder, ".vite/manifest.json"),
    JSON.stringify({
      "src/routes/index.tsx?tsr-split=component": { file: "assets/home-1.js", imports: ["_chart.js"] },
      "_chart.js": { file: "assets/chart-2.js", css: ["assets/chart-3.css"] },
      "src/routes/tenant/route.tsx?tsr-split=component": { file: "assets/console-4.js", css: ["assets/console-5.css"] },
      "src/routes/tenant/$tenantId.dashboard.tsx?tsr-split=component": {
        file: "assets/dashboard-6.js",
        imports: ["_chart.js"],
      },
    }),
  );
  const environment = { PRODUCT_NAME: "Acme </script> Console" };
  testApp = await createTestApp({ web: loadWebApp(folder), environment });
  withTags = await createTestApp({ web: loadWebApp(folder), environment: { TAG_MANAGER_ID: "GTM-ABC123" } });
});
afterAll(async () => {
  await testApp.close();
  await withTags.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, app = testApp, headers = {}) => app.app.inject({ url, headers });

test("each page gets a nonce of its own, and scripts need it", async () => {
  const nonces = [];
  for (let time = 0; time < 2; time++) {
    const { headers, body } = await get("/");
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? "";
    const scripts = String(headers["content-security-policy"])
      .split("; ")
      .find((rule) => rule.startsWith("script-src"));
    expect(scripts).toBe(`script-src 'self' 'nonce-${nonce}'`);
    nonces.push(nonce);
  }
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("no page may be framed, and none allows inline scripts or foreign hosts", async () => {
  const policy = String((await get("/login")).headers["content-security-policy"]);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:/);
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain("unsafe-inline");
});

test("the home page tells search engines and readers without scripts what it is", async () => {
  const { statusCode, body } = await get("/?utm_source=x");
  expect(statusCode).toBe(200);
  expect(body).toContain('<link rel="canonical" href="http://console.test/">');
  expect(body).toContain('<meta name="robots" content="index, follow">');
  expect(body).toMatch(/<meta property="og:title"/);
  expect(body).toMatch(/<noscript>[\s\S]*<a href="\/login">Sign in<\/a>/);
});

test("a name with markup in it stays text", async () => {
  const { body } = await get("/");
  expect(body).not.toContain("Acme </script>");
  expect(body).toContain("Acme \\u003c/script> Console");
});

test("a page asks at once for the scripts and styles of its own and of the layout around it, and for no others", async () => {
  const preloads = async (url: string) => {
    const { body } = await get(url);
    return [...body.matchAll(/<link rel="(?:modulepreload|preload" as="style" crossorigin)"? href="([^"]+)">/g)].map(
      ([, file]) => file,
    );
  };
  expect(await preloads("/")).toEqual(["/assets/chart-3.css", "/assets/home-1.js", "/assets/chart-2.js"]);
  expect(await preloads("/privacy")).toEqual([]);
  expect(await preloads("/tenant/demo-acme/dashboard")).toEqual([
    "/assets/console-5.css",
    "/assets/chart-3.css",
    "/assets/console-4.js",
    "/assets/dashboard-6.js",
    "/assets/chart-2.js",
  ]);
});

test("pages that strangers should not find are kept out of search engines", async () => {
  for (const url of ["/thank-you", "/login", "/no-such-page"]) {
    expect((await get(url)).body).toContain('<meta name="robots" content="noindex">');
  }
});

test("an unknown page is a page with status 404, an unknown file or API path is not a page", async () => {
  const answer = await get("/no-such-page");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  for (const url of ["/api/nothing", "/assets/gone-123.js", "/logo.png"]) {
    const missing = await get(url);
    expect([missing.statusCode, missing.json().error.kind]).toEqual([404, "not_found"]);
  }
});

test("a form posted to a page is refused as JSON", async () => {
  const { statusCode } = await testApp.app.inject({ method: "POST", url: "/no-such-page" });
  expect(statusCode).toBe(404);
});

test("hashed files are kept for a year, packed where the browser can unpack; the page itself is asked for each time", async () => {
  const packed = await get("/assets/app-abc.js", testApp, { "accept-encoding": "br" });
  expect(packed.headers).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
  });
  expect(packed.body).toBe("packed");
  expect((await get("/assets/app-abc.js", testApp, { "accept-encoding": "identity" })).body).toBe("'plain'");
  expect((await get("/")).headers["cache-control"]).toBe("no-cache");
  expect((await get("/favicon.svg")).headers["content-type"]).toContain("image/svg+xml");
});

test("files outside the built app cannot be reached", async () => {
  for (const url of ["/..%2f..%2fpackage.json", "/assets/..%2f..%2f..%2fetc%2fpasswd", "/.vite/manifest.json"]) {
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
  }
});

test("the tag manager may load only where a container is set and the page is measured", async () => {
  const readPolicy = async (url: string, app: TestApp) =>
    String((await get(url, app)).headers["content-security-policy"]);
  expect(await readPolicy("/", withTags)).toContain("googletagmanager.com");
  expect(await readPolicy("/no-page", withTags)).not.toContain("googletagmanager.com");
  expect(await readPolicy("/no-such-page", withTags)).not.toContain("googletagmanager.com");
  expect(await readPolicy("/", testApp)).not.toContain("googletagmanager.com");
});

test("a page whose address may hold a secret passes nothing of it on", async () => {
  expect((await get("/reset-password?oobCode=x")).headers["referrer-policy"]).toBe("no-referrer");
  expect((await get("/")).headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
});

test("robots and site map name the public pages", async () => {
  expect((await get("/robots.txt")).body).toContain("Sitemap: http://console.test/sitemap.xml");
  const { body } = await get("/sitemap.xml");
  expect(body).toContain("<loc>http://console.test/privacy</loc>");
  expect(body).not.toContain("thank-you");
});

test("a web app that is not built is told in a sentence", () => {
  expect(() => loadWebApp("/no/such/folder")).toThrow(/The web app is not built/);
});

test("files, pages and probes leave a line in the logs only when they fail", async () => {
  const paths = ["/", "/assets/app-abc.js", "/admin", "/healthz", "/readyz", "/assets/gone.js", "/api/config"];
  testApp.logs.length = 0;
  for (const url of paths) await get(url);
  const lines = testApp.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  const shown = lines.filter(({ level }) => level !== "debug").map(({ route, status }) => `${status} ${route}`);
  expect(shown).toEqual(["404 none", "200 /api/config"]);
});

test("a worker loads nothing but scripts of ours, also where it comes packed", async () => {
  for (const encoding of ["identity", "br"]) {
    const { headers } = await get("/assets/pdf.worker.min-abc.mjs", testApp, { "accept-encoding": encoding });
    expect(headers).toMatchObject({
      "content-type": expect.stringMatching(/^application\/javascript/),
      "content-security-policy": "default-src 'none'; script-src 'self'",
    });
  }
});
