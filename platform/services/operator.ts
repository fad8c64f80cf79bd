import type { RuleContext } from './rule-context.ts';

/** The context of an operator's command: a transaction that sees all chains. */
export type Operator = RuleContext;

/** A mistake in a command, as one sentence for the person who typed it. */
export class OperatorMistake extends Error {
  override name = 'OperatorMistake';
}
