import { z } from 'zod';
import { isStorable } from '#contracts/v2/primitives.ts';

const mistake = 'Holds a character that cannot be kept.';

/** Text that can be kept. */
export const wellFormedText = z.string().refine(isStorable, mistake);

/** Larger than any input of a screen, and small enough that to look at all of it takes no time. */
const bounds = { depth: 32, values: 20_000, ms: 250 };

/**
 * Whatever a caller sends, as JSON could say it: values inside values, each in one place, no more and no deeper than any
 * screen sends. Refused where any text in it, keys included, cannot be kept.
 */
export const wellFormed = z.unknown().superRefine((sent, { addIssue }) => {
  const found = findMistake(sent);
  if (found) addIssue({ code: 'custom', message: found });
});

/**
 * Goes without recursion, knows what it has seen and ends by itself: a stranger decides how deep this is, and what a
 * framework has made of it may hold itself.
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
