import { isUtf8 } from 'node:buffer';
import { parseWithin } from '#shared/json/parse-within.ts';
import { inputBounds } from './body-limits.ts';

/**
 * Whether a body is what our actions are called with: one argument, and in it what JSON has. React's own format has more,
 * all of it in texts that begin with `$`: promises, maps, sets, files, forms, iterators, dates and references to what stands
 * elsewhere, from which values can be made that hold themselves. Of these our pages send two, `$$…` for a text that begins
 * so and `$undefined`; the rest is refused before React sees it, whatever it is in the next version.
 */
export function isActionInput(body: Uint8Array): boolean {
  if (!isUtf8(body)) return false;
  try {
    const sent = parseWithin(new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), inputBounds);
    return Array.isArray(sent) && sent.length <= 1 && holdsPlainText(sent);
  } catch {
    return false;
  }
}

/** Of what was parsed within bounds, and so is neither deep nor in itself. */
function holdsPlainText(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || value.startsWith('$$') || value === '$undefined';
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsPlainText);
}
