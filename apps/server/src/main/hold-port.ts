import { createServer } from "node:net";
import { StartupProblem } from "../platform/startup-problem.ts";

/** A port that is ours until it is released, just before we listen on it ourselves. */
export type HeldPort = { port: number; release(): Promise<void> };

/** Finds out before anything else is started whether we may listen, and keeps others away; PORT=0 becomes a free port. */
export function holdPort(host: string, port: number): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    // Nobody is answered yet: whoever comes too early is sent away at once.
    const holder = createServer((socket) => socket.resetAndDestroy());
    holder.once("error", (error: NodeJS.ErrnoException) => reject(listenProblem(error, host, port)));
    holder.listen(port, host, () => {
      const address = holder.address();
      const boundPort = typeof address === "object" && address ? address.port : port;
      resolve({ port: boundPort, release: () => new Promise((released) => holder.close(() => released())) });
    });
  });
}

/** What an operator can do when listening fails. */
export function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): StartupProblem {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupProblem(
        `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to another number.`,
      );
    case "EACCES":
      return new StartupProblem(`Port ${port} needs more rights than this user has: set PORT to a number above 1023.`);
    default:
      return new StartupProblem(
        `Listening on ${host}, port ${port}, is not possible (${error.code}): check HOST and PORT.`,
      );
  }
}
