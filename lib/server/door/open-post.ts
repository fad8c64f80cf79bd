import 'server-only';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { inputBounds, largestInputBytes } from './body-limits.ts';
import { isOwnOrigin } from './own-origin.ts';

/**
 * What every POST of a screen shows before anything of it is read: that it comes from a page of this desk, and that its
 * body is of a type that a foreign page cannot send without our consent.
 * @throws ActionFailure `notAllowed` or `invalidInput`
 */
export function openPost(request: Request, mediaType: 'application/json' | 'application/octet-stream'): void {
  if (!isOwnOrigin((name) => request.headers.get(name), runningDesk().url)) {
    throw new ActionFailure('notAllowed', 'This comes from no page of the desk.');
  }
  const sent = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (sent !== mediaType) throw new ActionFailure('invalidInput', `The Content-Type must be ${mediaType}.`);
}

/** @throws ActionFailure `invalidInput` for what is too long, too deep or no JSON, ZodError for text that cannot be kept */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readBounded(request, largestInputBytes);
  if (text === null) throw new ActionFailure('invalidInput', 'The body is longer than 64 kB.');
  return wellFormed.parse(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, inputBounds);
  } catch {
    throw new ActionFailure('invalidInput', 'The body is not valid JSON, or more of it than any input.');
  }
}
