import "@mantine/core/styles/Input.css";
import type { ConnectionDetail, ConnectionKind, SourceName } from "@console/contracts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useRef } from "react";
import { UnsavedChangesDialog } from "../../../../blocks/confirm-dialog/unsaved-changes-dialog.tsx";
import { useSourceAddress } from "../../../../blocks/connection/use-source-address.ts";
import { TenantField } from "../../../../blocks/resource-form/tenant-field.tsx";
import { ApiError } from "../../../../lib/api.ts";
import { showToast } from "../../../../lib/toasts.ts";
import { MappingDialog, savedWords } from "../../mapping/mapping-dialog.tsx";
import { useMappingDialog } from "../../mapping/use-mapping-dialog.ts";
import { kindWords, scheduleWords } from "../../source-words.ts";
import classes from "./connection-form.module.css";
import { kindsForSource } from "./connection-values.ts";
import { FormSection } from "./form-section.tsx";
import { helpUnder } from "./help-under.ts";
import { MappingFields } from "./mapping-fields.tsx";
import { SecretFields } from "./secret-fields.tsx";
import { SettingFields } from "./setting-fields-view.tsx";
import { useConnectionForm } from "./use-connection-form.ts";

type Props = {
  source: SourceName;
  stored: ConnectionDetail | null;
  /** Whose data it is, where that is not asked. */
  tenant?: { id: string; name: string };
  /** What comes after it is saved or given up, where that is not the list of the source. */
  onDone?: (saved: ConnectionDetail | null) => void;
};

const intervals = [5, 15, 30, 60, 360, 1440];

/** Makes a connection or changes one. What is refused is told at its field, and everything typed stays. */
export function ConnectionForm({ source, stored, tenant, onDone }: Props) {
  const { go } = useSourceAddress();
  const form = useConnectionForm(source, stored, tenant?.id);
  const { values, errors, change } = form;
  const { state: mappingDialog, isCounting, ask, close } = useMappingDialog();
  const isLeaving = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => form.isDirty && !isLeaving.current,
    enableBeforeUnload: () => form.isDirty,
    withResolver: true,
  });
  const minutes = [...new Set([...intervals, ...(Number(values.interval) ? [Number(values.interval)] : [])])];

  /** Saves at once, or asks first where the mapping of a stored connection changes. */
  async function submit() {
    const { stored: before, changedMapping } = form;
    if (!before || !changedMapping) return save();
    if (!form.isComplete()) return;
    try {
      await ask(before, changedMapping);
    } catch (error) {
      form.refuse(error as Error);
    }
  }

  async function save() {
    const isMapped = form.changedMapping !== null;
    const saved = await form.save();
    close();
    if (!saved) return;
    isLeaving.current = true;
    const message = isMapped ? `The connection is saved. ${savedWords}` : "The connection is saved.";
    showToast({ title: saved.name, message, type: "success" });
    if (onDone) onDone(saved);
    else go({ do: undefined, connection: saved.id, tenant: saved.tenantId });
  }

  return (
    <form
      ref={form.element}
      className={classes.form}
      noValidate
      aria-label={stored ? `Edit ${stored.name}` : "New connection"}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormSection
        title={stored ? `Edit ${stored.name}` : "New connection"}
        words="Which tenant it belongs to and how it is synced."
      >
        <div className={classes.fields}>
          {stored ? (
            <>
              <Fixed label="Tenant" text={stored.tenantName} />
              <Fixed label="Type" text={kindWords[stored.kind]} />
            </>
          ) : (
            <>
              {tenant ? (
                <Fixed label="Tenant" text={tenant.name} />
              ) : (
                <TenantField
                  value={values.tenantId}
                  error={errors.tenantId}
                  onChange={(tenantId) => change({ tenantId })}
                />
              )}
              <NativeSelect
                label="Type"
                value={values.kind}
                error={errors.kind}
                data={kindsForSource(source).map((kind) => ({ value: kind, label: kindWords[kind] }))}
                onChange={({ currentTarget }) => change({ kind: currentTarget.value as ConnectionKind })}
              />
            </>
          )}
          <TextInput
            label="Name"
            description="The name shown here."
            inputWrapperOrder={helpUnder}
            maxLength={120}
            value={values.name}
            error={errors.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          {values.kind !== "file" && (
            <NativeSelect
              label="Schedule"
              description="How often it is synced automatically."
              inputWrapperOrder={helpUnder}
              value={values.interval}
              error={errors.intervalMinutes}
              data={[
                ...(stored ? [] : [{ value: "usual", label: "Default" }]),
                ...minutes.toSorted((a, b) => a - b).map((one) => ({ value: String(one), label: scheduleWords(one) })),
                { value: "", label: scheduleWords(null) },
              ]}
              onChange={({ currentTarget }) => change({ interval: currentTarget.value })}
            />
          )}
        </div>
      </FormSection>
      <SettingFields form={form} />
      <SecretFields form={form} />
      <MappingFields form={form} />
      <div className={classes.bar}>
        <Problem form={form} />
        <Button
          variant="default"
          disabled={form.isSaving}
          onClick={() => (onDone ? onDone(null) : go({ do: undefined }))}
        >
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving || isCounting} disabled={stored !== null && !form.isDirty}>
          {stored ? "Save changes" : "Create connection"}
        </Button>
      </div>
      {mappingDialog && (
        <MappingDialog state={mappingDialog} isSaving={form.isSaving} onSave={() => void save()} onClose={close} />
      )}
      {blocker.status === "blocked" && <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </form>
  );
}

function Fixed({ label, text }: { label: string; text: string }) {
  return (
    <dl className={classes.fixed}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </dl>
  );
}

/** Why saving was refused; someone else's change is offered to be read beneath what was typed. */
function Problem({ form: { failure, errors, isConflict, readAgain } }: { form: ReturnType<typeof useConnectionForm> }) {
  if (!failure) {
    const count = Object.keys(errors).length;
    return (
      <p className={classes.words} role="status">
        {count > 0 && "Some fields need your attention."}
      </p>
    );
  }
  return (
    <div role="alert" className={`${classes.words} ${classes.problem}`}>
      <p>
        {failure.message}
        {failure instanceof ApiError && failure.kind === "unexpected" && failure.requestId && (
          <> Request ID: {failure.requestId}</>
        )}
      </p>
      {isConflict && (
        <Button size="compact-sm" variant="default" onClick={() => void readAgain()}>
          Reload, keep my input
        </Button>
      )}
    </div>
  );
}
