import type { RouteOutput, Routes } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import detail from "../../blocks/detail/detail.module.css";
import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import type { Webhook } from "./webhook.ts";

type Delivery = RouteOutput<Routes["listWebhookDeliveries"]>["items"][number];

const readAgainMs = 2000;
const kinds: Readonly<Record<string, string>> = {
  "incident.opened": "Incident opened",
  "incident.resolved": "Incident resolved",
  "log.alert": "Log alert",
  test: "Test",
};

/** The last messages of a webhook, and what became of them. */
export function DeliveriesTab({ webhook }: { webhook: Webhook }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({
    ...read("listWebhookDeliveries", { id: webhook.id }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state: one }) => one === "waiting") ? readAgainMs : false,
  });
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="Deliveries could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading deliveries" shape="list" />;
  if (data.items.length === 0)
    return <p className={detail.quiet}>Nothing has been sent yet. Send a test to see whether it arrives.</p>;
  const columns: PlainColumn<Delivery>[] = [
    { id: "at", label: "Created", cell: ({ createdAt }) => formatInstant(createdAt, formats), isHeader: true },
    { id: "kind", label: "Event", cell: ({ kind }) => kinds[kind] ?? kind },
    { id: "outcome", label: "Outcome", cell: sayOutcome },
    { id: "attempts", label: "Attempts", cell: ({ attempts }) => attempts, isNumeric: true },
  ];
  return <PlainTable name="Deliveries" columns={columns} rows={data.items} rowKey={({ id }) => id} />;
}

function sayOutcome({ state, status, error, attempts }: Delivery): string {
  if (state === "delivered") return `Delivered (${status})`;
  if (state === "failed") return `Failed: ${error ?? "no answer"}`;
  return attempts === 0 ? "Waiting" : `Trying again: ${error ?? "no answer"}`;
}
