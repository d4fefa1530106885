import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { findProgram } from "./reading-pool.ts";

test("a process whose starter has ended while it came up ends too", async () => {
  const { program, loader } = findProgram();
  const child = fork(program, [], { execArgv: loader, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
});
