import { expect, test } from 'vitest';
import { pagesOf } from './pages.ts';

test.each([
  ['trainer', ['floor']],
  ['reception', ['checkIn', 'members', 'visits', 'corporateFitness', 'floor']],
  ['manager', ['checkIn', 'members', 'visits', 'corporateFitness', 'floor', 'reports', 'office']],
] as const)('the navigation of a %s has the pages that the role may open', (role, pages) => {
  expect(pagesOf(role).map(({ page }) => page)).toEqual(pages);
});

test('whoever may read the reports of a gym also has them in the navigation', () => {
  expect(pagesOf('trainer', { mayReadReports: true }).map(({ page }) => page)).toEqual(['floor', 'reports']);
});
