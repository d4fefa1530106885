import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import detail from "../../blocks/detail/detail.module.css";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";

/** Says that no link opens, while the settings have them all switched off. */
export function EmbedNotice() {
  const { data } = useQuery(read("listSettings", {}));
  useLiveTopic("settings.changed", "settings");
  const setting = data?.groups.flatMap(({ settings }) => settings).find(({ name }) => name === "embed.isClosed");
  if (setting?.value !== true) return null;
  return (
    <p className={detail.warning} role="status">
      All embedded reports are closed, so no link opens. Existing links were revoked and stay revoked when you reopen.{" "}
      <Link to="/admin/global-settings" hash="settings-embed">
        Open the settings
      </Link>
    </p>
  );
}
