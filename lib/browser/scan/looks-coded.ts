import { misreadingLayout } from '#lib/wire/reader/keyboard-layout.ts';

/**
 * Whether a text looks like what readers send (a card number, the token of a pass, a membership id, a barcode) and not
 * like what people type into forms (a name, an e-mail address, a street).
 */
export function looksCoded(text: string): boolean {
  if (misreadingLayout(text)) return true;
  if (/^[0-9a-f]{16,}$/i.test(text)) return true;
  if (text.includes('@') || !/\d/.test(text)) return false;
  if (/^(?:0x)?[0-9a-f:\- ]+$/i.test(text)) return true;
  if (/\s/.test(text)) return false;
  const digits = text.match(/\d/g)?.length ?? 0;
  return text.length >= 16 || (digits >= 3 && digits * 3 >= text.length);
}

/** Whether a text may be the first part of a card number. */
export function beginsNumber(text: string): boolean {
  return /\d/.test(text) && /^[0-9a-fx:, -]+$/i.test(text);
}

/** Whether a text has as many digits as most card numbers: 4, 7 or 10 bytes in hex, 4 or 7 in decimal. */
export function isWholeNumber(text: string): boolean {
  const digits = text.replace(/^0x/i, '').replace(/[:\- ]/g, '');
  const isDecimal = /^\d+$/.test(digits);
  return [8, 14, 20].includes(digits.length) || (isDecimal && [10, 17].includes(digits.length));
}
