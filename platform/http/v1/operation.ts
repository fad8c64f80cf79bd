import { z } from '@hono/zod-openapi';
import { errorBody } from '#contracts/v1/errors.ts';
import { operations } from '#contracts/v1/operations.ts';
import { routesOf } from '#platform/http/operation-route.ts';

export const tags = {
  user: 'Members',
  product: 'Products',
  visit: 'Visits',
  task: 'Trainer tasks',
  alive: 'Connectivity',
} as const;

/** Every operation has a gym id in its query. The authentication has read it already. */
export const gymIdQuery = z.object({
  gymId: z.string().meta({
    type: 'integer',
    description: 'Number of the gym that the access token belongs to.',
    example: 2001,
  }),
});

/** A route of the interface. Method and path come from the contract, the rest from the adapter. */
export const operationRoute = routesOf({
  operations,
  tags,
  security: 'accessToken',
  errorBody,
  failures: {
    400: 'The request or one of its fields is not valid.',
    401: 'The combination of `gymId` and `X-ACCESS-TOKEN` is wrong.',
    403: 'The request did not come over HTTPS; at a publish also: the e-mail address is blacklisted.',
    404: 'What the request names does not exist.',
    405: 'The path does not know the method.',
    409: 'The request contradicts what is there.',
    413: 'The request is too large.',
    415: 'The body is not declared as `application/json`.',
    429: 'All requests that are allowed for now are used up.',
    500: 'Something went wrong on the platform; its log has the cause.',
  },
});
