const circuit = "apps/server/src/platform/db/circuit.ts";
const circuitTests = ["apps/server/src/platform/db/circuit.test.ts"];
const connections = "apps/server/src/platform/http/follow-connections.ts";
const connectionTests = ["apps/server/src/platform/http/follow-connections.test.ts"];
const queue = "apps/server/src/platform/jobs/queue.ts";
const queueTests = ["apps/server/src/platform/jobs/queue.test.ts"];
const mail = "apps/server/src/platform/mail/send-mail.ts";
const mailTests = ["apps/server/src/platform/mail/send-mail.test.ts"];

/** Circuit, drain, jobs, mails and retention. */
export const jobs = [
  {
    name: "what fails with a slow database opens incidents of its own",
    file: "apps/server/src/modules/operations/incidents/follow-finding.ts",
    find: '(name) => states.get(name) === "down" || roots.has(name)',
    replace: '(name) => states.get(name) === "down"',
    tests: ["apps/server/src/modules/operations/incidents/incidents.test.ts"],
  },
  {
    name: "callers wait for a database that is away",
    file: circuit,
    find: "    for (const sendAway of [...waiting]) sendAway(silence());\n",
    replace: "",
    tests: circuitTests,
  },
  {
    name: "callers who come later are not sent away",
    file: circuit,
    find: "      if (isOpen) throw silence();\n",
    replace: "",
    tests: circuitTests,
  },
  {
    name: "the circuit stays open when the database answers",
    file: circuit,
    find: "    isOpen = false;\n    log.warn",
    replace: "    log.warn",
    tests: circuitTests,
  },
  {
    name: "success is no sign of life",
    file: circuit,
    find: "        signAt = performance.now();\n        return result;",
    replace: "        return result;",
    tests: circuitTests,
  },
  {
    name: "answers of a server that leaves keep their connections",
    file: connections,
    find: "    if (isLeaving) response.shouldKeepAlive = false;\n",
    replace: "",
    tests: connectionTests,
  },
  {
    name: "open requests are cut off when the server leaves",
    file: connections,
    find: "while (isAwaited() && performance.now() < deadline);",
    replace: "while (!isAwaited() && performance.now() < deadline);",
    tests: connectionTests,
  },
  {
    name: "a job runs in the platform instead of its tenant",
    file: queue,
    find: "tenantId: envelope.tenantId ?? platformTenant,",
    replace: "tenantId: platformTenant,",
    tests: queueTests,
  },
  {
    name: "a job that was given up tells nobody",
    file: queue,
    find: "if (!definition || !giveUp) return;",
    replace: "if (!definition || giveUp) return;",
    tests: queueTests,
  },
  {
    name: "a mail that could not be sent is not tried again",
    file: mail,
    find: "if (mail.attempts + 1 >= sendAttempts) return",
    replace: "if (mail.attempts + 1 <= sendAttempts) return",
    tests: mailTests,
  },
  {
    name: "a mail that was sent waits on",
    file: mail,
    find: 'return noteAttempt(context, id, { state: "sent", error });',
    replace: 'return noteAttempt(context, id, { state: "waiting", error });',
    tests: mailTests,
  },
  {
    name: "the link of a mail stands in its error",
    file: mail,
    find: "return href === null ? text : text.replaceAll(href, privateLink);",
    replace: "return text;",
    tests: ["apps/server/src/platform/mail/private-links.test.ts"],
  },
  {
    name: "what is kept for days is kept for hours",
    file: "apps/server/src/platform/retention/retention-rule.ts",
    find: "const dayMs = 86_400_000;",
    replace: "const dayMs = 3_600_000;",
    tests: ["apps/server/src/modules/operations/retention.test.ts"],
  },
  {
    name: "what is newer than the retention is removed",
    file: "apps/server/src/platform/retention/retention-rule.ts",
    find: "context.now.getTime() - retention[days] * dayMs",
    replace: "context.now.getTime() + retention[days] * dayMs",
    tests: ["apps/server/src/modules/operations/retention.test.ts"],
  },
];
