/** How sharp and libvips begin a message about the picture itself, of the formats that the programs take. */
const ofPicture = /^Input (buffer|image|file)|\b(VipsJpeg|vipspng|spng|jpegload|pngload|webpload|webp2vips|webp|exif)/i;
/** They may be followed by such a message, about a picture that was read half. */
const ofMachine = /^timeout:|out of memory|unable to allocate|cannot allocate/im;

/**
 * Whether a picture could not be drawn because of what it is, so that another attempt would fail too: broken, or too large. Anything
 * else, such as a machine that is too slow or out of memory, says nothing about the picture.
 * @param error what sharp threw: all its errors have only a message
 */
export const isPictureFault = (error: unknown): boolean =>
  error instanceof Error && ofPicture.test(error.message) && !ofMachine.test(error.message);
