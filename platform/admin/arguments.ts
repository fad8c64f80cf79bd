import { type Permission, permissions } from '#contracts/v2/operations.ts';
import { emailAddress, isoDate } from '#contracts/v2/primitives.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { isTimeZone } from '#shared/calendar/time-zone.ts';

// One parser per option. Each returns the value, or explains in one sentence what is wrong with the input.

export function readName(text: string): string {
  if (text.trim() === '') throw new OperatorMistake('--name is empty: give the gym a name.');
  return text.trim();
}

export function readTimeZone(text: string): string {
  if (isTimeZone(text)) return text;
  throw new OperatorMistake(`--time-zone "${text}" is not a time zone: use an IANA name such as Europe/Berlin.`);
}

export function readDay(text: string): string {
  if (isoDate.safeParse(text).success) return text;
  throw new OperatorMistake(`"${text}" is not a day: write it as yyyy-MM-dd.`);
}

export function refuseBackwards(starts: string, ends: string | undefined): void {
  if (ends && ends < starts) throw new OperatorMistake(`--ends ${ends} lies before --starts ${starts}.`);
}

export function readEmail(text: string): string {
  const email = emailAddress.safeParse(text);
  if (email.success) return email.data;
  throw new OperatorMistake('--email is not a valid e-mail address.');
}

export function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new OperatorMistake(`--seed "${text}" is not a whole number.`);
}

export const readCount =
  (option: string, most: number) =>
  (text: string): number => {
    const count = Number(text);
    if (/^\d{1,9}$/.test(text) && count >= 1 && count <= most) return count;
    throw new OperatorMistake(`${option} "${text}" is not a whole number from 1 to ${most}.`);
  };

export function readPermissions(text: string): Permission[] {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !isPermission(name));
  if (unknown !== undefined) {
    throw new OperatorMistake(`There is no permission "${unknown}": choose from ${permissions.join(', ')}.`);
  }
  return [...new Set(wanted.filter(isPermission))];
}

const isPermission = (name: string): name is Permission => permissions.some((known) => known === name);
