import type { TookanMapping } from "@console/contracts";
import type { SourceRecord } from "../connector.ts";

/** A task as the list shows it: thin, but enough to see that it has changed. */
export type ListedTask = {
  jobId: string;
  type: number;
  status: number;
  agentId: string | null;
  agentName: string | null;
  teamId: string | null;
  dueAt: Date | null;
  completedAt: Date | null;
  /** Another text whenever something that matters has changed. */
  fingerprint: string;
};

/** A task in full: instants in UTC, null where the provider does not know. */
export type TaskDetail = ListedTask & {
  orderId: string | null;
  customerId: string | null;
  customerName: string | null;
  teamName: string | null;
  transportType: number | null;
  tags: string[];
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  createdAt: Date | null;
  assignedAt: Date | null;
  acceptedAt: Date | null;
  startedAt: Date | null;
  arrivedAt: Date | null;
  /** Null without GPS: the provider's zero is not a distance. */
  distanceMetres: number | null;
  /** Null where nobody has rated. */
  rating: number | null;
  hasProof: boolean;
  isClosedByAdmin: boolean;
  failureReason: string | null;
  custom: { label: string; name: string; value: string }[];
  history: { id: number; at: Date; type: string; text: string; latitude: number | null; longitude: number | null }[];
};

export type Agent = {
  agentId: string;
  name: string;
  status: "available" | "busy" | "offline";
  team: string | null;
  latitude: number | null;
  longitude: number | null;
  locatedAt: Date | null;
  battery: number | null;
  pendingTasks: number | null;
};

/** How long an agent was on duty on a day. */
export type Duty = { agentId: string; day: string; seconds: number };

export type Client = {
  clientId: string;
  name: string;
  phone: string | null;
  email: string | null;
  address: string | null;
  fingerprint: string;
};

/** One account of the delivery provider, to be read only. What goes wrong is a SourceProblem. */
export type Tookan = {
  /** The account, which also shows that the key is good. */
  account(): Promise<{ id: string; name: string }>;
  /** One page of the tasks of one type whose day lies in a range of at most 31 days. */
  listTasks(query: {
    type: number;
    from: string;
    to: string;
    page: number;
  }): Promise<{ tasks: ListedTask[]; pages: number }>;
  /** Tasks in full, at most 50 at once; those that are not found are left out. */
  readTasks(jobIds: readonly string[]): Promise<TaskDetail[]>;
  /** How many tasks the provider itself counts on a day, over all types, by status. */
  countTasks(day: string): Promise<Map<number, number>>;
  listAgents(): Promise<Agent[]>;
  listDuty(range: { from: string; to: string }): Promise<Duty[]>;
  listClients(page: number): Promise<{ clients: Client[]; pages: number }>;
};

/** A task as a record of our table, and values that the account's mapping does not know. */
export type TaskRecord = (
  task: TaskDetail,
  mapping: TookanMapping,
  currency: string,
) => { record: SourceRecord; unmapped: { field: string; value: string }[] };
