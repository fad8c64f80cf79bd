/** What a value may be: the part of JSON Schema that the published document uses, without its sentences. */
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
  /** Answered, and not to be sent. */
  readOnly?: boolean;
  /** May be null. */
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
  /** What each status of success holds; null where it holds nothing. */
  successes: Record<string, Schema | null>;
  /** A status, or all that begin with its first digit, such as `4XX`. */
  failures: (number | string)[];
}

/** What the interface was published with: names, types, limits and statuses. */
export interface PublishedFacts {
  operations: Record<string, PublishedOperation>;
  /** What every failure holds. */
  failure: Schema;
  schemas: Record<string, Schema>;
}

/** The schema itself where it is named only. */
export function resolveSchema(schema: Schema, schemas: PublishedFacts['schemas']): Schema {
  if (schema.$ref === undefined) return schema;
  const named = schemas[schema.$ref];
  if (!named) throw new Error(`The recorded facts have no schema ${schema.$ref}.`);
  return resolveSchema(named, schemas);
}
