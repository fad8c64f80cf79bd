'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';

interface UnreadableNoteProps {
  list: 'members' | 'cards' | 'bookings';
  count: number;
}

/** Says that a list is not all there is, where some of it could not be read. */
export function UnreadableNote({ list, count }: UnreadableNoteProps) {
  const t = useTranslations('unreadable');
  if (count === 0) return null;
  return (
    <p className="flex items-center gap-3 text-attention">
      <CircleAlert aria-hidden className="size-5 shrink-0" /> {t(list, { count })}
    </p>
  );
}
