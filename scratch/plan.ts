import pg from 'pg';
import { eventPages } from '#platform/services/exports/event-pages.ts';
const [chainId, gymId] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000a1'];
const client = new pg.Client({ connectionString: process.env.DB ?? 'postgres://postgres@127.0.0.1:54390/p' });
await client.connect();
await client.query(`SET ROLE front_desk_platform; SET TIME ZONE 'UTC'; SET app.chain_id = '${chainId}'`);
const range = { startDate: '', endDate: '', start: new Date('2026-10-22T00:00:00Z'), end: new Date('2026-11-22T00:00:00Z') };
const mode = process.argv[2] ?? 'force_generic_plan';
await client.query(`SET plan_cache_mode = ${mode}`);
for (const after of [undefined, [Date.parse('2026-11-15T00:00:00Z'), '00000000-0000-4000-8000-000000000000'] as [number, string]]) {
  let asked: any;
  await eventPages('SMART_STRENGTH_WORKOUTS').read({ chainId, gymId, db: { find: async (s: any, v: any) => ((asked = { s, v }), []) } } as any, { range, after, limit: 501 });
  const lit = asked.v.map((v: any) => (v instanceof Date ? `'${v.toISOString()}'` : typeof v === 'number' ? v : `'${v}'`)).join(', ');
  await client.query(`PREPARE p (uuid, uuid, timestamptz, timestamptz, bigint ${after ? ', uuid' : ''}) AS ${asked.s.text}`);
  for (let i = 0; i < 2; i++) {
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) EXECUTE p (${lit})`);
    if (i) console.log(rows.map((r) => r['QUERY PLAN']).join('\n'), '\n');
  }
  await client.query('DEALLOCATE p');
}
await client.end();
