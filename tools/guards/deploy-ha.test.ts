import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#programs/base/run-program.ts';

const read = (file: string) => fs.readFileSync(path.join(root, 'deploy', 'ha', file), 'utf8');
const namesIn = (text: string) => new Set([...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));

/** The settings of a cluster that `deploy/ha/patroni.yml` bootstraps. */
const { dcs } = parse(read('patroni.yml')).bootstrap;

test('acknowledged data is on two nodes, and a commit that cannot be replicated is not acknowledged', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 1 });
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
});

test('a primary has stepped down before another can take over', () => {
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});

test.each([
  ['haproxy.cfg', 'haproxy.env.example'],
  ['haproxy-programs.cfg', 'haproxy-programs.env.example'],
])('the variables in %s are exactly those of %s', (configuration, example) => {
  const wanted = new Set([...read(configuration).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  expect(namesIn(read(example))).toEqual(wanted);
});

test('HAProxy routes to the current primary only, and closes connections to a former one', () => {
  const [, primary = ''] = read('haproxy.cfg').split(/^listen (?=primary$)/m);
  expect(primary.split(/^listen /m)[0]).toMatch(/option httpchk OPTIONS \/primary\n\thttp-check expect status 200\n/);
  expect(read('haproxy.cfg')).toMatch(/^\tdefault-server .*on-marked-down shutdown-sessions$/m);
});
