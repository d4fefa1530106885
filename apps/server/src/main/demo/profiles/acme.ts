import type { Branch, DemoProfile, DocumentType } from "./profile.ts";
import { product, stocked } from "./stocked.ts";

const suppliers = ["Delta Imports", "Kowalski Foods", "PackRight", "FreshFarm"] as const;
const [delta, kowalski, packRight, freshFarm] = suppliers;
const [central, east, cold] = ["Central Warehouse", "East Warehouse", "Cold Store"];
const customers = [
  "Bluebird Cafe",
  "Nordic Foods",
  "City Hospital",
  "Greenleaf Market",
  "Orion Hotels",
  "Sunrise Bakery",
];

const espresso = product("Espresso Beans 1kg", "Beverages", delta, "A", 940, 1_690);
const greenTea = product("Green Tea 100ct", "Beverages", delta, "B", 420, 790);
const oliveOil = product("Olive Oil 5L", "Dry Goods", kowalski, "A", 2_450, 3_890);
const rice = product("Basmati Rice 10kg", "Dry Goods", delta, "A", 1_320, 2_150);
const paperCups = product("Paper Cups 12oz", "Packaging", packRight, "B", 510, 990);
const oatMilk = product("Oat Milk 1L", "Dairy", freshFarm, "A", 135, 260);
const caneSugar = product("Cane Sugar 25kg", "Dry Goods", kowalski, "B", 1_780, 2_690);
const napkins = product("Napkins 500ct", "Packaging", packRight, "C", 330, 640);
const wholeMilk = product("Whole Milk 1L", "Dairy", freshFarm, "B", 95, 180);
const berries = product("Frozen Berries 2kg", "Frozen", freshFarm, "B", 890, 1_560);
const croissants = product("Butter Croissants 60ct", "Frozen", kowalski, "C", 1_650, 2_980);
const dishSoap = product("Dish Soap 5L", "Cleaning", packRight, "C", 480, 950);
const floorCleaner = product("Floor Cleaner 10L", "Cleaning", packRight, "C", 1_150, 1_990);

const salespeople = ["Anna Kim", "Ben Ortiz", "Carla Mendes", "David Cohen"];
const branches: Branch[] = [
  branch("Downtown", "North", "2018-03-01", 420, [26.2285, 50.586], 0.24, [0, 1]),
  branch("Airport", "North", "2019-09-15", 160, [26.2708, 50.6336], 0.16, [1, 2]),
  branch("Riverside", "West", "2020-02-01", 310, [26.2154, 50.505], 0.18, [2, 3]),
  { ...branch("Old Town", "South", "2016-05-01", 250, [26.13, 50.555], 0.19, [3, 0]), fallsFrom: "2025-01-01" },
  branch("Lakeside", "South", "2021-11-01", 280, [26.118, 50.51], 0.15, [0, 2]),
  branch("Hillcrest", "West", "2025-05-01", 340, [26.19, 50.47], 0.17, [1, 3]),
];

function branch(
  name: string,
  region: string,
  opened: string,
  squareMetres: number,
  [latitude, longitude]: readonly [number, number],
  share: number,
  people: readonly number[],
): Branch {
  const sellers = people.flatMap((place) => salespeople[place] ?? []);
  return { name, region, opened, squareMetres, latitude, longitude, share, salespeople: sellers };
}

export const documentTypes: DocumentType[] = [
  { name: "Invoice", prefix: "INV", weight: 26, steps: 2, keepYears: 10, isOfSupplier: true, hasValue: true },
  { name: "Credit note", prefix: "CN", weight: 11, steps: 1, keepYears: 10, isOfSupplier: true, hasValue: true },
  { name: "Delivery note", prefix: "DN", weight: 19, steps: 1, keepYears: 6, isOfSupplier: true },
  {
    name: "Purchase order",
    prefix: "PO",
    weight: 17,
    steps: 2,
    keepYears: 6,
    isOfSupplier: true,
    isSigned: true,
    hasValue: true,
  },
  {
    name: "Contract",
    prefix: "CT",
    weight: 13,
    steps: 3,
    keepYears: 10,
    validMonths: [6, 12, 12, 24],
    isSigned: true,
    hasValue: true,
  },
  {
    name: "Certificate",
    prefix: "CE",
    weight: 14,
    steps: 2,
    keepYears: 5,
    validMonths: [3, 6, 12],
    isOfSupplier: true,
  },
];

