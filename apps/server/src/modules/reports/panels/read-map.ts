import type { PanelForKind } from "@console/contracts";
import { readLocations } from "../../metrics/index.ts";
import { outlinesAround } from "../map/outlines.ts";
import { ask, askable, type PanelReading, type Reader } from "./ask.ts";

/** Where the rows behind a metric lie, told apart by a dimension, with the coasts around them. */
export async function readMap({ metric, by }: PanelForKind<"map">, reader: Reader): Promise<PanelReading<"map">> {
  const { metrics, leftOut } = askable([metric], reader);
  if (metrics.length === 0) return { questions: [], noise: [], leftOut };
  const question = await ask(reader, { metrics, dimensions: [by], limit: 50 });
  const { filters, time, basis } = question.query;
  const locations = await readLocations(reader.context, { metric, by, filters, time, ...(basis ? { basis } : {}) });
  return { questions: [question], noise: [], leftOut, places: locations, outlines: outlinesAround(locations) };
}
