import { z } from 'zod';
import { faultRule } from './fault-rule.ts';

/** Everything that the processes of a sandbox agree on. */
const sandboxState = z.object({
  version: z.number().int(),
  faults: z.array(z.object({ name: z.string(), rule: faultRule, isCounted: z.boolean() })),
  clock: z.object({ offsetMs: z.number(), frozenAt: z.coerce.date().nullable() }),
  /** Gyms whose credentials have no rate limit. */
  unlimitedGyms: z.array(z.string()),
});
export type SandboxState = z.infer<typeof sandboxState>;
export type SetFault = SandboxState['faults'][number];

/** One statement, so that the state is that of its version. */
export const readStateText = `
  SELECT version, coalesce(
    (SELECT json_agg(json_build_object('name', name, 'rule', rule, 'isCounted', times_left IS NOT NULL) ORDER BY place)
     FROM sandbox_faults WHERE times_left IS NULL OR times_left > 0),
    '[]') AS faults,
    json_build_object('offsetMs', clock_offset_ms, 'frozenAt', clock_frozen_at) AS clock,
    (SELECT coalesce(array_agg(gym_id::text), '{}') FROM sandbox_gyms WHERE NOT is_limited) AS "unlimitedGyms"
  FROM sandbox_state`;

export const parseState = (row: unknown): SandboxState => sandboxState.parse(row);
