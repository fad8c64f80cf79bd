import { useTranslations } from '#lib/browser/i18n/translations.ts';

const machines = [
  ...(['ABDOMINAL_CRUNCH', 'ABDUCTOR', 'ADDUCTOR', 'BACK_EXTENSION', 'BICEPS_CURL', 'BUTTERFLY'] as const),
  ...(['BUTTERFLY_REVERSE', 'CHEST_PRESS', 'GLUTE', 'HIP_THRUST', 'LAT_PULLDOWN', 'LEG_CURL'] as const),
  ...([
    'LEG_EXTENSION',
    'LEG_PRESS',
    'ROTARY_TORSO',
    'SEATED_ROW',
    'SHOULDER_PRESS',
    'SQUAT',
    'TRICEPS_PRESS',
  ] as const),
];
const methods = ['REGULAR', 'NEGATIVE', 'ADAPTIVE', 'EXPLONIC', 'ISOKINETIC'] as const;

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name);

/** A name that the platform has and the desk does not know: `LEG_PRESS` is “Leg press”. */
function readable(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What machines and training methods are called; the platform's list of them is open. */
export function useTrainingNames() {
  const t = useTranslations('trainingReport');
  return {
    machine: (name: string | null) => {
      if (name === null) return t('unnamed');
      return isOneOf(machines, name) ? t(`machines.${name}`) : readable(name);
    },
    method: (name: string | null) => {
      if (name === null) return t('unnamed');
      return isOneOf(methods, name) ? t(`methods.${name}`) : readable(name);
    },
  };
}
