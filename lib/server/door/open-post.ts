import 'server-only';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { readBounded } from '#lib/server/gym-api/read-bounded.ts';
import { wellFormed } from '#lib/wire/well-formed.ts';
import { parseWithin } from '#shared/json/parse-within.ts';
import { inputBounds, largestInputBytes } from './body-limits.ts';
import { isOwnOrigin } from './own-origin.ts';

/**
 * Checks a POST of a screen before its body is read: its origin is this desk, and its content type is one that a foreign page
 * cannot send without a CORS preflight.
 * @throws ActionFailure `notAllowed` or `invalidInput`
 */
export function openPost(request: Request, mediaType: 'application/json' | 'application/octet-stream'): void {
  if (!isOwnOrigin((name) => request.headers.get(name), runningDesk().url)) {
    throw new ActionFailure('notAllowed', 'The request does not come from a page of the desk.');
  }
  const sent = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (sent !== mediaType) throw new ActionFailure('invalidInput', `The Content-Type must be ${mediaType}.`);
}

/** @throws ActionFailure `invalidInput` for a body that is too long, too deep or not JSON; ZodError for malformed text */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readBounded(request, largestInputBytes);
  if (text === null) throw new ActionFailure('invalidInput', 'The body is longer than 64 kB.');
  return wellFormed.parse(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return parseWithin(text, inputBounds);
  } catch {
    throw new ActionFailure('invalidInput', 'The body is not valid JSON, or too deep or too large.');
  }
}
