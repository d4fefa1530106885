import { addDefined, type DemoRecord } from "./demo-record.ts";
import {
  dayNumber,
  dayText,
  friday,
  growth,
  hourMs,
  iso,
  type LocalDay,
  monday,
  saturday,
  startOfDay,
  thursday,
  tide,
  weekdayNumber,
} from "./local-day.ts";
import type { Branch, Product, SalesProfile } from "./profiles/profile.ts";
import { at, SeededRandom } from "./seeded-random.ts";

const stream = 6;
const meanLines = 1.85;
/** Sales of each hour from 8:00 on. */
const saleHours = [3, 5, 7, 8, 9, 7, 5, 5, 7, 10, 12, 11, 8, 4];

function weekdayShare(weekday: number): number {
  if (weekday === friday) return 1.36;
  if (weekday === saturday) return 1.28;
  return weekday === thursday ? 1.08 : weekday === monday ? 0.76 : 0.84;
}

const openBranches = (profile: SalesProfile, number: number) =>
  profile.branches.filter(({ opened }) => dayNumber(opened) <= number);

/** What a branch sells of the tenant's sales, before chance has its say. */
function trend(branch: Branch, number: number): number {
  const { fallsFrom } = branch;
  const fallen = fallsFrom === undefined ? 0 : Math.max(0, (number - dayNumber(fallsFrom)) / 365) * 0.25;
  // A new branch needs half a year to find its customers.
  const ramp = Math.min(1, 0.45 + (number - dayNumber(branch.opened)) / 330);
  return branch.share * ramp * Math.max(0.4, 1 - fallen);
}

export function branches(profile: SalesProfile, nowMs: number): DemoRecord[] {
  return profile.branches
    .map((branch) => ({ branch, openedMs: startOfDay(dayNumber(branch.opened)) + 8 * hourMs }))
    .filter(({ openedMs }) => openedMs <= nowMs)
    .map(({ branch, openedMs }) => ({
      source_key: `br-${branch.name.toLowerCase().replaceAll(" ", "-")}`,
      branch: branch.name,
      region: branch.region,
      opened_at: iso(openedMs),
      area_square_metres: branch.squareMetres,
      latitude: branch.latitude,
      longitude: branch.longitude,
    }));
}

/** What was sold and taken back on a day. */
export function saleLines(profile: SalesProfile, day: LocalDay): DemoRecord[] {
  const records: DemoRecord[] = [];
  openBranches(profile, day.number).forEach((branch) => {
    const place = profile.branches.indexOf(branch);
    const random = new SeededRandom(day.seed, stream, day.number, place);
    const mean = (profile.linesPerDay / meanLines) * trend(branch, day.number) * tide(day.number);
    const receipts = random.count(mean * weekdayShare(day.weekday));
    for (let number = 1; number <= receipts; number += 1) addReceipt(records, profile, branch, place, day, number);
  });
  return records;
}

function addReceipt(
  records: DemoRecord[],
  profile: SalesProfile,
  branch: Branch,
  place: number,
  day: LocalDay,
  number: number,
): void {
  const random = new SeededRandom(day.seed, stream, day.number, place, number);
  const soldMs = day.startMs + (8 + random.place(saleHours) + random.next()) * hourMs;
  if (soldMs > day.nowMs) return;
  const isReturn = random.chance(0.075);
  const segment = random.weighted(profile.segments);
  const channel = random.weighted(profile.channels);
  const tender = random.weighted(profile.paymentMethods);
  const isBulk = profile.bulkSegments.includes(segment);
  const hasCustomer = isBulk || random.chance(0.55);
  // The square makes some customers come again and again.
  const customer = Math.floor(random.next() ** 2 * profile.customers) + 1;
  const receipt = `${isReturn ? "rr" : "rc"}-${day.text}-${place + 1}-${String(number).padStart(3, "0")}`;
  const shared = {
    branch: branch.name,
    region: branch.region,
    salesperson: random.pick(branch.salespeople),
    payment_method: channel === "Online" && tender === "Cash" ? "Card" : tender,
    customer_segment: segment,
    channel,
    receipt_key: receipt,
    sold_at: iso(soldMs),
    customer_key: hasCustomer ? `c-${String(customer).padStart(4, "0")}` : undefined,
    is_return: isReturn,
  };
  const lines = isReturn ? 1 : 1 + random.place([45, 28, 17, 10]);
  const from = random.whole(0, profile.products.length - 1);
  for (let line = 0; line < lines; line += 1) {
    // Seven shares no factor with the lists' lengths, so a receipt names no product twice.
    const product = at(profile.products, from + line * 7);
    const many = mostUnits(product);
    const units = isReturn ? random.whole(1, 2) : random.whole(1, isBulk ? many * 3 : many);
    const gross = product.priceMinor * units;
    const rebate = random.chance(isBulk ? 0.42 : 0.18) ? random.pick([0.05, 0.1, 0.15]) : 0;
    records.push(
      addDefined({
        source_key: `sl-${receipt}-${line + 1}`,
        ...shared,
        product: product.name,
        category: product.category,
        quantity_milli: units * 1000,
        gross_minor: gross,
        discount_minor: Math.round(gross * rebate),
        cost_minor: product.costMinor * units,
      }),
    );
  }
}

/** The targets of a whole month, set on its first day (or on the tenant's own first day). */
export function salesTargets(profile: SalesProfile, day: LocalDay): DemoRecord[] {
  if (!day.text.endsWith("-01") && day.number !== day.first) return [];
  const records: DemoRecord[] = [];
  const month = day.text.slice(0, 7);
  for (let number = day.number; dayText(number).startsWith(month); number += 1) {
    for (const branch of openBranches(profile, number)) {
      const text = dayText(number);
      // A target knows nothing of a branch's fall.
      const { fallsFrom: _, ...hoped } = branch;
      const lines = profile.linesPerDay * trend(hoped, number) * weekdayShare(weekdayNumber(number));
      records.push({
        source_key: `st-${text}-${branch.name.toLowerCase().replaceAll(" ", "-")}`,
        branch: branch.name,
        region: branch.region,
        day: text,
        target_minor: Math.round((lines * growth(number) * meanLineMinor(profile)) / 1000) * 1000,
      });
    }
  }
  return records;
}

/** The most units of a product that a customer who buys for himself takes at once. */
function mostUnits({ abc }: Product): number {
  return abc === "A" ? 4 : abc === "B" ? 3 : 2;
}

/** What a line brings on average after discounts and returns, and a little more, as targets ask for. */
function meanLineMinor({ products, segments, bulkSegments }: SalesProfile): number {
  const all = segments.reduce((sum, [, weight]) => sum + weight, 0);
  const bulk = segments.reduce((sum, [name, weight]) => sum + (bulkSegments.includes(name) ? weight : 0), 0) / all;
  const minor = products.reduce((sum, product) => {
    const most = mostUnits(product);
    return sum + (product.priceMinor * ((1 + most) * (1 - bulk) + (1 + 3 * most) * bulk)) / 2;
  }, 0);
  return (minor / products.length) * 0.9;
}
