import { cn } from '#lib/class-names.ts';

/** Initials in a circle, beside a name that says who it is. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span aria-hidden className={cn('avatar', className)}>
      {initials}
    </span>
  );
}
