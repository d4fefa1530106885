import { readdirSync, readFileSync } from "node:fs";

const everyMs = 20;

/** Watches, where the system tells it, how much memory the processes that read for this one hold. */
export function watchReaders(): { mostMegabytes: () => number; stop: () => void } {
  let most = 0;
  const measure = () => {
    for (const id of safely(() => readdirSync("/proc"), []).filter((name) => /^\d+$/.test(name))) {
      const status = safely(() => readFileSync(`/proc/${id}/status`, "utf8"), "");
      if (!status.includes(`PPid:\t${process.pid}\n`)) continue;
      if (!safely(() => readFileSync(`/proc/${id}/cmdline`, "utf8"), "").includes("reading-process")) continue;
      most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
  };
  const watch = setInterval(measure, everyMs);
  return {
    mostMegabytes() {
      measure();
      return Math.round(most);
    },
    stop: () => clearInterval(watch),
  };
}

function safely<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
