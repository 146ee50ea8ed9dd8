import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { t } from '#shared/words.ts';

/** Lightness and chroma of the ten shades, equal for every hue, so that contrast does not depend on it. */
const lightnesses = [
  [0.977, 0.008],
  [0.947, 0.02],
  [0.897, 0.04],
  [0.825, 0.068],
  [0.745, 0.095],
  [0.66, 0.12],
  [0.565, 0.135],
  [0.47, 0.125],
  [0.395, 0.1],
  [0.325, 0.075],
] as const;

/** The greys of the dark scheme, from text (0) and surfaces (6) to the page (7) and its background (9). */
const darkLightness = [0.93, 0.84, 0.755, 0.66, 0.42, 0.345, 0.285, 0.235, 0.2, 0.17] as const;
const grayLightness = [0.982, 0.962, 0.925, 0.878, 0.8, 0.66, 0.53, 0.42, 0.32, 0.24] as const;

/** The university's colour; theme.css has the portal's default. */
const universityHue = 'var(--university-hue)';
const universityStrength = 'var(--university-strength)';

function tuple(shades: string[]): MantineColorsTuple {
  // The lists have ten shades.
  return shades as unknown as MantineColorsTuple;
}

function shadesOf(hue: number | string, strength: number | string = 1): MantineColorsTuple {
  return tuple(
    lightnesses.map(([lightness, chroma]) => `oklch(${lightness} calc(${chroma} * ${strength}) ${hue})`),
  );
}

function greysOf(lightnesses: readonly number[], chroma: number): MantineColorsTuple {
  return tuple(lightnesses.map((lightness) => `oklch(${lightness} ${chroma} ${universityHue})`));
}

const colours = {
  university: shadesOf(universityHue, universityStrength),
  gray: greysOf(grayLightness, 0.007),
  dark: greysOf(darkLightness, 0.012),
  green: shadesOf(152),
  teal: shadesOf(185),
  red: shadesOf(25),
  orange: shadesOf(52),
  yellow: shadesOf(80),
  blue: shadesOf(250),
};

const fontFamily =
  "'Noto Sans Variable', 'Noto Sans Kannada Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Sizes for an office screen of 1366 × 768: 14 px text, 36 px controls. */
export const theme: MantineThemeOverride = createTheme({
  colors: colours,
  primaryColor: 'university',
  primaryShade: { light: 7, dark: 6 },
  white: '#fff',
  black: 'oklch(0.22 0.015 var(--university-hue))',
  fontFamily,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Descriptions below their field keep the fields of a row aligned.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    // Its close button would have no accessible name.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t`Close` } } },
    Paper: {
      styles: { root: { '--paper-border-color': 'var(--app-line)' } },
    },
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } },
    },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' }, styles: { label: { textTransform: 'none' } } },
  },
});

/**
 * Overrides where Mantine's defaults miss WCAG 2.2 AA (4.5:1 for text, 3:1 for the edge of a control) or compute with
 * colours that it cannot parse (oklch with a variable).
 */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const light: Record<string, string> = {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'oklch(0.56 0.012 var(--university-hue))',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-default-border': 'oklch(0.64 0.012 var(--university-hue))',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
  };
  const dark: Record<string, string> = {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-university-3)',
    '--mantine-color-default-border': 'oklch(0.56 0.014 var(--university-hue))',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-3)',
  };
  for (const name of Object.keys(colours)) {
    const shade = (index: number) => `var(--mantine-color-${name}-${index})`;
    const faint = (index: number, share: number) =>
      `color-mix(in oklab, ${shade(index)} ${share}%, transparent)`;
    light[`--mantine-color-${name}-light-color`] = shade(8);
    light[`--mantine-color-${name}-outline-hover`] = faint(7, 6);
    dark[`--mantine-color-${name}-text`] = shade(3);
    dark[`--mantine-color-${name}-light`] = faint(5, 18);
    dark[`--mantine-color-${name}-light-hover`] = faint(5, 26);
    dark[`--mantine-color-${name}-light-color`] = shade(2);
    dark[`--mantine-color-${name}-outline`] = shade(4);
    dark[`--mantine-color-${name}-outline-hover`] = faint(4, 8);
  }
  return { variables: {}, light, dark };
};

/** public/color-scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'dikshant.color-scheme' });
