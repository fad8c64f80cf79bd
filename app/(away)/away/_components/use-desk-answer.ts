import { skipToken, useQuery } from '@tanstack/react-query';
import { askRead, ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { backoffMs } from '#lib/browser/base/backoff.ts';
import { status } from '#lib/wire/reads/counter.ts';

/** What a browser hears that asks whether the desk is there. */
export type DeskAnswer = 'away' | 'back' | 'signedOut';

interface Asked {
  answer: DeskAnswer;
  /** How often in a row nobody answered. */
  failures: number;
  /** How long to pause before it is asked again. */
  pauseMs: number;
}

/** Windows that lost the desk at the same moment do not ask at the same moment, nor all the time. */
const pauses = { firstMs: 2_000, longestMs: 8_000 };
const answersWithinMs = 4_000;

/** Asks once. What something else answers in the desk's place is no answer of it. */
export async function askDesk(locationId: string, failures: number): Promise<Asked> {
  try {
    await askRead(status, locationId, {}, AbortSignal.timeout(answersWithinMs));
    return { answer: 'back', failures: 0, pauseMs: backoffMs(pauses, 0) };
  } catch (error) {
    const answer = error instanceof ReadError && error.status < 500 ? 'signedOut' : 'away';
    return { answer, failures: failures + 1, pauseMs: backoffMs(pauses, failures, retryAfterMsOf(error)) };
  }
}

/** Asks the desk for a location until it answers, and goes on asking; nothing before it is known which. */
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
