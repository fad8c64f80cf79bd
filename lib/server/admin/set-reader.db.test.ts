import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readAdminEnv } from '#lib/server/base/env.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { testSecret } from '#lib/testing/test-desk.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { readersInput } from '#lib/wire/readers.ts';
import { runDeskAdmin } from './main.ts';

const testDesk = setUpTestDesk();

async function set(locationId: string, ...rest: string[]) {
  const printed: string[] = [];
  const told: string[] = [];
  const exitCode = await runDeskAdmin(['set-reader', '--location', locationId, ...rest], {
    readEnv: () => readAdminEnv({ DESK_DATABASE_URL: testDesk.databaseUrl, DESK_SECRET: testSecret }),
    readGymAccess: () => ({}),
    readInput: async () => '',
    readFile: async () => '',
    writeFile: async () => {},
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
  });
  return { exitCode, answer: printed.length > 0 ? JSON.parse(printed.join('')) : undefined, told: told.join('') };
}

describe('set-reader', () => {
  const readers = async (id: string) => {
    const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, id));
    return location?.readerProfiles;
  };
  const decimal = { format: 'decimal', byteLength: 'auto', isPadded: true };
  const open = async () => (await testDesk.openLocation()).location.id;

  test('derives the format of a reader from a card with a known number, and keeps its other settings', async () => {
    const id = await open();
    await set(id, '--end-key', 'tab');
    const { exitCode, answer } = await set(id, '--known', '0x1892b6ce', '--read', '0412268238');
    expect([exitCode, answer]).toEqual([
      0,
      { id, readerProfiles: [{ ...decimal, byteOrder: 'asRead', endKey: 'tab' }] },
    ]);
    expect(await readers(id)).toEqual(answer.readerProfiles);
    await set(id, '--known', '0x51E69621', '--read', '0563537489', '--end-key', 'learn');
    expect(await readers(id)).toEqual([{ ...decimal, byteOrder: 'reversed' }]);
    const written = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, id));
    expect(written.map(({ reason }) => reason)).toContain(
      'reader hex/asRead/auto/tab → decimal/asRead/auto/padded/tab',
    );
  });

  test('keeps the prefix of wallet passes, whichever reader has it, and takes no first digits for a prefix', async () => {
    const id = await open();
    const before = [defaultReaderProfile, { ...decimal, byteOrder: 'reversed', nfcPrefix: 'NFC:' }];
    await testDesk.desk.db
      .update(locations)
      .set({ readerProfiles: readersInput.shape.profiles.parse(before) })
      .where(eq(locations.id, id));
    expect(await set(id, '--known', '0xC21C2680', '--read', '04A23BC21C2680')).toMatchObject({ exitCode: 1 });
    expect(await readers(id)).toEqual(before);
    await set(id, '--known', '0x1892b6ce', '--read', '0412268238');
    expect(await readers(id)).toEqual([{ ...decimal, byteOrder: 'asRead', nfcPrefix: 'NFC:' }]);
  });

  test('takes effect at the next scan of a running desk', async () => {
    const here = await testDesk.openLocation();
    const member = inventMember();
    here.platform.members.push(member);
    const decimal = BigInt(member.card).toString().padStart(10, '0');
    const scan = async () => {
      const { actor } = await contextOf(testDesk.desk, here.actor.staffId);
      return lookUp({ desk: testDesk.desk, actor }, { ...here.tap(), source: 'scan', value: decimal });
    };
    expect(await scan()).toMatchObject({ kind: 'unknown' });
    await set(here.location.id, '--known', member.card, '--read', decimal);
    expect(await scan()).toMatchObject({ kind: 'admitted', member: { accountId: member.account.accountId } });
  });

  test('asks for a second card where the first fits two formats', async () => {
    const id = await open();
    const first = ['--known', '0xAB1212AB', '--read', 'AB1212AB'];
    expect(await set(id, ...first)).toMatchObject({ exitCode: 1, told: expect.stringMatching(/name a second card/) });
    expect(await set(id, ...first, '--known', '0xC23BA204', '--read', '04A23BC2')).toMatchObject({ exitCode: 0 });
    expect(await readers(id)).toMatchObject([{ format: 'hex', byteOrder: 'reversed' }]);
  });

  test('adds a reader beside the others, unless a card could be read in two ways', async () => {
    const here = await testDesk.openLocation();
    const { id } = here.location;
    await set(id, '--known', '0x1892b6ce', '--read', '0412268238', '--add');
    expect(await readers(id)).toEqual([...here.location.readerProfiles, { ...decimal, byteOrder: 'asRead' }]);
    const member = inventMember();
    here.platform.members.push(member);
    for (const value of [member.card.slice(2), BigInt(member.card).toString().padStart(10, '0')]) {
      const { actor } = await contextOf(testDesk.desk, here.actor.staffId);
      const verdict = await lookUp({ desk: testDesk.desk, actor }, { ...here.tap(), source: 'scan', value });
      expect(verdict).toMatchObject({ member: { accountId: member.account.accountId } });
    }
    const ambiguous = await set(id, '--known', '0x00D507D0', '--read', '13961168', '--add');
    expect(ambiguous).toMatchObject({ exitCode: 1, told: expect.stringMatching(/could come from both readers/) });
  });

  test.each([
    ['the number of another card', ['--known', '0x04A23BC2', '--read', '0563537489'], /another card/],
    ['a number without what was read', ['--known', '0x04A23BC2'], /--read for every --known/],
    ['something that is no card number', ['--known', 'Lena', '--read', '1'], /--known must be the number of a card/],
    ['no change at all', [], /Say what is to change/],
    ['an unknown end key', ['--end-key', 'space'], /Allowed choices are enter, tab, none, learn/],
  ])('refuses %s in a sentence, and changes nothing', async (_, rest, sentence) => {
    const here = await testDesk.openLocation();
    expect(await set(here.location.id, ...rest)).toMatchObject({ exitCode: 1, told: expect.stringMatching(sentence) });
    expect(await readers(here.location.id)).toEqual(here.location.readerProfiles);
  });

  test('refuses an unknown location', async () => {
    expect(await set(crypto.randomUUID(), '--end-key', 'enter')).toMatchObject({ exitCode: 1 });
  });
});
