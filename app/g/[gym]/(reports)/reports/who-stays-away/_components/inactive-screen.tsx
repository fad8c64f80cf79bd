'use client';

import { Send } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useTaskChanges } from '#app/_components/use-task-changes.ts';
import { DialogBoundary } from '#components/dialogs/dialog-boundary.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { InactiveList } from '#components/reports/inactive-list.tsx';
import { MessageDialog } from '#components/reports/message-dialog.tsx';
import { MessageTrouble } from '#components/reports/message-trouble.tsx';
import { MessageUndo } from '#components/reports/message-undo.tsx';
import { NotLinkedNote, WaitingChanges } from '#components/tasks/notes.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { sendMessages } from '#lib/browser/messages/send-messages.ts';
import { sendUndoMessages } from '#lib/browser/messages/send-undo-messages.ts';
import { randomUuid, type TapPlace } from '#lib/browser/taps/new-tap.ts';
import type { InactiveMember, InactiveMembers } from '#lib/wire/inactive-members.ts';
import {
  type MessagesInput,
  type MessagesUnderWay,
  messageUndoS,
  type UndoMessagesOutcome,
} from '#lib/wire/messages.ts';
import { useHeld } from './use-held.ts';

interface InactiveScreenProps {
  /** With as many members as the page lists. */
  report: InactiveMembers;
  /** The number of all. */
  total: number;
  underWay: MessagesUnderWay;
  place: TapPlace;
  timeZone: string;
  /** What the user's role allows. */
  may: { open: boolean; write: boolean; createTasks: boolean };
  /** Whether the user's own account is linked: only then can they create tasks. */
  isLinked: boolean;
}

/** Time for the first messages to be sent, before their progress is read. */
const sentAfterMs = 3_000;

interface Choice {
  chosen: ReadonlySet<string>;
  /** When the list was read from which the first of them was chosen: the page renews it meanwhile. */
  listReadAt: string;
}

const noChoice: Choice = { chosen: new Set(), listReadAt: '' };

