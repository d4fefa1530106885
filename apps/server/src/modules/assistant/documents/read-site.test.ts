import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OutboundFailure } from "../../../platform/outbound/outbound-failure.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import { admin, createDocumentsApp, type DocumentsApp, manager, otherManager } from "./documents-fixture-for-tests.ts";

/** What the outside gives by address; a text without one is an address that is gone. */
let pages: Record<string, string> = {};
let asked: string[] = [];
const outbound: Outbound = async (url) => {
  asked.push(url);
  const text = pages[url];
  if (text === "forbidden") throw new OutboundFailure("forbidden", "intranet.test is an inner address.");
  const body = Buffer.from(text ?? "");
  return { status: text === undefined ? 404 : 200, headers: { "content-type": "text/html" }, body, text: text ?? "" };
};
let documents: DocumentsApp;
beforeAll(async () => {
  documents = await createDocumentsApp({ outbound });
});
afterAll(() => documents.close());
beforeEach(() => {
  pages = {};
  asked = [];
});

const base = "https://intranet.test/help";
let sites = 0;

function list(folder: string, names: readonly string[]): string {
  return `<ul>${names.map((name) => `<li><a href="${folder}/${name}">${name}</a></li>`).join("")}</ul>`;
}

function article(animal: string, rule: string): string {
  return `<html><head><title>About the ${animal}</title></head><body><h1>${animal}</h1>${`<p>The ${animal} policy says ${rule}.</p>`.repeat(5)}</body></html>`;
}

/** Writes a folder with a page for each animal, and has it read. */
async function addSite(animals: readonly string[], { headers = manager as object, every = "day" } = {}) {
  const folder = `${base}${++sites}`;
  pages[`${folder}/`] = list(folder, animals);
  for (const animal of animals) pages[`${folder}/${animal}`] = article(animal, "stay calm");
  const fields = { name: `Help ${sites}`, url: `${folder}/`, readEvery: every };
  const created = await documents.send("POST", "/api/admin/training-sites", { fields }, headers);
  expect(created.statusCode, created.body).toBe(201);
  await documents.work();
  return { id: String(created.json().id), folder };
}

async function site(id: string) {
  return (await documents.send("GET", `/api/admin/training-sites/rows/${id}`)).json();
}

/** Has a site read as its clock would. */
async function tick(id: string) {
  await documents.rows(`select enqueue_job('documents.read-site',
    '{"tenantId":"asks","requestId":"test","input":{"site":"${id}","byClock":true}}'::json, null, null, null, 2)`);
  await documents.work();
}

const pagesOf = (id: string) =>
  documents.rows(`select name, url, state, status, latest_version, remark from training_documents
    where site = '${id}' order by url`);

async function quotes(question: string, headers?: object): Promise<string[]> {
  const { outcome, passages = [] } = await documents.ask(question, headers);
  return outcome === "answer" ? passages.map(({ content }) => content) : [];
}

test("each page of a folder becomes a document, new ones are added, and changed ones are new versions", async () => {
  const { id, folder } = await addSite(["okapi", "tapir"]);
  expect(await pagesOf(id)).toMatchObject([
    { name: "About the okapi", url: `${folder}/okapi`, state: "searchable", latest_version: 1 },
    { name: "About the tapir", url: `${folder}/tapir`, state: "searchable", latest_version: 1 },
  ]);
  expect(await site(id)).toMatchObject({ status: "done", documents: 2, listed: 2, problem: null, remark: null });
  pages[`${folder}/`] = list(folder, ["okapi", "tapir", "dingo"]);
  pages[`${folder}/dingo`] = article("dingo", "whistle");
  pages[`${folder}/okapi`] = article("okapi", "brush it gently");
  await tick(id);
  expect(await pagesOf(id)).toMatchObject([
    { url: `${folder}/dingo`, latest_version: 1 },
    { url: `${folder}/okapi`, latest_version: 2 },
    { url: `${folder}/tapir`, latest_version: 1 },
  ]);
  expect((await quotes("What is our okapi policy?")).join(" ")).toContain("brush it gently");
  expect((await quotes("What is our dingo policy?")).join(" ")).toContain("whistle");
  expect(await quotes("What is our dingo policy?", otherManager)).toEqual([]);
});

