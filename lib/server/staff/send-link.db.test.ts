import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createTranslator } from 'next-intl';
import { beforeEach, expect, test } from 'vitest';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { Mail, MailAnswer } from '#lib/server/mail/mailer.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { messages as german } from '#messages/de.ts';
import { messages as english } from '#messages/en.ts';
import { disableColleague } from './change-colleague.ts';
import { createLink, inviteColleague } from './invite.ts';
import { linkMailIn } from './link-mail.ts';
import { sendLink } from './send-link.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;
let sent: Mail[];
let answer: MailAnswer;

beforeEach(async () => {
  here = await testDesk.openLocation();
  there = await testDesk.openLocation();
  sent = [];
  answer = { kind: 'sent' };
});

/** The manager of a location, at a desk with a mail server. */
async function managerOf({ actor, location }: TestLocation): Promise<Reauthenticated> {
  const context = await contextOf(testDesk.desk, actor.staffId, location.id);
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
      return answer;
    },
  };
  return { ...context, desk: { ...context.desk, mailer } };
}

const inEnglish = linkMailIn(createTranslator({ locale: 'en', messages: english, namespace: 'mail' }));
const inGerman = linkMailIn(createTranslator({ locale: 'de', messages: german, namespace: 'mail' }));

async function invite(manager: Reauthenticated) {
  const email = `${randomUUID()}@gym.example`;
  const person = { name: 'Ben Okoro', email, role: 'reception', locationIds: [manager.actor.location.id] } as const;
  const outcome = await inviteColleague(manager, { ...person, locationIds: [...person.locationIds] });
  if (outcome.kind !== 'invited') throw new Error(outcome.kind);
  const { url } = outcome.link;
  const [row] = await testDesk.desk.db.select().from(staff).where(eq(staff.email, email));
  if (!row) throw new Error('The invited person is missing.');
  return { ...outcome, email, url, token: new URL(url).searchParams.get('token') ?? '', staffId: row.id };
}

const recorded = async () => {
  const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  return rows.filter(({ action }) => action === 'mailSignInLink').map(({ staffId, reason }) => ({ staffId, reason }));
};

test('an invitation is sent to the address of the person, in the language of the manager, and recorded', async () => {
  const manager = await managerOf(here);
  const { link, email, token, url, staffId } = await invite(manager);
  expect(link.email).toBe(email);
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'sent' });
  expect(sent).toMatchObject([{ to: email, subject: `Your access to Front Desk, ${here.location.name}` }]);
  expect(sent[0]?.text.split('\n\n')).toEqual([
    'Hello Ben Okoro,',
    expect.stringContaining(manager.staff.name),
    url,
    expect.stringContaining('within a week'),
    expect.stringContaining('did not expect'),
  ]);
  expect(await recorded()).toEqual([{ staffId: here.actor.staffId, reason: staffId }]);

  await testDesk.desk.db.update(staff).set({ passwordHash: 'x' }).where(eq(staff.id, staffId));
  expect(await sendLink(manager, { token, write: inGerman })).toEqual({ kind: 'sent' });
  expect(sent[1]?.text).toContain('höchstens eine Stunde');
});

test('a link that was replaced is not sent, nor one of a disabled person', async () => {
  const manager = await managerOf(here);
  const { token, staffId } = await invite(manager);
  await createLink(manager, { staffId });
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'linkGone' });
  const other = await invite(manager);
  await disableColleague(manager, { staffId: other.staffId });
  expect(await sendLink(manager, { token: other.token, write: inEnglish })).toEqual({ kind: 'linkGone' });
  expect([sent, await recorded()]).toEqual([[], []]);
});

test('a manager of another gym cannot send it, and without a mail server nobody can', async () => {
  const manager = await managerOf(here);
  const { token } = await invite(manager);
  const stranger = await managerOf(there);
  await expect(sendLink(stranger, { token, write: inEnglish })).rejects.toMatchObject({ code: 'notAllowed' });
  const without = { ...manager, desk: { ...manager.desk, mailer: null } };
  await expect(sendLink(without, { token, write: inEnglish })).rejects.toMatchObject({ code: 'notFound' });
  expect((await invite(without)).link.email).toBeNull();
  expect(sent).toEqual([]);
});

test('a mail that is not sent is logged without the person, and the link stays valid', async () => {
  const manager = await managerOf(here);
  const { token, email } = await invite(manager);
  answer = { kind: 'refused', code: 550 };
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'refused' });
  answer = { kind: 'failed', reason: 'EAUTH 535' };
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'failed' });
  const logged = JSON.stringify(testDesk.logged);
  expect(logged).toContain('EAUTH 535');
  expect(logged).not.toContain(email);
  expect(logged).not.toContain(token);
});

test('a manager sends at most 60 within an hour', async () => {
  const manager = await managerOf(here);
  const { token } = await invite(manager);
  const sends = Array.from({ length: 60 }, () => sendLink(manager, { token, write: inEnglish }));
  expect(new Set((await Promise.all(sends)).map(({ kind }) => kind))).toEqual(new Set(['sent']));
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'tooMany' });
  expect(sent).toHaveLength(60);
  testDesk.clock.now += 3_600_001;
  expect(await sendLink(manager, { token, write: inEnglish })).toEqual({ kind: 'sent' });
});
