'use client';

import { useRef, useState } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { QrCode } from '#components/ui/qr-code.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { copyText } from '#lib/browser/page/copy-text.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { MailOutcome, SignInLink } from '#lib/wire/staff.ts';
import { MailLink } from './mail-link.tsx';

interface SignInLinkDialogProps {
  name: string;
  link: SignInLink;
  timeZone: string;
  onMail(token: string): Promise<ActionResult<MailOutcome>>;
  onClose(): void;
}

/** Shows a colleague's sign-in link, which cannot be shown again: as text, to copy, as a code for their phone, and by e-mail. */
export function SignInLinkDialog({ name, link, timeZone, onMail, onClose }: SignInLinkDialogProps) {
  const t = useTranslations('office.staff.link');
  const common = useTranslations('common');
  const field = useRef<HTMLInputElement>(null);
  const { time } = useLocationFormat(timeZone);
  const [copied, setCopied] = useState<'copied' | 'notCopied' | null>(null);
  const address = new URL(link.url, window.location.origin);
  const url = address.href;
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
        {isOfThisMachine(address.hostname) && <p className="w-full text-attention">{t('onlyHere')}</p>}
        <p role="status" className="w-full text-ink-soft text-sm empty:hidden">
          {copied && t(copied)}
        </p>
        {link.email !== null && (
          <MailLink name={name} email={link.email} onMail={() => onMail(address.searchParams.get('token') ?? '')} />
        )}
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

/** Whether an address leads every device to itself: that of a desk without a public one. */
const isOfThisMachine = (host: string) => host === 'localhost' || host === '[::1]' || host.startsWith('127.');
