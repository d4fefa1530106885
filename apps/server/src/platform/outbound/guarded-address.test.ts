import { expect, test } from "vitest";
import { ForbiddenAddress, guardedAddress } from "./guarded-address.ts";

const ask = (host: string, innerHosts: readonly string[] = [], port = 443) => guardedAddress(host, port, innerHosts);

/** The first and the last address of each network that is someone's own. */
test.each([
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["224.0.0.0", "255.255.255.255"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
])("the network from %s to %s is not asked", async (first, last) => {
  for (const address of [first, last]) await expect(ask(address), address).rejects.toBeInstanceOf(ForbiddenAddress);
});

test.each([
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "8.8.8.8",
])("%s, which lies beside them, is asked", async (address) => {
  expect(await ask(address)).toEqual({ address, family: 4 });
});

test("a public address of the sixth version is asked, also in brackets", async () => {
  expect(await ask("[2606:4700::1111]")).toEqual({ address: "2606:4700::1111", family: 6 });
});

test.each([
  "::ffff:10.0.0.1",
  "::ffff:172.20.0.1",
  "::ffff:8.8.8.8",
  "::ffff:808:808",
  "::8.8.8.8",
  "64:ff9b::808:808",
  "2002:808:808::",
])("%s, which stands for an address of the fourth version, is not asked, wherever that leads", async (address) => {
  await expect(ask(address)).rejects.toBeInstanceOf(ForbiddenAddress);
});

test("an operator allows a host with all its ports, or one of them", async () => {
  expect(await ask("172.20.0.5", ["172.20.0.5"], 1433)).toEqual({ address: "172.20.0.5", family: 4 });
  expect(await ask("172.20.0.5", ["172.20.0.5:1433"], 1433)).toEqual({ address: "172.20.0.5", family: 4 });
  await expect(ask("172.20.0.5", ["172.20.0.5:1433"], 22)).rejects.toThrow("SOURCE_HOSTS");
  await expect(ask("172.20.0.6", ["172.20.0.5"], 1433)).rejects.toThrow("SOURCE_HOSTS");
});

test.each(["169.254.169.254", "169.254.170.2", "100.100.100.200", "fd00:ec2::254", "::ffff:169.254.169.254"])(
  "%s hands out secrets and is never asked, whatever an operator allows",
  async (address) => {
    await expect(ask(address, [address])).rejects.toThrow("never called");
  },
);
