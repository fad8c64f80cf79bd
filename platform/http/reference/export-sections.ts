import { html } from 'hono/html';
import { type Metric, metrics, unknownWord } from '#contracts/export/metrics.ts';
import { pageSize } from '#contracts/export/pages.ts';
import { rangeLimits } from '#platform/services/exports/range.ts';
import { type Markup, prose, renderTable } from './layout.ts';
import type { Section } from './reference.ts';
import { renderParagraphs } from './sections.ts';

const wordsOfLimits = {
  analytics: 'Weekly analytics',
  events: 'Workouts, assessments, flexibility and body measurements, as pages',
  files: 'The same as a file',
} as const satisfies Record<keyof typeof rangeLimits, string>;

const ageInWords = {
  analytics: 'as far back as there are any',
  events: 'within the last month',
  files: 'within the last year',
};

export const pagesSection: Section = {
  id: 'pages',
  title: 'Pages and ranges',
  body: html`<article>
    ${renderParagraphs([
      `An export is read page by page, of ${pageSize} items each, oldest first. Ask without a cursor first, then again and again with the same range and \`nextCursor\` as \`cursor\`, until it is \`null\`.`,
      'Days are of UTC, and both belong to the range. Fetch the day before at or after 09:00 UTC: what is computed overnight is there then.',
    ])}
    ${renderTable(
      ['What', 'First day', 'Last day'],
      (Object.keys(wordsOfLimits) as (keyof typeof wordsOfLimits)[]).map((kind) => [
        // safe because: a closed literal
        wordsOfLimits[kind],
        ageInWords[kind],
        `at most ${rangeLimits[kind].days} days after the first`,
      ]),
    )}
  </article>`,
};

export const sharingSection: Section = {
  id: 'sharing',
  title: 'Members who do not share data',
  body: html`<article>
    ${renderParagraphs([
      'Keep `externalAccountId` with everything you keep of an export. It is the one thing that is told of a member who opts out later.',
      'Ask for the list of opted-out members whenever you fetch data, and delete what you have of the accounts in it. It comes in one answer, without names, and has no range: who opts in again is no longer in it.',
    ])}
  </article>`,
};

export const filesSection: Section = {
  id: 'files',
  title: 'Files',
  body: html`<article>
    ${renderParagraphs([
      'Up to a year of one kind of events is written to a file in the background. Create a job, then ask for its status every few seconds. At most two files of a gym are written at a time; others wait, and are `IN_PROGRESS` too.',
    ])}
    <h3>What a status means</h3>
    ${renderTable(
      ['Job', 'What it means'],
      [
        [
          'IN_PROGRESS',
          'The file waits or is being written. A worker that dies on the way is replaced, and the file begun anew.',
        ],
        ['DONE', 'The file is whole, and `downloadURL` has its address, for 24 hours.'],
        [
          'FAILED',
          'The file could not be written, and nothing of it is left. The operator sees why; create another job.',
        ],
        [
          'EXPIRED',
          'The file was deleted: its time is over, or a member opted out or was erased who may have been in it.',
        ],
      ].map(([status = '', meaning = '']) => [html`<code>${status}</code>`, prose(meaning)]),
    )}
    <h3>Formats</h3>
    ${renderTable(
      ['Format', 'What the file is'],
      [
        ['JSONL', 'One object a line; what you get where `fileType` is absent.'],
        ['JSON', 'One array of the same objects.'],
        ['CSV', 'A table with a header, for spreadsheets: what would be a formula there is disarmed by an apostrophe.'],
      ].map(([format = '', meaning = '']) => [html`<code>${format}</code>`, prose(meaning)]),
    )}
    <h3>The download</h3>
    ${renderParagraphs([
      'The address of a file needs no key: keep it as you keep one. It answers `GET` and `HEAD` with `Content-Disposition` and `ETag`. A download that broke off goes on with `Range` (206; 416 where the file is shorter), of the same job alone: with `If-Range` and that `ETag`, another file comes whole. With `Accept-Encoding: gzip` it is smaller, and always whole. 404 means that the file has expired.',
    ])}
  </article>`,
};

const mostNamedKeys = 10;

function renderKeys(keys: Metric['metricKeys']): Markup {
  if ('wordsOf' in keys) return html`the words of <code>${keys.wordsOf}</code>, or <code>${unknownWord}</code>`;
  const [first, last] = [keys[0], keys.at(-1)];
  if (keys.length > mostNamedKeys) return html`<code>${first}</code> to <code>${last}</code>`;
  return html`${keys.map((key, index) => html`${index === 0 ? '' : ', '}<code>${key}</code>`)}`;
}

/** The vocabulary of the analytics. */
export const metricsSection: Section = {
  id: 'metrics',
  title: 'Weekly metrics',
  body: html`<article>
    ${renderParagraphs([
      'Each item is one number of one week, from Monday to Sunday in UTC. Visits, visitors, members and admissions count everybody; what is counted of training leaves out who does not share data.',
    ])}
    ${renderTable(
      ['metricType', 'metricKey', 'Meaning'],
      metrics.map((metric) => [
        html`<code>${metric.metricType}</code>`,
        renderKeys(metric.metricKeys),
        html`${prose(metric.description)} <span class="note">${metric.isReportedAtZero ? 'In every week' : 'Where there are any'}; <code>metricSubType</code> is <code>${metric.metricSubType}</code>.</span>`,
      ]),
    )}
  </article>`,
};
