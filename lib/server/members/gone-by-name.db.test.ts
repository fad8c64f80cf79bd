import { beforeEach, describe, expect, test } from 'vitest';
import { members } from '#lib/server/db/schema/directory.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { directoryOf, hide, idOf, minuteMs } from '#lib/testing/directory-of.ts';
import { type FakeMember, refuse } from '#lib/testing/fake-platform.ts';
import { allOfMember } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { askingForAbsent } from './ask-absent.ts';
import { decideAbsent } from './decide-absent.ts';
import { readProfile } from './read-profile.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const { readAll, mirrored, absent, question, keptOf, enrolKnown } = directoryOf(testDesk, () => here);

describe('a member whom the platform does not know when looked up by id', () => {
  const ask = () => workNow(testDesk.desk, askingForAbsent);
  const open = (member: FakeMember | undefined) =>
    readProfile({ desk: testDesk.desk, actor: here.actor }, { accountId: idOf(member) });
  const erase = (...erased: (FakeMember | undefined)[]) => {
    for (const member of erased) if (member) here.platform.members.splice(here.platform.members.indexOf(member), 1);
  };
  /** Forty members, of whom thirty go missing from the lists, so that a manager has to decide. */
  async function openQuestion(...written: number[]): Promise<FakeMember[]> {
    const enrolled = await enrolKnown(40, ...written);
    for (const member of enrolled.slice(0, 30)) hide(member);
    await readAll();
    expect(await question()).toMatchObject({ count: 30 });
    return enrolled;
  }

  test('is forgotten at once, however many others wait for a manager’s decision', async () => {
    const enrolled = await openQuestion(0, 1, 39);
    const [erased, hidden, listed] = [enrolled[0], enrolled[1], enrolled[39]];
    erase(erased, listed);
    expect(await open(erased)).toEqual({ kind: 'gone' });
    expect(await open(listed)).toEqual({ kind: 'gone' });
    await ask();
    expect(await keptOf(erased)).toEqual([]);
    expect(await keptOf(listed)).toEqual([]);
    expect(await keptOf(hidden)).toEqual(allOfMember);
    expect(await mirrored()).toHaveLength(38);
    expect(await question()).toMatchObject({ count: 29, of: 38 });
  });

  test('is forgotten after a late event, too', async () => {
    const enrolled = await openQuestion(0);
    const [erased] = enrolled;
    erase(erased);
    const told = { type: 'MEMBERSHIP_DELETE', at: new Date(0), receivedAt: new Date(testDesk.clock.now) } as const;
    const event = { locationId: here.location.id, accountId: idOf(erased), ...told };
    await testDesk.desk.db.transaction((tx) => handleEvent(tx, testDesk.desk, event));
    expect(await keptOf(erased)).toEqual(allOfMember);
    await ask();
    expect(await keptOf(erased)).toEqual([]);
    expect(await mirrored()).toHaveLength(39);
  });

  test('stays absent where the manager keeps the others, until the platform has been asked', async () => {
    const enrolled = await openQuestion(0);
    erase(enrolled[0]);
    await open(enrolled[0]);
    await decideAbsent(
      { desk: testDesk.desk, actor: here.actor },
      { decision: 'keep', since: (await question())?.since ?? '' },
    );
    expect(await absent()).toEqual([idOf(enrolled[0])]);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual([]);
    expect(await mirrored()).toHaveLength(39);
  });

  test('is kept under the key of another chain, which knows none of them, before and after a full pass with it', async () => {
    const enrolled = await enrolKnown(40, 0, 1);
    erase(...enrolled);
    here.platform.members.push(...Array.from({ length: 2_000 }, () => inventMember({ updatedAt: testDesk.clock.now })));
    await open(enrolled[0]);
    await ask();
    await readAll();
    await ask();
    // fewer than 5 % of all members known now
    expect(await question()).toMatchObject({ count: 40 });
    await open(enrolled[1]);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual(allOfMember);
    expect(await keptOf(enrolled[1])).toEqual(allOfMember);
    expect(await mirrored()).toHaveLength(2_040);
  });

  test('control: is forgotten under that key, where any member counts as a witness', async () => {
    const enrolled = await enrolKnown(40, 0);
    erase(...enrolled);
    here.platform.members.push(...Array.from({ length: 2_000 }, () => inventMember({ updatedAt: testDesk.clock.now })));
    await readAll();
    await testDesk.desk.db.update(members).set({ knownSince: new Date(0) });
    await open(enrolled[0]);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual([]);
  });

  test.each([1, 2])('is kept while the platform returns no member at all, in a gym of %i', async (count) => {
    const enrolled = await enrolKnown(count, 0);
    here.platform.fault = () => refuse('notFound', { entity: 'ACCOUNT' });
    for (const member of enrolled) await open(member);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual(allOfMember);
    here.platform.fault = () => null;
    await ask();
    expect(await absent()).toEqual([]);
  });

  test('is forgotten although requests for the first witnesses fail: the one returned last is looked up first', async () => {
    const enrolled = await enrolKnown(10, 3);
    const [erased, told] = enrolled.slice(3);
    const stuck = enrolled.slice(0, 3).map(idOf);
    erase(erased);
    await open(erased);
    here.platform.fault = ({ path }) =>
      stuck.some((accountId) => path.endsWith(accountId)) ? refuse('internalServerError') : null;
    await ask();
    expect(await keptOf(erased)).toEqual(allOfMember);
    if (told) told.updatedAt = testDesk.clock.now;
    await readAll(minuteMs);
    await ask();
    expect(await keptOf(erased)).toEqual([]);
    expect(await mirrored()).toHaveLength(9);
  });

  test.each([
    ['the only member', 1, false],
    ['both of two members, although a manager has decided', 2, true],
  ])('%s of a gym: kept while the platform lists no member, forgotten once it lists one', async (_, count, asks) => {
    const enrolled = await enrolKnown(count, 0);
    erase(...enrolled);
    await readAll();
    const since = (await question())?.since ?? '';
    if (asks) await decideAbsent({ desk: testDesk.desk, actor: here.actor }, { decision: 'ask', since });
    for (const member of enrolled) await open(member);
    await ask();
    expect(await keptOf(enrolled[0])).toEqual(allOfMember);
    here.platform.members.push(inventMember({ updatedAt: testDesk.clock.now }));
    await ask();
    expect(await keptOf(enrolled[0])).toEqual([]);
    expect(await mirrored()).toEqual([]);
  });

  test('without a member known for as long, a manager has to decide', async () => {
    const [first, second] = await enrolKnown(2, 0);
    erase(first, second);
    here.platform.members.push(inventMember({ updatedAt: testDesk.clock.now }));
    await readAll();
    await ask();
    expect(await question()).toMatchObject({ count: 2, of: 3 });
    expect(await keptOf(first)).toEqual(allOfMember);
    await decideAbsent(
      { desk: testDesk.desk, actor: here.actor },
      { decision: 'ask', since: (await question())?.since ?? '' },
    );
    await ask();
    expect(await keptOf(first)).toEqual([]);
    expect(await mirrored()).toHaveLength(1);
    expect(await question()).toBeNull();
  });
});
