import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type ErrorBody, errorStatus } from "@console/contracts";
import { strictHeaders } from "../platform/http/security-headers.ts";
import { StartupProblem } from "../platform/startup-problem.ts";

/** A port that is ours until it is released, just before we listen on it ourselves. */
export type HeldPort = { port: number; release(): Promise<void> };

/** How long whoever comes too early waits before asking again. */
const retrySeconds = 2;

/** Finds out before anything else is started whether we may listen, and keeps others away; PORT=0 becomes a free port. */
export function holdPort(host: string, port: number): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const holder = createServer(answerEarly);
    holder.once("error", (error: NodeJS.ErrnoException) => reject(listenProblem(error, host, port)));
    holder.listen(port, host, () => {
      const address = holder.address();
      const boundPort = typeof address === "object" && address ? address.port : port;
      const release = () =>
        new Promise<void>((released) => {
          holder.close(() => released());
          holder.closeAllConnections();
        });
      resolve({ port: boundPort, release });
    });
  });
}

/** Tells whoever comes before we are ready to come again: people by a page that does so itself, programs by a header. */
function answerEarly({ url = "", headers }: IncomingMessage, response: ServerResponse): void {
  const isAlive = url === "/healthz";
  const wantsPage = (headers.accept ?? "").includes("text/html");
  for (const [name, value] of Object.entries(strictHeaders)) response.setHeader(name, value);
  response.setHeader("connection", "close");
  response.setHeader("cache-control", "no-store");
  response.setHeader("retry-after", retrySeconds);
  response.statusCode = isAlive ? 200 : errorStatus.unavailable;
  if (wantsPage) {
    response.setHeader(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page);
    return;
  }
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.end(JSON.stringify(isAlive ? { status: "starting" } : unavailable()));
}

const words = "The console is starting.";

function unavailable(): ErrorBody {
  const message = `${words} Try again in a few seconds.`;
  return { error: { kind: "unavailable", message, requestId: randomUUID() } };
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retrySeconds}">
<meta name="color-scheme" content="light dark">
<title>Starting</title>
<style>
body { display: grid; place-content: center; min-height: 90vh; margin: 1rem; font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0; font-size: 1.25rem; }
</style>
<h1>${words}</h1>
<p>This page opens by itself in a moment.</p>
</html>
`;

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
