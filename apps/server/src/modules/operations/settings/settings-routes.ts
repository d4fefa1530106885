import { routes } from "@console/contracts";
import { pageOfHistory } from "../../../platform/entities/entity-history.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Endpoint, handle } from "../../../platform/http/endpoint.ts";
import type { MailTransports } from "../../../platform/mail/transport.ts";
import { changeSettings, type Settings, settingsByName } from "../../../platform/settings/change-settings.ts";
import { peopleRelation } from "../../directory/index.ts";
import { exportSettings, importSettings } from "./carry-settings.ts";
import { listSettings } from "./list-settings.ts";
import { sendTestMail } from "./send-test-mail.ts";

/** The settings of the product, whichever module they belong to. */
export function settingsRoutes(groups: Settings, mail: MailTransports): Endpoint[] {
  return [
    handle(routes.listSettings, (context) => listSettings(context, groups)),
    handle(routes.changeSettings, async (context, asked) => {
      await changeSettings(context, groups, asked);
      return listSettings(context, groups);
    }),
    handle(routes.listSettingHistory, (context, { name, ...asked }) => {
      if (!settingsByName(groups).has(name)) throw new AppError("not_found", "There is no such setting.");
      return pageOfHistory(context, { name: "settings", people: peopleRelation }, { id: name, ...asked });
    }),
    handle(routes.exportSettings, (context) => exportSettings(context, groups)),
    handle(routes.importSettings, (context, asked) => importSettings(context, groups, asked)),
    handle(routes.sendTestMail, (context) => sendTestMail(context, mail)),
  ];
}
