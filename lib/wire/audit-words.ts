import type { AuditAction } from './audit-actions.ts';
import type { LogDetail, LogEntry } from './audit-log.ts';
import { weekdays } from './closing-times.ts';
import { type FormField, profileFields, tanField } from './members.ts';
import { retentionNames } from './retention.ts';

const settingNames = [
  'timeZone',
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
  'personName',
  'personEmail',
  'name',
  'apiUrl',
  'apiKey',
  'v1Url',
  'v1GymId',
  'v1Token',
  'exportUrl',
  'exportKey',
  'reader',
  // of entries from before it could be required of everybody
  'requiresPasskeys',
  'passkeysRequiredOf',
] as const;

type LogWord =
  | `log.actions.${AuditAction}`
  | `log.details.${LogDetail['label']}`
  | `log.settings.${(typeof accessNames)[number]}`
  | 'log.closingOn'
  | 'log.colleague'
  | 'log.address'
  | 'log.value'
  | `gym.${(typeof settingNames)[number]}.label`
  | `gym.weekdays.${(typeof weekdays)[number]}`
  | `retention.${(typeof retentionNames)[number]}.label`
  | `profile.fields.${FormField}`;

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

function factOf({ label, text }: LogDetail, translator: LogTranslator): string {
  const { say, day } = translator;
  const written = (shown: string) => say(`log.details.${label}`, { text: shown });
  switch (label) {
    case 'field':
      return written(fieldLabel(text, say));
    case 'setting':
      return written(describeSetting(text, translator));
    case 'firstDay':
    case 'lastDay':
      return written(day(text));
    case 'daysBefore':
      return written(
        text
          .split(' ')
          .map((one) => (one === '–' ? one : day(one)))
          .join(' – '),
      );
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
    case 'noteLevel':
    case 'noteLevelBefore':
    case 'product':
    case 'missing':
    case 'outOf':
    case 'ids':
    case 'recipients':
    case 'visits':
    case 'lostKeys':
    case 'lostBadges':
    case 'lostPhotos':
    case 'dataSet':
    case 'gym':
    case 'passkey':
    case 'invited':
    case 'step':
      return written(text);
  }
}

function fieldLabel(name: string, say: LogTranslator['say']): string {
  const field = [...profileFields, tanField].find((known) => known === name);
  return field ? say(`profile.fields.${field}`) : name;
}

/** `undoS 10 → 5`, or only the name where values are secret. */
function describeSetting(text: string, translator: LogTranslator): string {
  const { say } = translator;
  const space = text.indexOf(' ');
  const name = space < 0 ? text : text.slice(0, space);
  const values = space < 0 ? [] : text.slice(space + 1).split(' → ');
  const label = settingLabel(name, translator);
  // of a closed day the note follows
  const shownValue = (value: string) =>
    value.startsWith('closed ')
      ? `${say('log.value', { text: 'closed' })} (${value.slice('closed '.length)})`
      : say('log.value', { text: value });
  return values.length === 0 ? label : `${label}: ${values.map(shownValue).join(' → ')}`;
}

function settingLabel(name: string, { say, day }: LogTranslator): string {
  const setting = settingNames.find((known) => known === name);
  if (setting) return say(`gym.${setting}.label`);
  const period = retentionNames.find((known) => known === name);
  if (period) return say(`retention.${period}.label`);
  const exception = /^closing\.(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1];
  if (exception) return say('log.closingOn', { day: day(exception) });
  const weekday = weekdays.find((known) => `closing.${known}` === name);
  if (weekday) return say(`gym.weekdays.${weekday}`);
  const access = accessNames.find((known) => known === name);
  return access ? say(`log.settings.${access}`) : name;
}
