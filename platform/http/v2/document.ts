import { registerAnswerHeaders } from '#platform/http/answer-headers.ts';
import { withExampleDays } from '#platform/http/example-days.ts';
import { membershipInterface } from './interface.ts';
import { tags } from './operation.ts';
import { webhookEvent } from './webhook-events.ts';

membershipInterface.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'Acts for one gym and carries permissions. The operator of the platform issues it.',
});
membershipInterface.openAPIRegistry.registerWebhook(webhookEvent);
registerAnswerHeaders(membershipInterface);

/** The interface as an OpenAPI document, generated from the routes that serve it. Its examples are of requests of today. */
export const membershipDocument = (now: Date) =>
  withExampleDays(
    membershipInterface.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Membership management API, version 2',
        version: '2.0.0',
        description:
          'Members, cards, visits, products, trainer tasks and events of a gym. A key may ask 60 times at once and 6 times a second; `X-RateLimit-Remaining` says how often still.',
      },
      servers: [{ url: '/' }],
      tags: Object.values(tags).map((name) => ({ name })),
    }),
    now,
  );
