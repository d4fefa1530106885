/** Lets the keyboard reach the eye that shows a password. */
export const passwordToggle = {
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { "aria-label": "Show or hide password" },
};
