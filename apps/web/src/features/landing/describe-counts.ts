import type { RouteOutput, Routes } from "@console/contracts";
import { linkOptions } from "@tanstack/react-router";

type Counts = RouteOutput<Routes["getCounts"]>;

/** Those who were removed stay in the list, and are not counted. */
const countedUsers: string[] = ["status:active,invited,locked"];

/** Each count with its name and what it means; counts are null while they are on their way. */
export function describeCounts(counts: Counts | null) {
  const { tenants = null, users = null, waitingRequests = null } = counts ?? {};
  return [
    {
      label: "Tenants",
      link: linkOptions({ to: "/admin/tenants", search: {} }),
      count: tenants,
      words: tenants === 0 ? "No organisation is set up yet." : "Organisations that are set up.",
    },
    {
      label: "Users",
      link: linkOptions({ to: "/admin/users", search: { filter: countedUsers } }),
      count: users,
      words: users === 0 ? "Nobody has an account yet." : "People with an account, invited ones too.",
    },
    {
      label: "Waiting requests",
      link: linkOptions({ to: "/admin/tenants", search: { view: "requests", filter: ["status:new"] } }),
      count: waitingRequests,
      words: waitingRequests === 0 ? "Nobody is waiting for an answer." : "Requests for access without an answer.",
    },
  ];
}
