'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { cn } from './class-names.ts';

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

/** The backoff of a photo that failed to load: longer than most outages, then it counts as missing. */
const pausesMs = [2_000, 8_000, 30_000, 120_000, 600_000];

/** A private photo that fills its frame. Use the URL as `key`, so that another photo resets the state. */
export function Photo({ url, fallback, alt = '', loading }: PhotoProps) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    const pauseMs = pausesMs[attempt];
    if (state !== 'failed' || pauseMs === undefined) return;
    const loadAgain = () => {
      setAttempt(attempt + 1);
      setState('loading');
    };
    // with jitter: all photos of a page, and of other windows, fail at the same moment
    const timer = setTimeout(loadAgain, pauseMs * (0.5 + Math.random() / 2));
    return () => clearTimeout(timer);
  }, [attempt, state]);
  const isRetry = attempt > 0;
  const isShown = url && (state === 'loaded' || (state === 'loading' && !isRetry));
  return (
    <>
      {!isShown && fallback}
      {url && state !== 'failed' && (
        // biome-ignore lint/performance/noImgElement: private images of the desk's own server, already scaled
        <img
          key={attempt}
          src={url}
          alt={alt}
          hidden={!isShown}
          // a hidden one would never come into view
          loading={isRetry ? 'eager' : loading}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
          className="size-full object-cover"
        />
      )}
    </>
  );
}
