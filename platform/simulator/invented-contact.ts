import type { DemoGymKey } from './demo-gyms.ts';
import type { DemoContact } from './demo-member.ts';
import type { Random } from './random.ts';

const streets = [
  'Lindenstraße',
  'Gartenweg',
  'Birkenallee',
  'Rosenstraße',
  'Am Mühlbach',
  'Ahornring',
  'Kastanienweg',
  'Sonnenstraße',
  'Fasanenweg',
  'Bergstraße',
  'Wiesengrund',
  'Ulmenplatz',
  'Schillerstraße',
  'Holunderweg',
  'Alte Landstraße',
  'Am Weiher',
] as const;

const zipCodesAround: Readonly<Record<DemoGymKey, readonly string[]>> = {
  west: ['80686', '80687', '80689', '81241', '81243', '81245', '81247'],
  ost: ['81671', '81673', '81675', '81677', '81735', '81825', '81827'],
};

/**
 * Phone numbers that are never assigned (Bundesnetzagentur, Mitteilung 148/2021, numbers for media productions): the
 * prefix, and the number of digits that follow.
 */
const reservedNumbers = [
  ['+49 171 39200', 2],
  ['+49 176 040690', 2],
  ['+49 89 99998', 3],
] as const;

export function inventContact(random: Random, gym: DemoGymKey): DemoContact {
  const [prefix, digits] = random.pick(reservedNumbers);
  return {
    phone: `${prefix} ${random.digits(digits)}`,
    street: random.pick(streets),
    streetNumber: `${random.integer(1, 148)}${random.chance(0.12) ? random.pick(['a', 'b', 'c']) : ''}`,
    zipCode: random.pick(zipCodesAround[gym]),
    city: 'München',
    country: 'DE',
  };
}
