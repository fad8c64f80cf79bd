import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import { errorBody } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { withAnswerHeaders } from '#platform/http/answer-headers.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';
import { requirePermission } from './authenticate.ts';

export const tags = {
  accounts: 'Accounts',
  roles: 'Roles',
  rfids: 'RFIDs',
  nfc: 'NFC tokens',
  products: 'Products',
  visits: 'Visits',
  tasks: 'Trainer tasks',
  webhooks: 'Webhooks',
  notifications: 'Push notifications',
  migration: 'Migration',
} as const;

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBody } },
});

const failures = {
  400: failure('The request or one of its fields is not valid.'),
  401: failure('The header `x-api-key` is missing.'),
  403: failure('The key may not do this, or the member may not enter.'),
  404: failure('What the request names does not exist; `metadata.entity` says what.'),
  405: failure('The path does not know the method.'),
  409: failure('The request contradicts what is there.'),
  429: failure('The key has used up its requests for now.'),
  500: failure('Something went wrong on the platform; the log has the cause under `requestId`.'),
};

type Described = Pick<RouteConfig, 'summary' | 'description' | 'request' | 'responses'> & { tag: keyof typeof tags };
type OperationOf<Id extends OperationId> = (typeof operations)[Id];

/** A route of the interface: method, path and permission come from the contract, the rest from its adapter. */
export function operationRoute<Id extends OperationId, Parts extends Described>(operationId: Id, parts: Parts) {
  const { method, path, permission }: OperationOf<OperationId> = operations[operationId];
  const { tag, ...described } = parts;
  const takesJson = parts.request?.body?.content['application/json'] !== undefined;
  return createRoute({
    ...(described as Omit<Parts, 'tag'>),
    operationId,
    method: method.toLowerCase() as Lowercase<OperationOf<Id>['method']>, // safe because: it is that method, in lower case
    path: path as OperationOf<Id>['path'], // safe because: it was read under this id
    tags: [tags[tag]],
    security: [{ apiKey: [] }],
    middleware: [requirePermission(permission), ...(takesJson ? [limitJsonBody, requireJsonBody] : [])],
    responses: withAnswerHeaders({ ...failuresOf(method), ...parts.responses }) as Parts['responses'], // safe because: handlers throw failures
  });
}

/** Reading contradicts nothing. */
function failuresOf(method: string) {
  const { 409: conflict, ...common } = failures;
  return method === 'GET' ? common : { ...common, 409: conflict };
}
