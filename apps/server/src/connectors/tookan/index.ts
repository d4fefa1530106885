export { createTookan } from "./create-tookan.ts";
export { taskDetail } from "./read-task.ts";
export { taskRecord } from "./task-record.ts";
export type { Agent, Client, Duty, TaskDetail, Tookan } from "./tookan.ts";
