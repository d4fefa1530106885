import { type LogLevel, type LogPart, logLevels, logParts } from "@console/contracts";
import { fingerprintLine } from "./fingerprint-line.ts";
import { indexWords } from "./line-words.ts";

/** A line as it is kept. */
export type LogLine = {
  at: string;
  id: number;
  level: LogLevel;
  part: LogPart;
  tenant_id: string | null;
  person: string | null;
  request_id: string | null;
  route: string | null;
  message: string;
  details: Record<string, unknown>;
  fingerprint: string | null;
  search_parts: string[];
};

const longestMessage = 2000;
const longestDetails = 16_000;
const graveLevels = new Set<LogLevel>(["warn", "error", "fatal"]);

/** Reads a line of the logger; null for what is no line of ours. Secrets were taken out before it was written. */
export function readLogLine(text: string, id: number): LogLine | null {
  const entry = parseEntry(text);
  if (!entry) return null;
  const { time, level, msg, part: givenPart, tenant, person, requestId, aboutRequest, ...rest } = entry;
  const failure = (typeof rest.err === "object" ? rest.err : null) as Record<string, unknown> | null;
  const part = toPart(givenPart);
  const route = findRoute(rest);
  const message = clip(toMessage(msg, rest), longestMessage);
  return {
    at: toInstant(time),
    id,
    level: logLevels.find((one) => one === level) ?? "info",
    part,
    tenant_id: toText(tenant),
    person: toText(person),
    // A line of the browser is about the request that failed there, not about the one that tells of it.
    request_id: toText(aboutRequest) ?? toText(requestId),
    route,
    message,
    details: clipDetails(rest),
    fingerprint: graveLevels.has(level as LogLevel) ? fingerprintLine(part, message, failure) : null,
    search_parts: indexWords([message, route, failure?.type, failure?.code, failure?.message].join(" ")),
  };
}

/** A zero byte as it is written in JSON, behind backslashes that stand for themselves. */
const zeroEscape = /(?<!\\)((?:\\\\)*)\\u0000/g;

function parseEntry(text: string): Record<string, unknown> | null {
  try {
    // No text of the database can hold a zero byte or half of a character, and either may be written as an escape.
    const clean = text.toWellFormed();
    const entry: unknown = clean.includes("\\u")
      ? JSON.parse(clean.replace(zeroEscape, "$1"), (_, value) => (typeof value === "string" ? asKept(value) : value))
      : JSON.parse(clean);
    return typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? (entry as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const asKept = (value: string) => value.toWellFormed().replaceAll("\u0000", "");

function toPart(part: unknown): LogPart {
  return typeof part === "string" && Object.hasOwn(logParts, part) ? (part as LogPart) : "application";
}

function toInstant(time: unknown): string {
  return typeof time === "string" && !Number.isNaN(Date.parse(time)) ? time : new Date().toISOString();
}

function toText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? clip(value, 200) : null;
}

/** The template of the route that was called, or the job that ran. */
function findRoute({ method, route, job }: Record<string, unknown>): string | null {
  if (typeof route === "string") return typeof method === "string" ? `${method} ${route}` : route;
  return typeof job === "string" ? job : null;
}

function toMessage(msg: unknown, { method, route, status, ms }: Record<string, unknown>): string {
  if (msg === "request" && typeof route === "string") {
    // Pages and files have no template of their own.
    return `${status} ${method} ${route === "none" ? "page or file" : route} in ${ms} ms`;
  }
  return typeof msg === "string" ? msg : "";
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)} …` : text;
}

function clipDetails(details: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(details);
  return text.length > longestDetails ? { clipped: asKept(text.slice(0, longestDetails)) } : details;
}
