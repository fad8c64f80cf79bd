import { registerAnswerHeaders } from '#platform/http/answer-headers.ts';
import { withExampleDays } from '#platform/http/example-days.ts';
import { gymInterface } from './interface.ts';
import { tags } from './operation.ts';

gymInterface.openAPIRegistry.registerComponent('securitySchemes', 'accessToken', {
  type: 'apiKey',
  in: 'header',
  name: 'X-ACCESS-TOKEN',
  description: 'Belongs to the one gym that `gymId` names. The operator of the platform issues it.',
});
registerAnswerHeaders(gymInterface);

/** The interface as an OpenAPI document, generated from the routes that serve it. Its examples are of requests of today. */
export const gymDocument = (now: Date) =>
  withExampleDays(
    gymInterface.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Gym interface, version 1',
        version: '1.0.0',
        description:
          'Members, visits, products and trainer tasks of a gym, for software that was written before version 2. Every request names its gym in `gymId` and shows the token of that gym in `X-ACCESS-TOKEN`. Names are case-sensitive, bodies are JSON in UTF-8. A token may ask 60 times at once and 6 times a second; `X-RateLimit-Remaining` says how often still.',
      },
      servers: [{ url: '/v1' }],
      tags: Object.values(tags).map((name) => ({ name })),
    }),
    now,
  );
