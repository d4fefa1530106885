import type { ModelPolicy, TenantPolicy } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ApiError } from "../../lib/api.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAddress } from "../../lib/use-address.ts";
import { type ModelsSearch, readModelsSearch } from "./models-search.ts";
import { afresh } from "./models-views.ts";

type Saving = { policy: ModelPolicy | null; done: string };

/** Saves a policy, and asks once more where its default has passed no evaluation. */
export function useSavePolicy(owner: string, held: TenantPolicy) {
  const { go } = useAddress<ModelsSearch>(readModelsSearch);
  const write = useWrite("setModelPolicy");
  const [asked, setAsked] = useState<(Saving & { words: string }) | null>(null);

  async function save({ policy, done }: Saving, isConfirmed = false): Promise<void> {
    try {
      await write.mutateAsync({ tenantId: owner, version: held.version, policy, ...(isConfirmed && { isConfirmed }) });
      setAsked(null);
      showToast({ title: "Policy", message: done, type: "success" });
    } catch (failure) {
      const words = failure instanceof ApiError ? failure.fields.isConfirmed : undefined;
      if (words === undefined) throw failure;
      setAsked({ policy, done, words });
    }
  }

  const confirmation = asked && (
    <ConfirmDialog title="Save without an evaluation?" onClose={() => setAsked(null)}>
      <div className={dialog.form}>
        <p>{asked.words}</p>
        <div className={dialog.actions}>
          <Button variant="default" onClick={() => setAsked(null)}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => go({ ...afresh, view: "evaluation" })}>
            Evaluate first
          </Button>
          <Button
            color="red"
            loading={write.isPending}
            onClick={() =>
              void save(asked, true).catch((failure: Error) => {
                setAsked(null);
                showFailure("Policy", failure);
              })
            }
          >
            Save all the same
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
  return { save, isSaving: write.isPending, confirmation };
}
