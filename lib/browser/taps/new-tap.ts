import type { Stamp } from '#lib/wire/time/moment.ts';

/** The location of the screen, and the user who is signed in there. */
export interface TapPlace {
  locationId: string;
  staffId: string;
}

/** The identity of a tap, created once in the page and used by every retry. */
export const newTap = ({ locationId, staffId }: TapPlace, stamp: Stamp) => ({
  tapId: randomUuid(),
  locationId,
  staffId,
  tappedAt: stamp.wall,
  stamp,
});

export type NewTap = ReturnType<typeof newTap>;

/** A version 4 UUID. `crypto.randomUUID` is missing where a tablet opens the desk over plain HTTP. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const versioned = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return versioned.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
