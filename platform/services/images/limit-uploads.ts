import { createByteLimit } from '#platform/base/limit-bytes.ts';

const mebibyte = 1024 * 1024;
/** What uploads in progress may hold in this process. A client has minutes for one, and in a container it is in memory. */
export const limitUpload = createByteLimit({
  what: 'Uploads',
  holder: 'gym',
  perHolder: 64 * mebibyte,
  overall: 512 * mebibyte,
});
