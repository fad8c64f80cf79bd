import type { AuditAction } from './audit-actions.ts';
import type { LogDetail, LogEntry } from './audit-log.ts';
import { weekdays } from './locations.ts';
import { profileFields } from './members.ts';
import { retentionNames } from './retention.ts';

const settingNames = [
  'checkInOnScan',
  'expectsPhotos',
  'keepsScreenAwake',
  'repeatWindowS',
  'undoS',
  'capacity',
  'longestStayH',
  'idleLimitMin',
] as const;
const accessNames = [
  'name',
  'apiUrl',
  'apiKey',
  'v1Url',
  'v1GymId',
  'v1Token',
  'exportUrl',
  'exportKey',
  'reader',
] as const;

type LogWord =
  | `log.actions.${AuditAction}`
  | `log.details.${LogDetail['label']}`
  | `log.settings.${(typeof accessNames)[number]}`
  | 'log.colleague'
  | 'log.address'
  | 'log.value'
  | `office.location.${(typeof settingNames)[number]}.label`
  | `office.location.weekdays.${(typeof weekdays)[number]}`
  | `office.retention.${(typeof retentionNames)[number]}.label`
  | `profile.fields.${(typeof profileFields)[number]}`;

export interface LogTranslator {
  /** Translates a key of the messages. */
  say(key: LogWord, values?: Record<string, string>): string;
  /** Formats a calendar day. */
  day(day: string): string;
}

/** What happened, in one sentence. */
export const sentenceOf = ({ action, colleague }: LogEntry, { say }: LogTranslator): string => {
  const sentence = say(`log.actions.${action}`);
  return colleague === null ? sentence : say('log.colleague', { sentence, name: colleague });
};

/** The facts beside it, such as the reason of an override and the address of a sign-in. */
export function factsOf({ details, clientAddress }: LogEntry, translator: LogTranslator): string[] {
  const facts = details.map((detail) => factOf(detail, translator));
  return clientAddress === null ? facts : [...facts, translator.say('log.address', { text: clientAddress })];
}

function factOf({ label, text }: LogDetail, { say, day }: LogTranslator): string {
  const written = (shown: string) => say(`log.details.${label}`, { text: shown });
  switch (label) {
    case 'field':
      return written(fieldLabel(text, say));
    case 'setting':
      return written(describeSetting(text, say));
    case 'firstDay':
    case 'lastDay':
      return written(day(text));
    case 'refusal':
    case 'reason':
    case 'unsent':
    case 'code':
    case 'means':
    case 'permission':
    case 'roleBefore':
    case 'roleNow':
    case 'roleGiven':
    case 'roleTaken':
    case 'notConfirmed':
    case 'card':
    case 'missing':
    case 'outOf':
    case 'ids':
    case 'gym':
      return written(text);
  }
}

function fieldLabel(name: string, say: LogTranslator['say']): string {
  const field = profileFields.find((known) => known === name);
  return field ? say(`profile.fields.${field}`) : name;
}

/** `undoS 10 → 5`, or only the name where values are secret. */
function describeSetting(text: string, say: LogTranslator['say']): string {
  const space = text.indexOf(' ');
  const name = space < 0 ? text : text.slice(0, space);
  const values = space < 0 ? [] : text.slice(space + 1).split(' → ');
  const label = settingLabel(name, say);
  return values.length === 0
    ? label
    : `${label}: ${values.map((value) => say('log.value', { text: value })).join(' → ')}`;
}

function settingLabel(name: string, say: LogTranslator['say']): string {
  const setting = settingNames.find((known) => known === name);
  if (setting) return say(`office.location.${setting}.label`);
  const period = retentionNames.find((known) => known === name);
  if (period) return say(`office.retention.${period}.label`);
  const weekday = weekdays.find((known) => `closing.${known}` === name);
  if (weekday) return say(`office.location.weekdays.${weekday}`);
  const access = accessNames.find((known) => known === name);
  return access ? say(`log.settings.${access}`) : name;
}
