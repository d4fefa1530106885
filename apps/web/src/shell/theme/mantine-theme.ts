import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from "@mantine/core";

const accent: MantineColorsTuple = [
  "#e9effe",
  "#cfdbfc",
  "#adc2ff",
  "#8aa6ff",
  "#6c8cf6",
  "#4f73ea",
  "#3a63e2",
  "#2a55d9",
  "#2349c0",
  "#1b3a9c",
];

/** Mantine in the measures of our tokens. */
export const mantineTheme = createTheme({
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--font-mono)",
  colors: { accent },
  primaryColor: "accent",
  primaryShade: 8,
  white: "#ffffff",
  black: "#12161c",
  defaultRadius: "sm",
  respectReducedMotion: true,
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "16px", lineHeight: "24px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  components: {
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    Checkbox: { defaultProps: { iconColor: "var(--on-accent)" } },
    Radio: { defaultProps: { iconColor: "var(--on-accent)" } },
  },
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const isPrimary = (input.color ?? input.theme.primaryColor) === input.theme.primaryColor;
    return input.variant === "filled" && isPrimary ? { ...colors, color: "var(--on-accent)" } : colors;
  },
});

const themed = {
  "--mantine-color-text": "var(--text)",
  "--mantine-color-bright": "var(--text)",
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-dimmed": "var(--text-secondary)",
  "--mantine-color-placeholder": "var(--text-muted)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-success": "var(--good)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--sunken)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--border-strong)",
  "--mantine-color-disabled": "var(--border)",
  "--mantine-color-disabled-color": "var(--text-muted)",
  "--mantine-color-disabled-border": "var(--border)",
  "--mantine-color-accent-filled": "var(--accent)",
  "--mantine-color-accent-filled-hover": "var(--accent-hover)",
  "--mantine-color-accent-light": "var(--accent-quiet)",
  "--mantine-color-accent-light-hover": "var(--accent-quiet)",
  "--mantine-color-accent-light-color": "var(--accent)",
  "--mantine-color-accent-text": "var(--accent)",
  "--mantine-color-accent-outline": "var(--accent)",
  "--mantine-color-accent-outline-hover": "var(--accent-quiet)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
};

/** Fields and lists in the dark theme stand on our grounds, not on the greys that the components bring along. */
const darkGrounds = {
  "--mantine-color-dark-4": "var(--border-strong)",
  "--mantine-color-dark-5": "var(--sunken)",
  "--mantine-color-dark-6": "var(--page)",
};

/** Hands our tokens to Mantine, which change with the theme by themselves. */
export const mantineVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: themed,
  dark: { ...themed, ...darkGrounds },
});
