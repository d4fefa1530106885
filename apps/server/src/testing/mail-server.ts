import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type MailServer = { url: string; received: string[]; close(): Promise<void> };

/** A real mail server that refuses the first `refusals` mails, for a reason that it tells, and keeps the others. */
export async function startMailServer({
  refusals = 0,
  reason = "try later, user:secret@host",
} = {}): Promise<MailServer> {
  const received: string[] = [];
  let remaining = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => (text += chunk));
      stream.on("end", () => {
        if (remaining > 0) {
          remaining -= 1;
          return done(Object.assign(new Error(reason), { responseCode: 451 }));
        }
        received.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
