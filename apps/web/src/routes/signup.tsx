import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/signup")({
  beforeLoad: ({ search }) => {
    const { signup: _asked, ...others } = search as Record<string, unknown>;
    throw redirect({ to: "/", search: { signup: 1, ...others }, replace: true });
  },
});
