import fs from 'node:fs';
import path from 'node:path';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

test('the demo has a key for the data export of each gym, which opens nothing else, and the desk stores it', async ({
  stack,
}) => {
  const { exportKeys } = JSON.parse(fs.readFileSync(path.join(stack.dataDir, 'demo.json'), 'utf8'));
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const ask = (gymId: string, path: string) =>
    fetch(`${stack.platformUrl}${path}`, { headers: { 'x-api-key': exportKeys[gymId] } });
  const demo = gyms.filter(({ gymId }) => exportKeys[gymId] !== undefined);
  expect(demo.map(({ name }) => name)).toContain('München West');
  for (const { gymId, name } of demo) {
    const answer = await ask(gymId, '/api/v1/data/opted-out-users');
    expect([answer.status, (await answer.json()).gym]).toEqual([200, { name }]);
    expect((await ask(gymId, '/api/v2/products')).status).toBe(403);
  }
  const held = await queryDatabase<{ name: string }>(stack, 'desk', [
    {
      text: 'SELECT name FROM locations WHERE export_url = $1 AND sealed_export_key IS NOT NULL',
      values: [stack.platformUrl],
    },
  ]);
  expect(held.map(({ name }) => name)).toEqual(expect.arrayContaining(demo.map(({ name }) => name)));
});
