import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/PasswordInput.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/CloseButton.css";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { NotificationChoices } from "./notification-choices.tsx";
import { OwnFeedback } from "./own-feedback.tsx";
import { ProfileForm } from "./profile-form.tsx";
import classes from "./profile-page.module.css";
import { SessionList } from "./session-list.tsx";

/** Everything that people can see and change of themselves. */
export function ProfilePage() {
  const { user } = useAuth();
  if (!user) {
    return (
      <ErrorState
        title="Your profile could not be loaded"
        message="No user loaded"
        requestId={null}
        onRetry={() => location.reload()}
      />
    );
  }
  return (
    <div className={classes.sections}>
      <ProfileForm user={user} />
      <ChangeEmail email={user.email} />
      <ChangePassword email={user.email} />
      <NotificationChoices />
      <SessionList />
      <OwnFeedback />
    </div>
  );
}
