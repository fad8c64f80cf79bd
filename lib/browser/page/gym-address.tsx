'use client';

import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { gymPath } from '#lib/wire/gym-path.ts';

const Slug = createContext<string | null>(null);

/** Says to all that stands in it whose pages they lead to: those of the gym in the address. */
export function GymAddress({ slug, children }: { slug: string; children: ReactNode }) {
  return <Slug value={slug}>{children}</Slug>;
}

/** Makes the address of another page of the gym whose page this is, of one within the gym such as `/members`. */
export function useGymPath(): (page: string) => string {
  const slug = useContext(Slug);
  if (slug === null) throw new Error('It stands in no page of a gym.');
  return useCallback((page) => gymPath(slug, page), [slug]);
}
