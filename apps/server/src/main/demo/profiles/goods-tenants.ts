import type { Branch, DemoProfile, Product } from "./profile.ts";
import { product, stocked } from "./stocked.ts";

const numbered = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${prefix}${String(place + 1).padStart(2, "0")}`);

const drivers = [
  "Yusuf Rahman",
  "Ali Marhoon",
  "Hassan Jaffar",
  "Maryam Isa",
  "Ravi Kumar",
  "Joseph Mendonca",
  "Bilal Khan",
  "Omar Saleh",
  "Noor Abbas",
  "Sanjay Pillai",
  "Fatima Zayed",
  "Imran Shah",
  "Mario Santos",
  "Khalid Nasser",
  "Deepa Menon",
  "Ahmed Fardan",
  "Grace Mwangi",
  "Samir Haddad",
  "Leila Karim",
  "Peter Mathew",
  "Zain Malik",
  "Huda Sabah",
];

export const tookan: DemoProfile = {
  tenantId: "demo-tookan",
  hasProvider: true,
  deliveries: {
    perDay: 98.5,
    // The last driver is new and has few tasks.
    drivers: drivers.map((name, place) => [name, place === drivers.length - 1 ? 0.05 : 1.3 - place * 0.025]),
    vehicles: numbered("Bike ", 24),
    routes: numbered("Tour ", 25),
    depots: ["Manama Hub", "Riffa Hub", "Muharraq Hub", "Hamad Town Hub"],
    lateDepot: "Riffa Hub",
    shortDriver: "Bilal Khan",
    zones: ["Manama", "Muharraq", "Riffa", "Isa Town", "Hamad Town", "Saar"],
    customers: [
      ["Pearl Pharmacy", 15],
      ["Souq Online", 14],
      ["Gulf Electronics", 12],
      ["Jasmine Flowers", 10],
      ["Date Palm Sweets", 9],
      ["Home Corner", 9],
      ["Kitchen Stories", 8],
      ["Book Bazaar", 7],
      ["Oasis Optics", 6],
      ["Little Feet", 5],
      ["Blue Dhow Seafood", 5],
    ],
    serviceLevels: [
      ["Standard", 48],
      ["Same-day", 30],
      ["Express", 22],
    ],
    failureReasons: ["Nobody home", "Wrong address", "Refused", "Phone off", "No cash ready"],
    centre: { latitude: 26.18, longitude: 50.54 },
    zoneCentres: {
      Manama: { latitude: 26.223, longitude: 50.583 },
      Muharraq: { latitude: 26.255, longitude: 50.62 },
      Riffa: { latitude: 26.13, longitude: 50.56 },
      "Isa Town": { latitude: 26.172, longitude: 50.548 },
      "Hamad Town": { latitude: 26.115, longitude: 50.504 },
      Saar: { latitude: 26.193, longitude: 50.485 },
    },
  },
};

const houseSuppliers = ["Gulf Trading", "Summit Supply", "Blue Line Imports", "Desert Rose", "Metro Wholesale"];

/** Goods of a category, each a little dearer than the one before. */
function goods(
  category: string,
  abc: Product["abc"],
  costMinor: number,
  names: readonly string[],
  from: number,
): Product[] {
  return names.map((name, place) => {
    const cost = costMinor + place * Math.round(costMinor * 0.35);
    const supplier = houseSuppliers[(from + place) % houseSuppliers.length] ?? "";
    return product(name, category, supplier, abc, cost, Math.round((cost * 1.55) / 10) * 10);
  });
}

const power = goods("Power tools", "A", 3_900, ["Cordless Drill 18V", "Angle Grinder", "Jigsaw", "Heat Gun"], 0);
const hand = goods(
  "Hand tools",
  "B",
  620,
  ["Claw Hammer", "Screwdriver Set", "Pipe Wrench", "Spirit Level", "Hex Keys"],
  1,
);
const fixings = goods(
  "Fixings",
  "A",
  240,
  ["Wood Screws 200ct", "Wall Plugs 100ct", "Anchor Bolts 20ct", "Cable Ties"],
  2,
);
const paints = goods("Paint", "B", 1_450, ["White Emulsion 10L", "Wood Varnish 2L", "Primer 5L", "Masking Tape"], 3);
const lights = goods("Lighting", "B", 380, ["LED Bulb 9W", "LED Panel", "Floodlight 50W", "Strip Light 5m"], 4);
const safety = goods(
  "Safety",
  "C",
  310,
  ["Work Gloves", "Safety Goggles", "Ear Defenders", "Hi-vis Vest", "Dust Masks"],
  0,
);
const garden = goods("Garden", "C", 890, ["Garden Hose 25m", "Leaf Rake", "Plant Pots 6ct", "Patio Heater"], 1);

const sites = ["Sitra Warehouse", "Salman Warehouse", "Airport Store"];

export const warehouse: DemoProfile = {
  tenantId: "demo-warehouse",
  stock: {
    items: [
      ...power.flatMap((each) => stocked(each, sites, "Cage")),
      ...fixings.flatMap((each) => stocked(each, sites, "Shelf")),
      ...hand.flatMap((each) => stocked(each, sites.slice(0, 2), "Shelf")),
      ...paints.flatMap((each) => stocked(each, sites.slice(0, 2), "Floor")),
      ...lights.slice(0, 3).flatMap((each) => stocked(each, sites.slice(0, 2), "Rack")),
      ...lights.slice(3).flatMap((each) => stocked(each, sites.slice(0, 2), "Rack", "stock-out")),
      ...safety.flatMap((each) => stocked(each, sites.slice(1, 2), "Rack")),
      ...garden.slice(0, 3).flatMap((each) => stocked(each, sites.slice(0, 1), "Floor")),
      ...garden.slice(3).flatMap((each) => stocked(each, sites.slice(0, 1), "Floor", "slow")),
    ].map((item) => ({ ...item, issueShare: item.issueShare * 1.22 })),
    orderLinesPerDay: 32,
    slowSupplier: "Desert Rose",
  },
};

const places: readonly (readonly [
  name: string,
  region: string,
  share: number,
  opened: string,
  squareMetres: number,
])[] = [
  ["City Centre", "Capital", 0.19, "2015-01-10", 620],
  ["Seef", "Capital", 0.15, "2017-04-01", 540],
  ["Juffair", "Capital", 0.12, "2018-10-01", 300],
  ["Muharraq Souq", "Muharraq", 0.12, "2014-06-01", 260],
  ["Amwaj", "Muharraq", 0.1, "2020-03-15", 220],
  ["Riffa Gate", "Southern", 0.14, "2016-09-01", 450],
  ["Isa Town", "Southern", 0.11, "2019-02-01", 330],
  ["Budaiya", "Northern", 0.13, "", 380],
];

const cashiers = [
  "Aisha Noor",
  "Daniel Perez",
  "Layla Hamad",
  "Mohammed Ali",
  "Rosa Lim",
  "Salman Adel",
  "Teresa Dias",
  "Yara Jamal",
  "Adnan Qasim",
  "Bella Cruz",
  "Hamza Riaz",
  "Mona Fawzi",
  "Nadia Hakim",
  "Victor Dsouza",
  "Wafa Turki",
  "Zara Ahmed",
];

/** Where the shops really would be. */
const shopPlaces: Readonly<Record<string, { latitude: number; longitude: number }>> = {
  "City Centre": { latitude: 26.2325, longitude: 50.5525 },
  Seef: { latitude: 26.234, longitude: 50.536 },
  Juffair: { latitude: 26.213, longitude: 50.603 },
  "Muharraq Souq": { latitude: 26.2572, longitude: 50.6119 },
  Amwaj: { latitude: 26.289, longitude: 50.6637 },
  "Riffa Gate": { latitude: 26.13, longitude: 50.5599 },
  "Isa Town": { latitude: 26.1736, longitude: 50.5478 },
  Budaiya: { latitude: 26.2147, longitude: 50.4552 },
};

function shop([name, region, share, opened, squareMetres]: (typeof places)[number], place: number): Branch {
  return {
    name,
    region,
    share,
    opened,
    squareMetres,
    ...(opened === "" && { opensAfterDays: 167 }),
    ...(shopPlaces[name] ?? { latitude: 26.19, longitude: 50.54 }),
    salespeople: cashiers.slice(place * 2, place * 2 + 2),
    ...(name === "Juffair" && { fallsFrom: "2025-12-01" }),
  };
}

const shelf = [
  ...goods(
    "Snacks",
    "A",
    120,
    ["Salted Crisps", "Date Biscuits", "Mixed Nuts 400g", "Dark Chocolate", "Rice Crackers"],
    0,
  ),
  ...goods("Drinks", "A", 90, ["Mineral Water 6ct", "Orange Juice 1L", "Karak Tea Mix", "Iced Coffee", "Laban 1L"], 1),
  ...goods("Household", "B", 340, ["Laundry Powder", "Kitchen Rolls", "Bin Bags", "Glass Spray", "Sponges 6ct"], 2),
  ...goods("Fresh", "B", 210, ["Flat Bread", "Bananas 1kg", "Tomatoes 1kg", "Halloumi 250g", "Free-range Eggs"], 3),
  ...goods("Care", "C", 480, ["Shampoo 400ml", "Hand Soap", "Toothpaste", "Sun Lotion", "Face Towels"], 4),
];

export const genesis: DemoProfile = {
  tenantId: "demo-genesis",
  sales: {
    linesPerDay: 80,
    branches: places.map(shop),
    products: shelf,
    paymentMethods: [
      ["Card", 46],
      ["Cash", 30],
      ["Wallet", 20],
      ["Gift card", 4],
    ],
    segments: [
      ["Walk-in", 62],
      ["Member", 29],
      ["Business", 9],
    ],
    bulkSegments: ["Business"],
    channels: [
      ["Store", 78],
      ["Online", 16],
      ["Phone", 6],
    ],
    customers: 1_600,
  },
};
