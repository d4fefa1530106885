import type { LedgerStatement } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, ownFormats } from "@console/figures/format";
import type { SnapshotContext } from "../../../../platform/context.ts";
import { shrinkPicture } from "../../../../platform/entities/read-picture.ts";
import { AppError } from "../../../../platform/errors.ts";
import { findTenant, findTenantLogo, findUser, toFormats } from "../../../directory/index.ts";
import type { NoteRows } from "../../../exports/index.ts";
import { loadMetricState } from "../../../metrics/index.ts";
import { findBankDetails } from "../../book/settings.ts";
import { readAgeing } from "../read-ageing.ts";
import { readStatement } from "../read-statement.ts";
import type { StatementDocument, StatementRequest } from "./statement-document.ts";

const linesAtOnce = 200;
/** More are no reading for paper: the CSV file takes them. */
export const mostPrintedLines = 10_000;

/** A statement as it is printed for someone, read in one snapshot. */
export async function readStatementDocument(
  context: SnapshotContext,
  { language, ...question }: StatementRequest,
  { uid, onRows }: { uid: string; onRows: NoteRows },
): Promise<StatementDocument> {
  const readPage = (page: number) => readStatement(context, { ...question, order: "oldest", page, limit: linesAtOnce });
  const statement = await readPage(1);
  if (statement.shown.lines > mostPrintedLines) {
    throw new AppError(
      "limit_reached",
      "The statement has more than 10,000 lines. Choose fewer days, or save it as CSV.",
    );
  }
  const tenant = await findTenant(context, context.tenantId);
  const user = await findUser(context, uid);
  const { timeZone } = (await loadMetricState(context)).settings;
  const formats: FormatChoices = { ...(user ? toFormats(user) : ownFormats), timeZone };
  return {
    language,
    formats,
    tenant: tenant?.name ?? context.tenantId,
    logo: await readLogo(await findTenantLogo(context, context.tenantId)),
    request: { language, ...question },
    statement,
    lines: readLines(statement, readPage, onRows),
    ageing: await readPartyAgeing(context, statement, question),
    bankDetails: await findBankDetails(context),
    timeZone,
    generatedAt: context.now.toISOString(),
  };
}

async function* readLines(
  first: LedgerStatement,
  readPage: (page: number) => Promise<LedgerStatement>,
  onRows: NoteRows,
): AsyncGenerator<LedgerStatement["items"]> {
  let done = 0;
  for (let page = 1; page <= first.pages; page += 1) {
    const { items } = page === 1 ? first : await readPage(page);
    yield items;
    done += items.length;
    await onRows(done, first.shown.lines);
  }
}

/** Whose statement it is decides what is aged: what a customer owes, or what is owed to a supplier. */
async function readPartyAgeing(
  context: SnapshotContext,
  { account, to }: LedgerStatement,
  { customer, supplier }: Omit<StatementRequest, "language">,
): Promise<StatementDocument["ageing"]> {
  const ofAccount = (kind: string) => (account?.party?.kind === kind ? account.party.name : undefined);
  const buyer = customer ?? ofAccount("customer");
  const seller = supplier ?? ofAccount("supplier");
  const party = buyer ?? seller;
  if (party === undefined) return null;
  const side = buyer === undefined ? "payable" : "receivable";
  const { asOf, parties } = await readAgeing(context, { side, asOf: to === null ? undefined : addDays(to, -1) });
  const rows = parties.filter((row) => row.party === party);
  return rows.length === 0 ? null : { asOf, rows };
}

/** The picture of a logo, as paper takes it: a PDF holds no WebP, and no more pixels than are seen. */
async function readLogo(address: string | null): Promise<Buffer | null> {
  const [, bytes] = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/s.exec(address ?? "") ?? [];
  return bytes === undefined ? null : shrinkPicture(Buffer.from(bytes, "base64"), { width: 560, height: 176 });
}
