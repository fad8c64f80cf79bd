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
import { useReaders } from '#lib/browser/queries/use-readers.ts';
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
import { useForgotten } from './use-forgotten.ts';
import { useSeenOnLeaving } from './use-seen-on-leaving.ts';

const PageScans = onDemand(async () => (await import('#app/_components/page-scans.tsx')).PageScans);
const AssignCard = onDemand(async () => (await import('./assign-card.tsx')).AssignCard);

interface ReceptionProviderProps {
  location: LocationView;
  staff: StaffView;
  /** Whether this user may record visits; for others, only badges are handled. */
  hearsScans: boolean;
  /** Whether the page shows the counter, whatever its address. */
  isCounter?: boolean;
  children: ReactNode;
}

const neverChanges = () => () => {};
/** How much of a partly read card is kept to identify it. */
const longestPart = 40;

/** Handles scans on every page of the desk, and keeps their verdicts across navigation. */
export function ReceptionProvider({
  location: opened,
  staff,
  hearsScans,
  isCounter = false,
  children,
}: ReceptionProviderProps) {
  const readerProfiles = useReaders(opened.id, opened.readerProfiles);
  const location = { ...opened, readerProfiles };
  const failures = useFailures();
  const t = useTranslations('notes');
  const isAtPath = gymPageAt(usePathname())?.page === '/';
  /** Whether the check-in page failed and is replaced by an error page. */
  const [isReplaced, setReplaced] = useState(false);
  const isAtCheckIn = isCounter || (isAtPath && !isReplaced);
  const searchBox = useRef<HTMLInputElement>(null);
  const [reception, setReception] = useState<Reception | null>(null);
  // separate from the shown verdict: the next scan must not close the dialog
  const [cardToAssign, setCardToAssign] = useState<CardInHand | null>(null);

  const inShort = useVerdictInShort(location.timeZone);
  const play = useVerdictSound();
  const onVerdict = useEffectEvent((verdict: Verdict) => {
    play(verdict.kind);
    // a dialog in use stays open over the verdict: a toast says it in short
    if (isDialogInUse()) toast[factsOf(verdict).letsIn ? 'success' : 'warning'](inShort(verdict));
  });
  const onError = useEffectEvent((error: ActionError, request: TapRequest | null) => {
    if (badge.take(error, request)) return;
    // another user's tap: it waits for that user, who is informed
    if (error.code === 'notAllowed' && request !== null && request.staffId !== staff.id) return;
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

  useEffect(() => reception?.setUser(staff.id), [reception, staff.id]);

  const isConnected = useLiveUpdates(location.id, reception?.retryNow);
  const state: ReceptionState = useSyncExternalStore(
    reception?.subscribe ?? neverChanges,
    () => reception?.stateAt(location.id) ?? untouchedReception,
    () => untouchedReception,
  );

  const seen = useSeenOnLeaving(isAtCheckIn, shownVerdict(state.history));
  const putBeside = useCallback(() => {
    // the verdict on the check-in page has gone with it: it counts as unseen
    seen.current = null;
    setReplaced(true);
    return () => setReplaced(false);
  }, [seen]);
  const today = useToday(location.timeZone, () => reception?.clockAheadMs() ?? 0);
  useEffect(() => {
    reception?.beginDay(location.id, ({ tappedAt }) => dayInZone(tappedAt, location.timeZone) === today);
  }, [reception, location.id, location.timeZone, today]);
  useConfirmations(reception, location.id, state.history);
  useForgotten(reception, location.id);
  useCheckedLinks(isConnected, () => toast.warning(t('deskUnreachable')));

  const acts = useMemo(() => {
    const place = { locationId: location.id, staffId: staff.id };
    return {
      lookUp: (value, source) => void reception?.lookUp(place, value, source),
      lookUpMember: (member) => reception?.lookUpMember(place, member),
      press: (press) => reception?.press(place, press),
      newTap: () => receptionOfWindow().newTap(place),
      showAnswer: (verdict) => reception?.showAnswer(location.id, verdict),
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
    // the scan was for the dialog that waits for a card
    if (isScanAwaited()) return toast.warning(t('notReadWhole'));
    reception?.cut(
      place,
      text.slice(0, longestPart),
      voids.flatMap((scanId) => tapsOfScans.current.get(scanId) ?? []),
    );
  };
  const badge = useBadgeTaps({ locationId: location.id, onCard: scan });

  return (
    <ReceptionContext value={{ ...state, ...acts, putBeside, location, staff, today, isConnected, searchBox }}>
      {hearsScans ? (
        // until the reception is open, early keys are buffered
        reception && <ScanListener searchBox={searchBox} readers={readerProfiles} onScan={scan} onCut={cut} />
      ) : (
        <PageScans isWanted locationId={location.id} readers={readerProfiles} />
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
            readerProfiles={readerProfiles}
            onLookUp={(text) => acts.lookUp(text, 'typed')}
            timeZone={location.timeZone}
            onClose={() => setCardToAssign(null)}
          />
        </DialogBoundary>
      )}
    </ReceptionContext>
  );
}
