/** Gives the picture to the browser as a file. */
export async function saveImage(canvas: HTMLCanvasElement, name: string): Promise<void> {
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('The browser made no picture of the chart.');
  const address = URL.createObjectURL(image);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun, and holds the bytes itself.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
