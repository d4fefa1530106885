import { expect, test } from "vitest";
import { folderOf, listPages, mostPages } from "./list-pages.ts";

const pagesOf = (text: string, address: string) => listPages(text, address, folderOf(address)).pages;

test("a sitemap gives its pages, and those of other hosts and folders are left out", () => {
  const text = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    <url><loc>https://help.test/docs/returns?lang=en&amp;v=2</loc></url>
    <url><loc><![CDATA[https://help.test/docs/opening-hours]]></loc></url>
    <url><loc>https://help.test/docs/logo.png</loc></url>
    <url><loc>https://help.test/private/pay</loc></url>
    <url><loc>https://help.test.evil.test/docs/x</loc></url>
    <url><loc>http://169.254.169.254/docs/latest</loc></url>
    <url><loc>file:///etc/passwd</loc></url></urlset>`;
  expect(pagesOf(text, "https://help.test/docs/sitemap.xml")).toEqual([
    "https://help.test/docs/returns?lang=en&v=2",
    "https://help.test/docs/opening-hours",
  ]);
});

test("an index of sitemaps gives further lists", () => {
  const text = `<sitemapindex><sitemap><loc>https://help.test/docs/a.xml</loc></sitemap></sitemapindex>`;
  expect(listPages(text, "https://help.test/docs/sitemap.xml", "https://help.test/docs/")).toEqual({
    pages: [],
    lists: ["https://help.test/docs/a.xml"],
    isCut: false,
  });
});

test("a page of links gives those beneath it, each once, and nothing that is run", () => {
  const text = `<a href="../">Up</a> <a href='?C=N;O=D'>Name</a> <A class=x HREF=manual.pdf>Manual</A>
    <a href="manual.pdf#page=2">Again</a> <a href="sub/steps.html">Steps</a> <a href="javascript:alert(1)">x</a>
    <a href="//elsewhere.test/files/y">y</a> <a href="/files/../secret">z</a> <a href="https://u:p@intranet.test/files/q">q</a>
    <script>"<a href='made-up.html'>"`;
  expect(pagesOf(text, "https://intranet.test/files/")).toEqual([
    "https://intranet.test/files/manual.pdf",
    "https://intranet.test/files/sub/steps.html",
    "https://intranet.test/files/made-up.html",
  ]);
});

test("no more pages are taken than are read, and a long text without an end does not hold it up", () => {
  const many = Array.from({ length: mostPages + 50 }, (_, index) => `<a href="p${index}">`).join("");
  expect(listPages(many, "https://x.test/", "https://x.test/")).toMatchObject({ isCut: true });
  expect(pagesOf("<a ".repeat(1_000_000), "https://x.test/")).toEqual([]);
  expect(pagesOf(`<a ${"href ".repeat(500_000)}`, "https://x.test/")).toEqual([]);
});
