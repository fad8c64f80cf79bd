import { Delete } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';

export interface PinPadProps {
  onDigit(digit: string): void;
  onErase(): void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** Digits to touch. The PIN field keeps the focus, so that keys and touch can take turns. */
export function PinPad({ onDigit, onErase }: PinPadProps) {
  const t = useTranslations('badge');
  return (
    <div className="grid grid-cols-3 gap-2.5" onPointerDown={(event) => event.preventDefault()}>
      {digits.map((digit) => (
        <Button
          key={digit}
          tabIndex={-1}
          className={digit === '0' ? 'col-start-2 min-h-14 text-2xl' : 'min-h-14 text-2xl'}
          onClick={() => onDigit(digit)}
        >
          {digit}
        </Button>
      ))}
      <Button look="quiet" tabIndex={-1} aria-label={t('erase')} className="min-h-14" onClick={onErase}>
        <Delete aria-hidden className="size-6" />
      </Button>
    </div>
  );
}
