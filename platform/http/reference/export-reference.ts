import { html } from 'hono/html';
import { exportDocument } from '#platform/http/export/document.ts';
import { decisions, failureCauses } from './export-decisions.ts';
import { filesSection, metricsSection, pagesSection, sharingSection } from './export-sections.ts';
import type { Reference, ReferenceDocument } from './reference.ts';
import { decisionsSection, failuresSection } from './sections.ts';

/** The page of the data export. */
export function exportReference(now: Date): Reference {
  const document = exportDocument(now) as unknown as ReferenceDocument; // safe because: our routes generate these parts
  const lead =
    'The descriptions of this interface say nothing of much that a client has to know, and contradict each other in places. This is what this platform does there.';
  return {
    name: 'export',
    document,
    basePath: '',
    credential: { header: 'x-api-key', variable: 'apiKey' },
    sections: [
      pagesSection,
      sharingSection,
      filesSection,
      metricsSection,
      failuresSection(document.components.schemas, failureCauses),
      decisionsSection(lead, decisions),
    ],
    noteOf: () => html`<p class="note">Needs the permission <code>export</code>.</p>`,
  };
}
