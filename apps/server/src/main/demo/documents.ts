import { addDefined, type DemoRecord, type Happening, historyUntil } from "./demo-record.ts";
import {
  dayMs,
  dayText,
  friday,
  hourMs,
  iso,
  isoUntil,
  type LocalDay,
  saturday,
  startOfDay,
  toDayNumber,
} from "./local-day.ts";
import type { DocumentProfile, DocumentType } from "./profiles/profile.ts";
import { at, SeededRandom } from "./seeded-random.ts";

const stream = 7;
const stepNames = ["Check", "Approval", "Release"];
const never = Number.POSITIVE_INFINITY;
const archivedShare = 0.09;
const objections = [
  "Amounts do not match the order",
  "Signature is missing",
  "Wrong cost centre",
  "Attachment is missing",
];

type Step = {
  number: number;
  approver: string;
  enteredMs: number;
  decidedMs: number;
  isRejected: boolean;
  note?: string;
};

export type DocumentRecords = { documents: DemoRecord[]; steps: DemoRecord[] };

/** The documents that came in on a day, with the steps of their approval so far. */
export function makeDocuments(profile: DocumentProfile, day: LocalDay): DocumentRecords {
  const random = new SeededRandom(day.seed, stream, day.number);
  const weekday = day.weekday === friday ? 0.25 : day.weekday === saturday ? 0.55 : 1.24;
  const count = random.count(profile.perDay * weekday);
  const records: DocumentRecords = { documents: [], steps: [] };
  for (let number = 1; number <= count; number += 1) addDocument(records, profile, day, number);
  return records;
}

/** Above the number of any other document of a day. */
const orderDocument = 900;

type DocumentedOrder = { reference: string; customer: string };

/** The delivery note of an order that is delivered on a day, with the steps of its approval so far. */
export function makeOrderDocument(profile: DocumentProfile, day: LocalDay, order: DocumentedOrder): DocumentRecords {
  const records: DocumentRecords = { documents: [], steps: [] };
  addDocument(records, profile, day, orderDocument, order);
  return records;
}

function addDocument(
  records: DocumentRecords,
  profile: DocumentProfile,
  day: LocalDay,
  number: number,
  order?: DocumentedOrder,
): void {
  const random = new SeededRandom(day.seed, stream, day.number, number);
  const createdMs = atWork(day.startMs + random.between(7.5, 17) * hourMs, random);
  if (createdMs > day.nowMs) return;
  const drawn = at(profile.types, random.place(profile.types.map(({ weight }) => weight)));
  const type = order ? (profile.types.find(({ prefix }) => prefix === "DN") ?? drawn) : drawn;
  const department = random.weighted(profile.departments);
  const owner = random.weighted(profile.owners);
  const supplier = type.isOfSupplier && !order ? random.pick(profile.suppliers) : undefined;
  const isForgotten = random.chance(0.015);
  const submittedMs = isForgotten ? never : atWork(createdMs + random.wait(3, 20) * hourMs, random);
  const { steps, resubmittedMs } = planSteps(profile, type, submittedMs, random);
  const last = at(steps, steps.length - 1);
  const decidedMs = last.decidedMs;
  const signedMs = type.isSigned && !last.isRejected ? decidedMs + random.between(2, 48) * hourMs : never;
  const chosenExpiry = chooseExpiry(type, toDayNumber(createdMs), random);
  const terms = makeTerms(type, chosenExpiry, new SeededRandom(day.seed, stream, day.number, number, 2));
  const expiry = terms.is_perpetual ? undefined : chosenExpiry;
  // A stream of its own, so that all else stays as it was without it.
  const paper =
    expiry === undefined
      ? makePaper(type, toDayNumber(createdMs), new SeededRandom(day.seed, stream, day.number, number, 1))
      : null;
  const key = `do-${day.text}-${String(number).padStart(3, "0")}`;
  const reference = `${type.prefix}-${day.text.slice(2, 4)}${day.text.slice(5, 7)}${day.text.slice(8)}-${number}`;
  const party = supplier ?? order?.customer;
  const title = party === undefined ? `${type.name} ${reference}` : `${type.name} ${reference}, ${party}`;
  const dueMs = submittedMs + random.whole(2, 5) * dayMs;
  const { nowMs } = day;
  const isDecided = decidedMs <= nowMs;
  const isExpired = expiry !== undefined && startOfDay(expiry + 1) <= nowMs && isDecided && !last.isRejected;
  const entered = steps.filter(({ enteredMs }) => enteredMs <= nowMs);

  const happenings: Happening[] = [
    [createdMs, "created", owner],
    [submittedMs, "submitted", owner],
    ...entered.map((step): Happening => {
      return [step.decidedMs, step.isRejected ? "rejected" : "approved", step.approver, step.note];
    }),
    [resubmittedMs, "resubmitted", owner],
    [signedMs, "signed", owner],
  ];

  records.documents.push(
    addDefined({
      source_key: key,
      title: paper === null ? title : `${title}, copy of a paper of ${dayText(paper).slice(0, 4)}`,
      status: isExpired
        ? "Expired"
        : statusAt(nowMs, { submittedMs, decidedMs, signedMs, isRejected: last.isRejected }),
      document_type: type.name,
      owner,
      department,
      approver: entered.length > 0 ? at(entered, entered.length - 1).approver : undefined,
      supplier,
      branch: random.chance(0.7) ? random.pick(profile.branches) : undefined,
      created_at: iso(createdMs),
      submitted_at: isoUntil(submittedMs, nowMs),
      decided_at: isoUntil(decidedMs, nowMs),
      due_at: submittedMs <= nowMs ? iso(dueMs) : undefined,
      expires_on: expiry === undefined ? undefined : dayText(expiry),
      ...terms,
      retain_until: dayText((paper ?? toDayNumber(createdMs)) + type.keepYears * 365),
      is_rejected: isDecided ? last.isRejected : undefined,
      is_on_hold: random.chance(0.012) ? true : undefined,
      resubmissions: resubmittedMs <= nowMs ? 1 : undefined,
      size_bytes: Math.round(40_000 + random.wait(600_000, 9_000_000)),
      reference,
      order_reference: order?.reference,
      history: historyUntil(
        happenings.filter(([atMs]) => atMs < never).sort(([one], [two]) => one - two),
        nowMs,
      ),
    }),
  );
  entered.forEach((step, place) => {
    records.steps.push(
      addDefined({
        source_key: `${key}-s${place + 1}`,
        document_key: key,
        step_number: step.number,
        approval_step: at(stepNames, step.number - 1),
        document_type: type.name,
        department,
        approver: step.approver,
        entered_at: iso(step.enteredMs),
        decided_at: isoUntil(step.decidedMs, nowMs),
        is_rejected: step.decidedMs <= nowMs ? step.isRejected : undefined,
      }),
    );
  });
}

