import { auditActions } from '#lib/wire/audit-actions.ts';
import { detailLabels, type LogDetail, type LogEntry, type LogMember, type LogPage } from '#lib/wire/audit-log.ts';
import { type Is, isFlag, isText, listOf, nullOr, objectOf, variantsOf, wordOf } from './shape.ts';

const isMember: Is<LogMember> = variantsOf<LogMember, 'kind'>('kind', {
  known: { accountId: isText, name: isText, membershipId: nullOr(isText) },
  former: {},
  unlisted: {},
});

const isEntry: Is<LogEntry> = objectOf({
  id: isText,
  at: isText,
  action: wordOf(auditActions),
  by: nullOr(isText),
  member: nullOr(isMember),
  colleague: nullOr(isText),
  details: listOf(objectOf<LogDetail>({ label: wordOf(detailLabels), text: isText })),
  clientAddress: nullOr(isText),
});

export const isLogPage: Is<LogPage> = objectOf({
  entries: listOf(isEntry),
  people: listOf(objectOf({ id: isText, name: isText, isFormer: isFlag })),
  next: nullOr(isText),
});