test("a list that is gone, empty, shrunken or forbidden removes nothing and says so", async () => {
  const { id, folder } = await addSite(["narwhal", "manatee", "dugong"]);
  const whole = pages[`${folder}/`];
  for (const [text, problem] of [
    [undefined, "The address answered with 404. Nothing was removed."],
    ["", "The address gave an empty page. Nothing was removed."],
    ["<p>Please sign in.</p>", `The list names no page below ${folder}/. Nothing was removed.`],
    [list(folder, ["dugong"]), expect.stringMatching(/^The list now names only 1 of 3 pages\. Nothing was removed/)],
    ["forbidden", "intranet.test is an inner address. Nothing was removed."],
  ] as const) {
    if (text === undefined) delete pages[`${folder}/`];
    else pages[`${folder}/`] = text;
    asked = [];
    await tick(id);
    expect(asked).toEqual([`${folder}/`]);
    expect(await site(id)).toMatchObject({ status: "failed", problem, staleSince: expect.any(String), documents: 3 });
    expect(await quotes("What is our narwhal policy?")).not.toEqual([]);
  }
  pages[`${folder}/`] = whole ?? "";
  await tick(id);
  expect(await site(id)).toMatchObject({ status: "done", problem: null, staleSince: null, documents: 3 });
});

test("a page that is no longer listed or that fails stays found and says so, and one that was archived stays so", async () => {
  const { id, folder } = await addSite(["ibex", "gnu", "eland"]);
  pages[`${folder}/`] = list(folder, ["gnu", "eland"]);
  delete pages[`${folder}/gnu`];
  const [eland] = await documents.rows(`select id from training_documents where url = '${folder}/eland'`);
  await documents.act("archive", String(eland?.id));
  asked = [];
  await tick(id);
  expect(asked).not.toContain(`${folder}/eland`);
  expect(await pagesOf(id)).toMatchObject([
    { url: `${folder}/eland`, status: "archived" },
    { url: `${folder}/gnu`, state: "searchable", remark: "The address answered with 404. Nothing was removed." },
    { url: `${folder}/ibex`, state: "searchable", remark: expect.stringContaining("no longer lists this page") },
  ]);
  expect(await site(id)).toMatchObject({ remark: "1 page no longer listed; nothing was removed." });
  for (const animal of ["ibex", "gnu"]) expect(await quotes(`What is our ${animal} policy?`), animal).not.toEqual([]);
});

test("a sitemap of sitemaps is read with its parts, as long as none is missing", async () => {
  const folder = `${base}${++sites}`;
  pages[`${folder}/sitemap.xml`] =
    `<sitemapindex><sitemap><loc>${folder}/a.xml</loc></sitemap><sitemap><loc>${folder}/b.xml</loc></sitemap></sitemapindex>`;
  pages[`${folder}/a.xml`] = `<urlset><url><loc>${folder}/quokka</loc></url></urlset>`;
  pages[`${folder}/quokka`] = article("quokka", "smile");
  const fields = { name: "Sitemap", url: `${folder}/sitemap.xml`, readEvery: "week" };
  const { id } = (await documents.send("POST", "/api/admin/training-sites", { fields })).json();
  await documents.work();
  expect(await site(id)).toMatchObject({ status: "failed", documents: 0 });
  pages[`${folder}/b.xml`] = `<urlset><url><loc>${folder}/quokka</loc></url></urlset>`;
  await tick(id);
  expect(await site(id)).toMatchObject({ status: "done", documents: 1 });
  expect(await quotes("What is our quokka policy?")).not.toEqual([]);
});

test("a site that was archived while its reading waited is read once it is restored", async () => {
  const { id, folder } = await addSite(["serval"], { every: "never" });
  const act = (name: string) =>
    documents.send("POST", `/api/admin/training-sites/acts/${name}`, { ids: [id], fields: {} });
  expect((await act("archive")).json().outcomes).toMatchObject([{ isDone: true }]);
  // As it stands when the reading had not begun: a site that is archived is not read.
  await documents.rows(`update training_sites set state = 'queued' where id = '${id}'`);
  pages[`${folder}/`] = list(folder, ["serval", "caracal"]);
  pages[`${folder}/caracal`] = article("caracal", "look away");
  expect((await act("restore")).json().outcomes).toMatchObject([{ isDone: true }]);
  await documents.work();
  expect(await site(id)).toMatchObject({ status: "done", documents: 2 });
});

test("sites of a tenant are hidden from another, and those of the platform answer everybody", async () => {
  const { id } = await addSite(["kudu"]);
  expect(
    (await documents.send("GET", `/api/admin/training-sites/rows/${id}`, undefined, otherManager)).statusCode,
  ).toBe(404);
  const acted = await documents.send(
    "POST",
    "/api/admin/training-sites/acts/archive",
    { ids: [id], fields: {} },
    otherManager,
  );
  expect(acted.json().outcomes).toMatchObject([{ isDone: false }]);
  await addSite(["bongo"], { headers: admin });
  expect(await quotes("What is our bongo policy?", otherManager)).not.toEqual([]);
  expect(await quotes("What is our kudu policy?", otherManager)).toEqual([]);
});
