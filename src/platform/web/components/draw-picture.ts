import type { Rectangle, Size } from '#shared/crop-geometry.ts';

/** A part of a picture, scaled to a size, as a file. */
export function pictureOf(
  source: HTMLImageElement | HTMLVideoElement,
  { x, y, width, height }: Rectangle,
  size: Size,
  mediaType: 'image/jpeg' | 'image/png',
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d')!;
  // Pictures may be transparent, JPEGs cannot.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, x, y, width, height, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) => {
    const fault = new Error('The browser could not write the picture.');
    canvas.toBlob((picture) => (picture ? resolve(picture) : reject(fault)), mediaType, 0.92);
  });
}
