import type { Call } from '#platform/services/call.ts';
import { cutPage, type PagePlace, type PageWanted } from '#platform/services/page-place.ts';

/** A message to a member's app, as the gym that sent it may see it. */
export interface ListedNotification {
  notificationId: string;
  text: string;
  deeplink: string | null;
  createdAt: Date;
  /** Null while it is waiting. */
  deliveredAt: Date | null;
  /** Null if the person is not a member of this gym, or not any more. */
  firstName: string | null;
  lastName: string | null;
}

export interface NotificationPage {
  notifications: ListedNotification[];
  /** Where the next page begins; absent on the last page. */
  next?: PagePlace;
}

/** Messages that the calling gym sent, newest first. */
export async function listNotifications(
  { db, chainId, gymId }: Call,
  { after, limit }: PageWanted,
): Promise<NotificationPage> {
  const values: unknown[] = [chainId, gymId];
  if (after) values.push(after.createdAt, after.id);
  const rows = await db.find<ListedNotification>({ text: pageOf(after !== undefined, limit + 1) }, values);
  const { page, next } = cutPage(rows, limit, ({ notificationId }) => notificationId);
  return { notifications: page, next };
}

/** The limit is a literal number in the text: with a parameter, a generic plan would read all rows. */
const pageOf = (isAfter: boolean, limit: number): string => `
  SELECT message.notification_id AS "notificationId", message.text, message.deeplink,
    message.created_at AS "createdAt", message.delivered_at AS "deliveredAt",
    person.first_name AS "firstName", person.last_name AS "lastName"
  FROM push_notifications message
  LEFT JOIN memberships member
    ON member.chain_id = message.chain_id AND member.account_id = message.account_id AND member.gym_id = message.gym_id
  LEFT JOIN chain_profiles person ON person.chain_id = member.chain_id AND person.account_id = member.account_id
  WHERE message.chain_id = $1 AND message.gym_id = $2
    ${isAfter ? 'AND (message.created_at, message.notification_id) < ($3, $4)' : ''}
  ORDER BY message.created_at DESC, message.notification_id DESC LIMIT ${limit}`;
