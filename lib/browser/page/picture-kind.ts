import type { PhotoRefusal } from '#lib/wire/photos.ts';

/** So much of a file tells what it is. */
const headBytes = 4_096;

/** Reads what a file is by its content, whatever its name says, before anybody chooses a part of it. */
export async function readPictureKind(file: Blob): Promise<'picture' | PhotoRefusal> {
  return pictureKindOf(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
}

/** What the desk's server would say of a file that begins with these bytes; it looks again at what is sent. */
function pictureKindOf(head: Uint8Array): 'picture' | PhotoRefusal {
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (text.startsWith('\xff\xd8\xff')) return 'picture';
  // a moving PNG says so before its first pixels
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return text.split('IDAT')[0]?.includes('acTL') ? 'animated' : 'picture';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return isMovingWebp(text) ? 'animated' : 'picture';
  if (text.startsWith('GIF8')) return 'animated';
  if (text.startsWith('ftyp', 4) && /^(hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])/.test(text.slice(8))) return 'heic';
  if (text.startsWith('%PDF-')) return 'document';
  return /<svg[\s>]/i.test(text) ? 'drawing' : 'notAPicture';
}

/** The second bit of the features of its header (WebP container specification, "Extended File Format"). */
const isMovingWebp = (text: string) => text.startsWith('VP8X', 12) && (text.charCodeAt(20) & 0b10) !== 0;
