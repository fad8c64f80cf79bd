import { isAsked } from '#platform/http/reference/asked-parameters.ts';
import { exampleOf } from '#platform/http/reference/example-of.ts';
import type { DocumentedOperation, Reference, ReferenceDocument } from '#platform/http/reference/reference.ts';
import type { Schemas } from '#platform/http/reference/schema-fields.ts';

/**
 * The document as the viewer shows it. The viewer fills in every example: optional parameters, which may exclude each other, have none
 * here. Without webhooks, which nobody can request.
 */
export function triedDocument({ document, basePath }: Reference): ReferenceDocument & { servers: { url: string }[] } {
  const { webhooks, paths, ...rest } = document;
  const { schemas } = document.components;
  const tried = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, withAskedExamples(operation, schemas)]),
    ),
  ]);
  const withWebhooks = new Set(Object.values(webhooks ?? {}).flatMap(tagsOf));
  const used = new Set(Object.values(paths).flatMap(tagsOf));
  const tags = document.tags.filter(({ name }) => used.has(name) || !withWebhooks.has(name));
  return { ...rest, tags, paths: Object.fromEntries(tried), servers: [{ url: basePath || '/' }] };
}

const tagsOf = (methods: Record<string, DocumentedOperation>) => Object.values(methods).flatMap(({ tags }) => tags);

function withAskedExamples(operation: DocumentedOperation, schemas: Schemas): DocumentedOperation {
  const { operationId, parameters = [] } = operation;
  return {
    ...operation,
    parameters: parameters.map((parameter) => {
      const { example: _, ...schema } = parameter.schema;
      if (!isAsked(operationId, parameter)) return { ...parameter, schema };
      return { ...parameter, example: exampleOf(parameter.schema, schemas) };
    }),
  };
}
