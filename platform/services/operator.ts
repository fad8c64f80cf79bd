import type { Transaction } from './transaction.ts';

/** What a command of the operator works with: a transaction that sees all chains. */
export type Operator = Transaction;

/** A mistake in a command, as one sentence for the person who typed it. */
export class OperatorMistake extends Error {
  override name = 'OperatorMistake';
}
