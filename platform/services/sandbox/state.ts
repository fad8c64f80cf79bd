import { z } from 'zod';
import { faultRule } from './fault-rule.ts';

const movedClock = z.object({ offsetMs: z.number(), frozenAt: z.coerce.date().nullable() });
export type MovedClock = z.infer<typeof movedClock>;

/** Everything that the processes of a sandbox agree on. */
const sandboxState = z.object({
  version: z.number().int(),
  faults: z.array(z.object({ name: z.string(), rule: faultRule, isCounted: z.boolean() })),
  clock: movedClock,
  /** By id, those of the sandbox's own gyms that differ from the others. */
  gyms: z.record(
    z.string(),
    z.object({
      /** Whether its credentials have the usual rate limit. */
      isLimited: z.boolean(),
      /** Null while it follows the platform's. */
      clock: movedClock.nullable(),
    }),
  ),
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
    coalesce(
    (SELECT json_object_agg(gym_id, json_build_object('isLimited', is_limited, 'clock',
       CASE WHEN clock_offset_ms IS NOT NULL
         THEN json_build_object('offsetMs', clock_offset_ms, 'frozenAt', clock_frozen_at) END))
     FROM sandbox_gyms WHERE NOT is_limited OR clock_offset_ms IS NOT NULL),
    '{}') AS gyms
  FROM sandbox_state`;

export const parseState = (row: unknown): SandboxState => sandboxState.parse(row);
