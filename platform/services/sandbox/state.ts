import { z } from 'zod';
import { faultRule } from './fault-rule.ts';

/** Everything that the processes of a sandbox agree on. */
const sandboxState = z.object({
  version: z.number().int(),
  faults: z.array(z.object({ name: z.string(), rule: faultRule, isCounted: z.boolean() })),
});
export type SandboxState = z.infer<typeof sandboxState>;
export type SetFault = SandboxState['faults'][number];

/** One statement, so that the state is that of its version. */
export const readStateText = `
  SELECT version, coalesce(
    (SELECT json_agg(json_build_object('name', name, 'rule', rule, 'isCounted', times_left IS NOT NULL) ORDER BY place)
     FROM sandbox_faults WHERE times_left IS NULL OR times_left > 0),
    '[]') AS faults
  FROM sandbox_state`;

export const parseState = (row: unknown): SandboxState => sandboxState.parse(row);
