const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Markers before it are not followed by a length. */
const firstSegment = 0xc0;
/** From here to the last one, which begins the image, neither. */
const firstRestart = 0xd0;
const startOfImage = 0xd8;

/** Encoders make about ten. */
const mostScans = 100;

/**
 * Whether a JPEG has more scans than any encoder makes. A scan of a progressive JPEG takes 75 bytes, and as long to decode as all
 * pixels; libvips reads all of them at once, so that a limit of time ends it only after them.
 */
export function hasTooManyScans(jpeg: Buffer): boolean {
  let scans = 0;
  // byte by byte: a call of indexOf takes a hundred times longer, and every second byte of a hostile file may begin a marker
  for (let at = 2; at < jpeg.length; ) {
    if (jpeg[at] !== 0xff) {
      at += 1;
      continue;
    }
    const marker = jpeg[at + 1];
    if (marker === undefined || marker === endOfImage) return false;
    if (marker === startOfScan) scans += 1;
    if (scans > mostScans) return true;
    at += marker === 0xff ? 1 : 2 + lengthAt(jpeg, at + 2, marker);
  }
  return false;
}

/** The length of the segment of a marker, after it. A wrong one is read as libjpeg reads it. */
function lengthAt(jpeg: Buffer, at: number, marker: number): number {
  const hasLength = marker >= firstSegment && (marker < firstRestart || marker > startOfImage);
  const high = jpeg[at];
  const low = jpeg[at + 1];
  return hasLength && high !== undefined && low !== undefined ? Math.max(2, 256 * high + low) : 0;
}
