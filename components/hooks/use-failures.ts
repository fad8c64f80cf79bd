import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { toast } from '#components/ui/toast.ts';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionError } from '#lib/wire/action-result.ts';

/** The data that a message needs. */
type Told = Pick<ActionError, 'code' | 'requestId'>;

interface Failures {
  /** The message for a failed action, in the language of the page. */
  sentenceOf(error: Told): string;
  /** The message for a failed read: the desk's own error, or that it was not reachable. */
  sentenceOfRead(error: Error): string;
  /**
   * Redirects to the sign-in where the error is an ended session; the current page stays in the history.
   * @returns whether it was
   */
  leadToSignIn(error: Told): boolean;
  /** Shows the message as a toast, where the page has no place for it. */
  tell(error: Told): void;
  /** The same, for a failed read. */
  tellRead(error: unknown): void;
}

const toldOf = (error: unknown): Told =>
  error instanceof ReadError ? error : { code: 'deskUnreachable', requestId: '' };

/** Error handling with the same messages everywhere. */
export function useFailures(): Failures {
  const t = useTranslations('notes');
  const router = useRouter();
  return useMemo(() => {
    const sentenceOf = ({ code, requestId }: Told) => t(code, { requestId });
    const sentenceOfRead = (error: Error) => sentenceOf(toldOf(error));
    const leadToSignIn = ({ code }: Told) => {
      if (code !== 'signedOut') return false;
      router.push('/sign-in');
      return true;
    };
    const tell = (error: Told) => {
      if (!leadToSignIn(error)) toast.error(sentenceOf(error));
    };
    const tellRead = (error: unknown) => tell(toldOf(error));
    return { sentenceOf, sentenceOfRead, leadToSignIn, tell, tellRead };
  }, [t, router]);
}
