import { type PublicConfig, routes } from "@console/contracts";
import type { EventHub } from "../../platform/events/event-hub.ts";
import { handle, handleDirectly, handleStream } from "../../platform/http/endpoint.ts";
import { listOutbox } from "./list-outbox.ts";

/** What the platform tells of itself: its public settings, its mails and what is happening now. */
export function operationsRoutes(publicConfig: PublicConfig, hub: EventHub) {
  return [
    handleDirectly(routes.getConfig, async () => publicConfig),
    handle(routes.listOutbox, listOutbox),
    handleStream(routes.streamEvents, ({ tenantId, actor }, { lastEventId }, send) =>
      hub.subscribe({ tenantId, uid: actor.kind === "user" ? actor.uid : null, cursor: lastEventId ?? null, send }),
    ),
  ];
}
