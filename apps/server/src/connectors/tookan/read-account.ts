import {
  isRow,
  parseId,
  parseLocation,
  parseNumber,
  parsePhone,
  parseText,
  parseUtc,
  parseWhole,
  type Row,
} from "./read-values.ts";
import type { Agent, Client, Duty } from "./tookan.ts";

/** In the list of agents; the same numbers mean something else elsewhere. */
const agentStates = ["available", "offline", "busy"] as const;

/** An agent as the list shows them, without tokens and devices; null for one who no longer works there. */
export function toAgent(row: Row): Agent | null {
  const agentId = parseId(row.fleet_id);
  const isGone = [row.is_active, row.registration_status].some((flag) => (parseNumber(flag) ?? 1) !== 1);
  if (agentId === null || isGone) return null;
  const battery = parseWhole(row.battery_level);
  const place = parseLocation(row.latitude, row.longitude);
  return {
    agentId,
    name: agentName(row) ?? `Agent ${agentId}`,
    status: agentStates[parseWhole(row.status) ?? 1] ?? "offline",
    team: parseText(row.team_name),
    ...place,
    locatedAt: place.latitude === null ? null : parseUtc(row.last_updated_location_time),
    battery: battery !== null && battery >= 0 && battery <= 100 ? battery : null,
    pendingTasks: parseWhole(row.pending_tasks),
  };
}

/** Names of agents and of teams by their numbers. */
export type Names = { agents: ReadonlyMap<string, string>; teams: ReadonlyMap<string, string> };

export function indexNames(rows: readonly Row[]): Names {
  const indexById = (id: string, name: (row: Row) => string | null) =>
    new Map(rows.flatMap((row) => (parseId(row[id]) && name(row) ? [[String(row[id]), name(row) ?? ""]] : [])));
  return { agents: indexById("fleet_id", agentName), teams: indexById("team_id", (row) => parseText(row.team_name)) };
}

function agentName(row: Row): string | null {
  const whole = [parseText(row.first_name), parseText(row.last_name)].filter(Boolean).join(" ");
  return parseText(row.fleet_name) ?? (whole || parseText(row.username));
}

/** A client of the account. */
export function toClient(row: Row): Client | null {
  const clientId = parseId(row.customer_id);
  if (clientId === null) return null;
  const name = parseText(row.customer_username) ?? parseText(row.name) ?? `Client ${clientId}`;
  const phone = parsePhone(row.customer_phone ?? row.phone);
  const email = parseText(row.customer_email ?? row.email);
  const address = parseText(row.customer_address ?? row.address);
  return { clientId, name, phone, email, address, fingerprint: JSON.stringify([name, phone, email, address]) };
}

/** Counts by status: an object whose keys are statuses, or a list of statuses with their counts. */
export function readCounts(data: unknown): Map<number, number> {
  const rows = Array.isArray(data) ? data.filter(isRow) : [];
  const listed = rows.map((row) => [row.job_status ?? row.status, row.count ?? row.total] as const);
  const pairs = isRow(data) ? Object.entries(data) : listed;
  const counted = new Map<number, number>();
  for (const [status, count] of pairs) {
    const [code, number] = [parseNumber(status), parseWhole(count)];
    if (code !== null && number !== null) counted.set(code, (counted.get(code) ?? 0) + number);
  }
  return counted;
}

/** How long an agent was on duty on a day: seconds, or hours, minutes and seconds between colons. */
export function readDuty(row: Row): Duty[] {
  const agentId = parseId(row.fleet_id);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(parseText(row.date) ?? "")?.[0];
  const text = parseText(row.on_duty_time ?? row.total_duty_time) ?? "";
  const [, hours, minutes, seconds = 0] = /^(\d+):(\d{1,2})(?::(\d{1,2}))?$/.exec(text) ?? [];
  const total = hours === undefined ? parseNumber(text) : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return agentId && day && total !== null && total >= 0 ? [{ agentId, day, seconds: Math.round(total) }] : [];
}
