import type { PublishedFacts, Schema } from '#contracts/published/facts.ts';
import type { OpenApiDocument } from './contract-facts.ts';

/** Recorded facts in the form of an OpenAPI document, to compare them with ours. */
export function toDocument({ operations, schemas }: PublishedFacts): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const [operationId, { method, path, parameters, request, successes, failures }] of Object.entries(operations)) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId,
      parameters: parameters.map(({ isRequired, ...parameter }) => ({ ...parameter, required: isRequired })),
      ...(request ? { requestBody: contentOf(request.schema, request.mediaType) } : {}),
      responses: Object.fromEntries([
        ...Object.entries(successes).map(([status, schema]) => [status, schema ? contentOf(schema) : {}]),
        ...failures.map((status) => [String(status), {}]),
      ]),
    };
  }
  return { paths, components: { schemas } };
}

const contentOf = (schema: Schema, mediaType = 'application/json') => ({ content: { [mediaType]: { schema } } });
