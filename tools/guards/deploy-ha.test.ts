import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#programs/base/run-program.ts';

const read = (file: string) => fs.readFileSync(path.join(root, 'deploy', 'ha', file), 'utf8');
const namesIn = (text: string) => new Set([...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));

/** What `deploy/ha/patroni.yml` makes a cluster of at its first start. */
const { dcs } = parse(read('patroni.yml')).bootstrap;

test('what was acknowledged is on two nodes, and nothing is acknowledged that cannot be', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 1 });
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
});

test('a primary has stepped down before another may take over', () => {
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});

test.each([
  ['haproxy.cfg', 'haproxy.env.example'],
  ['haproxy-programs.cfg', 'haproxy-programs.env.example'],
])('every name that %s reads stands in %s, and no other', (configuration, example) => {
  const wanted = new Set([...read(configuration).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  expect(namesIn(read(example))).toEqual(wanted);
});

test('HAProxy takes the primary alone for the primary, and cuts off who was it', () => {
  const [, primary = ''] = read('haproxy.cfg').split(/^listen (?=primary$)/m);
  expect(primary.split(/^listen /m)[0]).toMatch(/option httpchk OPTIONS \/primary\n\thttp-check expect status 200\n/);
  expect(read('haproxy.cfg')).toMatch(/^\tdefault-server .*on-marked-down shutdown-sessions$/m);
});
