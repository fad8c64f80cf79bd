import { cn } from '#lib/class-names.ts';

/** Initials in a circle, beside a name that says who it is. */
export function Avatar({ initials, className }: { initials: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 place-items-center rounded-full bg-unknown-soft font-semibold text-ink-soft text-xs',
        className,
      )}
    >
      {initials}
    </span>
  );
}
