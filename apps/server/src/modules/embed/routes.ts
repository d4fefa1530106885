import { routes } from "@console/contracts";
import { type Platform, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { type Endpoint, handle, handleDirectly, handleFile } from "../../platform/http/endpoint.ts";
import type { PasswordHasher } from "../identity/index.ts";
import type { LinkUse } from "./count-use.ts";
import { readLinkScope } from "./link-actor.ts";
import { selectOrigins } from "./link-store.ts";
import { issueLinkKey, previewLink, readLinkUse } from "./manage-keys.ts";
import { openEmbedSession, resumeEmbedSession } from "./open-session.ts";
import { exportEmbed, getEmbedReport, listEmbedRows, readEmbedPanel } from "./read-embedded.ts";

/** The endpoints of embedded reports, and of the keys that open them. */
export function embedRoutes(parts: { database: Database; passwords: PasswordHasher; use: LinkUse }): Endpoint[] {
  return [
    handleDirectly(routes.openEmbedSession, (context, input, exchange) =>
      openEmbedSession(context, input, parts, exchange),
    ),
    handleDirectly(routes.resumeEmbedSession, (context, input, exchange) =>
      resumeEmbedSession(context, input, parts, exchange),
    ),
    handleDirectly(routes.getEmbedStanding, async ({ actor }) => ({
      version: readLinkScope(actor)?.version ?? "",
    })),
    handle(routes.getEmbedReport, getEmbedReport),
    handle(routes.readEmbedPanel, readEmbedPanel, "snapshot"),
    handle(routes.listEmbedRows, listEmbedRows, "snapshot"),
    handleFile(routes.exportEmbed, exportEmbed),
    handle(routes.issueLinkKey, issueLinkKey),
    handle(routes.previewLink, previewLink),
    handle(routes.readLinkUse, readLinkUse),
  ];
}

/** Tells which pages may frame the embedded report at an address; none where nothing is open there. */
export function createFramers({ database, clock }: Pick<Platform, "database" | "clock">) {
  return async (address: URL): Promise<string[]> => {
    const pathId = /^\/laiqkan\/([^/]+)\/?$/i.exec(address.pathname)?.[1];
    const tookanId = pathId === undefined ? address.searchParams.get("client") : decoded(pathId);
    if (!tookanId || tookanId.length > 100 || tookanId.includes("\0")) return [];
    return database.inTenant(platformTenant, (db) => selectOrigins({ db }, tookanId, clock()));
  };
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
