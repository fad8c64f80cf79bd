import type { ProductLocale } from '#platform/services/new-gyms/products-of-new-gym.ts';

export type DemoLocale = ProductLocale;

const german: Readonly<Record<string, string>> = {
  '12 months': '12 Monate',
  '24 months': '24 Monate',
  'Monthly flex': 'Flex monatlich',
  Mornings: 'Vormittag',
  'Over 60': 'Ab 60',
  Students: 'Studierende',
  Partners: 'Partnertarif',
  Family: 'Familie',
  'All gyms': 'Alle Studios',
  'Trial training': 'Probetraining',
  'Trial week': 'Probewoche',
  'Corporate fitness': 'Firmenfitness',
  'Introduction to the machines': 'Einweisung an den Geräten',
  'Talk about the training plan': 'Trainingsplan besprechen',
  'Health interview': 'Anamnesegespräch',
  'Strength test': 'Krafttest',
  'Mobility test': 'Beweglichkeitstest',
  'Body analysis': 'Körperanalyse',
  'Health check': 'Gesundheits-Check',
  'Blood pressure': 'Blutdruck messen',
};

/** Translates the contract and task names of the demo, which are generated in English. */
export const inWordsOf = (locale: DemoLocale, text: string): string =>
  locale === 'de' ? (german[text] ?? text) : text;
