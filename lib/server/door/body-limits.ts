import { largestFileBytes } from '#lib/wire/migration.ts';
import { largestPhotoBytes } from '#lib/wire/photos.ts';
import type { JsonBounds } from '#shared/json/parse-within.ts';

/** Larger than any input of a screen. */
export const largestInputBytes = 64 * 1024;
/** Larger than any input of a screen and any webhook delivery. */
export const inputBounds: JsonBounds = { depth: 16, values: 1_000 };
/** Larger than any webhook delivery. */
export const largestDeliveryBytes = 4 * 1024;
/** A server action carries its input and React's call format. */
const largestActionBytes = 256 * 1024;

const limits: readonly (readonly [prefix: string, bytes: number])[] = [
  ['/api/desk/photos/', largestPhotoBytes],
  ['/api/desk/migration', largestFileBytes],
  ['/api/hooks/', largestDeliveryBytes],
  ['/api/', largestInputBytes],
];

/** The largest body of a request to this path. */
export const largestBodyOf = (path: string): number =>
  limits.find(([prefix]) => path.startsWith(prefix))?.[1] ?? largestActionBytes;
