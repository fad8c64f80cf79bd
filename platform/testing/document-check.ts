import { z } from 'zod';
import { exampleOf } from '#platform/http/reference/example-of.ts';
import { type JsonSchema, resolveSchema, type Schemas } from '#platform/http/reference/schema-fields.ts';

interface Described {
  description?: string;
  example?: unknown;
  schema?: JsonSchema;
}

interface Body {
  content?: Record<string, { schema?: JsonSchema }>;
}

interface CheckedOperation {
  operationId?: string;
  parameters?: (Described & { name: string })[];
  requestBody?: Body;
  responses: Record<string, Body & { description?: string }>;
}

type Paths = Record<string, Record<string, CheckedOperation>>;

/** The parts of a generated document that contain values. */
export interface CheckedDocument {
  paths: Paths;
  webhooks?: Paths;
  components: { schemas: Schemas; headers: Record<string, Described> };
}

interface Value {
  /** Its path, such as `Task.dueDate` or `getTasks modifiedSince`. */
  place: string;
  schema: JsonSchema;
  description: string | undefined;
  example: unknown;
}

/** Every parameter, header and field of a document. Each body field is included once, where it is defined. */
function valuesOf({ paths, webhooks = {}, components }: CheckedDocument): Value[] {
  const operations = [paths, webhooks].flatMap((all) => Object.values(all).flatMap((one) => Object.values(one)));
  return [
    ...Object.entries(components.headers).map(([name, header]) => toValue(name, header)),
    ...operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((parameter) => toValue(`${operationId} ${parameter.name}`, parameter)),
    ),
    ...operations.flatMap((operation) =>
      bodiesOf(operation).flatMap(({ place, schema }) => fieldValuesOf(place, schema)),
    ),
    ...Object.entries(components.schemas).flatMap(([name, schema]) => fieldValuesOf(name, schema)),
  ];
}

const toValue = (place: string, { description, example, schema = {} }: Described): Value => ({
  place,
  schema,
  description: description ?? schema.description,
  example: example ?? schema.example,
});

/** The fields that are defined here. The fields of a referenced schema are checked where it is defined. */
function fieldValuesOf(place: string, { properties = {}, items, anyOf = [] }: JsonSchema): Value[] {
  const fields = Object.entries(properties).flatMap(([name, schema]) => [
    toValue(`${place}.${name}`, { schema }),
    ...fieldValuesOf(`${place}.${name}`, schema),
  ]);
  return [
    ...fields,
    ...(items ? fieldValuesOf(`${place}[]`, items) : []),
    ...anyOf.flatMap((one) => fieldValuesOf(place, one)),
  ];
}

function bodiesOf({ operationId, requestBody, responses }: CheckedOperation): { place: string; schema: JsonSchema }[] {
  const bodies = [['request', requestBody] as const, ...Object.entries(responses)];
  return bodies.flatMap(([name, body]) =>
    Object.values(body?.content ?? {}).map(({ schema = {} }) => ({ place: `${operationId} ${name}`, schema })),
  );
}

/** Parameters, headers and fields without a description, or without an example of their own or of their fields. */
export function findUndescribed(document: CheckedDocument): string[] {
  const { schemas } = document.components;
  return valuesOf(document)
    .filter(({ description, example, schema }) => !description || !hasExample(schema, example, schemas))
    .map(({ place }) => place);
}

/** An example of binary content would not be useful. */
function hasExample(schema: JsonSchema, example: unknown, schemas: Schemas): boolean {
  const { properties, items, format, anyOf = [] } = resolveSchema(schema, schemas);
  if (example !== undefined || format === 'binary') return true;
  if (properties) return true; // each of its fields is checked separately
  const inner = items ?? anyOf.find((one) => resolveSchema(one, schemas).properties);
  return inner !== undefined && resolveSchema(inner, schemas).properties !== undefined;
}

/** Examples that their own schema rejects, and bodies composed of examples that are rejected. */
export function findWrongExamples(document: CheckedDocument): string[] {
  const { schemas } = document.components;
  const operations = [document.paths, document.webhooks ?? {}].flatMap((all) =>
    Object.values(all).flatMap((one) => Object.values(one)),
  );
  const whole = operations
    .flatMap(bodiesOf)
    .filter(({ schema }) => !Object.values(schema.properties ?? {}).some(({ format }) => format === 'binary'))
    .map(({ place, schema }) => ({ place, schema, example: exampleOf(schema, schemas) }));
  return [...valuesOf(document).filter(({ example }) => example !== undefined), ...whole]
    .filter(({ schema, example }) => !isValid(schema, example, schemas))
    .map(({ place }) => place);
}

function isValid(schema: JsonSchema, example: unknown, schemas: Schemas): boolean {
  const written = JSON.stringify(schema);
  const whole = written.includes('$ref') ? JSON.stringify({ ...schema, $defs: schemas }) : written;
  return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'))).safeParse(example).success;
}
