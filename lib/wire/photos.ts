import { z } from 'zod';
import { memberInput } from './members.ts';
import { pathAt } from './path-at.ts';

/** The URL of a member's photo; null where the desk has none. */
export function photoUrlOf(locationId: string, accountId: string, version: string): string;
export function photoUrlOf(locationId: string, accountId: string, version: string | null): string | null;
export function photoUrlOf(locationId: string, accountId: string, version: string | null): string | null {
  return version && pathAt(locationId, `/api/desk/photos/${encodeURIComponent(accountId)}`, { v: version });
}

/** The largest accepted photo file. */
export const largestPhotoBytes = 16 * 1024 * 1024;

/**
 * The square of a photo to keep, as fractions of the upright image: `x` and `y` of its upper left corner relative to
 * width and height, `size` relative to the shorter edge.
 */
export interface Crop {
  x: number;
  y: number;
  size: number;
}

/** Why a file is rejected as a photo. The previous photo stays. */
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

/** The outcome of an upload. */
export type PhotoOutcome = { kind: 'kept'; photoUrl: string } | { kind: 'refused'; because: PhotoRefusal };

const crop = z.object({
  x: z.coerce.number().min(0).max(1),
  y: z.coerce.number().min(0).max(1),
  size: z.coerce.number().positive().max(1),
});

/** The URL parameters of an upload; without a crop the square in the middle is kept. */
export const photoInput = memberInput.extend({ crop: crop.optional() });
