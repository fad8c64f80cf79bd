export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  /** The notation of OpenAPI before 3.1. */
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Body {
  content?: Record<string, { schema?: Schema }>;
}

interface DocumentedOperation {
  operationId?: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** An operation of a document, for a negative control to change. */
export function operationOf({ paths }: OpenApiDocument, address: string, method: string): DocumentedOperation {
  const found = paths[address]?.[method];
  if (!found) throw new Error(`There is no ${method} ${address}.`);
  return found;
}

export const schemaOf = ({ components }: OpenApiDocument, name: string): Schema => components?.schemas?.[name] ?? {};

/** What a client depends on; without descriptions, examples and names of schemas. */
export interface OperationFacts {
  operation: string;
  statuses: string[];
  /** Such as `query limit: integer`; with `!` if it is required. */
  parameters: string[];
  /** Such as `membership.startOfContract!: string`. */
  request: string[];
  response: string[];
}

/** The status for methods that a path does not have; no operation responds with it. */
const methodNotAllowed = '405';

/** @returns the facts of every operation, by its id */
export function readContractFacts({ paths, components }: OpenApiDocument): Record<string, OperationFacts> {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(components?.schemas?.[name] ?? {});
  };
  const typeOf = ({ type, enum: members }: Schema): string => {
    const types = [type ?? 'any'].flat().filter((one) => one !== 'null');
    return members
      ? members
          .filter((member) => member !== null)
          .map(String)
          .toSorted()
          .join('|')
      : types.join('|');
  };
  /** An open enum counts as an enum. */
  const closed = (schema: Schema): Schema => {
    const options = schema.anyOf
      ?.map(resolve)
      .filter(({ type }) => type !== 'null')
      .map(closed);
    return options?.find(({ enum: members }) => members) ?? options?.[0] ?? schema;
  };
  const fieldsOf = (unresolved: Schema | undefined, name = ''): string[] => {
    if (!unresolved) return [];
    const schema = closed(resolve(unresolved));
    if (schema.items) return fieldsOf(schema.items, `${name}[]`);
    if (!schema.properties) return [`${name}: ${typeOf(schema)}`];
    return Object.entries(schema.properties).flatMap(([field, inner]) =>
      fieldsOf(inner, `${name === '' ? '' : `${name}.`}${field}${schema.required?.includes(field) ? '!' : ''}`),
    );
  };
  const bodyFields = (body: Body | undefined): string[] =>
    Object.entries(body?.content ?? {}).flatMap(([mediaType, { schema }]) =>
      mediaType === 'multipart/form-data' ? fieldsOf(schema).map((field) => `form ${field}`) : fieldsOf(schema),
    );

  return Object.fromEntries(
    Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId = '', parameters = [], requestBody, responses }]) => {
          const facts: OperationFacts = {
            operation: `${method.toUpperCase()} ${path}`,
            statuses: Object.keys(responses)
              .filter((status) => status !== methodNotAllowed)
              .toSorted(),
            parameters: parameters
              .map(
                (one) =>
                  `${one.in} ${one.name}${one.required ? '!' : ''}: ${typeOf(closed(resolve(one.schema ?? {})))}`,
              )
              .toSorted(),
            request: bodyFields(requestBody).toSorted(),
            response: Object.entries(responses)
              .filter(([status]) => status.startsWith('2'))
              .flatMap(([, body]) => bodyFields(body))
              .toSorted(),
          };
          return [operationId, facts] as const;
        }),
      )
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
}
