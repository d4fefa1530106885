import { type ModelPolicy, type RoleName, type RolePolicy, roleNames } from "@console/contracts";
import { Checkbox, NativeSelect } from "@mantine/core";
import { describeRolePolicy } from "./describe-policy.ts";
import classes from "./models.module.css";

type Offer = { id: string; label: string };

type Props = {
  policy: Pick<ModelPolicy, "defaultModel" | "roles">;
  /** The models that everyone may choose. */
  offers: readonly Offer[];
  /** What is wrong, by the role. */
  errors: Readonly<Record<string, string>>;
  onChange: (roles: ModelPolicy["roles"]) => void;
};

const roles = Object.keys(roleNames) as RoleName[];
const asEveryone: RolePolicy = { models: null, default: null };

/** What is different for those of a role: fewer models, or another default. */
export function RoleFields({ policy, offers, errors, onChange }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>By role</legend>
      {roles.map((role) => {
        const own = policy.roles[role] ?? asEveryone;
        const error = errors[`roles.${role}`];
        return (
          // With something wrong in it, it stays open.
          <details key={role} className={classes.role} {...(error !== undefined && { open: true })}>
            <summary>
              {roleNames[role]}: {describeRolePolicy(own, policy.defaultModel)}
            </summary>
            <OneRole
              name={roleNames[role]}
              own={own}
              offers={offers}
              error={error}
              onChange={(changed) => onChange({ ...policy.roles, [role]: changed })}
            />
          </details>
        );
      })}
    </fieldset>
  );
}

type OneProps = {
  name: string;
  own: RolePolicy;
  offers: readonly Offer[];
  error: string | undefined;
  onChange: (own: RolePolicy) => void;
};

function OneRole({ name, own, offers, error, onChange }: OneProps) {
  const { models } = own;
  const choosable = models === null ? offers : offers.filter(({ id }) => models.includes(id));
  return (
    <div className={classes.roleFields}>
      <Checkbox
        label="All allowed models"
        aria-label={`${name}: all allowed models`}
        checked={models === null}
        onChange={({ currentTarget }) =>
          onChange({ ...own, models: currentTarget.checked ? null : offers.map(({ id }) => id) })
        }
      />
      {models !== null &&
        offers.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            aria-label={`${name}: ${label}`}
            checked={models.includes(id)}
            onChange={({ currentTarget }) => {
              const rest = models.filter((one) => one !== id);
              onChange({ ...own, models: currentTarget.checked ? [...rest, id] : rest });
            }}
          />
        ))}
      <NativeSelect
        label="Default model"
        aria-label={`${name}: default model`}
        data={[
          { value: "", label: "The default of everyone" },
          ...choosable.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={own.default ?? ""}
        error={error}
        onChange={({ currentTarget }) => onChange({ ...own, default: currentTarget.value || null })}
      />
    </div>
  );
}
