import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { connectionStates } from '#lib/server/db/schema/platform-status.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import { createPlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import { root } from '#programs/base/run-program.ts';

const folder = import.meta.dirname;
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
}
interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = (parse(read('prometheus/front-desk.rules.yml')) as Rules).groups.flatMap(({ rules }) => rules);
const board: Board = JSON.parse(read('grafana/front-desk.json'));

/** Every name a sample of ours may have; `up` is Prometheus' own. */
async function samplesOf(registry: Registry): Promise<string[]> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.flatMap(({ name, type }) =>
    // prom-client returns the type as a string, although its own types declare a number
    String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  );
}

const metricsOf = (expr: string) =>
  expr.replaceAll(/\{[^}]*\}/g, '').match(/\b(?:(?:desk|platform|nodejs|process)_[a-z0-9_]+|up)\b/g) ?? [];

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe('what watches the programs', () => {
  test.each(expressions)('%s names metrics that exist', async (_name, expr) => {
    const desk = createDeskMetrics().registry;
    collectDefaultMetrics({ register: desk });
    const known = new Set([...(await samplesOf(desk)), ...(await samplesOf(createPlatformMetrics().registry)), 'up']);
    const named = metricsOf(expr);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  test('the metrics that the documentation names exist', async () => {
    const document = fs.readFileSync(path.join(root, 'docs', 'operate.md'), 'utf8');
    const [, section = ''] = document.split('\n## Metrics, alerts and a board\n');
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => metricsOf(row.split(' | ')[0] ?? ''));
    const names = [createDeskMetrics(), createPlatformMetrics()].map(({ registry }) => registry.getMetricsAsJSON());
    const ours = (await Promise.all(names)).flat().map(({ name }) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !name.startsWith('nodejs_') && !ours.includes(name))).toEqual([]);
  });

  test('every metric of ours is on the board', async () => {
    const shown = expressions.slice(rules.length).flatMap(([, expr]) => metricsOf(expr));
    const names = [createDeskMetrics(), createPlatformMetrics()].map(({ registry }) => samplesOf(registry));
    const ours = (await Promise.all(names)).flat().filter((name) => !/_(sum|count)$/.test(name));
    expect(ours.filter((name) => !shown.includes(name))).toEqual([]);
  });

  test('every alert says what is wrong, and whether somebody has to be woken', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
    }
  });

  test.each(['desk_requests_total', 'desk_list_reads_total', 'platform_requests_total'])(
    'an alert compares the failures of %s with all of it alone',
    (name) => {
      const [failed, all] = [`sum(rate(${name}{status=~"5.."}[5m]))`, `sum(rate(${name}[5m]))`];
      expect(rules.map(({ expr }) => expr)).toContainEqual(expect.stringContaining(`${failed} > 0.01 * ${all}`));
    },
  );

  test('the states of a connection that alerts name are those that the desk knows', () => {
    const named = rules.flatMap(({ expr }) => expr.match(/connection=~?"([^"]+)"/)?.[1]?.split('|') ?? []);
    expect(named.toSorted()).toEqual(connectionStates.filter((state) => state !== 'reachable').toSorted());
  });

  test('promtool takes the rules, where it is on this machine', (context) => {
    if (spawnSync('promtool', ['--version']).status !== 0) {
      return context.skip('promtool is not on this machine (apt: prometheus).');
    }
    const { status, stderr } = spawnSync('promtool', [
      'check',
      'config',
      path.join(folder, 'prometheus/prometheus.yml'),
    ]);
    expect([status, String(stderr)]).toEqual([0, '']);
  });
});
