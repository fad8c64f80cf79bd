import { readCard } from './card-number.ts';
import { cardByteLengths, type ReaderProfile } from './reader-profile.ts';

const formats = ['hex', 'decimal', 'wiegand26'] as const satisfies readonly ReaderProfile['format'][];
const byteOrders = ['asRead', 'reversed'] as const satisfies readonly ReaderProfile['byteOrder'][];

/** A card with a known number, and the text that the reader sent for it. */
export interface ReadOfKnownCard {
  scanned: string;
  rfid: string;
}

/** The profiles that read all of these cards correctly. */
export function profilesThatReadAll([first, ...others]: readonly ReadOfKnownCard[]): ReaderProfile[] {
  const profiles = first ? profilesThatRead(first.scanned, first.rfid) : [];
  return profiles.filter((profile) => others.every(({ scanned, rfid }) => reads(scanned, rfid, profile)));
}

/**
 * The profiles that read `scanned` as the card `rfid`. None: it was another card, or the reader sends only a part of
 * the number. Several: the number reads the same under each; scan a second card. A fixed width is offered only where it
 * does not follow from the number of digits.
 */
export function profilesThatRead(scanned: string, rfid: string): ReaderProfile[] {
  return formats.flatMap((format) =>
    byteOrders.flatMap((byteOrder) => {
      const anyWidth: ReaderProfile = { format, byteOrder, byteLength: 'auto' };
      if (reads(scanned, rfid, anyWidth)) return [anyWidth];
      return cardByteLengths
        .map((byteLength): ReaderProfile => ({ format, byteOrder, byteLength }))
        .filter((profile) => profile.format !== 'wiegand26' && reads(scanned, rfid, profile));
    }),
  );
}

function reads(scanned: string, rfid: string, profile: ReaderProfile): boolean {
  const reading = readCard(scanned.trim().replace(/^0x/i, ''), profile);
  return reading.kind === 'card' && reading.rfid === `0x${rfid.replace(/^0x/i, '').toUpperCase()}`;
}
