import { addDefined, type DemoRecord } from "./demo-record.ts";
import { hourMs, iso, type LocalDay, startOfDay } from "./local-day.ts";
import type { StockItem, StockProfile } from "./profiles/profile.ts";
import { SeededRandom } from "./seeded-random.ts";
import { itemDay, type Movement, reorderPoint, transferTarget } from "./stock-cycle.ts";

const stream = 4;
/** Local hours at which each kind of movement is booked: what comes in is booked before anything leaves. */
const hours: Record<Movement["type"], readonly [number, number]> = {
  Receipt: [6, 10],
  Return: [10, 10.5],
  Transfer: [10.5, 11],
  Adjustment: [11, 11.5],
  Issue: [11.5, 18],
};
const letters: Record<Movement["type"], string> = {
  Receipt: "r",
  Return: "b",
  Transfer: "t",
  Adjustment: "a",
  Issue: "i",
};

export function itemFields(item: StockItem): DemoRecord {
  const { name, category, supplier, abc } = item.product;
  return { warehouse: item.warehouse, product: name, category, supplier, bin_zone: item.binZone, abc_class: abc };
}

export function stockItems(profile: StockProfile, first: number, nowMs: number): DemoRecord[] {
  const listedMs = startOfDay(first) + 3 * hourMs;
  if (listedMs > nowMs) return [];
  return profile.items.map((item, place) => ({
    source_key: `si-${String(place + 1).padStart(3, "0")}`,
    ...itemFields(item),
    listed_at: iso(listedMs),
    reorder_point_milli: reorderPoint(item) * 1000,
    unit_cost_minor: item.product.costMinor,
    lead_time_days: item.leadDays,
  }));
}

/** What was moved on a day. */
export function stockMovements(profile: StockProfile, day: LocalDay): DemoRecord[] {
  const tenant = { seed: day.seed, first: day.first, profile };
  const records: DemoRecord[] = [];
  profile.items.forEach((item, place) => {
    let outgoing = 0;
    for (const movement of itemDay(tenant, place, day.number).movements) {
      const random = new SeededRandom(
        day.seed,
        stream,
        day.number,
        place,
        letters[movement.type].charCodeAt(0),
        outgoing,
      );
      outgoing += 1;
      const [from, to] = hours[movement.type];
      const isOut = movement.units < 0;
      const half = (to - from) / 2;
      const isTransfer = movement.type === "Transfer";
      const begin = isTransfer ? (isOut ? from : from + half) : from;
      const movedMs = day.startMs + random.between(begin, isTransfer ? begin + half : to) * hourMs;
      if (movedMs > day.nowMs) continue;
      const isReceipt = movement.type === "Receipt";
      const dockHours = random.wait(item.product.supplier === profile.slowSupplier ? 2.4 : 0.9, 4.5) + 0.2;
      const pair = isOut ? place : place - 1;
      const reference = isTransfer ? `TR-${day.text}-${pair}-${transferTarget(tenant, pair)}` : undefined;
      records.push(
        addDefined({
          source_key: `sm-${day.text}-${String(place + 1).padStart(3, "0")}${letters[movement.type]}${outgoing}`,
          ...itemFields(item),
          movement_type: movement.type,
          moved_at: iso(movedMs),
          quantity_milli: movement.units * 1000,
          value_minor: movement.units * item.product.costMinor,
          docked_at: isReceipt ? iso(movedMs - dockHours * hourMs) : undefined,
          stored_at: isReceipt ? iso(movedMs) : undefined,
          reason: movement.note,
          reference: isReceipt ? `PO-${day.number - 19_000}-${place + 1}` : reference,
        }),
      );
    }
  });
  return records;
}
