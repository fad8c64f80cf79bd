import { gymRoles, gymRolesRequest } from '#contracts/v2/roles.ts';
import { answer, jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { assignRoles } from '#platform/services/roles/assign.ts';
import { getRoles } from '#platform/services/roles/get.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter } from './parameters.ts';

const get = operationRoute('getRoles', {
  tag: 'roles',
  summary: "Retrieve a member's roles",
  description: 'What the account may do in this gym besides being a member of it.',
  request: { params: accountIdParameter },
  responses: { 200: answer('The roles.', gymRoles) },
});

const assign = operationRoute('assignRoles', {
  tag: 'roles',
  summary: 'Give or take roles',
  description: 'For this gym alone. A role that is not named stays as it is.',
  request: { params: accountIdParameter, body: jsonBody(gymRolesRequest) },
  responses: { 204: noContent('The roles are as asked.') },
});

export const roleRoutes = newResource()
  .openapi(get, async (c) => c.json(await getRoles(c.get('call'), c.req.valid('param').accountId), 200))
  .openapi(assign, async (c) => {
    await assignRoles(c.get('call'), c.req.valid('param').accountId, c.req.valid('json'));
    return c.body(null, 204);
  });
