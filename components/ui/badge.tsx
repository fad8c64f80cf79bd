import type { ReactNode } from 'react';
import { cn } from './class-names.ts';

interface BadgeProps {
  look?: 'plain' | 'accent' | 'outlined';
  className?: string;
  children: ReactNode;
}

export function Badge({ look = 'plain', className, children }: BadgeProps) {
  return <span className={cn('badge', `badge-${look}`, className)}>{children}</span>;
}
