import { type OutboxPage, type OutboxRow, outboxChanges, outboxLedgers, outboxStates } from '#lib/wire/outbox.ts';
import { type Is, isNumber, isText, listOf, maybe, nullOr, objectOf, oneOf, wordOf } from './shape.ts';

const isRow: Is<OutboxRow> = objectOf({
  ledger: wordOf(outboxLedgers),
  id: isText,
  change: wordOf(outboxChanges),
  at: isText,
  state: wordOf(outboxStates),
  why: nullOr(isText),
  nextAt: nullOr(isText),
  member: nullOr(objectOf({ accountId: isText, name: isText, membershipId: nullOr(isText) })),
  scanned: nullOr(
    objectOf<NonNullable<OutboxRow['scanned']>>({
      kind: oneOf<NonNullable<OutboxRow['scanned']>['kind']>({
        rfid: true,
        nfc: true,
        email: true,
        membershipId: true,
      }),
      value: isText,
    }),
  ),
  task: nullOr(isText),
  by: nullOr(isText),
});

export const isOutboxPage: Is<OutboxPage> = objectOf({
  rows: listOf(isRow),
  next: nullOr(isText),
  unsure: maybe(isNumber),
});
