import type { Dimension } from "./dataset.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const halfHours = hours.flatMap((hour) => [hour, hour.replace(":00", ":30")]);

export const deliveryStatuses = ["Planned", "Out for delivery", "Delivered", "Failed", "Returned"] as const;
export const taskTypes = ["Delivery", "Pickup", "Appointment", "Field work"] as const;
/** What is there when a warehouse begins is neither a receipt nor a gain. */
export const movementTypes = ["Receipt", "Issue", "Transfer", "Adjustment", "Return", "Opening"] as const;
export const documentStatuses = ["Draft", "In review", "Approved", "Rejected", "Signed", "Expired"] as const;
export const accountTypes = ["Income", "Expense", "Receivable", "Payable", "Cash", "Other"] as const;
/** What an entry does in the flow of cash on delivery, where it is a step of it. */
export const cashSteps = ["Hand-in", "Deposit", "Payout"] as const;
export const ageingBuckets = ["Not due", "1-30", "31-60", "61-90", "90+"] as const;

/** The number of a fixed member in its list, from 1 on, which is its key in the facts. */
export function toCode<Member extends string>(members: readonly Member[], member: Member): number {
  return members.indexOf(member) + 1;
}

/** Every dimension of the product. Without `members`, a tenant's own members are read from its data. */
export const dimensions: readonly Dimension[] = [
  {
    id: "driver",
    phrases: ["lad", "crew", "rider", "delivery man", "delivery guy", "deliverer", "delivery driver"],
    isAssigned: true,
    isPerson: true,
    label: "Driver",
    synonyms: ["driver", "drivers", "courier", "couriers"],
  },
  {
    id: "vehicle",
    phrases: ["wagon", "lorry", "vehicles", "car", "motor", "delivery van"],
    label: "Vehicle",
    synonyms: ["vehicle", "van", "truck"],
  },
  { id: "route", phrases: ["run", "round", "rounds"], label: "Route", synonyms: ["route", "routes", "tour"] },
  { id: "depot", phrases: ["yard", "base", "hub"], label: "Depot", synonyms: ["depot", "depots"] },
  { id: "zone", phrases: ["delivery area"], label: "Delivery zone", synonyms: ["zone", "zones", "delivery zone"] },
  {
    id: "customer",
    phrases: ["debtor", "buyer", "shopper"],
    label: "Customer",
    synonyms: ["customer", "customers", "client", "clients"],
  },
  {
    id: "service_level",
    phrases: ["type of service", "kind of service", "delivery type"],
    label: "Service level",
    synonyms: ["service level", "service", "service type"],
  },
  {
    id: "delivery_status",
    label: "Delivery status",
    synonyms: ["delivery status"],
    members: deliveryStatuses,
  },
  {
    id: "failure_reason",
    implies: ["failed_delivery_count"],
    phrases: ["cause", "why they failed", "reason for failure", "reason of failure"],
    label: "Failure reason",
    synonyms: ["failure reason", "reason", "reasons", "fail reason"],
  },
  {
    id: "day_of_week",
    phrases: ["day of the week", "weekdays"],
    label: "Day of week",
    synonyms: ["day of week", "weekday"],
    members: weekdays,
    ofDay: (day) => `extract(isodow from ${day})::int`,
  },
  { id: "hour_of_day", label: "Hour of day", synonyms: ["hour of day", "time of day"], members: hours },
  { id: "half_hour", label: "Half-hour", synonyms: ["half hour", "half-hour"], members: halfHours },
  {
    id: "warehouse",
    phrases: ["shed", "storehouse", "location"],
    label: "Warehouse",
    synonyms: ["warehouse", "warehouses", "site"],
  },
  {
    id: "product",
    isThing: true,
    asks: { seller: "units_sold", bestseller: "units_sold", earner: "net_sales", maker: "net_sales" },
    phrases: ["line", "seller", "bestseller", "money maker", "earner"],
    label: "Product",
    synonyms: ["product", "products", "item", "items", "sku", "article"],
  },
  {
    id: "category",
    phrases: [
      "product category",
      "range",
      "department of goods",
      "kind of goods",
      "type of product",
      "product family",
      "merchandise group",
      "assortment group",
    ],
    label: "Category",
    synonyms: ["category", "categories", "product group"],
  },
  {
    id: "supplier",
    phrases: ["creditor"],
    label: "Supplier",
    synonyms: ["supplier", "suppliers", "vendor", "vendors"],
  },
  {
    id: "bin_zone",
    phrases: ["storage zone", "area of the warehouse", "warehouse area"],
    label: "Storage area",
    synonyms: ["storage area", "bin zone"],
  },
  { id: "abc_class", label: "ABC class", synonyms: ["abc class", "class"] },
  {
    id: "movement_type",
    label: "Movement type",
    synonyms: ["movement type", "type of movement"],
    members: movementTypes,
  },
  {
    id: "branch",
    phrases: ["office", "outlet", "location", "place", "point of sale"],
    label: "Branch",
    synonyms: ["branch", "branches", "store", "stores", "shop", "shops"],
  },
  { id: "region", phrases: ["regional"], label: "Region", synonyms: ["region", "regions", "area"] },
  {
    id: "salesperson",
    phrases: [
      "staff",
      "staff member",
      "cashier",
      "employee",
      "member of staff",
      "colleague",
      "sales people",
      "sales person",
      "sales staff",
    ],
    isAssigned: true,
    isPerson: true,
    label: "Salesperson",
    synonyms: ["salesperson", "salespeople", "seller", "sales rep", "rep"],
  },
  {
    id: "payment_method",
    phrases: ["means of payment", "way of paying", "type of payment", "kind of payment", "how they paid", "paid by"],
    label: "Payment method",
    synonyms: ["payment method", "payment type", "tender"],
  },
  {
    id: "customer_segment",
    phrases: ["customer type", "customer group", "type of customer", "kind of customer", "customer class"],
    label: "Customer segment",
    synonyms: ["customer segment", "segment", "segments"],
  },
  { id: "channel", phrases: ["sales channel", "way of selling"], label: "Channel", synonyms: ["channel", "channels"] },
  {
    id: "document_type",
    phrases: ["kind of document", "sort of document", "kind of paper", "type of paper"],
    namesRows: true,
    label: "Document type",
    synonyms: ["document type", "type of document", "doc type", "type"],
  },
  {
    id: "document_status",
    label: "Document status",
    synonyms: ["document status", "status", "state"],
    members: documentStatuses,
  },
  { id: "owner", isAssigned: true, isPerson: true, label: "Owner", synonyms: ["owner", "owners"] },
  { id: "department", label: "Department", synonyms: ["department", "departments", "dept"] },
  { id: "approver", isAssigned: true, isPerson: true, label: "Approver", synonyms: ["approver", "approvers"] },
  { id: "approval_step", label: "Approval step", synonyms: ["approval step", "step", "steps"] },
  {
    id: "account",
    implies: ["expense_amount", "income_amount", "cash_balance"],
    phrases: ["expense type", "expense category", "nominal"],
    label: "Ledger account",
    synonyms: ["account", "ledger account"],
  },
  {
    id: "cost_center",
    phrases: ["cost unit"],
    label: "Cost centre",
    synonyms: ["cost center", "cost centre", "cost centers"],
  },
  {
    id: "ageing_bucket",
    phrases: ["bucket", "age band", "age bucket", "age", "aged", "days overdue", "how old"],
    label: "Ageing bucket",
    synonyms: ["ageing", "aging", "ageing bucket", "aging bucket"],
    members: ageingBuckets,
  },
];
