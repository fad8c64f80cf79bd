export const shortestPin = 4;
export const longestPin = 8;

/** What a PIN field contains on submit: a reader types into it as well as a person. */
type PinEntry = 'pin' | 'card' | 'tooShort';

/** No person types one key after another this fast. */
const machineMs = 30;
const shortestCard = 6;

/**
 * A PIN is only digits, up to the maximum length. Digits of exactly that length at machine speed are a card: Wiegand
 * numbers have eight digits.
 */
export function readPinEntry(text: string, tookMs: number): PinEntry {
  const isDigits = /^[0-9]*$/.test(text);
  if (!isDigits || text.length > longestPin) return text.length >= shortestCard ? 'card' : 'tooShort';
  if (text.length === longestPin && tookMs < longestPin * machineMs) return 'card';
  return text.length >= shortestPin ? 'pin' : 'tooShort';
}
