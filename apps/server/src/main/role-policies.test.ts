import type { ChatMessage, Conversation, ModelPolicy, RouteOutput, routes, TenantPolicy } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createModels, type Models } from "../modules/models/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createColleagues } from "../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { type ModelStandIn, startModelStandIn } from "./model-stand-in/start-model-stand-in.ts";

const admin = signedInAs("admin");
const length = { reason: "length", text: "More is to come." } as const;
let standIn: ModelStandIn;
let other: ModelStandIn;
let testApp: TestApp;
let models: Models;
let asUser: ReturnType<typeof signedInAs>;
let asManager: ReturnType<typeof signedInAs>;
let uid: string;
let first: string;
let second: string;
let tools: string;
let plain: string;

beforeAll(async () => {
  standIn = await startModelStandIn();
  other = await startModelStandIn();
  testApp = await createTestApp({
    environment: { MODEL_HOSTS: "127.0.0.1" },
    models: (servers) => {
      models = createModels({ servers });
      return models;
    },
  });
  const uids = await createColleagues(testApp, "north", ["ann", "ben"]);
  uid = uids.ann;
  asUser = signedInAs("user", "north", uids.ann);
  asManager = signedInAs("manager", "north", uids.ben);
  testApp.startWriting(async (_, message, growing) => {
    growing.add({ type: "text", data: { text: `Answer ${message}` } });
    return { unverified: [], promptTokens: null, answerTokens: null, problem: length };
  });
  first = await addServer("First", standIn.url);
  second = await addServer("Second", other.url);
  tools = `${first}/stand-in-tools:latest`;
  plain = `${first}/stand-in-plain:latest`;
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
  await other.close();
});
beforeEach(() =>
  testApp.as(systemCaller("test", platformTenant), ({ db }) => db.deleteFrom("model_policies").execute()),
);

async function call<Answer>(method: "GET" | "POST" | "PUT", path: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() as Answer };
}
type Refusal = { error?: { message: string; fields?: Record<string, string> } };

async function addServer(name: string, address: string): Promise<string> {
  return (await call<{ id: string }>("POST", "admin/providers", { fields: { name, address } })).body.id;
}

async function setPolicy(changes: Partial<ModelPolicy>, isConfirmed = true) {
  const { version, policy } = (await call<TenantPolicy>("GET", "admin/model-policies/all")).body;
  const input = { version, policy: { ...policy, ...changes }, isConfirmed };
  return call<TenantPolicy & Refusal>("PUT", "admin/model-policies/all", input);
}

type Listed = RouteOutput<typeof routes.listModels>;
const list = async (headers: typeof asUser) => (await call<Listed>("GET", "assistant/models", undefined, headers)).body;
const onFirst = (items: Listed["items"]) => items.filter(({ id }) => id.startsWith(first));

test("a role chooses among its own models, and its own default answers", async () => {
  await setPolicy({ defaultModel: tools, roles: { user: { models: [plain], default: plain } } });
  expect((await list(asUser)).items.map(({ id, isDefault }) => [id, isDefault])).toEqual([[plain, true]]);
  expect(onFirst((await list(asManager)).items).map(({ id, isDefault }) => [id, isDefault])).toEqual(
    expect.arrayContaining([
      [tools, true],
      [plain, false],
    ]),
  );
});

test("where the default of everyone is not among the models of a role, none answers by itself", async () => {
  await setPolicy({ defaultModel: tools, roles: { user: { models: [plain], default: null } } });
  expect((await list(asUser)).items.some(({ isDefault }) => isDefault)).toBe(false);
});

test("a role has no model that the policy does not allow, and a default that it may choose", async () => {
  const wrong = async (changes: Partial<ModelPolicy>) => {
    const { status, body } = await setPolicy(changes);
    return [status, Object.keys(body.error?.fields ?? {})];
  };
  expect(await wrong({ models: [tools], roles: { user: { models: [plain], default: null } } })).toEqual([
    400,
    ["roles.user"],
  ]);
  expect(await wrong({ roles: { user: { models: [plain], default: tools } } })).toEqual([400, ["roles.user"]]);
  expect(await wrong({ models: [plain], roles: { admin: { models: null, default: tools } } })).toEqual([
    400,
    ["roles.admin"],
  ]);
});

test("every door to a model refuses one that a role may not choose, and fails over to none", async () => {
  type Sent = { message: ChatMessage; answer: ChatMessage } & Refusal;
  const post = <Answer>(path: string, payload: object = {}) =>
    call<Answer & Refusal>("POST", `assistant/${path}`, payload, asUser);
  const { id } = (await post<Conversation>("conversations")).body;
  const messages = `conversations/${id}/messages`;
  const { message, answer } = (await post<Sent>(messages, { text: "How many?", model: tools })).body;
  await until(async () => {
    const { body } = await call<Conversation>("GET", `assistant/conversations/${id}`, undefined, asUser);
    return body.messages.every(({ endedAt }) => endedAt !== null);
  });
  await setPolicy({ roles: { user: { models: [plain], default: null } } });
  const refusals = [
    await post(messages, { text: "How many?", model: tools }),
    await post(messages, { text: "How many?", model: plain, compareWith: tools }),
    await post(`messages/${message.id}/branch`, { text: "How few?", model: tools }),
    await post(`messages/${answer.id}/retry`),
    await post(`messages/${answer.id}/continue`),
  ];
  expect(refusals.map(({ status, body }) => [status, body.error?.fields])).toEqual(
    refusals.map(() => [400, { model: "This model cannot be chosen any more. Choose another one." }]),
  );
  const open = (role: string) =>
    testApp.as({ ...systemCaller("test", "north"), actor: { kind: "user", uid, role, sessionId: null } }, (context) =>
      models.open(context, { provider: first, model: "stand-in-tools:latest" }),
    );
  // What was sent before, and is written now.
  await expect(open("user")).rejects.toMatchObject({ reason: "model_missing" });
  expect((await open("manager")).model).toBe("stand-in-tools:latest");
  await setPolicy({ roles: { user: { models: [`${second}/stand-in-tools:latest`], default: null } } });
  expect((await open("user")).model).toBe("stand-in-tools:latest");
});

test("a default of a role needs an evaluation, and is kept in the versions", async () => {
  await setPolicy({ defaultModel: tools });
  const roles = { user: { models: null, default: plain } };
  const refused = await setPolicy({ roles }, false);
  expect([refused.status, refused.body.error?.fields?.isConfirmed]).toEqual([
    409,
    expect.stringContaining("stand-in-plain:latest has passed no evaluation"),
  ]);
  const saved = (await setPolicy({ roles })).body;
  expect(saved.policy.roles).toEqual(roles);
  expect(saved.versions.map(({ policy }) => policy?.roles)).toEqual([roles, {}]);
  // What stays as it is needs none, and neither does a role with nothing of its own, which is not kept.
  const nothing = { manager: { models: null, default: null } };
  expect((await setPolicy({ isChatOn: false, roles: { ...nothing, ...roles } }, false)).body.policy.roles).toEqual(
    roles,
  );
  expect((await setPolicy({ instructions: "Guess." }, false)).status).toBe(409);
});

test("who deletes a model is told that a role has it", async () => {
  await setPolicy({ roles: { user: { models: [tools, plain], default: plain } } });
  for (const model of [tools, plain]) {
    const { body } = await call<{ usedBy: object[] }>("GET", `assistant/models/${encodeURIComponent(model)}`);
    expect(body.usedBy).toEqual([{ id: "platform", name: "All tenants" }]);
  }
});
