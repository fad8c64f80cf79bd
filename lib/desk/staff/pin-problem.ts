import { longestPin, shortestPin } from '#lib/scan/pin-entry.ts';

/** A PIN that is chosen is typed twice. */
export interface PinPair {
  pin: string;
  again: string;
}

export type PinProblem = 'length' | 'guessable' | 'different';

export function pinProblem({ pin, again }: PinPair): PinProblem | null {
  if (!/^[0-9]+$/.test(pin) || pin.length < shortestPin || pin.length > longestPin) return 'length';
  if (isGuessable(pin)) return 'guessable';
  return pin === again ? null : 'different';
}

/** What is tried first: one digit again and again, and digits in a row. */
export function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}
