import type { EntityDescription, EntityField, EntityValue } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { UnsavedChangesDialog } from "../../../blocks/confirm-dialog/unsaved-changes-dialog.tsx";
import { FieldInput } from "../../../blocks/resource-form/field-input.tsx";
import { type FormValues, shownValue } from "../../../blocks/resource-form/form-values.ts";
import { useResourceAddress } from "../../../blocks/resource-page/resource-address.ts";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import classes from "./tenant-wizard.module.css";
import { useTenantWizard } from "./use-tenant-wizard.ts";
import { fieldsOfPerson, fieldsOfStep, stepWords, type WizardStep, wizardSteps } from "./wizard-steps.ts";

/** Makes a tenant step by step, invites its first person, and goes on to where its data is connected. */
export function TenantWizard({ description }: { description: EntityDescription }) {
  const { data, error, refetch } = useQuery({
    ...read("describeEntity", { entity: "users" }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Steps description={description} personFields={fieldsOfPerson(data)} />;
  if (error) return <ReadProblem title="The form could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <ShapedSkeleton label="Loading the form" shape="form" />;
}

type Props = { description: EntityDescription; personFields: readonly EntityField[] };

function Steps({ description, personFields }: Props) {
  const address = useResourceAddress();
  const wizard = useTenantWizard(description, personFields);
  const { step, errors } = wizard;
  const isDone = useRef(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const blocker = useBlocker({
    shouldBlockFn: () => wizard.isDirty && !isDone.current,
    enableBeforeUnload: () => wizard.isDirty && !isDone.current,
    withResolver: true,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is read from its heading on
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);

  async function make(isInviting?: boolean) {
    const made = await wizard.make(isInviting);
    if (!made) return;
    isDone.current = true;
    const invited = wizard.hasPerson && isInviting !== false ? ` ${String(wizard.person.email)} is invited.` : "";
    showToast({ title: made.name, message: `The tenant was created.${invited}`, type: "success" });
    address.go({ do: "connect", row: made.id, tab: "sources" });
  }

  const isLate = wizard.made !== null;
  return (
    <section className={classes.wizard} aria-labelledby="wizard-step">
      <Course step={step} isMade={isLate} onStep={wizard.go} />
      <form
        ref={wizard.element}
        className={classes.step}
        noValidate
        aria-label={`New tenant: ${stepWords[step].title}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (step === "review" || isLate) void make();
          else wizard.next();
        }}
      >
        <h2 id="wizard-step" ref={heading} tabIndex={-1} className={classes.title}>
          {stepWords[step].title}
        </h2>
        <p className={classes.words}>{stepWords[step].words}</p>
        {step === "review" ? (
          <Review description={description} personFields={personFields} wizard={wizard} />
        ) : step === "person" ? (
          <Fields fields={personFields} values={wizard.person} errors={errors} onChange={wizard.changePerson} />
        ) : (
          <Fields
            fields={fieldsOfStep(description, step)}
            values={wizard.tenant}
            errors={errors}
            onChange={wizard.changeTenant}
          />
        )}
        {wizard.failure && (
          <p role="alert" className={classes.problem}>
            {wizard.failure}
          </p>
        )}
        <Bar step={step} wizard={wizard} isLate={isLate} onCancel={() => address.go({ do: undefined })} onMake={make} />
      </form>
      {blocker.status === "blocked" && <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </section>
  );
}

type CourseProps = { step: WizardStep; isMade: boolean; onStep: (step: WizardStep) => void };

function Course({ step, isMade, onStep }: CourseProps) {
  const place = wizardSteps.indexOf(step);
  return (
    <ol className={classes.course} aria-label="Steps">
      {wizardSteps.map((one, at) => (
        <li key={one} data-done={at < place || undefined}>
          <button
            type="button"
            className={classes.mark}
            aria-current={one === step ? "step" : undefined}
            disabled={at > place || isMade}
            onClick={() => onStep(one)}
          >
            <span aria-hidden="true" className={classes.number}>
              {at + 1}
            </span>
            {stepWords[one].title}
          </button>
        </li>
      ))}
    </ol>
  );
}

type FieldsProps = {
  fields: readonly EntityField[];
  values: FormValues;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: EntityValue) => void;
};

function Fields({ fields, values, errors, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field, at) => (
        <div key={field.name} className={field.type === "choices" ? classes.wide : undefined}>
          <FieldInput
            field={field}
            isFirst={at === 0}
            value={values[field.name] ?? null}
            error={errors[field.name]}
            onChange={(value) => onChange(field.name, value)}
          />
        </div>
      ))}
    </div>
  );
}

type Wizard = ReturnType<typeof useTenantWizard>;

function Review({ description, personFields, wizard }: Props & { wizard: Wizard }) {
  const parts = (["identity", "reports"] as const).map((step) => ({
    step,
    facts: fieldsOfStep(description, step).map((field) => ({
      label: field.label,
      text: toFact(field, wizard.tenant[field.name]),
    })),
  }));
  const person = wizard.hasPerson
    ? personFields.map((field) => ({ label: field.label, text: shownValue(field, wizard.person[field.name]) }))
    : [{ label: "Invitation", text: "Nobody is invited yet." }];
  return (
    <>
      {[...parts, { step: "person" as const, facts: person }].map(({ step, facts }) => (
        <div key={step} className={classes.part}>
          <h3 className={classes.subtitle}>{stepWords[step].title}</h3>
          <Button size="compact-sm" variant="default" onClick={() => wizard.go(step)}>
            Change {stepWords[step].title.toLowerCase()}
          </Button>
          <dl className={classes.facts}>
            {facts.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </>
  );
}

function toFact(field: EntityField, value: EntityValue | undefined): string {
  if (field.type === "picture") return value ? "Chosen" : "–";
  if (field.name === "reports" && (!Array.isArray(value) || value.length === 0)) return "All that its data allows";
  return shownValue(field, value);
}

type BarProps = {
  step: WizardStep;
  wizard: Wizard;
  isLate: boolean;
  onCancel: () => void;
  onMake: (isInviting?: boolean) => Promise<void>;
};

function Bar({ step, wizard, isLate, onCancel, onMake }: BarProps) {
  const { isMaking } = wizard;
  if (isLate) {
    return (
      <div className={classes.bar}>
        <Button variant="default" disabled={isMaking} onClick={() => void onMake(false)}>
          Skip
        </Button>
        <Button type="submit" loading={isMaking}>
          Invite
        </Button>
      </div>
    );
  }
  const before = wizardSteps[wizardSteps.indexOf(step) - 1];
  return (
    <div className={classes.bar}>
      <Button variant="default" disabled={isMaking} onClick={onCancel}>
        Cancel
      </Button>
      {before && (
        <Button variant="default" disabled={isMaking} onClick={() => wizard.go(before)}>
          Back
        </Button>
      )}
      <Button type="submit" loading={isMaking}>
        {step === "review" ? "Create tenant" : "Next"}
      </Button>
    </div>
  );
}
