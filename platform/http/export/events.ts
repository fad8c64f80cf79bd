import type { z } from 'zod';
import {
  bodyMeasurementPage,
  flexibilityMeasurementPage,
  smartStrengthAssessmentPage,
  smartStrengthWorkoutPage,
} from '#contracts/export/events.ts';
import type { OperationId } from '#contracts/export/operations.ts';
import { pageQuery } from '#contracts/export/pages.ts';
import { answer, newResource } from '#platform/http/resource.ts';
import { eventPages } from '#platform/services/exports/event-pages.ts';
import { readPage } from '#platform/services/exports/pages.ts';
import { callOf } from './call.ts';
import { badRequest, operationRoute } from './operation.ts';

const rules =
  'The range covers at most 30 days after `startDate`, which lies within the last month. Members who opted out of sharing are left out from that moment.';

const pageRoute = <Id extends OperationId, Page extends z.ZodType>(operationId: Id, what: string, page: Page) =>
  operationRoute(operationId, {
    tag: 'pages',
    summary: `Export ${what}`,
    description: `A page of the ${what} of the gym, oldest first. ${rules}`,
    request: { query: pageQuery },
    responses: { 200: answer('A page.', page), ...badRequest },
  });

const workouts = pageRoute('getSmartStrengthWorkoutsExport', 'strength workouts', smartStrengthWorkoutPage);
const assessments = pageRoute('getSmartStrengthAssessmentsExport', 'strength assessments', smartStrengthAssessmentPage);
const flexibility = pageRoute(
  'getFlexibilityMeasurementsExport',
  'flexibility measurements',
  flexibilityMeasurementPage,
);
const body = pageRoute('getBodyMeasurementsExport', 'body measurements', bodyMeasurementPage);

const pagesOf = {
  workouts: eventPages('SMART_STRENGTH_WORKOUTS'),
  assessments: eventPages('SMART_STRENGTH_ASSESSMENTS'),
  flexibility: eventPages('FLEXIBILITY_MEASUREMENTS'),
  body: eventPages('BODY_MEASUREMENTS'),
};

export const eventRoutes = newResource()
  .openapi(workouts, async (c) => c.json(await readPage(callOf(c), pagesOf.workouts, c.req.valid('query')), 200))
  .openapi(assessments, async (c) => c.json(await readPage(callOf(c), pagesOf.assessments, c.req.valid('query')), 200))
  .openapi(flexibility, async (c) => c.json(await readPage(callOf(c), pagesOf.flexibility, c.req.valid('query')), 200))
  .openapi(body, async (c) => c.json(await readPage(callOf(c), pagesOf.body, c.req.valid('query')), 200));
