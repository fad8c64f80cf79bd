'use client';

import { useFormatter } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { ListFailure } from '#components/reading/list-failure.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { DirectoryEntry, DirectoryFilters, SyncProgress } from '#lib/wire/directory.ts';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { DirectoryFilterBar } from './filters.tsx';
import { DirectoryHead, DirectoryRow } from './row.tsx';

interface DirectoryProps {
  text: string;
  onType(text: string): void;
  /** Undefined until they are loaded for the first time. */
  entries: readonly DirectoryEntry[] | undefined;
  /** The number of all matches, including those not loaded; undefined while others are loading. */
  total: number | undefined;
  filters: DirectoryFilters;
  onFilter(filters: DirectoryFilters): void;
  progress: SyncProgress | null;
  isFailed: boolean;
  onRetry(): Promise<unknown>;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
  onOpen(accountId: string): void;
  timeZone: string;
  /** Buttons next to the heading. */
  actions?: ReactNode;
}

/**
 * All members, or those that match a text and filters. Arrow keys move through the list, Enter opens a single match.
 */
export function Directory({ text, onType, entries, total, onOpen, timeZone, actions, ...props }: DirectoryProps) {
  const t = useTranslations('directory');
  const pages = useTranslations('pages');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const listenInBox = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const [first, second] = entries ?? [];
    const isOnly = text.trim() !== '' && first !== undefined && second === undefined;
    if (event.key === 'Enter' && total === undefined) return;
    if (event.key === 'Enter' && isOnly) onOpen(first.accountId);
    else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      list.current?.querySelector('a')?.focus();
    }
    if (event.key === 'Escape') onType('');
  };
  const listenInList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const next = links.indexOf(document.activeElement as HTMLAnchorElement) + (event.key === 'ArrowDown' ? 1 : -1); // safe because: only compared
    (next < 0 ? box.current : links[next])?.focus();
  };

  return (
    <main className="page grid max-w-6xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-3xl tracking-tight">{pages('members')}</h1>
        {actions}
      </div>
      <TextField
        ref={box}
        type="search"
        data-kept
        autoComplete="off"
        spellCheck={false}
        autoCorrect="off"
        autoCapitalize="off"
        autoFocus
        maxLength={longestSearch}
        label={t('search')}
        hint={t('searchHint')}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={listenInBox}
      />
      <DirectoryProgress progress={props.progress} />
      <Failure isFailed={props.isFailed} onRetry={props.onRetry} />
      <SectionBoundary title={t('filters.label')}>
        <DirectoryFilterBar filters={props.filters} onChange={props.onFilter} />
      </SectionBoundary>
      <p role="status" className="text-ink-soft empty:hidden">
        {entries &&
          total !== undefined &&
          told(t, { text: text.trim(), total, shown: entries.length, hasMore: props.more !== null })}
      </p>
      {!entries && !props.isFailed && (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      <SectionBoundary title={pages('members')} onRetry={props.onRetry}>
        <div>
          {entries && entries.length > 0 && <DirectoryHead />}
          <ul
            ref={list}
            aria-label={pages('members')}
            onKeyDown={listenInList}
            className="overflow-hidden rounded-lg border border-line bg-surface empty:hidden lg:rounded-t-none"
          >
            {entries?.map((entry) => (
              <DirectoryRow key={entry.accountId} entry={entry} timeZone={timeZone} />
            ))}
          </ul>
        </div>
      </SectionBoundary>
      <More more={props.more} />
    </main>
  );
}

interface Shown {
  text: string;
  total: number;
  shown: number;
  hasMore: boolean;
}

function told(t: ReturnType<typeof useTranslations<'directory'>>, { text, total, shown, hasMore }: Shown): string {
  if (total === 0) return text === '' ? t('nobodyShown') : t('nobody', { text });
  if (shown < total && !hasMore) return t('foundMore', { shown, count: total });
  return t('count', { count: total });
}

function Failure({ isFailed, onRetry }: Pick<DirectoryProps, 'isFailed' | 'onRetry'>) {
  const t = useTranslations('directory');
  return <ListFailure isFailed={isFailed} title={t('failed')} retry={t('retry')} onRetry={onRetry} />;
}

function More({ more }: Pick<DirectoryProps, 'more'>) {
  const t = useTranslations('directory');
  if (!more) return null;
  return (
    <PendingButton className="justify-self-center" isPending={more.isPending} onClick={more.onAsk}>
      {t('more')}
    </PendingButton>
  );
}

/** The progress of mirroring all members: a member who is not mirrored yet is not found by name. */
function DirectoryProgress({ progress }: { progress: SyncProgress | null }) {
  const t = useTranslations('directory');
  const format = useFormatter();
  if (!progress) return null;
  const { read, total } = progress;
  const share = total ? Math.min(1, read / total) : 0;
  return (
    <div className="grid gap-2 rounded-md border border-line bg-surface px-4.5 py-3">
      <p className="font-semibold">
        {total === null ? t('notReadYet') : t('reading', { read: format.number(read), total: format.number(total) })}
      </p>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : read}
        className="h-1.5 overflow-hidden rounded-full bg-unknown-soft"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-ink-soft text-sm">{t('notFoundYet')}</p>
    </div>
  );
}
