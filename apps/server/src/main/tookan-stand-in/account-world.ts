import type { Clock } from "../../platform/clock.ts";
import { dayNumber, toDayNumber } from "../demo/local-day.ts";
import { SeededRandom } from "../demo/seeded-random.ts";
import { dayForJob, type PlannedTask, planDay, type StandInAccount, type TaskEvent } from "./plan-tasks.ts";
import { agentsWire, customersWire, dutyWire } from "./wire-account.ts";
import { detailWire, keepPast, listedWire } from "./wire-task.ts";

/** What an endpoint answers, before any fault. */
export type StandInAnswer = { status: number; message: string; data?: unknown; total_page_count?: unknown };

export type RequestBody = Readonly<Record<string, unknown>>;

/** How a list is upset: another order, or the page before in the place of the one that was asked for. */
export type ListUpset = { orderSeed?: number; isPageBefore?: boolean };

const longestRange = 31;
const mostDetails = 100;
const pageSize = 50;
const deleted = 10;

/** One account whose tasks, agents and clients move with the clock. */
export class AccountWorld {
  readonly account: StandInAccount;
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #days = new Map<number, PlannedTask[]>();

  constructor(account: StandInAccount, seed: number, clock: Clock) {
    this.account = account;
    this.#seed = seed;
    this.#clock = clock;
  }

  answer(endpoint: string, body: RequestBody, upset: ListUpset): StandInAnswer {
    const nowMs = this.#clock().getTime();
    const today = toDayNumber(nowMs);
    switch (endpoint) {
      case "get_user_details":
        return success({ user_id: this.account.userId, company_name: this.account.name, access_token: "token" });
      case "get_all_tasks":
        return this.#listTasks(body, upset, nowMs);
      case "get_job_details":
        return this.#readTasks(body, nowMs);
      case "user_task_stats":
        return this.#countTasks(body, nowMs);
      case "get_all_deleted_tasks":
        return list(this.#listPlannedTasks(body, nowMs, true).map((task) => listedWire(task, this.account, nowMs)));
      case "get_all_fleets":
        return list(agentsWire([...this.#tasksOn(today - 1), ...this.#tasksOn(today)], today, nowMs));
      case "get_agent_duty_logs":
        return list(dutyWire(dayNumber(String(body.start_date)), dayNumber(String(body.end_date)), nowMs));
      case "get_all_customers":
        return page(customersWire(), body.requested_page, {});
      default:
        return { status: 404, message: "ERROR_IN_EXECUTION" };
    }
  }

  /** What happens to tasks after one instant and until another, in its order. */
  eventsBetween(afterMs: number, untilMs: number): { task: PlannedTask; event: TaskEvent }[] {
    // A task is created hours before it is due, and may end hours after.
    const days = daysFrom(toDayNumber(afterMs) - 1, toDayNumber(untilMs) + 1);
    return days
      .flatMap((day) => this.#tasksOn(day))
      .flatMap((task) => task.events.map((event) => ({ task, event })))
      .filter(({ event }) => event.atMs > afterMs && event.atMs <= untilMs)
      .sort((a, b) => a.event.atMs - b.event.atMs || a.task.jobId - b.task.jobId);
  }

  /** All tasks of a range of days that the list shows by now. */
  listJobs(from: string, to: string): number[] {
    return this.#listPlannedTasks({ start_date: from, end_date: to }, this.#clock().getTime()).map(
      ({ jobId }) => jobId,
    );
  }

  #tasksOn(day: number): PlannedTask[] {
    const tasks = this.#days.get(day) ?? planDay(this.#seed, this.account, day);
    this.#days.set(day, tasks);
    return tasks;
  }

  #listPlannedTasks(body: RequestBody, nowMs: number, isDeleted = false): PlannedTask[] {
    const [from, to] = [dayNumber(String(body.start_date)), dayNumber(String(body.end_date))];
    const types = makeNumbers(body.job_type);
    const statuses = makeNumbers(body.job_status);
    return daysFrom(Math.max(from, toDayNumber(nowMs) - longestRange), to)
      .flatMap((day) => this.#tasksOn(day))
      .filter((task) => {
        const status = keepPast(task, nowMs)?.last.status;
        if (status === undefined || (status === deleted) !== isDeleted) return false;
        return (
          (types.length === 0 || types.includes(task.type)) &&
          (isDeleted || !statuses.length || statuses.includes(status))
        );
      });
  }

  #listTasks(body: RequestBody, upset: ListUpset, nowMs: number): StandInAnswer {
    const missing = ["job_type", "start_date", "end_date"].find((field) => body[field] === undefined);
    if (missing) return { status: 100, message: `Parameter missing: ${missing}` };
    const days = dayNumber(String(body.end_date)) - dayNumber(String(body.start_date)) + 1;
    if (days > longestRange) return { status: 201, message: "The date range cannot be longer than 31 days." };
    const tasks = this.#listPlannedTasks(body, nowMs);
    if (tasks.length === 0) return { status: 201, message: "No tasks available." };
    const answer = page(tasks, body.requested_page, upset);
    const wire = (answer.data as PlannedTask[]).map((task) => listedWire(task, this.account, nowMs));
    return { ...answer, data: wire };
  }

  #readTasks({ job_ids: body }: RequestBody, nowMs: number): StandInAnswer {
    const jobIds = makeNumbers(body);
    if (jobIds.length === 0) return { status: 100, message: "Parameter missing: job_ids" };
    if (jobIds.length > mostDetails) return { status: 201, message: "Too many job ids." };
    const tasks = jobIds.flatMap((id) => this.#tasksOn(dayForJob(id)).find(({ jobId }) => jobId === id) ?? []);
    const tasksWithPast = tasks.filter((task) => keepPast(task, nowMs));
    if (tasksWithPast.length === 0) return { status: 404, message: "Job not found" };
    return list(tasksWithPast.map((task) => detailWire(task, this.account, nowMs)));
  }

  #countTasks(body: RequestBody, nowMs: number): StandInAnswer {
    const counts = new Map<number, number>();
    for (const task of this.#listPlannedTasks(body, nowMs)) {
      const status = keepPast(task, nowMs)?.last.status ?? 6;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return list([...counts].map(([job_status, count]) => ({ job_status, count })));
  }
}

function daysFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
}

/** Numbers as callers write them: one, a list, or a text with commas. */
function makeNumbers(value: unknown): number[] {
  if (value === undefined || value === null || value === "") return [];
  return (Array.isArray(value) ? value : String(value).split(",")).map(Number);
}

function success(data: unknown): StandInAnswer {
  return { status: 200, message: "Successful", data };
}

function list(rows: readonly unknown[]): StandInAnswer {
  return rows.length > 0 ? success(rows) : { status: 201, message: "No data found" };
}

/** One page of a list; the count of pages is a text, as it sometimes is. */
function page(rows: readonly unknown[], body: unknown, { orderSeed, isPageBefore }: ListUpset): StandInAnswer {
  const pageNumber = Math.max(1, Number(body ?? 1) - (isPageBefore ? 1 : 0));
  const ordered = orderSeed === undefined ? rows : shuffled(rows, orderSeed);
  const data = ordered.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return { ...success(data), total_page_count: String(Math.ceil(rows.length / pageSize)) };
}

/** The same members in another order, which the seed alone decides. */
export function shuffled<Member>(members: readonly Member[], seed: number): Member[] {
  const random = new SeededRandom(seed);
  return members
    .map((member) => ({ member, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ member }) => member);
}
