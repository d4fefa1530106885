import { routes } from "@console/contracts";
import { readHistoryPage } from "../../../platform/entities/entity-history.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Endpoint, handle } from "../../../platform/http/endpoint.ts";
import type { MailTransports } from "../../../platform/mail/transport.ts";
import { changeSettings, type Settings, settingsByName } from "../../../platform/settings/change-settings.ts";
import { peopleRelation } from "../../directory/index.ts";
import { listSettings } from "./list-settings.ts";
import { sendTestMail } from "./send-test-mail.ts";
import { exportSettings, importSettings } from "./settings-transfer.ts";

/** The settings of the product, whichever module they belong to. */
export function settingsRoutes(groups: Settings, mail: MailTransports): Endpoint[] {
  return [
    handle(routes.listSettings, (context) => listSettings(context, groups)),
    handle(routes.changeSettings, async (context, input) => {
      await changeSettings(context, groups, input);
      return listSettings(context, groups);
    }),
    handle(routes.listSettingHistory, (context, { name, ...input }) => {
      if (!settingsByName(groups).has(name)) throw new AppError("not_found", "There is no such setting.");
      return readHistoryPage(context, { name: "settings", people: peopleRelation }, { id: name, ...input });
    }),
    handle(routes.exportSettings, (context) => exportSettings(context, groups)),
    handle(routes.importSettings, (context, input) => importSettings(context, groups, input)),
    handle(routes.sendTestMail, (context) => sendTestMail(context, mail)),
  ];
}
