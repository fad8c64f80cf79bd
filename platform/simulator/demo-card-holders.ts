import type { Temporal } from 'temporal-polyfill';
import type { DemoCard, DemoCase } from './demo-card.ts';
import type { DemoGymKey } from './demo-gyms.ts';
import type { DemoContract, DemoEntitlement, DemoPass, DemoPerson } from './demo-member.ts';

/** The fixed data of a holder of a demo card; the rest is generated as for all members. */
export interface DemoCardHolder extends DemoPerson, DemoContract {
  shows: Exclude<DemoCase, 'cardUnknown'>;
  membershipId: string;
  gym: DemoGymKey;
  rfid: string;
  pass: DemoPass | null;
  entitlement: DemoEntitlement | null;
  visitsPerWeek: number;
}

/** Unassigned, for every seed. */
export const unknownCard: DemoCard = { value: '0x04A23BC21C2680', name: '', shows: 'cardUnknown' };

/** The holders of the demo cards, with days that make each case true `today`. */
export function demoCardHolders(today: Temporal.PlainDate): readonly DemoCardHolder[] {
  const dayIn = (days: number) => today.add({ days }).toString();
  // A birth date that is never close to its birthday, whatever `today` is.
  const bornAgo = (years: number) => today.subtract({ years }).subtract({ days: 140 }).toString();
  const premium = { membershipType: 'PREMIUM', membershipSubType: '12 months', endOfContract: null } as const;
  const basic = { membershipType: 'BASIC', membershipSubType: '24 months' } as const;
  const corporate = {
    membershipType: 'CORPORATE_FITNESS',
    membershipSubType: 'Corporate fitness',
    endOfContract: null,
  } as const;
  const west = { gym: 'west', pass: null, entitlement: null } as const;
  // A multiple of four years ago, so that 29 February exists.
  const bornToday = today.subtract({ years: 32 }).toString();
  return [
    {
      ...west,
      ...premium,
      shows: 'admitted',
      firstName: 'Lena',
      lastName: 'Vogt',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(34),
      membershipId: 'M-10442',
      rfid: '0x04B81D5A2F6C80',
      startOfContract: '2019-04-01',
      visitsPerWeek: 2,
    },
    {
      ...west,
      ...basic,
      shows: 'contractEndsSoon',
      firstName: 'Mia',
      lastName: 'Brandt',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(27),
      membershipId: 'M-10318',
      rfid: '0x04C7E2914A3B80',
      startOfContract: '2022-06-01',
      endOfContract: dayIn(9),
      visitsPerWeek: 1,
    },
    {
      ...west,
      ...basic,
      shows: 'contractEnded',
      firstName: 'Johanna',
      lastName: 'Weiß',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(52),
      membershipId: 'M-10127',
      rfid: '0x9F3C71D2',
      startOfContract: '2018-09-01',
      endOfContract: dayIn(-12),
      visitsPerWeek: 1,
    },
    {
      ...west,
      shows: 'prospect',
      firstName: 'Paul',
      lastName: 'Lindner',
      gender: 'MALE',
      dateOfBirth: bornAgo(24),
      membershipId: 'M-11874',
      rfid: '0x046F90B3D81E80',
      membershipType: 'PROSPECT',
      membershipSubType: 'Trial training',
      startOfContract: dayIn(-3),
      endOfContract: null,
      visitsPerWeek: 0,
    },
    {
      ...west,
      ...premium,
      shows: 'birthday',
      firstName: 'Nele',
      lastName: 'Krüger',
      gender: 'FEMALE',
      dateOfBirth: bornToday,
      membershipId: 'M-10561',
      rfid: '0x04E51A7C99D380',
      startOfContract: '2020-01-15',
      visitsPerWeek: 2,
    },
    {
      ...west,
      ...corporate,
      shows: 'firstAdmission',
      firstName: 'Omar',
      lastName: 'Haddad',
      gender: 'MALE',
      dateOfBirth: bornAgo(38),
      membershipId: 'M-11205',
      rfid: '0x04D94E6B20A780',
      startOfContract: dayIn(-5),
      entitlement: { verificationTan: '410000001', startsOn: dayIn(-5), endsOn: null, plus1: false },
      visitsPerWeek: 0,
    },
    {
      ...west,
      ...corporate,
      shows: 'corporateMembershipEnded',
      firstName: 'Jan',
      lastName: 'Pohl',
      gender: 'MALE',
      dateOfBirth: bornAgo(45),
      membershipId: 'M-10933',
      rfid: '0x5C08E6A4',
      startOfContract: '2023-11-01',
      entitlement: { verificationTan: '410000002', startsOn: '2023-11-01', endsOn: dayIn(-21), plus1: false },
      visitsPerWeek: 1,
    },
    {
      ...west,
      ...corporate,
      shows: 'corporateMembershipNotStarted',
      firstName: 'Aylin',
      lastName: 'Bauer',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(30),
      membershipId: 'M-11950',
      rfid: '0x0437C5F18B6280',
      startOfContract: dayIn(-1),
      entitlement: { verificationTan: '410000003', startsOn: dayIn(10), endsOn: null, plus1: false },
      visitsPerWeek: 0,
    },
    {
      ...west,
      ...corporate,
      shows: 'noGuestProgramme',
      firstName: 'Giulia',
      lastName: 'Moretti',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(33),
      membershipId: 'M-11402',
      rfid: '0x04811FD3467A80',
      startOfContract: dayIn(-40),
      entitlement: { verificationTan: '410000004', startsOn: dayIn(-40), endsOn: null, plus1: true },
      visitsPerWeek: 0,
    },
    {
      ...west,
      ...premium,
      shows: 'walletPass',
      firstName: 'Tarik',
      lastName: 'Şahin',
      gender: 'MALE',
      dateOfBirth: bornAgo(29),
      membershipId: 'M-10764',
      rfid: '0x04F26083CE5580',
      pass: { token: '7c1f4be2905d43a8b6e0d2f7519ac384', collectorId: 48_213_907, passTypeId: null },
      startOfContract: '2021-10-01',
      visitsPerWeek: 3,
    },
    {
      ...west,
      ...premium,
      gym: 'ost',
      shows: 'otherGym',
      firstName: 'Linh',
      lastName: 'Nguyễn',
      gender: 'FEMALE',
      dateOfBirth: bornAgo(41),
      membershipId: 'M-11011',
      rfid: '0x04590BAA7DE480',
      startOfContract: '2022-03-01',
      visitsPerWeek: 2,
    },
  ];
}

/** The twelve demo cards, in the order of the tour. */
export function demoCards(today: Temporal.PlainDate): DemoCard[] {
  const held = demoCardHolders(today).map(({ shows, rfid, pass, firstName, lastName }) => ({
    value: shows === 'walletPass' && pass ? pass.token : rfid,
    name: `${firstName} ${lastName}`,
    shows,
  }));
  return [...held, unknownCard];
}
