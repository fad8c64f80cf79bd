import { largestFileBytes } from '#lib/wire/migration.ts';
import { largestPhotoBytes } from '#lib/wire/photos.ts';
import type { JsonBounds } from '#shared/json/parse-within.ts';

/** Larger than any input of a screen. */
export const largestInputBytes = 64 * 1024;
/** More than any input of a screen and any delivery of a platform holds. */
export const inputBounds: JsonBounds = { depth: 16, values: 1_000 };
/** Larger than any delivery of a platform. */
export const largestDeliveryBytes = 4 * 1024;
/** A server action carries its input and what React needs to call it. */
const largestActionBytes = 256 * 1024;

const limits: readonly (readonly [prefix: string, bytes: number])[] = [
  ['/api/desk/photos/', largestPhotoBytes],
  ['/api/desk/migration', largestFileBytes],
  ['/api/hooks/', largestDeliveryBytes],
  ['/api/', largestInputBytes],
];

/** The most bytes that a request to this path may bring. */
export const largestBodyOf = (path: string): number =>
  limits.find(([prefix]) => path.startsWith(prefix))?.[1] ?? largestActionBytes;
