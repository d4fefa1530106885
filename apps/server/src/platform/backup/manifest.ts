import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { isSameText } from "../crypto/same-text.ts";
import type { InstallationKey } from "../crypto/secret-key.ts";
import { StartupProblem } from "../startup-problem.ts";

const manifestFile = "manifest.json";

/** A file of a backup, and what its content must be. */
const storedFile = z.object({
  /** Its place in the folder of the backup. */
  file: z.string().regex(/^[\w-]+\/[\w.-]+(?:\/[\w.-]+)?$/),
  /** Its size as it lies there, compressed, and the checksum of that. */
  bytes: z.number(),
  checksum: z.string(),
  /** The size of what is in it. */
  contentBytes: z.number(),
});

const storedTable = storedFile.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** The same for the same rows in any order. */
  rowsDigest: z.string(),
});

const partition = z.object({
  schema: z.string(),
  name: z.string(),
  parentSchema: z.string(),
  parent: z.string(),
  /** As PostgreSQL writes it, such as `FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`. */
  bound: z.string(),
  /** How it is divided itself; null where it holds rows. */
  dividedBy: z.string().nullable(),
  /** Whether it forces row-level security itself, as one does that is read by its own name. */
  isWalled: z.boolean(),
});

const manifest = z.object({
  format: z.literal(1),
  /** The instant whose rows it holds. */
  madeAt: z.iso.datetime(),
  /** Tells which key opens its secrets, without giving the key away. */
  keyId: z.string(),
  server: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The number of the last migration of the queue's own tables. */
  queueMigration: z.number(),
  tables: z.array(storedTable),
  partitions: z.array(partition),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string(), isUsed: z.boolean() })),
  /** Files of the data folder. */
  files: z.array(storedFile.extend({ path: z.string().regex(/^[\w-]+\/(?!\.)[\w.-]+$/) })),
  /** Tables whose rows are left out on purpose. */
  leftOut: z.array(z.string()),
});

export type StoredFile = z.infer<typeof storedFile>;
export type StoredTable = z.infer<typeof storedTable>;
export type Partition = z.infer<typeof partition>;
export type Manifest = z.infer<typeof manifest>;

/** What a backup holds, as the last file of it, signed with the key of the installation. */
export function writeManifest(content: Manifest, key: InstallationKey): { name: string; text: string } {
  const text = JSON.stringify(manifest.parse(content));
  return { name: manifestFile, text: `${JSON.stringify({ manifest: text, signature: sign(text, key) })}\n` };
}

const envelope = z.object({ manifest: z.string(), signature: z.string() });

/** Reads what a backup holds. Another key is told by its fingerprint before anything else is believed. */
export async function readManifest(folder: string, key: InstallationKey): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartupProblem(
      error.code === "ENOENT"
        ? `There is no whole backup in ${folder}: ${manifestFile} is missing.`
        : `The backup in ${folder} cannot be read: ${error.message}.`,
    );
  });
  const outer = envelope.safeParse(parseJson(text));
  const inner = manifest.safeParse(outer.success ? parseJson(outer.data.manifest) : null);
  if (!outer.success || !inner.success) {
    throw new StartupProblem(`${manifestFile} in ${folder} is torn, or was made by a newer version.`);
  }
  if (inner.data.keyId !== key.id) {
    throw new StartupProblem(
      `The backup was made under another SECRET_KEY: its fingerprint is ${inner.data.keyId}, and that of this ` +
        `installation is ${key.id}. Set SECRET_KEY, or put secret.key into DATA_DIR, as it was then.`,
    );
  }
  if (!isSameText(outer.data.signature, sign(outer.data.manifest, key))) {
    throw new StartupProblem(`${manifestFile} in ${folder} was changed after the backup was made.`);
  }
  return inner.data;
}

function sign(text: string, key: InstallationKey): string {
  return createHmac("sha256", key.derive("backup")).update(text).digest("hex");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
