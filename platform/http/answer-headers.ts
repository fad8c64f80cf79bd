import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import type { PlatformEnv } from './environment.ts';

const headers = {
  'X-Request-Id': {
    description: 'Names this request in the log of the platform.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: 'b7d2f0c4-3a91-4e57-8f1d-2c6a905be318',
  },
  'X-RateLimit-Remaining': {
    description: 'How many requests the credential may still send at once. Absent where the credential is not known.',
    schema: { type: 'integer', minimum: 0, maximum: 60 },
    example: 59,
  },
  'Retry-After': {
    description:
      'After how many seconds the request may be sent again. Absent where the requests of the credential are used up.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, POST',
  },
} as const;
type HeaderName = keyof typeof headers;

/** Registers the headers that `withAnswerHeaders` refers to, once for all responses of the interface. */
export function registerAnswerHeaders({ openAPIRegistry }: OpenAPIHono<PlatformEnv>): void {
  for (const [name, header] of Object.entries(headers)) openAPIRegistry.registerComponent('headers', name, header);
}

/**
 * Adds the headers of each response. A 401 has no rate headers, because the caller is unknown; only a 405 has
 * `Allow`, only a 429 `Retry-After`.
 */
export function withAnswerHeaders<Responses extends RouteConfig['responses']>(responses: Responses): Responses {
  const described = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: Object.fromEntries(namesOf(status).map((name) => [name, refer(name)])) },
  ]);
  return Object.fromEntries(described) as Responses; // safe because: it has the same statuses, each with added headers
}

const namesOf = (status: string): HeaderName[] => {
  if (status === '401') return ['X-Request-Id'];
  const others: HeaderName[] = status === '405' ? ['Allow'] : status === '429' ? ['Retry-After'] : [];
  return ['X-Request-Id', 'X-RateLimit-Remaining', ...others];
};

const refer = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });
