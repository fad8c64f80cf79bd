import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { withAnswerHeaders } from './answer-headers.ts';
import type { PlatformEnv } from './environment.ts';
import { takeLargeJson } from './large-json.ts';
import { bodiesInProgress, picturesInProgress } from './limits-in-words.ts';
import { takeJson } from './well-formed.ts';

interface AddressedOperation {
  method: string;
  path: string;
}

/** What the operations of one interface have in common. */
interface Served<Operations extends { [Id in keyof Operations]: AddressedOperation }, Tag extends string> {
  /** The operations of the contract by id. */
  operations: Operations;
  tags: Record<Tag, string>;
  /** Name of the security scheme in the document. */
  security: string;
  errorBody: z.ZodType;
  /**
   * Descriptions of the failures by status. A 409 is documented for operations that change something, size and media
   * type for those that take JSON.
   */
  failures: Readonly<Record<number, string>>;
  /** Middleware before the handler of an operation. */
  guard?(operation: Operations[keyof Operations]): MiddlewareHandler<PlatformEnv>[];
}

type Described<Tag> = Pick<RouteConfig, 'summary' | 'description' | 'request' | 'responses'> & {
  tag: Tag;
  /** The body may contain a picture. */
  isLarge?: true;
  /** Further causes of failures, by status: a clause that follows the description of the interface. */
  causes?: Readonly<Record<number, string>>;
};

const conflict = 409;
const ofBodies = [413, 415];

const causesOfJson = { 429: `with \`Retry-After\`: ${bodiesInProgress}` };
const causesOfPictures = { 429: `with \`Retry-After\`: ${bodiesInProgress}; or ${picturesInProgress}` };

/** Creates the routes of an interface. Method and path come from the contract, the rest from each adapter. */
export function routesOf<
  const Operations extends { [Id in keyof Operations]: AddressedOperation },
  Tag extends string,
>({ operations, tags, security, errorBody, failures, guard = () => [] }: Served<Operations, Tag>) {
  const failuresOf = (method: string, takesJson: boolean, causes: Readonly<Record<string, string>>[]) => {
    const said = Object.entries(failures).filter(
      ([status]) =>
        (method !== 'GET' || Number(status) !== conflict) && (takesJson || !ofBodies.includes(Number(status))),
    );
    return Object.fromEntries(
      said.map(([status, description]) => [
        status,
        {
          description: toSentences(
            description,
            causes.flatMap((of) => of[status] ?? []),
          ),
          content: { 'application/json': { schema: errorBody } },
        },
      ]),
    );
  };

  return function operationRoute<Id extends keyof Operations & string, Parts extends Described<Tag>>(
    operationId: Id,
    parts: Parts,
  ) {
    const operation = operations[operationId];
    const { tag, isLarge, causes = {}, ...described } = parts;
    const takesJson = parts.request?.body?.content['application/json'] !== undefined;
    const bodyGuards = isLarge ? [takeLargeJson] : takesJson ? [takeJson] : [];
    return createRoute({
      ...(described as Omit<Parts, 'tag' | 'isLarge' | 'causes'>), // safe because: these are the remaining fields
      operationId,
      method: operation.method.toLowerCase() as Lowercase<Operations[Id]['method']> & RouteConfig['method'], // safe because: it is that method, in lower case
      path: operation.path as Operations[Id]['path'], // safe because: it is read from that operation
      tags: [tags[tag]],
      security: [{ [security]: [] }],
      middleware: [...guard(operation), ...bodyGuards],
      responses: withAnswerHeaders({
        ...failuresOf(operation.method, takesJson, [
          isLarge ? causesOfPictures : takesJson ? causesOfJson : {},
          causes,
        ]),
        ...parts.responses,
      }) as Parts['responses'], // safe because: handlers throw failures
    });
  };
}

/** "Said. Also: one; another." */
const toSentences = (description: string, causes: readonly string[]) =>
  causes.length === 0 ? description : `${description} Also: ${causes.join('; ')}.`;
