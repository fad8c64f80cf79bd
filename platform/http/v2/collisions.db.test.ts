import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Makes the first statement of a kind fail with a deadlock error of PostgreSQL. */
async function collidingOnce<T>(statement: 'INSERT' | 'DELETE', table: string, work: () => Promise<T>): Promise<T> {
  // a rollback does not reset a sequence
  await platform.rows('CREATE SEQUENCE statements');
  await platform.rows(`CREATE FUNCTION collide_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('public.statements') = 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN NULL;
    END $$`);
  await platform.rows(`CREATE TRIGGER collision BEFORE ${statement} ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION collide_once()`);
  try {
    return await work();
  } finally {
    await platform.rows('DROP FUNCTION collide_once() CASCADE');
    await platform.rows('DROP SEQUENCE statements');
  }
}

const card = { rfid: '0x04A2B3', tagFormat: 'MIFARE' };
const pass = { passTypeId: 'pass.org.example.gym', token: '0123456789abcdef' };

test.each([
  {
    what: 'an erasure',
    statement: 'DELETE',
    table: 'chain_profiles',
    ask: ({ ask }: TestGym, accountId: string) =>
      ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } }),
  },
  {
    what: 'the end of a membership',
    statement: 'DELETE',
    table: 'memberships',
    ask: ({ ask }: TestGym, accountId: string) => ask('eraseAccountMembershipData', { path: { accountId } }),
  },
  {
    what: 'a card',
    statement: 'INSERT',
    table: 'rfids',
    ask: ({ ask }: TestGym, accountId: string) => ask('addRFIDToUser', { path: { accountId }, body: card }),
  },
  {
    what: 'a wallet pass',
    statement: 'INSERT',
    table: 'nfc_tokens',
    ask: ({ ask }: TestGym, accountId: string) => ask('assignAccountNfcToken', { path: { accountId }, body: pass }),
  },
  {
    what: 'the end of a webhook',
    statement: 'DELETE',
    table: 'webhooks',
    ask: async ({ ask }: TestGym) => {
      const { body } = await ask('createWebhook', { body: { url: 'https://desk.example.org', secret: 'shared' } });
      return ask('deleteWebhook', { path: { id: body.id } });
    },
  },
] as const)('$what that conflicts with another transaction is retried', async ({ statement, table, ask }) => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { status, counted } = await collidingOnce(statement, table, async () => {
    const { status } = await ask(gym, accountId);
    const [sequence] = await platform.rows<{ counted: number }>('SELECT last_value::int AS counted FROM statements');
    return { status, counted: sequence?.counted };
  });
  expect({ isDone: status < 300 || status, counted }).toEqual({ isDone: true, counted: 2 });
});
