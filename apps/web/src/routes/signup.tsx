import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/signup")({
  beforeLoad: ({ search }) => {
    throw redirect({ to: "/", search: { signup: 1, ...search }, replace: true });
  },
});
