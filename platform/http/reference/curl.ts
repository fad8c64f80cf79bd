import { exampleAccountId, isAsked, type Parameter, variableOf } from './asked-parameters.ts';
import { exampleOf } from './example-of.ts';
import type { JsonSchema, Schemas } from './schema-fields.ts';

/** What a client of an interface sends with every request. */
export interface Credential {
  header: string;
  /** The name of the variable that contains its value. */
  variable: string;
}

interface CalledOperation {
  operationId: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  content: Readonly<Record<string, { schema: JsonSchema }>>;
}

/** The variable of a shell that is called `accountId` elsewhere: `$ACCOUNT_ID`. */
export const shellVariable = (name: string): string =>
  `$${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** A command that calls an operation with the examples of its parameters and its body. */
export function curlOf(
  { operationId, method, path, parameters, content }: CalledOperation,
  { header, variable }: Credential,
  schemas: Schemas,
): string {
  const valueFor = (parameter: Parameter) => {
    const own = variableOf(parameter);
    return own ? shellVariable(own) : encodeURIComponent(String(exampleOf(parameter.schema, schemas) ?? ''));
  };
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, () => valueFor(parameter)), path);
  const search = parameters
    .filter((parameter) => parameter.in === 'query' && isAsked(operationId, parameter))
    .map((parameter) => `${parameter.name}=${valueFor(parameter)}`)
    .join('&');
  const lines = [
    `curl -X ${method} "$PLATFORM${filled}${search && `?${search}`}"`,
    `-H "${header}: ${shellVariable(variable)}"`,
  ];
  const json = content['application/json'];
  if (json) lines.push("-H 'content-type: application/json'", `-d '${quote(exampleOf(json.schema, schemas))}'`);
  else if (content['multipart/form-data']) lines.push('-F file=@picture.jpg');
  return lines.join(' \\\n  ');
}

/** JSON between single quotes of a shell, with the variable of the account where an account is named. */
const quote = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("'", `'\\''`)
    .replaceAll(exampleAccountId, `'"${shellVariable('accountId')}"'`);
