import { z } from 'zod';

const mistake = 'Holds a character that cannot be kept.';

/** PostgreSQL text holds no NUL, and half of a surrogate pair is no text at all. */
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text that can be kept. */
export const wellFormedText = z.string().refine(isKeepable, mistake);

/** Whatever a caller sends, refused where any text in it, keys included, cannot be kept. */
export const wellFormed = z.unknown().refine(holdsKeepableText, mistake);

/** Goes without recursion, since a stranger decides how deep this is. */
function holdsKeepableText(sent: unknown): boolean {
  const left: unknown[] = [sent];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && !isKeepable(next)) return false;
    if (typeof next === 'object' && next !== null) {
      for (const [key, value] of Object.entries(next)) left.push(key, value);
    }
  }
  return true;
}
