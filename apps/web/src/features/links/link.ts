import type { EntityRow, LinkKind } from "@console/contracts";
import type { KeyOwner } from "../../blocks/keys/key-owner.ts";
import { listTexts } from "../../blocks/resource-form/form-values.ts";
import { callApi } from "../../lib/api.ts";

/** A public link, as far as its page speaks of it. */
export type Link = {
  id: string;
  label: string;
  kind: LinkKind;
  status: string;
  /** The number in its address. */
  tookanId: string;
  /** Whose deliveries it shows. */
  client: string;
  canExport: boolean;
  /** The pages that may frame it. */
  origins: readonly string[];
  expiresAt: string | null;
  /** When the earlier of two keys ends. */
  keyEndsAt: string | null;
};

/** The link that a row holds. */
export function toLink(row: EntityRow): Link {
  const text = (name: string) => (typeof row[name] === "string" ? row[name] : null);
  return {
    id: String(row.id),
    label: text("label") ?? "",
    kind: row.kind as LinkKind,
    status: text("status") ?? "",
    tookanId: text("tookanId") ?? "",
    client: text("clientName") ?? text("client") ?? "",
    canExport: row.canExport === true,
    origins: listTexts(row.origins),
    expiresAt: text("expiresAt"),
    keyEndsAt: text("keyEndsAt"),
  };
}

/** Whether it is opened with a key or a secret, and not by its bare address. */
export function hasKey({ kind }: Pick<Link, "kind">): boolean {
  return kind === "key" || kind === "signed";
}

/** What its key is called. */
export function keyWord({ kind }: Pick<Link, "kind">): "key" | "secret" {
  return kind === "signed" ? "secret" : "key";
}

/** The link as the owner of its keys. */
export function keyOwner(link: Pick<Link, "id" | "label" | "kind">): KeyOwner {
  return { id: link.id, name: link.label, one: "link", word: keyWord(link) };
}

/** Gives a link a new key. */
export function issueLinkKey(request: { id: string; overlapHours: number }) {
  return callApi("issueLinkKey", request);
}
