import type { PublishedFacts } from '#contracts/published/facts.ts';
import recorded from './facts.json' with { type: 'json' };

/** Recorded from the published OpenAPI document by `tools/record-published-facts.ts`; never edited by hand. */
export const publishedFacts = recorded as PublishedFacts; // safe because: the recorder writes this shape
