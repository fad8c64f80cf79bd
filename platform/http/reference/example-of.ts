import { type JsonSchema, resolveSchema, type Schemas } from './schema-fields.ts';

/** An example of the whole, put together from those of its fields; undefined where there is none. */
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
