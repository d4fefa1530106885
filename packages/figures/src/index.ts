export * from "./chart/index.ts";
export * from "./format.ts";
export * from "./picture/index.ts";
