import fs from 'node:fs';
import { parse } from 'yaml';
import type { PublishedFacts, PublishedOperation, PublishedParameter, Schema } from '#contracts/published/facts.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';

/**
 * Run by hand when a new version of an interface is published: reads its OpenAPI document, YAML or JSON, and writes the
 * facts to stdout.
 *
 * node tools/record-published-facts.ts document.yml > contracts/v2/published/facts.json
 */

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: PublishedParameter['in'];
  required?: boolean;
  schema: SchemaOfDocument;
}

/** A reference with additional keywords is written as a list of one. */
type SchemaOfDocument = Schema & { allOf?: [SchemaOfDocument] };

interface Content {
  content?: Record<string, { schema: SchemaOfDocument }>;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId?: string;
        parameters?: (Parameter | Reference)[];
        requestBody?: Content & { required?: boolean };
        responses: Record<string, Content | Reference>;
      }
    >
  >;
  components: {
    schemas: Record<string, SchemaOfDocument>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Content>;
  };
}

const mapValues = <From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** Keeps the facts; descriptions and examples are not ours to copy. */
function readSchema(schema: SchemaOfDocument): Schema {
  if (schema.allOf) return readSchema(schema.allOf[0]);
  if (schema.$ref) return { $ref: nameIn({ $ref: schema.$ref }) };
  const { type, pattern, enum: members, minLength, maxLength, minimum, maximum, readOnly, nullable, required } = schema;
  return {
    type,
    format: readFormat(schema),
    pattern,
    enum: members,
    minLength,
    maxLength,
    minimum,
    maximum,
    readOnly,
    nullable,
    required,
    properties: schema.properties && mapValues(schema.properties, readSchema),
    additionalProperties: schema.additionalProperties && readSchema(schema.additionalProperties),
    items: schema.items && readSchema(schema.items),
  };
}

/** The document of version 1 has a sentence as the name of this format. */
const readFormat = ({ format }: Schema) => (format?.startsWith('date in format') ? 'date' : format);

/** The document of version 1 has no operation ids: the names are those of our contract. */
function nameOf({ method, path }: PublishedOperation): string {
  const named = Object.entries(gymOperations).find(([, ours]) => ours.method === method && ours.path === path);
  if (!named) throw new Error(`There is no name for ${method} ${path}.`);
  return named[0];
}

const nameIn = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? '';

const readContent = ({ content = {} }: Content): { mediaType: string; schema: Schema } | null => {
  const [only, ...others] = Object.entries(content);
  if (others.length > 0) throw new Error('A body of several media types is not foreseen.');
  return only ? { mediaType: only[0], schema: readSchema(only[1].schema) } : null;
};

function readFacts({ paths, components }: Document): PublishedFacts {
  const resolved = <Named extends object>(one: Named | Reference, named: Record<string, Named> = {}): Named => {
    const found = '$ref' in one ? named[nameIn(one)] : one;
    if (!found) throw new Error('A reference leads nowhere.');
    return found;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const body = requestBody && readContent(requestBody);
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const operation: PublishedOperation = {
        method: method.toUpperCase(),
        path,
        parameters: parameters
          .map((parameter) => resolved(parameter, components.parameters))
          .map(({ name, in: place, required, schema }) => ({
            name,
            in: place,
            isRequired: required === true,
            schema: readSchema(schema),
          })),
        request: body ? { ...body, isRequired: requestBody?.required === true } : null,
        successes: mapValues(
          Object.fromEntries(successes),
          (answer) => readContent(resolved(answer, components.responses))?.schema ?? null,
        ),
        failures: Object.keys(responses)
          .filter((status) => !status.startsWith('2'))
          .map((status) => (/^\d+$/.test(status) ? Number(status) : status)),
      };
      return [operationId ?? nameOf(operation), operation] as const;
    }),
  );
  return {
    operations: Object.fromEntries(operations.toSorted(([one], [other]) => one.localeCompare(other))),
    failure: { $ref: Object.keys(components.schemas).find((name) => /^errordto$/i.test(name)) },
    schemas: mapValues(components.schemas, readSchema),
  };
}

const [source] = process.argv.slice(2);
if (!source) throw new Error('Name the file of the OpenAPI document.');
// safe because: a person hands it an OpenAPI document
const document = parse(fs.readFileSync(source, 'utf8')) as Document;
console.log(JSON.stringify(readFacts(document), null, 2));
