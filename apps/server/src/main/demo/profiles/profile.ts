import type { Weighted } from "../seeded-random.ts";

/** Volumes are those of a day at the start of 2025; growth comes on top. */
export type DeliveryProfile = {
  perDay: number;
  drivers: Weighted;
  vehicles: readonly string[];
  /** A route starts at the depot and serves the zone that its place in the list gives. */
  routes: readonly string[];
  depots: readonly string[];
  /** The depot whose tasks are assigned late. */
  lateDepot: string;
  /** The driver who hands over too little. */
  shortDriver: string;
  zones: readonly string[];
  customers: Weighted;
  serviceLevels: Weighted;
  /** The first is the most frequent. */
  failureReasons: readonly string[];
  /** The middle of all drops. */
  centre: { latitude: number; longitude: number };
  /** Where the drops of each zone lie around. */
  zoneCentres: Readonly<Record<string, { latitude: number; longitude: number }>>;
};

export type Product = {
  name: string;
  category: string;
  supplier: string;
  abc: "A" | "B" | "C";
  costMinor: number;
  priceMinor: number;
};

export type StockItem = {
  warehouse: string;
  product: Product;
  binZone: string;
  /** Days between two receipts. */
  cycleDays: number;
  leadDays: number;
  /** Mean units that leave on a day with an issue. */
  issueUnits: number;
  issueShare: number;
  story?: "stock-out" | "slow";
};

export type StockProfile = {
  items: readonly StockItem[];
  orderLinesPerDay: number;
  /** The supplier whose goods wait long at the dock. */
  slowSupplier: string;
};

export type Branch = {
  name: string;
  region: string;
  opened: string;
  /** In the place of `opened`: days after the tenant's first one. */
  opensAfterDays?: number;
  squareMetres: number;
  latitude: number;
  longitude: number;
  share: number;
  salespeople: readonly string[];
  /** Since when its sales fall. */
  fallsFrom?: string;
};

export type SalesProfile = {
  linesPerDay: number;
  branches: readonly Branch[];
  products: readonly Product[];
  paymentMethods: Weighted;
  segments: Weighted;
  /** Segments that buy many units at once. */
  bulkSegments: readonly string[];
  channels: Weighted;
  customers: number;
};

export type DocumentProfile = {
  perDay: number;
  types: readonly DocumentType[];
  owners: Weighted;
  departments: Weighted;
  /** The first takes the first step, and so on. */
  approvers: readonly string[];
  slowApprover: string;
  suppliers: readonly string[];
  branches: readonly string[];
};

export type DocumentType = {
  name: string;
  prefix: string;
  weight: number;
  steps: number;
  keepYears: number;
  /** Months for which the content stays valid. */
  validMonths?: readonly number[];
  isSigned?: true;
  isOfSupplier?: true;
  /** It is worth an amount of money. */
  hasValue?: true;
};

export type LedgerProfile = {
  invoicesPerWorkday: number;
  billsPerWorkday: number;
  invoiceMinor: number;
  billMinor: number;
  incomeAccount: string;
  customers: readonly string[];
  suppliers: readonly string[];
  branches: readonly { name: string; opened: string }[];
  /** Places in the week (Monday is 0) on which a branch's takings are booked. */
  takingsWeekdays: readonly number[];
  takingsMinor: number;
  billed: readonly { account: string; costCenter: string }[];
  /** Paid from the bank each week or month. */
  regular: readonly {
    text: string;
    when: { weekday: number } | { dayOfMonth: number };
    lines: readonly { account: string; costCenter: string; minor: number }[];
  }[];
  feeMinor: number;
  openingMinor: number;
};

export type DemoProfile = {
  tenantId: string;
  /** The first day with facts; somewhat more than a year before the data is made when left out. */
  first?: string;
  deliveries?: DeliveryProfile;
  /** Its deliveries are the tasks of an account of the delivery provider. */
  hasProvider?: true;
  stock?: StockProfile;
  sales?: SalesProfile;
  documents?: DocumentProfile;
  ledger?: LedgerProfile;
};
