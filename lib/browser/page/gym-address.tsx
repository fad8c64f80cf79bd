'use client';

import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { gymPath } from '#lib/wire/gym-path.ts';

const Slug = createContext<string | null>(null);

/** Context provider: links inside it lead to pages of this gym. */
export function GymAddress({ slug, children }: { slug: string; children: ReactNode }) {
  return <Slug value={slug}>{children}</Slug>;
}

/** @returns builds the URL of a page within the gym of the current page, such as `/members` */
export function useGymPath(): (page: string) => string {
  const slug = useContext(Slug);
  if (slug === null) throw new Error('It stands in no page of a gym.');
  return useCallback((page) => gymPath(slug, page), [slug]);
}
