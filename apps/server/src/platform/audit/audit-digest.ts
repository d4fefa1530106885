import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { SealedSecrets } from "../crypto/sealed-secrets.ts";
import type { ChainStatus } from "./verify-audit.ts";

const status = z.object({ seq: z.number(), mark: z.string(), unsealed: z.number(), unsealedPrint: z.string() });
const digestFile = z.object({
  at: z.iso.datetime(),
  /** The fingerprint of the digest before, so that none can be taken out of the middle. */
  previous: z.string().nullable(),
  chains: z.array(z.tuple([z.string(), status])),
  fingerprint: z.string(),
});

/** How all chains stood at an instant, signed with the key of the installation. */
export type AuditDigest = { at: string; chains: ReadonlyMap<string, ChainStatus>; fingerprint: string };

/** What digests are of: where they lie, and what they are signed for. */
export type DigestSeries = { folder: string; purpose: string };
export const auditDigests: DigestSeries = { folder: "audit", purpose: "audit.digest" };

/** Digests lie outside the database: whoever has that alone cannot mend them. */
const digestFolder = (dataDir: string, { folder }: DigestSeries) => path.join(dataDir, folder);
const fileName = /^\d{8}\.json$/;

/** What the file of digests says: its last one, how many there are, and what is wrong with it. */
export type DigestHistory = {
  last: AuditDigest | null;
  fingerprints: ReadonlySet<string>;
  problems: string[];
};

type Hasher = Pick<SealedSecrets, "hmac">;

/** Reads all digests and checks that each is as it was signed and follows the one before. */
export async function readDigests(
  secrets: Hasher,
  dataDir: string,
  series: DigestSeries = auditDigests,
): Promise<DigestHistory> {
  const fingerprints = new Set<string>();
  const problems: string[] = [];
  let last: AuditDigest | null = null;
  for (const name of await listFiles(dataDir, series)) {
    const digest = readDigest(secrets, series, await readFile(path.join(digestFolder(dataDir, series), name), "utf8"));
    if (!digest) {
      problems.push(`The digest ${name} is not as it was signed.`);
      continue;
    }
    if (digest.previous !== (last?.fingerprint ?? null)) problems.push(`A digest before that of ${digest.at} is gone.`);
    last = { at: digest.at, chains: new Map(digest.chains), fingerprint: digest.fingerprint };
    fingerprints.add(digest.fingerprint);
  }
  return { last, fingerprints, problems };
}

async function listFiles(dataDir: string, series: DigestSeries): Promise<string[]> {
  const names = await readdir(digestFolder(dataDir, series)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => fileName.test(name)).sort();
}

function readDigest(secrets: Hasher, series: DigestSeries, text: string) {
  const parsed = digestFile.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { fingerprint, ...content } = parsed.data;
  return fingerprint === fingerprintDigest(secrets, series, content) ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Signs how the chains stand and keeps it in a file, on the disk before anything else is said of it. */
export async function appendDigest(
  secrets: Hasher,
  dataDir: string,
  { at, previous, chains }: { at: string; previous: string | null; chains: ReadonlyMap<string, ChainStatus> },
  series: DigestSeries = auditDigests,
): Promise<AuditDigest> {
  const content = { at, previous, chains: [...chains] };
  const fingerprint = fingerprintDigest(secrets, series, content);
  const folder = digestFolder(dataDir, series);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const number = Number.parseInt((await listFiles(dataDir, series)).at(-1) ?? "0", 10) + 1;
  const file = path.join(folder, `${String(number).padStart(8, "0")}.json`);
  // Half a file would look like one that was meddled with.
  const draft = await open(`${file}.draft`, "w", 0o600);
  try {
    await draft.write(`${JSON.stringify({ ...content, fingerprint })}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  await rename(`${file}.draft`, file);
  return { at, chains, fingerprint };
}

type Content = Omit<z.output<typeof digestFile>, "fingerprint">;

function fingerprintDigest(secrets: Hasher, { purpose }: DigestSeries, { at, previous, chains }: Content): string {
  const content = chains.map(([id, { seq, mark, unsealed, unsealedPrint }]) => [
    id,
    seq,
    mark,
    unsealed,
    unsealedPrint,
  ]);
  return secrets.hmac(purpose, JSON.stringify([at, previous, content]));
}
