import { z } from 'zod';
import { memberInput } from './members.ts';
import { pathAt } from './path-at.ts';

/** Where a screen finds the picture of a member; null where the desk has none. */
export function photoUrlOf(locationId: string, accountId: string, version: string): string;
export function photoUrlOf(locationId: string, accountId: string, version: string | null): string | null;
export function photoUrlOf(locationId: string, accountId: string, version: string | null): string | null {
  return version && pathAt(locationId, `/api/desk/photos/${encodeURIComponent(accountId)}`, { v: version });
}

/** The largest file that is taken for a picture. */
export const largestPhotoBytes = 16 * 1024 * 1024;

/**
 * The square of a picture that is kept, in parts of the picture as it is seen upright: `x` and `y` of its upper left
 * corner in parts of width and height, `size` in parts of the shorter edge.
 */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Why a file cannot become a picture of a member. The picture before stays. */
const photoRefusals = [
  'tooLarge',
  'tooManyPixels',
  'tooSmall',
  'heic',
  'drawing',
  'document',
  'animated',
  'broken',
  'notAPicture',
] as const;
export type PhotoRefusal = (typeof photoRefusals)[number];

/** What became of an upload. */
export type PhotoOutcome = { kind: 'kept'; photoUrl: string } | { kind: 'refused'; because: PhotoRefusal };

const crop = z.object({
  x: z.coerce.number().min(0).max(1),
  y: z.coerce.number().min(0).max(1),
  size: z.coerce.number().positive().max(1),
});

/** What goes with a picture in the address; the square in its middle is kept where there is no crop. */
export const photoInput = memberInput.extend({ crop: crop.optional() });
