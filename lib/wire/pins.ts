import { z } from 'zod';
import { longestPin, shortestPin } from '#lib/wire/reader/pin-entry.ts';
import { breaks } from './broken-rule.ts';
import { badgeCard, type StaffRole } from './staff.ts';

/** The rules of a PIN, as named in its form. */
export const pinProblems = ['length', 'guessable', 'different'] as const;

/** Managers need a longer PIN: they can give badges, end memberships and see everything. */
export const shortestPinOf = (role: StaffRole): number => (role === 'manager' ? 6 : shortestPin);

/** The schema of a PIN for a role. */
export const pinOf = (role: StaffRole) =>
  z
    .string()
    .refine((pin) => /^[0-9]+$/.test(pin) && pin.length >= shortestPinOf(role) && pin.length <= longestPin, {
      ...breaks('length'),
      abort: true,
    })
    .refine((pin) => !isGuessable(pin) && !commonPins.has(pin), breaks('guessable'));

/** A chosen PIN is typed twice, since the field hides it. */
const twice = (role: StaffRole) => ({ pin: pinOf(role), again: z.string() });
const isTwiceTheSame = ({ pin, again }: { pin: string; again: string }) => pin === again;
/** Reported only once the first of the two is a valid PIN. */
const atSecond = {
  ...breaks('different'),
  path: ['again'],
  when: ({ issues }: z.core.ParsePayload) => issues.every(({ path }) => path?.[0] !== 'pin'),
};

/** The form for changing the PIN of a badge. */
export const changePinForm = (role: StaffRole) => z.object(twice(role)).refine(isTwiceTheSame, atSecond);

/** The form for giving a colleague a badge. */
export const badgeForm = (role: StaffRole) =>
  z.object({ ...badgeCard, ...twice(role) }).refine(isTwiceTheSame, atSecond);

/** The most obvious guesses: one repeated digit, and ascending or descending digits. */
function isGuessable(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 0 || step === 1 || step === 9);
}

/**
 * The most common numbers of four, five and six digits, at most 200 each, without those that `isGuessable` refuses by
 * rule. From the common passwords of @zxcvbn-ts/language-common, in its order: numbers that are a password; for four
 * digits also those that occur most often within one.
 */
const lines = [
  '6969 5150 2112 4128 1701 0007 1122 1221 1225 1066 1001 1000 1230 0420 1024 4121 1012 1007 1005 1213 1369',
  '1017 1020 1492 2580 1123 1022 1223 1011 2469 1211 1224 4417 7007 1112 1013 1023 1121 1215 1002 1031 1102',
  '1125 1235 1812 1776 1210 1003 1025 1204 4200 1008 1004 3006 6996 7894 5000 5683 0001 3000 6669 1009 1006',
  '3004 3001 3003 9000 5566 4000 3008 0070 3005 3009 8008 5005 0003 3007 6000 0009 4002 0002 7000 5003 7001',
  '4001 9009 0006 0010 4007 9004 0005 0008 4060 6001 4030 5001 6070 0080 8090 9001 9007 0020 4050 4080 9008',
  '0040 2000 2010 2011 1996 1998 1995 1992 1994 2002 1991 2009 1997 1993 1989 1987 1988 1985 1986 2004 1100',
  '1990 1212 1982 2003 1911 2005 2006 5200 2110 1980 1200 2500 1975 1983 4077 4307 2013 2014 2033 1999 6230',
  '2568 2008 1984 1974 1964 1971 1976 2001 1916 6215 1979 1977 2012 1138 5240 0211 1469 8122 6300 6123 6233',
  '7782 8123 7649 5800 1839 5530 5130 2300 5230 2614 1500 8807 0311 3465 3250 5300 3310 4904 5310 3520 6303',
  '1775 3141 8422 2107 2306 1107 1972 6681 9638 8800 7788',
  '12312 01011 12121 12332 10203 90210 10101 11223 15975 12365 69696 78945 24680 32167 25252 25000 10000 15151',
  '20001 45645 00133 85245 95175 00007 75395 78678 45454 74185 00001 99941 06060 07070 20000 09090 36936 78787',
  '66699 34778 45685 56565 02020 36363 44556 10048 78978 00700 10078 14028 17098 50000 54354 78965 08080 10020',
  '15058 26058 54545 77879 07078 03038 14038 14058 18068 20038 20068 26028 29024 45632 65656 78791 06068 04088',
  '00198 10088 14078 19038 20058 24048 26048 29038 29048 33669 89586 96385 04098 05058',
  '123123 696969 123321 112233 131313 159753 123654 159357 789456 102030 315475 007007 111222 147258 010203',
  '147852 123789 852456 159951 134679 124578 135790 142536 741852 456123 666999 246810 753951 314159 141627',
  '321654 951753 112358 911911 555666 121314 456852 123098 258456 102938 123987 445566 987456 456654 753159',
  '223344 906090 789654 666777 123457 132435 963852 000007 362436 128500 789123 321123 100000 150781 222333',
  '321456 332211 420247 162534 456321 000001 122333 135246 789987 200000 778899 555777 112211 192837 333666',
  '777888 336699 123451 235689 784512 787898 147369 654123 794613 111333 369963 000111 123455 120676 147963',
  '159632 010180 123465 655321 998877 147741 258852 225588 369258 369852 123000 153624 333777 111000 987123',
  '135791 172839 420000 635241 987321 100500 196969 415263 224466 142857 258369 999666 132456 145236 357159',
  '741963 010191 258963 333444 123567 147896 875421 111777 357951 123459 223322 556677 996633 132465 515000',
  '222777 777999 777333 888999 010390 115599 321678 951357 120689 123450 111555 123890 334455 777666 159263',
  '250588 333555 456987 963258 918273 114477 010181 444555 902100 999888 741258 852258 986532 999000 120986',
  '130680 214365 515051 777555 895623 101080 120786 124038 258000 010170 748596 232425 651550 666333 153759',
  '333999 123412 300465 666555 987789 101077 121281 615243 555222 630112 753357 837519 141516 222555 665544',
  '159852 197777 335577 357753 555333',
];

export const commonPins: ReadonlySet<string> = new Set(lines.flatMap((line) => line.split(' ')));
