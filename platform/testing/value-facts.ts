import type { OpenApiDocument, Schema } from './contract-facts.ts';

/**
 * Formats of an interface's values, and which of them may be null, in addition to `readContractFacts`: `getTask
 * answer dueDate: date`, `getTask answer completerId: string or null`.
 */
export function readValueFacts({ paths, components }: OpenApiDocument): string[] {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : resolve(components?.schemas?.[name] ?? {});
  };
  const valuesOf = (unresolved: Schema, place: string): string[] => {
    const schema = resolve(unresolved);
    const options = (schema.anyOf ?? [schema]).map(resolve);
    const isNull = ({ type }: Schema) => [type].flat().includes('null');
    const value = options.find(({ type }) => type !== 'null') ?? {};
    if (value.items) return valuesOf(value.items, `${place}[]`);
    if (value.properties) {
      return Object.entries(value.properties).flatMap(([name, field]) => valuesOf(field, `${place}.${name}`));
    }
    const kind = value.format ?? [value.type].flat().find((type) => type !== 'null');
    return [`${place}: ${kind}${schema.nullable || options.some(isNull) ? ' or null' : ''}`];
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations
    .flatMap(({ operationId = '', parameters = [], requestBody, responses }) => [
      ...parameters.flatMap(({ name, schema = {} }) => valuesOf(schema, `${operationId} parameter ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema = {} }) =>
        valuesOf(schema, `${operationId} request`),
      ),
      ...Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.values(content))
        .flatMap(({ schema = {} }) => valuesOf(schema, `${operationId} answer`)),
    ])
    .map((fact) => fact.replace(/ (request|answer)\./, ' $1 '))
    .toSorted();
}
