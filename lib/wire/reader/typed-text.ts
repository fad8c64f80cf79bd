import { hexDigits, isCardWidth } from './card-number.ts';
import type { ReaderProfile } from './reader-profile.ts';

/** Of every location, for the number printed on a card. Not read from the schema, which pages would load with it. */
const printed: ReaderProfile = { format: 'hex', byteOrder: 'asRead', byteLength: 'auto' };

/** Whether a text is one word with a digit, as membership ids and barcodes are. `Lena Vogt 1990` is not. */
export const isOneNumber = (text: string): boolean => /^\S*\d\S*$/.test(text);

/** Whether a text is the two numbers that are printed on a card for Wiegand readers. */
export const isTwoNumbers = (text: string): boolean => /^\d{1,3}, ?\d{1,5}$/.test(text);

/** The hex digits of a typed card number; null for a word, and for anything else. */
export function typedHexDigits(text: string): string | null {
  const digits = hexDigits(text);
  return digits !== null && /\d/.test(digits) && isCardWidth(digits, printed) ? digits : null;
}

/** Whether typed text may contain a name, at a location with any readers: it is no number, and no e-mail address. */
export function mayContainName(typed: string): boolean {
  const text = typed.trim();
  if (isOneNumber(text) || isTwoNumbers(text) || typedHexDigits(text) !== null) return false;
  return !/^0x[\da-f:\- ]+$/i.test(text) && !/^\S*@\S*$/.test(text);
}
