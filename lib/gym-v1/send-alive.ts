import 'server-only';
import { isPage, leaveUnread } from '#lib/gym-api/passing-answer.ts';

/** What the legacy interface asks for: the gym and the token go together, and a wrong pair is refused. */
export interface LegacyCredentials {
  /** Ends with the version segment, without a trailing slash. */
  url: string;
  gymId: string;
  token: string;
}

/**
 * - `heard`: the platform knows that this gym is connected
 * - `refused`: the gym id and the token do not go together
 * - `unreachable`: nothing was learnt; asking again later may help
 */
export type AliveAnswer =
  | { state: 'heard' }
  | { state: 'refused' }
  | { state: 'unreachable'; because: 'slow' | 'noConnection' | 'page' | `status ${number}` };

/** Shorter than other background work has: a stop of the desk waits for it. */
const presetTimeoutMs = 3_000;

/**
 * Tells the platform by its legacy interface that the desk is running. Any 2xx is a success, as everywhere; a refusal is
 * 401 alone, since anything else may come from a proxy.
 */
export async function sendAlive(
  { url, gymId, token }: LegacyCredentials,
  { timeoutMs = presetTimeoutMs } = {},
): Promise<AliveAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/alive?${new URLSearchParams({ gymId })}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'x-access-token': token },
      redirect: 'error',
      cache: 'no-store',
      signal: deadline,
    });
    leaveUnread(response);
    if (response.status === 401) return { state: 'refused' };
    if (!response.ok) return { state: 'unreachable', because: `status ${response.status}` };
    return isPage(response) ? { state: 'unreachable', because: 'page' } : { state: 'heard' };
  } catch {
    return { state: 'unreachable', because: deadline.aborted ? 'slow' : 'noConnection' };
  }
}
