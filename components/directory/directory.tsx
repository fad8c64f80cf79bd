'use client';

import { CircleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { DirectoryEntry, SyncProgress } from '#lib/wire/directory.ts';
import { DirectoryRow } from './row.tsx';

interface DirectoryProps {
  text: string;
  onType(text: string): void;
  /** Undefined until they were read for the first time. */
  entries: readonly DirectoryEntry[] | undefined;
  /** Whether more were found than are shown. */
  isCut: boolean;
  /** The text that the entries were found for; null while another one is typed, and where nothing is searched. */
  searchedFor: string | null;
  progress: SyncProgress | null;
  isFailed: boolean;
  onRetry(): void;
  /** The next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
  onOpen(accountId: string): void;
  timeZone: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
}

/** All members, or those that a text may mean. Arrow keys go through the list, Enter opens. */
export function Directory({ text, onType, entries, searchedFor, onOpen, timeZone, actions, ...props }: DirectoryProps) {
  const t = useTranslations('directory');
  const pages = useTranslations('pages');
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const listenInBox = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector('a')?.focus();
    }
    if (event.key === 'Enter' && searchedFor === text.trim() && entries?.[0]) onOpen(entries[0].accountId);
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
    <main className="mx-auto grid w-full max-w-4xl gap-5 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-bold text-3xl tracking-tight">{pages('members')}</h1>
        {actions}
      </div>
      <TextField
        ref={box}
        type="search"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        maxLength={100}
        label={t('search')}
        hint={t('searchHint')}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={listenInBox}
      />
      <DirectoryProgress progress={props.progress} />
      <Failure isFailed={props.isFailed} onRetry={props.onRetry} />
      <p role="status" className="text-ink-soft empty:hidden">
        {searchedFor !== null && entries && found(t, entries.length, props.isCut, searchedFor)}
      </p>
      {!entries && !props.isFailed && (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      {entries && entries.length === 0 && searchedFor === null && !props.progress && <p>{t('empty')}</p>}
      <ul
        ref={list}
        aria-label={pages('members')}
        onKeyDown={listenInList}
        className="overflow-hidden rounded-lg border border-line bg-surface empty:hidden"
      >
        {entries?.map((entry) => (
          <DirectoryRow key={entry.accountId} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
      <More more={props.more} />
    </main>
  );
}

function found(
  t: ReturnType<typeof useTranslations<'directory'>>,
  count: number,
  isCut: boolean,
  text: string,
): string {
  if (count === 0) return t('nobody', { text });
  return isCut ? t('foundMore', { count: String(count) }) : t('found', { count });
}

function Failure({ isFailed, onRetry }: Pick<DirectoryProps, 'isFailed' | 'onRetry'>) {
  const t = useTranslations('directory');
  return (
    <div role="alert" className="empty:hidden">
      {isFailed && (
        <Banner
          tone="danger"
          icon={CircleAlert}
          title={t('failed')}
          action={<Button onClick={onRetry}>{t('retry')}</Button>}
        />
      )}
    </div>
  );
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

/** Says how far the first reading of all members has come: who is not read yet is not found by name. */
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
