import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ManagedModel, ModelPolicy, ModelPull, TenantPolicy } from "@console/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertTenant } from "../modules/directory/index.ts";
import { adoptOperator, createModels } from "../modules/models/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";
import { type ModelStandIn, startModelStandIn } from "./model-stand-in/start-model-stand-in.ts";

const key = "key-of-the-server-5d1f";
const admin = signedInAs("admin");
let standIn: ModelStandIn;
let other: ModelStandIn;
/** Takes calls and never answers. */
let silent: Server;
let testApp: TestApp;
let models: ReturnType<typeof createModels>;
const answers: string[] = [];

beforeAll(async () => {
  standIn = await startModelStandIn();
  other = await startModelStandIn();
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  testApp = await createTestApp({
    environment: { MODEL_HOSTS: "127.0.0.1" },
    models: (servers) => {
      models = createModels({ servers });
      return models;
    },
  });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    for (const id of ["north", "south"]) await insertTenant(context, { id, name: `Tenant ${id}`, aiq_type: "Tookan" });
  });
});
afterAll(async () => {
  await testApp.close();
  await standIn.close();
  await other.close();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});
beforeEach(async () => {
  await testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
    await db.deleteFrom("model_providers").execute();
    await db.deleteFrom("model_pulls").execute();
    await db.deleteFrom("model_policies").execute();
  });
});

async function call<Answer>(
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  url: string,
  payload?: object,
  headers = admin,
) {
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  answers.push(response.body);
  return { status: response.statusCode, body: response.json() as Answer };
}

type Refusal = { error: { message: string; fields?: Record<string, string> } };
type Row = { id: string; version: number; hasKey: boolean };

