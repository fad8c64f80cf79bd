import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toast } from '#components/ui/toast.ts';
import { ReadError } from '#lib/browser/base/ask-desk.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import type { ActionError } from '#lib/wire/action-result.ts';

/** The data that a message needs. */
type Told = Pick<ActionError, 'code' | 'requestId' | 'gym'>;

interface Failures {
  /** The message for a failed action, in the language of the page. */
  sentenceOf(error: Told): string;
  /** The message for a failed read: the desk's own error, or that it was not reachable. */
  sentenceOfRead(error: Error): string;
  /**
   * Reports an ended session, as a refused read does: once it is confirmed, the page leads to the sign-in.
   * @returns whether the error is one
   */
  reportSignedOut(error: Told): boolean;
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
  const connection = liveConnectionOf(useQueryClient());
  return useMemo(() => {
    const sentenceOf = ({ code, requestId, gym = 'none' }: Told) => t(code, { requestId, gym });
    const sentenceOfRead = (error: Error) => sentenceOf(toldOf(error));
    const reportSignedOut = ({ code }: Told) => {
      if (code !== 'signedOut') return false;
      connection.hearRefusal(401);
      return true;
    };
    const tell = (error: Told) => {
      if (!reportSignedOut(error)) toast.error(sentenceOf(error));
    };
    const tellRead = (error: unknown) => tell(toldOf(error));
    return { sentenceOf, sentenceOfRead, reportSignedOut, tell, tellRead };
  }, [t, connection]);
}