const numbered = (prefix: string, count: number, width: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}${String(place + 1).padStart(width, "0")}`);

export const acme: DemoProfile = {
  tenantId: "demo-acme",
  first: "2024-01-01",
  deliveries: {
    perDay: 22.7,
    drivers: [
      ["Marta Silva", 1.3],
      ["John Okafor", 1.1],
      ["Jon Okada", 1],
      ["Li Wei", 1.15],
      ["Ahmed Hassan", 1.2],
      ["Priya Nair", 1],
      ["Tom Becker", 0.9],
      ["Sofia Rossi", 0.22],
    ],
    vehicles: numbered("VAN-", 12, 2),
    routes: numbered("R", 20, 1),
    depots: ["North Depot", "South Depot", "Harbour Depot"],
    lateDepot: "Harbour Depot",
    shortDriver: "Tom Becker",
    zones: ["A", "B", "C", "D"],
    customers: customers.map((name, place) => [name, 1.5 - place * 0.15]),
    serviceLevels: [
      ["Standard", 55],
      ["Express", 22],
      ["Same-day", 23],
    ],
    failureReasons: ["Nobody home", "Wrong address", "Refused", "Damaged", "No access"],
    centre: { latitude: 26.19, longitude: 50.54 },
    zoneCentres: {
      A: { latitude: 26.222, longitude: 50.577 },
      B: { latitude: 26.205, longitude: 50.501 },
      C: { latitude: 26.163, longitude: 50.553 },
      D: { latitude: 26.122, longitude: 50.522 },
    },
  },
  stock: {
    items: [
      ...stocked(espresso, [central, east], "Cage"),
      ...stocked(greenTea, [central, east], "Rack"),
      ...stocked(oliveOil, [central, east], "Rack"),
      ...stocked(rice, [central, east], "Floor"),
      ...stocked(paperCups, [central, east], "Rack"),
      ...stocked(caneSugar, [central, east], "Floor"),
      ...stocked(napkins, [central, east], "Rack"),
      ...stocked(dishSoap, [central, east], "Rack"),
      ...stocked(oatMilk, [cold, east], "Chill", "stock-out"),
      ...stocked(wholeMilk, [cold], "Chill"),
      ...stocked(berries, [cold], "Chill"),
      ...stocked(croissants, [cold], "Chill"),
      ...stocked(floorCleaner, [central], "Cage", "slow"),
    ],
    orderLinesPerDay: 7.9,
    slowSupplier: kowalski,
  },
  sales: {
    linesPerDay: 24.3,
    branches,
    products: [
      espresso,
      greenTea,
      oliveOil,
      rice,
      paperCups,
      oatMilk,
      caneSugar,
      napkins,
      wholeMilk,
      berries,
      croissants,
      dishSoap,
    ],
    paymentMethods: [
      ["Card", 48],
      ["Cash", 27],
      ["Transfer", 17],
      ["Gift card", 8],
    ],
    segments: [
      ["Retail", 58],
      ["HoReCa", 24],
      ["Wholesale", 18],
    ],
    bulkSegments: ["HoReCa", "Wholesale"],
    channels: [
      ["Store", 66],
      ["Online", 22],
      ["Phone", 12],
    ],
    customers: 420,
  },
  documents: {
    perDay: 3.9,
    types: documentTypes,
    owners: [
      ["Eva Brandt", 4],
      ["Paul Novak", 3],
      ["Ines Costa", 3],
    ],
    departments: [
      ["Finance", 28],
      ["Logistics", 22],
      ["Purchasing", 22],
      ["Sales", 15],
      ["HR", 13],
    ],
    approvers: ["Nina Patel", "Oscar Lund", "Ruth Adler"],
    slowApprover: "Oscar Lund",
    suppliers,
    branches: branches.map(({ name }) => name),
  },
  ledger: {
    invoicesPerWorkday: 1,
    billsPerWorkday: 1,
    invoiceMinor: 165_000,
    billMinor: 128_000,
    incomeAccount: "Delivery income",
    customers,
    suppliers,
    branches,
    takingsWeekdays: [1, 3, 6],
    takingsMinor: 310_000,
    billed: [
      { account: "Goods purchased", costCenter: "Stores" },
      { account: "Vehicle upkeep", costCenter: "Transport" },
      { account: "Packing material", costCenter: "Warehouse ops" },
      { account: "Office and IT", costCenter: "Head office" },
    ],
    regular: [
      {
        text: "Driver pay of the week",
        when: { weekday: 3 },
        lines: [{ account: "Driver pay", costCenter: "Transport", minor: 210_000 }],
      },
      {
        text: "Fuel of the week",
        when: { weekday: 0 },
        lines: [{ account: "Fuel", costCenter: "Transport", minor: 74_000 }],
      },
      {
        text: "Rent of the month",
        when: { dayOfMonth: 1 },
        lines: [
          { account: "Rent", costCenter: "Stores", minor: 420_000 },
          { account: "Rent", costCenter: "Warehouse ops", minor: 310_000 },
          { account: "Rent", costCenter: "Head office", minor: 120_000 },
        ],
      },
      {
        text: "Salaries of the month",
        when: { dayOfMonth: 27 },
        lines: [
          { account: "Salaries", costCenter: "Stores", minor: 860_000 },
          { account: "Salaries", costCenter: "Warehouse ops", minor: 540_000 },
          { account: "Salaries", costCenter: "Head office", minor: 480_000 },
        ],
      },
    ],
    feeMinor: 36_000,
    openingMinor: 12_000_000,
  },
};
