export const shortestPin = 4;
export const longestPin = 8;

/** What stands in a PIN field when it is entered: a reader types into it as well as a person. */
type PinEntry = 'pin' | 'card' | 'tooShort';

/** No person presses keys that fast, one after the other. */
const machineMs = 30;
const shortestCard = 6;

/**
 * Only digits are a PIN, up to the longest there is. As many digits as that at the speed of a machine are a card: Wiegand
 * numbers have eight.
 */
export function readPinEntry(text: string, tookMs: number): PinEntry {
  const isDigits = /^[0-9]*$/.test(text);
  if (!isDigits || text.length > longestPin) return text.length >= shortestCard ? 'card' : 'tooShort';
  if (text.length === longestPin && tookMs < longestPin * machineMs) return 'card';
  return text.length >= shortestPin ? 'pin' : 'tooShort';
}
