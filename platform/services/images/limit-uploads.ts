import { createByteLimit } from '#platform/base/limit-bytes.ts';

const mebibyte = 1024 * 1024;
/** Bytes of uploads in this process. */
export const mostUploads = { ofGym: 64 * mebibyte, ofAll: 512 * mebibyte };

/** What uploads in progress may hold in this process. A client has minutes for one, and in a container it is in memory. */
export const limitUpload = createByteLimit({
  what: 'Uploads',
  holder: 'gym',
  perHolder: mostUploads.ofGym,
  overall: mostUploads.ofAll,
});
