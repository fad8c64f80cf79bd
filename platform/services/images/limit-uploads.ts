import { createByteLimit } from '#platform/base/limit-bytes.ts';

const mebibyte = 1024 * 1024;
/** Bytes of uploads in this process. Whatever one key of a gym holds, there is room for a picture of another key. */
export const mostUploads = { ofKey: 64 * mebibyte, ofGym: 80 * mebibyte, ofAll: 512 * mebibyte };

/**
 * What uploads in progress may hold in this process. A client has minutes for one, and in a container it is in memory. The senders of
 * a gym are its keys, and its token of version 1, which has the id of the gym. They have no reserve beyond the space of all, because
 * the folder for temporary files in a container has a fixed size.
 */
export const limitUpload = createByteLimit({
  what: 'Uploads',
  holder: 'gym',
  perHolder: mostUploads.ofGym,
  perSender: mostUploads.ofKey,
  overall: mostUploads.ofAll,
});
