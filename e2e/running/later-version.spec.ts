import path from 'node:path';
import { expect, test } from '#e2e/base/fixtures.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { withClient } from '#shared/testing/with-client.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

const later = Date.UTC(2100, 0);

test('a desk whose database a later version has upgraded ends itself', async ({ stack }) => {
  const { desk } = stack.programs();
  await withDatabase(stack, 'desk', (client) =>
    client.query("insert into desk_migrations (hash, created_at) values ('later', $1)", [later]),
  );
  expect(await desk?.ended).toBe(1);
  await stack.killDesk();
  // it has stopped its database, too
  const home = path.join(stack.dataDir, 'desk');
  const database = await openCluster({ home, database: 'desk', access: 'own' });
  await withClient(database.url, (client) =>
    client.query('delete from desk_migrations where created_at = $1', [later]),
  );
  await database.stop();
  await stack.startDesk();
});
