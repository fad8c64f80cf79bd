import { z } from 'zod';

export const shortestPin = 4;
export const longestPin = 8;

/** What is tried first: one digit again and again, and digits in a row. */
export function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}

export const pin = z
  .string()
  .regex(/^\d{4,8}$/, 'Must be 4 to 8 digits.')
  .refine((digits) => !isGuessable(digits), 'Is too easy to guess.');
