import 'server-only';
import { fetchWithin, type Reach } from '#lib/server/gym-api/fetch-within.ts';
import { describeLoss, statusCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { isUnneededPage } from '#lib/server/gym-api/passing-answer.ts';
import { openWire, type Wire } from '#lib/server/gym-api/wire.ts';
import { noteProblem } from '#lib/server/log/request-context.ts';
import type { Unanswered } from '#lib/wire/connection.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { retryAfterMsIn } from '#lib/wire/retry-after.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { readServerRequestId, requestIdHeader } from '#shared/request-id/request-id.ts';

/** The credentials of the legacy interface, which refuses a token of another gym. */
export interface LegacyCredentials {
  /** Ends with the version segment, without a trailing slash. */
  url: string;
  gymId: string;
  token: string;
  reach: Reach;
}

/**
 * - `heard`: the platform knows that this gym is connected
 * - `refused`: the token does not belong to the gym id
 * - `unreachable`: nothing is known; a retry may help
 */
type AliveAnswer = { state: 'heard' } | { state: 'refused' } | UnreachedAlive;

interface UnreachedAlive {
  state: 'unreachable';
  because: 'slow' | 'noConnection' | 'page' | `status ${number}`;
  cause: OutageCause;
  /** How long the platform asked to wait; null if it did not. */
  retryAfterMs: number | null;
}

/** What a manager who has tested the credentials is told. */
export const unansweredOf = ({ because, cause }: UnreachedAlive): { kind: 'busy' } | Unanswered =>
  because === 'status 429' ? { kind: 'busy' } : { kind: 'unreachable', cause };

/** Shorter than for other background work, since a stop of the desk waits for it. */
const presetTimeoutMs = 3_000;
/** The gym counts as inactive after a day. */
const longestWishMs = hourMs;

/**
 * Sends a sign of life to the legacy interface of the platform. Any 2xx is a success, as everywhere; only 401 is a
 * refusal, since any other status may come from a proxy.
 */
export async function sendAlive(
  credentials: LegacyCredentials,
  { timeoutMs = presetTimeoutMs } = {},
): Promise<AliveAnswer> {
  const wire = openWire();
  const { answer, status } = await ask(credentials, AbortSignal.timeout(timeoutMs), wire);
  const { platformRequestId } = wire;
  const logged = { operation: 'alive', ...(status && { status }), ...(platformRequestId && { platformRequestId }) };
  switch (answer.state) {
    case 'heard':
      return answer;
    case 'refused':
      noteProblem({ ...logged, kind: 'rejected' });
      return answer;
    case 'unreachable':
      noteProblem({ ...logged, kind: 'unavailable', because: answer.because });
      return answer;
  }
}

async function ask(
  { url, gymId, token, reach }: LegacyCredentials,
  deadline: AbortSignal,
  wire: Wire,
): Promise<{ answer: AliveAnswer; status?: number }> {
  try {
    const response = await fetchWithin(reach)(`${url}/alive?${new URLSearchParams({ gymId })}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'x-access-token': token, [requestIdHeader]: wire.sentAs },
      // not followed, since the token would be sent along
      redirect: 'manual',
      cache: 'no-store',
      signal: deadline,
    });
    wire.platformRequestId = readServerRequestId(response.headers.get(requestIdHeader));
    return { answer: answerOf(response, await isUnneededPage(response)), status: response.status };
  } catch (error) {
    if (deadline.aborted) return { answer: unreached('slow', 'silent') };
    return { answer: unreached('noConnection', describeLoss(error).cause) };
  }
}

function answerOf(response: Response, isPage: boolean): AliveAnswer {
  if (response.status === 401) return { state: 'refused' };
  if (!response.ok) {
    const retryAfterMs = retryAfterMsIn(response.headers, { mostMs: longestWishMs });
    return { ...unreached(`status ${response.status}`, statusCauseOf(response)), retryAfterMs };
  }
  return isPage ? unreached('page', 'portal') : { state: 'heard' };
}

const unreached = (because: UnreachedAlive['because'], cause: OutageCause): UnreachedAlive => ({
  state: 'unreachable',
  because,
  cause,
  retryAfterMs: null,
});
