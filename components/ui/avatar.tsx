'use client';

import { type ReactNode, useState } from 'react';
import { cn } from './class-names.ts';

interface AvatarProps {
  initials: string;
  /** Without one, or while it cannot be loaded, the initials stand there. */
  photoUrl?: string | null;
  className?: string;
}

/** A face or initials in a circle, beside a name that says who it is. */
export function Avatar({ initials, photoUrl, className }: AvatarProps) {
  return (
    <span aria-hidden className={cn('avatar', className)}>
      <Photo key={photoUrl} url={photoUrl} fallback={initials} loading="lazy" />
    </span>
  );
}

interface PhotoProps {
  url: string | null | undefined;
  /** What is shown instead where there is no picture, or where it cannot be loaded. */
  fallback: ReactNode;
  /** Empty beside a name that says who it is. */
  alt?: string;
  /** `lazy` in lists, where most are out of sight. */
  loading?: 'eager' | 'lazy';
}

/** A private picture that fills its frame. Give it the address as key, so that another picture begins anew. */
export function Photo({ url, fallback, alt = '', loading }: PhotoProps) {
  const [isMissing, setIsMissing] = useState(false);
  if (!url || isMissing) return fallback;
  return (
    // biome-ignore lint/performance/noImgElement: private pictures of the desk's own server, already in this size
    <img src={url} alt={alt} loading={loading} onError={() => setIsMissing(true)} className="size-full object-cover" />
  );
}
