import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** A message as a member's app has fetched it. */
interface PhoneMessage {
  notificationId: string;
  gymName: string;
  text: string;
  deeplink: string | null;
  createdAt: Date;
}

/** The phone of a member, with the newest messages of all gyms, newest first. */
export interface Phone {
  accountId: string;
  firstName: string;
  lastName: string;
  /** The member's gym. For a former member, some gym of the chain. */
  gymId: string;
  gymName: string;
  timeZone: string;
  messages: PhoneMessage[];
}

/** Whose phones are listed: those that a gym, or any gym, sent messages to; or one. */
interface PhoneFilter {
  gymId?: string | undefined;
  accountId?: string | undefined;
}

const phonesListed = 6;
const messagesOnPhone = 4;

/** Phones with messages, the one with the newest message first, or the phone of one member, with or without any. */
export const listPhones = ({ database }: Pick<Sandbox, 'database'>, filter: PhoneFilter): Promise<Phone[]> =>
  database.transaction(async (sql) => {
    const { accountId } = filter;
    const accountIds = accountId === undefined ? await findReached(sql, filter) : [accountId.toLowerCase()];
    if (accountIds.length === 0) return [];
    const [people, messages] = [await findPeople(sql, accountIds), await findMessages(sql, accountIds)];
    return accountIds.flatMap((accountId) => {
      const person = people.find((one) => one.accountId === accountId);
      return person ? [{ ...person, messages: messages.filter((message) => message.accountId === accountId) }] : [];
    });
  });

async function findReached(sql: Sql, { gymId }: PhoneFilter): Promise<string[]> {
  const { rows } = await sql.execute<{ accountId: string }>(raw`
    SELECT account_id AS "accountId" FROM push_notifications
    WHERE delivered_at IS NOT NULL AND (${gymId ?? null}::uuid IS NULL OR gym_id = ${gymId ?? null}::uuid)
    GROUP BY account_id ORDER BY max(created_at) DESC LIMIT ${phonesListed}`);
  return rows.map(({ accountId }) => accountId);
}

async function findPeople(sql: Sql, accountIds: string[]): Promise<Omit<Phone, 'messages'>[]> {
  const { rows } = await sql.execute<Record<string, unknown> & Omit<Phone, 'messages'>>(raw`
    SELECT DISTINCT ON (person.account_id) person.account_id AS "accountId", person.first_name AS "firstName",
      person.last_name AS "lastName", gym.gym_id AS "gymId", gym.name AS "gymName", gym.time_zone AS "timeZone"
    FROM chain_profiles person
    LEFT JOIN memberships member ON member.chain_id = person.chain_id AND member.account_id = person.account_id
    JOIN gyms gym ON gym.chain_id = person.chain_id AND (member.gym_id IS NULL OR gym.gym_id = member.gym_id)
    WHERE person.account_id = ANY(${raw.param(accountIds)}::uuid[])
    ORDER BY person.account_id, member.created_at DESC NULLS LAST, gym.legacy_gym_id`);
  return rows;
}

async function findMessages(sql: Sql, accountIds: string[]): Promise<(PhoneMessage & { accountId: string })[]> {
  const { rows } = await sql.execute<Record<string, unknown> & PhoneMessage & { accountId: string }>(raw`
    SELECT message.account_id AS "accountId", message.notification_id AS "notificationId", gym.name AS "gymName",
      message.text, message.deeplink, message.created_at AS "createdAt"
    FROM unnest(${raw.param(accountIds)}::uuid[]) AS phone (account_id)
    CROSS JOIN LATERAL (
      SELECT * FROM push_notifications newest
      WHERE newest.account_id = phone.account_id AND newest.delivered_at IS NOT NULL
      ORDER BY newest.created_at DESC, newest.notification_id DESC LIMIT ${messagesOnPhone}
    ) message
    JOIN gyms gym ON gym.chain_id = message.chain_id AND gym.gym_id = message.gym_id
    ORDER BY message.created_at DESC, message.notification_id DESC`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}
