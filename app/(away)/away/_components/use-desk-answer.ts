import { useQuery } from '@tanstack/react-query';
import { ReadError, readJson } from '#lib/queries/desk-queries.ts';

/** What a browser hears that asks whether the desk is there. */
export type DeskAnswer = 'away' | 'back' | 'signedOut';

const askEveryMs = 2_000;
const answersWithinMs = 4_000;

async function askDesk(): Promise<DeskAnswer> {
  try {
    await readJson('/api/desk/status', AbortSignal.timeout(answersWithinMs));
    return 'back';
  } catch (error) {
    return error instanceof ReadError && error.status < 500 ? 'signedOut' : 'away';
  }
}

/** Asks the desk until it answers, and goes on asking. */
export function useDeskAnswer(): DeskAnswer {
  const { data } = useQuery({
    queryKey: ['deskAnswer'],
    queryFn: askDesk,
    refetchInterval: askEveryMs,
    refetchIntervalInBackground: true,
    networkMode: 'always',
  });
  return data ?? 'away';
}
