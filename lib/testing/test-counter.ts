import { vi } from 'vitest';
import { createReception, type ReceptionOptions } from '#lib/browser/taps/reception.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import type { Glance, MemberSummary, Verdict, VerdictKind } from '#lib/wire/verdict.ts';

export const west = { locationId: 'west', staffId: 'ana' };
export const lena = { accountId: 'account-lena', displayName: 'Lena Vogt' } as MemberSummary; // safe because: only these are read
export const glanceAt = (member: MemberSummary): Glance => ({ member });

export function verdictOf(tapId: string, kind: VerdictKind = 'admitted', tappedAt = Date.now()): Verdict {
  // safe because: reception reads only these fields
  return { kind, tapId, tappedAt: new Date(tappedAt).toISOString(), reasons: [], member: lena } as unknown as Verdict;
}
const ok = (value: Verdict): ActionResult<Verdict> => ({ ok: true, value });
export const failed = (code: ActionErrorCode): ActionResult<Verdict> => ({
  ok: false,
  error: { code, message: '', requestId: 'r', retryable: false },
});

interface Sent {
  request: TapRequest;
  answer: PromiseWithResolvers<ActionResult<Verdict>>;
}

/** A counter whose desk answers when the test decides. */
export function openCounter(overrides: Partial<ReceptionOptions> = {}) {
  const sent: Sent[] = [];
  const glances: PromiseWithResolvers<Glance | null>[] = [];
  const heard: string[] = [];
  const reception = createReception({
    send: (request) => {
      const answer = Promise.withResolvers<ActionResult<Verdict>>();
      sent.push({ request, answer });
      return answer.promise;
    },
    glance: () => {
      const asked = Promise.withResolvers<Glance | null>();
      glances.push(asked);
      return asked.promise;
    },
    ping: async () => {},
    undo: async () => failed('tooLate'),
    void: async () => failed('tooLate'),
    stamp: () => ({ wall: Date.now(), steady: Date.now(), page: 0, known: null }),
    store: {
      keeps: () => true,
      save: async () => {},
      remove: async () => {},
      load: async () => ({ items: [], unreadable: [] }),
    },
    ...overrides,
  });
  reception.listen('west', {
    onVerdict: ({ kind }) => heard.push(kind),
    onSilence: () => heard.push('silence'),
    onError: ({ code }, request) => heard.push(`${code} ${request?.kind === 'lookUp' ? request.value : request}`),
  });
  return {
    reception,
    heard,
    state: () => reception.stateAt('west'),
    shown: () => shownVerdict(reception.stateAt('west').history)?.kind ?? null,
    scan: (value: string) => reception.lookUp(west, value, 'scan'),
    /** Answers the directory search for the n-th scan. */
    glance: async (n: number, glance: Glance | null) => {
      glances[n]?.resolve(glance);
      await vi.advanceTimersByTimeAsync(0);
    },
    /** Fails the request for the n-th tap: the connection is refused or lost. */
    refuse: async (n: number) => {
      sent[n]?.answer.reject(new TypeError('Failed to fetch'));
      await vi.advanceTimersByTimeAsync(0);
    },
    /** Answers the n-th tap. */
    answer: async (n: number, kind: VerdictKind) => {
      const tap = sent[n];
      tap?.answer.resolve(ok(verdictOf(tap.request.tapId, kind, tap.request.tappedAt)));
      await vi.advanceTimersByTimeAsync(0);
    },
    sent,
  };
}
