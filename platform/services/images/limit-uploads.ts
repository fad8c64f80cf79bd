import { PlatformError } from '#platform/base/errors.ts';

const mebibyte = 1024 * 1024;
/** What uploads in progress may hold in this process. A client has minutes for one, and in a container it is in memory. */
const maxBytesOverall = 512 * mebibyte;
const maxBytesPerGym = 64 * mebibyte;
/** Most uploads take seconds. */
const retryAfterS = 5;

interface HeldBytes {
  /** @throws 429 if uploads in progress, of the gym or of all gyms, would hold too much */
  add(bytes: number): void;
  release(): void;
}

/** Counts what uploads hold, per gym: slow ones of one gym must not fill the space of all. */
export function createUploadLimit({ perGym, overall }: { perGym: number; overall: number }) {
  const ofGyms = new Map<string, number>();
  let total = 0;
  return (gymId: string): HeldBytes => {
    let held = 0;
    const change = (bytes: number) => {
      held += bytes;
      total += bytes;
      const ofGym = (ofGyms.get(gymId) ?? 0) + bytes;
      if (ofGym > 0) ofGyms.set(gymId, ofGym);
      else ofGyms.delete(gymId);
    };
    return {
      add: (bytes) => {
        if ((ofGyms.get(gymId) ?? 0) + bytes > perGym) throw tooMany('Uploads of this gym in progress are too large.');
        if (total + bytes > overall) throw tooMany('Uploads in progress are too large.');
        change(bytes);
      },
      release: () => change(-held),
    };
  };
}

export const limitUpload = createUploadLimit({ perGym: maxBytesPerGym, overall: maxBytesOverall });

const tooMany = (message: string) => new PlatformError('tooManyRequests', message, { retryAfterS });
