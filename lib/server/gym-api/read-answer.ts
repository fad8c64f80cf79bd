import 'server-only';
import { errorBodyAsRead } from '#contracts/v2/errors.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import { readServerRequestId } from '#shared/request-id/request-id.ts';
import type { GymAnswer } from './answer.ts';
import { type GymRequest, problem } from './call.ts';
import { isPage, leaveUnread } from './passing-answer.ts';
import { readBounded } from './read-bounded.ts';
import type { Wire } from './wire.ts';

/** Reads an answer of the interface: a success as the request wants it, a refusal in the words of the platform. @throws where it breaks off */
export async function readAnswer<T>(request: GymRequest<T>, response: Response, wire: Wire): Promise<GymAnswer<T>> {
  if (response.ok) return readSuccess(request, response);
  const body = await readBounded(response, request.largest?.bytes);
  const told = errorBodyAsRead.safeParse(body === null ? undefined : parseJson(body)).data;
  // in the header stands what a proxy may have put there
  wire.platformRequestId = readServerRequestId(told?.requestId) ?? wire.platformRequestId;
  return problem({
    kind: 'status',
    status: response.status,
    errorCode: told?.errorCode ?? null,
    isPage: isPage(response),
    isOfKey: false,
    entity: told?.metadata?.entity ?? null,
    requestId: told?.requestId ?? null,
    metadata: told?.metadata ?? {},
    fieldErrors: told?.fieldErrors ?? {},
  });
}

/**
 * Any 2xx says that it was done. What follows is read where the operation needs it, and otherwise changes nothing: neither
 * a body where none was expected, nor one that breaks off or is no answer of the interface.
 */
async function readSuccess<T>({ answer, largest }: GymRequest<T>, response: Response): Promise<GymAnswer<T>> {
  if (answer === null) {
    leaveUnread(response);
    if (isPage(response)) return problem({ kind: 'unreadable', isPage: true });
    return { ok: true, value: undefined as T }; // safe because: null means no body is read
  }
  try {
    const body = await readBounded(response, largest?.bytes);
    if (isPage(response)) return problem({ kind: 'unreadable', isPage: true });
    const read = answer.safeParse(body === null ? undefined : parseJson(body, largest?.values));
    return read.success ? { ok: true, value: read.data } : problem({ kind: 'unreadable', isPage: false });
  } catch (error) {
    const read = answer.safeParse(undefined);
    if (read.success) return { ok: true, value: read.data };
    throw error;
  }
}

/** Deeper than any answer of the interface, and more than any page: one of 100 members has some 5,000 values. */
const mostOfPage: JsonBounds = { depth: 32, values: 50_000 };

/** Null for nothing at all, undefined for what is no JSON, or none of the interface. */
function parseJson(text: string, values = mostOfPage.values): unknown {
  if (text.trim() === '') return null;
  try {
    return parseWithin(text, { ...mostOfPage, values });
  } catch {
    return undefined;
  }
}
