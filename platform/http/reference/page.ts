import { html } from 'hono/html';
import { type Credential, curlOf, shellVariables } from './curl.ts';
import { exampleOf } from './example-of.ts';
import { type Markup, prose, type ReferenceAddress, renderPage, renderTable } from './layout.ts';
import { type Field, fieldsOf, type JsonSchema, type Schemas, typeOf } from './schema-fields.ts';

interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
}

type Paths = Record<string, Record<string, DocumentedOperation>>;

/** The parts of a generated document that the page shows. */
export interface ReferenceDocument {
  info: { title: string; description: string };
  tags: { name: string }[];
  paths: Paths;
  webhooks?: Paths;
  components: { schemas: Schemas };
}

/** A section of the page that is not in the document. */
export interface Section {
  id: string;
  title: string;
  body: Markup;
}

/** An interface as its page shows it. */
export interface Reference {
  address: ReferenceAddress;
  /** The URL of the document. */
  documentAddress: string;
  document: ReferenceDocument;
  /** Prefix of the document's paths. */
  basePath: string;
  sections: Section[];
  credential: Credential;
  /** Notes about one operation that are not in the document. */
  noteOf?(operationId: string): Markup;
}

/** A webhook request has no path of ours. */
const addressOfReceiver = 'the address of the webhook';

interface Member {
  path: string;
  method: string;
  operation: DocumentedOperation;
}

const membersOf = (paths: Paths, basePath: string): Member[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: `${basePath}${path}`,
      method: method.toUpperCase(),
      operation,
    })),
  );

/** A readable page about the interface. */
export function renderReference(reference: Reference, hasSandbox: boolean): Markup {
  const { address, documentAddress, document, basePath, sections } = reference;
  const { info, tags, paths, webhooks = {} } = document;
  const all = [
    ...membersOf(paths, basePath),
    ...membersOf(webhooks, '').map((event) => ({ ...event, path: addressOfReceiver })),
  ];
  const groups = tags.map(({ name }) => ({ name, members: all.filter(({ operation }) => operation.tags[0] === name) }));
  return renderPage({
    address,
    title: info.title,
    hasSandbox,
    contents: html`<ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
      ${groups.map(({ name, members }) => html`<b>${name}</b><ul>${members.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>`)}`,
    main: html`<p>${prose(info.description)}</p>
      <p><a href="${documentAddress}">The same as an OpenAPI document</a></p>
      <p class="note">The commands below use the variables ${shellVariables(reference.credential).map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}: the address of the platform, such as <code>http://127.0.0.1:4010</code>, and your credential.</p>
      ${sections.map(({ id, title, body }) => html`<h2 id="${id}">${title}</h2>${body}`)}
      ${groups.map(({ name, members }) => html`<h2>${name}</h2>${members.map((member) => renderOperation(member, reference))}`)}`,
  });
}

function renderOperation({ path, method, operation }: Member, { document, credential, noteOf }: Reference): Markup {
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
    ${path === addressOfReceiver ? '' : renderCommand(operationId, curlOf({ method, path, parameters, content: requestBody?.content ?? {} }, credential, schemas))}
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

const renderCommand = (operationId: string, command: string): Markup =>
  html`<h4>Command</h4>
    <pre id="${operationId}-command">${command}</pre>
    <p class="note"><button type="button" data-copies="${operationId}-command" data-copied="Copied." hidden>Copy</button> <span role="status"></span></p>`;

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
