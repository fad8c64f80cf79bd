import type { ReactNode } from 'react';
import type { ButtonProps } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';

interface FormEndProps {
  /** What the button says. */
  submit: string;
  isPending: boolean;
  failure: string | null;
  look?: ButtonProps['look'];
  /** Other things that can be done with what the form shows. */
  children?: ReactNode;
}

/** How a form of the office ends: why it could not be saved, and the button that saves it. */
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
