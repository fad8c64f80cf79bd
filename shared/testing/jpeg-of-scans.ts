import sharp from 'sharp';

const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);

/** A valid progressive JPEG of this many scans, which has one colour. */
export async function jpegOfScans(scans: number, edge = 512): Promise<Buffer> {
  const background = { r: 90, g: 120, b: 30 };
  const jpeg = await sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .jpeg({ progressive: true })
    .toBuffer();
  const segments = segmentsOf(jpeg);
  const isOf = (components: number) => (segment: Buffer) => segment[1] === startOfScan && segment[4] === components;
  const [first = Buffer.alloc(0), last = first] = segments.filter(isOf(3));
  const firstAlone = segments.findIndex(isOf(1));
  const alone = Buffer.from(segments[firstAlone] ?? []);
  // of all coefficients but the first, whole: it may be sent again as often as one likes
  alone.set([1, 63, 0], 7);
  const before = segments.slice(0, firstAlone);
  return Buffer.concat([jpeg.subarray(0, 2), ...before, ...Array<Buffer>(scans - 2).fill(alone), last, endOfImage]);
}

/** The segments of a JPEG after its beginning, each scan with its data. */
function segmentsOf(jpeg: Buffer): Buffer[] {
  const segments: Buffer[] = [];
  for (let at = 2; jpeg[at + 1] !== endOfImage[1]; ) {
    let end = at + 2 + jpeg.readUInt16BE(at + 2);
    // data has no other byte after 0xff than 0
    if (jpeg[at + 1] === startOfScan)
      do end = jpeg.indexOf(0xff, end + 1);
      while (jpeg[end + 1] === 0);
    segments.push(jpeg.subarray(at, end));
    at = end;
  }
  return segments;
}
