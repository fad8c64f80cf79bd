import { skipToken, useQuery } from '@tanstack/react-query';
import { askRead, isRefusal, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { backoffMs } from '#lib/browser/base/backoff.ts';
import { status } from '#lib/wire/reads/counter.ts';

/** The outcome of a ping of the desk. */
export type DeskAnswer = 'away' | 'back' | 'signedOut';

interface Asked {
  answer: DeskAnswer;
  /** Consecutive failures. */
  failures: number;
  /** The delay before the next ping. */
  pauseMs: number;
}

/** Backoff with jitter: windows that lost the desk at the same moment do not ping at the same moment. */
const pauses = { firstMs: 2_000, longestMs: 8_000 };
const answersWithinMs = 4_000;

/** Pings once. A response of something else, such as a gateway, is no answer of the desk. */
export async function askDesk(locationId: string, failures: number): Promise<Asked> {
  try {
    await askRead(status, locationId, {}, AbortSignal.timeout(answersWithinMs));
    return { answer: 'back', failures: 0, pauseMs: backoffMs(pauses, 0) };
  } catch (error) {
    const answer = isRefusal(error) ? 'signedOut' : 'away';
    return { answer, failures: failures + 1, pauseMs: backoffMs(pauses, failures, retryAfterMsOf(error)) };
  }
}

/** Pings the desk for a location until it answers, and continues; idle until the location is known. */
export function useDeskAnswer(locationId: string | undefined): DeskAnswer {
  const key = ['deskAnswer', locationId];
  const { data } = useQuery({
    queryKey: key,
    queryFn:
      locationId === undefined
        ? skipToken
        : ({ client }) => askDesk(locationId, client.getQueryData<Asked>(key)?.failures ?? 0),
    refetchInterval: ({ state }) => state.data?.pauseMs ?? pauses.firstMs,
    refetchIntervalInBackground: true,
  });
  return data?.answer ?? 'away';
}
