/** The part of JSON Schema that the published document uses, without descriptions. */
export interface Schema {
  /** Name of a schema among `PublishedFacts.schemas`. */
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  pattern?: string;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** In responses only. */
  readOnly?: boolean;
  /** The value may be null. */
  nullable?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
}

export interface PublishedParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  isRequired: boolean;
  schema: Schema;
}

export interface PublishedOperation {
  method: string;
  /** Path with `{name}` for parameters. */
  path: string;
  parameters: PublishedParameter[];
  request: { mediaType: string; isRequired: boolean; schema: Schema } | null;
  /** The body of each status of success; null for no body. */
  successes: Record<string, Schema | null>;
  /** A status, or a class of statuses such as `4XX`. */
  failures: (number | string)[];
}

/** The published interface: names, types, limits and statuses. */
export interface PublishedFacts {
  operations: Record<string, PublishedOperation>;
  /** The body of every failure. */
  failure: Schema;
  schemas: Record<string, Schema>;
}

/** Resolves a reference; any other schema is returned unchanged. */
export function resolveSchema(schema: Schema, schemas: PublishedFacts['schemas']): Schema {
  if (schema.$ref === undefined) return schema;
  const named = schemas[schema.$ref];
  if (!named) throw new Error(`The recorded facts have no schema ${schema.$ref}.`);
  return resolveSchema(named, schemas);
}
