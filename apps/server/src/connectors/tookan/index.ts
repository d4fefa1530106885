export { createTookan } from "./create-tookan.ts";
export { taskRecord } from "./task-record.ts";
export type { Agent, Client, Duty, TaskDetail, Tookan } from "./tookan.ts";
