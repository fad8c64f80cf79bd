import {
  type PublishedFacts,
  type PublishedOperation,
  resolveSchema,
  type Schema,
} from '#contracts/published/facts.ts';
import type { DecidedAnswers } from './decided-answers.ts';

type Direction = 'sent' | 'answered';

/** A schema with all references resolved. */
export interface InlineSchema {
  required?: string[];
  properties?: Record<string, InlineSchema>;
  items?: InlineSchema;
  additionalProperties?: false | Schema;
}

/**
 * The recorded facts as an OpenAPI 3.0 document for an external tool. Unknown fields are rejected, as in our own check;
 * the deliberate deviations are applied on top.
 */
export function publishedDocument({ operations, failure, schemas }: PublishedFacts, decided: DecidedAnswers) {
  const contentOf = (schema: InlineSchema, mediaType = 'application/json') => ({
    content: { [mediaType]: { schema } },
  });
  const successesOf = ({ successes }: PublishedOperation, operationId: string) =>
    Object.entries(successes).map(([status, schema]) => {
      const body = schema && contentOf(decided.answer(operationId, inline(schema, 'answered', schemas)));
      return [status, { description: 'Success', ...body }];
    });
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, operation] of Object.entries(operations)) {
    const { method, path, parameters, request, failures } = operation;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId,
      parameters: parameters.map(({ isRequired, ...parameter }) => ({ ...parameter, required: isRequired })),
      ...(request
        ? {
            requestBody: {
              required: request.isRequired,
              ...contentOf(inline(request.schema, 'sent', schemas), request.mediaType),
            },
          }
        : {}),
      responses: Object.fromEntries([
        ...successesOf(operation, operationId),
        ...[...failures, ...decided.failureStatuses].map((status) => [
          String(status),
          { description: 'Failure', ...contentOf(inline(failure, 'answered', schemas)) },
        ]),
      ]),
    };
  }
  return { openapi: '3.0.3', info: { title: 'The recorded contract', version: '1' }, paths };
}

function inline(named: Schema, direction: Direction, schemas: PublishedFacts['schemas']): InlineSchema {
  const { $ref: _, readOnly: __, properties, items, ...schema } = resolveSchema(named, schemas);
  if (items) return { ...schema, items: inline(items, direction, schemas) };
  if (!properties) return schema;
  const own = Object.entries(properties).filter(
    ([, property]) => direction === 'answered' || !resolveSchema(property, schemas).readOnly,
  );
  return {
    ...schema,
    properties: Object.fromEntries(own.map(([name, property]) => [name, inline(property, direction, schemas)])),
    additionalProperties: false,
  };
}
