import { expect, test } from "vitest";
import { untilDone } from "./until-done.ts";

/** Work that fails so many times with the code of an error of the database. */
function failing(times: number, code: string) {
  const work = { tries: 0 };
  const run = async () => {
    work.tries += 1;
    if (work.tries <= times) throw Object.assign(new Error("deadlock detected"), { code });
    return "done";
  };
  return { work, run };
}

test("work that a deadlock undid is done again, and given up after a few times", async () => {
  const twice = failing(2, "40P01");
  expect(await untilDone(twice.run)).toBe("done");
  expect(twice.work.tries).toBe(3);
  const always = failing(9, "40P01");
  await expect(untilDone(always.run)).rejects.toThrow("deadlock detected");
  expect(always.work.tries).toBe(4);
});

test("work that failed for another reason is not done again", async () => {
  const { work, run } = failing(1, "23505");
  await expect(untilDone(run)).rejects.toThrow("deadlock detected");
  expect(work.tries).toBe(1);
});
