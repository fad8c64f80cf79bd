import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { NotLinkedNote } from './notes.tsx';

interface TaskFormEndProps {
  /** Label of the button that saves. */
  submit: string;
  /** Whether the user can save here; if not, the text stays for one who can. */
  maySave: boolean;
  failure: ReactNode;
  onCancel(): void;
}

/** The buttons of the form of a task, and what is in their way. */
export function TaskFormEnd({ submit, maySave, failure, onCancel }: TaskFormEndProps) {
  const common = useTranslations('common');
  return (
    <>
      {!maySave && <NotLinkedNote />}
      <Problem>{failure}</Problem>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel}>{common('cancel')}</Button>
        {maySave && (
          <Button look="main" type="submit">
            {submit}
          </Button>
        )}
      </div>
    </>
  );
}
