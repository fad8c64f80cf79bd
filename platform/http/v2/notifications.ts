import { pushNotificationRequest } from '#contracts/v2/notifications.ts';
import { jsonBody, newResource, noContent } from '#platform/http/resource.ts';
import { sendNotification } from '#platform/services/notifications/send.ts';
import { operationRoute } from './operation.ts';
import { accountIdParameter, membershipIdParameter } from './parameters.ts';

const description = 'Accepted at once and delivered later; no status is given.';
const request = { body: jsonBody(pushNotificationRequest) };
const responses = { 204: noContent('The notification is accepted.') };

const toAccount = operationRoute('sendPushNotificationByAccountId', {
  tag: 'notifications',
  summary: "Notify a member's app, by account",
  description,
  request: { ...request, params: accountIdParameter },
  responses,
});

const toMembership = operationRoute('sendPushNotificationByMembershipId', {
  tag: 'notifications',
  summary: "Notify a member's app, by membership id",
  description,
  request: {
    ...request,
    params: membershipIdParameter,
  },
  responses,
});

export const notificationRoutes = newResource()
  .openapi(toAccount, async (c) => {
    await sendNotification(c.get('call'), { by: 'accountId', ...c.req.valid('param') }, c.req.valid('json'));
    return c.body(null, 204);
  })
  .openapi(toMembership, async (c) => {
    await sendNotification(c.get('call'), { by: 'membershipId', ...c.req.valid('param') }, c.req.valid('json'));
    return c.body(null, 204);
  });
