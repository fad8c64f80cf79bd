import { inBothLanguages } from '#platform/http/console/shell/language.ts';
import { mostPasskeys } from '#shared/passkeys/create-passkey.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';

export const accountWords = inBothLanguages(
  {
    title: 'My account',
    password: {
      title: 'Password',
      text: 'After a change, you stay signed in here and are signed out everywhere else.',
      current: 'Current password',
      next: 'New password',
      nextHint: `At least ${shortestPassword} characters, and none of the most used passwords.`,
      again: 'New password once more',
      submit: 'Change password',
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
    passkeys: {
      title: 'Passkeys',
      text: 'With a passkey you sign in by fingerprint, face or the PIN of your device. Once you have one, your password alone is no longer enough to sign in.',
      add: 'Add a passkey',
      addTitle: 'Add a passkey',
      addText: 'Your browser asks for your fingerprint, your face or the PIN of your device, or for another device.',
      added: (time: string) => `Added ${time}.`,
      neverUsed: 'Never used yet.',
      lastUsed: (time: string) => `Last used ${time}.`,
      formerHost: (host: string) => `It belongs to the former address ${host} and does not sign you in any more.`,
      change: 'Change',
      changeOne: (name: string) => `Change the passkey “${name}”`,
      name: 'Name',
      nameHint: 'Choose a name by which you recognise the device.',
      nameMissing: 'Enter a name of at most 60 characters.',
      save: 'Save',
      removeTitle: 'Remove this passkey',
      removeText: 'You can no longer sign in with it. Delete it on your device too.',
      removeLastText:
        'It is your only passkey: from then on, your password alone signs you in again. Delete it on your device too.',
      remove: 'Remove passkey',
      back: 'Back to my account',
      mistakes: {
        notAccepted: 'The passkey could not be added. Try again.',
        tooMany: `You have ${mostPasskeys} passkeys. Remove one first.`,
      },
    },
    sessions: {
      title: 'Sessions',
      text: 'Where you are signed in. End a session that you do not know, and change your password. A session ends by itself after an hour in which nothing is done, and after twelve hours.',
      unknown: 'Unknown browser',
      isThis: 'This one',
      since: (start: string, active: string) => `Since ${start}, last active ${active}`,
      end: 'End session',
      endOne: (browser: string, start: string) => `End session: ${browser}, since ${start}`,
      endOthers: 'End all other sessions',
    },
    done: {
      changed: 'The password is changed.',
      changedKeepsPasskeys:
        'The password is changed. Your passkeys still sign in: check below that all of them are yours.',
      passkeyAdded: 'The passkey is added.',
      passkeyRenamed: 'The passkey is renamed.',
      passkeyRemoved: 'The passkey is removed.',
      lastPasskey: 'Not removed: the operator of the member system requires a passkey. Add another one first.',
      sessionEnded: 'The session has ended.',
      othersEnded: 'All other sessions have ended.',
    },
  },
  {
    title: 'Mein Konto',
    password: {
      title: 'Passwort',
      text: 'Nach einer Änderung bleiben Sie hier angemeldet und werden überall sonst abgemeldet.',
      current: 'Bisheriges Passwort',
      next: 'Neues Passwort',
      nextHint: `Mindestens ${shortestPassword} Zeichen, und keines der meistbenutzten Passwörter.`,
      again: 'Neues Passwort wiederholen',
      submit: 'Passwort ändern',
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
    passkeys: {
      title: 'Passkeys',
      text: 'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Sobald Sie einen haben, reicht das Passwort allein nicht mehr für die Anmeldung.',
      add: 'Passkey hinzufügen',
      addTitle: 'Passkey hinzufügen',
      addText: 'Ihr Browser fragt nach Fingerabdruck, Gesicht oder PIN Ihres Geräts, oder nach einem anderen Gerät.',
      added: (time) => `Hinzugefügt ${time}.`,
      neverUsed: 'Noch nie verwendet.',
      lastUsed: (time) => `Zuletzt verwendet ${time}.`,
      formerHost: (host) => `Er gehört zur früheren Adresse ${host}; damit können Sie sich nicht mehr anmelden.`,
      change: 'Ändern',
      changeOne: (name) => `Passkey „${name}“ ändern`,
      name: 'Name',
      nameHint: 'Wählen Sie einen Namen, an dem Sie das Gerät erkennen.',
      nameMissing: 'Tragen Sie einen Namen mit höchstens 60 Zeichen ein.',
      save: 'Speichern',
      removeTitle: 'Diesen Passkey entfernen',
      removeText: 'Sie können sich damit nicht mehr anmelden. Löschen Sie ihn auch auf Ihrem Gerät.',
      removeLastText:
        'Es ist Ihr einziger Passkey: Danach reicht wieder das Passwort allein. Löschen Sie ihn auch auf Ihrem Gerät.',
      remove: 'Passkey entfernen',
      back: 'Zurück zu Mein Konto',
      mistakes: {
        notAccepted: 'Der Passkey konnte nicht hinzugefügt werden. Versuchen Sie es noch einmal.',
        tooMany: `Sie haben ${mostPasskeys} Passkeys. Entfernen Sie zuerst einen.`,
      },
    },
    sessions: {
      title: 'Sitzungen',
      text: 'Hier sind Sie angemeldet. Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort. Eine Sitzung endet von selbst, wenn eine Stunde lang nichts getan wurde, und nach zwölf Stunden.',
      unknown: 'Unbekannter Browser',
      isThis: 'Diese hier',
      since: (start, active) => `Seit ${start}, zuletzt aktiv ${active}`,
      end: 'Sitzung beenden',
      endOne: (browser, start) => `Sitzung beenden: ${browser}, seit ${start}`,
      endOthers: 'Alle anderen Sitzungen beenden',
    },
    done: {
      changed: 'Das Passwort ist geändert.',
      changedKeepsPasskeys:
        'Das Passwort ist geändert. Ihre Passkeys gelten weiter: Prüfen Sie unten, ob alle Ihnen gehören.',
      passkeyAdded: 'Der Passkey ist hinzugefügt.',
      passkeyRenamed: 'Der Passkey ist umbenannt.',
      passkeyRemoved: 'Der Passkey ist entfernt.',
      lastPasskey:
        'Nicht entfernt: Der Betreiber des Mitgliedersystems verlangt einen Passkey. Fügen Sie zuerst einen anderen hinzu.',
      sessionEnded: 'Die Sitzung ist beendet.',
      othersEnded: 'Alle anderen Sitzungen sind beendet.',
    },
  },
);
export type AccountWords = typeof accountWords.en;
export type PasswordMistake = keyof AccountWords['password']['mistakes'];
export type PasskeyMistake = keyof AccountWords['passkeys']['mistakes'];
export type Done = keyof AccountWords['done'];
