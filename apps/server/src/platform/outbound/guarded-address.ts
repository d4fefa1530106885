import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Why an address may not be asked. */
export class ForbiddenAddress extends Error {}

/** Addresses of clouds that hand out secrets to whoever asks from inside: never, whatever is allowed. */
const metadata = new BlockList();
for (const address of ["169.254.169.254", "169.254.170.2", "100.100.100.200"]) metadata.addAddress(address);
for (const address of ["fd00:ec2::254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::", "::a9fe:a9fe"]) {
  metadata.addAddress(address, "ipv6");
}

/** Addresses that lead into someone's own network. */
const inner = new BlockList();
for (const [network, bits] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
  ] as const),
  ...([
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const),
]) {
  inner.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const) {
  inner.addSubnet(network, bits, "ipv6");
}

/** Addresses of the sixth version that stand for others of the fourth, which may lead anywhere. */
const wrapping = new BlockList();
for (const [network, bits] of [
  ["::", 96],
  ["::ffff:0:0", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
] as const) {
  wrapping.addSubnet(network, bits, "ipv6");
}

/**
 * The one address that a host stands for, checked; `innerHosts` names those that may lie in our own network, all their
 * ports or one of them, as an operator has said with `hostsVariable`.
 */
export async function guardedAddress(
  host: string,
  port: number,
  innerHosts: readonly string[],
  hostsVariable = "SOURCE_HOSTS",
): Promise<{ address: string; family: 4 | 6 }> {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  const addresses = isIP(name) ? [{ address: name, family: isIP(name) }] : await lookup(name, { all: true });
  const isAllowed = innerHosts.includes(name) || innerHosts.includes(`${name}:${port}`);
  for (const { address, family } of addresses) {
    const kind = family === 6 ? "ipv6" : "ipv4";
    if (metadata.check(address, kind)) throw new ForbiddenAddress(`${host} is an address that is never called.`);
    // Not one list: the range of mapped addresses would hold every address of the fourth version.
    if (!isAllowed && (inner.check(address, kind) || (kind === "ipv6" && wrapping.check(address, kind)))) {
      throw new ForbiddenAddress(`${host} is in a private network. An operator can allow it with ${hostsVariable}.`);
    }
  }
  const [first] = addresses;
  if (!first) throw new ForbiddenAddress(`${host} has no address.`);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}
