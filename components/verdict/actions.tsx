'use client';

import { useTranslations } from 'next-intl';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { MemberSummary, UnknownVerdict, Verdict } from '#lib/wire/verdict.ts';
import { Kbd, useKeyShortcut } from './key-shortcut.tsx';

export type VerdictAction = 'checkIn' | 'checkOut' | 'undo' | 'admitAnyway';

export interface VerdictActionsProps {
  verdict: Verdict;
  /** The action on its way; the others wait for it. */
  pendingAction: VerdictAction | null;
  onCheckIn(accountId: string): void;
  onCheckOut(accountId: string): void;
  /** Takes back the visit that this tap recorded. */
  onUndo(visitTapId: string): void;
  /** Asks for the reason to let this member in against the refusal. */
  onAskAnyway(member: MemberSummary): void;
  /** Links, where the pages exist: a button that leads nowhere is not shown. */
  profileLink?: (accountId: string) => ReactNode;
  unknownLinks?: (verdict: UnknownVerdict) => ReactNode;
  /** Milliseconds that the desk's clock is ahead of the browser's. */
  clockAheadMs?: number;
}

/** What reception can do next. `Undo` stands last, so that nothing moves when its time is over. */
export function VerdictActions({ verdict, ...props }: VerdictActionsProps): ReactElement {
  switch (verdict.kind) {
    case 'unknown':
      return <Row>{props.unknownLinks?.(verdict)}</Row>;
    case 'refused':
      return <MemberActions verdict={verdict} overridable={verdict.mayOverride ? verdict.member : null} {...props} />;
    case 'admitted':
    case 'attention':
    case 'unconfirmed':
      return <MemberActions verdict={verdict} overridable={null} {...props} />;
  }
}

interface MemberActionsProps extends Omit<VerdictActionsProps, 'verdict' | 'unknownLinks'> {
  verdict: Exclude<Verdict, UnknownVerdict>;
  /** Whom this person may let in against the refusal; null where there is nobody. */
  overridable: MemberSummary | null;
}

function MemberActions({ verdict, overridable, pendingAction, ...props }: MemberActionsProps) {
  const t = useTranslations('actions');
  const isBusy = pendingAction !== null;
  const { member, visit, offers } = verdict;
  return (
    <Row>
      {member &&
        offers.map((offer, index) => (
          <ActionButton
            key={offer}
            look={index === 0 ? 'main' : 'plain'}
            label={t(offer)}
            shortcut={offer === 'checkIn' ? 'I' : 'O'}
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
      {member && props.profileLink?.(member.accountId)}
      {visit?.undoUntil && (
        <UndoButton
          key={visit.tapId}
          until={Date.parse(visit.undoUntil) - (props.clockAheadMs ?? 0)}
          isBusy={isBusy}
          isPending={pendingAction === 'undo'}
          onPress={() => props.onUndo(visit.tapId)}
        />
      )}
    </Row>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex min-h-11 flex-wrap gap-2.5">{children}</div>;
}

interface ActionButtonProps {
  label: string;
  shortcut: string;
  look?: 'main' | 'plain';
  isBusy: boolean;
  isPending: boolean;
  onPress(): void;
  children?: ReactNode;
}

function ActionButton({ label, shortcut, look, isBusy, isPending, onPress, children }: ActionButtonProps) {
  const press = () => {
    if (!isBusy) onPress();
  };
  useKeyShortcut(shortcut, press);
  return (
    <Button look={look} aria-disabled={isBusy} aria-keyshortcuts={`Alt+${shortcut}`} onClick={press}>
      {isPending && <Spinner />}
      {label}
      {children}
      <Kbd>Alt {shortcut}</Kbd>
    </Button>
  );
}

function UndoButton({
  until,
  ...press
}: { until: number } & Pick<ActionButtonProps, 'isBusy' | 'isPending' | 'onPress'>) {
  const t = useTranslations('actions');
  const seconds = useSecondsLeft(until);
  if (seconds <= 0) return null;
  return (
    <ActionButton label={t('undo')} shortcut="U" {...press}>
      <span aria-hidden className="min-w-9 text-right tabular-nums">
        {t('undoSeconds', { seconds: String(seconds) })}
      </span>
    </ActionButton>
  );
}

/** Whole seconds until an instant (epoch ms of this browser's clock), counted down; 0 once it is over. */
function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    const update = () => setSeconds(secondsTo(until));
    update();
    const timer = setInterval(() => {
      update();
      if (secondsTo(until) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
