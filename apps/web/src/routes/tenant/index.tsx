import { createFileRoute } from "@tanstack/react-router";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";

// The guard leads on from here to the page where the reader starts.
export const Route = createFileRoute("/tenant/")({ validateSearch: noSearch, component: ConsolePending });
