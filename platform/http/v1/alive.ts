import { newResource, noContent } from '#platform/http/resource.ts';
import { gymIdQuery, operationRoute } from './operation.ts';

const alive = operationRoute('alive', {
  tag: 'alive',
  summary: 'Say that the gym software runs',
  description:
    'Any request keeps the indicator that the owner of the gym sees active; without one for 24 hours it turns inactive. Send this one at least once a day.',
  request: { query: gymIdQuery },
  responses: { 204: noContent('The gym was heard of.') },
});

/** The authentication has recorded the request already, so the handler does nothing. */
export const aliveRoutes = newResource().openapi(alive, (c) => c.body(null, 204));
