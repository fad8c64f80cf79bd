import type { StaffRole } from '#lib/desk/view.ts';
import { longestPin, shortestPin } from '#lib/scan/pin-entry.ts';
import { commonPins } from './common-pins.ts';

/** A PIN that is chosen is typed twice. */
export interface PinPair {
  pin: string;
  again: string;
}

export type PinProblem = 'length' | 'guessable' | 'different';

/** Whoever signs in as a manager may give badges, end memberships and see everything. */
export const shortestPinOf = (role: StaffRole): number => (role === 'manager' ? 6 : shortestPin);

export function pinProblem({ pin, again }: PinPair, role: StaffRole): PinProblem | null {
  if (!/^[0-9]+$/.test(pin) || pin.length < shortestPinOf(role) || pin.length > longestPin) return 'length';
  if (isGuessable(pin) || commonPins.has(pin)) return 'guessable';
  return pin === again ? null : 'different';
}

/** What is tried first: one digit again and again, and digits in a row. */
export function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}
