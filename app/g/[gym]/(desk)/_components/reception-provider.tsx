'use client';

import { usePathname } from 'next/navigation';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type CutScan, ScanListener } from '#components/check-in/scan-listener.tsx';
import { useVerdictSound } from '#components/check-in/use-verdict-sound.ts';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { useFailures } from '#components/hooks/use-failures.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { closeIdleDialogs, isDialogInUse } from '#components/ui/open-dialogs.ts';
import { toast } from '#components/ui/toast.ts';
import { useVerdictInShort } from '#components/verdict/record-line.tsx';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useDeskDoubt, useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import { isScanAwaited } from '#lib/browser/scan/scan-targets.ts';
import type { Reception } from '#lib/browser/taps/reception.ts';
import { type ReceptionState, untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import type { ActionError } from '#lib/wire/action-result.ts';
import { gymPageAt } from '#lib/wire/gym-path.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import type { StaffView } from '#lib/wire/staff.ts';
import { factsOf, type Verdict } from '#lib/wire/verdict.ts';
import { CounterPanel } from './counter-panel.tsx';
import { ReceptionContext, type ReceptionView } from './reception-context.ts';
import { receptionOfWindow } from './reception-of-window.ts';
import { useBadgeTaps } from './use-badge-taps.ts';
import { useCheckedLinks } from './use-checked-links.ts';
import { useConfirmations } from './use-confirmations.ts';
import { useSeenOnLeaving } from './use-seen-on-leaving.ts';

const PageScans = onDemand(async () => (await import('#app/_components/page-scans.tsx')).PageScans);
const AssignCard = onDemand(async () => (await import('./assign-card.tsx')).AssignCard);

interface ReceptionProviderProps {
  location: LocationView;
  staff: StaffView;
  /** Whether this person may record visits: of others, only badges are heard. */
  hearsScans: boolean;
  /** Whether the counter stands here, whatever the address says. */
  isCounter?: boolean;
  children: ReactNode;
}

const neverChanges = () => () => {};
/** So much of a card that was not read whole tells which one it was. */
const longestPart = 40;

/** Hears scans on every page of the desk, and keeps what came of them while somebody goes from page to page. */
export function ReceptionProvider({
  location,
  staff,
  hearsScans,
  isCounter = false,
  children,
}: ReceptionProviderProps) {
  const failures = useFailures();
  const t = useTranslations('notes');
  const isAtPath = gymPageAt(usePathname())?.page === '/';
  /** The check-in broke, and something else stands in its place. */
  const [isReplaced, setReplaced] = useState(false);
  const isAtCheckIn = isCounter || (isAtPath && !isReplaced);
  const searchBox = useRef<HTMLInputElement>(null);
  const [reception, setReception] = useState<Reception | null>(null);
  // kept apart from the verdict on the screen: the next scan must not take the question away
  const [cardToAssign, setCardToAssign] = useState<CardInHand | null>(null);

  const inShort = useVerdictInShort(location.timeZone);
  const play = useVerdictSound();
  const onVerdict = useEffectEvent((verdict: Verdict) => {
    play(verdict.kind);
    // what lies over the verdict is not taken away from whoever is writing in it
    if (isDialogInUse()) toast[factsOf(verdict).letsIn ? 'success' : 'warning'](inShort(verdict));
  });
  const onError = useEffectEvent((error: ActionError, request: TapRequest | null) => {
    if (badge.take(error, request)) return;
    // another person's tap: it waits for them, and is none of this one's business
    if (error.code === 'notAllowed' && request && request.staffId !== staff.id) return;
    failures.tell(error);
  });
  const onSilence = useDeskDoubt();
  useEffect(() => {
    const opened = receptionOfWindow();
    setReception(opened);
    return opened.listen(location.id, {
      onVerdict: (verdict) => onVerdict(verdict),
      onSilence,
      onError: (error, request) => onError(error, request),
    });
  }, [location.id, onSilence]);

  const isConnected = useLiveUpdates(location.id, reception?.retryNow);
  const state: ReceptionState = useSyncExternalStore(
    reception?.subscribe ?? neverChanges,
    () => reception?.stateAt(location.id) ?? untouchedReception,
    () => untouchedReception,
  );

  const seen = useSeenOnLeaving(isAtCheckIn, shownVerdict(state.history));
  const putBeside = useCallback(() => {
    // what stood at the check-in went with it, and is to be seen again
    seen.current = null;
    setReplaced(true);
    return () => setReplaced(false);
  }, [seen]);
  const today = useToday(location.timeZone, state.clockAheadMs);
  useEffect(() => {
    reception?.beginDay(location.id, ({ tappedAt }) => dayInZone(tappedAt, location.timeZone) === today);
  }, [reception, location.id, location.timeZone, today]);
  useConfirmations(reception, location.id, state.history);
  useCheckedLinks(isConnected, () => toast.warning(t('deskUnreachable')));

  const acts = useMemo(() => {
    const place = { locationId: location.id, staffId: staff.id };
    return {
      lookUp: (value, source) => void reception?.lookUp(place, value, source),
      lookUpMember: (member) => reception?.lookUpMember(place, member),
      press: (press) => reception?.press(place, press),
      undo: (tapId) => void reception?.undo(location.id, tapId),
      lookAt: (verdict) => reception?.lookAt(location.id, verdict),
      retryNow: () => reception?.retryNow(),
      removeUnreadable: () => reception?.removeUnreadable(),
      assign: setCardToAssign,
    } satisfies Partial<ReceptionView>;
  }, [reception, location.id, staff.id]);

  const place = { locationId: location.id, staffId: staff.id };
  const tapsOfScans = useRef(new Map<number, string>());
  const scan = (text: string, scanId?: number) => {
    badge.close();
    closeIdleDialogs();
    const tapId = reception?.lookUp(place, text, 'scan');
    if (scanId !== undefined && tapId) tapsOfScans.current.set(scanId, tapId);
  };
  const cut = ({ text, voids }: CutScan) => {
    // where a dialog waits for a card, it is nobody's turn at the counter
    if (isScanAwaited()) return toast.warning(t('notReadWhole'));
    reception?.cut(
      place,
      text.slice(0, longestPart),
      voids.flatMap((scanId) => tapsOfScans.current.get(scanId) ?? []),
    );
  };
  const { endKey } = location.readerProfile;
  const badge = useBadgeTaps({ locationId: location.id, onCard: scan });

  return (
    <ReceptionContext value={{ ...state, ...acts, putBeside, location, staff, today, isConnected, searchBox }}>
      {hearsScans ? (
        // until there is one to take them, keys are kept for it
        reception && <ScanListener searchBox={searchBox} endKey={endKey} onScan={scan} onCut={cut} />
      ) : (
        <PageScans isWanted locationId={location.id} endKey={endKey} />
      )}
      {badge.dialog}
      {children}
      {hearsScans && !isAtCheckIn && <CounterPanel seen={seen} isReplaced={isAtPath} />}
      {cardToAssign && (
        <DialogBoundary of={cardToAssign.value} onClose={() => setCardToAssign(null)}>
          <AssignCard
            isWanted
            card={cardToAssign}
            locationId={location.id}
            readerProfile={location.readerProfile}
            onLookUp={(text) => acts.lookUp(text, 'typed')}
            timeZone={location.timeZone}
            onClose={() => setCardToAssign(null)}
          />
        </DialogBoundary>
      )}
    </ReceptionContext>
  );
}
