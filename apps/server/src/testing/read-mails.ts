import { privateLink } from "../platform/mail/outbox-store.ts";
import { deliverNotices } from "./deliver-notices.ts";
import type { TestApp } from "./test-app.ts";

export type ReadMail = { subject: string; text: string };

/** The mails to an address as their recipient would read them, oldest first: links that wait to leave are put in. */
export async function readMails(testApp: TestApp, address: string): Promise<ReadMail[]> {
  await deliverNotices(testApp);
  const { pool, secrets } = testApp;
  const { rows } = await pool.query<{ id: string; subject: string; body: string; sealed_link: string | null }>(
    "select id, subject, body, sealed_link from mail_outbox where $1 = any(recipients) order by created_at",
    [address],
  );
  return rows.map(({ id, subject, body, sealed_link }) => {
    const href = sealed_link && secrets.openBriefly(`mail ${id}`, sealed_link);
    return { subject, text: href ? body.replaceAll(privateLink, () => href) : body };
  });
}
