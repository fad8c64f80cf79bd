/** What every gym offers from its first day (behaviour sheet, "Products"). */
export const productsOfNewGym = [
  {
    kind: 'STRENGTH_MACHINE_ADMISSION',
    title: 'Strength machines',
    description: 'Lets the member train on the connected strength machines of this gym.',
    scope: 'LOCATION',
  },
  {
    kind: 'PREMIUM',
    title: 'Premium',
    description: 'Adds the premium training programmes on machines and in the app, in every gym of the chain.',
    scope: 'CHAIN',
  },
] as const;
