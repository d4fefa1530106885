import type { SourceName } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { listMemberNames, selectOwnFields } from "../../metrics/index.ts";
import { selectEarlierLoads } from "../connections/run-store.ts";
import { listDimensions } from "../mapping/target-tables.ts";
import type { Knowledge } from "./choose-mapping.ts";

/** Reads what is known beside a file. */
export async function readKnowledge(
  context: Context,
  source: SourceName,
  connection: Knowledge["connection"],
): Promise<Knowledge> {
  return {
    connection,
    loads: await selectEarlierLoads(context, source),
    names: await listMemberNames(context, listDimensions(source)),
    ownFields: await selectOwnFields(context),
  };
}
