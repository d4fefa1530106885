import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OutboundFailure } from "./outbound-failure.ts";
import { createOutbound } from "./outbound-request.ts";

let server: Server;
let url: string;
let answer: RequestListener = (_request, response) => void response.end("{}");
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = createOutbound({ innerHosts: ["127.0.0.1"], timeoutMs: 500, mostBytes: 1000 });
const closed = createOutbound({ innerHosts: [] });
const failure = async (asking: Promise<unknown>) => {
  const error = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OutboundFailure);
  return error as OutboundFailure;
};

test("an address in a private network is asked only where an operator has allowed it, all ports or one", async () => {
  expect((await open(url)).text).toBe("{}");
  expect(await failure(closed(url))).toMatchObject({
    isPassing: false,
    message: expect.stringContaining("SOURCE_HOSTS"),
  });
  const { port } = new URL(url);
  expect((await createOutbound({ innerHosts: [`127.0.0.1:${port}`] })(url)).status).toBe(200);
  await failure(createOutbound({ innerHosts: ["127.0.0.1:1"] })(url));
});

test.each([
  ["http://10.0.0.1/"],
  ["http://192.168.1.1/"],
  ["http://[::1]/"],
  ["http://[::ffff:127.0.0.1]/"],
  ["http://[fd00::1]/"],
  ["http://[::7f00:1]/"],
  ["http://[::ffff:8.8.8.8]/"],
  ["http://[2002:7f00:1::]/"],
  ["http://[64:ff9b::7f00:1]/"],
  ["http://[64:ff9b:1::7f00:1]/"],
  ["http://[2001:0:7f00:1::]/"],
  ["http://[::ffff:0:127.0.0.1]/"],
  ["http://[fec0::1]/"],
  ["http://0.0.0.0/"],
  ["http://localhost/"],
  ["http://2130706433/"],
  ["http://0x7f.1/"],
])("%s is refused before anything is sent", async (address) => {
  expect((await failure(closed(address))).isPassing).toBe(false);
});

test("the addresses at which clouds hand out secrets are never asked, whatever is allowed", async () => {
  const generous = createOutbound({ innerHosts: ["169.254.169.254", "100.100.100.200", "fd00:ec2::254"] });
  const wrapped = createOutbound({ innerHosts: ["64:ff9b::a9fe:a9fe", "::ffff:a9fe:a9fe"] });
  for (const host of ["[64:ff9b::a9fe:a9fe]", "[::ffff:169.254.169.254]"]) {
    expect((await failure(wrapped(`http://${host}/latest`))).message).toContain("never called");
  }
  for (const host of ["169.254.169.254", "100.100.100.200", "[fd00:ec2::254]"]) {
    expect((await failure(generous(`http://${host}/latest`))).message).toContain("never called");
  }
});

test.each([["file:///etc/passwd"], ["ftp://example.test/"], ["gopher://example.test/"], ["not an address"]])(
  "%s is not a way out",
  async (address) => {
    expect((await failure(open(address))).isPassing).toBe(false);
  },
);

test("nothing is followed elsewhere", async () => {
  answer = (_request, response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  expect((await failure(open(url))).isPassing).toBe(false);
});

test("an answer without end and one that never comes are cut off", async () => {
  answer = (_request, response) => void response.end("x".repeat(5000));
  expect((await failure(open(url))).isPassing).toBe(false);
  answer = () => {};
  expect((await failure(open(url))).message).toContain("within 0.5 seconds");
});

test("a connection that breaks off in the middle is a failure that may pass", async () => {
  answer = (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half");
    setTimeout(() => response.destroy(), 20);
  };
  expect((await failure(open(url))).isPassing).toBe(true);
});
