export type Size = { width: number; height: number };
type Rectangle = Size & { x: number; y: number };

/** What is cut out of a picture: around which point of it (as shares of its sides), and how much closer than at all needed. */
export type Crop = { centreX: number; centreY: number; zoom: number };

/** Width to height of 35 × 45 mm, the photograph of Indian forms. */
export const frameAspect = 7 / 9;
export const mostZoom = 4;

/** A photograph of 35 × 45 mm has this many pixels at 300 dpi. */
const printed: Size = { width: 413, height: 531 };
/** Beyond 900 dpi nobody sees a difference, and the file only grows. */
const mostWidth = 3 * printed.width;

/** Above a head there is less room than below it. */
const shareAbove = 0.2;

/** As much of the picture as the frame can show: its middle, and of a high one rather the upper part, where faces are. */
export function uncropped(picture: Size): Crop {
  const { height } = frameIn(picture, 1);
  const top = (picture.height - height) * shareAbove;
  return { centreX: 0.5, centreY: (top + height / 2) / picture.height, zoom: 1 };
}

/** Whether a picture has the sides of the frame, up to a pixel. */
export function isFramed({ width, height }: Size): boolean {
  return Math.abs(width - height * frameAspect) <= 1;
}

/** The pixels of the picture that stand in the frame. */
export function rectangleOf(picture: Size, crop: Crop): Rectangle {
  const { width, height } = frameIn(picture, crop.zoom);
  return {
    x: crop.centreX * picture.width - width / 2,
    y: crop.centreY * picture.height - height / 2,
    width,
    height,
  };
}

/** Moves the picture in the frame by shares of the frame: to the right and down where they are above zero. */
export function move(picture: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { width, height } = frameIn(picture, crop.zoom);
  return withinPicture(picture, {
    ...crop,
    centreX: crop.centreX - (by.x * width) / picture.width,
    centreY: crop.centreY - (by.y * height) / picture.height,
  });
}

/** Shows the point in the middle of the frame closer or from farther away. */
export function zoomTo(picture: Size, crop: Crop, zoom: number): Crop {
  return withinPicture(picture, { ...crop, zoom: Math.min(mostZoom, Math.max(1, zoom)) });
}

/** How large the photo becomes: as the picture has it, but never too small to print. */
export function outputSize(picture: Size, crop: Crop): Size {
  const { width } = frameIn(picture, crop.zoom);
  const chosen = Math.round(Math.min(mostWidth, Math.max(printed.width, width)));
  return { width: chosen, height: Math.round(chosen / frameAspect) };
}

/** Whether the picture has fewer pixels in the frame than a print shows. */
export function isCoarse(picture: Size, crop: Crop): boolean {
  return Math.round(frameIn(picture, crop.zoom).width) < printed.width;
}

function frameIn(picture: Size, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * frameAspect) / zoom;
  return { width, height: width / frameAspect };
}

/** The frame never shows what lies outside the picture. */
function withinPicture(picture: Size, crop: Crop): Crop {
  const { width, height } = frameIn(picture, crop.zoom);
  const clamp = (centre: number, share: number) => Math.min(1 - share / 2, Math.max(share / 2, centre));
  return {
    ...crop,
    centreX: clamp(crop.centreX, width / picture.width),
    centreY: clamp(crop.centreY, height / picture.height),
  };
}
