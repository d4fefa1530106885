import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { documentUploadLimits } from "@console/contracts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { defineJob, enqueue, type Job, type LongWork } from "../../../platform/jobs/define-job.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import type { DocumentSources } from "./document-sources.ts";
import { fetchPage, nextReading, takePage } from "./fetch-address.ts";
import { folderOf, listPages, mostPages } from "./list-pages.ts";
import { keepFound } from "./read-document-job.ts";
import {
  findSite,
  type SiteKey,
  type SitePage,
  type SiteRow,
  selectDueSites,
  selectSitePages,
  updateSite,
} from "./site-store.ts";
import { createDocument, findLack, writeFetched } from "./upload-documents.ts";

const readName = "documents.read-site";
const input = z.object({ site: z.string(), byClock: z.boolean() });

/** What one reading of a site may take; the pages that are left are the first of the next. */
type SiteLimits = { bytes: number; milliseconds: number };
const megabyte = 1024 ** 2;
const usualLimits: SiteLimits = { bytes: 300 * megabyte, milliseconds: 15 * 60_000 };
const mostListBytes = 10 * megabyte;
const mostLists = 20;
/** A list that names so much less than before has lost its pages. */
const shrunkenPart = 0.5;

/** Enqueues the reading of a site. */
export async function enqueueSite(
  context: Context,
  { tenantId, id }: SiteKey,
  { byClock }: { byClock: boolean },
): Promise<void> {
  await enqueue<typeof input>(
    { ...context, tenantId },
    { name: readName, attempts: 2 },
    { site: id, byClock },
    { key: `${readName}:${tenantId}:${id}` },
  );
}

/** Reads sites by hand and by the clock. */
export function siteJobs({ outbound }: Pick<DocumentSources, "outbound">, limits: SiteLimits = usualLimits): Job[] {
  return [
    defineJob({
      name: readName,
      logPart: "assistant",
      input,
      attempts: 2,
      runLong: (work, { site, byClock }) =>
        readSite(work, outbound, { tenantId: work.tenantId, id: site }, { byClock, limits }),
      giveUp: (context, { site }) =>
        endReading(context, { tenantId: context.tenantId, id: site }, null, {
          problem: "Reading was stopped by an error of ours. Read it again later.",
        }),
    }),
    defineJob({
      name: "documents.refresh-sites",
      logPart: "assistant",
      input: z.object({}),
      attempts: 1,
      schedule: "5,15,25,35,45,55 * * * *",
      run: refreshDue,
    }),
  ] as Job[];
}

/** Enqueues each site whose time has come. */
async function refreshDue(context: Context): Promise<void> {
  for (const key of await selectDueSites(context)) {
    const site = await findSite(context, key, true);
    if (!site) continue;
    await updateSite(context, key, { next_reading_at: nextReading(site.read_every, context.now) });
    await enqueueSite(context, key, { byClock: true });
  }
}

async function readSite(
  work: LongWork,
  outbound: Outbound,
  key: SiteKey,
  { byClock, limits }: { byClock: boolean; limits: SiteLimits },
): Promise<void> {
  const site = await work.inTenant(async (context) => {
    const row = await findSite(context, key, true);
    if (row?.status !== "active") return null;
    await updateSite(context, key, { state: "reading" });
    await publishSite(context, key);
    return row;
  });
  if (!site) return;
  const list = await readList(outbound, site.url, work.signal);
  if ("failure" in list) return work.inTenant((context) => endReading(context, key, site, { problem: list.failure }));
  if (byClock && site.listed !== null && list.pages.length < site.listed * shrunkenPart) {
    const problem = `The list now names only ${list.pages.length} of ${site.listed} pages. Nothing was removed or read. Check the address, then choose Read now.`;
    return work.inTenant((context) => endReading(context, key, site, { problem }));
  }
  const remarks = list.isCut ? [`It lists more than ${mostPages} pages; the first ${mostPages} are read.`] : [];
  remarks.push(...(await readPages(work, outbound, key, { ...list, limits })));
  await work.inTenant((context) => endReading(context, key, site, { listed: list.pages.length, remarks }));
}

type ListRead = { pages: string[]; isCut: boolean } | { failure: string };

/** All pages that a site lists, with those of the lists that its sitemap names. */
async function readList(outbound: Outbound, url: string, signal: AbortSignal): Promise<ListRead> {
  const folder = folderOf(url);
  const pages = new Set<string>();
  const waiting = [url];
  let isCut = false;
  for (let read = 0; read < mostLists; read++) {
    const next = waiting.shift();
    if (next === undefined) break;
    const fetched = await fetchPage(outbound, next, signal);
    // A part that is missing would look like pages that are gone.
    if ("failure" in fetched) return { failure: `${fetched.failure} Nothing was removed.` };
    if (fetched.content.length > mostListBytes)
      return { failure: `The list is larger than ${mostListBytes / megabyte} MB. Nothing was removed.` };
    const list = listPages(fetched.content.toString("utf8"), next, folder);
    for (const page of list.pages) pages.add(page);
    if (next === url) waiting.push(...list.lists);
    isCut ||= list.isCut || pages.size > mostPages;
  }
  if (pages.size === 0) return { failure: `The list names no page below ${folder}. Nothing was removed.` };
  return { pages: [...pages].slice(0, mostPages), isCut: isCut || waiting.length > 0 };
}

