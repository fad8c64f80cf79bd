/** The parts of a JSON schema that the reference shows. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  example?: unknown;
}

export type Schemas = Record<string, JsonSchema>;

export interface Field {
  /** Dotted path; `[]` stands for the items of a list. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
  example: unknown;
}

/** All fields of a schema. The fields of an inner object follow the object. */
export function fieldsOf(schema: JsonSchema, schemas: Schemas, prefix = ''): Field[] {
  const { properties = {}, required = [], items } = resolveSchema(schema, schemas);
  if (items) return fieldsOf(items, schemas, `${prefix}[]`);
  return Object.entries(properties).flatMap(([key, inner]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const resolved = resolveSchema(inner, schemas);
    const field = {
      name,
      type: typeOf(resolved, schemas),
      isRequired: required.includes(key),
      description: [inner.description ?? resolved.description ?? '', ...limitsOf(resolved)].filter(Boolean).join(' '),
      example: inner.example ?? resolved.example,
    };
    return [field, ...fieldsOf(inner, schemas, name)];
  });
}

export function typeOf(schema: JsonSchema, schemas: Schemas): string {
  const { type, format, enum: members, anyOf, items } = resolveSchema(schema, schemas);
  if (members) return members.map(String).join(' | ');
  if (items) return `list of ${typeOf(items, schemas)}`;
  const alternatives = anyOf?.map((one) => typeOf(one, schemas)).filter((name) => name !== 'null') ?? [];
  if (alternatives.length > 0) return alternatives[0] ?? 'any';
  const named = (Array.isArray(type) ? type : [type ?? 'any']).filter((name) => name !== 'null').join(' | ');
  return format ? `${named}, ${format}` : named;
}

export function resolveSchema(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name) return resolveSchema(schemas[name] ?? {}, schemas);
  const merged = (schema.allOf ?? []).map((part) => resolveSchema(part, schemas));
  return Object.assign({}, ...merged, schema);
}

function limitsOf({ maxLength, pattern, minimum, maximum, default: preset }: JsonSchema): string[] {
  return [
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    pattern === undefined ? '' : `Matches \`${pattern}\`.`,
    minimum === undefined ? '' : `At least ${minimum}.`,
    maximum === undefined || maximum >= 2 ** 31 - 1 ? '' : `At most ${maximum}.`,
    preset === undefined ? '' : `\`${preset}\` where absent.`,
  ];
}
