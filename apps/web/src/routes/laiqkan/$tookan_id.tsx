import { createFileRoute } from "@tanstack/react-router";
import { ClosedReport } from "../../features/embed-closed/closed-report.tsx";

export const Route = createFileRoute("/laiqkan/$tookan_id")({ component: ClosedReport });
