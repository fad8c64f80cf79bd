import { html } from 'hono/html';
import { type Markup, prose, renderTable } from './layout.ts';
import { renderFields } from './page.ts';
import type { Section } from './reference.ts';
import { fieldsOf, type Schemas } from './schema-fields.ts';

/** A decision where the sources of an interface are silent or disagree. */
export interface Decision {
  question: string;
  answer: string;
}

/** The body of every failure, and when each status is answered. */
export const failuresSection = (schemas: Schemas, causes: Readonly<Record<number, string>>): Section => ({
  id: 'errors',
  title: 'Errors',
  body: html`<article>
    <h3>The body of every failure</h3>
    ${renderFields('Fields', fieldsOf(schemas.Error ?? {}, schemas))}
    <h4>Statuses</h4>
    ${renderTable(
      ['Status', 'When'],
      Object.entries(causes).map(([status, cause]) => [status, prose(cause)]),
    )}
  </article>`,
});

export const decisionsSection = (lead: string, decisions: readonly Decision[]): Section => ({
  id: 'decisions',
  title: 'Where the sources disagree',
  body: html`<p>${prose(lead)}</p>
    <article>${decisions.map(({ question, answer }) => html`<h3>${question}</h3><p>${prose(answer)}</p>`)}</article>`,
});

/** Paragraphs in one box. */
export const renderParagraphs = (paragraphs: readonly string[]): Markup =>
  html`${paragraphs.map((text) => html`<p>${prose(text)}</p>`)}`;
