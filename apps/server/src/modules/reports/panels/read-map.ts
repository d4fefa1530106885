import type { PanelForKind } from "@console/contracts";
import { formatCount } from "@console/figures";
import { type Location, readCentres, readLocations } from "../../metrics/index.ts";
import { outlinesAround } from "../map/outlines.ts";
import { ask, askable, type LeftOut, type PanelReading, type Question, type Reader } from "./ask.ts";

/** Where the rows behind a metric lie, told apart by a dimension, with the coasts and the names around them. */
export async function readMap(
  { metric, by, labels }: PanelForKind<"map">,
  reader: Reader,
): Promise<PanelReading<"map">> {
  const { metrics, leftOut } = askable([metric], reader);
  if (metrics.length === 0) return { questions: [], noise: [], leftOut };
  const question = await ask(reader, { metrics, dimensions: [by], limit: 50 });
  const { filters, time, basis } = question.query;
  const place = { metric, filters, time, ...(basis ? { basis } : {}) };
  const places = await readLocations(reader.context, { ...place, by });
  return {
    questions: [question],
    noise: [],
    leftOut: [...leftOut, ...tellUnplaced(question, metric, places)],
    places,
    ...outlinesAround(places),
    ...(labels ? { labels: await readCentres(reader.context, { ...place, by: labels }) } : {}),
  };
}

/** How many are not on the map, because nobody knows where they were or there are too many places. */
function tellUnplaced({ answer }: Question, metric: string, places: readonly Location[]): LeftOut[] {
  const all = Number(answer.totals[metric] ?? 0);
  const missing = all - places.reduce((sum, { value }) => sum + value, 0);
  if (missing <= 0) return [];
  return [{ name: "Places", reason: `${formatCount(missing)} of ${formatCount(all)} have no place on the map.` }];
}
