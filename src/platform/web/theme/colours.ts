import type { MantineColorsTuple } from '@mantine/core';

/** Lightness and chroma of the ten shades, the same for every hue, so that contrast does not depend on the hue. */
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

/** The greys of the dark scheme, from text (0) over surfaces (6) to the page (7) and what lies behind it (9). */
const darkLightness = [0.93, 0.84, 0.755, 0.66, 0.42, 0.345, 0.285, 0.235, 0.2, 0.17] as const;
const grayLightness = [0.982, 0.962, 0.925, 0.878, 0.8, 0.66, 0.53, 0.42, 0.32, 0.24] as const;

/** `--university-hue` in theme.css is the one place that a university changes. */
const universityHue = 'var(--university-hue)';

function tuple(shades: string[]): MantineColorsTuple {
  // Of ten shades, as the lists of lightnesses are.
  return shades as unknown as MantineColorsTuple;
}

function shadesOf(hue: number | string): MantineColorsTuple {
  return tuple(lightnesses.map(([lightness, chroma]) => `oklch(${lightness} ${chroma} ${hue})`));
}

function greysOf(lightnesses: readonly number[], chroma: number): MantineColorsTuple {
  return tuple(lightnesses.map((lightness) => `oklch(${lightness} ${chroma} ${universityHue})`));
}

export const colours = {
  university: shadesOf(universityHue),
  gray: greysOf(grayLightness, 0.007),
  dark: greysOf(darkLightness, 0.012),
  green: shadesOf(152),
  teal: shadesOf(185),
  red: shadesOf(25),
  orange: shadesOf(52),
  yellow: shadesOf(80),
  blue: shadesOf(250),
};
