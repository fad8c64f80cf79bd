import { registerAnswerHeaders } from '#platform/http/answer-headers.ts';
import { withExampleDays } from '#platform/http/example-days.ts';
import { exportInterface } from './interface.ts';
import { tags } from './operation.ts';

exportInterface.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'Acts for one gym and carries the permission `export`. The operator of the platform issues it.',
});
registerAnswerHeaders(exportInterface);

/** The interface as an OpenAPI document, generated from the routes that serve it. Its examples are of requests of today. */
export const exportDocument = (now: Date) =>
  withExampleDays(
    exportInterface.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Data export',
        version: '1.0.0',
        description:
          'What a gym may take with it of the training of its members: pages for every day, files for a year, and who does not share data. Days are of UTC. A key may ask 60 times at once and 6 times a second; `X-RateLimit-Remaining` says how often still.',
      },
      servers: [{ url: '/' }],
      tags: Object.values(tags).map((name) => ({ name })),
    }),
    now,
  );
