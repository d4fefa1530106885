import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue, type Job, type LongWork } from "../../../platform/jobs/define-job.ts";
import { OutboundFailure } from "../../../platform/outbound/outbound-failure.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import type { DocumentSources } from "./document-sources.ts";
import {
  type DocumentKey,
  type DocumentRow,
  findDocument,
  type ReadEvery,
  selectDue,
  selectVersions,
  updateDocument,
} from "./document-store.ts";
import { keepFound, publishDocument } from "./read-document-job.ts";
import { addVersion, writeFetched } from "./upload-documents.ts";

const fetchName = "documents.fetch";
const input = z.object({ document: z.string(), byClock: z.boolean() });
const dayMs = 86_400_000;
const days: Readonly<Record<ReadEvery, number | null>> = { never: null, day: 1, week: 7, month: 30 };

/** When an address is read the next time. */
export function nextReading(every: ReadEvery, now: Date): Date | null {
  const step = days[every];
  return step === null ? null : new Date(now.getTime() + step * dayMs);
}

/** Enqueues the reading of an address. */
export async function enqueueFetch(
  context: Context,
  { tenantId, id }: DocumentKey,
  { byClock }: { byClock: boolean },
): Promise<void> {
  await enqueue<typeof input>(
    { ...context, tenantId },
    { name: fetchName, attempts: 3 },
    { document: id, byClock },
    { key: `${fetchName}:${tenantId}:${id}` },
  );
}

/** Fetches what an address gives, through the one door to the outside, and has it read where it is new. */
export function fetchJobs(sources: Pick<DocumentSources, "outbound">): Job[] {
  return [
    defineJob({
      name: fetchName,
      logPart: "assistant",
      input,
      attempts: 3,
      runLong: (work, { document, byClock }) =>
        fetchAddress(work, sources.outbound, { tenantId: work.tenantId, id: document }, byClock),
    }),
    defineJob({
      name: "documents.refresh",
      logPart: "assistant",
      input: z.object({}),
      attempts: 1,
      schedule: "*/10 * * * *",
      run: refreshDue,
    }),
  ] as Job[];
}

/** Enqueues each address whose time has come. */
async function refreshDue(context: Context): Promise<void> {
  for (const key of await selectDue(context)) {
    const document = await findDocument(context, key, true);
    if (!document) continue;
    await updateDocument(context, key, { next_reading_at: nextReading(document.read_every, context.now) });
    await enqueueFetch(context, key, { byClock: true });
  }
}

/** What an address gave, or why it gave nothing. */
type Fetched = { content: Buffer; fileName: string } | { failure: string };

async function fetchAddress(work: LongWork, outbound: Outbound, key: DocumentKey, byClock: boolean): Promise<void> {
  const document = await work.inTenant((context) => findDocument(context, key));
  if (document?.status !== "active" || document.url === null) return;
  const { url } = document;
  const fetched = await fetchPage(outbound, url, work.signal);
  await work.inTenant((context) => takePage(context, key, url, fetched, { byClock }));
}

/** Takes over what the address of a document gave. */
export async function takePage(
  context: Context,
  key: DocumentKey,
  url: string,
  fetched: Fetched,
  { byClock }: { byClock: boolean },
): Promise<void> {
  const now = await findDocument(context, key, true);
  if (!now || now.url !== url) return;
  // Somebody has cancelled it meanwhile.
  if (!byClock && now.state !== "queued") return;
  await updateDocument(context, key, { checked_at: context.now });
  if ("failure" in fetched) return keepFound(context, key, `${fetched.failure} Nothing was removed.`);
  await takeFetched(context, key, now, { ...fetched, byClock });
}

async function takeFetched(
  context: Context,
  key: DocumentKey,
  document: DocumentRow,
  { content, fileName, byClock }: { content: Buffer; fileName: string; byClock: boolean },
): Promise<void> {
  const hash = createHash("sha256").update(content).digest("hex");
  const found = (await selectVersions(context, key)).find(({ number }) => number === document.found_version);
  if (found?.hash === hash) {
    await updateDocument(context, key, { state: "searchable", unconfirmed_since: null, remark: null, problem: null });
    return publishDocument(context, key.id);
  }
  const file = await writeFetched(path.join(context.config.dataDir, "uploads"), content);
  try {
    const origin = byClock && document.found_version !== null ? ("scheduled" as const) : ("fetched" as const);
    const added = { fileName, bytes: content.length, hash, path: file, origin };
    await addVersion(context, key, document.latest_version + 1, added);
  } finally {
    await rm(file, { force: true });
  }
}

/** Fetches what an address gives, through the one door to the outside. */
export async function fetchPage(outbound: Outbound, url: string, signal: AbortSignal): Promise<Fetched> {
  try {
    const accept = "text/html,application/pdf,text/plain,text/markdown,text/csv,*/*;q=0.1";
    const { status, headers, body } = await outbound(url, { headers: { accept }, signal });
    if (status !== 200) return { failure: `The address answered with ${status}.` };
    if (body.length === 0) return { failure: "The address gave an empty page." };
    return { content: body, fileName: nameFor(url, String(headers["content-type"] ?? "")) };
  } catch (error) {
    if (error instanceof OutboundFailure) return { failure: error.message };
    throw error;
  }
}

const endings: readonly [RegExp, string][] = [
  [/pdf/, "pdf"],
  [/wordprocessingml/, "docx"],
  [/spreadsheetml/, "xlsx"],
  [/csv/, "csv"],
  [/markdown/, "md"],
  [/html/, "html"],
  [/text\/plain/, "txt"],
];

/** A name whose ending says what came, whatever the address is called. */
function nameFor(url: string, type: string): string {
  const last = decodeURIComponent(new URL(url).pathname.split("/").at(-1) ?? "").replaceAll(/[^\p{L}\p{N}._ -]/gu, "");
  const ending = endings.find(([pattern]) => pattern.test(type))?.[1];
  if (ending === undefined) return last.includes(".") ? last : `${last || "page"}.html`;
  return `${last.replace(/\.\w{1,5}$/, "") || new URL(url).hostname}.${ending}`;
}