/** Members who stay away, with a message to several of them and a task for each. */
export function InactiveScreen({ report, total, underWay, place, timeZone, may, isLinked }: InactiveScreenProps) {
  const t = useTranslations('whoStaysAway');
  const router = useRouter();
  const { locationId } = place;
  const tasks = useTaskChanges(place);
  const [{ chosen, listReadAt }, setChoice] = useState(noChoice);
  const [isWriting, setIsWriting] = useState(false);
  /** What was written before the dialog was closed. */
  const [draft, setDraft] = useState('');
  useUnsaved(draft.trim() !== '');
  const { held, hold, drop } = useHeld(underWay.held);
  // of one sending, each attempt has the same key, also after the dialog was closed: it may have arrived although nothing was answered
  const attempted = useRef<MessagesInput | null>(null);
  const isInDoubt = useRef(false);
  const givingUp = useRef(new AbortController());

  const { members: shown, readAt } = report;
  const recipients = shown.filter(({ accountId }) => chosen.has(accountId));
  const close = (text: string) => {
    setDraft(text);
    if (attempted.current && isInDoubt.current) {
      const { sendingId, accountIds } = attempted.current;
      hold({ sendingId, count: accountIds.length, undoMs: messageUndoS * 1_000 });
      isInDoubt.current = false;
      router.refresh();
    }
    setIsWriting(false);
  };
  const open = () => {
    // who came, or got a message, since the page was loaded
    router.refresh();
    setIsWriting(true);
  };
  const send = useAction((messages: MessagesInput) => sendMessages(messages, givingUp.current.signal), {
    onDone: ({ held: count, undoMs, leftOut }, { sendingId }) => {
      // undone before this answer came
      if (attempted.current?.sendingId !== sendingId) return;
      attempted.current = null;
      isInDoubt.current = false;
      close('');
      setChoice(noChoice);
      if (count > 0 && undoMs > 0) hold({ sendingId, count, undoMs });
      else if (count > 0) toast.info(t('message.already'));
      if (leftOut > 0) toast.warning(t(count > 0 ? 'message.leftOut' : 'message.nobody', { count: leftOut }));
      router.refresh();
    },
  });
  const end = (sendingId: string, { undone, late }: UndoMessagesOutcome) => {
    drop(sendingId);
    if (attempted.current?.sendingId === sendingId) {
      attempted.current = null;
      givingUp.current.abort();
      send.forgetFailure();
    }
    if (late === 0) toast.success(t('message.undone', { count: undone }));
    else toast.warning(t('message.late', { undone, late }));
    router.refresh();
  };
  const undoBefore = useAction(sendUndoMessages);
  const write = async (text: string) => {
    const accountIds = recipients.map(({ accountId }) => accountId);
    const before = attempted.current;
    const isRepeated = before?.text === text && String(before.accountIds) === String(accountIds);
    if (before && !isRepeated) {
      // another text: the one before may have arrived
      const undone = await undoBefore.run({ locationId, sendingId: before.sendingId });
      if (!undone?.ok) return;
      drop(before.sendingId);
      const { value } = undone;
      if (value.late > 0) toast.warning(t('message.late', { undone: value.undone, late: value.late }));
      attempted.current = null;
    }
    const mayHaveArrived = attempted.current !== null;
    attempted.current ??= { locationId, sendingId: randomUuid(), accountIds, readAt: listReadAt, text };
    const { sendingId } = attempted.current;
    isInDoubt.current = true;
    givingUp.current = new AbortController();
    const sent = await send.run(attempted.current);
    if (sent?.ok === false && attempted.current?.sendingId !== sendingId) {
      // of what is undone, nobody needs to know why it failed
      send.forgetFailure();
      return;
    }
    if (sent?.ok !== false || sent.error.retryable) return;
    // a refused repeat says nothing about the first request, unless that was undone
    if (!mayHaveArrived || sent.error.code === 'conflict') {
      attempted.current = null;
      isInDoubt.current = false;
      drop(sendingId);
    }
  };
  const choose = (accountIds: readonly string[], isChosen: boolean) =>
    setChoice((before) => {
      const next = new Set(before.chosen);
      for (const accountId of accountIds) {
        if (isChosen) next.add(accountId);
        else next.delete(accountId);
      }
      return { chosen: next, listReadAt: before.chosen.size === 0 ? readAt : before.listReadAt };
    });
  const ask = ({ accountId, taskId, daysAway }: InactiveMember) => {
    const what = { name: t('taskName', { count: daysAway }), type: 'GENERAL' } as const;
    // the page may be of a day before
    const dueDate = [report.today, dayInZone(Date.now(), timeZone)].toSorted().at(-1) ?? report.today;
    tasks.createOnce(taskId, accountId, { what, dueDate });
  };
  const taskOf = ({ taskId }: InactiveMember) => {
    if (tasks.accepted.has(taskId)) return 'created';
    return tasks.unseen.some(({ changeId }) => changeId === taskId) ? 'creating' : null;
  };

  return (
    <>
      {/* no reload after an update while members are ticked */}
      {recipients.length > 0 && <span hidden data-in-use />}
      {may.createTasks && !isLinked && <NotLinkedNote />}
      <WaitingChanges count={tasks.waitingCount} cause={tasks.cause} onRetry={tasks.retryNow} />
      <MessageTrouble waiting={underWay.waiting} unsure={underWay.unsure} />
      {may.write && shown.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 print:hidden">
          <Button look="main" disabled={recipients.length === 0} onClick={open}>
            <Send aria-hidden className="size-5" />
            {t('message.open', { count: recipients.length })}
          </Button>
          {recipients.length === 0 && <p className="text-ink-soft">{t('message.chooseFirst')}</p>}
        </div>
      )}
      {shown.length > 0 && (
        <InactiveList
          members={shown}
          timeZone={timeZone}
          mayOpen={may.open}
          chosen={may.write ? chosen : null}
          onChoose={choose}
          taskOf={taskOf}
          onAsk={may.createTasks && isLinked ? ask : null}
        />
      )}
      {shown.length < total && <p className="text-ink-soft">{t('first', { count: shown.length, total })}</p>}
      {held.map(({ sendingId, count, undoMs }) => (
        <MessageUndo
          key={sendingId}
          count={count}
          ms={undoMs}
          onUndo={() => sendUndoMessages({ locationId, sendingId })}
          onUndone={(outcome) => end(sendingId, outcome)}
          onOver={() => {
            drop(sendingId);
            setTimeout(() => router.refresh(), sentAfterMs);
          }}
        />
      ))}
      {isWriting && (
        <DialogBoundary of="message" onClose={() => close('')}>
          <MessageDialog
            recipients={recipients}
            draft={draft}
            sending={{
              isPending: send.isPending || undoBefore.isPending,
              failure: undoBefore.failure ?? send.failure,
              forgetFailure: () => {
                undoBefore.forgetFailure();
                send.forgetFailure();
              },
            }}
            onSend={(text) => void write(text)}
            onClose={close}
          />
        </DialogBoundary>
      )}
    </>
  );
}
