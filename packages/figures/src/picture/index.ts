export type { PictureTable } from "./chart-table.ts";
export * from "./draw-picture.ts";
export * from "./find-hit-area.ts";
export * from "./map-view.ts";
export * from "./narrow-axis.ts";
export * from "./picture.ts";
export * from "./picture-table.ts";
export * from "./scene.ts";
export * from "./summarise-picture.ts";
