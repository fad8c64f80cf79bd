import { searchWords, withoutDigraphs } from '#lib/wire/names/search-text.ts';
import type { PresenceEntry } from '#lib/wire/presence.ts';

export const presentOrders = ['time', 'name'] as const;

/** Search and order of the presence list: latest arrival first, or by name. */
export interface WantedPresent {
  name: string;
  order: (typeof presentOrders)[number];
}

export const everybody: WantedPresent = { name: '', order: 'time' };

/** Whether the list is too long to see at a glance. */
export const isLong = (count: number): boolean => count > 15;

/** Members whose names have words that begin with the typed ones. `entries`: latest arrival first. */
export function arrange(
  entries: readonly PresenceEntry[],
  { name, order }: WantedPresent,
  locale: string,
): readonly PresenceEntry[] {
  const typed = searchWords(name).map(withoutDigraphs);
  const isMeant = ({ displayName }: PresenceEntry) => {
    const words = searchWords(displayName).map(withoutDigraphs);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = typed.length > 0 ? entries.filter(isMeant) : entries;
  if (order === 'time') return found;
  const { compare } = new Intl.Collator(locale);
  return found.toSorted((one, other) => compare(one.displayName, other.displayName));
}
