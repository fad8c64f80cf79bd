import { invalidFields, PlatformError } from '#platform/base/errors.ts';
import { limitDrawing } from './limit-drawing.ts';
import { type Picture, readPicture } from './picture.ts';

const dataAddress = /^data:image\/(?:jpeg|jpg|png);base64,/i;
const notBase64 = /[^A-Za-z0-9+/=\s]/;

/**
 * Makes a portrait from base64, with or without line breaks, or from a `data:` URL.
 * @throws 400 for anything but a picture, like an upload
 */
export async function drawSentPicture(sent: string): Promise<Picture> {
  const text = sent.replace(dataAddress, '');
  if (notBase64.test(text)) throw refused('Must be base64.');
  try {
    return await limitDrawing(() => readPicture(Buffer.from(text, 'base64')));
  } catch (error) {
    if (error instanceof PlatformError) throw refused(error.message);
    throw error;
  }
}

const refused = (message: string) => invalidFields({ name: 'imageData', message, rejectedValue: null });
