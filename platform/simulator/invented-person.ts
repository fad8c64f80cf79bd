import type { Temporal } from 'temporal-polyfill';
import type { DemoPerson } from './demo-member.ts';
import { elderGermanNames, type NamesOfOrigin, nameOriginShares, nameOrigins } from './name-origins.ts';
import type { Random } from './random.ts';

const ages: readonly (readonly [share: number, years: readonly [number, number]])[] = [
  [12, [17, 22]],
  [34, [23, 34]],
  [28, [35, 49]],
  [18, [50, 64]],
  [8, [65, 84]],
];

/** Given names of people born before come from `elderGermanNames`. */
const elderBornBefore = 1965;

export function inventPerson(random: Random, today: Temporal.PlainDate): DemoPerson {
  const [youngest, oldest] = random.pickWeighted(ages);
  const dateOfBirth = today.subtract({ years: random.integer(youngest, oldest), days: random.integer(0, 364) });
  const gender = random.pickWeighted([
    [485, 'FEMALE'],
    [505, 'MALE'],
    [10, 'NON_BINARY'],
  ] as const);
  const given = gender === 'MALE' || (gender === 'NON_BINARY' && random.chance(0.5)) ? 'male' : 'female';

  const origin = random.pickWeighted(nameOriginShares);
  const ofParents = origin === 'german' && dateOfBirth.year < elderBornBefore ? elderGermanNames : nameOrigins[origin];
  // some people have a family name of another origin, for example by marriage: Aylin Bauer, Paul Yılmaz
  const ofFamily = random.chance(0.1) ? nameOrigins[random.pickWeighted(nameOriginShares)] : ofParents;
  return {
    firstName: random.pick(ofParents[given]),
    lastName: inventFamilyName(random, ofFamily),
    gender,
    dateOfBirth: dateOfBirth.toString(),
  };
}

function inventFamilyName(random: Random, { family }: NamesOfOrigin): string {
  const name = random.pick(family);
  const married = random.pick(nameOrigins.german.family);
  return random.chance(0.04) && married !== name && !name.includes('-') ? `${married}-${name}` : name;
}

const reservedDomains = ['example.com', 'example.org', 'example.net', 'post.example', 'mail.example'] as const;

/** An address that cannot exist (RFC 2606); `attempt` distinguishes people with the same name. */
export function inventEmail(random: Random, { firstName, lastName }: DemoPerson, attempt: number): string {
  const number = attempt === 0 ? '' : String(attempt + 1);
  return `${toAscii(firstName)}.${toAscii(lastName)}${number}@${random.pick(reservedDomains)}`;
}

const spelledOut: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  đ: 'd',
};

/** A name as in an e-mail address: lower case, ASCII letters and hyphens. */
function toAscii(name: string): string {
  return name
    .toLocaleLowerCase('de')
    .normalize('NFC')
    .replace(/[äöüßıłđ]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z-]/g, '');
}
