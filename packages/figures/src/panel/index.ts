export * from "./describe-panel.ts";
export * from "./panel-view.ts";
export * from "./period-label.ts";
