import { type DemoChainData, partsOfDemoChain } from '#platform/simulator/demo-chain.ts';
import { inventPast } from '#platform/simulator/demo-past.ts';
import * as rowsOf from '#platform/simulator/demo-rows.ts';
import { inParts, type Parts } from '#platform/simulator/in-parts.ts';
import { defaultDemoSeed } from '#platform/simulator/seed-demo.ts';

/** The chain with all visits of the last 90 days, of which a new demo writes the earlier ones in the background. */
export interface WholeDemo extends DemoChainData {
  /** The instant for which it was generated. */
  now: Date;
  /** What tells one visit from another, as a JSON list of rows: 10 MB. */
  visitKeys: string;
}

/** Takes a second of the processor, in parts of a tenth of it or so. */
export const inventWholeDemo = (now: Date): Promise<WholeDemo> => inParts(partsOfWholeDemo(now));

const visitsOfPart = 2_000;

function* partsOfWholeDemo(now: Date): Parts<WholeDemo> {
  const data = yield* partsOfDemoChain({ seed: defaultDemoSeed, now });
  yield;
  const past = inventPast(defaultDemoSeed, data.members, now);
  const [visits, admissions] = [
    [...past.visits, ...data.visits],
    [...past.admissions, ...data.admissions],
  ];
  const keys: string[] = [];
  for (let from = 0; from < visits.length; from += visitsOfPart) {
    yield;
    keys.push(...visits.slice(from, from + visitsOfPart).flatMap(keysOf));
  }
  return { ...data, visits, admissions, now, visitKeys: `[${keys.join(',')}]` };
}

const keysOf = (visit: DemoChainData['visits'][number]): string[] =>
  rowsOf
    .visitRows(visit)
    .map(({ gymId, accountId, kind, occurredAt }) =>
      JSON.stringify({ gym_id: gymId, account_id: accountId, kind, occurred_at: occurredAt }),
    );
