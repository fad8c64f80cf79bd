import 'server-only';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Region } from 'sharp';
import type { Crop, PhotoRefusal } from '#lib/wire/photos.ts';
import { smallestEdgePixels } from '#lib/wire/square.ts';
import { isPictureFault } from '#shared/pictures/is-picture-fault.ts';
import { hasTooManyScans } from '#shared/pictures/too-many-scans.ts';

/** A re-encoded picture: it has no metadata, such as place and camera, of the original. */
export interface Portrait {
  /** JPEG, for the platform. */
  large: Buffer;
  /** WebP, as screens of the desk show it. */
  small: Buffer;
}

/** Limits decompression bombs. Phone cameras take more only where they are told to. */
const mostPixels = 50_000_000;
const largeEdgePixels = 1_024;
/** Twice the size in which the verdict shows it. */
const smallEdgePixels = 416;
const largestJpegBytes = 1_000_000;
/** Does not end the reading of a progressive JPEG, whose scans are limited therefore. */
const longestDrawS = 10;

/** Limits how many pictures are decoded concurrently, since each needs memory for its pixels. */
const limitDrawing = pLimit(2);

/**
 * Makes the portrait of an uploaded file, or returns why that is not possible.
 * @throws where the machine is too slow or has no memory for it
 */
export function drawPortrait(file: Buffer, crop: Crop | undefined): Promise<Portrait | PhotoRefusal> {
  return limitDrawing(async () => {
    const kind = await kindOfFile(file);
    if (kind !== 'picture') return kind;
    const read = () =>
      sharp(file, { limitInputPixels: mostPixels, sequentialRead: true, failOn: 'truncated' }).timeout({
        seconds: longestDrawS,
      });
    try {
      const found = await sharp(file, { limitInputPixels: false }).metadata();
      if ((found.pages ?? 1) > 1) return 'animated';
      if (found.width * found.height > mostPixels) return 'tooManyPixels';
      const region = regionOf(crop ?? centre(found), found);
      if (region.width < smallestEdgePixels) return 'tooSmall';
      const square = await read()
        .autoOrient()
        .extract(region)
        .resize(largeEdgePixels, largeEdgePixels, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .png({ compressionLevel: 1 })
        .toBuffer();
      return { large: await smallEnough(square), small: await thumbnail(square) };
    } catch (error) {
      if (!isPictureFault(error)) throw error;
      return 'broken';
    }
  });
}

const centre = ({ autoOrient: { width, height } }: Metadata): Crop => {
  const edge = Math.min(width, height);
  return { x: (width - edge) / 2 / width, y: (height - edge) / 2 / height, size: 1 };
};

/** The pixels of a crop, moved inwards where it reaches over the edge. */
function regionOf({ x, y, size }: Crop, { autoOrient: { width, height } }: Metadata): Region {
  const edge = Math.max(1, Math.min(width, height, Math.round(size * Math.min(width, height))));
  const place = (part: number, length: number) => Math.max(0, Math.min(length - edge, Math.round(part * length)));
  return { left: place(x, width), top: place(y, height), width: edge, height: edge };
}

const thumbnail = (square: Buffer) =>
  sharp(square)
    .resize(smallEdgePixels, smallEdgePixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

async function smallEnough(square: Buffer): Promise<Buffer> {
  for (const quality of [88, 75]) {
    const jpeg = await sharp(square).jpeg({ quality }).toBuffer();
    if (jpeg.length <= largestJpegBytes) return jpeg;
  }
  return sharp(square).jpeg({ quality: 50 }).toBuffer();
}

/** The kind of a file by its content, not its name: `picture`, or why it cannot be used. */
async function kindOfFile(file: Buffer): Promise<'picture' | PhotoRefusal> {
  const found = await fileTypeFromBuffer(file).catch(() => undefined);
  const kind = found && kinds[found.mime];
  // an SVG is text without a signature
  if (found?.mime === 'image/jpeg' && hasTooManyScans(file)) return 'broken';
  return kind ?? (/<svg[\s>]/i.test(file.subarray(0, headBytes).toString('latin1')) ? 'drawing' : 'notAPicture');
}

const headBytes = 4_096;

const kinds: Record<string, 'picture' | PhotoRefusal> = {
  'image/jpeg': 'picture',
  'image/png': 'picture',
  'image/webp': 'picture',
  'image/gif': 'animated',
  'image/apng': 'animated',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
  'image/avif': 'heic',
  'application/pdf': 'document',
};
