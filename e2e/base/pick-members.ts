import type { DemoCard } from '#lib/wire/demo-cards.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { queryDatabase } from './databases.ts';

export interface PickedMember {
  accountId: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  membershipId: string;
}

/**
 * Members of the demo chain that no other test uses: premium members of the first gym with complete data.
 * @param from index of the first one, so that tests that change members use different ones
 */
export async function pickMembers(stack: Stack, cards: readonly DemoCard[], from: number, count: number) {
  const text = `select p.account_id as "accountId", p.first_name || ' ' || p.last_name as name,
                       p.first_name as "firstName", p.last_name as "lastName", p.email, m.membership_id as "membershipId"
                  from chain_profiles p join memberships m using (chain_id, account_id) join gyms g using (chain_id, gym_id)
                 where g.name = 'München West' and m.membership_type = 'PREMIUM' and p.phone is not null
                   and p.gender is not null and p.city is not null and m.end_of_contract is null
                   and p.first_name || ' ' || p.last_name <> all ($1)
                 order by m.membership_id offset $2 limit $3`;
  const values = [cards.map(({ name }) => name), from, count];
  const picked = await queryDatabase<PickedMember & Record<string, string>>(stack, 'platform', [{ text, values }]);
  if (picked.length < count) throw new Error(`Only ${picked.length} of ${count} members were found.`);
  return picked;
}

export async function pickMember(stack: Stack, cards: readonly DemoCard[], from: number): Promise<PickedMember> {
  const [picked] = await pickMembers(stack, cards, from, 1);
  if (!picked) throw new Error('No member was found.');
  return picked;
}
