import 'server-only';
import { errorBodyAsRead } from '#contracts/v2/errors.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import { readServerRequestId } from '#shared/request-id/request-id.ts';
import type { GymAnswer } from './answer.ts';
import { type GymRequest, problem } from './call.ts';
import { isPageWith, isUnneededPage } from './passing-answer.ts';
import { readBounded } from './read-bounded.ts';
import type { Wire } from './wire.ts';

/** Parses a response: a success by the schema of the request, else an error of the platform. @throws where the body breaks off */
export async function readAnswer<T>(request: GymRequest<T>, response: Response, wire: Wire): Promise<GymAnswer<T>> {
  if (response.ok) return readSuccess(request, response);
  const body = await readBounded(response, request.largest?.bytes);
  const told = errorBodyAsRead.safeParse(body === null ? undefined : parseJson(body)).data;
  // the id in the body is preferred: a proxy may have set the header
  wire.platformRequestId = readServerRequestId(told?.requestId) ?? wire.platformRequestId;
  return problem({
    kind: 'status',
    status: response.status,
    errorCode: told?.errorCode ?? null,
    isPage: isPageWith(response, body),
    isOfKey: false,
    entity: told?.metadata.entity ?? null,
    requestId: told?.requestId ?? null,
    metadata: told?.metadata ?? {},
    fieldErrors: told?.fieldErrors ?? {},
  });
}

/**
 * Any 2xx means that the request was carried out. The body is parsed only where the operation needs it. Otherwise an unexpected,
 * truncated or malformed body does not make it a failure.
 */
async function readSuccess<T>({ answer, largest }: GymRequest<T>, response: Response): Promise<GymAnswer<T>> {
  if (answer === null) {
    if (await isUnneededPage(response)) return problem({ kind: 'unreadable', isPage: true });
    return { ok: true, value: undefined as T }; // safe because: null means no body is read
  }
  try {
    const body = await readBounded(response, largest?.bytes);
    if (isPageWith(response, body)) return problem({ kind: 'unreadable', isPage: true });
    const read = answer.safeParse(body === null ? undefined : parseJson(body, largest?.values));
    return read.success ? { ok: true, value: read.data } : problem({ kind: 'unreadable', isPage: false });
  } catch (error) {
    const read = answer.safeParse(undefined);
    if (read.success) return { ok: true, value: read.data };
    throw error;
  }
}

/** Deeper than any answer of the interface and larger than any page: one of 100 members has some 5,000 values. */
const mostOfPage: JsonBounds = { depth: 32, values: 50_000 };

/** Null for an empty body; undefined for one that is not JSON or exceeds the bounds. */
function parseJson(text: string, values = mostOfPage.values): unknown {
  if (text.trim() === '') return null;
  try {
    return parseWithin(text, { ...mostOfPage, values });
  } catch {
    return undefined;
  }
}
