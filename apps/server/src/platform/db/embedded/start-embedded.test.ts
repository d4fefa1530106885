import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder, query } from "./launch-copy-for-tests.ts";
import { identifyProcess, isRunning } from "./process-identity.ts";
import { locateBinariesPackage } from "./server-binaries.ts";
import { prepareServerHome } from "./server-home.ts";
import { startEmbedded } from "./start-embedded.ts";
import { startPostmaster } from "./start-postmaster.ts";

async function start(dataDir: string, settings: Record<string, string> = {}) {
  const server = await startEmbedded({ dataDir, settings });
  onTestFinished(() => server.stop());
  return server;
}

function refuses(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once("error", () => resolve(true));
    socket.once("connect", () => resolve(!socket.destroy()));
  });
}

test("the first start makes a UTF-8 database with a secret password that only this machine reaches", async () => {
  const dataDir = makeFolder();
  const server = await start(dataDir);
  const [made] = await query(
    server.url,
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
      current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
      current_setting('timezone') as timezone, current_setting('fsync') as fsync, current_setting('jit') as jit,
      current_setting('data_directory') as folder, (select left(rolpassword, 13) from pg_authid where rolname = user)
    from pg_database where datname = current_database()`,
  );
  expect(made).toEqual({
    encoding: "UTF8",
    provider: "b",
    locale: "C.UTF-8",
    addresses: "127.0.0.1",
    sockets: "",
    timezone: "UTC",
    fsync: "on",
    jit: "off",
    folder: path.join(dataDir, "postgres", "cluster"),
    left: "SCRAM-SHA-256",
  });
  expect(server.adopted).toBe(false);
  expect(fs.statSync(path.join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(dataDir).sort()).toEqual(["lock", "postgres", "postgres.log", "postgres.password"]);
  expect(fs.readdirSync(path.join(dataDir, "postgres"))).toEqual(["cluster"]);
  await expect(query(server.url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toMatchObject({ code: "28P01" });
  if (process.platform === "linux") expect(await refuses(server.port, "127.0.0.2")).toBe(true);
});

test("what was stored is there after a stop and a start, and the stopped server is gone", async () => {
  const dataDir = makeFolder();
  const first = await start(dataDir, { fsync: "off" });
  await query(first.url, "create table kept as select 7 as n");
  const postmaster = identifyProcess(first.pid);
  await first.stop();
  expect(isRunning(postmaster)).toBe(false);
  const second = await start(dataDir, { fsync: "off" });
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  expect(second.adopted).toBe(false);
});

test("of two starts at once the second is told that the data folder is in use", async () => {
  const dataDir = makeFolder();
  const first = start(dataDir, { fsync: "off" });
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `${dataDir} is in use by the running process ${process.pid}`,
  );
  expect(await query((await first).url, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("every row acknowledged before the server was killed is there after the next start", async () => {
  const dataDir = makeFolder();
  const first = await start(dataDir);
  const client = new pg.Client({ connectionString: first.url });
  client.on("error", () => {});
  await client.connect();
  await client.query("create table acknowledged (n int)");
  let rows = 0;
  const inserting = (async () => {
    for (;;) {
      await client.query("insert into acknowledged values ($1)", [rows + 1]);
      rows += 1;
      if (rows === 300) process.kill(first.pid, "SIGKILL");
    }
  })();
  await expect(inserting).rejects.toThrow();
  await first.stop();
  const second = await start(dataDir);
  expect(rows).toBeGreaterThanOrEqual(300);
  const stored = await query(second.url, `select count(*)::int as n from acknowledged where n <= ${rows}`);
  expect(stored).toEqual([{ n: rows }]);
});

test("a start ends the sessions that a killed server has left, and goes on", async () => {
  const dataDir = makeFolder();
  const first = await start(dataDir, { fsync: "off" });
  const client = new pg.Client({ connectionString: first.url });
  client.on("error", () => {});
  await client.connect();
  const pid = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  const session = identifyProcess(pid);
  // Stopped, it would never notice by itself.
  process.kill(pid, "SIGSTOP");
  process.kill(first.pid, "SIGKILL");
  await first.stop();
  expect((await start(dataDir, { fsync: "off" })).adopted).toBe(false);
  expect(isRunning(session)).toBe(false);
  expect(fs.readFileSync(path.join(dataDir, "postgres.log"), "utf8")).toContain("still in use");
});

test("a server that cannot start is explained with its log file and its complaint", async () => {
  const dataDir = makeFolder();
  await expect(startEmbedded({ dataDir, settings: { fsync: "off", max_connections: "many" } })).rejects.toThrow(
    /^PostgreSQL did not start; the log .*postgres\.log ends with: .*FATAL: .*"max_connections".*"many"$/,
  );
  expect(fs.existsSync(path.join(dataDir, "lock"))).toBe(false);
});

test("a port that someone else took in the meantime is replaced by another", async () => {
  const dataDir = makeFolder();
  await (await start(dataDir, { fsync: "off" })).stop();
  const taken = net.createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  const busy = (taken.address() as net.AddressInfo).port;
  const free = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const other = (free.address() as net.AddressInfo).port;
  await new Promise((resolve) => free.close(resolve));

  const ports = [busy, other];
  const started = await startPostmaster({
    home: prepareServerHome(dataDir),
    native: path.join(locateBinariesPackage().folder, "native"),
    password: "",
    settings: { fsync: "off" },
    findPort: async () => ports.shift() ?? 0,
  });
  const adopting = await start(dataDir);
  expect([started.port, adopting.pid, adopting.adopted]).toEqual([other, started.pid, true]);
});

test("a start is not held up by an unrelated process that has the number of the crashed server", async () => {
  const dataDir = makeFolder();
  const first = await start(dataDir, { fsync: "off" });
  process.kill(first.pid, "SIGKILL");
  await first.stop();
  const file = path.join(dataDir, "postgres", "cluster", "postmaster.pid");
  const [, ...rest] = fs.readFileSync(file, "utf8").split("\n");
  fs.writeFileSync(file, [process.pid, ...rest].join("\n"));
  expect((await start(dataDir, { fsync: "off" })).adopted).toBe(false);
});

test("a copy of a data folder in use gets a server of its own", async () => {
  const dataDir = makeFolder();
  const copy = path.join(makeFolder(), "copy");
  await (await start(dataDir, { fsync: "off" })).stop();
  fs.cpSync(dataDir, copy, { recursive: true });
  giveAway(path.join(copy, "postgres"), fs.statSync(path.join(dataDir, "postgres")));
  const original = await start(dataDir, { fsync: "off" });
  const file = path.join("postgres", "cluster", "postmaster.pid");
  fs.copyFileSync(path.join(dataDir, file), path.join(copy, file));
  const second = await start(copy, { fsync: "off" });
  expect([second.adopted, second.pid === original.pid]).toEqual([false, false]);
});

function giveAway(entry: string, owner: { uid: number; gid: number }): void {
  fs.chownSync(entry, owner.uid, owner.gid);
  if (!fs.statSync(entry).isDirectory()) return;
  for (const name of fs.readdirSync(entry)) giveAway(path.join(entry, name), owner);
}

test("the log begins anew once it has grown past ten megabytes", async () => {
  const dataDir = makeFolder();
  fs.writeFileSync(path.join(dataDir, "postgres.log"), "x".repeat(10 * 1024 * 1024 + 1));
  await start(dataDir, { fsync: "off" });
  const log = fs.readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("ready to accept connections");
  expect(log).not.toContain("xxx");
});
