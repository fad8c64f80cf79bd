import { inBothLanguages } from '#platform/http/console/shell/language.ts';
import { longestPassword, shortestPassword } from '#shared/password/password.ts';

export const passwordWords = inBothLanguages(
  {
    title: 'Password',
    text: 'With a new password every other browser is signed out.',
    current: 'Current password',
    next: 'New password',
    nextHint: `At least ${shortestPassword} characters, and none of the most used passwords.`,
    again: 'New password once more',
    submit: 'Change password',
    done: 'The password is changed.',
    mistakes: {
      wrong: 'The current password is wrong.',
      tooManyAttempts: 'Too many attempts. Wait 15 minutes, then try again.',
      tooShort: `The new password must be at least ${shortestPassword} characters long.`,
      tooLong: `The new password must be at most ${longestPassword} characters long.`,
      tooCommon: 'The new password is one of the most used: choose another one.',
      mainlyNames: 'The new password is mainly your address or the name of your gym: choose another one.',
      different: 'The two new passwords do not match.',
    },
    none: 'You came by a link of the sandbox and have no password. The operator of the member system can give you one.',
  },
  {
    title: 'Passwort',
    text: 'Mit einem neuen Passwort werden alle anderen Browser abgemeldet.',
    current: 'Bisheriges Passwort',
    next: 'Neues Passwort',
    nextHint: `Mindestens ${shortestPassword} Zeichen, und keines der meistbenutzten Passwörter.`,
    again: 'Neues Passwort wiederholen',
    submit: 'Passwort ändern',
    done: 'Das Passwort ist geändert.',
    mistakes: {
      wrong: 'Das bisherige Passwort ist falsch.',
      tooManyAttempts: 'Zu viele Versuche. Bitte warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
      tooShort: `Das neue Passwort muss mindestens ${shortestPassword} Zeichen lang sein.`,
      tooLong: `Das neue Passwort darf höchstens ${longestPassword} Zeichen lang sein.`,
      tooCommon: 'Das neue Passwort ist eines der meistbenutzten: Bitte wählen Sie ein anderes.',
      mainlyNames:
        'Das neue Passwort besteht vor allem aus Ihrer Adresse oder dem Namen Ihres Studios: Bitte wählen Sie ein anderes.',
      different: 'Die beiden neuen Passwörter stimmen nicht überein.',
    },
    none: 'Sie sind über einen Link der Sandbox hier und haben kein Passwort. Der Betreiber des Mitgliedersystems kann Ihnen eines geben.',
  },
);
export type PasswordMistake = keyof typeof passwordWords.en.mistakes;
