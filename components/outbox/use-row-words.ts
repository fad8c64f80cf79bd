import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { OutboxRow } from '#lib/wire/outbox.ts';
import { displayScan } from '#lib/wire/reader/card-number.ts';

interface RowWords {
  time(row: OutboxRow): string;
  change(row: OutboxRow): string;
  /** The member's name, or what was scanned; null where neither is known. */
  who(row: OutboxRow): string | null;
  /** The whole row in one line, for a question about it. */
  entry(row: OutboxRow): string;
}

/** How a row of the outbox is written, in the list and in a question about it. */
export function useRowWords(timeZone: string): RowWords {
  const t = useTranslations('outbox');
  const format = useLocationFormat(timeZone);
  const time = ({ at }: OutboxRow) => format.time(at);
  const change = (row: OutboxRow) => t(`changes.${row.change}`);
  const who = ({ member, scanned }: OutboxRow) => {
    if (member) return member.name;
    if (!scanned) return null;
    // the whole token of a pass opens doors
    return scanned.kind === 'nfc' ? t('pass', { ending: scanned.value.slice(-6) }) : displayScan(scanned.value);
  };
  const entry = (row: OutboxRow) =>
    [change(row), row.task, who(row), row.member?.membershipId, time(row)].filter(Boolean).join(' · ');
  return { time, change, who, entry };
}
