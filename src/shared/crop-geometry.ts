export type Size = { width: number; height: number };
export type Rectangle = Size & { x: number; y: number };

/** Aspect ratio of 35 × 45 mm, the photograph of Indian forms. */
export const frameAspect = 7 / 9;

/** Pixels of a photograph of 35 × 45 mm at 300 dpi. */
const printed: Size = { width: 413, height: 531 };
/** Above 900 dpi the file only grows, without a visible difference. */
const maximumWidth = 3 * printed.width;

/** Share of the spare height that is cut off at the top. */
const shareAbove = 0.2;

/** The largest possible crop: horizontally centred, and nearer to the top of a portrait picture, where faces are. */
export function largestCrop(picture: Size): Rectangle {
  const width = Math.min(picture.width, picture.height * frameAspect);
  const height = width / frameAspect;
  return { x: (picture.width - width) / 2, y: (picture.height - height) * shareAbove, width, height };
}

/** Whether a picture has the frame's aspect ratio, within one pixel. */
export function isFramed({ width, height }: Size): boolean {
  return Math.abs(width - height * frameAspect) <= 1;
}

/** The size of the cropped photo: the picture's resolution, within the limits for printing. */
export function outputSize(part: Size): Size {
  const width = Math.round(Math.min(maximumWidth, Math.max(printed.width, part.width)));
  return { width, height: Math.round(width / frameAspect) };
}

/** Whether the crop has fewer pixels than a print needs. */
export function isCoarse(part: Size): boolean {
  return Math.round(part.width) < printed.width;
}
