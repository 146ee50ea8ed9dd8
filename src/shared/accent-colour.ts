/** How a university's colour tints the portal: its hue, and its strength relative to the portal's own shades. */
export type Accent = { hue: number; strength: number };

/** Chroma of the strongest of our shades (theme.ts). */
const fullChroma = 0.125;

/** The OKLCH hue of `#rrggbb`, the format of the portal's shades; grey has strength 0. */
export function accentOf(colour: string): Accent {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  ) as [number, number, number];
  // https://bottosson.github.io/posts/oklab/
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const chroma = Math.hypot(a, b);
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return {
    hue: Math.round((hue + 360) % 360),
    strength: Math.round(Math.min(1, chroma / fullChroma) * 100) / 100,
  };
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
