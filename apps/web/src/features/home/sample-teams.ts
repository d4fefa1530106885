import { addDays } from "@console/figures/calendar";
import type { ChartDescription } from "@console/figures/chart";
import { formatCount, formatDecimal, formatPercent, formatShortDay, ownFormats } from "@console/figures/format";
import { deliveriesIn, measureDeliveries } from "./measure-deliveries.ts";
import { samplePeriod } from "./sample-deliveries.ts";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function weekdayNumber(day: string): string | undefined {
  return weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
}

/** Late deliveries by weekday, from the rows of the sample report. */
export const lateByWeekday: ChartDescription = {
  kind: "bar",
  title: "Which weekdays run late?",
  unit: "Late, % of deliveries, 30 days",
  x: weekdays,
  format: formatPercent,
  formatTick: (share) => `${Math.round(share * 100)}%`,
  series: [
    {
      id: "late",
      label: "Late",
      colour: "warn",
      values: weekdays.map(
        (weekday) =>
          measureDeliveries(deliveriesIn(samplePeriod).filter(({ day }) => weekdayNumber(day) === weekday)).lateRate,
      ),
    },
  ],
};

const stock = [
  { site: "North", pieces: 18_240, usedPerDay: 1_216 },
  { site: "Port", pieces: 26_550, usedPerDay: 1_180 },
  { site: "East", pieces: 7_070, usedPerDay: 1_010 },
  { site: "South", pieces: 14_300, usedPerDay: 650 },
  { site: "Cold", pieces: 4_640, usedPerDay: 1_160 },
];

/** How long each site's stock lasts at the present use. */
export const daysOfCover: ChartDescription = {
  kind: "bar",
  title: "Where does stock run out first?",
  unit: "Days of cover, by site",
  x: stock.map(({ site }) => site),
  format: (days) => `${formatDecimal(days)} days`,
  formatTick: formatCount,
  series: [
    { id: "cover", label: "Cover", colour: 3, values: stock.map(({ pieces, usedPerDay }) => pieces / usedPerDay) },
  ],
};

const weekCount = 10;
const branchOrders = {
  Central: [1_412, 1_398, 1_455, 1_502, 1_477, 1_538, 1_561, 1_549, 1_604, 1_167],
  Marina: [1_120, 1_164, 1_131, 1_088, 1_043, 1_012, 1_067, 1_098, 1_125, 842],
  Garden: [640, 655, 702, 731, 768, 790, 822, 861, 884, 671],
};

/** Orders of three branches by week; the last week has not ended. */
export const ordersByBranch: ChartDescription = {
  kind: "line",
  title: "Which branches are growing?",
  unit: "Orders per week, this week so far",
  x: Array.from({ length: weekCount }, (_, week) =>
    formatShortDay(addDays("2026-11-09", (week - weekCount + 1) * 7), "2026-11-09", ownFormats),
  ),
  format: formatCount,
  isRunning: true,
  series: Object.entries(branchOrders).map(([branch, values]) => ({ id: branch, label: branch, values })),
};

const waiting = [
  { age: "Today", invoices: 42, notes: 66, other: 9 },
  { age: "1–2", invoices: 31, notes: 28, other: 7 },
  { age: "3–7", invoices: 17, notes: 9, other: 5 },
  { age: "8+", invoices: 11, notes: 3, other: 4 },
];

/** Documents that nobody has approved yet, by how long they have waited. */
export const waitingDocuments: ChartDescription = {
  kind: "stacked-bar",
  title: "What is waiting for approval?",
  unit: "Documents, by days waited",
  x: waiting.map(({ age }) => age),
  format: formatCount,
  series: [
    { id: "invoices", label: "Invoices", colour: 1, values: waiting.map(({ invoices }) => invoices) },
    { id: "notes", label: "Delivery notes", colour: 7, values: waiting.map(({ notes }) => notes) },
    { id: "other", label: "Other", colour: "grey", values: waiting.map(({ other }) => other) },
  ],
};

const entries = [
  { text: "Deliveries, week 45", minorUnits: 1_284_500 },
  { text: "Returned parcels", minorUnits: -46_250 },
  { text: "Payment received", minorUnits: -950_000 },
  { text: "Deliveries, week 46", minorUnits: 1_331_750 },
];

const openingMinorUnits = 412_000;

/** Ledger lines of one account, each with the balance that it leaves. */
export const ledgerLines = entries.map((entry, index) => ({
  ...entry,
  balance: entries.slice(0, index + 1).reduce((balance, { minorUnits }) => balance + minorUnits, openingMinorUnits),
}));

export const ledgerBalances = { opening: openingMinorUnits, closing: ledgerLines.at(-1)?.balance ?? openingMinorUnits };
