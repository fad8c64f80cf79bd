import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { decimalDigits, paddedDigits, wiegandDigits } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';

interface ProfileText {
  /** `Decimal, always 10 digits`. */
  title: string;
  /** Tells the ways of writing of a gym apart. */
  name: string;
  /** Everything else, with the end key. */
  rest: string;
}

/** Says in plain words how a reader writes. */
export function useProfileText(): (profile: ReaderProfile) => ProfileText {
  const t = useTranslations('readers');
  const lengthOf = (profile: ReaderProfile): string => {
    switch (profile.format) {
      case 'hex':
        return profile.byteLength === 'auto'
          ? t('length.usual')
          : t('length.bytes', { bytes: String(profile.byteLength) });
      case 'decimal': {
        const [one = 0, other] = paddedDigits(profile);
        const either = other === undefined ? String(one) : t('either', { one: String(one), other: String(other) });
        if (profile.isPadded) return t('length.padded', { digits: either });
        return t('length.upTo', {
          digits: String(decimalDigits(profile.byteLength === 'auto' ? 7 : profile.byteLength)),
        });
      }
      case 'wiegand26':
        if (profile.hasComma) return t('length.comma');
        return t(profile.isPadded ? 'length.padded' : 'length.upTo', { digits: String(wiegandDigits) });
    }
  };
  return (profile) => {
    const title = `${t(`format.${profile.format}`)}, ${lengthOf(profile)}`;
    const prefix = profile.prefix === undefined ? [] : [t('prefix', { prefix: profile.prefix })];
    const writing = [...prefix, t(`bytes.${profile.byteOrder}`)];
    return {
      title,
      name: [title, ...writing].join(' · '),
      rest: [...writing, t(`ends.${profile.endKey ?? 'learn'}`)].join(' · '),
    };
  };
}
