import { expect, test } from 'vitest';
import { describeRun } from './report.ts';

const judged = { tool: 'Prism', exchanges: 105, operations: 43, violations: ['listAccounts 200: response.body wrong'] };

test('the report contains figures, violations, deliberate deviations, and the versions of the tools', () => {
  const report = describeRun([{ name: 'v2', judged: [judged] }], { newman: '6.2.2' }, new Date('2026-11-22T08:00:00Z'));
  expect(report).toContain('2026-11-22');
  expect(report).toContain('| v2 | Prism | 105 | 43 of 43 | 1 |');
  expect(report).toContain('- v2, Prism: listAccounts 200: response.body wrong');
  expect(report).toContain('- newman 6.2.2');
  expect(report).toContain('such a task has no author');
});
