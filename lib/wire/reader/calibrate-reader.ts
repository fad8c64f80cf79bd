import { readCard } from './card-number.ts';
import { cardByteLengths, type ReaderProfile } from './reader-profile.ts';

const formats = ['hex', 'decimal', 'wiegand26'] as const satisfies readonly ReaderProfile['format'][];
const byteOrders = ['asRead', 'reversed'] as const satisfies readonly ReaderProfile['byteOrder'][];

/** A card whose number is known, and what the reader sent of it. */
export interface ReadOfKnownCard {
  scanned: string;
  rfid: string;
}

/** The profiles under which a reader that sent all of this read the cards. */
export function profilesThatReadAll([first, ...others]: readonly ReadOfKnownCard[]): ReaderProfile[] {
  const profiles = first ? profilesThatRead(first.scanned, first.rfid) : [];
  return profiles.filter((profile) => others.every(({ scanned, rfid }) => reads(scanned, rfid, profile)));
}

/**
 * The profiles under which a reader that sent `scanned` read the card `rfid`. None: it was another card, or the reader
 * sends a part of the number only. More than one: the number reads the same under each; scan a second card. A fixed
 * width is offered only where the width cannot be taken from the number of digits.
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
