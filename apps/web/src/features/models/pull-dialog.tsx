import "@mantine/core/styles/Input.css";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";

type Props = { providers: readonly { id: string; name: string }[]; onClose: () => void };

/** Asks which model is downloaded to which server. */
export function PullDialog({ providers, onClose }: Props) {
  const pull = useWrite("pullModel");
  const form = useAppForm({
    initialValues: { provider: providers[0]?.id ?? "", model: "" },
    check: ({ model }): Record<string, string> => (model.trim() === "" ? { model: "Enter the name of a model." } : {}),
  });
  return (
    <ConfirmDialog title="Download model" onClose={onClose}>
      <form
        ref={form.element}
        className={dialog.form}
        noValidate
        onSubmit={form.submit(async ({ provider, model }) => {
          await pull.mutateAsync({ provider, model: model.trim() });
          onClose();
        })}
      >
        <NativeSelect
          label="Server"
          data={providers.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("provider")}
        />
        <TextInput
          label="Model"
          description="Such as llama3.2:3b. Its size is shown as soon as the server knows it."
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          data-autofocus
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps("model")}
        />
        <p>
          The server does not say how much space it has left. Models take several gigabytes: make sure that there is
          room.
        </p>
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pull.isPending}>
            Download
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
