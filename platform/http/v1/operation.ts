import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { errorBody } from '#contracts/v1/errors.ts';
import { type OperationId, operations } from '#contracts/v1/operations.ts';
import { withAnswerHeaders } from '#platform/http/answer-headers.ts';
import { takeLargeJson } from '#platform/http/large-json.ts';
import { limitJsonBody, requireJsonBody } from '#platform/http/well-formed.ts';

export const tags = {
  user: 'Members',
  product: 'Products',
  visit: 'Visits',
  task: 'Trainer tasks',
  alive: 'Connectivity',
} as const;

const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorBody } },
});

const failures = {
  400: failure('The request or one of its fields is not valid.'),
  401: failure('The combination of `gymId` and `X-ACCESS-TOKEN` is wrong.'),
  403: failure('The request did not come over HTTPS; at a publish also: the e-mail address is blacklisted.'),
  404: failure('What the request names does not exist.'),
  405: failure('The path does not know the method.'),
  409: failure('The request contradicts what is there.'),
  413: failure('The request is too large.'),
  415: failure('The body is not declared as `application/json`.'),
  429: failure('All requests that are allowed for now are used up.'),
  500: failure('Something went wrong on the platform; its log has the cause.'),
};

type Described = Pick<RouteConfig, 'summary' | 'description' | 'responses'> & {
  tag: keyof typeof tags;
  /** The body may carry a picture. */
  isLarge?: true;
  /** The query is described beside `gymId`, which every operation takes. */
  request?: RouteConfig['request'];
};
type OperationOf<Id extends OperationId> = (typeof operations)[Id];

/** Every operation is asked for one gym; the gate has read it already. */
export const gymIdQuery = z.object({
  gymId: z.string().meta({
    type: 'integer',
    description: 'Number of the gym that the access token belongs to.',
    example: 2001,
  }),
});

/** A route of the interface: method and path come from the contract, the rest from its adapter. */
export function operationRoute<Id extends OperationId, Parts extends Described>(operationId: Id, parts: Parts) {
  const { method, path }: OperationOf<OperationId> = operations[operationId];
  const { tag, isLarge, ...described } = parts;
  const takesJson = parts.request?.body?.content['application/json'] !== undefined;
  return createRoute({
    ...(described as Omit<Parts, 'tag' | 'isLarge'>),
    operationId,
    method: method.toLowerCase() as Lowercase<OperationOf<Id>['method']>, // safe because: it is that method, in lower case
    path: path as OperationOf<Id>['path'], // safe because: it was read under this id
    tags: [tags[tag]],
    security: [{ accessToken: [] }],
    middleware: isLarge ? [takeLargeJson] : takesJson ? [limitJsonBody, requireJsonBody] : [],
    responses: withAnswerHeaders({ ...failuresOf(method, takesJson), ...parts.responses }) as Parts['responses'], // safe because: handlers throw failures
  });
}

/** Reading contradicts nothing, and what has no body has none that is too large or of a wrong type. */
function failuresOf(method: string, takesJson: boolean) {
  const { 409: conflict, 413: size, 415: mediaType, ...common } = failures;
  return {
    ...common,
    ...(method === 'GET' ? {} : { 409: conflict }),
    ...(takesJson ? { 413: size, 415: mediaType } : {}),
  };
}
