import { useTranslations } from 'next-intl';

/** How much of a picture is sent; when all of it is, the desk and the platform still keep it. */
export function PhotoProgress({ part }: { part: number }) {
  const t = useTranslations('photos');
  const isSent = part >= 1;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        {t(isSent ? 'keeping' : 'sending')}
      </p>
      <progress
        aria-label={t('sending')}
        value={isSent ? undefined : part}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-unknown-soft accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-unknown-soft [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