async function addServer(fields: object): Promise<string> {
  const { status, body } = await call<Row>("POST", "/api/admin/providers", { fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const act = async (name: string, id: string, fields: object = {}) => {
  type Acted = { outcomes: { isDone: boolean; message: string }[] };
  const { body } = await call<Acted>("POST", `/api/admin/providers/acts/${name}`, { ids: [id], fields });
  return body.outcomes[0];
};

async function setPolicy(tenant: string, changes: Partial<ModelPolicy> | null) {
  const before = (await call<TenantPolicy>("GET", `/api/admin/model-policies/${tenant}`)).body;
  const policy = changes && { ...before.policy, ...changes };
  return call<TenantPolicy & Refusal>("PUT", `/api/admin/model-policies/${tenant}`, {
    version: before.version,
    policy,
    isConfirmed: true,
  });
}

/** Asks as someone of a tenant. */
const inTenant = <Result>(tenant: string, work: Parameters<typeof testApp.as<Result>>[1]) =>
  testApp.as(systemCaller("test", tenant), work);
const listFor = (tenant: string) => inTenant(tenant, (context) => models.list(context));
const chooseIn = (tenant: string, id?: string) => inTenant(tenant, (context) => models.choose(context, id));
const openIn = (tenant: string, provider: string, model = "stand-in-tools:latest") =>
  inTenant(tenant, (context) => models.open(context, { provider, model }));

async function hear({ provider, model }: Awaited<ReturnType<typeof openIn>>): Promise<string> {
  let text = "";
  const request = { model, messages: [{ role: "user" as const, content: "Say hello" }] };
  for await (const piece of provider.streamChat(request, new AbortController().signal)) {
    if (piece.type === "text") text += piece.text;
  }
  return text;
}

test("the key of a server goes in and comes out nowhere", async () => {
  const id = await addServer({ name: "Keyed", address: standIn.url });
  expect(await act("setKey", id, { key })).toMatchObject({ isDone: true });
  expect((await call<Row>("GET", `/api/admin/providers/rows/${id}`)).body).toMatchObject({ hasKey: true });
  await call("GET", "/api/admin/providers");
  await call("GET", `/api/admin/providers/rows/${id}/history`);
  await call("GET", "/api/admin/audit");
  expect(await act("test", id)).toMatchObject({ isDone: true, message: expect.stringContaining("with 5 models") });
  expect(standIn.received.at(-1)?.authorization).toBe(`Bearer ${key}`);
  expect(answers.filter((body) => body.includes(key))).toEqual([]);
  expect(testApp.logs.filter((line) => line.includes(key))).toEqual([]);
  const stored = await inTenant(platformTenant, ({ db }) => db.selectFrom("model_providers").selectAll().execute());
  expect(JSON.stringify(stored)).not.toContain(key);
  await act("removeKey", id);
  await act("test", id);
  expect(standIn.received.at(-1)?.authorization).toBeNull();
});

test.each([
  ["http://10.1.2.3:11434", "MODEL_HOSTS"],
  ["http://169.254.169.254", "never called"],
  ["ftp://127.0.0.1", "http://"],
  ["http://user:word@127.0.0.1", "password"],
])("the address %s is refused in words when it is saved", async (address, words) => {
  const { status, body } = await call<Refusal>("POST", "/api/admin/providers", { fields: { name: "Far", address } });
  expect(status).toBe(400);
  expect(body.error.fields?.address).toContain(words);
});

test("the server of the operator is there by itself, and its address and row stay", async () => {
  const config = { ...testApp.config, ollamaUrl: standIn.url };
  await inTenant(platformTenant, (context) => adoptOperator({ ...context, config }));
  Object.assign(testApp.config, { ollamaUrl: standIn.url });
  const { body: row } = await call<Row>("GET", "/api/admin/providers/rows/operator");
  const change = (fields: object) =>
    call<Refusal>("PATCH", "/api/admin/providers/rows/operator", { version: row.version, fields });
  expect((await change({ address: other.url })).body.error.message).toContain("OLLAMA_URL");
  expect(await act("remove", "operator")).toMatchObject({ isDone: false });
  expect((await change({ slots: 5 })).status).toBe(200);
  expect(await models.readSlots()).toEqual(new Map([["operator", 5]]));
  await inTenant(platformTenant, (context) => adoptOperator({ ...context, config }));
  expect(await models.readSlots()).toEqual(new Map([["operator", 5]]));
  Object.assign(testApp.config, { ollamaUrl: null });
  expect((await call("GET", "/api/admin/providers/rows/operator")).status).toBe(404);
  expect(await models.readSlots()).toEqual(new Map());
});

test("a dead server and a silent one do not hide the models of another", async () => {
  const id = await addServer({ name: "Alive", address: standIn.url });
  await addServer({ name: "Dead", address: "http://127.0.0.1:1" });
  await addServer({ name: "Silent", address: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  const { items, problem } = await listFor("north");
  expect(problem).toMatch(/Dead does not answer.*Silent does not answer/);
  expect(items.map((item) => item.id).sort()).toEqual([`${id}/stand-in-plain:latest`, `${id}/stand-in-tools:latest`]);
  expect(items.map(({ canThink, isDefault, isCloud }) => [canThink, isDefault, isCloud])).toContainEqual([
    true,
    false,
    false,
  ]);
});

test("cloud models are there only where they are allowed", async () => {
  const id = await addServer({ name: "Cloudy", address: standIn.url, allowCloud: true });
  const cloud = (await listFor("north")).items.filter(({ isCloud }) => isCloud);
  expect(cloud.map(({ name }) => name)).toEqual(["stand-in-large:120b-cloud", "stand-in-alias:latest"]);
  const { body } = await call<Row>("GET", `/api/admin/providers/rows/${id}`);
  await call("PATCH", `/api/admin/providers/rows/${id}`, { version: body.version, fields: { allowCloud: false } });
  expect((await listFor("north")).items.filter(({ isCloud }) => isCloud)).toEqual([]);
  await expect(chooseIn("north", `${id}/stand-in-alias:latest`)).rejects.toThrow("cannot be chosen");
  await expect(openIn("north", id, "stand-in-alias:latest")).rejects.toThrow("cannot be chosen");
});

test("nobody chooses: the default of the policy answers, and without one the engine alone", async () => {
  const id = await addServer({ name: "Server", address: standIn.url });
  expect(await chooseIn("north")).toBeNull();
  const model = `${id}/stand-in-tools:latest`;
  expect((await setPolicy("all", { defaultModel: model })).status).toBe(200);
  expect(await chooseIn("north")).toEqual({ provider: id, model: "stand-in-tools:latest" });
  expect((await listFor("north")).items.filter(({ isDefault }) => isDefault).map((item) => item.id)).toEqual([model]);
  await act("remove", id);
  expect(await chooseIn("north")).toBeNull();
});

test("a tenant has its own policy or that of all, and versions are kept", async () => {
  const id = await addServer({ name: "Server", address: standIn.url });
  const plain = `${id}/stand-in-plain:latest`;
  await setPolicy("all", { instructions: "Be brief." });
  const own = await setPolicy("north", { models: [plain], instructions: "Be kind.", keepsFigures: true });
  expect(own.body).toMatchObject({ isOwn: true, version: 1 });
  expect((await listFor("north")).items.map((item) => item.id)).toEqual([plain]);
  expect((await listFor("south")).items).toHaveLength(2);
  await expect(chooseIn("north", `${id}/stand-in-tools:latest`)).rejects.toThrow("cannot be chosen");
  expect(await chooseIn("north", plain)).toEqual({ provider: id, model: "stand-in-plain:latest" });
  expect(await openIn("north", id, "stand-in-plain:latest")).toMatchObject({
    system: "Be kind.",
    figuresStay: true,
    canUseTools: false,
  });
  await expect(openIn("north", id)).rejects.toMatchObject({ reason: "model_missing" });
  expect(await openIn("south", id)).toMatchObject({ system: "Be brief.", figuresStay: false, canUseTools: true });
  const back = await setPolicy("north", null);
  expect(back.body).toMatchObject({ isOwn: false, version: 2, policy: { instructions: "Be brief." } });
  expect(back.body.versions.map(({ policy }) => policy?.instructions)).toEqual([undefined, "Be kind."]);
  const late = { version: 1, policy: back.body.policy };
  expect((await call("PUT", "/api/admin/model-policies/north", late)).status).toBe(409);
  expect((await call("PUT", "/api/admin/model-policies/nobody", late)).status).toBe(404);
  expect((await setPolicy("north", { models: [plain], defaultModel: `${id}/other` })).status).toBe(400);
});

test("the switches of a policy turn chat and prose off", async () => {
  const id = await addServer({ name: "Server", address: standIn.url });
  const model = `${id}/stand-in-tools:latest`;
  await setPolicy("all", { defaultModel: model });
  await setPolicy("north", { writesProse: false });
  expect(await listFor("north")).toEqual({ items: [], problem: null });
  expect(await chooseIn("north", model)).toBeNull();
  await expect(openIn("north", id)).rejects.toMatchObject({ reason: "refused_request" });
  await setPolicy("north", { isChatOn: false, writesProse: true });
  expect((await listFor("north")).problem).toContain("switched off");
  await expect(chooseIn("north")).rejects.toThrow("switched off");
});

test("another server with the same model steps in, and one that fails again and again is left alone", async () => {
  const dead = await addServer({ name: "First", address: "http://127.0.0.1:1", priority: 1 });
  const second = await addServer({ name: "Second", address: other.url, priority: 2 });
  for (let time = 0; time < 4; time++) expect(await hear(await openIn("north", dead))).not.toBe("");
  const opened = await openIn("north", dead);
  expect(opened.readServer()).toBeNull();
  await hear(opened);
  expect(opened.readServer()).toBe(second);
  await inTenant(platformTenant, ({ db }) => db.deleteFrom("model_providers").where("name", "=", "Second").execute());
  await expect(openIn("north", dead)).rejects.toMatchObject({
    reason: "away",
    message: expect.stringContaining("several times in a row"),
  });
});

test("a download tells how far it is, is refused twice, stops when asked and goes on from there", async () => {
  const id = await addServer({ name: "Server", address: standIn.url });
  const pull = (model: string) =>
    call<ModelPull & Refusal>("POST", "/api/assistant/models/pull", { provider: id, model });
  const listPulls = async () => (await call<{ items: ModelPull[] }>("GET", "/api/admin/model-pulls")).body.items;
  standIn.pulls.hold(2);
  const first = await pull("fresh");
  expect([first.status, first.body.state]).toEqual([202, "running"]);
  expect((await pull("fresh")).status).toBe(409);
  await until(async () => (await listPulls())[0]?.doneBytes === 500_000);
  expect((await listPulls())[0]).toMatchObject({ state: "running", totalBytes: 1_000_000 });
  const canceled = await call<ModelPull>("POST", `/api/admin/model-pulls/${first.body.id}/cancel`, {});
  expect(canceled.body.state).toBe("canceled");
  await until(() => standIn.aborts > 0);
  standIn.pulls.release();
  await pull("fresh");
  await until(async () => (await listPulls())[0]?.state === "done");
  expect((await listPulls())[0]).toMatchObject({ doneBytes: 1_002_000, totalBytes: 1_002_000 });
  const { items } = (await call<{ items: ManagedModel[] }>("GET", "/api/admin/models")).body;
  expect(items.map(({ name }) => name)).toContain("fresh:latest");
  await pull("missing");
  await until(async () => (await listPulls())[0]?.state === "failed");
  expect((await listPulls())[0]?.problem).toBeTruthy();
});

test("a model that a policy names is deleted only once that is confirmed", async () => {
  const id = await addServer({ name: "Server", address: other.url });
  const model = `${id}/stand-in-plain:latest`;
  const path = `/api/assistant/models/${encodeURIComponent(model)}`;
  await setPolicy("north", { defaultModel: model });
  expect((await call<{ usedBy: object[] }>("GET", path)).body.usedBy).toEqual([{ id: "north", name: "Tenant north" }]);
  const refused = await call<Refusal>("DELETE", path);
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain("Tenant north");
  expect((await call("DELETE", `${path}?isConfirmed=true`)).status).toBe(200);
  expect((await call("GET", path)).status).toBe(404);
  expect((await call("DELETE", path, undefined, signedInAs("manager", "north"))).status).toBe(403);
});

test("models are loaded and unloaded", async () => {
  const id = await addServer({ name: "Server", address: standIn.url });
  const path = `/api/assistant/models/${encodeURIComponent(`${id}/stand-in-tools:latest`)}`;
  await call("POST", `${path}/load`, { keepAlive: "1h" });
  expect(standIn.received.at(-1)?.body).toMatchObject({ keep_alive: "1h" });
  expect((await call("GET", path)).body).toMatchObject({ isLoaded: true });
  await call("POST", `${path}/unload`, {});
  expect((await call("GET", path)).body).toMatchObject({ isLoaded: false });
});

const addCustom = (fields: object) =>
  call<Row & Refusal & { usedBy: number }>("POST", "/api/admin/custom-models", { fields });
const base = "stand-in-tools:latest";
const chats = () =>
  standIn.received.filter(({ path }) => /chat/.test(path)).map(({ body }) => body as Record<string, unknown>);

test("a custom model is made on its Ollama server, made anew when it changes, and asked as it was made", async () => {
  const providerId = await addServer({ name: "Server", address: standIn.url });
  const fields = { providerId, base, name: "brief", instructions: "Be brief.", temperature: "0.5" };
  const made = await addCustom(fields);
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ name: "brief:latest", temperature: "0.5" }),
  ]);
  expect((await addCustom(fields)).status).toBe(409);
  const path = `/api/assistant/models/${encodeURIComponent(`${providerId}/brief:latest`)}`;
  expect((await call("GET", path)).body).toMatchObject({
    system: "Be brief.",
    parameters: [{ name: "temperature", value: "0.5" }],
  });
  const { id, version } = made.body;
  const changed = { version, fields: { temperature: "0.7", mostTokens: 50 } };
  expect((await call("PATCH", `/api/admin/custom-models/rows/${id}`, changed)).status).toBe(200);
  expect((await call<{ parameters: object[] }>("GET", path)).body.parameters).toContainEqual({
    name: "temperature",
    value: "0.7",
  });
  await hear(await openIn("north", providerId, "brief:latest"));
  expect(chats().at(-1)).toMatchObject({
    model: "brief:latest",
    messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
    options: { temperature: 0.7, num_predict: 50 },
  });
});

test("a custom model of another kind of server is offered like any, and asked as its base", async () => {
  const providerId = await addServer({ name: "Compatible", kind: "openai", address: standIn.url });
  expect((await addCustom({ providerId, base, name: "brief", instructions: "Be brief.", topP: "0.4" })).status).toBe(
    201,
  );
  expect((await listFor("north")).items.map(({ id }) => id)).toContain(`${providerId}/brief`);
  await hear(await openIn("north", providerId, "brief"));
  expect(chats().at(-1)).toMatchObject({
    model: base,
    messages: [{ role: "system", content: "Be brief." }, { role: "user" }],
    top_p: 0.4,
  });
});

test("a custom model keeps within its bounds, and names a base that its server has", async () => {
  const providerId = await addServer({ name: "Server", address: standIn.url });
  const wrong = async (fields: object) =>
    Object.keys((await addCustom({ providerId, base, name: "wrong", ...fields })).body.error?.fields ?? {});
  expect(await wrong({ temperature: "2.5" })).toEqual(["temperature"]);
  expect(await wrong({ topP: "-1" })).toEqual(["topP"]);
  expect(await wrong({ contextTokens: 10 })).toEqual(["contextTokens"]);
  expect(await wrong({ mostTokens: 5000 })).toEqual(["mostTokens"]);
  expect(await wrong({ base: "nobody:1b" })).toEqual(["base"]);
  expect(await wrong({ name: base })).toEqual(["name"]);
  expect(await wrong({ providerId: "nowhere" })).toEqual(["providerId"]);
  type List = { items: Row[] };
  expect((await call<List>("GET", "/api/admin/custom-models")).body.items).toEqual([]);
});

test("a custom model that organisations name is removed only once that is confirmed", async () => {
  const providerId = await addServer({ name: "Server", address: standIn.url });
  const { id } = (await addCustom({ providerId, base, name: "terse" })).body;
  await setPolicy("north", { defaultModel: `${providerId}/terse:latest` });
  await setPolicy("south", { models: [`${providerId}/terse:latest`] });
  const row = `/api/admin/custom-models/rows/${id}`;
  expect((await call("GET", row)).body).toMatchObject({ usedBy: 2 });
  const remove = async (fields: object) => {
    type Acted = { outcomes: { isDone: boolean; message: string }[] };
    const input = { ids: [id], fields };
    return (await call<Acted>("POST", "/api/admin/custom-models/acts/remove", input)).body.outcomes[0];
  };
  expect(await remove({})).toMatchObject({ isDone: false, message: expect.stringContaining("2 organisations") });
  expect(await remove({ isInUse: true })).toMatchObject({ isDone: true });
  expect((await call("GET", row)).status).toBe(404);
  expect((await listFor("south")).items).toEqual([]);
});
