import sharp from 'sharp';

/** A picture of one colour. */
export const inventPicture = (background = { r: 220, g: 20, b: 20 }): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
