/** What the computer types when a reader sends the keys of an English keyboard. The names are shown to users. */
const layouts = [
  { name: 'French AZERTY', digits: `&é"'(-è_çà`, others: 'qbcdefxm)' },
  { name: 'Belgian AZERTY', digits: `&é"'(§è!çà`, others: 'qbcdefxm)' },
  { name: 'Czech', digits: '+ěščřžýáíé', others: 'abcdefx"=' },
  { name: 'Slovak', digits: '+ľščťžýáíé', others: 'abcdefx"=' },
  { name: 'English with Shift held', digits: '!@#$%^&*()', others: 'abcdefx:_' },
  { name: 'German with Shift held', digits: '!"§$%&/()=', others: 'abcdefx:_' },
] as const;

export type KeyboardLayout = (typeof layouts)[number]['name'];

/** A text counts as misread from six keys on, of which a third are symbols in place of digits. */
const fewestKeys = 6;
const leastDigits = 1 / 3;

/**
 * Names the keyboard layout that turned a reader's digits into symbols; null where none did. Such a layout turns all
 * digits, so a text that still has a digit was not typed under it. The text is never translated back: a wrong guess
 * would be another member's card. The fix is a setting of the reader or of the computer.
 */
export function misreadingLayout(text: string): KeyboardLayout | null {
  const keys = [...text.toLowerCase()];
  if (keys.length < fewestKeys) return null;
  const layout = layouts.find(({ digits, others }) => keys.every((key) => (digits + others).includes(key)));
  if (!layout) return null;
  const turned = keys.filter((key) => layout.digits.includes(key)).length;
  return turned >= keys.length * leastDigits ? layout.name : null;
}