/** Reads the listed pages one after another, those first that were read longest ago; gives what is to be told of them. */
async function readPages(
  work: LongWork,
  outbound: Outbound,
  key: SiteKey,
  { pages, isCut, limits }: { pages: readonly string[]; isCut: boolean; limits: SiteLimits },
): Promise<string[]> {
  const known = await work.inTenant((context) => selectSitePages(context, key, pages));
  const byUrl = new Map(known.map((page) => [page.url, page]));
  const wanted = pages
    .map((url) => ({ url, page: byUrl.get(url) }))
    // What somebody has archived stays so, and an address of its own is read by its own clock.
    .filter(({ page }) => page === undefined || (page.status === "active" && page.site === key.id))
    .sort((a, b) => (a.page?.checkedAt?.getTime() ?? 0) - (b.page?.checkedAt?.getTime() ?? 0));
  const begun = performance.now();
  const failures: string[] = [];
  let bytes = 0;
  for (const [place, { url, page }] of wanted.entries()) {
    work.signal.throwIfAborted();
    if (bytes > limits.bytes || performance.now() - begun > limits.milliseconds) {
      const left = count(wanted.length - place, "page");
      failures.push(`Left for the next reading, to stay within the limits of one: ${left}.`);
      break;
    }
    const fetched = await fetchPage(outbound, url, work.signal);
    if (!("failure" in fetched)) bytes += fetched.content.length;
    if (page) await work.inTenant((context) => takePage(context, page, url, fetched, { byClock: true }));
    else {
      const problem = "failure" in fetched ? fetched.failure : await takeNew(work, key, url, fetched);
      if (problem !== null) failures.push(`${url}: ${problem}`);
    }
  }
  const listed = new Set(pages);
  const gone = isCut ? [] : known.filter((page) => page.site === key.id && !listed.has(page.url));
  await markGone(work, gone);
  return tell(failures, gone.length);
}

/** Makes a document of a page that was not known; gives why it could not be made. */
async function takeNew(
  work: LongWork,
  key: SiteKey,
  url: string,
  { content, fileName }: { content: Buffer; fileName: string },
): Promise<string | null> {
  if (content.length > documentUploadLimits.megabytes * megabyte)
    return `It is larger than ${documentUploadLimits.megabytes} MB.`;
  return work.inTenant(async (context) => {
    const lack = await findLack(context, key.tenantId, content.length);
    if (lack) return lack;
    const file = await writeFetched(path.join(context.config.dataDir, "uploads"), content);
    try {
      const hash = createHash("sha256").update(content).digest("hex");
      const added = { fileName, bytes: content.length, hash, path: file, origin: "fetched" as const };
      const named = { kind: "address" as const, url, name: nameFor(url, content), site: key.id };
      await createDocument(context, key.tenantId, named, added);
    } finally {
      await rm(file, { force: true });
    }
    return null;
  });
}

/** What a page is called: its title, else the end of its address. */
function nameFor(url: string, content: Buffer): string {
  const [, title = ""] =
    /<title[^<>]{0,200}>([^<>]{1,300})<\/title/i.exec(content.subarray(0, 65_536).toString("utf8")) ?? [];
  const plain = title.replaceAll(/&\w{1,8};|[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  if (plain !== "") return plain.slice(0, 200);
  const last = new URL(url).pathname.split("/").filter(Boolean).at(-1) ?? url;
  const words = decodePart(last)
    .replace(/\.\w{1,5}$/, "")
    .replaceAll(/[-_\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return words.slice(0, 200) || url.slice(0, 200);
}

/** A part of an address as it is read; one that is encoded wrongly stays as it is. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Pages that are no longer listed stay found, and say so. */
async function markGone(work: LongWork, gone: readonly SitePage[]): Promise<void> {
  for (const { tenantId, id, status } of gone) {
    if (status !== "active") continue;
    await work.inTenant((context) =>
      keepFound(
        context,
        { tenantId, id },
        "Its site no longer lists this page. Nothing was removed: archive it if it no longer holds.",
      ),
    );
  }
}

const mostTold = 5;

function tell(failures: readonly string[], gone: number): string[] {
  const told = failures.slice(0, mostTold);
  if (failures.length > mostTold) told.push(`${count(failures.length - mostTold, "more problem")}.`);
  if (gone > 0) told.push(`${count(gone, "page")} no longer listed; nothing was removed.`);
  return told;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

type Outcome = { problem: string } | { listed: number; remarks: readonly string[] };

async function endReading(context: Context, key: SiteKey, site: SiteRow | null, outcome: Outcome): Promise<void> {
  const since = site?.unconfirmed_since ?? context.now;
  await updateSite(context, key, {
    checked_at: context.now,
    ...("problem" in outcome
      ? { state: "failed", problem: outcome.problem, unconfirmed_since: since }
      : {
          state: "done",
          problem: null,
          unconfirmed_since: null,
          listed: outcome.listed,
          remark: outcome.remarks.join("\n") || null,
        }),
  });
  await publishSite(context, key);
}

async function publishSite(context: Context, { id }: SiteKey): Promise<void> {
  await publishEvent(context, { type: "entity.changed", data: { entity: "training-sites", id } });
}
