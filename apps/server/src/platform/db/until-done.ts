import { isUndone } from "./database.ts";

const mostTries = 4;

/** Does work again that was undone because two transactions waited for each other. */
export async function untilDone<Output>(work: () => Promise<Output>): Promise<Output> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isUndone(error) || tries === mostTries) throw error;
    }
  }
}
