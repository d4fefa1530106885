import type { EntityDescription, EntityField } from "@console/contracts";
import { useRef, useState } from "react";
import { type FormValues, initialValues } from "../../../blocks/resource-form/form-values.ts";
import { ApiError, callApi } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { fieldsOfStep, idFrom, lackingIn, type WizardStep, wizardSteps } from "./wizard-steps.ts";

type Made = { id: string; name: string };

const firstPerson: FormValues = { role: "manager" };

/** Everything that making a tenant step by step remembers and does; what was typed stays whatever is refused. */
export function useTenantWizard(description: EntityDescription, personFields: readonly EntityField[]) {
  const [step, setStep] = useState<WizardStep>("identity");
  const form = useAppForm({ initialValues: { tenant: initialValues(description), person: firstPerson } });
  const { tenant, person } = form.values;
  const [failure, setFailure] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const isIdTyped = useRef(false);
  const hasPerson = (person.email ?? "") !== "";

  function go(next: WizardStep) {
    form.clearErrors();
    setFailure(null);
    setStep(next);
  }

  function changeTenant(name: string, value: FormValues[string]) {
    if (name === "slug") isIdTyped.current = value !== "";
    const suggested = name === "name" && !isIdTyped.current ? { slug: idFrom(String(value ?? "")) } : {};
    form.change({ tenant: { ...form.getValues().tenant, [name]: value ?? null, ...suggested } });
    for (const changed of [name, ...Object.keys(suggested)]) form.clearFieldError(changed);
  }

  function changePerson(name: string, value: FormValues[string]) {
    form.change({ person: { ...form.getValues().person, [name]: value ?? null } });
    form.clearFieldError(name);
  }

  function next() {
    const fields = step === "person" && hasPerson ? personFields : fieldsOfStep(description, step);
    const lacking = lackingIn(fields, step === "person" ? person : tenant);
    if (Object.keys(lacking).length > 0) return form.showErrors(lacking);
    go(wizardSteps[wizardSteps.indexOf(step) + 1] ?? step);
  }

  /** Leads back to the step that asked for what was refused. */
  function refuse(error: unknown, subject: "tenant" | "person") {
    if (!(error instanceof Error)) throw error;
    const named = error instanceof ApiError ? error.fields : {};
    const isNamedInStep = (one: WizardStep) => fieldsOfStep(description, one).some(({ name }) => name in named);
    const isInThisStep =
      subject === "person" ? personFields.some(({ name }) => name in named) : isNamedInStep("identity");
    if (subject === "person") setStep("person");
    else if (isInThisStep || isNamedInStep("reports")) setStep(isInThisStep ? "identity" : "reports");
    form.showErrors(named);
    const where = subject === "person" ? "The tenant was created, but nobody is invited yet. " : "";
    setFailure(isInThisStep || isNamedInStep("reports") ? where || null : `${where}${error.message}`);
  }

  /** Makes what is not run yet; gives the tenant once all of it is there. */
  async function make(isInviting = hasPerson): Promise<Made | null> {
    if (isMaking) return null;
    setIsMaking(true);
    form.clearErrors();
    setFailure(null);
    let tenantMade = made;
    try {
      if (!tenantMade) {
        const row = await callApi("createEntity", { entity: "tenants", fields: filledValues(tenant) });
        tenantMade = { id: String(row.id), name: String(row.name) };
        setMade(tenantMade);
      }
      if (isInviting) {
        await callApi("createEntity", {
          entity: "users",
          fields: { ...filledValues(person), tenantId: tenantMade.id },
        });
      }
      return tenantMade;
    } catch (error) {
      refuse(error, tenantMade ? "person" : "tenant");
      return null;
    } finally {
      void refetchTopic("entities");
      setIsMaking(false);
    }
  }

  return {
    step,
    tenant,
    person,
    errors: form.errors,
    element: form.element,
    failure,
    made,
    isMaking,
    hasPerson,
    go,
    next,
    changeTenant,
    changePerson,
    make,
    isDirty: form.isDirty(),
  };
}

function filledValues(values: FormValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ""));
}
