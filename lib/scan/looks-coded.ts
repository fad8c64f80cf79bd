import { misreadingLayout } from './keyboard-layout.ts';

/**
 * Whether a text looks like what readers send (a card number, the token of a pass, a membership id, a barcode), and
 * unlike what forms are filled with (a name, an e-mail address, a street).
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
