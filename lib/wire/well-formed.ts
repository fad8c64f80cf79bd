import { z } from 'zod';
import { isStorable } from '#contracts/v2/primitives.ts';

const mistake = 'Holds a character that cannot be kept.';

/** Text that can be kept. */
export const wellFormedText = z.string().refine(isStorable, mistake);

/** Whatever a caller sends, refused where any text in it, keys included, cannot be kept. */
export const wellFormed = z.unknown().refine(holdsKeepableText, mistake);

/** Goes without recursion, since a stranger decides how deep this is. */
function holdsKeepableText(sent: unknown): boolean {
  const left: unknown[] = [sent];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && !isStorable(next)) return false;
    if (typeof next === 'object' && next !== null) {
      for (const [key, value] of Object.entries(next)) left.push(key, value);
    }
  }
  return true;
}
