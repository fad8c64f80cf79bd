import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { toast } from '#components/ui/toast.ts';
import { ReadError } from '#lib/browser/ask-desk.ts';
import { useTranslations } from '#lib/i18n/translations.ts';
import type { ActionError } from '#lib/wire/action-result.ts';

/** What a sentence is made of. */
type Told = Pick<ActionError, 'code' | 'requestId'>;

interface Failures {
  /** Why something came to nothing, in the language of the page. */
  sentenceOf(error: Told): string;
  /** Why something could not be read: what the desk says of it, or that it was not heard. */
  sentenceOfRead(error: Error): string;
  /**
   * Leads whom the desk does not know any more to the sign-in; the page they were at stays behind it in the history.
   * @returns whether it was that
   */
  leadToSignIn(error: ActionError): boolean;
  /** Says it in a short note, where the page has no place for it. */
  tell(error: ActionError): void;
}

/** What becomes of a failure, everywhere in the same words. */
export function useFailures(): Failures {
  const t = useTranslations('notes');
  const router = useRouter();
  return useMemo(() => {
    const sentenceOf = ({ code, requestId }: Told) => t(code, { requestId });
    const sentenceOfRead = (error: Error) => (error instanceof ReadError ? sentenceOf(error) : t('deskUnreachable'));
    const leadToSignIn = ({ code }: ActionError) => {
      if (code !== 'signedOut') return false;
      router.push('/sign-in');
      return true;
    };
    const tell = (error: ActionError) => {
      if (!leadToSignIn(error)) toast.error(sentenceOf(error));
    };
    return { sentenceOf, sentenceOfRead, leadToSignIn, tell };
  }, [t, router]);
}
