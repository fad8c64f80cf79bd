'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './class-names.ts';
import { loadAgain } from './load-again.ts';

interface AvatarProps {
  initials: string;
  /** Without one, or while it fails to load, the initials are shown. */
  photoUrl?: string | null;
  className?: string;
}

/** A photo or initials in a circle, next to the name. */
export function Avatar({ initials, photoUrl, className }: AvatarProps) {
  return (
    <span aria-hidden className={cn('avatar', className)}>
      <Photo key={photoUrl} url={photoUrl} fallback={initials} loading="lazy" />
    </span>
  );
}

interface PhotoProps {
  url: string | null | undefined;
  /** Shown where there is no photo or it fails to load. */
  fallback: ReactNode;
  /** Empty next to the name. */
  alt?: string;
  /** `lazy` in lists, where most photos are out of view. */
  loading?: 'eager' | 'lazy';
}

/** A private photo that fills its frame. Use the URL as `key`, so that another photo resets the state. */
export function Photo({ url, fallback, alt = '', loading }: PhotoProps) {
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => (url && isMissing ? loadAgain(url, () => setIsMissing(false)) : undefined), [url, isMissing]);
  if (!url || isMissing) return fallback;
  return (
    // biome-ignore lint/performance/noImgElement: private images of the desk's own server, already scaled
    <img src={url} alt={alt} loading={loading} onError={() => setIsMissing(true)} className="size-full object-cover" />
  );
}
