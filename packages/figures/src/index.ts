export * from "./calendar.ts";
export * from "./chart/index.ts";
export * from "./csv-text.ts";
export * from "./format.ts";
export * from "./panel/index.ts";
export * from "./periods.ts";
export * from "./picture/index.ts";
export * from "./time-zone.ts";
