import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { toast } from '#components/ui/toast.ts';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
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
  leadToSignIn(error: Told): boolean;
  /** Says it in a short note, where the page has no place for it. */
  tell(error: Told): void;
  /** The same, of something that could not be read. */
  tellRead(error: unknown): void;
}

const toldOf = (error: unknown): Told =>
  error instanceof ReadError ? error : { code: 'deskUnreachable', requestId: '' };

/** What becomes of a failure, everywhere in the same words. */
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
