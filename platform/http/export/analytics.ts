import { analyticsPage } from '#contracts/export/analytics.ts';
import { pageQuery } from '#contracts/export/pages.ts';
import { answer, newResource } from '#platform/http/resource.ts';
import { analyticsPages } from '#platform/services/analytics/pages.ts';
import { readPage } from '#platform/services/exports/pages.ts';
import { callOf } from './call.ts';
import { badRequest, operationRoute } from './operation.ts';

const analytics = operationRoute('getAnalyticsExport', {
  tag: 'pages',
  summary: 'Export weekly analytics',
  description:
    'A page of what the weeks of the gym came to, from Monday to Sunday in UTC, oldest first. A week is in the range that its Sunday is in, and appears by 09:00 UTC of the Monday after it. What came in late, was corrected or taken back is in it after the next night, so ask for the last weeks again. The range covers at most 365 days after `startDate`.',
  request: { query: pageQuery },
  responses: { 200: answer('A page.', analyticsPage), ...badRequest },
});

export const analyticsRoutes = newResource().openapi(analytics, async (c) =>
  c.json(await readPage(callOf(c), analyticsPages, c.req.valid('query')), 200),
);
