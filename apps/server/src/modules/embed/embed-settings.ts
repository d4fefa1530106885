import { sql } from "kysely";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { defineSettings, setting } from "../../platform/settings/define-settings.ts";

/** Whether clients open reports without signing in, and when someone is warned. */
export const embedSettings = defineSettings({
  name: "embed",
  label: "Embedded reports",
  help: "Delivery reports that clients open by a link, without signing in.",
  specs: {
    isClosed: setting<boolean>({
      label: "All embedded reports are closed",
      type: "flag",
      initial: false,
      isGuarded: true,
      confirm: "close",
      help: "Closing them revokes every link at once, and the links stay revoked when you reopen.",
    }),
    linkDays: setting<number>({
      label: "New links expire after",
      type: "count",
      initial: 90,
      min: 1,
      max: 366,
      unit: "days",
      isRequired: true,
      help: "The default for new links. You can change it for each link.",
    }),
    manyPlaces: setting<number>({
      label: "Alert when a link is opened from",
      type: "count",
      initial: 50,
      min: 2,
      max: 100_000,
      unit: "places in a day",
      isRequired: true,
      help: "A link that is opened from many places may have been shared.",
    }),
    badKeys: setting<number>({
      label: "Alert when visitors are refused",
      type: "count",
      initial: 50,
      min: 1,
      max: 100_000,
      unit: "times in a day",
      isRequired: true,
      help: "Many wrong keys at one address suggest that someone is guessing.",
    }),
  },
  async changed(context, before, after) {
    if (!before.isClosed && after.isClosed) await revokeAll(context);
  },
});

/** Ends every link for good, so that none comes back to life by itself. */
async function revokeAll(context: Context): Promise<void> {
  const { numAffectedRows = 0n } = await sql`update embed_links set state = 'revoked', version = version + 1,
      state_reason = 'All embedded reports were closed.', updated_at = ${context.now}
    where state <> 'revoked'`.execute(context.db);
  const links = Number(numAffectedRows);
  await recordAudit(context, { act: "links.all-revoked", subject: "links", details: { links } });
  await publishEvent(context, { type: "entity.changed", data: { entity: "links", id: "" } });
}
