import sharp from 'sharp';

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 413 531">
  <rect width="413" height="531" fill="#e8e8e8"/>
  <circle cx="206" cy="200" r="92" fill="#a8a8a8"/>
  <path d="M30 531c0-130 80-200 176-200s176 70 176 200z" fill="#a8a8a8"/>
</svg>`;

/** A JPEG of an unrecognisable person, the size of a 35 × 45 mm photograph at 300 dpi. */
export function silhouette(): Promise<Uint8Array> {
  return sharp(Buffer.from(drawn)).jpeg().toBuffer();
}
