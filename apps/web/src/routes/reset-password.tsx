import { createFileRoute } from "@tanstack/react-router";
import { ResetPasswordPage } from "../features/sign-in/reset-password-page.tsx";
import { actionCode } from "../lib/auth/action-code.ts";
import { authState } from "../lib/auth/auth-state.ts";
import { noSearch } from "../lib/search.ts";
import { showToast } from "../lib/toasts.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/reset-password")({ validateSearch: noSearch, component: ResetPassword });

function ResetPassword() {
  const navigate = Route.useNavigate();

  function leave(email: string | null) {
    // Someone else who is signed in here never sees the sign-in page and its note.
    if (authState().isAuthenticated) showToast({ type: "success", message: `The password of ${email} was changed.` });
    void navigate({ to: "/login", search: { note: "password-changed" }, replace: true });
  }

  return (
    <PublicLayout>
      <ResetPasswordPage code={actionCode()} onDone={leave} />
    </PublicLayout>
  );
}
