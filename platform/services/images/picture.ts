import { PlatformError } from '#platform/base/errors.ts';
import { isPictureFault } from '#shared/pictures/is-picture-fault.ts';
import { hasTooManyScans } from '#shared/pictures/too-many-scans.ts';

/** Largest upload, in bytes. */
export const maxImageBytes = 16 * 1024 * 1024;
/** Longest edge of the stored picture; larger than any screen shows a portrait. */
const maxEdgePixels = 1024;
/** A small file can decode to a huge picture. Phones make larger ones only where they are told to. */
const maxInputPixels = 50_000_000;
/** Does not end the reading of a progressive JPEG, whose scans are limited therefore. */
const maxDrawSeconds = 10;

/** Of an animated PNG the first picture is read. */
const accepted = ['image/jpeg', 'image/png', 'image/apng'];

export interface Picture {
  mediaType: 'image/jpeg';
  content: Buffer;
}

/**
 * Makes a portrait from an upload. The format is detected from the content, not from the name. The picture is
 * re-encoded, which removes the place of the photo, all other metadata and whatever else the file contained.
 * @throws 400 invalidRequest unless it is a readable JPEG or PNG
 */
export async function readPicture(upload: Buffer): Promise<Picture> {
  // loaded with the first picture: most starts of a program read none
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([import('file-type'), import('sharp')]);
  const found = await fileTypeFromBuffer(upload);
  if (!found || !accepted.includes(found.mime)) throw refused('The file must be a JPEG or PNG.');
  if (found.mime === 'image/jpeg' && hasTooManyScans(upload))
    throw refused('The JPEG has more scans than any encoder makes.');
  try {
    // the default also fails at what every viewer shows, such as parameters of the scan that many phones write as 0
    const content = await sharp(upload, { limitInputPixels: maxInputPixels, failOn: 'truncated' })
      .timeout({ seconds: maxDrawSeconds })
      .autoOrient()
      .resize(maxEdgePixels, maxEdgePixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .jpeg({ quality: 85 })
      .toBuffer();
    return { mediaType: 'image/jpeg', content };
  } catch (error) {
    if (!isPictureFault(error)) throw error;
    throw refused('The file must be a picture that can be read, of at most 50 megapixels.');
  }
}

const refused = (message: string) => new PlatformError('invalidRequest', message);
