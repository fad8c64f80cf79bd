import { sql as statement } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { generateDemoChain } from './demo-chain.ts';
import { writeDemoPast } from './demo-past.ts';
import { inWordsOf } from './demo-words.ts';
import { seedDemo } from './seed-demo.ts';
import { openDemoDatabase } from './testing/demo-database.ts';

const now = new Date('2026-11-21T09:41:07.000Z');

it('a German demo has German contracts, tasks and products, and gets a past of 90 days once', async () => {
  const database = await openDemoDatabase();
  try {
    await seedDemo(database.operator, { seed: 1, now, locale: 'de' });
    const rows = await database.rows<{ text: string }>(statement`
      SELECT DISTINCT name AS text FROM tasks UNION SELECT DISTINCT membership_sub_type FROM memberships
      WHERE membership_sub_type IS NOT NULL`);
    const products = await database.rows<{ title: string }>(
      statement`SELECT DISTINCT title FROM products ORDER BY title`,
    );
    expect(products.map(({ title }) => title)).toEqual(['Kraftgeräte', 'Premium']);
    const { members, tasks } = generateDemoChain({ seed: 1, now });
    const english = [
      ...new Set([...tasks.map(({ name }) => name), ...members.map((member) => member.membershipSubType)]),
    ];
    expect(english).toContain('Strength test');
    expect(rows.map(({ text }) => text).sort()).toEqual(english.map((text) => inWordsOf('de', text)).sort());
    expect(rows.filter(({ text }) => english.includes(text))).toEqual([]);
    expect(english.map((text) => inWordsOf('en', text))).toEqual(english);

    const [{ accountId = '' } = {}] = await database.rows<{ accountId: string }>(statement`
      DELETE FROM memberships WHERE membership_id = 'M-10442' RETURNING account_id AS "accountId"`);
    const visits = await writeDemoPast(database.operator, 1, now);
    expect(new Set(visits.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThanOrEqual(89);
    expect(visits.filter(({ at }) => at >= '2026-11-20T23:00:00.000Z')).toEqual([]);
    expect(new Set(visits.map(({ gym }) => gym))).toEqual(new Set(['München West', 'München Ost']));
    const erased = visits.filter((visit) => visit.accountId === accountId && visit.at < '2026-09-25');
    expect(erased).toEqual([]);
    const admitted = visits.flatMap(({ admission, ...visit }) => (admission ? { ...visit, ...admission } : []));
    expect(admitted.filter(({ at }) => at < '2026-09-25').length).toBeGreaterThan(50);
    const { length: ofCorporateMembers } = await database.rows(statement`
      SELECT FROM visits JOIN memberships USING (chain_id, account_id)
      WHERE kind = 'CHECKIN' AND tan IS NOT NULL AND occurred_at < '2026-11-20T23:00:00Z'`);
    expect(admitted.length).toBe(ofCorporateMembers);
    const firstOf = (visit: (typeof admitted)[number]) =>
      admitted.find(({ gym, accountId }) => gym === visit.gym && accountId === visit.accountId);
    expect(admitted.every((visit) => visit.isFirst === (visit === firstOf(visit)))).toBe(true);
    expect(await writeDemoPast(database.operator, 1, now)).toEqual(visits);
  } finally {
    await database.close();
  }
});
