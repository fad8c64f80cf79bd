import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { ButtonProps } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';

interface OfficeSectionProps {
  title: string;
  text?: string;
  /** The target of links. */
  id?: string;
  children: ReactNode;
}

/** The frame of a section of an office page. */
export function OfficeSection({ title, text, id, children }: OfficeSectionProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid min-w-0 scroll-mt-4 content-start gap-4 rounded-lg border border-line bg-surface p-4.5 sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id={titleId} className="font-semibold text-xl">
          {title}
        </h2>
        {text && <p className="text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  );
}

interface FormEndProps {
  /** The label of the button. */
  submit: string;
  isPending: boolean;
  failure: string | null;
  look?: ButtonProps['look'];
  children?: ReactNode;
}

/** The end of an office form: the error message and the submit button. */
export function FormEnd({ submit, isPending, failure, look = 'plain', children }: FormEndProps) {
  return (
    <>
      <Problem>{failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        {children}
        <PendingButton type="submit" look={look} isPending={isPending} className="max-sm:w-full">
          {submit}
        </PendingButton>
      </div>
    </>
  );
}

const tones = { good: 'text-admitted', neutral: 'text-ink-soft', warning: 'text-attention', bad: 'text-refused' };

interface ConnectionStateProps {
  tone: keyof typeof tones;
  icon: LucideIcon;
  children: ReactNode;
}

/** The state of a connection, in a live region. */
export function ConnectionState({ tone, icon: Icon, children }: ConnectionStateProps) {
  return (
    <div role="status" className={cn('flex items-start gap-2.5 font-medium', tones[tone])}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
