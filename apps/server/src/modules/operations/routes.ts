import { routes } from "@console/contracts";
import type { EventHub } from "../../platform/events/event-hub.ts";
import { isCursor } from "../../platform/events/event-store.ts";
import { handle, handleDirectly, handleStream } from "../../platform/http/endpoint.ts";
import type { LiveConfig } from "../../platform/http/live-config.ts";
import { listOutbox } from "./list-outbox.ts";

/** What the platform tells of itself: its public settings, its mails and what is happening now. */
export function operationsRoutes(live: LiveConfig, hub: EventHub) {
  return [
    handleDirectly(routes.getConfig, () => live.read()),
    handle(routes.listOutbox, listOutbox),
    handleStream(routes.streamEvents, ({ tenantId, actor }, { lastEventId }, { send, beginAt }) => {
      const uid = actor.kind === "user" ? actor.uid : null;
      return hub.subscribe({
        tenantId,
        uid,
        cursor: lastEventId && isCursor(lastEventId) ? lastEventId : null,
        send,
        beginAt,
      });
    }),
  ];
}
