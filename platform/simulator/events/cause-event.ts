import { and, asc, eq, isNull } from 'drizzle-orm';
import type { WebhookEventType } from '#contracts/v2/webhooks.ts';
import { invalidFields, notFound } from '#platform/base/errors.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { recordVisit } from '#platform/services/visits/record.ts';
import { emitEvent } from '#platform/services/webhooks/emit.ts';
import { triggerWebhook } from '#platform/services/webhooks/trigger.ts';
import { ofCallingGym } from '#platform/services/webhooks/webhook.ts';
import { callOfGym, type EventContext } from './call-of-gym.ts';

interface AskedEvent {
  type: WebhookEventType;
  gymId: string;
  /** Whom it is about. By default some member of the gym; a member who is deleted has to be named. */
  accountId?: string | undefined;
}

interface CausedEvent {
  type: WebhookEventType;
  /** Null for `TEST`, which is about a webhook. */
  accountId: string | null;
  /** How many webhooks of the gym get it, if the member shares data. */
  webhooks: number;
}

/**
 * Does in a gym what causes an event: a member comes or leaves, uses a machine, completes the onboarding, or is deleted.
 * @throws 404 for a gym or a member that does not exist, 400 if nobody is named to be deleted
 */
export async function causeEvent(context: EventContext, { type, gymId, accountId }: AskedEvent): Promise<CausedEvent> {
  const call = await callOfGym(context, gymId);
  const isActive = and(ofCallingGym(call), isNull(webhooks.disabledAt));
  const hooks = await call.db.read((sql) => sql.select({ id: webhooks.webhookId }).from(webhooks).where(isActive));
  if (type === 'TEST') {
    for (const { id } of hooks) await triggerWebhook(call, id);
    return { type, accountId: null, webhooks: hooks.length };
  }
  if (type === 'MEMBERSHIP_DELETE' && accountId === undefined) {
    throw invalidFields({ name: 'accountId', message: 'Must name the member who is deleted.' });
  }
  const about = accountId ?? (await findSomebody(call));
  await cause(call, type, about);
  return { type, accountId: about, webhooks: hooks.length };
}

/** The first member of the gym whose events are sent. */
async function findSomebody({ db, chainId, gymId }: Call): Promise<string> {
  const isMember = and(
    eq(chainProfiles.chainId, memberships.chainId),
    eq(chainProfiles.accountId, memberships.accountId),
  );
  const [member] = await db.read((sql) =>
    sql
      .select({ accountId: memberships.accountId })
      .from(memberships)
      .innerJoin(chainProfiles, isMember)
      .where(
        and(
          eq(memberships.chainId, chainId),
          eq(memberships.gymId, gymId),
          eq(memberships.isKnownToV2, true),
          eq(chainProfiles.sharesData, true),
        ),
      )
      .orderBy(asc(memberships.accountId))
      .limit(1),
  );
  if (!member) throw notFound('ACCOUNT');
  return member.accountId;
}

async function cause(call: Call, type: Exclude<WebhookEventType, 'TEST'>, accountId: string): Promise<void> {
  switch (type) {
    case 'GYM_CHECKIN':
      return recordVisit(call, accountId, 'CHECKIN', {});
    case 'GYM_CHECKOUT':
      return recordVisit(call, accountId, 'CHECKOUT', {});
    case 'MEMBERSHIP_DELETE':
      return eraseMember(call, accountId);
    case 'EQUIPMENT_CHECKIN':
    case 'GENIUS_ONBOARDING_COMPLETED': {
      const member = await requireMember(call, { by: 'accountId', accountId });
      const event = { type, accountId: member.accountId, occurredAt: call.clock() };
      return call.db.transaction((sql) => emitEvent(sql, call, event));
    }
  }
}
