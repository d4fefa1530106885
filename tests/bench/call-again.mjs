import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/** Calls an address again and again, and tells how long each call took once it is asked for it. */
const { url, headers } = workerData;
const times = [];
let isDone = false;
parentPort.once("message", () => {
  isDone = true;
});
while (!isDone) {
  const from = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered with ${response.status}`);
  times.push(performance.now() - from);
  await sleep(10);
}
parentPort.postMessage(times);
parentPort.close();
