import { rm } from "node:fs/promises";
import path from "node:path";
import type { Context } from "../../../platform/context.ts";
import { hasDocument } from "./document-store.ts";
import { createDocument, hashFile, writeFetched } from "./upload-documents.ts";

/** A document that comes with the demo. */
export type SeededDocument = { tenantId: string; name: string; fileName: string; text: string };

/** Adds documents as if somebody had uploaded them; one that was there once is not added again. */
export async function seedDocuments(context: Context, documents: readonly SeededDocument[]): Promise<void> {
  for (const { tenantId, name, fileName, text } of documents) {
    if (await hasDocument(context, tenantId, name)) continue;
    const content = Buffer.from(text);
    const file = await writeFetched(path.join(context.config.dataDir, "uploads"), content);
    try {
      const added = {
        fileName,
        bytes: content.length,
        hash: await hashFile(file),
        path: file,
        origin: "sent" as const,
      };
      await createDocument(context, tenantId, { kind: "file", url: null, name }, added);
    } finally {
      await rm(file, { force: true });
    }
  }
}
