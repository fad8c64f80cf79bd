'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isPageCovered, onPageCover } from '#lib/browser/page/page-cover.ts';
import { settingsTagQuery } from '#lib/browser/queries/desk-queries.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import type { SettingsTag } from '#lib/wire/settings-tag.ts';

interface FollowSettingsProps {
  locationId: string;
  /** The settings that this page was rendered with. */
  rendered: SettingsTag;
}

/**
 * Has the server render this page anew once the settings of its location have changed. Components keep their state, and forms their
 * input. Not while the page is covered: it would be rendered for whoever is signed in by now. At most once for each change: if the page still has former settings then, it waits for the next change. A page
 * without a stream also learns here that the desk was updated.
 */
export function FollowSettings({ locationId, rendered }: FollowSettingsProps): null {
  const router = useRouter();
  const connection = liveConnectionOf(useQueryClient());
  const { data: told } = useQuery({ ...settingsTagQuery(locationId), initialData: rendered });
  const isCovered = useSyncExternalStore(onPageCover, isPageCovered, () => false);
  const askedFor = useRef<string | null>(null);
  const { version, hash } = rendered;
  useEffect(() => {
    // Next would load the whole page of another build; when that is harmless, is for `useReload` to decide
    if (told.version !== version) return connection.hearVersion(told.version);
    if (told.hash === hash) {
      askedFor.current = null;
      return;
    }
    if (isCovered || askedFor.current === told.hash) return;
    askedFor.current = told.hash;
    router.refresh();
  }, [told, version, hash, isCovered, router, connection]);
  return null;
}
