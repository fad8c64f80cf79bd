import { html } from 'hono/html';
import { variableOf } from './asked-parameters.ts';
import { curlOf, shellVariable } from './curl.ts';
import { exampleOf } from './example-of.ts';
import { type Markup, prose, renderPage, renderTable } from './layout.ts';
import {
  addressesOf,
  type Content,
  groupsOf,
  type Member,
  membersOf,
  placeInViewer,
  type Reference,
} from './reference.ts';
import { type Field, fieldsOf, type JsonSchema, type Schemas, typeOf } from './schema-fields.ts';

/** A webhook request has no path of ours. */
const addressOfReceiver = 'the address of the webhook';

/** A readable page about the interface. */
export function renderReference(reference: Reference, hasSandbox: boolean): Markup {
  const { name, document, basePath, sections } = reference;
  const { info, tags, paths, webhooks = {} } = document;
  const addresses = addressesOf(name);
  const called = membersOf(paths, basePath);
  const all = [...called, ...membersOf(webhooks, '').map((event) => ({ ...event, path: addressOfReceiver }))];
  const groups = groupsOf(tags, all);
  return renderPage({
    address: addresses.page,
    title: info.title,
    hasSandbox,
    contents: html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
      ${groups.map(({ name, members }) => html`<b>${name}</b><ul>${members.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>`)}`,
    main: html`<p>${prose(info.description)}</p>
      <p class="links"><a href="${addresses.viewer}">Try it in the browser</a> <a href="${addresses.document}">OpenAPI document</a> <a href="${addresses.collection}">Postman collection</a></p>
      ${renderVariables(reference, called)}
      ${sections.map(({ id, title, body }) => html`<h2 id="${id}">${title}</h2>${body}`)}
      ${groups.map(({ name, members }) => html`<h2>${name}</h2>${members.map((member) => renderOperation(member, reference))}`)}`,
  });
}

/** What the variables of the commands stand for. */
function renderVariables({ credential }: Reference, members: readonly Member[]): Markup {
  const own = new Set(members.flatMap(({ operation }) => (operation.parameters ?? []).map(variableOf)));
  const meanings: [string, string][] = [
    ['accountId', 'the account of a member'],
    ['email', 'the e-mail address of a member'],
    ['gymId', 'the number of the gym'],
  ];
  const code = (name: string) => html`<code>${shellVariable(name)}</code>`;
  return html`<p class="note">The commands below use variables: <code>$PLATFORM</code>, the address of the platform, such as <code>http://127.0.0.1:4010</code>; ${code(credential.variable)}, your credential${meanings.filter(([name]) => own.has(name)).map(([name, meaning]) => html`; ${code(name)}, ${meaning}`)}. The other examples are members and cards of each gym that a sandbox creates, as far as it has them.</p>`;
}

function renderOperation({ path, method, operation }: Member, reference: Reference): Markup {
  const { name, document, credential, noteOf } = reference;
  const { schemas } = document.components;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const parameterFields = parameters.map((parameter) => ({
    name: parameter.name,
    type: `${parameter.in}, ${typeOf(parameter.schema, schemas)}`,
    isRequired: parameter.required === true,
    description: parameter.description ?? '',
    example: exampleOf(parameter.schema, schemas),
  }));
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <h3 id="${operationId}-title">${summary}</h3>
    <div class="address"><span class="method">${method}</span><code>${path}</code></div>
    ${description ? html`<p>${prose(description)}</p>` : ''}
    ${noteOf?.(operationId) ?? ''}
    ${renderFields('Parameters', parameterFields)}
    ${renderFields('Body', bodyFields(requestBody, schemas))}
    ${
      path === addressOfReceiver
        ? ''
        : renderCommand(
            operationId,
            curlOf({ operationId, method, path, parameters, content: requestBody?.content ?? {} }, credential, schemas),
            placeInViewer(name, operation),
          )
    }
    ${renderExample(requestBody?.content?.['application/json']?.schema, schemas)}
    <h4>Answers</h4>
    ${renderTable(
      ['Status', 'Body', 'When'],
      Object.entries(responses).map(([status, answer]) => [
        status,
        shapeOf(answer, schemas),
        prose(answer.description),
      ]),
    )}
    ${successes.map(([, answer]) => renderFields('Fields of the answer', bodyFields(answer, schemas)))}
  </article>`;
}

const schemaOf = ({ content = {} }: Content): JsonSchema | undefined => Object.values(content)[0]?.schema;

const bodyFields = (body: Content | undefined, schemas: Schemas): Field[] => {
  const schema = body && schemaOf(body);
  return schema ? fieldsOf(schema, schemas) : [];
};

const shapeOf = (answer: Content, schemas: Schemas): string => {
  const schema = schemaOf(answer);
  if (!schema) return 'no body';
  const item = nameOf(schema.items);
  return nameOf(schema) ?? (item ? `list of ${item}` : typeOf(schema, schemas));
};

const nameOf = (schema: JsonSchema | undefined): string | undefined => schema?.$ref?.split('/').at(-1);

function renderExample(schema: JsonSchema | undefined, schemas: Schemas): Markup {
  if (!schema) return '';
  return html`<h4>Example of a body</h4><pre>${JSON.stringify(exampleOf(schema, schemas), null, 2)}</pre>`;
}

const renderCommand = (operationId: string, command: string, viewer: string): Markup =>
  html`<h4>Command</h4>
    <pre id="${operationId}-command">${command}</pre>
    <p class="note"><button type="button" data-copies="${operationId}-command" data-copied="Copied." hidden>Copy</button> <a href="${viewer}" aria-describedby="${operationId}-title">Try it</a> <span role="status"></span></p>`;

/** A table of fields with a title; empty if there are no fields. */
export function renderFields(title: string, fields: Field[]): Markup {
  if (fields.length === 0) return '';
  const rows = fields.map(({ name, type, isRequired, description, example }) => [
    html`<code>${name}</code>`,
    `${type}${isRequired ? ', required' : ''}`,
    html`${prose(description)}${exampleText(example)}`,
  ]);
  return html`<h4>${title}</h4>${renderTable(['Field', 'Type', 'Meaning'], rows)}`;
}

/** For a single value. An object or a list is documented by its fields. */
const exampleText = (example: unknown): Markup =>
  ['string', 'number', 'boolean'].includes(typeof example)
    ? html` <span class="note">Such as <code>${JSON.stringify(example)}</code>.</span>`
    : '';
