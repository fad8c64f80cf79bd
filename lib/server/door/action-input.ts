import { isUtf8 } from 'node:buffer';
import { parseWithin } from '#shared/json/parse-within.ts';
import { inputBounds } from './body-limits.ts';

/**
 * Whether a body is a valid input of our actions: one argument of plain JSON. React's format also encodes promises, maps, sets,
 * files, forms, iterators, dates and references (from which cyclic values can be built), all as strings that begin with `$`. Our
 * pages send two of these, `$$…` for an escaped `$` and `$undefined`; all others are refused before React decodes them, including
 * any that a later version adds.
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

/** `value` was parsed within bounds, so the recursion is not deep. */
function holdsPlainText(value: unknown): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || value.startsWith('$$') || value === '$undefined';
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsPlainText);
}
