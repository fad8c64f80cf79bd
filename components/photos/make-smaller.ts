import type { Crop } from '#lib/wire/photos.ts';
import type { Size, Square } from '#lib/wire/square.ts';

/** Smaller files are uploaded unchanged. */
const largeBytes = 1_000_000;
/** Larger than the image that the platform gets, so that scaling twice costs no visible quality. */
const longestEdgePixels = 1_536;
const jpegQuality = 0.92;
/** The crop after drawing: the whole image. */
const whole: Crop = { x: 0, y: 0, size: 1 };

/** Whether a file would upload slowly without any visible benefit of its size. */
export const isLarge = (file: Blob): boolean => file.size > largeBytes;

/** Draws only the chosen square, a file of some hundred kilobytes; null where the browser cannot draw it. */
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
    // an image without an intrinsic size would be drawn at another one
    if (image.naturalWidth !== size.width) return null;
    // transparency becomes white, as at the desk
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
