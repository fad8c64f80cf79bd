import { admission, presenceRequest } from '#contracts/v2/visits.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { checkAdmission } from '#platform/services/admissions/check.ts';
import { recordVisit } from '#platform/services/visits/record.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const checkIn = operationRoute('checkin', {
  tag: 'visits',
  summary: 'Check a member in',
  description: 'The member came to the gym. The same event sent again is recorded once; a late one at its own time.',
  request: { params: accountIdParameter, body: jsonBody(presenceRequest) },
  responses: { 204: noContent('The event is recorded.') },
});

const checkOut = operationRoute('checkout', {
  tag: 'visits',
  summary: 'Check a member out',
  description: 'The member left the gym. The same event sent again is recorded once; a late one at its own time.',
  request: { params: accountIdParameter, body: jsonBody(presenceRequest) },
  responses: { 204: noContent('The event is recorded.') },
});

const admit = operationRoute('checkAdmission', {
  tag: 'visits',
  summary: 'Ask for the admission of a corporate member',
  description: 'Only for `CORPORATE_FITNESS`. A success lets the member in and is logged; a 403 says why not.',
  request: { params: accountIdParameter },
  responses: { 200: answer('The member may enter.', admission) },
});

export const visitRoutes = newResource()
  .openapi(checkIn, async (c) => {
    await recordVisit(c.get('call'), c.req.valid('param').accountId, 'CHECKIN', c.req.valid('json'));
    return c.body(null, 204);
  })
  .openapi(checkOut, async (c) => {
    await recordVisit(c.get('call'), c.req.valid('param').accountId, 'CHECKOUT', c.req.valid('json'));
    return c.body(null, 204);
  })
  .openapi(admit, async (c) => c.json(await checkAdmission(c.get('call'), c.req.valid('param').accountId), 200));
