import { friday, isWorkday, tide, weekdayNumber } from "./local-day.ts";
import type { StockItem, StockProfile } from "./profiles/profile.ts";
import { SeededRandom } from "./seeded-random.ts";

const stream = 2;
const transferStream = 3;
/** A slow item sold for a while after it was listed, and never since. */
const slowAfterDays = 45;

export type Movement = {
  type: "Receipt" | "Issue" | "Transfer" | "Adjustment" | "Return";
  units: number;
  note?: string;
};

/** What of an item moves on a day. */
export type ItemDay = { movements: readonly Movement[]; closing: number };

type Tenant = { seed: number; first: number; profile: StockProfile };

/**
 * Stock runs in cycles: a receipt fills the item up to its level, issues draw it down, and the next receipt brings what
 * the cycle has taken. So a day needs only its own cycle and the one before.
 */
export function itemDay(tenant: Tenant, place: number, day: number): ItemDay {
  const item = tenant.profile.items[place];
  if (item === undefined || day < tenant.first) return { movements: [], closing: 0 };
  const start = cycleStart(tenant, item, place, day);
  let stock = level(item);
  let today: Movement[] = [];
  for (let each = start; each <= day; each += 1) {
    today = makeDraws(tenant, item, place, each, stock);
    for (const movement of today) stock += movement.units;
  }
  if (day !== start) return { movements: today, closing: stock };
  const before = start === tenant.first ? 0 : itemDay(tenant, place, start - 1).closing;
  const received = level(item) - before;
  const note = start === tenant.first ? "Opening stock" : undefined;
  const receipt: Movement = { type: "Receipt", units: received, ...(note !== undefined && { note }) };
  return { movements: received > 0 ? [receipt, ...today] : today, closing: stock };
}

function perDay(item: StockItem): number {
  return item.issueUnits * item.issueShare;
}

/** What an item holds after a receipt. The item of the stock-out story is ordered far too scarcely. */
function level(item: StockItem): number {
  const cover = item.story === "stock-out" ? 0.32 : 1.45;
  return Math.ceil(perDay(item) * item.cycleDays * cover + item.issueUnits);
}

export function reorderPoint(item: StockItem): number {
  return Math.ceil(perDay(item) * item.leadDays * 1.3);
}

/** The first day of the cycle in which a day lies; cycles of the items are shifted against each other. */
function cycleStart(tenant: Tenant, item: StockItem, place: number, day: number): number {
  const shift = (place * 5 + (item.story === "stock-out" ? place * 6 : 0)) % item.cycleDays;
  const start = day - ((((day - tenant.first - shift) % item.cycleDays) + item.cycleDays) % item.cycleDays);
  return Math.max(tenant.first, start);
}

/** What leaves and comes back on a day, in the order of the day; nobody can take more than there is. */
function makeDraws(tenant: Tenant, item: StockItem, place: number, day: number, opening: number): Movement[] {
  const movements: Movement[] = [];
  let stock = opening;
  const move = (type: Movement["type"], units: number, note?: string) => {
    if (units === 0) return;
    stock += units;
    movements.push(note === undefined ? { type, units } : { type, units, note });
  };
  const isSlow = item.story === "slow";
  if (isSlow && day > tenant.first + slowAfterDays) return movements;
  const random = new SeededRandom(tenant.seed, stream, day, place);
  const isRich = stock > level(item) * 0.5;
  if (random.chance(0.03)) move("Return", random.whole(1, Math.max(1, Math.round(item.issueUnits / 4))));
  const incoming = transferInto(tenant, place, day);
  if (incoming > 0) move("Transfer", incoming);
  const outgoing = makeTransferOut(tenant, place, day);
  if (outgoing > 0) move("Transfer", -outgoing);
  const mishap = random.next();
  const few = random.whole(1, Math.max(1, Math.round(item.issueUnits / 6)));
  if (mishap < 0.012) move("Adjustment", -Math.min(few, stock), "damaged");
  else if (mishap < 0.019) move("Adjustment", -Math.min(few, stock), "lost");
  else if (mishap < 0.026) move("Adjustment", mishap < 0.0235 ? -Math.min(few, stock) : few, "miscounted");
  if (random.chance(dailyShare(item, day)) && (isRich || !isSlow)) {
    const demand = Math.max(1, Math.round(item.issueUnits * tide(day) * random.between(0.5, 1.4)));
    move("Issue", -Math.min(demand, Math.max(0, stock)));
  }
  return movements;
}

function dailyShare(item: StockItem, day: number): number {
  if (weekdayNumber(day) === friday) return item.issueShare * 0.3;
  return Math.min(1, item.issueShare * (isWorkday(day) ? 1.15 : 0.95));
}

/** Units sent away on a day, always early in the sender's cycle, when there is enough. */
export function makeTransferOut(tenant: Tenant, place: number, day: number): number {
  const item = tenant.profile.items[place];
  if (item === undefined || item.story !== undefined || transferTarget(tenant, place) === undefined) return 0;
  const age = day - cycleStart(tenant, item, place, day);
  if (age < 1 || age > item.cycleDays / 3) return 0;
  const random = new SeededRandom(tenant.seed, transferStream, day, place);
  return random.chance(0.11) ? Math.max(1, Math.round(item.issueUnits * random.between(0.2, 0.5))) : 0;
}

/** The item of the same product to which an item sends: the next one in the list, if it keeps that product too. */
export function transferTarget(tenant: Tenant, place: number): number | undefined {
  const { items } = tenant.profile;
  const target = items[place + 1];
  return target !== undefined && target.story === undefined && target.product === items[place]?.product
    ? place + 1
    : undefined;
}

function transferInto(tenant: Tenant, place: number, day: number): number {
  return place > 0 && transferTarget(tenant, place - 1) === place ? makeTransferOut(tenant, place - 1, day) : 0;
}
