import { z } from 'zod';
import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as membershipOperations } from '#contracts/v2/operations.ts';
import { text } from '#contracts/v2/primitives.ts';

const operationsOf = {
  v2: Object.keys(membershipOperations),
  v1: Object.keys(gymOperations),
  export: Object.keys(exportOperations),
};
export type FaultyInterface = keyof typeof operationsOf;
const interfaces = Object.keys(operationsOf) as [FaultyInterface, ...FaultyInterface[]]; // safe because: operationsOf is a closed literal

/** They would break the connection instead of the answer. */
const framing = ['connection', 'content-length', 'trailer', 'transfer-encoding', 'x-hono-already-sent'];

/** The id of a gym as the database has it; some languages write ids in capitals. */
export const gymId = z.uuid().toLowerCase();

const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'Must be the name of a header.')
  .refine((name) => !framing.includes(name.toLowerCase()), 'This header cannot be set.');

/** A rule for the faults that a sandbox simulates. Each field that limits it is optional; so is each effect. */
export const faultRule = z
  .strictObject({
    interface: z.enum(interfaces).optional(),
    operations: z
      .array(z.enum(Object.values(operationsOf).flat()))
      .min(1)
      .optional(),
    /** The public part of an API key. Version 1 has none. */
    keyId: text(100).optional(),
    gymId: gymId.optional(),
    /** Answers with this status; the request takes no effect. */
    status: z.number().int().min(200).max(599).optional(),
    /** Answers with this body instead of the real one; with status 200 if no status is given. */
    body: z.unknown().optional(),
    /** Are set on the answer, the real one too. */
    headers: z
      .record(
        headerName,
        z
          .string()
          .max(2_000)
          .regex(/^[\t\x20-\x7e]*$/, 'Must be printable ASCII.'),
      )
      .optional(),
    /** Delays the answer; a real one after the request took effect. */
    delayMs: z.number().int().min(0).max(120_000).optional(),
    /** The share of requests that it concerns. */
    probability: z.number().gt(0).max(1).optional(),
    /** The number of requests that it concerns. */
    times: z.number().int().min(1).max(1_000_000).optional(),
    /** Closes the connection without an answer: before the request took effect, or after. */
    drop: z.enum(['before', 'after']).optional(),
  })
  .superRefine((rule, context) => {
    const refuse = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    const ofInterface = rule.interface && operationsOf[rule.interface];
    for (const [index, operation] of (rule.operations ?? []).entries()) {
      if (ofInterface?.includes(operation) === false) {
        refuse(['operations', index], `The interface ${rule.interface} has no such operation.`);
      }
    }
    if (rule.drop && answers(rule)) refuse(['drop'], 'A connection that is closed carries no answer.');
    const effects = [rule.drop, rule.status, rule.body, rule.headers, rule.delayMs];
    if (effects.every((effect) => effect === undefined)) {
      refuse(['status'], 'A rule needs at least one of status, body, headers, delayMs and drop.');
    }
  });
export type FaultRule = z.infer<typeof faultRule>;

/** Whether the rule replaces the real answer by another one. */
export const answers = ({ status, body }: FaultRule): boolean => status !== undefined || body !== undefined;
