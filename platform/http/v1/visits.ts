import { type PresenceRequest, presenceRequest } from '#contracts/v1/visits.ts';
import { jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import type { Call } from '#platform/services/call.ts';
import { requireNamedMember } from '#platform/services/members/named.ts';
import { recordVisit } from '#platform/services/visits/record.ts';
import { memberKeysOf } from './member-keys.ts';
import { gymIdQuery, operationRoute } from './operation.ts';

const once =
  'The member is named by one of `userId`, `rfidId`, `membershipId` and `eMail`; where several are sent, they must be of the same person. The same event sent again is recorded once; a late one at its own time.';

const checkIn = operationRoute('checkIn', {
  tag: 'visit',
  summary: 'Check a member in',
  description: `The member came to the gym. ${once}`,
  request: { query: gymIdQuery, body: jsonBody(presenceRequest) },
  responses: { 204: noContent('The event is recorded.') },
});

const checkOut = operationRoute('checkOut', {
  tag: 'visit',
  summary: 'Check a member out',
  description: `The member left the gym. ${once}`,
  request: { query: gymIdQuery, body: jsonBody(presenceRequest) },
  responses: { 204: noContent('The event is recorded.') },
});

export const visitRoutes = newResource()
  .openapi(checkIn, async (c) => {
    const { accountId, presence } = await readPresence(c.get('call'), c.req.valid('json'));
    await recordVisit(c.get('call'), accountId, 'CHECKIN', presence, 'userPresenceTimestamp');
    return c.body(null, 204);
  })
  .openapi(checkOut, async (c) => {
    const { accountId, presence } = await readPresence(c.get('call'), c.req.valid('json'));
    await recordVisit(c.get('call'), accountId, 'CHECKOUT', presence, 'userPresenceTimestamp');
    return c.body(null, 204);
  });

async function readPresence(call: Call, { userPresenceTimestamp, ...names }: PresenceRequest) {
  const { accountId } = await requireNamedMember(call, memberKeysOf(names));
  return { accountId, presence: { timestamp: userPresenceTimestamp } };
}
