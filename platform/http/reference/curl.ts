import { exampleOf } from './example-of.ts';
import type { JsonSchema, Schemas } from './schema-fields.ts';

/** What a client of an interface sends with every request, as variables of a shell. */
export interface Credential {
  header: string;
  query?: string;
}

interface CalledOperation {
  method: string;
  path: string;
  parameters: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  content: Readonly<Record<string, { schema: JsonSchema }>>;
}

/** The variables that the commands of a page use. */
export const shellVariables = (credential: Credential): string[] => [
  '$PLATFORM',
  ...Object.values(credential).flatMap((text: string) => text.match(/\$\w+/g) ?? []),
];

/** A command that calls an operation with the examples of its parameters and its body. */
export function curlOf(
  { method, path, parameters, content }: CalledOperation,
  { header, query = '' }: Credential,
  schemas: Schemas,
): string {
  const exampleFor = (schema: JsonSchema) => encodeURIComponent(String(exampleOf(schema, schemas) ?? ''));
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, schema }) => text.replace(`{${name}}`, exampleFor(schema)), path);
  const asked = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required && !query.includes(`${parameter.name}=`))
    .map(({ name, schema }) => `${name}=${exampleFor(schema)}`);
  const search = [...(query ? [query] : []), ...asked].join('&');
  const lines = [`curl -X ${method} "$PLATFORM${filled}${search && `?${search}`}"`, `-H "${header}"`];
  const json = content['application/json'];
  if (json) lines.push("-H 'content-type: application/json'", `-d '${quote(exampleOf(json.schema, schemas))}'`);
  else if (content['multipart/form-data']) lines.push('-F file=@picture.jpg');
  return lines.join(' \\\n  ');
}

/** JSON between single quotes of a shell. */
const quote = (value: unknown): string => JSON.stringify(value).replaceAll("'", `'\\''`);
