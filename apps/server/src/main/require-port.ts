import { createServer } from "node:net";
import { StartupProblem } from "../platform/startup-problem.ts";

/** Finds out before anything else is started whether we may listen; PORT=0 becomes a free port. */
export function requirePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => reject(new StartupProblem(reason(error, host, port))));
    probe.listen(port, host, () => {
      const address = probe.address();
      const found = typeof address === "object" && address ? address.port : port;
      probe.close(() => resolve(found));
    });
  });
}

function reason(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program: stop that one, or set PORT to another number.`;
    case "EACCES":
      return `Port ${port} needs more rights than this user has: set PORT to a number above 1023.`;
    default:
      return `Listening on ${host}, port ${port}, is not possible (${error.code}): check HOST and PORT.`;
  }
}
