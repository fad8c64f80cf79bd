import type { PushNotificationRequest } from '#contracts/v2/notifications.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberKey, requireMember } from '#platform/services/members/find.ts';

const addNotification: NamedStatement = {
  name: 'add_push_notification',
  text: `INSERT INTO push_notifications (chain_id, account_id, notification_id, gym_id, text, deeplink, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Accepts a notification to a member's app. It is delivered later; the sender gets no delivery report. */
export async function sendNotification(
  call: Call,
  to: Extract<MemberKey, { by: 'accountId' | 'membershipId' }>,
  { text, deeplink }: PushNotificationRequest,
): Promise<void> {
  const member = await requireMember(call, to);
  const { db, chainId, gymId, ids, clock } = call;
  await db.find(addNotification, [chainId, member.accountId, ids.uuid(), gymId, text, deeplink || null, clock()]);
}
