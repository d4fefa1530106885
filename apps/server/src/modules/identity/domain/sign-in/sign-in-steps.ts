import type { Identity } from "../identity.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { beginSessions } from "../sessions/open-session.ts";
import { attemptKey, forgetFailures, type Subject, signInSubjects } from "./attempts.ts";
import { gather } from "./batch-concurrent.ts";
import { readForSignIn } from "./sign-in-store.ts";

const longestWaitMs = 40;
/** Less than a password takes, so that the line does not run dry while others are waited for. */
const waitMsPerPassword = 3;

/** The steps of a sign-in that read and write rows: while passwords stand in line, many sign-ins share a transaction. */
export function signInSteps(
  passwords: Pick<PasswordHasher, "waiting">,
): Pick<Identity, "readForSignIn" | "openForSignIn"> {
  const waitMs = () => Math.min(longestWaitMs, passwords.waiting() * waitMsPerPassword);
  return {
    readForSignIn: gather(async (asks) => {
      const asked = asks.map(({ call: { address }, email, subjects }) => ({ email, address, subjects }));
      return asks[0]?.call.transact((context) => readForSignIn(context, asked)) ?? [];
    }, waitMs),
    openForSignIn: gather(async (asks) => {
      const forgotten = asks.flatMap(({ call, account, view }) =>
        signInSubjects(account.email ?? "", call.address).filter((subject) => isFailedPair(subject, view.attempts)),
      );
      return (
        asks[0]?.call.transact(async (context) => {
          if (forgotten.length > 0) await forgetFailures(context, forgotten);
          return beginSessions(
            asks.map(({ call, account: { uid } }) => {
              return { context: call.within(context.db), call, uid, signIn: { provider: "password" } };
            }),
          );
        }) ?? []
      );
    }, waitMs),
  };
}

function isFailedPair(subject: Subject, attempts: ReadonlyMap<string, unknown>): boolean {
  return subject.kind === "pair" && attempts.has(attemptKey(subject));
}
