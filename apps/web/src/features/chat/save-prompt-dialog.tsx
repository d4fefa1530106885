import { longestPromptName } from "@console/contracts";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { OneField } from "./one-field.tsx";

/** Keeps a question as a prompt of one's own. */
export function SavePromptDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const save = useWrite("savePrompt");
  const line = text.replace(/\s+/g, " ").trim();
  return (
    <ConfirmDialog title="Save as your prompt" onClose={onClose}>
      <p>Type / where you ask to use it again. A prompt of yours with the same name is replaced.</p>
      <OneField
        label="Name"
        start={line.slice(0, longestPromptName)}
        longest={longestPromptName}
        isBusy={save.isPending}
        onSave={(name) =>
          save.mutate(
            { name, text },
            {
              onError: (failure) => showFailure("Prompt not saved", failure),
              onSuccess: () => {
                showToast({ type: "success", title: "Prompt saved", message: `Type / to find “${name}”.` });
                onClose();
              },
            },
          )
        }
      />
    </ConfirmDialog>
  );
}
