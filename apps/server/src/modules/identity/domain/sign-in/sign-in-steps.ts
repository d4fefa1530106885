import type { Identity } from "../identity.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { beginSessions } from "../sessions/open-session.ts";
import { type AttemptSubject, attemptKey, forgetFailures, signInSubjects } from "./attempts.ts";
import { batchConcurrent } from "./batch-concurrent.ts";
import { readSignInStates } from "./sign-in-store.ts";

const maxWaitMs = 40;
/** Less than a password takes, so that the queue does not run dry while others are waited for. */
const waitMsPerPassword = 3;

/** The steps of a sign-in that read and write rows: while passwords wait to be hashed, many sign-ins share a transaction. */
export function createSignInSteps(
  passwords: Pick<PasswordHasher, "waiting">,
): Pick<Identity, "readSignInState" | "openSignInSession"> {
  const waitMs = () => Math.min(maxWaitMs, passwords.waiting() * waitMsPerPassword);
  return {
    readSignInState: batchConcurrent(async (requests) => {
      const inputs = requests.map(({ context: { address }, email, subjects }) => ({ email, address, subjects }));
      return requests[0]?.context.transact((tx) => readSignInStates(tx, inputs)) ?? [];
    }, waitMs),
    openSignInSession: batchConcurrent(async (requests) => {
      const forgotten = requests.flatMap(({ context, account, state }) =>
        signInSubjects(account.email ?? "", context.address).filter((subject) => isFailedPair(subject, state.attempts)),
      );
      return (
        requests[0]?.context.transact(async (tx) => {
          if (forgotten.length > 0) await forgetFailures(tx, forgotten);
          return beginSessions(
            requests.map(({ context, account: { uid } }) => {
              return { tx: context.within(tx.db), context, uid, signIn: { provider: "password" } };
            }),
          );
        }) ?? []
      );
    }, waitMs),
  };
}

function isFailedPair(subject: AttemptSubject, attempts: ReadonlyMap<string, unknown>): boolean {
  return subject.kind === "pair" && attempts.has(attemptKey(subject));
}
