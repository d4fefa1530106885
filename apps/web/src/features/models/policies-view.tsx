import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { TenantField } from "../../blocks/resource-form/tenant-field.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import classes from "./models.module.css";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { PolicyForm } from "./policy-form.tsx";
import { PolicyVersions } from "./policy-versions.tsx";

const everyone = "all";

/** What may be asked of models, for all tenants or for one. */
export function PoliciesView() {
  const { query, go } = useAddress<ModelsSearch>(readModelsSearch);
  const owner = query.tenant ?? everyone;
  useLiveTopic("models.changed", "models");
  const policy = useQuery({ ...read("getModelPolicy", { tenantId: owner }), staleTime: 0 });
  const models = useQuery({ ...read("listManagedModels", {}), staleTime: 0 });
  const { data, error, isFetching } = policy;
  const again = () => void policy.refetch();
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <div className={classes.narrow}>
          <TenantField value={query.tenant ?? ""} onChange={(tenant) => go({ tenant: tenant || undefined })} />
        </div>
        {query.tenant !== undefined && (
          <Button variant="default" onClick={() => go({ tenant: undefined })}>
            Show all tenants
          </Button>
        )}
      </div>
      {error && data && (
        <StaleNote isFetching={isFetching} onRetry={again}>
          The policy could not be loaded again. It may have changed.
        </StaleNote>
      )}
      {error && !data && <ReadProblem title="The policy could not be loaded" error={error} onRetry={again} />}
      {!data && !error && <ShapedSkeleton label="Loading the policy" shape="form" />}
      {data && (
        <>
          <PolicyForm
            // Another version is another form: what was typed into the old one does not write over it.
            key={`${owner} ${data.version}`}
            owner={owner}
            held={data}
            models={models.data?.items.filter(({ canAnswer }) => canAnswer) ?? []}
          />
          <PolicyVersions owner={owner} held={data} />
        </>
      )}
    </div>
  );
}
