import type { Crop } from '#lib/wire/photos.ts';
import type { Size, Square } from '#lib/wire/square.ts';

/** Below that a file is sent as it is. */
const largeBytes = 1_000_000;
/** More than the platform is given, so that nothing is seen of its being drawn twice. */
const longestEdgePixels = 1_536;
const jpegQuality = 0.92;
/** All of what was drawn. */
const whole: Crop = { x: 0, y: 0, size: 1 };

/** Whether a file takes long on its way, though nothing would be seen of its size. */
export const isLarge = (file: Blob): boolean => file.size > largeBytes;

/** The chosen square alone, in a file of some hundred kilobytes; null where the browser cannot draw it. */
export async function makeSmaller(url: string, size: Size, square: Square): Promise<{ file: Blob; crop: Crop } | null> {
  const image = new Image();
  image.src = url;
  const edge = Math.min(longestEdgePixels, Math.round(square.edge));
  const canvas = document.createElement('canvas');
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext('2d');
  if (!context) return null;
  try {
    await image.decode();
    // a picture without a size of its own would be drawn in another one
    if (image.naturalWidth !== size.width) return null;
    // what can be seen through becomes white, as at the desk
    context.fillStyle = 'white';
    context.fillRect(0, 0, edge, edge);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, square.left, square.top, square.edge, square.edge, 0, 0, edge, edge);
  } catch {
    return null;
  }
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  return file && { file, crop: whole };
}
