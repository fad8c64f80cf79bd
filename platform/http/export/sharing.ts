import { optedOutUserList } from '#contracts/export/sharing.ts';
import { answer, newResource } from '#platform/http/resource.ts';
import { listOptedOut } from '#platform/services/exports/list-opted-out.ts';
import { operationRoute } from './operation.ts';

const optedOut = operationRoute('getOptedOutUsersExport', {
  tag: 'pages',
  summary: 'List who does not share data',
  description:
    'Everybody of the gym who opted out of sharing data. Events of theirs are in no page and no file; what was exported of them before is to be deleted by whoever keeps it.',
  responses: { 200: answer('Who opted out.', optedOutUserList) },
});

export const sharingRoutes = newResource().openapi(optedOut, async (c) => {
  const { gym, optedOut } = await listOptedOut(c.get('call'));
  const data = optedOut.map(({ accountId, lastSeenAt }) => ({
    externalAccountId: accountId,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
  return c.json({ gym, data }, 200);
});
