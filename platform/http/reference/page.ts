import { html, raw } from 'hono/html';
import { errorStatus, missingEntities } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { type Field, fieldsOf, type JsonSchema, type Schemas, typeOf } from './schema-fields.ts';
import { style } from './style.ts';

interface Described {
  description: string;
  content?: Record<string, { schema: JsonSchema }>;
}

interface DocumentedOperation {
  operationId: OperationId;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Described>;
}

/** The parts of the generated document that the page shows. */
export interface ReferenceDocument {
  info: { title: string; description?: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Schemas };
}

type Markup = ReturnType<typeof html>;

/** A readable page about the interface, complete in itself. */
export function renderReference(document: ReferenceDocument): Markup {
  const { info, tags, paths, components } = document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = tags.map(({ name }) => ({ name, members: all.filter(({ operation }) => operation.tags[0] === name) }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <div class="layout">
          <nav aria-label="Operations">
            <b><a href="#errors">Errors</a></b>
            ${groups.map(({ name, members }) => html`<b>${name}</b><ul>${members.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}</ul>`)}
          </nav>
          <main>
            <h1>${info.title}</h1>
            <p>${prose(info.description ?? '')}</p>
            <p><a href="/openapi/v2.json">The same as an OpenAPI document</a></p>
            ${renderErrors(components.schemas)}
            ${groups.map(({ name, members }) => html`<h2>${name}</h2>${members.map((member) => renderOperation(member, components.schemas))}`)}
          </main>
        </div>
      </body>
    </html>`;
}

/** The envelope of every failure, and the codes a client can switch over. */
function renderErrors(schemas: Schemas): Markup {
  return html`<h2 id="errors">Errors</h2>
    <article>
      ${renderFields('Fields of every failure', fieldsOf(schemas.Error ?? {}, schemas))}
      <h4>Codes</h4>
      <table>${Object.entries(errorStatus).map(([code, status]) => html`<tr><td><code>${code}</code></td><td>${status}</td></tr>`)}</table>
      <p class="note">A <code>notFound</code> says in <code>metadata.entity</code> what is missing: ${missingEntities.join(', ')}.</p>
    </article>`;
}

interface Member {
  path: string;
  method: string;
  operation: DocumentedOperation;
}

function renderOperation({ path, method, operation }: Member, schemas: Schemas): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const parameterFields = parameters.map((parameter) => ({
    name: parameter.name,
    type: `${parameter.in}, ${typeOf(parameter.schema, schemas)}`,
    isRequired: parameter.required === true,
    description: parameter.description ?? '',
  }));
  return html`<article id="${operationId}">
    <h3>${summary}</h3>
    <div class="address"><span class="method">${method}</span><code>${path}</code></div>
    ${description ? html`<p>${prose(description)}</p>` : ''}
    <p class="note">Needs the permission <code>${operations[operationId].permission}</code>.</p>
    ${renderFields('Parameters', parameterFields)}
    ${renderFields('Body', bodyFields(requestBody, schemas))}
    <h4>Answers</h4>
    <table>${Object.entries(responses).map(([status, answer]) => html`<tr><td>${status}</td><td>${shapeOf(answer, schemas)}</td><td>${prose(answer.description)}</td></tr>`)}</table>
    ${Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, answer]) => renderFields('Fields of the answer', bodyFields(answer, schemas)))}
  </article>`;
}

const contentOf = (described: { content?: Record<string, { schema: JsonSchema }> } | undefined) =>
  Object.values(described?.content ?? {})[0]?.schema;

const bodyFields = (described: Parameters<typeof contentOf>[0], schemas: Schemas): Field[] => {
  const schema = contentOf(described);
  return schema ? fieldsOf(schema, schemas) : [];
};

const shapeOf = (answer: Described, schemas: Schemas): string => {
  const schema = contentOf(answer);
  if (!schema) return 'no body';
  const item = nameOf(schema.items);
  return nameOf(schema) ?? (item ? `list of ${item}` : typeOf(schema, schemas));
};

const nameOf = (schema: JsonSchema | undefined): string | undefined => schema?.$ref?.split('/').at(-1);

function renderFields(title: string, fields: Field[]): Markup | '' {
  if (fields.length === 0) return '';
  return html`<h4>${title}</h4>
    <table>${fields.map((field) => html`<tr><td><code>${field.name}</code></td><td>${field.type}${field.isRequired ? ', required' : ''}</td><td>${prose(field.description)}</td></tr>`)}</table>`;
}

/** Text with \`code\` in it. */
const prose = (text: string): Markup[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
