import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { ClientDetail } from "./client-detail.tsx";
import { ClientList } from "./client-list.tsx";
import { readClientSearch } from "./client-search.ts";
import classes from "./clients-page.module.css";

const everyMs = 30_000;

/** The clients of the delivery provider: one account at a time, the first unless the address names another. */
export function ClientsPage() {
  const formats = useFormats();
  const { query, go } = useAddress(readClientSearch);
  const { data, error, refetch } = useQuery({
    ...read("listConnections", { source: "tookan", limit: 100 }),
    refetchInterval: everyMs,
  });
  if (!data && error) {
    return <ReadProblem title="The connections could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading clients" shape="table" />;
  const accounts = data.items.filter(({ kind }) => kind === "tookan");
  const account = accounts.find(({ id }) => id === query.connection) ?? accounts[0];
  if (!account) return <NoAccount />;
  return (
    <div className={classes.page}>
      <NativeSelect
        size="xs"
        className={classes.account}
        label="Delivery account"
        value={account.id}
        data={accounts.map(({ id, name, tenantName }) => ({ value: id, label: `${name} · ${tenantName}` }))}
        onChange={({ currentTarget: { value } }) => go({ connection: value, q: undefined, row: undefined })}
      />
      {query.row === undefined ? (
        <ClientList key={account.id} connection={account} formats={formats} />
      ) : (
        <ClientDetail key={query.row} id={query.row} connection={account} formats={formats} />
      )}
    </div>
  );
}

function NoAccount() {
  return (
    <EmptyState
      title="No delivery account is connected yet"
      message="Clients are listed here once a tenant's account at the delivery provider is connected."
      actions={
        <Button renderRoot={(props) => <Link to="/admin/sources/tookan/monitor" search={{ do: "new" }} {...props} />}>
          Connect an account
        </Button>
      }
    />
  );
}
