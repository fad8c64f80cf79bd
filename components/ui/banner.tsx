import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Announced } from './announced.tsx';
import { cn } from './class-names.ts';

const tones = {
  info: 'border-unconfirmed bg-unconfirmed-soft text-unconfirmed',
  warning: 'border-attention bg-attention-soft text-attention',
  danger: 'border-refused bg-refused-soft text-refused',
};

interface BannerProps {
  tone: keyof typeof tones;
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** A button or link below the text. */
  action?: ReactNode;
}

export function Banner({ tone, icon: Icon, title, children, action }: BannerProps) {
  return (
    <div className={cn('flex items-start gap-3 rounded-md border px-4 py-2.5 shadow-sm', tones[tone])}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <Announced>{title}</Announced>
        {children && <div className="text-ink">{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
