import { html } from 'hono/html';
import { errorStatus, missingEntities } from '#contracts/v2/errors.ts';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { bodiesInProgress, picturesInProgress } from '#platform/http/limits-in-words.ts';
import { membershipDocument } from '#platform/http/v2/document.ts';
import { type Markup, renderTable } from './layout.ts';
import { renderFields } from './page.ts';
import type { Reference, ReferenceDocument } from './reference.ts';
import { fieldsOf, type Schemas } from './schema-fields.ts';

/** The page of the membership management interface, version 2. */
export function membershipReference(now: Date): Reference {
  const document = membershipDocument(now) as unknown as ReferenceDocument; // safe because: our routes generate these parts
  return {
    name: 'v2',
    document,
    basePath: '',
    credential: { header: 'x-api-key', variable: 'apiKey' },
    sections: [{ id: 'errors', title: 'Errors', body: renderErrors(document.components.schemas) }],
    noteOf: (operationId) => {
      const operation = Object.hasOwn(operations, operationId) && operations[operationId as OperationId]; // safe because: it is one of them
      return operation ? html`<p class="note">Needs the permission <code>${operation.permission}</code>.</p>` : '';
    },
  };
}

/** The error envelope, and the codes that a client can switch over. */
const renderErrors = (schemas: Schemas): Markup =>
  html`<article>
    <h3>The body of every failure</h3>
    ${renderFields('Fields', fieldsOf(schemas.Error ?? {}, schemas))}
    <h4>Codes</h4>
    ${renderTable(
      ['Code', 'Status'],
      Object.entries(errorStatus).map(([code, status]) => [html`<code>${code}</code>`, status]),
    )}
    <p class="note">A <code>notFound</code> says in <code>metadata.entity</code> what is missing: ${missingEntities.join(', ')}.</p>
    <p class="note">A <code>tooManyRequests</code> with the entity TAN says that the gym sent too many verification TANs that are none or somebody else’s; <code>Retry-After</code> says for how many seconds no other one is looked at. One with <code>Retry-After</code> and no entity says that ${bodiesInProgress}; or that ${picturesInProgress}.</p>
  </article>`;
