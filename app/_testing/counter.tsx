import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import { type ReactNode, useEffect, useState } from 'react';
import { page } from 'vitest/browser';
import { CheckInScreen } from '#app/g/[gym]/(desk)/_components/check-in-screen.tsx';
import { ReceptionProvider } from '#app/g/[gym]/(desk)/_components/reception-provider.tsx';
import { forgetLastBurst } from '#components/check-in/scan-listener.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { inGym, openScreen } from '#components/testing/browser/open-screen.tsx';
import { lena, reasonOf, unknown } from '#components/testing/sample-verdicts.ts';
import { isTapRequest } from '#lib/browser/taps/is-tap-request.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { statusOf } from '#lib/testing/platform-status.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import type { MemberSummary, Verdict, VisitSummary } from '#lib/wire/verdict.ts';
import { ana, munichWest } from './at-counter.tsx';

export const region = page.getByRole('region', { name: 'Verdict' });
export const searchBox = page.getByRole('searchbox', { name: 'Scan or search' });
export const inTheGym = page.getByRole('list', { name: 'In the gym' });
export const earlier = page.getByRole('region', { name: 'Earlier' });

/** The number of the demo's unknown card. */
export const nobodysCard = '0x04A23BC21C2680';

interface CounterOptions {
  /** Verdicts by scanned text or account id; for anything else, an unknown card. */
  says?: Readonly<Record<string, Verdict>>;
  /** How long a visit can be undone. */
  undoMs?: number;
  present?: readonly PresenceEntry[];
  /** Further responses of the desk. */
  reads?: Parameters<typeof startFakeDesk>[0];
  path?: string;
  locale?: Locale;
  /** Another page in place of the check-in. */
  children?: ReactNode;
  header?: ReactNode;
}

/** The test's response to a tap. */
type Decide = (tap: TapRequest) => Verdict | Response | Promise<Verdict | Response>;

/**
 * Opens the real counter with a fake desk that answers its taps. Each has its own location, so that stored scans are not
 * shared between tests.
 */
export async function openCounter({
  says = {},
  undoMs = 0,
  present = [],
  reads = {},
  path = '/',
  locale = 'en',
  children = <CheckInScreen isDemo={false} />,
  header,
}: CounterOptions = {}) {
  localStorage.clear();
  sessionStorage.clear();
  forgetLastBurst();
  const location = { ...munichWest, id: crypto.randomUUID() };
  const verdictOf = (tap: TapRequest) => saidOf(tap, says[askedBy(tap)] ?? cardOfNobody(askedBy(tap)), undoMs);
  let decide: Decide = verdictOf;
  const taps: TapRequest[] = [];
  const ended: { kind: string; tapId: string }[] = [];
  const made = new Map<string, Verdict>();
  const desk = startFakeDesk({
    '/api/desk/taps': async (_, { method, body }) => {
      if (method === 'GET') return [];
      if (!isTapRequest(body)) return { ok: true, value: takenBack(body) };
      // a tap left over from the test before
      if (body.locationId !== location.id) return { ok: true, value: verdictOf(body) };
      if (!taps.some(({ tapId }) => tapId === body.tapId)) taps.push(body);
      const answer = await decide(body);
      if (answer instanceof Response) return answer;
      made.set(body.tapId, answer);
      return { ok: true, value: answer };
    },
    '/api/desk/taps/today': [],
    '/api/desk/at-a-glance': { glance: null },
    '/api/desk/badge': { ok: true, value: false },
    '/api/desk/presence': presence(present),
    '/api/desk/status': statusOf(),
    '/api/clock': () => ({ now: Date.now() }),
    '/ready': { status: 'ready' },
    ...reads,
  });

  function takenBack(body: unknown): Verdict {
    const { kind, tapId } = body as { kind: 'undo' | 'void'; tapId: string }; // safe because: nothing else is sent there
    ended.push({ kind, tapId });
    const verdict = made.get(tapId);
    if (!verdict || !('visit' in verdict) || !verdict.member) throw new Error(`There is no visit of tap ${tapId}.`);
    const { member, scanned, tappedAt } = verdict;
    const reasons = [reasonOf.undone];
    return { kind: 'admitted', tapId, member, scanned, tappedAt, visit: null, offers: ['checkIn'], reasons };
  }

  let signIn = (_staff: StaffView) => {};
  let goTo = (_page: { path: string; children: ReactNode }) => {};
  function OfUser() {
    const [staff, setStaff] = useState(ana);
    const [opened, open] = useState<{ path: string; children: ReactNode }>({ path, children });
    useEffect(() => {
      signIn = setStaff;
      goTo = open;
    }, []);
    return (
      <PathnameContext value={new URL(inGym(opened.path), 'http://desk.test').pathname}>
        <ReceptionProvider location={location} staff={staff} hearsScans>
          {opened.children}
        </ReceptionProvider>
      </PathnameContext>
    );
  }
  const screen = await openScreen(
    <>
      {header}
      <OfUser />
    </>,
    { path, locale, hasMain: true },
  );
  return {
    ...screen,
    desk,
    /** Taps in order of arrival, each once. */
    taps,
    /** Undo and void requests. */
    ended,
    verdictOf,
    decide: (next: Decide) => {
      decide = next;
    },
    /** Renders the page for another user. */
    signIn: (staff: StaffView) => signIn(staff),
    /** Opens another page of the desk, as a link does. */
    goTo: (path: string, page: ReactNode) => goTo({ path, children: page }),
    setPresent: (entries: readonly PresenceEntry[]) => {
      desk.answer({ '/api/desk/presence': presence(entries) });
      desk.emit('presence');
    },
  };
}

/** An entry of the presence list. */
export const presentOf = ({ accountId, displayName, initials }: MemberSummary): PresenceEntry => ({
  accountId,
  displayName,
  initials,
  membershipType: 'PREMIUM',
  photoUrl: null,
  since: new Date().toISOString(),
  source: 'desk',
  openTasks: 0,
});

/** Another member of the demo. */
export const memberNamed = (displayName: string): MemberSummary => ({
  ...lena,
  displayName,
  accountId: `account-${displayName.toLowerCase().replace(' ', '-')}`,
  initials: 'XY',
});

const presence = (entries: readonly PresenceEntry[]): PresenceView => ({ entries: [...entries] });

const askedBy = (tap: TapRequest) => (tap.kind === 'lookUp' ? tap.value : tap.accountId);

const cardOfNobody = (text: string): Verdict => ({
  ...unknown,
  scanned: { kind: 'rfid', text },
  reasons: [reasonOf.cardUnknown],
});

/** The same verdict with the id and time of this tap. */
function saidOf(tap: TapRequest, verdict: Verdict, undoMs: number): Verdict {
  const { tapId } = tap;
  const tappedAt = new Date(tap.tappedAt).toISOString();
  if (verdict.kind === 'unknown') return { ...verdict, tapId, tappedAt };
  const undoUntil = undoMs > 0 ? new Date(tap.tappedAt + undoMs).toISOString() : null;
  const visit: VisitSummary | null = verdict.visit && { ...verdict.visit, tapId, at: tappedAt, undoUntil };
  return { ...verdict, tapId, tappedAt, visit };
}
