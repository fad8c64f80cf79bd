import { FileWarning } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface UnreadableNoticeProps {
  of: 'scans' | 'changes';
  count: number;
  onRemove(): void;
}

/** What this browser kept and cannot open any more: how much, and what somebody can do about it. */
export function UnreadableNotice({ of, count, onRemove }: UnreadableNoticeProps) {
  const t = useTranslations('unreadableHere');
  return (
    <div className="empty:hidden">
      {count > 0 && (
        <Banner
          tone="danger"
          icon={FileWarning}
          title={t(`${of}.title`, { count })}
          action={<Button onClick={onRemove}>{t('remove')}</Button>}
        >
          {t(`${of}.text`)}
        </Banner>
      )}
    </div>
  );
}
