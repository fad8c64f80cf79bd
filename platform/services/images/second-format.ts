const windowBytes = 64 * 1024;
/** Length of the longest signature that is searched for. */
const overlapBytes = 16;
/** An archive's end record is searched within this distance from the end (ZIP specification, 4.3.16). */
const zipTailBytes = 22 + 65_535;
/** PDF readers search for the PDF header within this distance from the start. */
const pdfHeadBytes = 1024;

const markup = /<(?:script|html|svg|iframe|body)[\s/>]|<!doctype|<\?php/i;
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');
const archives = [Buffer.from('Rar!\x1a\x07', 'latin1'), Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')];

/**
 * Whether the file is also valid in another format (a polyglot): markup, a script, a PDF or an archive. A video
 * behind a photo is allowed: phones append one.
 */
export function hasSecondFormat(bytes: Buffer): boolean {
  if (bytes.subarray(Math.max(0, bytes.length - zipTailBytes)).includes(endOfZip)) return true;
  if (bytes.subarray(0, pdfHeadBytes).includes('%PDF-')) return true;
  if (archives.some((archive) => bytes.includes(archive))) return true;
  for (let start = 0; start < bytes.length; start += windowBytes) {
    if (markup.test(bytes.subarray(start, start + windowBytes + overlapBytes).toString('latin1'))) return true;
  }
  return false;
}
