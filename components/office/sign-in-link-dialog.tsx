'use client';

import { useRef, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { QrCode } from '#components/ui/qr-code.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { copyText } from '#lib/browser/page/copy-text.ts';
import type { SignInLink } from '#lib/wire/staff.ts';

interface SignInLinkDialogProps {
  name: string;
  link: SignInLink;
  timeZone: string;
  onClose(): void;
}

/** Shows a colleague's sign-in link, which cannot be shown again: as text, to copy, and as a code for their phone. */
export function SignInLinkDialog({ name, link, timeZone, onClose }: SignInLinkDialogProps) {
  const t = useTranslations('office.staff.link');
  const common = useTranslations('common');
  const field = useRef<HTMLInputElement>(null);
  const { time } = useLocationFormat(timeZone);
  const [copied, setCopied] = useState<'copied' | 'notCopied' | null>(null);
  const url = new URL(link.url, window.location.origin).href;
  const copy = async () => {
    if (field.current) setCopied((await copyText(field.current)) ? 'copied' : 'notCopied');
  };
  return (
    <Dialog
      isOpen
      // a press outside must not close it: the link would be lost
      hasInput
      onOpenChange={onClose}
      title={t('title', { name })}
      description={t('text', { name, time: time(link.expiresAt) })}
      closeLabel={common('close')}
    >
      <div className="grid justify-items-center gap-4">
        <QrCode text={url} label={t('code')} />
        <TextField
          ref={field}
          label={t('address')}
          value={url}
          readOnly
          dir="ltr"
          className="w-full"
          onFocus={({ target }) => target.select()}
        />
        <p role="status" className="w-full text-ink-soft text-sm empty:hidden">
          {copied && t(copied)}
        </p>
        <div className="flex w-full flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>{t('done')}</Button>
          <Button look="main" data-autofocus onClick={copy}>
            {t('copy')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
