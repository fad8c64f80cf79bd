import type { UnknownVerdict, Verdict } from './verdict.ts';

/**
 * What is said of a card of which only a part was read: nobody is known by it, and nobody was looked for.
 * @param part what came of it
 */
export const notWhole = (
  part: string,
): { decision: Pick<UnknownVerdict, 'kind' | 'reasons'>; scanned: UnknownVerdict['scanned'] } => ({
  decision: {
    kind: 'unknown',
    reasons: [{ code: 'unreadable', problem: 'notWhole', keyboardLayout: null, whoseMove: 'reception' }],
  },
  scanned: { kind: 'unreadable', text: `${part}…` },
});

export const isNotWhole = (verdict: Verdict): boolean =>
  verdict.kind === 'unknown' &&
  verdict.reasons.some((reason) => reason.code === 'unreadable' && reason.problem === 'notWhole');
