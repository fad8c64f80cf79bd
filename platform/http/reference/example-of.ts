import { type JsonSchema, resolveSchema, type Schemas } from './schema-fields.ts';

/** An example of an object, composed of the examples of its fields; undefined if there are none. */
export function exampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  const { example, anyOf, items, properties } = resolveSchema(schema, schemas);
  if (example !== undefined) return example;
  if (properties) {
    const fields = Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, schemas)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (items) return [exampleOf(items, schemas)];
  return anyOf?.[0] && exampleOf(anyOf[0], schemas);
}
