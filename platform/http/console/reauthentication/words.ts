import { inBothLanguages } from '#platform/http/console/shell/language.ts';
import { reauthenticationMin } from '#shared/session/session-rules.ts';

export const reauthenticationWords = inBothLanguages(
  {
    title: 'Is it you?',
    text: `This changes who has access. Confirm that it is you, so that nobody else can do it at a screen you left open. For the next ${reauthenticationMin} minutes you will not be asked again.`,
    password: 'Your password',
    confirm: 'Confirm',
    cancel: 'Cancel',
    wrongPassword: 'This is not your password.',
    wrongPasskey: 'This passkey is not yours, or was not used in time.',
    tooManyAttempts: 'Too many attempts. Wait 15 minutes, then try again.',
  },
  {
    title: 'Sind Sie es?',
    text: `Das ändert, wer Zugang hat. Bestätigen Sie, dass Sie es sind, damit es niemand sonst an einem offen gelassenen Bildschirm tun kann. In den nächsten ${reauthenticationMin} Minuten werden Sie nicht noch einmal gefragt.`,
    password: 'Ihr Passwort',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    wrongPassword: 'Das ist nicht Ihr Passwort.',
    wrongPasskey: 'Das ist nicht Ihr Passkey, oder er kam zu spät.',
    tooManyAttempts: 'Zu viele Versuche. Bitte warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
  },
);
