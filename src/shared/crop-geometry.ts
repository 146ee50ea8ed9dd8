export type Size = { width: number; height: number };
type Rectangle = Size & { x: number; y: number };

/**
 * The crop of a picture: its centre (as shares of the picture's sides), and the zoom relative to the largest possible
 * crop.
 */
export type Crop = { centreX: number; centreY: number; zoom: number };

/** Aspect ratio of 35 × 45 mm, the photograph of Indian forms. */
export const frameAspect = 7 / 9;
export const mostZoom = 4;

/** Pixels of a photograph of 35 × 45 mm at 300 dpi. */
const printed: Size = { width: 413, height: 531 };
/** Above 900 dpi the file only grows, without a visible difference. */
const mostWidth = 3 * printed.width;

/** Share of the spare height that is cut off at the top. */
const shareAbove = 0.2;

/** The largest possible crop: horizontally centred, and nearer to the top of a portrait picture, where faces are. */
export function uncropped(picture: Size): Crop {
  const { height } = frameIn(picture, 1);
  const top = (picture.height - height) * shareAbove;
  return { centreX: 0.5, centreY: (top + height / 2) / picture.height, zoom: 1 };
}

/** Whether a picture has the frame's aspect ratio, within one pixel. */
export function isFramed({ width, height }: Size): boolean {
  return Math.abs(width - height * frameAspect) <= 1;
}

/** The cropped rectangle in pixels of the picture. */
export function rectangleOf(picture: Size, crop: Crop): Rectangle {
  const { width, height } = frameIn(picture, crop.zoom);
  return {
    x: crop.centreX * picture.width - width / 2,
    y: crop.centreY * picture.height - height / 2,
    width,
    height,
  };
}

/** Moves the picture in the frame by shares of the frame: positive is right and down. */
export function move(picture: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { width, height } = frameIn(picture, crop.zoom);
  return withinPicture(picture, {
    ...crop,
    centreX: crop.centreX - (by.x * width) / picture.width,
    centreY: crop.centreY - (by.y * height) / picture.height,
  });
}

/** Zooms around the centre of the frame. */
export function zoomTo(picture: Size, crop: Crop, zoom: number): Crop {
  return withinPicture(picture, { ...crop, zoom: Math.min(mostZoom, Math.max(1, zoom)) });
}

/** The size of the cropped photo: the picture's resolution, within the limits for printing. */
export function outputSize(picture: Size, crop: Crop): Size {
  const { width } = frameIn(picture, crop.zoom);
  const chosen = Math.round(Math.min(mostWidth, Math.max(printed.width, width)));
  return { width: chosen, height: Math.round(chosen / frameAspect) };
}

/** Whether the crop has fewer pixels than a print needs. */
export function isCoarse(picture: Size, crop: Crop): boolean {
  return Math.round(frameIn(picture, crop.zoom).width) < printed.width;
}

function frameIn(picture: Size, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * frameAspect) / zoom;
  return { width, height: width / frameAspect };
}

function withinPicture(picture: Size, crop: Crop): Crop {
  const { width, height } = frameIn(picture, crop.zoom);
  const clamp = (centre: number, share: number) => Math.min(1 - share / 2, Math.max(share / 2, centre));
  return {
    ...crop,
    centreX: clamp(crop.centreX, width / picture.width),
    centreY: clamp(crop.centreY, height / picture.height),
  };
}
