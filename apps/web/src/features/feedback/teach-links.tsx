import type { EntityRow } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import detail from "../../blocks/detail/detail.module.css";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import classes from "./feedback.module.css";

const makes = [
  { view: "examples", label: "Make an example" },
  { view: "words", label: "Make a word" },
  { view: "answers", label: "Make a verified answer" },
] as const;

/** Whether a better answer can be taught from feedback, and by whom. */
export function canTeachFrom(row: EntityRow, role: string | null): boolean {
  const isOpen = row.kind === "answer" && row.rating !== "up" && row.state !== "withdrawn";
  return isOpen && permissionsForRole(role).has("training.manage");
}

/** Leads from feedback on an answer to training that is made from it. */
export function TeachLinks({ row }: { row: EntityRow }) {
  const { role } = useAuth();
  const isPlatform = isPlatformRole(role);
  const path = isPlatform ? `/admin/${publicConfig().productSlug}-training` : "/tenant/training";
  // Questions of people who run the platform belong to no tenant.
  const tenant = isPlatform && row.tenantId !== "platform" ? { tenant: String(row.tenantId) } : {};
  return (
    <div className={classes.teach}>
      <p className={detail.quiet}>
        What you make is saved as a draft. Once it is approved, the question is asked again, and whoever gave the
        feedback is told if it is answered as expected.
      </p>
      {makes.map(({ view, label }) => (
        <Button
          key={view}
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link to={path} search={{ view, do: "new", feedback: String(row.id), ...tenant }} {...props} />
          )}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
