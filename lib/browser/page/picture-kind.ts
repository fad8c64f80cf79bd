import type { PhotoRefusal } from '#lib/wire/photos.ts';

/** The first bytes of a file, enough to recognise its type. */
const headBytes = 4_096;

/** Detects the type of a file by its content, not by its name, before the user crops it. */
export async function readPictureKind(file: Blob): Promise<'picture' | PhotoRefusal> {
  return pictureKindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
}

/** The result that the desk's server would give for these bytes; the server checks the upload again. */
function pictureKindOf(head: Uint8Array): 'picture' | PhotoRefusal {
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('\xff\xd8\xff')) return 'picture';
  // an animated PNG has its `acTL` chunk before the image data
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return text.split('IDAT')[0]?.includes('acTL') ? 'animated' : 'picture';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return isMovingWebp(text) ? 'animated' : 'picture';
  if (text.startsWith('GIF8')) return 'animated';
  if (text.startsWith('ftyp', 4) && /^(hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])/.test(text.slice(8))) return 'heic';
  if (text.startsWith('%PDF-')) return 'document';
  return /<svg[\s>]/i.test(text) ? 'drawing' : 'notAPicture';
}

/** The second bit of the feature flags in the header (WebP container specification, "Extended File Format"). */
const isMovingWebp = (text: string) => text.startsWith('VP8X', 12) && (text.charCodeAt(20) & 0b10) !== 0;
