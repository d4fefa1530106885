import type { ConnectionSummary, ProviderClient } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import detail from "../../../blocks/detail/detail.module.css";
import { HistoryList } from "../../../blocks/resource-page/resource-history.tsx";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { useNameOpenThing } from "../../../lib/open-thing.ts";
import { read } from "../../../lib/queries.ts";
import { mergeSearch } from "../../../lib/search.ts";
import { useNow } from "../../../lib/use-now.ts";
import { ClientContact } from "./client-contact.tsx";
import { ClientLinks } from "./client-links.tsx";
import { listMarks } from "./client-words.ts";
import classes from "./clients-page.module.css";
import { MapBar } from "./map-bar.tsx";
import { suggestTenant } from "./suggest-tenant.ts";
import { type ClientMapping, useClientMapping } from "./use-client-mapping.ts";

type OfConnection = { tenantId: string; connection: string };
type Props = { id: string; connection: ConnectionSummary; formats: FormatChoices };

/** One client: how busy it is, how it is reached, whose it is, its public links, and what was done to it. */
export function ClientDetail({ id, connection, formats }: Props) {
  const ofConnection = { tenantId: connection.tenantId, connection: connection.id };
  const { data, error, refetch } = useQuery(read("listProviderClients", { ...ofConnection, search: id }));
  const client = data?.items.find((one) => one.id === id);
  useNameOpenThing(client?.name ?? null);
  return (
    <>
      <Link to="." search={mergeSearch({ row: undefined })} className={detail.back}>
        <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
        All clients
      </Link>
      {!data && !error && <ShapedSkeleton label="Loading the client" shape="detail" />}
      {!data && error && (
        <ReadProblem title="The client could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && !client && (
        <EmptyState title="This client is not here" message="This account has no client with this ID." actions={null} />
      )}
      {client && <OpenedClient client={client} ofConnection={ofConnection} formats={formats} />}
    </>
  );
}

type OpenedProps = { client: ProviderClient; ofConnection: OfConnection; formats: FormatChoices };

function OpenedClient({ client, ofConnection, formats }: OpenedProps) {
  const now = useNow();
  const mapping = useClientMapping(ofConnection);
  const ago = (at: string) => <span title={formatInstant(at, formats)}>{formatAge(now - Date.parse(at))} ago</span>;
  return (
    <>
      <section className={detail.card} aria-labelledby="client-name">
        <div className={detail.head}>
          <div className={classes.names}>
            <h2 id="client-name" className={detail.name}>
              {client.name}
            </h2>
            {listMarks(client).map((mark) => (
              <span key={mark} className={classes.mark}>
                {mark}
              </span>
            ))}
          </div>
          <SuggestedTenant client={client} mapping={mapping} />
        </div>
        <dl className={detail.facts}>
          <Fact label="Tasks, 7 days">{formatNumber(client.tasks7Days, formats)}</Fact>
          <Fact label="Tasks, 30 days">{formatNumber(client.tasks30Days, formats)}</Fact>
          <Fact label="Last task">{client.lastTaskAt ? ago(client.lastTaskAt) : "None in 90 days"}</Fact>
          <Fact label="ID">{client.id}</Fact>
          <Fact label="First seen">{ago(client.firstSeenAt)}</Fact>
          <Fact label="Last synced">{ago(client.seenAt)}</Fact>
        </dl>
      </section>
      <section className={detail.card} aria-label="Contact and access">
        <dl className={detail.facts}>
          <Fact label="Contact">
            <ClientContact client={client} ofConnection={ofConnection} />
          </Fact>
          <Fact label="Tenant">{client.mappedTenant?.name ?? "None"}</Fact>
          <Fact label="Public links">
            <ClientLinks client={client} formats={formats} tenantId={ofConnection.tenantId} />
          </Fact>
        </dl>
      </section>
      <MapBar chosen={[client]} mapping={mapping} />
      <section className={detail.card} aria-labelledby="client-history">
        <h3 id="client-history">History</h3>
        <ClientHistory client={client} ofConnection={ofConnection} />
      </section>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Maps a client to the tenant of its name with one press. */
function SuggestedTenant({ client, mapping }: { client: ProviderClient; mapping: ClientMapping }) {
  const { data } = useQuery({ ...read("listTenants", { limit: 100 }), enabled: client.mappedTenant === null });
  const suggested = client.mappedTenant ? null : suggestTenant(client, data?.items ?? []);
  if (!suggested) return null;
  return (
    <Button size="xs" loading={mapping.isPending} onClick={() => mapping.map([client], suggested.id)}>
      Map to {suggested.name}
    </Button>
  );
}

/** To which tenants a client belonged, and who looked at its data. */
function ClientHistory({ client, ofConnection }: { client: ProviderClient; ofConnection: OfConnection }) {
  const { data, error, refetch } = useQuery(read("listClientHistory", { ...ofConnection, client: client.id }));
  if (!data && error) {
    return (
      <ReadProblem heading="h3" title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the history" shape="list" />;
  if (data.items.length === 0) {
    return <p className={detail.quiet}>It was never mapped to a tenant, and nobody has viewed its contact details.</p>;
  }
  return <HistoryList entries={data.items} />;
}
