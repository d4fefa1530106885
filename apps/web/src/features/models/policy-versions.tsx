import type { ModelPolicy, TenantPolicy } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";
import { useSavePolicy } from "./use-save-policy.tsx";

type Version = TenantPolicy["versions"][number];

/** What held before, with a way back to it. */
export function PolicyVersions({ owner, held }: { owner: string; held: TenantPolicy }) {
  const formats = useFormats();
  const { save, isSaving, confirmation } = useSavePolicy(owner, held);
  const bringBack = ({ policy }: Version) =>
    void save({ policy, done: "The earlier policy holds again." }).catch((error: Error) =>
      showFailure("Policy", error),
    );
  const columns: RecordColumn<Version>[] = [
    { label: "Saved", cell: ({ at }) => formatInstant(at, formats) },
    { label: "By", cell: ({ by }) => by },
    { label: "Policy", cell: ({ policy }) => describePolicy(policy) },
    {
      label: "Use",
      cell: (version) =>
        version.version === held.version ? (
          "In use"
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isSaving}
            aria-label={`Restore the version of ${formatInstant(version.at, formats)}`}
            onClick={() => bringBack(version)}
          >
            Restore
          </Button>
        ),
    },
  ];
  if (held.versions.length === 0) return null;
  return (
    <section className={classes.stack} aria-label="Versions">
      <h2 className={classes.legend}>Versions</h2>
      <RecordTable
        name="Versions"
        columns={columns}
        rowKey={({ version }) => String(version)}
        empty={null}
        pages={{
          items: held.versions,
          isLoading: false,
          error: null,
          retry: () => {},
          hasMore: false,
          isLoadingMore: false,
          more: () => {},
        }}
      />
      {confirmation}
    </section>
  );
}

function describePolicy(policy: ModelPolicy | null): string {
  if (policy === null) return "The policy of all tenants";
  const { models, defaultModel, instructions, isChatOn, writesProse, keepsFigures, allowsAttachments } = policy;
  const switches = [
    isChatOn ? null : "chat off",
    writesProse ? null : "no answers by a model",
    keepsFigures ? "figures never leave" : null,
    allowsAttachments ? null : "no attachments",
  ].filter((one) => one !== null);
  return [
    models === null ? "All models" : models.length === 1 ? "1 model" : `${models.length} models`,
    defaultModel === null ? "no default" : `default ${defaultModel.slice(defaultModel.indexOf("/") + 1)}`,
    ...switches,
    instructions === "" ? "no instructions" : `instructions: ${instructions}`,
  ].join(", ");
}
