import { type Pace, SourceProblem } from "../connector.ts";
import { type Account, type Ask, askAgain, createAsk, type Envelope, realPace } from "./ask-provider.ts";
import { indexNames, type Names, readCounts, readDuty, toAgent, toClient } from "./read-account.ts";
import { listedTask, taskDetail } from "./read-task.ts";
import { isRow, parseId, parseText, type Row } from "./read-values.ts";
import type { ListedTask, TaskDetail, Tookan } from "./tookan.ts";

const types = [0, 1, 2, 3];
/** Every status but that of deleted tasks. */
const statuses = [0, 1, 2, 3, 4, 6, 7, 8, 9];
const mostDetails = 50;
const longestRangeDays = 31;

/** What is needed to ask an account. */
export type TookanAccess = Omit<Account, "baseUrl" | "requestsPerSecond"> & {
  settings: { baseUrl: string; requestsPerSecond: number };
};

/** Opens one account of the delivery provider, to be read only. */
export function createTookan({ settings, ...access }: TookanAccess, pace: Pace = realPace): Tookan {
  const ask = createAsk({ ...access, ...settings }, pace);
  return {
    account: () => ask("get_user_details", {}, toAccount),
    listTasks: taskLister(ask),
    readTasks: taskReader(ask),
    countTasks: async (day) => {
      const counted = new Map<number, number>();
      for (const type of types) {
        const body = { start_date: day, end_date: day, job_type: type, job_status: statuses };
        for (const [status, count] of await ask("user_task_stats", body, ({ data }) => readCounts(data))) {
          counted.set(status, (counted.get(status) ?? 0) + count);
        }
      }
      return counted;
    },
    listAgents: () => ask("get_all_fleets", {}, (answer) => readRows(answer, "fleet_id").flatMap(some(toAgent))),
    listDuty: ({ from, to }) =>
      ask("get_agent_duty_logs", { start_date: from, end_date: to }, (answer) =>
        readRows(answer, "fleet_id").flatMap(readDuty),
      ),
    listClients: (page) =>
      ask("get_all_customers", { is_pagination: 1, requested_page: page }, (answer) => ({
        clients: readRows(answer, "customer_id").flatMap(some(toClient)),
        pages: answer.pages ?? page,
      })),
  };
}

function toAccount({ data }: Envelope): { id: string; name: string } {
  const details = Array.isArray(data) ? data[0] : data;
  const account = isRow(details) ? details : {};
  const id = parseId(account.user_id);
  if (id === null) throw new SourceProblem("passing", "The delivery provider does not say whose account this is.");
  const names = ["company_name", "username", "name", "first_name", "email"].map((field) => parseText(account[field]));
  return { id, name: names.find(Boolean) ?? id };
}

/** Lists tasks page by page; a page that is shown in the place of another is asked for again. */
function taskLister(ask: Ask): Tookan["listTasks"] {
  let before = { range: "", page: 0, jobs: "" };
  return async ({ type, from, to, page }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    if (!(days >= 1 && days <= longestRangeDays)) throw new RangeError(`${from} to ${to} is not 1 to 31 days.`);
    const range = [type, from, to].join(" ");
    const body = {
      job_type: type,
      job_status: statuses.join(","),
      start_date: from,
      end_date: to,
      custom_fields: 0,
      is_pagination: 1,
      requested_page: page,
    };
    return ask("get_all_tasks", body, (answer) => {
      const tasks: ListedTask[] = readRows(answer, "job_id").flatMap(some(listedTask));
      const jobs = tasks.map(({ jobId }) => jobId).join(" ");
      const isShownTwice = jobs !== "" && range === before.range && page !== before.page && jobs === before.jobs;
      if (isShownTwice) askAgain(`The delivery provider shows page ${before.page} again as page ${page}.`);
      before = { range, page, jobs };
      return { tasks, pages: answer.pages ?? page };
    });
  };
}

/** Reads tasks in full. They name their team only by its number: the list of agents, read once, has the names. */
function taskReader(ask: Ask): Tookan["readTasks"] {
  let names: Promise<Names> | null = null;
  const readNames = () =>
    ask("get_all_fleets", {}, (answer) => indexNames(readRows(answer, "fleet_id"))).catch((error: unknown) => {
      names = null;
      throw error;
    });
  return async (jobIds) => {
    if (jobIds.length > mostDetails) throw new RangeError(`At most ${mostDetails} tasks can be read at once.`);
    if (jobIds.length === 0) return [];
    const body = {
      job_ids: jobIds.map(Number),
      include_task_history: 1,
      job_additional_info: 1,
      include_job_report: 0,
    };
    const details = await ask("get_job_details", body, (answer) =>
      readRows(answer, "job_id").flatMap(some(taskDetail)),
    );
    const byId = new Map(details.map((task) => [task.jobId, task]));
    const tasks = [...new Set(jobIds)].flatMap((jobId) => byId.get(jobId) ?? []);
    if (!tasks.some(lacksName)) return tasks;
    names ??= readNames();
    const { agents, teams } = await names;
    return tasks.map((task) => ({
      ...task,
      agentName: task.agentName ?? agents.get(task.agentId ?? "") ?? null,
      teamName: task.teamName ?? teams.get(task.teamId ?? "") ?? null,
    }));
  };
}

function lacksName({ agentId, agentName, teamId, teamName }: TaskDetail): boolean {
  return (agentId !== null && agentName === null) || (teamId !== null && teamName === null);
}

/** The rows of an answer; one that stands alone comes without its list. */
function readRows({ data }: Envelope, id: string): Row[] {
  if (Array.isArray(data)) return data.filter(isRow);
  if (isRow(data) && data[id] !== undefined) return [data];
  const isEmpty = data === null || data === undefined || data === "" || (isRow(data) && Object.keys(data).length === 0);
  return isEmpty ? [] : askAgain("The delivery provider answers in a form that we do not know.");
}

function some<Read>(read: (row: Row) => Read | null): (row: Row) => Read[] {
  return (row) => {
    const value = read(row);
    return value === null ? [] : [value];
  };
}
