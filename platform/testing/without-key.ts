import type { TestPlatform } from './platform.ts';

/** Runs a race without the key that decides it. Afterwards the table is empty and has its key again. */
export async function withoutKey<T>(
  platform: Pick<TestPlatform, 'rows'>,
  table: string,
  key: { drop: string; add: string },
  race: () => Promise<T>,
): Promise<T> {
  await platform.rows(key.drop);
  try {
    return await race();
  } finally {
    await platform.rows(`TRUNCATE ${table} CASCADE`);
    await platform.rows(key.add);
  }
}
