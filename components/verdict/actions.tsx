'use client';

import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { useSettling } from '#components/hooks/use-settling.ts';
import { Kbd, useAltShortcut } from '#components/ui/alt-shortcut.tsx';
import { Button, type ButtonProps } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { firstClick } from '#components/ui/first-click.ts';
import { Spinner } from '#components/ui/spinner.tsx';
import { msToTakeBack, timeLeft } from '#lib/browser/clock/time-left.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ManagerDecision } from '#lib/wire/manager-override.ts';
import type { MemberSummary, UnknownVerdict, Verdict } from '#lib/wire/verdict.ts';

export type VerdictAction = 'checkIn' | 'checkOut' | 'undo' | 'admitAnyway';

export interface VerdictActionsProps {
  verdict: Verdict;
  /** The action in flight on this verdict; the others are disabled meanwhile. */
  pendingAction: VerdictAction | null;
  onCheckIn(accountId: string): void;
  onCheckOut(accountId: string): void;
  /** Undoes the visit that this tap recorded. */
  onUndo(visitTapId: string): void;
  /** Asks for the reason to override the refusal for this member. */
  onAskAnyway(member: MemberSummary): void;
  /** Lets a manager decide at this screen, where the user may not. */
  onCallManager(member: MemberSummary, decision: ManagerDecision): void;
  /** Links, for pages that the user may open. */
  profileLink?: (accountId: string) => ReactNode;
  unknownLinks?: (verdict: UnknownVerdict) => ReactNode;
  /** Milliseconds by which the desk's clock is ahead of the browser's. */
  clockAheadMs?: number;
}

/**
 * The next actions of reception. While the visit can be undone, Undo comes first: a press right after a scan corrects a
 * mistake.
 */
export function VerdictActions({ verdict, ...props }: VerdictActionsProps): ReactElement {
  switch (verdict.kind) {
    case 'unknown':
      return <Row>{props.unknownLinks?.(verdict)}</Row>;
    case 'refused':
      return (
        <MemberActions
          verdict={verdict}
          overridable={verdict.mayOverride ? verdict.member : null}
          forManager={verdict.mayOverride || verdict.visit?.tapId === verdict.tapId ? null : 'admitAnyway'}
          {...props}
        />
      );
    case 'attention': {
      const isStopped = verdict.visit === null && verdict.reasons.some(({ code }) => code === 'stopNote');
      return (
        <MemberActions verdict={verdict} overridable={null} forManager={isStopped ? 'checkIn' : null} {...props} />
      );
    }
    case 'admitted':
    case 'unconfirmed':
      return <MemberActions verdict={verdict} overridable={null} forManager={null} {...props} />;
  }
}

interface MemberActionsProps extends Omit<VerdictActionsProps, 'verdict' | 'unknownLinks'> {
  verdict: Exclude<Verdict, UnknownVerdict>;
  /** The member whose refusal the user may override; null where there is none. */
  overridable: MemberSummary | null;
  /** What a manager may be called to decide; null where there is nothing, or the user may decide it. */
  forManager: ManagerDecision | null;
}

function MemberActions({ verdict, overridable, forManager, pendingAction, ...props }: MemberActionsProps) {
  const t = useTranslations('actions');
  const isBusy = pendingAction !== null;
  const { member, visit, offers } = verdict;
  const undoUntil = visit?.undoUntil ? Date.parse(visit.undoUntil) - (props.clockAheadMs ?? 0) : 0;
  const undo = useUndoTime(undoUntil);
  return (
    <Row>
      {visit && undo.isShown && (
        <ActionButton
          key={visit.tapId}
          look="main"
          label={t('undo')}
          shortcut="R"
          isBusy={isBusy || undo.seconds === 0}
          isPending={pendingAction === 'undo'}
          onPress={() => props.onUndo(visit.tapId)}
        >
          <span aria-hidden className="min-w-9 text-right tabular-nums">
            {t('undoSeconds', { seconds: String(undo.seconds) })}
          </span>
        </ActionButton>
      )}
      {member &&
        offers.map((offer, index) => (
          <ActionButton
            key={`${member.accountId} ${offer}`}
            look={undo.isShown ? 'quiet' : index === 0 ? 'main' : 'plain'}
            label={t(offer)}
            shortcut={offer === 'checkIn' ? 'C' : 'O'}
            isBusy={isBusy}
            isPending={pendingAction === offer}
            onPress={() => (offer === 'checkIn' ? props.onCheckIn : props.onCheckOut)(member.accountId)}
          />
        ))}
      {overridable && (
        <Button look="danger" aria-disabled={isBusy} onClick={() => !isBusy && props.onAskAnyway(overridable)}>
          {pendingAction === 'admitAnyway' && <Spinner />}
          {t('admitAnyway')}…
        </Button>
      )}
      {forManager && member && (
        <Button
          look={forManager === 'admitAnyway' ? 'plain' : 'quiet'}
          className={forManager === 'checkIn' ? 'text-ink' : undefined}
          aria-disabled={isBusy}
          onClick={() => !isBusy && props.onCallManager(member, forManager)}
        >
          {t('callManager')}…
        </Button>
      )}
      {member && props.profileLink?.(member.accountId)}
    </Row>
  );
}

function Row({ children }: { children: ReactNode }) {
  const row = useSettling<HTMLDivElement>('a, button');
  return (
    <div ref={row} className="mt-5 flex min-h-11 flex-wrap gap-2.5">
      {children}
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  shortcut: string;
  look?: ButtonProps['look'];
  isBusy: boolean;
  isPending: boolean;
  onPress(): void;
  children?: ReactNode;
}

function ActionButton({ label, shortcut, look, isBusy, isPending, onPress, children }: ActionButtonProps) {
  const press = () => {
    if (!isBusy) onPress();
  };
  const button = useAltShortcut<HTMLButtonElement>(shortcut, press);
  return (
    <Button
      ref={button}
      look={look}
      // on a coloured background, the ink of a quiet button has too little contrast
      className={cn('takes-no-early-press', look === 'quiet' && 'text-ink')}
      aria-disabled={isBusy}
      aria-keyshortcuts={`Alt+${shortcut}`}
      onClick={firstClick(press)}
    >
      {isPending && <Spinner />}
      {label}
      {children}
      <Kbd letter={shortcut} />
    </Button>
  );
}

/** Keeps the space of `Undo` a little longer, so that a finger on its way does not press another button. */
const graceMs = 1_500;

/**
 * The time in which a visit can still be undone.
 * @param until epoch ms by this browser's clock; 0 where it cannot be undone
 * @returns `isShown` stays true a moment longer than there are seconds left
 */
function useUndoTime(until: number): { seconds: number; isShown: boolean } {
  const [leftMs, setLeftMs] = useState(() => msToTakeBack(until));
  useEffect(() => {
    const read = timeLeft(msToTakeBack(until));
    const update = () => setLeftMs(read());
    update();
    if (read() <= 0) return;
    const timer = setInterval(() => {
      update();
      if (read() <= -graceMs) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const [seenUntil, setSeenUntil] = useState(0);
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  if (seconds > 0 && seenUntil !== until) setSeenUntil(until);
  return { seconds, isShown: seconds > 0 || (seenUntil === until && until > 0 && leftMs > -graceMs) };
}
