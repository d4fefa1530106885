import { createFileRoute, redirect } from "@tanstack/react-router";
import { createSearchReader, parseText } from "../lib/search.ts";

const readSignupSearch = createSearchReader({ signup: parseText });

export const Route = createFileRoute("/signup")({
  validateSearch: readSignupSearch,
  beforeLoad: ({ search }) => {
    const { signup: _signup, ...others } = search;
    throw redirect({ to: "/", search: { signup: 1, ...others }, replace: true });
  },
});
