import { type CardNumber, cardNumber, hexDigits } from './card-number.ts';
import { cardByteLengths } from './card-widths.ts';
import { possibleNumbers } from './possible-numbers.ts';

/**
 * The card numbers that a person may mean by a number that stands on a card or in a profile: hex digits, or a decimal
 * number, which says nothing about the byte order. None where it is no card number.
 */
export function knownNumbers(written: string): CardNumber[] {
  const text = written.trim();
  const isMarked = /^0x/i.test(text);
  const digits = hexDigits(text.replace(/^0x/i, '').trim()) ?? hexDigits(text.replace(/^0x/i, '').replaceAll(' ', ''));
  const isCard = digits !== null && cardByteLengths.some((width) => width * 2 === digits.length);
  const hex = isCard ? [cardNumber(digits)] : [];
  if (isMarked || /[a-f]/i.test(text)) return hex;
  const printed = possibleNumbers(text.replaceAll(' ', ''));
  // ten decimal digits are printed on many cards; five bytes are nearly never
  return /^\d{10}$/.test(text) && printed.length > 0 ? printed : [...new Set([...hex, ...printed])];
}
