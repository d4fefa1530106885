import { chatNoticeKinds } from "../modules/chat/index.ts";
import { directoryNoticeKinds, noticePeople } from "../modules/directory/index.ts";
import { embedNoticeKinds } from "../modules/embed/index.ts";
import { exportNoticeKinds } from "../modules/exports/index.ts";
import { feedbackNoticeKinds } from "../modules/feedback/index.ts";
import { identityNoticeKinds } from "../modules/identity/index.ts";
import { limitNoticeKinds } from "../modules/limits/index.ts";
import { logNoticeKinds } from "../modules/logs/index.ts";
import { collectNoticeKinds } from "../modules/notices/index.ts";
import { backupNoticeKinds, incidentNoticeKinds, operationsNoticeKinds } from "../modules/operations/index.ts";
import { reportNoticeKinds } from "../modules/reports/index.ts";
import { sourceNoticeKinds } from "../modules/sources/index.ts";
import { webhookNoticeKinds } from "../modules/webhooks/index.ts";

/** Every kind of notice, in the order in which they are shown, and those whom they reach. */
export const notices = {
  kinds: collectNoticeKinds([
    ...identityNoticeKinds,
    ...directoryNoticeKinds,
    ...operationsNoticeKinds,
    ...incidentNoticeKinds,
    ...webhookNoticeKinds,
    ...logNoticeKinds,
    ...backupNoticeKinds,
    ...sourceNoticeKinds,
    ...embedNoticeKinds,
    ...reportNoticeKinds,
    ...feedbackNoticeKinds,
    ...exportNoticeKinds,
    ...limitNoticeKinds,
    ...chatNoticeKinds,
  ]),
  people: noticePeople,
};
