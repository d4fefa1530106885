import type { EntityRow } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";

const makes = [
  { view: "examples", label: "Make an example" },
  { view: "words", label: "Make a word" },
  { view: "answers", label: "Make a verified answer" },
] as const;

/** Leads from feedback on an answer to training that is made from it. */
export function TeachLinks({ row }: { row: EntityRow }) {
  const { role } = useAuth();
  if (row.kind !== "answer" || row.rating === "up" || row.state === "withdrawn") return null;
  if (!permissionsForRole(role).has("training.manage")) return null;
  const isPlatform = isPlatformRole(role);
  const path = isPlatform ? `/admin/${publicConfig().productSlug}-training` : "/tenant/training";
  // Questions of people who run the platform belong to no tenant.
  const tenant = isPlatform && row.tenantId !== "platform" ? { tenant: String(row.tenantId) } : {};
  return (
    <>
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
    </>
  );
}
