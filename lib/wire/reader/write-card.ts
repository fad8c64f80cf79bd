import { decimalDigits, wiegandDigits } from './card-number.ts';
import type { CardByteLength } from './card-widths.ts';
import type { ReaderProfile } from './reader-profile.ts';

/** The bytes of an invented card of any width. */
const inventedBytes = 'E0A23BC21C26805F3D04';

/** What a reader with this profile sends for an invented card, without the end key. */
export function exampleOf(profile: ReaderProfile): string {
  const bytes = profile.format === 'wiegand26' ? 3 : profile.byteLength === 'auto' ? 4 : profile.byteLength;
  const digits =
    profile.format === 'hex' ? inventedBytes.slice(0, bytes * 2) : `04${inventedBytes.slice(2, bytes * 2)}`;
  return writeCard(digits, profile);
}

/** What a reader with this profile sends for a card, the reverse of `readCard`. `digits`: two for each byte. */
export function writeCard(digits: string, profile: ReaderProfile): string {
  const bytes = digits.toUpperCase().match(/../g) ?? [];
  const sent = (profile.byteOrder === 'reversed' ? bytes.toReversed() : bytes).join('');
  return (profile.prefix ?? '') + writeNumber(sent, profile);
}

function writeNumber(digits: string, profile: ReaderProfile): string {
  switch (profile.format) {
    case 'hex':
      return digits;
    case 'decimal': {
      // safe because: cards have one of these widths
      const width = decimalDigits((digits.length / 2) as CardByteLength);
      return BigInt(`0x${digits}`)
        .toString()
        .padStart(profile.isPadded ? width : 1, '0');
    }
    case 'wiegand26': {
      const [facility, number] = [Number.parseInt(digits.slice(0, 2), 16), Number.parseInt(digits.slice(2), 16)];
      const written = `${String(facility).padStart(3, '0')},${String(number).padStart(5, '0')}`;
      return profile.hasComma ? written : written.replace(',', '').padStart(wiegandDigits, '0');
    }
  }
}
