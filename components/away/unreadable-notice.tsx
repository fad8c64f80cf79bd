import { FileWarning } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface UnreadableNoticeProps {
  of: 'scans' | 'changes';
  count: number;
  onRemove(): void;
}

/** Stored items of this browser that cannot be decrypted: their number, and what the user can do. */
export function UnreadableNotice({ of, count, onRemove }: UnreadableNoticeProps) {
  const t = useTranslations('unreadableHere');
  if (count === 0) return null;
  return (
    <Banner
      tone="danger"
      icon={FileWarning}
      title={t(`${of}.title`, { count })}
      action={<Button onClick={onRemove}>{t('remove')}</Button>}
    >
      {t(`${of}.text`)}
    </Banner>
  );
}
