const windowBytes = 64 * 1024;
/** Longest piece of text that is looked for. */
const overlapBytes = 16;
/** The end of an archive is found by looking back this far (ZIP specification, 4.3.16). */
const zipTailBytes = 22 + 65_535;
/** Readers of PDF look for its head this far in. */
const pdfHeadBytes = 1024;

const markup = /<(?:script|html|svg|iframe|body)[\s/>]|<!doctype|<\?php/i;
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');
const archives = [Buffer.from('Rar!\x1a\x07', 'latin1'), Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')];

/**
 * Whether a picture is something else to another reader: markup, a script, a PDF or an archive. A video behind a photo
 * is none of these: phones put one there.
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
