import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "../features/sign-in/forgot-password-page.tsx";
import { noSearch } from "../lib/search.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/forgot-password")({ validateSearch: noSearch, component: ForgotPassword });

function ForgotPassword() {
  return (
    <PublicLayout>
      <ForgotPasswordPage />
    </PublicLayout>
  );
}
