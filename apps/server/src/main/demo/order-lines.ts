import { addDefined, type DemoRecord } from "./demo-record.ts";
import { friday, hourMs, iso, isoUntil, type LocalDay, tide } from "./local-day.ts";
import type { StockProfile } from "./profiles/profile.ts";
import { SeededRandom } from "./seeded-random.ts";
import { itemFields } from "./stock-movements.ts";

const stream = 5;

/** The lines ordered from the warehouse on a day. */
export function orderLines(profile: StockProfile, day: LocalDay): DemoRecord[] {
  const random = new SeededRandom(day.seed, stream, day.number);
  const weekday = day.weekday === friday ? 0.35 : 1.1;
  const count = random.count(profile.orderLinesPerDay * weekday * tide(day.number));
  const items = profile.items.filter(({ story }) => story !== "slow");
  const weights = items.map(({ issueShare }) => issueShare);
  const records: DemoRecord[] = [];
  for (let number = 1, order = 0; number <= count; order += 1) {
    const ofOrder = new SeededRandom(day.seed, stream, day.number, order + 1);
    const last = Math.min(count, number + ofOrder.place([3, 3, 2, 1]));
    const orderedMs = day.startMs + ofOrder.between(7, 18) * hourMs;
    const pickedMs = orderedMs + (0.4 + ofOrder.wait(2.2, 14)) * hourMs;
    const shippedMs = pickedMs + (0.3 + ofOrder.wait(5, 30)) * hourMs;
    for (; number <= last; number += 1) {
      const item = items[ofOrder.place(weights)];
      const ordered = ofOrder.whole(1, Math.max(2, Math.round((item?.issueUnits ?? 2) / 2)));
      const fate = ofOrder.next() + (item?.story === "stock-out" ? 0.4 : 0);
      const shipped = fate < 0.93 ? ordered : fate < 0.975 ? Math.floor(ordered * 0.6) : 0;
      const isRight = ofOrder.chance(0.982);
      if (item === undefined || orderedMs > day.nowMs) continue;
      const isShipped = shipped > 0 && shippedMs <= day.nowMs;
      records.push(
        addDefined({
          source_key: `ol-${day.text}-${String(number).padStart(3, "0")}`,
          ...itemFields(item),
          order_reference: `WO-${day.number - 19_000}-${String(order + 1).padStart(3, "0")}`,
          ordered_at: iso(orderedMs),
          ordered_milli: ordered * 1000,
          picked_at: shipped > 0 ? isoUntil(pickedMs, day.nowMs) : undefined,
          shipped_at: isShipped ? iso(shippedMs) : undefined,
          shipped_milli: isShipped ? shipped * 1000 : undefined,
          is_picked_right: shipped > 0 && pickedMs <= day.nowMs ? isRight : undefined,
        }),
      );
    }
  }
  return records;
}
