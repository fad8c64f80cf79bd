import sharp from 'sharp';

/** A small JPEG of one colour. */
export const drawPicture = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c82020' } })
      .jpeg()
      .toBuffer(),
  );
