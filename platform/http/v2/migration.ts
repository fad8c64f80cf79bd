import { z } from '@hono/zod-openapi';
import { memberAccount } from '#contracts/v2/accounts.ts';
import { numberParameter } from '#platform/http/number-parameter.ts';
import { answer, newResource } from '#platform/http/resource.ts';
import { migrateMember } from '#platform/services/migration/migrate.ts';
import { operationRoute } from './operation.ts';

const migrate = operationRoute('migrate', {
  tag: 'migration',
  summary: 'Migrate a member from version 1',
  description: 'From then on version 2 sees the member. One that it sees already is answered unchanged.',
  request: { query: z.object({ legacyUserId: numberParameter('User id of the legacy interface.', 104271) }) },
  responses: { 200: answer('The member.', memberAccount) },
});

export const migrationRoutes = newResource().openapi(migrate, async (c) =>
  c.json(await migrateMember(c.get('call'), c.req.valid('query').legacyUserId), 200),
);
