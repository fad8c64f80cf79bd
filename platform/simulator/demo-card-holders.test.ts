import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { clubDay } from './calendar.ts';
import { demoCases } from './demo-card.ts';
import { type DemoCardHolder, demoCardHolders, demoCards } from './demo-card-holders.ts';
import { demoGyms } from './demo-gyms.ts';
import { berlinDay, daysBetween, trickyMoments } from './testing/berlin.ts';

const monthAndDay = (day: string) => day.slice(5);

describe.each(trickyMoments)('at %s', (_, at) => {
  const today = berlinDay(at);
  const named = demoCardHolders(clubDay(at));
  const holderOf = (shows: DemoCardHolder['shows']) => named.find((member) => member.shows === shows) as DemoCardHolder; // safe because: the first test finds them all
  const contractRuns = ({ startOfContract, endOfContract }: DemoCardHolder) =>
    startOfContract <= today && (endOfContract === null || daysBetween(today, endOfContract) > 14);
  const entitlementOf = (shows: DemoCardHolder['shows']) => {
    const { entitlement } = holderOf(shows);
    if (!entitlement) throw new Error(`${shows} needs an entitlement.`);
    return entitlement;
  };

  it('has a card for every case', () => {
    expect(demoCards(clubDay(at)).map(({ shows }) => shows)).toEqual(demoCases);
  });

  it('only the birthday card has its birthday', () => {
    const celebrating = named.filter(({ dateOfBirth }) => monthAndDay(dateOfBirth) === monthAndDay(today));
    expect(celebrating.map(({ shows }) => shows)).toEqual(['birthday']);
  });

  it('only the cards about a contract have a contract', () => {
    expect(named.filter((member) => !contractRuns(member)).map(({ shows }) => shows)).toEqual([
      'contractEndsSoon',
      'contractEnded',
    ]);
    expect(daysBetween(today, holderOf('contractEndsSoon').endOfContract ?? '')).toBe(9);
    expect(daysBetween(today, holderOf('contractEnded').endOfContract ?? '')).toBeLessThan(0);
  });

  it('only the prospect is a prospect', () => {
    expect(named.filter(({ membershipType }) => membershipType === 'PROSPECT').map(({ shows }) => shows)).toEqual([
      'prospect',
    ]);
  });

  it('each corporate card triggers exactly the rule it demonstrates', () => {
    const { corporateNetwork, plus1 } = demoGyms.west;
    expect({ corporateNetwork, plus1 }).toEqual({ corporateNetwork: true, plus1: false });

    const granted = entitlementOf('firstAdmission');
    expect(granted.startsOn <= today && granted.endsOn === null && !granted.plus1).toBe(true);
    expect(holderOf('firstAdmission').visitsPerWeek).toBe(0);

    const ended = entitlementOf('corporateMembershipEnded');
    expect(ended.startsOn <= today && (ended.endsOn ?? '') < today && !ended.plus1).toBe(true);

    const notStarted = entitlementOf('corporateMembershipNotStarted');
    expect(notStarted.startsOn > today && !notStarted.plus1).toBe(true);

    const guest = entitlementOf('noGuestProgramme');
    expect(guest.startsOn <= today && guest.endsOn === null && guest.plus1).toBe(true);
  });

  it('only corporate members have an entitlement', () => {
    for (const { membershipType, entitlement } of named) {
      expect(entitlement !== null).toBe(membershipType === 'CORPORATE_FITNESS');
    }
  });

  it('only the card of the other gym is not of München West', () => {
    expect(named.filter(({ gym }) => gym !== 'west').map(({ shows }) => shows)).toEqual(['otherGym']);
  });
});

it('gives every holder the right birthday and a running contract on each day of four years', () => {
  const first = Temporal.PlainDate.from('2026-01-01');
  for (let days = 0; days < 4 * 366; days += 1) {
    const today = first.add({ days });
    for (const { shows, dateOfBirth, startOfContract } of demoCardHolders(today)) {
      expect(monthAndDay(dateOfBirth) === monthAndDay(today.toString())).toBe(shows === 'birthday');
      expect(startOfContract <= today.toString()).toBe(true);
    }
  }
});

it('keeps numbers and names on every day', () => {
  const fixed = (day: string) =>
    demoCardHolders(Temporal.PlainDate.from(day)).map(({ rfid, membershipId, firstName, lastName, pass }) => [
      rfid,
      membershipId,
      firstName,
      lastName,
      pass?.token,
    ]);
  expect(fixed('2026-11-21')).toEqual(fixed('2028-02-29'));
});

it('the wallet pass is looked up by its token, every other case by its card', () => {
  const cards = demoCards(Temporal.PlainDate.from('2026-11-21'));
  for (const { shows, value } of cards) expect(/^0x/.test(value)).toBe(shows !== 'walletPass');
});
