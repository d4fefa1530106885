import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The figures that operators scrape, one set for each running server. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the registry with the process's own figures and those of requests, jobs, mails and streams. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: "http_request_duration_seconds",
      help: "Time to answer a request, by route template.",
      labelNames: ["method", "route", "status"],
      buckets: [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    jobs: new Counter({
      name: "jobs_total",
      help: "Finished job attempts, by job and outcome.",
      labelNames: ["job", "outcome"],
      registers,
    }),
    eventStreams: new Gauge({ name: "event_streams_open", help: "Open streams of server-sent events.", registers }),
    observeDroppedLines(count: () => number) {
      new Gauge({
        name: "log_lines_dropped",
        help: "Log lines that were dropped before they were kept in the database, since the start.",
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    /** Counts callers that wait for something of this process. */
    observeWaiting(name: string, help: string, count: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    observeCircuit(circuit: { state(): string; openings(): number }) {
      new Gauge({
        name: "database_circuit_state",
        help: "1 for the state that the circuit before the database is in: closed, open or half-open.",
        labelNames: ["state"],
        registers,
        collect() {
          for (const state of ["closed", "open", "half-open"]) this.set({ state }, circuit.state() === state ? 1 : 0);
        },
      });
      new Gauge({
        name: "database_circuit_openings",
        help: "How often the circuit before the database has opened since the start.",
        registers,
        collect() {
          this.set(circuit.openings());
        },
      });
    },
    observeBackup(readAge: () => Promise<{ ageMs: number } | null>) {
      new Gauge({
        name: "backup_age_seconds",
        help: "How old the rows of the last whole backup are; NaN where none is known.",
        registers,
        async collect() {
          // No answer is no age, and nothing is not new.
          const age = await readAge().catch(() => null);
          this.set(age ? age.ageMs / 1000 : Number.NaN);
        },
      });
    },
    observePool(pool: { totalCount: number; idleCount: number; waitingCount: number }) {
      const states = { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount };
      new Gauge({
        name: "database_pool_connections",
        help: "Database connections of the pool and callers waiting for one.",
        labelNames: ["state"],
        registers,
        collect() {
          for (const [state, count] of Object.entries(states)) this.set({ state }, count());
        },
      });
    },
  };
}
