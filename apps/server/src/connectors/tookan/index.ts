export { createTookan } from "./create-tookan.ts";
export { taskRecord } from "./task-record.ts";
export type { Agent, Client, Duty, ListedTask, TaskDetail, Tookan } from "./tookan.ts";
