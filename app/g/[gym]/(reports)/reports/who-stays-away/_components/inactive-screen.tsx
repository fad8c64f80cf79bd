'use client';

import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { sendMessages, undoMessages } from '#app/g/[gym]/(reports)/reports/who-stays-away/actions.ts';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { InactiveList } from '#components/reports/inactive-list.tsx';
import { MessageDialog } from '#components/reports/message-dialog.tsx';
import { MessageUndo } from '#components/reports/message-undo.tsx';
import { NotLinkedNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { randomUuid, type TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { InactiveMember, InactiveMembers } from '#lib/wire/inactive-members.ts';

interface InactiveScreenProps {
  /** With as many members as the page lists. */
  report: InactiveMembers;
  /** The number of all. */
  total: number;
  place: TapPlace;
  timeZone: string;
  /** What the user's role allows. */
  may: { open: boolean; write: boolean; createTasks: boolean };
  /** Whether the user's own account is linked: only then can they create tasks. */
  isLinked: boolean;
}

/** Messages that can be undone. */
interface Held {
  sendingId: string;
  count: number;
  undoMs: number;
}

/** Time for the first messages to be sent, before their progress is read. */
const sentAfterMs = 3_000;

/** Members who stay away, with a message to several of them and a task for each. */
export function InactiveScreen({ report, total, place, timeZone, may, isLinked }: InactiveScreenProps) {
  const t = useTranslations('whoStaysAway');
  const router = useRouter();
  const { locationId } = place;
  const tasks = useTaskChanges(place);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isWriting, setIsWriting] = useState(false);
  const [held, setHeld] = useState<Held | null>(null);
  // idempotency keys: the same for each attempt
  const sendingId = useRef<string | null>(null);
  const [asked, setAsked] = useState<ReadonlyMap<string, string>>(new Map());

  const { members: shown, today } = report;
  const recipients = shown.filter(({ accountId }) => chosen.has(accountId));
  const close = () => {
    sendingId.current = null;
    setIsWriting(false);
  };
  const send = useAction(sendMessages, {
    onDone: ({ held: count, undoMs }, input) => {
      close();
      setChosen(new Set());
      if (count > 0) setHeld({ sendingId: input.sendingId, count, undoMs });
      else toast.info(t('message.nobody'));
      router.refresh();
    },
  });
  const undo = useAction(undoMessages, {
    onDone: ({ undone, late }) => {
      setHeld(null);
      if (late === 0) toast.success(t('message.undone', { count: undone }));
      else toast.warning(t('message.late', { undone, late }));
      router.refresh();
    },
  });
  const choose = (accountIds: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const accountId of accountIds) {
        if (isChosen) next.add(accountId);
        else next.delete(accountId);
      }
      return next;
    });
  const ask = ({ accountId, daysAway }: InactiveMember) => {
    const changeId = asked.get(accountId) ?? randomUuid();
    setAsked((before) => new Map(before).set(accountId, changeId));
    const what = { name: t('taskName', { count: daysAway }), type: 'GENERAL' } as const;
    tasks.createOnce(changeId, accountId, { what, dueDate: today });
  };

  return (
    <>
      {may.createTasks && !isLinked && <NotLinkedNote />}
      <WaitingChanges count={tasks.waitingCount} cause={tasks.cause} onRetry={tasks.retryNow} />
      {may.write && (
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <Button look="main" disabled={recipients.length === 0} onClick={() => setIsWriting(true)}>
            <Send aria-hidden className="size-5" />
            {t('message.open', { count: recipients.length })}
          </Button>
          {recipients.length === 0 && <p className="text-ink-soft">{t('message.chooseFirst')}</p>}
        </div>
      )}
      <InactiveList
        members={shown}
        timeZone={timeZone}
        mayOpen={may.open}
        chosen={may.write ? chosen : null}
        onChoose={choose}
        asked={new Set(asked.keys())}
        onAsk={may.createTasks && isLinked ? ask : null}
      />
      {shown.length < total && <p className="text-ink-soft">{t('first', { count: shown.length, total })}</p>}
      {held && (
        <MessageUndo
          key={held.sendingId}
          count={held.count}
          ms={held.undoMs}
          isPending={undo.isPending}
          failure={undo.failure}
          onUndo={() => void undo.run({ locationId, sendingId: held.sendingId })}
          onOver={() => {
            setHeld(null);
            setTimeout(() => router.refresh(), sentAfterMs);
          }}
        />
      )}
      {isWriting && (
        <DialogBoundary of="message" onClose={close}>
          <MessageDialog
            recipients={recipients}
            sending={send}
            onSend={(text) => {
              sendingId.current ??= randomUuid();
              const accountIds = recipients.map(({ accountId }) => accountId);
              void send.run({ locationId, sendingId: sendingId.current, accountIds, text });
            }}
            onClose={close}
          />
        </DialogBoundary>
      )}
    </>
  );
}
