import { randomUUID } from 'node:crypto';
import { queryDatabase } from './databases.ts';
import { expect, test } from './fixtures.ts';
import { connectOtherSoftware } from './other-software.ts';

test('a member whom the platform erases leaves the screen at once, and nothing of them stays at the desk', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const office = await connectOtherSoftware(stack, page);
  const lastName = `Kanarienvogel${randomUUID().replaceAll('-', '')}`;
  const accountId = await office.enrol({ firstName: 'Mara', lastName });
  await office.checkIn(accountId);
  const entry = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: lastName });
  await expect(entry).toHaveCount(1);
  const held = async () => {
    const found = await Promise.all((await tablesOf()).map(async (table) => ((await holds(table)) ? [table] : [])));
    return found.flat();
  };
  const tablesOf = async () => {
    const text = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
                    from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`;
    return (await queryDatabase<{ name: string }>(stack, 'desk', [{ text }])).map(({ name }) => name);
  };
  const holds = async (table: string) => {
    const text = `select 1 from ${table} t where t::text ilike $1 or t::text ilike $2 limit 1`;
    return (await queryDatabase(stack, 'desk', [{ text, values: [`%${lastName}%`, `%${accountId}%`] }])).length > 0;
  };
  expect((await held()).sort()).toEqual(expect.arrayContaining(['public.elsewhere_events', 'public.members']));

  await office.erase(accountId);
  await expect(entry).toHaveCount(0);
  await expect.poll(held).toEqual([]);
  await page
    .getByRole('searchbox', { name: 'Scan or search' })
    .pressSequentially(lastName.slice(0, 20), { delay: 150 });
  await expect(page.getByText(/nobody|no member/i).first()).toBeVisible();
});
