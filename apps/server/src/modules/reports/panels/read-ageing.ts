import type { Ageing, PanelForKind } from "@console/contracts";
import { ageBuckets, readStockAge } from "../../metrics/index.ts";
import { ask, askable, findUnknown, type PanelReading, type Reader } from "./ask.ts";

/** How long what is on hand has lain there, and what that is worth. */
export async function readAgeing(
  { stock, value }: PanelForKind<"ageing">,
  reader: Reader,
): Promise<PanelReading<"ageing">> {
  const { metrics, leftOut } = askable([stock, value], reader);
  const { context, metricState } = reader;
  if (metrics.length < 2) return { questions: [], noise: [], leftOut };
  const question = await ask(reader, { metrics: [value, stock], dimensions: ["warehouse"] });
  const { filters, time } = question.query;
  const unknown = findUnknown(question, value, reader);
  // How much there is of each age is not shown as worth nothing where its value is not known.
  if (unknown && question.answer.totals[stock] !== null)
    return { questions: [], noise: [], leftOut: [...leftOut, unknown] };
  return {
    questions: [question],
    noise: [],
    leftOut,
    ageing: toAgeing(await readStockAge(context, { filters, time }, metricState)),
  };
}

function toAgeing({ asOf, layers, unexplained, below }: Awaited<ReturnType<typeof readStockAge>>): Ageing {
  const sumHeld = (rows: readonly { quantity: number; value: number }[]) => ({
    quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
    value: rows.reduce((sum, { value }) => sum + value, 0),
  });
  const unaged = layers.filter(({ bucket }) => bucket < 0);
  return {
    asOf,
    unexplained,
    buckets: ageBuckets.map((from, index) => {
      const own = layers.filter(({ bucket }) => bucket === index);
      const members = [...new Set(own.map(({ warehouse }) => warehouse))];
      const next = ageBuckets[index + 1];
      return {
        from,
        to: next === undefined ? null : next - 1,
        ...sumHeld(own),
        warehouses: members.map((member) => ({
          member,
          ...sumHeld(own.filter(({ warehouse }) => warehouse === member)),
        })),
      };
    }),
    below: { items: unaged.reduce((sum, { items }) => sum + items, 0), ...sumHeld(unaged), lowest: below },
  };
}
