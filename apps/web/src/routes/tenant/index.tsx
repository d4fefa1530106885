import { createFileRoute } from "@tanstack/react-router";
import { ConsolePending } from "../../shell/console/console-pending.tsx";

// The guard leads on from here to the page where the reader starts.
export const Route = createFileRoute("/tenant/")({ component: ConsolePending });
