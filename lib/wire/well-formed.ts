import { z } from 'zod';
import { isStorable } from '#contracts/v2/primitives.ts';

const mistake = 'Holds a character that cannot be kept.';

/** Text that the database can store. */
export const wellFormedText = z.string().refine(isStorable, mistake);

/** Larger than any input of a screen, and small enough to check completely in no time. */
const bounds = { depth: 32, values: 20_000, ms: 250 };

/**
 * Any input that JSON can represent: nested values without shared or circular references, within the size and depth of
 * real input. Rejected where any text in it, keys included, cannot be stored.
 */
export const wellFormed = z.unknown().superRefine((sent, { addIssue }) => {
  const found = findMistake(sent);
  if (found) addIssue({ code: 'custom', message: found });
});

/**
 * Iterative, with a set of visited objects and a time limit: an attacker chooses the depth, and the framework's
 * deserialiser may produce circular references.
 */
function findMistake(sent: unknown): string | null {
  const endsAt = performance.now() + bounds.ms;
  const seen = new Set<object>();
  const left: [value: unknown, depth: number][] = [[sent, 0]];
  for (let count = 1; ; count += 1) {
    const next = left.pop();
    if (!next) return null;
    const [value, depth] = next;
    const isTooMuch = depth > bounds.depth || count + left.length > bounds.values || performance.now() > endsAt;
    if (isTooMuch) return 'Is more than any input.';
    if (typeof value === 'string' && !isStorable(value)) return mistake;
    if (typeof value !== 'object' || value === null) continue;
    if (seen.has(value) || !isPlain(value)) return 'Holds what JSON cannot say.';
    seen.add(value);
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) return mistake;
      left.push([inner, depth + 1]);
    }
  }
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
