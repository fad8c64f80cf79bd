import { afterEach, describe, expect, test, vi } from 'vitest';
import * as collisions from '#platform/db/collisions.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { collideWith, during, untilLocked, whileHeldAt } from '#platform/testing/collide.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished } from '#platform/testing/published.ts';

const platform = startTestPlatform();
afterEach(() => void vi.restoreAllMocks());

/** For a negative control: conflicts are not retried in the rest of the test. */
const retryNothing = () => vi.spyOn(collisions, 'retryOnCollision').mockImplementation((run) => run());

const erase = ({ ask }: TestGym, accountId: string) =>
  ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
const profilesOf = (accountId: string) =>
  platform.rows('SELECT FROM chain_profiles WHERE account_id = $1', [accountId]);

describe('a task that references a member during the erasure', () => {
  /**
   * A deadlock: the erasure has locked the member and waits for the task, the change has locked the task and waits
   * for the member.
   */
  async function meet() {
    const gym = await platform.newGym();
    const [author, target] = [await createMember(gym), await createMember(gym)];
    const task = { name: 'Call back', dueDate: '2026-12-01', authorId: author, targetId: target, completed: false };
    const { body } = await gym.ask('createTask', { body: task });
    const change = () => gym.ask('updateTask', { path: { taskId: body.id }, body: { ...body, ...task, name: 'Now' } });
    const [erased, changed] = await during(platform, 'LOCK TABLE webhook_deliveries IN SHARE MODE', async (commit) => {
      const erasing = erase(gym, author);
      await untilLocked(platform, 1);
      const changing = change();
      await untilLocked(platform, 2);
      await commit();
      return Promise.all([erasing, changing]);
    });
    return { author, erased: erased.status, changed: changed.status };
  }

  test('is changed before it or refused after it, and the member is gone', async () => {
    const { author, erased, changed } = await meet();
    expect([erased, [200, 404].includes(changed) || changed]).toEqual([204, true]);
    expect(await profilesOf(author)).toEqual([]);
  });

  test('fails one of the two without a retry (negative control)', async () => {
    retryNothing();
    const { erased, changed } = await meet();
    expect([erased, changed]).toContain(409);
  });
});

describe('a person whom one chain takes over while another erases them', () => {
  async function meet() {
    const [here, there] = [await platform.newGym(), await platform.newGym()];
    const person = { email: newMember().email };
    const accountId = await createMember(here, person);
    return whileHeldAt(platform, 'AFTER DELETE ON accounts FOR EACH ROW', async (goOn) => {
      const erasing = erase(here, accountId);
      await untilLocked(platform, 1);
      const creating = there.ask('publishAccount', { body: newMember(person) });
      await untilLocked(platform, 2);
      await goOn();
      const [erased, created] = await Promise.all([erasing, creating]);
      return { statuses: [erased.status, created.status], isAnother: created.body.accountId !== accountId };
    });
  }

  test('gets a new account there', async () => {
    expect(await meet()).toEqual({ statuses: [204, 201], isAnother: true });
  });

  test('is refused without a retry (negative control)', async () => {
    retryNothing();
    expect((await meet()).statuses).toEqual([204, 409]);
  });
});

describe('a person whom one chain erases after another has read that the account is theirs', () => {
  async function meet() {
    const [here, there] = [await platform.newGym(), await platform.newGym()];
    const person = newPublished();
    const { email, membership, ...name } = newMember({ email: person.eMail, firstName: 'Lena', lastName: 'Vogt' });
    const accountId = await createMember(here, { email, ...name });
    const erasure = `DELETE FROM chain_profiles WHERE account_id = '${accountId}';
      DELETE FROM accounts WHERE account_id = '${accountId}'; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`;
    const [published] = await collideWith(platform, erasure, [() => there.askV1('publishUser', { body: person })]);
    return published?.status;
  }

  test('gets a new account there', async () => {
    expect(await meet()).toBe(200);
  });

  test('is refused without a retry (negative control)', async () => {
    retryNothing();
    expect(await meet()).toBe(409);
  });
});

test('an admission and a change of the same member at the same time do not deadlock', async () => {
  const gym = await platform.newGym({ isInCorporateNetwork: true });
  const { tan } = await platform.operate((operator) =>
    issueTan(operator, { startsOn: '2026-01-01', endsOn: '2027-01-01' }),
  );
  const membership = { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } as const;
  const path = { accountId: await createMember(gym, { membership }) };
  retryNothing();
  const holding = `SELECT FROM memberships WHERE account_id = '${path.accountId}' FOR UPDATE`;
  const [admitted, changed] = await during(platform, holding, async (commit) => {
    const admitting = gym.ask('checkAdmission', { path });
    await untilLocked(platform, 1);
    const changing = gym.ask('partialUpdate', { path, body: { lastName: 'Kern' } });
    await untilLocked(platform, 2);
    await commit();
    return Promise.all([admitting, changing]);
  });
  expect([admitted.status, changed.status]).toEqual([200, 204]);
});