/** The whole way of a document through its approval, which takes less than two weeks unless it is stuck for good. */
function planSteps(profile: DocumentProfile, type: DocumentType, submittedMs: number, random: SeededRandom) {
  const steps: Step[] = [];
  const count = Math.max(1, Math.min(3, type.steps + random.place([3, 5, 2]) - 1));
  const turn = random.whole(0, profile.approvers.length - 1);
  const isStuck = random.chance(0.008);
  let resubmittedMs = never;
  let enteredMs = submittedMs;
  for (let number = 1; number <= count; number += 1) {
    const approver = at(profile.approvers, turn + number);
    const isSlow = approver === profile.slowApprover;
    const wait = (0.4 + (isSlow ? random.wait(30, 66) : random.wait(7, 24))) * hourMs;
    const decidedMs = isStuck && number === count ? never : atWork(enteredMs + wait, random);
    const isRejected = random.chance(0.155 / count) && decidedMs < never;
    steps.push({
      number,
      approver,
      enteredMs,
      decidedMs,
      isRejected,
      ...(isRejected && { note: random.pick(objections) }),
    });
    if (isRejected) {
      const isTriedAgain = count < 3 && resubmittedMs === never && random.chance(0.45);
      if (!isTriedAgain) break;
      resubmittedMs = atWork(decidedMs + random.between(2, 24) * hourMs, random);
      enteredMs = resubmittedMs;
      number -= 1;
      continue;
    }
    enteredMs = decidedMs;
  }
  return { steps, resubmittedMs };
}

function statusAt(
  nowMs: number,
  times: { submittedMs: number; decidedMs: number; signedMs: number; isRejected: boolean },
): string {
  if (times.submittedMs > nowMs) return "Draft";
  if (times.decidedMs > nowMs) return "In review";
  if (times.isRejected) return "Rejected";
  return times.signedMs <= nowMs ? "Signed" : "Approved";
}

/** Many papers run out at the end of a quarter, where they pile up. */
function chooseExpiry(type: DocumentType, created: number, random: SeededRandom): number | undefined {
  if (type.validMonths === undefined) return undefined;
  const day = created + Math.round(random.pick(type.validMonths) * 30.4) + random.whole(-6, 6);
  if (!random.chance(0.4)) return day;
  const date = new Date(day * dayMs);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3 + 3, 0) / dayMs;
}

/** The day of the paper that some documents are a copy of: old ones are taken in in the last two years of their keeping. */
function makePaper({ keepYears }: DocumentType, created: number, random: SeededRandom): number | null {
  return random.chance(archivedShare) ? created - keepYears * 365 + random.whole(14, 2 * 365) : null;
}

/** What a paper is worth, and until when one has to say that it shall end; some papers never do. */
function makeTerms(type: DocumentType, expiry: number | undefined, random: SeededRandom): DemoRecord {
  const isPerpetual = type.isSigned === true && expiry !== undefined && random.chance(0.12);
  const hasNotice = type.isSigned === true && expiry !== undefined && !isPerpetual;
  return addDefined({
    amount_minor: type.hasValue && random.chance(0.94) ? 1000 * Math.round(200 + random.wait(4000, 90_000)) : undefined,
    is_perpetual: isPerpetual ? true : undefined,
    notice_on: hasNotice ? dayText(expiry - 30 * random.whole(1, 3)) : undefined,
  });
}

/** People decide during the day: what falls into the night waits for the morning. */
function atWork(instantMs: number, random: SeededRandom): number {
  if (instantMs === never) return never;
  const number = toDayNumber(instantMs);
  const hour = (instantMs - startOfDay(number)) / hourMs;
  if (hour >= 8 && hour < 17.5) return instantMs;
  return startOfDay(hour < 8 ? number : number + 1) + random.between(8, 9.5) * hourMs;
}
