import { Gauge, type Registry } from "prom-client";

/** What the database knows of the product, at one scrape. */
export type ProductFigures = {
  jobs: { waiting: number; running: number; givenUp: number; oldestSeconds: number };
  /** Connections to sources by their state. */
  sources: Readonly<Record<string, number>>;
  /** The state of each health check, as it is judged now. */
  checks: Readonly<Record<string, string>>;
};

const keptMs = 1000;
const nothing: Partial<ProductFigures> = {};

/** Adds figures that are read from the database at each scrape; while it is away they are left out, not zero. */
export function observeProduct(registry: Registry, readFigures: () => Promise<ProductFigures>): void {
  let last: { at: number; figures: Promise<ProductFigures | null> } | null = null;
  const read = () => {
    if (!last || performance.now() - last.at > keptMs) {
      last = { at: performance.now(), figures: readFigures().catch(() => null) };
    }
    return last.figures;
  };
  const define = (
    { name, help, label }: { name: string; help: string; label: string },
    list: (figures: Partial<ProductFigures>) => readonly (readonly [string, number])[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset();
        // A gauge with a label and without values says nothing, where one without a label would say zero.
        for (const [value, count] of list((await read()) ?? nothing)) this.set({ [label]: value }, count);
      },
    });
  define({ name: "jobs_in_queue", help: "Jobs of the queue, by state.", label: "state" }, ({ jobs }) =>
    jobs
      ? [
          ["waiting", jobs.waiting],
          ["running", jobs.running],
          ["given_up", jobs.givenUp],
        ]
      : [],
  );
  define(
    { name: "jobs_age_seconds", help: "How long the oldest job that is due has waited.", label: "which" },
    ({ jobs }) => (jobs ? [["oldest_waiting", jobs.oldestSeconds]] : []),
  );
  define(
    { name: "source_connections", help: "Connections of all tenants to their sources, by state.", label: "state" },
    ({ sources = {} }) => Object.entries(sources),
  );
  const levels: Readonly<Record<string, number>> = { up: 1, degraded: 0.5, affected: 0.5, down: 0, unknown: -1 };
  define(
    {
      name: "health_check",
      help: "State of each health check: 1 up, 0.5 degraded or affected, 0 down, -1 unknown. Paused ones are left out.",
      label: "check",
    },
    ({ checks = {} }) =>
      Object.entries(checks).flatMap(([check, state]) => {
        const level = levels[state];
        return level === undefined ? [] : [[check, level] as const];
      }),
  );
}
