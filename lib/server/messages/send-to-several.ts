import 'server-only';
import { createHmac, hkdfSync } from 'node:crypto';
import { and, count, eq, gte, inArray, isNull, min, notExists, notInArray, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { authorise, type StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { memberMessages, messageSendings } from '#lib/server/db/schema/member-messages.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import { selectEvents } from '#lib/server/stays/select-events.ts';
import { inactiveChoices } from '#lib/wire/inactive-members.ts';
import {
  type MessagesInput,
  type MessagesOutcome,
  messageUndoS,
  type UndoMessagesInput,
  type UndoMessagesOutcome,
} from '#lib/wire/messages.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { messageLedger, undoUnsent } from './ledger.ts';

/**
 * Writes one message for each of several members who stay away, which are sent when their undo time is over. A repeated request
 * has the outcome of the first.
 * @throws ActionFailure `conflict` where the key is that of another text or of other recipients, or the sending was undone
 */
export function sendMessages(context: StaffContext, input: MessagesInput): Promise<MessagesOutcome> {
  const { desk, actor, staff } = authorise(context, 'editMembers');
  const { location } = actor;
  const { sendingId, text } = input;
  const accountIds = [...new Set(input.accountIds)];
  const key = { locationId: location.id, sendingId };
  const digest = digestOf({ text, accountIds }, desk.secret);
  return desk.db.transaction(async (tx) => {
    await holdForgetting(tx, location.id);
    await lockSendings(tx, location.id);
    const now = desk.clock();
    const [first] = await tx.select().from(messageSendings).where(isSending(key));
    if (first) {
      if (first.isUndone || first.digest !== digest) throw new ActionFailure('conflict', 'The sending is another one.');
      return readOutcome(tx, { ...key, accountIds, now });
    }
    await tx.insert(messageSendings).values({ ...key, digest, isUndone: false, at: new Date(now) });
    const recipients = await selectRecipients(tx, { location, accountIds, readAt: new Date(input.readAt), now });
    const undoMs = messageUndoS * 1_000;
    const outcome = { held: recipients.length, undoMs, leftOut: accountIds.length - recipients.length };
    if (recipients.length === 0) return outcome;
    const [pressedAt, undoUntil] = [new Date(now), new Date(now + undoMs)];
    await tx.insert(memberMessages).values(
      recipients.map(({ accountId }) => ({
        ...key,
        messageId: desk.newId(),
        accountId,
        text,
        staffId: staff.id,
        state: 'held' as const,
        pressedAt,
        nextAttemptAt: undoUntil,
      })),
    );
    const about = { locationId: location.id, staffId: staff.id, reason: String(recipients.length) };
    await writeAudit(tx, desk, { ...about, action: 'sendMessages' });
    await notifyDue(tx, { kind: messageLedger(desk).name, locationId: location.id, at: undoUntil });
    return outcome;
  });
}

/**
 * Undoes what has not been sent of one sending: what is held, or waits for another attempt. What a worker has claimed is on its
 * way. A request with its key that arrives later writes nothing.
 */
export function undoMessages(context: StaffContext, { sendingId }: UndoMessagesInput): Promise<UndoMessagesOutcome> {
  const { desk, actor, staff } = authorise(context, 'editMembers');
  const key = { locationId: actor.location.id, sendingId };
  return desk.db.transaction(async (tx) => {
    await lockSendings(tx, key.locationId);
    await tx
      .insert(messageSendings)
      .values({ ...key, digest: null, isUndone: true, at: new Date(desk.clock()) })
      .onConflictDoUpdate({
        target: [messageSendings.locationId, messageSendings.sendingId],
        set: { isUndone: true },
      });
    const undone = await undoUnsent(tx, isOf(key));
    if (undone > 0) {
      const about = { locationId: key.locationId, staffId: staff.id, reason: String(undone) };
      await writeAudit(tx, desk, { ...about, action: 'undoMessages' });
    }
    const late = await tx.$count(
      memberMessages,
      and(isOf(key), inArray(memberMessages.state, ['sending', 'waiting', 'sent', 'unsure'])),
    );
    return { undone, late };
  });
}

/** Of two sendings of a location at once, or one and its undo, the second sees what the first has written. */
const lockSendings = (tx: Queryable, locationId: string) => lockExclusive(tx, `sending messages ${locationId}`);

const digestOf = ({ text, accountIds }: Pick<MessagesInput, 'text' | 'accountIds'>, secret: string) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', 'sendings of messages', 32)))
    .update(JSON.stringify([text, accountIds.toSorted()]))
    .digest('base64url');

interface Asked {
  location: Location;
  accountIds: readonly string[];
  readAt: Date;
  now: number;
}

/** Of the members who were chosen from the list, those who still stay away, whom no message is on its way to, and who have got none since it was read. */
function selectRecipients(tx: Queryable, { location, accountIds, readAt, now }: Asked) {
  const locationId = location.id;
  const today = dayOf(now, location.timeZone);
  const from = startOfDay(daysLater(today, 1 - Number(inactiveChoices[0])), location.timeZone);
  const isWanted = (accountId: PgColumn) => inArray(accountId, [...accountIds]);
  const events = selectEvents(tx, { locationId, from, to: new Date(now + 1), isWanted });
  const came = tx
    .select()
    .from(events)
    .where(and(eq(events.kind, 'checkIn'), eq(events.accountId, members.accountId)));
  const writtenTo = tx
    .select()
    .from(memberMessages)
    .where(
      and(
        eq(memberMessages.locationId, locationId),
        eq(memberMessages.accountId, members.accountId),
        or(
          inArray(memberMessages.state, [...unsentStates]),
          and(
            gte(memberMessages.pressedAt, readAt),
            notInArray(memberMessages.state, ['undone', 'refused', 'dismissed']),
          ),
        ),
      ),
    );
  return tx
    .select({ accountId: members.accountId })
    .from(members)
    .where(
      and(
        eq(members.locationId, locationId),
        inArray(members.accountId, [...accountIds]),
        isNull(members.absentAt),
        notExists(came),
        notExists(writtenTo),
      ),
    );
}

interface Sending {
  locationId: string;
  sendingId: string;
}

const isOf = ({ locationId, sendingId }: Sending) =>
  and(eq(memberMessages.locationId, locationId), eq(memberMessages.sendingId, sendingId));

const isSending = ({ locationId, sendingId }: Sending) =>
  and(eq(messageSendings.locationId, locationId), eq(messageSendings.sendingId, sendingId));

/** The outcome of the first request, as it is now. */
async function readOutcome(
  tx: Queryable,
  { accountIds, now, ...sending }: Sending & { accountIds: readonly string[]; now: number },
): Promise<MessagesOutcome> {
  const [written] = await tx
    .select({ held: count(), pressedAt: min(memberMessages.pressedAt) })
    .from(memberMessages)
    .where(isOf(sending));
  const { held, pressedAt } = written ?? { held: 0, pressedAt: null };
  const undoMs = (pressedAt?.getTime() ?? now) + messageUndoS * 1_000 - now;
  return { held, undoMs, leftOut: accountIds.length - held };
}
