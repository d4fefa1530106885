import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "../../../../platform/errors.ts";

/** OWASP's floor for argon2id: 19 MiB, two passes, one lane. */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 };
const longestQueue = 200;

/** Hashes passwords, never more at once than there are cores, so that other requests keep being answered. */
export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to compare with. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  /** How many passwords stand in line. */
  waiting(): number;
};

/** What one hash costs: KiB of memory, and passes over it. */
export type HashCost = { memoryCost: number; timeCost: number };

/** A hasher with its own slots. */
export function createPasswordHasher(cost = owaspCost): PasswordHasher {
  const parameters = { ...cost, parallelism: 1 };
  const { inSlot, waiting } = slots(availableParallelism());
  let dummy: Promise<string> | null = null;
  return {
    hash: (password) => inSlot(() => hash(password, parameters)),
    async verify(passwordHash, password) {
      dummy ??= hash("a password that nobody has", parameters);
      const against = passwordHash ?? (await dummy);
      const isRight = await inSlot(() => verify(against, password));
      return passwordHash !== null && isRight;
    },
    waiting,
  };
}

function slots(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  const inSlot = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else if (waiting.length >= longestQueue)
      throw unavailable(new Error("too many passwords are waiting to be checked"));
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
  return { inSlot, waiting: () => waiting.length };
}
