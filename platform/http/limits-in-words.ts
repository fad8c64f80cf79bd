import { mostUploads } from '#platform/services/images/limit-uploads.ts';
import { mostBodies } from './receive-body.ts';

const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

/** Causes of a 429 with `Retry-After`, for the documents and the reference. */
export const bodiesInProgress = `bodies that are received or worked on hold ${mebibytes(mostBodies.ofGym)} of the gym, or ${mebibytes(mostBodies.ofAll)} of all gyms, unless those of the key hold no more than ${mostBodies.reservedForKey / 1024} kB`;
export const picturesInProgress = `pictures that are received or wait to be drawn hold ${mebibytes(mostUploads.ofKey)} of the key, ${mebibytes(mostUploads.ofGym)} of the gym, or ${mebibytes(mostUploads.ofAll)} of all gyms`;
