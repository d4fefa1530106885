import { randomUUID } from "node:crypto";
import { rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { connect, type PeerCertificate } from "node:tls";
import { type CheckResult, defineCheck, type HealthCheck } from "./health-check.ts";

const gigabyte = 1024 ** 3;

/** The folder of the product's files: whether it can be written, and how much room it has. */
export function storageCheck(dataDir: string): HealthCheck {
  return defineCheck({
    name: "storage",
    label: "Storage",
    purpose: "Holds uploaded files, exports and, without a database server, the database.",
    everySeconds: 120,
    dependsOn: [],
    affects: {
      summary: "Files cannot be uploaded or exported, and an embedded database stops.",
      tenantMessage: "Files cannot be uploaded or exported at the moment.",
    },
    async run(): Promise<CheckResult> {
      const probe = path.join(dataDir, `.health-${randomUUID()}`);
      await writeFile(probe, "x", { mode: 0o600 });
      await rm(probe);
      const { bavail, bsize, blocks } = await statfs(dataDir);
      const free = bavail * bsize;
      const share = blocks > 0 ? bavail / blocks : 0;
      const figures = [
        { label: "Free", value: `${(free / gigabyte).toFixed(1)} GB` },
        { label: "Share free", value: `${Math.round(share * 100)} %` },
      ];
      const message = `Only ${(free / gigabyte).toFixed(1)} GB are free. Make room, or move the data folder.`;
      if (free < gigabyte / 4) return { state: "down", message, figures };
      if (free < 2 * gigabyte) return { state: "degraded", message, figures };
      return { state: "up", message: null, figures };
    },
  });
}

/** The product through its own door: whether it answers a request as everyone's do. */
export function apiCheck(address: string): HealthCheck {
  return defineCheck({
    name: "api",
    label: "API",
    purpose: "Answers the console and everyone who calls it.",
    everySeconds: 30,
    dependsOn: ["database"],
    affects: { summary: "Nobody can work with the console.", tenantMessage: null },
    run: ({ signal }) => askReady(`${address}/readyz`, signal),
  });
}

async function askReady(url: string, signal: AbortSignal): Promise<CheckResult> {
  const began = performance.now();
  const response = await fetch(url, { signal, redirect: "manual" });
  const took = Math.round(performance.now() - began);
  const figures = [{ label: "Answer", value: `${response.status} in ${took} ms` }];
  await response.body?.cancel();
  if (!response.ok) return { state: "down", message: `It answered ${response.status}.`, figures };
  return took > 1000
    ? { state: "degraded", message: `It took ${took} ms to answer.`, figures }
    : { state: "up", message: null, figures };
}

const warnDays = 21;

/** The public address as browsers meet it, and how long its certificate holds. */
export function publicAddressCheck(publicUrl: string): HealthCheck {
  return defineCheck({
    name: "public-address",
    label: "Public address",
    purpose: "The address that people and links use.",
    everySeconds: 300,
    dependsOn: ["api"],
    affects: { summary: "Links in emails and embedded reports do not open.", tenantMessage: null },
    async run({ signal, now }): Promise<CheckResult> {
      const ready = await askReady(`${publicUrl}/healthz`, signal);
      const { protocol, hostname, port } = new URL(publicUrl);
      if (protocol !== "https:" || ready.state === "down") return ready;
      const { valid_to: end } = await readCertificate(hostname, Number(port) || 443, signal);
      const days = Math.floor((new Date(end).getTime() - now.getTime()) / 86_400_000);
      const figures = [...(ready.figures ?? []), { label: "Certificate ends", value: `in ${days} days` }];
      if (days < 0) return { state: "down", message: "The certificate has expired. Renew it.", figures };
      if (days <= warnDays) return { state: "degraded", message: `The certificate ends in ${days} days.`, figures };
      return { ...ready, figures };
    },
  });
}

function readCertificate(host: string, port: number, signal: AbortSignal): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    // Whether it is trusted was asked by the request before: here only its end is read.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate());
      socket.end();
    });
    socket.on("error", reject);
    signal.addEventListener("abort", () => socket.destroy(new Error("The certificate could not be read in time.")));
  });
}
