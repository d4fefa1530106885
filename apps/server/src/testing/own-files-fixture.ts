import type { ChatMessage, Conversation, OwnFile, RouteOutput, routes } from "@console/contracts";
import { partsWithout } from "../modules/assistant/index.ts";
import { createWriteAnswer, ownFileJobs } from "../modules/chat/index.ts";
import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { seedAccount } from "../modules/identity/index.ts";
import { ingestFacts } from "../modules/metrics/index.ts";
import { type Models, withoutModels } from "../modules/models/index.ts";
import { reports } from "../modules/reports/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "./test-app.ts";
import { until } from "./until.ts";

const people = {
  ann: ["user", "north"],
  ben: ["manager", "north"],
  cid: ["user", "south"],
  root: ["superadmin", platformTenant],
} as const;
export type Person = keyof typeof people;
type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** What a file says of returns, in three sections. */
export const handbook = `# Returns

Customers return shoes within 30 days, with the box.

# Damage

A broken pallet is reported to the shift lead within two hours.

# Parking

Visitors park behind the depot.
`;

/** Two tenants with the same deliveries, people in them, and ways to attach files and to ask. */
export async function createFilesApp(models: Models = withoutModels) {
  const environment = { CONSOLE_NOW: "2026-03-18T12:00:00Z" };
  const testApp: TestApp = await createTestApp({ environment, models });
  const uids: Record<string, string> = {};
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: id, aiq_type: "Tookan" });
    for (const [name, [role, tenant]] of Object.entries(people)) {
      const account = { email: `${name}@example.test`, password: "a long password", name };
      uids[name] = await seedAccount(testApp.identity, context, account);
      const tenant_id = tenant === platformTenant ? null : tenant;
      await insertUser(context, { uid: uids[name], email: account.email, role, tenant_id });
    }
  });
  const records = [{ source_key: "1", driver: "Ann", status: "Failed", created_at: "2026-03-02T08:00:00Z" }];
  for (const tenant of ["north", "south"]) {
    await testApp.as(systemCaller("test", tenant), (context) =>
      ingestFacts(context, { fact: "delivery_tasks", source: "tests", records }),
    );
  }
  await testApp.startJobs(ownFileJobs({ fileReading: testApp.sources.fileReading }));
  const { database } = testApp;
  testApp.startWriting(createWriteAnswer({ database, reports, engine: partsWithout(null), models }));

  const headersOf = (person: Person) => signedInAs(people[person][0], people[person][1], uids[person]);
  async function call<Answer>(person: Person, method: Method, url: string, payload?: object) {
    const headers = headersOf(person);
    const response = await testApp.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.json() as Answer };
  }
  type Added = RouteOutput<(typeof routes)["addOwnFile"]> & { error: { message: string } };
  async function upload(person: Person, name: string, content: string | Buffer) {
    const response = await testApp.app.inject({
      method: "POST",
      url: `/api/assistant/files?name=${encodeURIComponent(name)}`,
      headers: { ...headersOf(person), "content-type": "application/octet-stream" },
      payload: Buffer.from(content),
    });
    return { status: response.statusCode, body: response.json() as Added };
  }
  const list = async (person: Person) =>
    (await call<RouteOutput<(typeof routes)["listOwnFiles"]>>(person, "GET", "/assistant/files")).body;
  async function untilRead(person: Person, id: string): Promise<OwnFile> {
    let file: OwnFile | undefined;
    await until(async () => {
      file = (await list(person)).items.find((one) => one.id === id);
      return file?.state === "ready" || file?.state === "failed";
    });
    return file as OwnFile;
  }
  async function attach(person: Person, name: string, content: string | Buffer): Promise<OwnFile> {
    const { body } = await upload(person, name, content);
    if (!body.file) throw new Error(body.error.message);
    return untilRead(person, body.file.id);
  }
  const read = async (person: Person, id: string) =>
    (await call<Conversation>(person, "GET", `/assistant/conversations/${id}`)).body;
  async function untilEnded(person: Person, conversation: string, message: string): Promise<ChatMessage> {
    let ended: ChatMessage | undefined;
    await until(async () => {
      ended = (await read(person, conversation)).messages.find(({ id }) => id === message);
      return ended?.endedAt != null;
    });
    return ended as ChatMessage;
  }
  const start = async (person: Person, more: object = {}) =>
    (await call<Conversation>(person, "POST", "/assistant/conversations", more)).body.id;
  type Sent = { message: ChatMessage; answer: ChatMessage; error: { message: string } };
  const send = (person: Person, conversation: string, input: object) =>
    call<Sent>(person, "POST", `/assistant/conversations/${conversation}/messages`, input);
  return {
    testApp,
    uids,
    call,
    upload,
    list,
    untilRead,
    attach,
    read,
    start,
    send,
    untilEnded,
    /** Asks in a conversation of its own, and gives the answer once it is there. */
    async ask(person: Person, text: string, files: readonly OwnFile[], more: object = {}) {
      const conversation = await start(person);
      const { body } = await send(person, conversation, { text, files: files.map(({ id }) => id), ...more });
      return { conversation, ...body, answer: await untilEnded(person, conversation, body.answer.id) };
    },
  };
}
