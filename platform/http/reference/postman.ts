import { exampleAccountId, isAsked, type Parameter, variableOf } from './asked-parameters.ts';
import { exampleOf } from './example-of.ts';
import { groupsOf, type InterfaceName, type Member, membersOf, type Reference } from './reference.ts';
import type { Schemas } from './schema-fields.ts';

const inBraces = (variable: string) => `{{${variable}}}`;

export const collectionFileOf = (name: InterfaceName): string => `front-desk-${name}.postman_collection.json`;

/**
 * An interface as a collection of requests, in the format 2.1 of Postman, which other clients import too.
 * @param url the address of a platform, the first value of `baseUrl`
 */
export function createCollection(reference: Reference, url: string) {
  const { document, basePath, credential } = reference;
  const { info, tags, paths, components } = document;
  const members = membersOf(paths, basePath);
  const own = new Set(members.flatMap(({ operation: { parameters = [] } }) => parameters.flatMap(variableOf)));
  const variables = [credential.variable, ...own].filter((name) => name !== undefined);
  const header = { key: credential.header, value: inBraces(credential.variable) };
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'baseUrl', value: url }, ...variables.map((key) => ({ key, value: '' }))],
    item: groupsOf(tags, members)
      .filter((group) => group.members.length > 0)
      .map((group) => ({
        name: group.name,
        item: group.members.map((member) => toItem(member, header, components.schemas)),
      })),
  };
}

interface Header {
  key: string;
  value: string;
}

function toItem({ method, path, operation }: Member, credential: Header, schemas: Schemas) {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const valueFor = (parameter: Parameter) => {
    const own = variableOf(parameter);
    return own ? inBraces(own) : String(exampleOf(parameter.schema, schemas) ?? '');
  };
  const describe = (parameter: Parameter) => parameter.description ?? parameter.schema.description ?? '';
  const variable = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({ key: one.name, value: valueFor(one), description: describe(one) }));
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      key: one.name,
      value: valueFor(one),
      description: describe(one),
      ...(!isAsked(operationId, one) && { disabled: true }),
    }));
  const search = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const content = requestBody?.content ?? {};
  const json = content['application/json'];
  const text = json && JSON.stringify(exampleOf(json.schema, schemas), null, 2);
  return {
    name: summary,
    request: {
      method,
      header: [credential, ...(text === undefined ? [] : [{ key: 'content-type', value: 'application/json' }])],
      ...(text !== undefined && {
        body: {
          mode: 'raw',
          raw: text.replaceAll(exampleAccountId, inBraces('accountId')),
          options: { raw: { language: 'json' } },
        },
      }),
      ...(content['multipart/form-data'] && {
        body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] },
      }),
      url: {
        raw: `${inBraces('baseUrl')}${template}${search.length > 0 ? `?${search.join('&')}` : ''}`,
        host: [inBraces('baseUrl')],
        path: template.split('/').slice(1),
        ...(query.length > 0 && { query }),
        ...(variable.length > 0 && { variable }),
      },
      ...(description && { description }),
    },
    response: [],
  };
}
