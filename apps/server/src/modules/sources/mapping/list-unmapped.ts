import type { listUnmapped as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { listMembersBefore, nearestNames } from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { readPageCursor, toPage } from "../connections/page-cursor.ts";
import { selectValues } from "../connections/reject-store.ts";
import { requireTable } from "./target-tables.ts";

/** Values of a source that the mapping does not know, the most frequent first. */
export async function listUnmapped(
  context: Context,
  { connection, cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  return pageUnmapped(context, await requireConnection(context, connection), { seenSince: null, cursor, limit });
}

/** A page of the values of a connection that the mapping does not know; where asked, those that came since an instant. */
export async function pageUnmapped(
  context: Context,
  { id: connection, source, mapping }: Pick<Connection, "id" | "source" | "mapping">,
  { seenSince, cursor, limit }: { seenSince: Date | null; cursor?: string | undefined; limit: number },
): Promise<RouteOutput<typeof contract>> {
  const optionsFor = await readOptions(context, source, mapping.fact);
  const offset = readPageCursor(cursor) ?? 0;
  const rows = await selectValues(context, { connection, seenSince, offset, limit: limit + 1 });
  const { items, next } = toPage(rows, limit, () => offset + limit);
  return {
    items: await Promise.all(
      items.map(async ({ field, value, seen, first_seen_at, last_seen_at }) => {
        const { isName, names } = await optionsFor(field);
        const nearest = nearestNames(value, names, mostNear);
        return {
          field,
          value,
          seen: Number(seen),
          firstSeenAt: first_seen_at.toISOString(),
          lastSeenAt: last_seen_at.toISOString(),
          isName,
          options: [...nearest, ...names.filter((name) => !nearest.includes(name))].slice(0, mostOptions),
        };
      }),
    ),
    next,
  };
}

const mostNear = 3;
const mostOptions = 200;

type Options = { isName: boolean; names: string[] };

/** Reads what the values of a field may stand for, each field once. */
async function readOptions(
  context: Context,
  source: Connection["source"],
  fact: unknown,
): Promise<(field: string) => Promise<Options>> {
  const table = typeof fact === "string" ? requireTable(source, fact) : null;
  const cached = new Map<string, Promise<Options>>();
  const read = async (field: string): Promise<Options> => {
    const column = table?.columns[field];
    const { type = "text" } = column ?? {};
    if (type === "flag") return { isName: false, names: ["yes", "no"] };
    if (typeof type !== "object") return { isName: false, names: [] };
    if ("fixed" in type) return { isName: false, names: [...type.fixed] };
    const members = await listMembersBefore(context, type.member, context.now);
    return { isName: true, names: members.map(({ name }) => name) };
  };
  return (field) => {
    const options = cached.get(field) ?? read(field);
    cached.set(field, options);
    return options;
  };
}
