import { taskDetail, taskRecord } from "../../connectors/tookan/index.ts";
import { cast, planDay } from "../tookan-stand-in/plan-tasks.ts";
import { detailWire, keepPast } from "../tookan-stand-in/wire-task.ts";
import type { DemoRecord } from "./demo-record.ts";
import type { LocalDay } from "./local-day.ts";
import { providerAccount, providerMapping, providerSeed } from "./provider-account.ts";
import { at } from "./seeded-random.ts";

const deleted = 10;
/** The demo's money is in US dollars. */
const currency = "USD";

/** The tasks of a day as a pull of the provider's account stores them: the same keys, members and values. */
export function providerTasks(day: LocalDay): DemoRecord[] {
  const account = { ...providerAccount, apiKey: "" };
  return planDay(providerSeed, account, day.number).flatMap((task) => {
    const status = keepPast(task, day.nowMs)?.last.status;
    if (status === undefined || status === deleted) return [];
    const detail = taskDetail(detailWire(task, account, day.nowMs));
    if (!detail) return [];
    // Tasks name their team by its number alone; a pull takes the name from the list of agents.
    const teamName = at(cast.depots, task.agent);
    return [taskRecord({ ...detail, teamName }, providerMapping, currency).record];
  });
}
