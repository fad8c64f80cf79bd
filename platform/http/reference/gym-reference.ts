import { html } from 'hono/html';
import { gymDocument } from '#platform/http/v1/document.ts';
import { decisions, failureCauses } from './gym-decisions.ts';
import { type Markup, prose, renderTable } from './layout.ts';
import { type Reference, type ReferenceDocument, renderFields } from './page.ts';
import { fieldsOf, type Schemas } from './schema-fields.ts';

/** The page of the gym interface, version 1. */
export function gymReference(): Reference {
  const document = gymDocument() as unknown as ReferenceDocument; // safe because: our routes generate these parts
  return {
    address: '/reference/v1',
    documentAddress: '/openapi/v1.json',
    document,
    basePath: '/v1',
    sections: [
      { id: 'errors', title: 'Errors', body: renderErrors(document.components.schemas) },
      { id: 'decisions', title: 'Where the sources disagree', body: renderDecisions() },
    ],
  };
}

const renderErrors = (schemas: Schemas): Markup =>
  html`<article>
    <h3>The body of every failure</h3>
    ${renderFields('Fields', fieldsOf(schemas.Error ?? {}, schemas))}
    <h4>Statuses</h4>
    ${renderTable(
      ['Status', 'When'],
      Object.entries(failureCauses).map(([status, cause]) => [status, prose(cause)]),
    )}
  </article>`;

const renderDecisions = (): Markup =>
  html`<p>The descriptions of this interface contradict each other and their own examples in places. This is what this platform does there.</p>
    <article>${decisions.map(({ question, answer }) => html`<h3>${question}</h3><p>${prose(answer)}</p>`)}</article>`;
