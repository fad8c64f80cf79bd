import { gymDocument } from '#platform/http/v1/document.ts';
import { decisions, failureCauses } from './gym-decisions.ts';
import type { Reference, ReferenceDocument } from './reference.ts';
import { decisionsSection, failuresSection } from './sections.ts';

/** The page of the gym interface, version 1. */
export function gymReference(now: Date): Reference {
  const document = gymDocument(now) as unknown as ReferenceDocument; // safe because: our routes generate these parts
  const lead =
    'The descriptions of this interface contradict each other and their own examples in places. This is what this platform does there.';
  return {
    name: 'v1',
    document,
    basePath: '/v1',
    credential: { header: 'X-ACCESS-TOKEN', variable: 'accessToken' },
    sections: [failuresSection(document.components.schemas, failureCauses), decisionsSection(lead, decisions)],
  };
}
