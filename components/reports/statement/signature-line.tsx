import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** Where a printed statement is signed. */
export function SignatureLine({ gym }: { gym: string }) {
  const t = useTranslations('corporateStatement');
  return (
    <div className="hidden grid-cols-2 gap-10 pt-16 text-sm print:grid print:break-inside-avoid">
      {[t('placeAndDate'), t('signature', { gym })].map((label) => (
        <p key={label} className="border-ink border-t pt-1">
          {label}
        </p>
      ))}
    </div>
  );
}
