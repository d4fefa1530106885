import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import type { ManagedModel, ModelPolicy, TenantPolicy } from "@console/contracts";
import { Button, Checkbox, NativeSelect, Textarea } from "@mantine/core";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { showFailure } from "../../lib/show-failure.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import classes from "./models.module.css";
import { RoleFields } from "./role-fields.tsx";
import { useSavePolicy } from "./use-save-policy.tsx";

type Props = { owner: string; held: TenantPolicy; models: readonly ManagedModel[] };

const everyone = "all";
const longestInstructions = 4000;

/** The models that can be chosen here: those that are there, and those that the policy names all the same. */
function listOffers(models: readonly ManagedModel[], policy: ModelPolicy): { id: string; label: string }[] {
  const offers = models.map(({ id, name, provider, isCloud }) => ({
    id,
    label: `${name} on ${provider.name}${isCloud ? ", in a cloud" : ""}`,
  }));
  const known = new Set(offers.map(({ id }) => id));
  const ofRoles = Object.values(policy.roles).flatMap((own) => [...(own.models ?? []), own.default]);
  const named = new Set([...(policy.models ?? []), policy.defaultModel, ...ofRoles].filter((id) => id !== null));
  const gone = [...named].filter((id) => !known.has(id)).map((id) => ({ id, label: `${id}, not there at present` }));
  return [...offers, ...gone];
}

/** Changes what may be asked of models. */
export function PolicyForm({ owner, held, models }: Props) {
  const { save, isSaving, confirmation } = useSavePolicy(owner, held);
  const form = useAppForm({
    initialValues: held.policy,
    check: findProblems,
    isField: (name) => name.startsWith("roles.") || name in held.policy,
  });
  const { values } = form;
  const offers = listOffers(models, held.policy);
  const allowed = values.models === null ? offers : offers.filter(({ id }) => values.models?.includes(id));
  const inherits = owner !== everyone && !held.isOwn;
  /** What nobody may choose any more, no role may choose either. */
  const allow = (models: string[] | null) =>
    form.change({ models, ...(models !== null && { roles: keepAllowed(values.roles, models) }) });
  const removeOwn = () =>
    void save({ policy: null, done: "The policy of all tenants holds again." }).catch((error: Error) =>
      showFailure("Policy", error),
    );
  return (
    <form
      ref={form.element}
      className={classes.form}
      noValidate
      onSubmit={form.submit((policy) => save({ policy, done: "The policy is saved." }))}
    >
      <p className={classes.quiet}>
        {owner === everyone
          ? "This holds for every tenant without a policy of its own."
          : inherits
            ? "This tenant has the policy of all tenants. Saving gives it one of its own."
            : "This tenant has a policy of its own."}
      </p>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Switches</legend>
        <Checkbox
          label="Chat"
          description="People can keep conversations with the assistant."
          checked={values.isChatOn}
          onChange={({ currentTarget }) => form.change({ isChatOn: currentTarget.checked })}
        />
        <Checkbox
          label="Answers by a model"
          description="Switched off, answers come from the figures alone."
          checked={values.writesProse}
          onChange={({ currentTarget }) => form.change({ writesProse: currentTarget.checked })}
        />
        <Checkbox
          label="Figures never leave"
          description="Models see names and shapes only, no figures and nothing of attached files."
          checked={values.keepsFigures}
          onChange={({ currentTarget }) => form.change({ keepsFigures: currentTarget.checked })}
        />
        <Checkbox
          label="Attachments"
          description="People can ask about files of their own, which nobody else reads."
          checked={values.allowsAttachments}
          onChange={({ currentTarget }) => form.change({ allowsAttachments: currentTarget.checked })}
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>Allowed models</legend>
        <Checkbox
          label="All models"
          description="Also those that are added later."
          checked={values.models === null}
          onChange={({ currentTarget }) => allow(currentTarget.checked ? null : offers.map(({ id }) => id))}
        />
        {values.models !== null &&
          offers.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={label}
              checked={values.models?.includes(id) ?? false}
              onChange={({ currentTarget }) => {
                const rest = (values.models ?? []).filter((one) => one !== id);
                allow(currentTarget.checked ? [...rest, id] : rest);
              }}
            />
          ))}
        {offers.length === 0 && (
          <p className={classes.quiet}>
            No model server is set up. Answers come without a model, from your own figures.
          </p>
        )}
      </fieldset>
      <NativeSelect
        label="Default model"
        description="It answers where nobody chooses another one."
        inputWrapperOrder={["label", "input", "description", "error"]}
        data={[
          { value: "", label: "None: answers come from the figures alone" },
          ...allowed.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={values.defaultModel ?? ""}
        error={form.errors.defaultModel}
        onChange={({ currentTarget }) => form.change({ defaultModel: currentTarget.value || null })}
      />
      <RoleFields
        policy={values}
        offers={allowed}
        errors={form.errors}
        onChange={(roles) => {
          form.clearErrors();
          form.change({ roles });
        }}
      />
      <Textarea
        label="Instructions"
        description="What models are told beside the rules that nobody changes."
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={5}
        maxLength={longestInstructions}
        {...form.getInputProps("instructions")}
      />
      <details>
        <summary>Whole text that models are told</summary>
        <p className={classes.system}>{previewText(held.systemText, values.instructions)}</p>
      </details>
      {form.failure && (
        <p role="alert" className={dialog.problem}>
          {form.failure.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
        {owner !== everyone && held.isOwn && (
          <Button variant="default" disabled={isSaving} onClick={removeOwn}>
            Use the policy of all tenants
          </Button>
        )}
      </div>
      {confirmation}
    </form>
  );
}

/** A default that may not be chosen where it answers. */
function findProblems({ models, defaultModel, roles }: ModelPolicy): Record<string, string> {
  const problem = "Choose one of the allowed models, or none.";
  const isOpen = (allowed: readonly string[] | null, id: string | null) =>
    allowed === null || id === null || allowed.includes(id);
  return {
    ...(!isOpen(models, defaultModel) && { defaultModel: problem }),
    ...Object.fromEntries(
      Object.entries(roles).flatMap(([role, own]) =>
        isOpen(own.models ?? models, own.default) ? [] : [[`roles.${role}`, "Choose one of the allowed models."]],
      ),
    ),
  };
}

function keepAllowed(roles: ModelPolicy["roles"], models: readonly string[]): ModelPolicy["roles"] {
  return Object.fromEntries(
    Object.entries(roles).map(([role, own]) => [
      role,
      { ...own, models: own.models?.filter((id) => models.includes(id)) ?? null },
    ]),
  );
}

function previewText({ bare, framed }: TenantPolicy["systemText"], instructions: string): string {
  const own = instructions.trim();
  return own === "" ? bare : framed.replace("{instructions}", () => own);
}
