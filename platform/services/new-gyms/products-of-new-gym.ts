export const productLocales = ['en', 'de'] as const;
/** The language of a gym's products. */
export type ProductLocale = (typeof productLocales)[number];

const words = {
  en: {
    STRENGTH_MACHINE_ADMISSION: {
      title: 'Strength machines',
      description: 'Lets the member train on the connected strength machines of this gym.',
    },
    PREMIUM: {
      title: 'Premium',
      description: 'Adds the premium training programmes on machines and in the app, in every gym of the chain.',
    },
  },
  de: {
    STRENGTH_MACHINE_ADMISSION: {
      title: 'Kraftgeräte',
      description: 'Training an den vernetzten Kraftgeräten dieses Studios.',
    },
    PREMIUM: {
      title: 'Premium',
      description: 'Dazu die Premium-Trainingsprogramme an den Geräten und in der App, in jedem Studio der Kette.',
    },
  },
} as const;

/** The products that every gym offers from its first day. */
export const productsOfNewGym = (locale: ProductLocale) =>
  [
    { kind: 'STRENGTH_MACHINE_ADMISSION', scope: 'LOCATION', ...words[locale].STRENGTH_MACHINE_ADMISSION },
    { kind: 'PREMIUM', scope: 'CHAIN', ...words[locale].PREMIUM },
  ] as const;
