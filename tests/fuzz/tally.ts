import type { Target } from "./make-request.ts";
import type { Person } from "./people.ts";

export type Finding = { number: number; person: string; told: string; status: number; answer: string };
type Count = { asked: number; done: number; allowed: number; allowedDone: number };

/** Below this share of what a role may call, its requests reach too little to tell anything. */
const leastShare = 0.2;

/** Counts what was answered, by status and by role. */
export function createTally() {
  const statuses = new Map<number, number>();
  const roles = new Map<string, Count>();
  const routes = new Map<string, { asked: number; done: number }>();
  const findings: Finding[] = [];

  return {
    findings,
    starts: 1,
    logged: [] as string[],
    add(person: Person, { method, path, operation }: Target, status: number): void {
      const permission = operation["x-permission"];
      const isAllowed = permission === "public" || person.permissions.has(permission);
      const isDone = status >= 200 && status < 300;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const count = roles.get(person.role) ?? { asked: 0, done: 0, allowed: 0, allowedDone: 0 };
      roles.set(person.role, count);
      count.asked += 1;
      if (isDone) count.done += 1;
      if (isAllowed) count.allowed += 1;
      if (isAllowed && isDone) count.allowedDone += 1;
      const name = `${method} ${path}`;
      const route = routes.get(name) ?? { asked: 0, done: 0 };
      routes.set(name, route);
      route.asked += 1;
      if (isDone) route.done += 1;
    },
    /** What was counted, line by line. */
    lines(): string[] {
      const ofRole = ([role, { asked, done, allowed, allowedDone }]: [string, Count]) =>
        `  ${role}: ${asked} requests, ${percent(done, asked)} done; ${percent(allowedDone, allowed)} of the ${allowed} that the role may make`;
      const undone = [...routes].filter(([, { done }]) => done === 0).map(([name]) => name);
      return [
        `Statuses: ${[...statuses]
          .sort(([one], [other]) => one - other)
          .map(([status, count]) => `${status}: ${count}`)
          .join(", ")}`,
        ...[...roles].map(ofRole),
        `Routes that were asked: ${routes.size}; never done: ${undone.length === 0 ? "none" : undone.join(", ")}`,
      ];
    },
    /** Roles that were refused nearly everywhere, where they should not be. */
    hollowRoles: () =>
      [...roles].filter(([, { allowed, allowedDone }]) => allowedDone < allowed * leastShare).map(([role]) => role),
  };
}

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;
