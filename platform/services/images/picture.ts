import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { PlatformError } from '#platform/base/errors.ts';
import { hasSecondFormat } from './second-format.ts';

/** Largest upload, in bytes. */
export const maxImageBytes = 16 * 1024 * 1024;
/** Longest edge of what is kept; larger than any screen shows a portrait. */
const maxEdgePixels = 1024;
/** A small file can unfold to a huge picture: 50 megapixels is more than cameras of phones make. */
const maxInputPixels = 50_000_000;

export interface Picture {
  mediaType: 'image/jpeg';
  content: Buffer;
}

/**
 * Makes a portrait of an upload. What it is is decided by its content, not by its name; it is drawn anew, so that
 * neither where it was taken nor anything else hidden in it is kept.
 * @throws 400 invalidRequest for anything but a readable JPEG or PNG that is nothing else besides
 */
export async function readPicture(upload: Buffer): Promise<Picture> {
  const found = await fileTypeFromBuffer(upload);
  if (found?.mime !== 'image/jpeg' && found?.mime !== 'image/png') throw refused('The file must be a JPEG or PNG.');
  if (hasSecondFormat(upload)) throw refused('The file must be a picture and nothing else.');
  try {
    const content = await sharp(upload, { limitInputPixels: maxInputPixels })
      .autoOrient()
      .resize(maxEdgePixels, maxEdgePixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer();
    return { mediaType: 'image/jpeg', content };
  } catch {
    throw refused('The file must be a picture that can be read, of at most 50 megapixels.');
  }
}

const refused = (message: string) => new PlatformError('invalidRequest', message);
