import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

const tones = { good: 'text-admitted', neutral: 'text-ink-soft', warning: 'text-attention', bad: 'text-refused' };

interface ConnectionStateProps {
  tone: keyof typeof tones;
  icon: LucideIcon;
  children: ReactNode;
}

/** How a connection is, in a sentence that is read aloud when it changes. */
export function ConnectionState({ tone, icon: Icon, children }: ConnectionStateProps) {
  return (
    <div role="status" className={cn('flex items-start gap-2.5 font-medium', tones[tone])}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
