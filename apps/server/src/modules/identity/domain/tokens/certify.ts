import "reflect-metadata";
import { createHash, type KeyObject, webcrypto } from "node:crypto";
import { X509CertificateGenerator } from "@peculiar/x509";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

type KeyToCertify = { kid: string; privateKey: KeyObject; publicKey: KeyObject; since: Date; until: Date };

/** A certificate of a key by itself. Every process makes the same one, so that it has to be kept nowhere. */
export async function certify({ kid, privateKey, publicKey, since, until }: KeyToCertify): Promise<string> {
  const spki = publicKey.export({ type: "spki", format: "der" });
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "der" });
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // A serial number is positive: its first bit is no sign.
    serialNumber: `01${createHash("sha256").update(kid).digest("hex").slice(0, 30)}`,
    name: "CN=securetoken.console",
    notBefore: since,
    notAfter: until,
    signingAlgorithm: algorithm,
    keys: {
      privateKey: await webcrypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]),
      publicKey: await webcrypto.subtle.importKey("spki", spki, algorithm, true, ["verify"]),
    },
  });
  return `${certificate.toString("pem")}\n`;
}
