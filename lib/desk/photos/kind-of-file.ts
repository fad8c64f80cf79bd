import { fileTypeFromBuffer } from 'file-type';
import type { PhotoRefusal } from '#lib/wire/photos.ts';

/** What a file is by its content, whatever its name says: `picture`, or why it is none that can be kept. */
export async function kindOfFile(file: Buffer): Promise<'picture' | PhotoRefusal> {
  const found = await fileTypeFromBuffer(file).catch(() => undefined);
  const kind = found && kinds[found.mime];
  // a drawing is text, and recognised by nothing but its words
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
